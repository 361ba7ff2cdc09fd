package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// columnPredicate reads a column that n reaches and a condition on it, "price is over 20", "capacity between 5 and 9";
// or a value whose column is part of the noun phrase, "state Indiana".
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
	// "state Indiana" and "whose country is France" both end in a value that was read together with its column.
	if v, ok := p.pick(senses, p.text(p.pos, p.pos+k), valueSense); ok && senses[0].kind == valueSense && p.reaches(n, v.field.table) && !p.whoseBare(v, k) {
		if p.try(func() bool { return p.saidOfKind(n, v, k) }) {
			return true
		}
		return p.valueCond(n, v, k)
	}
	return false
}

// whoseBare reports whether the value v, of k tokens, stands right behind "whose" without the name of its column. In
// "whose research was published" nothing is called "Research".
func (p *parser) whoseBare(v sense, k int) bool {
	if p.pos == 0 || p.toks[p.pos-1].low != "whose" {
		return false
	}
	return !slices.ContainsFunc(p.toks[p.pos:p.pos+k], func(t token) bool {
		return slices.Contains(p.ix.info[v.field.table].columns[v.field.column], t.stem)
	})
}

// predicate reads a condition on f, "is over 20", "contains X", and adds it to n. If bare is true, it may be absent.
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

// rangeOf reads "between a and b", with numbers or times, both included, and adds a condition on f to n.
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

// versusAverage reads a comparison with an aggregate of f over all rows: "above the average", "more than the average
// price". Rows may be restricted, "the lowest price of products in Kitchen". It adds a versus condition to n.
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
	// The column and the table may be repeated: "above the average price of all products".
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

// beyondAll reports whether no row can meet the comparison: below the minimum or above the maximum of all rows.
func beyondAll(op, fn string) bool {
	return fn == "min" && op[0] == '<' || fn == "max" && op[0] == '>'
}

// ofAll consumes "the average", "the maximum", "the lowest" and returns the name of the aggregate; "" if there is none.
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

// compared reads a comparison of f with a number, a time, a value or another column of n, "over 20", "lower than their
// oppose rate", and adds a condition to n.
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
	// Another column: "whose support is lower than their oppose rate".
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

// speaksOf reports whether a word in the hint of an adjective occurs in the name of f: "older" and a column age.
func (p *parser) speaksOf(ph phrase, f field) bool {
	for _, w := range strings.Fields(ph.hint) {
		if slices.Contains(p.ix.info[f.table].columns[f.column], stem(w)) {
			return true
		}
	}
	return false
}

// trailingOperator reads a number with the comparison behind it, "5 or more", "100 or less".
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

// orMore consumes "or more", "or less" and the like, and returns the operator ">=" or "<="; "" if there is none.
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

// matching reads a part of a text, "contains the word X", "starts with X", and adds a like condition on f to n.
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

// pattern returns the LIKE pattern form with text in place of its letter s. Wildcards in text are escaped.
func pattern(form, text string) string {
	if len(text) > 2 && text[0] == '%' && text[len(text)-1] == '%' {
		text = text[1 : len(text)-1] // the user wrote the wildcards around the text
	}
	esc := strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
	return strings.Replace(form, "s", esc, 1)
}

// absent reads "missing", "null", "unknown" and the like, and adds the condition that f is null.
func (p *parser) absent(n *node, f field) bool {
	if !p.word("null", "missing", "empty", "unknown", "unspecified", "blank") {
		return false
	}
	n.conds = append(n.conds, cond{kind: isNull, field: f})
	return true
}

// equals reads a value without an operator, "is France", "of 4", "'Pass'", and adds the condition that f equals it, or
// one of the values after "or".
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

// boolean reads "true", "yes", "false" or "no" as the value of the boolean column f.
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
