package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// possession reads what follows "with" or "have" and adds it to n: a column and its condition, a number of related
// rows, or a superlative, "the most …".
func (p *parser) possession(n *node) bool {
	if _, ok := p.accept(with, have); !ok && !p.holds() {
		return false
	}
	p.skip()
	if p.try(func() bool { return p.not() && p.object(n, true, "") }) {
		return true
	}
	if p.try(func() bool { return p.bothObjects(n) }) {
		return true
	}
	p.either()
	if p.try(func() bool { return p.outnumbering(n) }) {
		return true
	}
	if p.try(func() bool { return p.superlative(n) }) || p.try(func() bool { return p.quotedIn(n) }) {
		return true
	}
	if p.try(func() bool { return p.countedColumn(n) }) {
		return true
	}
	if p.try(func() bool { return p.columnPredicate(n) }) {
		return true
	}
	if p.try(func() bool { return p.columnIsTrue(n) }) {
		return true
	}
	return p.object(n, false, "")
}

// either passes over "either" if "or" follows anywhere behind it.
func (p *parser) either() {
	p.try(func() bool {
		ph, ok := p.accept(either)
		if !ok || ph.arg != "either" {
			return false
		}
		p.articles()
		return slices.ContainsFunc(p.toks[p.pos:], func(t token) bool { return t.low == "or" && t.kind == word })
	})
}

// bothObjects reads two kinds of related rows, "have both players with position A and players with position B", and
// adds a condition for each to n.
func (p *parser) bothObjects(n *node) bool {
	if ph, ok := p.accept(either); !ok || ph.arg != "both" {
		return false
	}
	if !p.object(n, false, "") {
		return false
	}
	_, ok := p.accept(conj)
	return ok && p.object(n, false, "")
}

// holds consumes "contains" or "includes" if it speaks of rows and not of text: no quoted text and no capitalized word
// follows.
func (p *parser) holds() bool {
	t := p.tok()
	if t.stem != "contain" && t.stem != "includ" {
		return false
	}
	if next := p.ahead(1); next.kind == quoted || next.kind == word && next.upper {
		return false
	}
	p.pos++
	return true
}

// truth returns the condition that the flag f is set. A flag is a boolean column, or one whose known values are at most
// two, such as 0 and 1 or yes and no. It reports false if f is no flag or no value for "yes" is known.
func truth(f field) (cond, bool) {
	if f.column.Class == schema.Boolean {
		return cond{kind: isTrue, field: f}, true
	}
	vs := known(f.column)
	if len(vs) == 0 || len(vs) > 2 {
		return cond{}, false
	}
	yes := ""
	for _, v := range vs {
		switch strings.ToLower(v) {
		case "1", "y", "yes", "t", "true":
			yes = v
		case "0", "n", "no", "f", "false":
		default:
			return cond{}, false
		}
	}
	if yes == "" {
		return cond{}, false
	}
	return equal(f, yes), true
}

// columnIsTrue reads a flag of n behind "with", "with a final exam", and adds the condition that it is set.
func (p *parser) columnIsTrue(n *node) bool {
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s := senses[0]
	if s.kind != columnSense || s.field.table != n.table {
		return false
	}
	c, ok := s.flag()
	if !ok {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = append(n.conds, c)
	p.moreFlags(n)
	return true
}

// moreFlags reads the further flags in "with a playground and a dog run".
func (p *parser) moreFlags(n *node) {
	for p.try(func() bool {
		if !p.separator() {
			return false
		}
		p.skip(with)
		senses, k := p.noun(n.table)
		if k == 0 || senses[0].field.table != n.table {
			return false
		}
		c, ok := senses[0].flag()
		if ok {
			p.note(p.pos, p.pos+k, senses[0])
			p.pos += k
			n.conds = append(n.conds, c)
		}
		return ok
	}) {
	}
}

// quotedIn reads a text and the column that must contain it, "with 'Hey' in its name".
func (p *parser) quotedIn(n *node) bool {
	t := p.tok()
	if t.kind != quoted && !(t.kind == word && t.upper) {
		return false
	}
	p.pos++
	if !p.word("in") {
		return false
	}
	p.skipPossessive()
	var f field
	if !p.fieldOf(n, &f) || f.column.Class != schema.Text {
		return false
	}
	n.conds = append(n.conds, cond{kind: like, field: f, pattern: pattern("%s%", t.text)})
	return true
}

// countedColumn reads a number and a numeric column of n, with a comparison before or behind the number: "more than 4
// cylinders", "8 cylinders", "4 or more cylinders". It adds a compare condition.
func (p *parser) countedColumn(n *node) bool {
	p.skip(ever)
	op := "="
	if ph, ok := p.accept(cmpOp); ok {
		op = ph.arg
	}
	if op != ">" && op != "<" && op != ">=" && op != "<=" && op != "=" && op != "<>" {
		return false
	}
	t := p.tok()
	if t.kind != number {
		return false
	}
	p.pos++
	if more := p.orMore(); more != "" {
		op = more
	}
	senses, k := p.noun(n.table)
	if k == 0 || senses[0].kind != columnSense {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), columnSense)
	if !ok || s.field.table != n.table || !s.field.column.Class.Numeric() || p.ix.isKey(n.table, s.field.column) {
		return false
	}
	// "3 countries" counts rows when there is a table of them.
	for _, o := range senses {
		if o.kind == tableSense && o.score >= s.score {
			return false
		}
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = append(n.conds, cond{kind: compare, field: s.field, op: op, values: []value{{t.num, true}}})
	return true
}

// lack reads "without orders", "who have no dogs", and adds the condition that no such row or value exists to n.
func (p *parser) lack(n *node) bool {
	joint := ""
	if p.pos > 0 {
		joint = p.toks[p.pos-1].low
	}
	if _, ok := p.accept(without); !ok && !((joint == "but" || joint == "and") && p.word("no")) {
		return false
	}
	if (joint == "but" || joint == "and" && p.subjectNearer(n)) && n != p.form.subject && !p.isMeasured(n) {
		return false // "customers with orders but without reviews": the customers have no reviews
	}
	p.skip(ever)
	if p.try(func() bool { return p.lackOfColumn(n) }) {
		return true
	}
	return p.object(n, true, "")
}

// subjectNearer reports whether the table named next is joined directly to the subject's table and not to n's.
func (p *parser) subjectNearer(n *node) bool {
	senses, k := p.noun(nil)
	s := p.form.subject
	return k > 0 && s != nil && senses[0].kind == tableSense && p.ix.graph.joined(s.table, senses[0].table) && !p.ix.graph.joined(n.table, senses[0].table)
}

// lackOfColumn reads a column behind "without", "without an email", "without a final exam". The column must be missing,
// or false if it is a boolean; or it must not have the value behind it.
func (p *parser) lackOfColumn(n *node) bool {
	senses, k := p.noun(n.table)
	if k == 0 || senses[0].kind != columnSense || senses[0].field.table != n.table || slices.Contains(n.table.PrimaryKey, senses[0].field.column.Name) {
		return false
	}
	s := senses[0]
	if n == p.form.subject && p.ofValues() {
		return false // "teams with no manager": one member without a manager, or all of them?
	}
	for _, o := range senses { // "without orders" means rows if there is a table of orders
		if o.kind == tableSense && o.score >= s.score {
			return false
		}
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	switch {
	case s.field.column.Class == schema.Boolean:
		n.conds = append(n.conds, cond{kind: isTrue, field: s.field, not: true})
	case p.tok().kind == quoted || p.tok().kind == number:
		return p.predicate(n, s.field, false) && negate(n, len(n.conds)-1)
	case !s.field.column.NotNull:
		n.conds = append(n.conds, cond{kind: isNull, field: s.field})
	default:
		return false
	}
	return true
}
