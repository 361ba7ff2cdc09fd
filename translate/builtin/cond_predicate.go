package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// columnPredicate is a column of n and what is said of it: "price is over 20", "capacity between 5 and 9".
func (p *parser) columnPredicate(n *node) bool {
	p.skip(ever)
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), columnSense)
	if ok && !s.full && p.ix.isKey(s.field.table, s.field.column) && senses[0].kind == tableSense {
		return false // "loans in 2023" is not about loan_id
	}
	if ok && p.reaches(n, s.field.table) && p.try(func() bool {
		p.note(p.pos, p.pos+k, s)
		p.pos += k
		n.conds = mergeConds(n.conds, s.conds)
		return p.predicate(n, s.field, false) && p.plausible(n, s.field.table)
	}) {
		return true
	}
	// "state Indiana" and "whose country is France" both end in a value that was read with its column.
	if v, ok := p.pick(senses, p.text(p.pos, p.pos+k), valueSense); ok && senses[0].kind == valueSense && p.reaches(n, v.field.table) && !p.whoseBare(v, k) {
		if p.try(func() bool { return p.saidOfKind(n, v, k) }) {
			return true
		}
		return p.valueCond(n, v, k)
	}
	return false
}

// whoseBare says whether a value stands right behind "whose" without the column that holds it: nothing is called "Research"
// in "whose research was published".
func (p *parser) whoseBare(v sense, k int) bool {
	if p.pos == 0 || p.toks[p.pos-1].low != "whose" {
		return false
	}
	return !slices.ContainsFunc(p.toks[p.pos:p.pos+k], func(t token) bool {
		return slices.Contains(p.ix.info[v.field.table].columns[v.field.column], t.stem)
	})
}

// predicate reads what is said of a field. Bare says that nothing at all is said where that is allowed.
func (p *parser) predicate(n *node, f field, bare bool) bool {
	p.skip(be, ever)
	not := p.not()
	p.skip(be, ever)
	p.accept(pronoun)
	p.try(func() bool { // "the state whose name contains"
		_, ok := p.accept(whose)
		return ok && p.word("name")
	})
	p.try(func() bool { // "a score of above 100"
		if ph, ok := p.accept(prep); !ok || ph.arg != "of" && ph.arg != "at" {
			return false
		}
		ph, k := p.role()
		return k > 0 && (ph.role == cmpOp || ph.role == between)
	})
	before := len(n.conds)
	if f.column.Array {
		return p.member(n, f) && (!not || negate(n, before))
	}
	for _, rule := range []func(*node, field) bool{p.rangeOf, p.versusAverage, p.compared, p.matching, p.absent, p.keyPredicate, p.equals} {
		if p.try(func() bool { return rule(n, f) }) {
			return !not || negate(n, before)
		}
	}
	return bare && !not
}

// rangeOf is "between a and b".
func (p *parser) rangeOf(n *node, f field) bool {
	if _, ok := p.accept(between); !ok {
		return false
	}
	if p.tok().kind == when && f.column.Class.Temporal() {
		return p.timeRange(n, f)
	}
	low, ok := p.number(f)
	if !ok || !p.word("and", "to", "-") {
		return false
	}
	high, ok := p.number(f)
	if !ok {
		return false
	}
	n.conds = append(n.conds, cond{kind: compare, field: f, op: "between", values: []value{low, high}})
	return true
}

// versusAverage is "above the average", "more than the average price", "the lowest".
func (p *parser) versusAverage(n *node, f field) bool {
	ph, ok := p.accept(cmpOp, compar)
	if !ok {
		return false
	}
	op, ok := map[string]string{">": ">", "<": "<", ">=": ">=", "<=": "<=", "=": "="}[ph.arg]
	if !ok || !f.column.Class.Numeric() {
		return false
	}
	fn := p.ofAll()
	if fn == "" {
		return false
	}
	// the column may be said again, and of what: "above the average price of all products"
	p.try(func() bool {
		var again field
		return p.fieldOf(n, &again) && again == f
	})
	c := cond{kind: versus, field: f, op: op, agg: fn}
	p.try(func() bool {
		if _, ok := p.accept(prep); !ok {
			return false
		}
		p.articles()
		senses, k := p.noun(nil)
		if k == 0 || senses[0].kind != tableSense || senses[0].table != n.table {
			return false
		}
		p.pos += k
		if c.child = p.keep(&node{table: n.table, conds: senses[0].conds}); len(c.child.conds) == 0 {
			p.clauses(c.child) // "than the lowest price of products in Kitchen"
		}
		return true
	})
	n.conds = append(n.conds, c)
	return c.child != nil || !beyondAll(op, fn)
}

// beyondAll says whether nothing can be so: below the smallest of all, above the greatest.
func beyondAll(op, fn string) bool {
	return fn == "min" && op[0] == '<' || fn == "max" && op[0] == '>'
}

// ofAll consumes "the average", "the maximum", "the lowest" and says which aggregate it is.
func (p *parser) ofAll() string {
	p.skip()
	ph, ok := p.accept(aggOp, superl, mostOp)
	if !ok {
		return ""
	}
	switch {
	case ph.role == aggOp && ph.arg != "sum":
		return ph.arg
	case ph.role == superl && ph.hint == "" && ph.arg == "desc":
		return "max"
	case ph.role == superl && ph.hint == "" && ph.arg == "asc":
		return "min"
	}
	return ""
}

// compared is an operator and a number, a date or another column.
func (p *parser) compared(n *node, f field) bool {
	ph, ok := p.accept(cmpOp, compar)
	if ok && p.tok().kind == when || ok && ph.arg != "" && strings.ContainsAny(ph.arg, "abcdefghijklmnopqrstuvwxyz") {
		return p.comparedInTime(n, f, ph)
	}
	if !ok {
		return p.trailingOperator(n, f)
	}
	op := ph.arg
	if ph.role == compar && !p.speaksOf(ph, f) || op != "=" && op != "<>" && p.ix.isKey(f.table, f.column) {
		return false
	}
	if v, ok := p.number(f); ok && f.column.Class.Numeric() {
		n.conds = append(n.conds, cond{kind: compare, field: f, op: op, values: []value{v}})
		return true
	}
	if op == "=" || op == "<>" {
		if v, ok := p.literal(f); ok {
			c := cond{kind: compare, field: f, op: "=", values: []value{v}, not: op == "<>"}
			p.moreValues(&c)
			n.conds = append(n.conds, c)
			return true
		}
	}
	// another column: "whose support is lower than their oppose rate"
	if op == ">" || op == "<" || op == ">=" || op == "<=" {
		var other field
		p.skipPossessive()
		if p.fieldOf(n, &other) && other != f && other.column.Class.Numeric() && f.column.Class.Numeric() {
			if p.ix.isKey(n.table, other.column) {
				return p.surpasses(n, f, other, op)
			}
			n.conds = append(n.conds, cond{kind: fields, field: f, other: other, op: op})
			return true
		}
	}
	return false
}

// speaksOf says whether an adjective speaks of a column: older of an age.
func (p *parser) speaksOf(ph phrase, f field) bool {
	for _, w := range strings.Fields(ph.hint) {
		if slices.Contains(p.ix.info[f.table].columns[f.column], stem(w)) {
			return true
		}
	}
	return false
}

// trailingOperator is "5 or more", "100 or less".
func (p *parser) trailingOperator(n *node, f field) bool {
	v, ok := p.number(f)
	if !ok || !f.column.Class.Numeric() {
		return false
	}
	op := p.orMore()
	if op == "" {
		return false
	}
	n.conds = append(n.conds, cond{kind: compare, field: f, op: op, values: []value{v}})
	return true
}

func (p *parser) orMore() string {
	if p.ahead(0).low != "or" {
		return ""
	}
	op := map[string]string{"more": ">=", "greater": ">=", "higher": ">=", "above": ">=", "over": ">=", "longer": ">=", "older": ">=",
		"less": "<=", "fewer": "<=", "lower": "<=", "below": "<=", "under": "<=", "younger": "<=", "after": ">=", "later": ">=", "before": "<=", "earlier": "<="}[p.ahead(1).low]
	if op != "" {
		p.pos += 2
	}
	return op
}

// matching is "contains the word X", "starts with X".
func (p *parser) matching(n *node, f field) bool {
	ph, ok := p.accept(contains)
	if !ok || f.column.Class != schema.Text {
		return false
	}
	t := p.tok()
	if t.kind != quoted && t.kind != word {
		return false
	}
	if t.kind == word && !t.upper && len(t.text) > 1 { // "whose name contains son": a word that ends the clause
		if _, k := p.role(); k > 0 || !p.ahead(1).end() {
			return false
		}
		p.doubt(0.95)
	}
	p.pos++
	n.conds = append(n.conds, cond{kind: like, field: f, pattern: pattern(ph.arg, t.text)})
	return true
}

// pattern puts text into a LIKE pattern, its own wildcards escaped.
func pattern(form, text string) string {
	if len(text) > 2 && text[0] == '%' && text[len(text)-1] == '%' {
		text = text[1 : len(text)-1] // the user's own wildcards
	}
	esc := strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
	return strings.Replace(form, "s", esc, 1)
}

// absent is "is missing", "is null", "is unknown".
func (p *parser) absent(n *node, f field) bool {
	if !p.word("null", "missing", "empty", "unknown", "unspecified", "blank") {
		return false
	}
	n.conds = append(n.conds, cond{kind: isNull, field: f})
	return true
}

// equals is a value without an operator: "is France", "of 4", "'Pass'".
func (p *parser) equals(n *node, f field) bool {
	for {
		ph, k := p.role()
		if k > 0 && (ph.role == prep || ph.role == named || ph.role == either || ph.role == be) {
			p.pos += k
			p.skip()
			if ph.arg == "in" && p.tok().kind != word && p.tok().kind != quoted && !f.column.Class.Temporal() {
				return false // "a concert in 2014" says when, not which
			}
			continue
		}
		break
	}
	if next := p.ahead(1); (next.kind == number || next.kind == quoted) && p.ahead(2).end() || p.ahead(2).low == "and" {
		p.word("number", "no", "id", "code", "value") // "major number 600"
	}
	if f.column.Class == schema.Boolean {
		return p.boolean(n, f)
	}
	if f.column.Class.Temporal() {
		p.accept(prep)
		return p.timeValue(n, f, "=")
	}
	v, ok := p.literal(f)
	if !ok {
		return false
	}
	c := cond{kind: compare, field: f, op: "=", values: []value{v}}
	p.moreValues(&c)
	n.conds = append(n.conds, c)
	return true
}

func (p *parser) boolean(n *node, f field) bool {
	switch {
	case p.word("true", "yes"):
		n.conds = append(n.conds, cond{kind: isTrue, field: f})
	case p.word("false", "no"):
		n.conds = append(n.conds, cond{kind: isTrue, field: f, not: true})
	default:
		return false
	}
	return true
}
