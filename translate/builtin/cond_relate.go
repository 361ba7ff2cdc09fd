package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// object reads what follows "have" or a verb: some, no, or a number of rows of another table, with clauses about them,
// or a value. It adds a related condition to n, or ranks n by their number ("the most …"). not says that the verb is
// negated; via is the verb's stem or "".
func (p *parser) object(n *node, not bool, via string) bool {
	if p.try(func() bool { return p.recordedObject(n, not, via) }) {
		return true
	}
	c := cond{kind: related, not: not}
	p.skip(ever)
	both := p.saysBoth()
	if ph, k := p.role(); k > 0 && ph.role == mostOp {
		return p.most(n, via)
	}
	if !p.numberOfRows(&c) {
		return false
	}
	p.skip()
	if c.op == "" && p.universal() {
		return false
	}
	p.skip(distinct, ever)
	top := &wanted{}
	if c.op == "" {
		p.topping(top)
	}
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	switch {
	case !ok || s.fit < senses[0].fit-0.2:
		if top.top != nil {
			return !not && c.op == "" && p.outstandingValue(n, senses[0], k, top.top)
		}
		return c.op == "" && p.objectValue(n, senses[0], k, not)
	case s.table == n.table && c.op != "":
		return !not && s.score >= 0.84 && p.having(n, s, k, c)
	case s.table == n.table && via == "" && top.top != nil:
		return !not && p.outstandingRow(n, s, k, top.top)
	case s.table == n.table && via == "":
		return !not && p.sameRows(n, s, k)
	case len(p.paths(n.table, s.table)) == 0:
		return false
	}
	c.child = p.node(s, k)
	c.child.via = via
	p.verbFits(n.table, c.child)
	if top.top != nil && (not || !p.applyTop(c.child, top.top)) {
		return false
	}
	if c.op == "" {
		p.linkedAt(n, &c, via)
	}
	p.clauses(c.child)
	p.doneToIt(c.child, via)
	p.verbTime(c.child)
	if p.splitBoth(n, c) {
		return true
	}
	return !both && p.relateRows(n, c)
}

// objectValue reads an object that is a value and not a table, "had Malaria".
func (p *parser) objectValue(n *node, s sense, k int, not bool) bool {
	if !not && p.try(func() bool { return p.saidOfKind(n, s, k) }) {
		return true
	}
	return s.kind == valueSense && p.reaches(n, s.field.table) && p.valueObject(n, s, k, not)
}

// relateRows adds the condition c on related rows to n. If n is the subject and the question asks for values of
// columns, it adds c as a condition on groups instead; see valuesWith.
func (p *parser) relateRows(n *node, c cond) bool {
	if c.op == ">=" && c.count == "1" || c.op == ">" && c.count == "0" {
		c.op, c.count = "", ""
	}
	if c.op != "" && p.ix.keepsCount(n.table, c.child.table) {
		p.doubt(0.6) // "weddings with more than 150 guests": guest_count, or the number of rows in guests?
	}
	if c.op != "" && n == p.form.subject && p.ofValues() {
		return !c.not && p.valuesWith(c)
	}
	n.conds = append(n.conds, c)
	return true
}

// valueObject reads a value of related rows as an object, "have a cat", "do not have a cat", and adds the condition
// that such a row exists, or does not if not is true.
func (p *parser) valueObject(n *node, s sense, k int, not bool) bool {
	before := len(n.conds)
	if !p.valueCond(n, s, k) {
		return false
	}
	p.try(func() bool { // "have a dog as a pet"
		if !p.word("as") {
			return false
		}
		p.articles()
		senses, k := p.noun(s.field.table)
		if k == 0 || senses[0].kind != tableSense || senses[0].table != s.field.table || len(senses[0].conds) > 0 {
			return false
		}
		p.pos += k
		return true
	})
	return !not || negate(n, before)
}

// keepsCount reports whether a column of t holds a number of rows of child, such as guest_count beside a table of
// guests.
func (ix *index) keepsCount(t, child *schema.Table) bool {
	head := ix.info[child].words
	return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		ws := ix.info[t].columns[c]
		counts := slices.ContainsFunc(ws, func(w string) bool { return w == "count" || w == "number" || w == "num" || w == "total" })
		return c.Class.Numeric() && counts && !ix.isKey(t, c) && len(ws) == len(head)+1 && len(head) > 0 && slices.Contains(ws, head[len(head)-1])
	})
}

// numberOfRows reads a number of related rows into c.op and c.count: "more than 3", "two or more". Without a number it
// reads nothing and succeeds. It fails if a comparison is followed by a year.
func (p *parser) numberOfRows(c *cond) bool {
	if ph, k := p.role(); k > 0 && ph.role == cmpOp && p.toks[min(p.pos+k, len(p.toks)-1)].kind == number {
		p.pos += k
		c.op = ph.arg
	}
	t := p.tok()
	if t.kind != number || t.year {
		return c.op == ""
	}
	if c.op == "" {
		c.op = "="
	}
	c.count = t.num
	p.pos++
	if more := p.orMore(); more != "" {
		c.op = more
	}
	return true
}

// saidOfKind reads a clause behind a value of related rows, "a cat that is 3 years old", where "cat" is a value. The
// clause applies to the row with the value, and n gets one related condition with both.
func (p *parser) saidOfKind(n *node, s sense, k int) bool {
	if s.kind != valueSense || s.field.table == n.table || len(p.paths(n.table, s.field.table)) == 0 {
		return false
	}
	if ph, size := phraseAt(p.toks, p.pos+k); size == 0 || ph.role != pronoun && ph.role != whose && ph.role != compar && !(ph.role == prep && ph.arg == "of") {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	child := p.keep(&node{table: s.field.table, conds: []cond{equal(s.field, s.value)}})
	p.clauses(child)
	if len(child.conds) < 2 {
		return false
	}
	n.conds = append(n.conds, cond{kind: related, child: child})
	return p.plausible(n, child.table)
}

// always reports whether the subject belongs to at most one row of t. "All" then adds no meaning to rows of t.
func (p *parser) always(t *schema.Table) bool {
	if p.form.subject == nil {
		return false
	}
	ps := p.paths(p.form.subject.table, t)
	return len(ps) > 0 && ps[0].toOne()
}

// universal reports whether "all", "every" or "each" stands next or among the last three tokens; a verb before the
// current position ends the search. A student who passed all courses is not just one who passed a course.
func (p *parser) universal() bool {
	for i := p.pos; i >= max(0, p.pos-3); i-- {
		if i < len(p.toks) && (p.toks[i].low == "all" || p.toks[i].low == "every" || p.toks[i].low == "each") {
			return true
		}
		if i < p.pos && p.verbWeight(p.toks[i]) > 0 {
			return false
		}
	}
	return false
}

// verbFits lowers the confidence if the verb of child has a meaning of its own, such as "return" or "buy", but no table
// on the join path is called after it. It lowers it more if such a table or date exists elsewhere in the schema.
func (p *parser) verbFits(from *schema.Table, child *node) {
	nouns, ok := verbNouns[child.via]
	if !ok {
		return
	}
	ps := p.paths(from, child.table)
	if len(ps) == 0 {
		return
	}
	for _, w := range append(strings.Fields(nouns), child.via) {
		for _, e := range ps[0] {
			if slices.Contains(p.ix.info[e.to].words, stem(w)) || slices.Contains(p.ix.info[e.from].words, stem(w)) {
				return
			}
		}
	}
	for _, w := range append(strings.Fields(nouns), child.via) {
		if p.ix.namesTable(stem(w)) {
			p.doubt(0.6)
			return
		}
	}
	if p.ix.dated[child.via] {
		p.doubt(0.4) // books are returned where returned_on says so, and not where they are reserved
		return
	}
	p.doubt(0.9)
}

// sameRows reads "countries with singers older than 20" if the country is a column of the singers. The clauses apply to
// the rows of n themselves.
func (p *parser) sameRows(n *node, s sense, k int) bool {
	if n != p.form.subject || s.score < 0.9 {
		return false
	}
	for _, it := range p.form.items {
		if it.field.column == nil {
			return false
		}
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = mergeConds(n.conds, s.conds)
	before := len(n.conds)
	p.clauses(n)
	return len(n.conds) > before
}

// outstandingRow reads "which city has the highest rated hotel" if the city is a column of the hotels. It restricts n
// to the row that the superlative describes.
func (p *parser) outstandingRow(n *node, s sense, k int, t *topping) bool {
	if n != p.form.subject || s.score < 0.9 || t.n > 1 || t.bare || t.common || !p.ofValues() {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = mergeConds(n.conds, s.conds)
	return p.applyTop(n, t)
}

// outstandingValue reads "which city has the cheapest flat" if a flat is a value of the rows of n. It restricts n to
// the row with this value that the superlative describes.
func (p *parser) outstandingValue(n *node, s sense, k int, t *topping) bool {
	if n != p.form.subject || s.kind != valueSense || s.field.table != n.table || t.n > 1 || t.bare || t.common || !p.ofValues() {
		return false
	}
	return p.valueCond(n, s, k) && p.applyTop(n, t)
}

// having reads "countries that have more than one mountain" if the country is a column of the mountains. It groups by
// the selected columns and adds a condition on the number of rows in each group to form.having.
func (p *parser) having(n *node, s sense, k int, c cond) bool {
	if n != p.form.subject || !p.groupByColumns() {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = mergeConds(n.conds, s.conds)
	p.form.having = append(p.form.having, cond{kind: compare, op: c.op, values: []value{{c.count, true}}, measure: &measure{fn: "count", of: n}})
	return true
}

// valuesWith adds a condition on groups for "which genres have more than 3 copies": the copies of all books of a genre
// are counted together. It fails for upper bounds, since a group without any copies would be missing from the result.
func (p *parser) valuesWith(c cond) bool {
	if c.op == "<" || c.op == "<=" || c.op == "=" && c.count == "0" || !p.groupByColumns() {
		return false
	}
	p.form.having = append(p.form.having, cond{kind: compare, op: c.op, values: []value{{c.count, true}}, measure: &measure{fn: "count", of: c.child}})
	return true
}

// groupByColumns groups by the selected columns, unless the form has groups, or an item is no plain column, or one is
// part of the primary key. It reports whether it has grouped.
func (p *parser) groupByColumns() bool {
	f := p.form
	if len(f.groups) > 0 || len(f.items) == 0 {
		return false
	}
	for _, it := range f.items {
		if it.field.column == nil || it.follow != nil || slices.Contains(f.subject.table.PrimaryKey, it.field.column.Name) {
			return false
		}
	}
	f.groups = append(f.groups, f.items...)
	return true
}

// except reads an exception, "except for stadiums that had a concert in 2014", and adds the negated condition to n.
func (p *parser) except(n *node) bool {
	if ph, ok := p.accept(cmpOp); !ok || ph.arg != "<>" {
		return false
	}
	p.skip(ever)
	p.try(func() bool {
		senses, k := p.noun(n.table)
		if k == 0 || senses[0].kind != tableSense || senses[0].table != n.table || len(senses[0].conds) > 0 {
			return false
		}
		p.pos += k
		return true
	})
	before := len(n.conds)
	return p.clause(n) && negate(n, before)
}
