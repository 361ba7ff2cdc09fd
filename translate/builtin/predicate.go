package builtin

import (
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
	if ok && p.reaches(n, s.field.table) && p.try(func() bool {
		p.note(p.pos, p.pos+k, s)
		p.pos += k
		n.conds = mergeConds(n.conds, s.conds)
		return p.predicate(n, s.field, false) && p.plausible(n, s.field.table)
	}) {
		return true
	}
	// "state Indiana" and "whose country is France" both end in a value that was read with its column.
	if v, ok := p.pick(senses, p.text(p.pos, p.pos+k), valueSense); ok && senses[0].kind == valueSense && p.reaches(n, v.field.table) {
		return p.valueCond(n, v, k)
	}
	return false
}

// predicate reads what is said of a field. Bare says that nothing at all is said where that is allowed.
func (p *parser) predicate(n *node, f field, bare bool) bool {
	p.skip(be, ever)
	not := p.not()
	p.skip(be, ever)
	p.accept(relative2)
	p.try(func() bool { // "the state whose name contains"
		_, ok := p.accept(whose)
		return ok && p.word("name")
	})
	before := len(n.conds)
	for _, rule := range []func(*node, field) bool{p.rangeOf, p.versusAverage, p.compared, p.matching, p.absent, p.equals} {
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

// timeRange is "between March 2024 and June 2024", both included.
func (p *parser) timeRange(n *node, f field) bool {
	a := p.tok().span
	p.pos++
	if !p.word("and", "to", "-") || p.tok().kind != when {
		return false
	}
	b := p.tok().span
	p.pos++
	n.conds = append(n.conds, cond{kind: inPeriod, field: f, op: "=", span: period{from: a.from, to: b.to, open: b.open,
		text: "between " + a.text + " and " + b.text}})
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
	p.try(func() bool {
		if _, ok := p.accept(prep); !ok {
			return false
		}
		p.articles()
		senses, k := p.noun(nil)
		if k == 0 || senses[0].kind != tableSense || senses[0].table != n.table || len(senses[0].conds) > 0 {
			return false
		}
		p.pos += k
		return true
	})
	n.conds = append(n.conds, cond{kind: versus, field: f, op: op, agg: fn})
	return true
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
	if v, ok := p.number(f); ok && (f.column.Class.Numeric() || f.column.Class == schema.Text && numericText(f.column)) {
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
			n.conds = append(n.conds, cond{kind: fields, field: f, other: other, op: op})
			return true
		}
	}
	return false
}

// speaksOf says whether an adjective speaks of a column: older of an age.
func (p *parser) speaksOf(ph phrase, f field) bool {
	for _, w := range strings.Fields(ph.hint) {
		if contains2(p.ix.info[f.table].columns[f.column], stem(w)) {
			return true
		}
	}
	return false
}

// numericText says whether a text column is known to hold numbers; comparing those as text would be wrong, so it is not
// done at all yet.
func numericText(*schema.Column) bool { return false }

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

// comparedInTime is "after 2013", "before March 2024", "since yesterday".
func (p *parser) comparedInTime(n *node, f field, ph phrase) bool {
	op, ok := map[string]string{"after": ">", "before": "<", "since": ">=", "until": "<=", ">": ">", "<": "<", ">=": ">=", "<=": "<="}[ph.arg]
	if !ok {
		return false
	}
	p.skip()
	p.try(func() bool { return p.word("year") })
	return p.timeValue(n, f, op)
}

// timeValue reads a period or a year and compares the field with it.
func (p *parser) timeValue(n *node, f field, op string) bool {
	t := p.tok()
	switch {
	case t.kind == when && f.column.Class.Temporal():
		p.pos++
		n.conds = append(n.conds, cond{kind: inPeriod, field: f, op: op, span: t.span})
		return true
	case t.year && f.column.Class.Temporal():
		p.pos++
		n.conds = append(n.conds, cond{kind: inPeriod, field: f, op: op, span: yearPeriod(atoi(t.num))})
		return true
	case t.kind == number && f.column.Class.Numeric():
		p.pos++
		n.conds = append(n.conds, cond{kind: compare, field: f, op: op, values: []value{{t.num, true}}})
		return true
	case t.year && f.column.Class == schema.Text && p.ix.yearOf(f.table) == f.column && op == "=":
		p.pos++
		n.conds = append(n.conds, cond{kind: compare, field: f, op: op, values: []value{{text: t.num}}})
		return true
	}
	return false
}

func atoi(s string) int {
	n := 0
	for _, r := range s {
		if r < '0' || r > '9' || n > 1<<20 {
			return n
		}
		n = 10*n + int(r-'0')
	}
	return n
}

// matching is "contains the word X", "starts with X".
func (p *parser) matching(n *node, f field) bool {
	ph, ok := p.accept(contains)
	if !ok || f.column.Class != schema.Text {
		return false
	}
	t := p.tok()
	if t.kind != quoted && !(t.kind == word && t.upper) && !(t.kind == word && len(t.text) == 1) {
		return false
	}
	p.pos++
	n.conds = append(n.conds, cond{kind: like, field: f, pattern: pattern(ph.arg, t.text)})
	return true
}

// pattern puts text into a LIKE pattern, its own wildcards escaped.
func pattern(form, text string) string {
	esc := strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(strings.Trim(text, "%"))
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
		if k > 0 && (ph.role == prep && ph.arg != "in" || ph.role == named || ph.role == either || ph.role == be) {
			p.pos += k
			p.skip()
			continue
		}
		break
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

// unitWords may follow a number and add nothing that the column does not say.
var unitWords = map[string]bool{"dollar": true, "dollars": true, "euro": true, "euros": true, "usd": true, "eur": true, "pounds": true,
	"percent": true, "%": true, "kg": true, "kilograms": true, "lbs": true, "km": true, "kilometers": true, "miles": true, "meters": true,
	"feet": true, "cm": true, "inches": true, "hours": true, "minutes": true, "seconds": true, "mm": true, "grams": true, "$": true, "€": true, "points": true}

// number reads a number as a value of the field.
func (p *parser) number(f field) (value, bool) {
	p.skip()
	t := p.tok()
	if t.kind != number {
		return value{}, false
	}
	p.pos++
	switch {
	case unitWords[p.tok().low] && p.tok().kind != quoted:
		p.pos++
	case p.tok().low == "years" || p.tok().low == "year":
		if p.ahead(1).low == "old" {
			p.pos += 2
		} else if len(p.ix.info[f.table].columns[f.column]) > 0 && contains2(p.ix.info[f.table].columns[f.column], "age") {
			p.pos++
		}
	}
	return value{t.num, true}, true
}

// literal reads a value of the field: a stored one in the column's own spelling, a quoted one as it stands, a number.
func (p *parser) literal(f field) (value, bool) {
	p.skip()
	t := p.tok()
	switch {
	case t.kind == quoted:
		return p.quoted(f)
	case t.kind == number && f.column.Class.Numeric():
		return p.number(f)
	case f.column.Class.Numeric() || f.column.Class.Temporal() || f.column.Class == schema.Boolean:
		return value{}, false
	}
	for k := min(maxNoun, len(p.toks)-p.pos); k > 0; k-- {
		for _, s := range p.ix.findValues(p.toks[p.pos : p.pos+k]) {
			if s.column == f.column {
				p.note(p.pos, p.pos+k, sense{kind: valueSense, table: f.table, field: f, value: s.value, score: s.score})
				p.pos += k
				return value{text: s.value}, true
			}
		}
	}
	if t.kind == word && (t.upper || len(t.low) > 2) {
		if v, ok := inColumn(f.column, t.text); ok {
			p.pos++
			return value{text: v}, true
		}
	}
	if t.kind == number {
		if len(known(f.column)) == 0 || f.column.Profile.Complete {
			if v, ok := inColumn(f.column, t.text); ok {
				p.pos++
				return value{text: v}, true
			}
		}
		p.pos++
		p.doubt(0.95)
		return value{text: t.text}, true
	}
	return p.code(f)
}

// quoted takes a quoted value: in the column's own spelling when that is known, else as it stands.
func (p *parser) quoted(f field) (value, bool) {
	t := p.tok()
	if f.column.Class.Numeric() {
		return value{}, false
	}
	p.pos++
	if v, ok := inColumn(f.column, t.text); ok {
		return value{text: v}, true
	}
	for _, s := range p.ix.findValues([]token{t}) {
		if s.column == f.column {
			return value{text: s.value}, true
		}
	}
	switch {
	case f.column.Profile.Complete || f.column.Class == schema.Enum:
		p.doubt(0.66) // the column is known not to hold it
	case p.elsewhere(t, f):
		p.doubt(0.6)
	default:
		p.doubt(0.95)
	}
	return value{text: t.text}, true
}

// elsewhere says whether another column of the same table is known to hold the value.
func (p *parser) elsewhere(t token, f field) bool {
	for _, s := range p.ix.findValues([]token{t}) {
		if s.table == f.table {
			return true
		}
	}
	return false
}

// code takes a word that is written like a name or a code as a value that the profile does not hold.
func (p *parser) code(f field) (value, bool) {
	t := p.tok()
	if t.kind != word || !t.upper || f.column.Class != schema.Text || f.column.Profile.Complete {
		return value{}, false
	}
	var text []string
	for t = p.tok(); t.kind == word && t.upper && len(text) < 4; t = p.tok() {
		text = append(text, t.text)
		p.pos++
	}
	p.doubt(0.85)
	return value{text: strings.Join(text, " ")}, true
}
