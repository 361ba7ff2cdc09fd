package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// comparative reads an adjective that names a column, and a number or an average: "older than 20", "heavier than
// average". It adds a condition on that column to n.
func (p *parser) comparative(n *node) bool {
	ph, k := p.role()
	if low := p.tok().low; k > 0 && ph.role == cmpOp && (low == "higher" || low == "lower") {
		ph.role, ph.hint = compar, highWords // "mountains higher than 4000 meters"
	}
	if k == 0 || ph.role != compar {
		return false
	}
	f, ok := p.measureOf(n.table, ph.hint)
	if g, measured := p.measuredIn(n.table, p.pos+k); measured && gradesUnit(ph.hint, g) {
		f, ok = g, true
		if ph.hint == "speed" { // slower means a longer duration
			ph.arg = map[string]string{">": "<", "<": ">"}[ph.arg]
		}
	}
	if !ok {
		return p.bornBefore(n)
	}
	if p.try(func() bool { return p.versusAverage(n, f) }) {
		return true
	}
	p.pos += k
	v, ok := p.number(f)
	if !ok || !f.column.Class.Numeric() {
		return false
	}
	n.conds = append(n.conds, cond{kind: compare, field: f, op: ph.arg, values: []value{v}})
	return true
}

// moneyOf returns the column of t that is a price or an amount of money, and reports whether there is one. It tries
// "price", "cost" and so on, in this order.
func (p *parser) moneyOf(t *schema.Table) (field, bool) {
	for _, w := range []string{"price", "cost", "total", "amount", "salary", "value", "fee", "balance"} {
		if f, ok := p.measureOf(t, w); ok {
			return f, true
		}
	}
	return field{}, false
}

// measureOf returns the numeric or date column of t that the hint of an adjective speaks of. It tries the words of the
// hint in order, each with columnWith, and fails at the first that names several columns. "@size", "@date" and "@pages"
// are special hints. If t has no such column, it looks in the parent table, see tableInfo, or for bodily words in the
// table of the persons.
func (p *parser) measureOf(t *schema.Table, hint string) (field, bool) {
	if hint == "@size" {
		return p.sizeOf(t)
	}
	if hint == "@date" {
		if c := p.ix.dateOf(t); c != nil {
			return field{t, c}, true
		}
		if c := p.ix.yearOf(t); c != nil && c.Class.Numeric() {
			return field{t, c}, true
		}
		if c := p.madeOf(t); c != nil {
			return field{t, c}, true
		}
		if c := p.ix.begunOf(t); c != nil {
			p.doubt(0.9)
			p.assume("the time is that of " + t.Name + "." + c.Name)
			return field{t, c}, true
		}
		return field{}, false
	}
	for _, w := range strings.Fields(hint) {
		if w == "@pages" {
			if c := p.pagesOf(t); c != nil {
				return field{t, c}, true
			}
			continue
		}
		if c, sure := p.columnWith(t, stem(w)); c != nil && sure {
			return field{t, c}, true
		} else if c == nil && !sure {
			return field{}, false // no one of several columns is preferred
		}
	}
	if e := p.ix.info[t].parent; e != nil {
		return p.measureOf(e.to, hint)
	}
	if e := p.ix.plays(t); e != nil && bodily[strings.Fields(hint + " -")[0]] {
		return p.measureOf(e.to, hint)
	}
	return field{}, false
}

// bodily lists what only a person has. The column of a player, driver or coach is looked for in the table of persons.
var bodily = map[string]bool{"age": true, "height": true, "weight": true}

// columnWith returns the only numeric column of t, not a key, whose name contains the stem w. A column whose whole name
// is w is preferred. If several match, it returns nil, false; if none, nil, true.
func (p *parser) columnWith(t *schema.Table, w string) (c *schema.Column, sure bool) {
	var found []*schema.Column
	for _, c := range t.Columns {
		ws := p.ix.info[t].columns[c]
		if !slices.Contains(ws, w) {
			ws = p.ix.info[t].spelled[c]
		}
		if !c.Class.Numeric() || !slices.Contains(ws, w) || p.ix.isKey(t, c) {
			continue
		}
		if len(ws) == 1 || strings.Join(cutTable(ws, p.ix.info[t].words), " ") == w {
			return c, true
		}
		found = append(found, c)
	}
	switch len(found) {
	case 0:
		return nil, true
	case 1:
		return found[0], true
	}
	return nil, false
}

// superlative reads what follows "with the": "highest price", "most orders", "largest total amount", "second highest
// price". It adds an extreme or ranked condition to n.
func (p *parser) superlative(n *node) bool {
	t := topping{n: 1, nth: p.nth()}
	if t.nth > 1 {
		before := len(n.conds)
		if !p.superlative(n) || len(n.conds) != before+1 {
			return false
		}
		last := n.conds[before]
		last.nth = t.nth
		n.conds = append(slices.Clone(n.conds[:before]), last)
		return last.kind == extreme || last.kind == ranked
	}
	ph, ok := p.accept(superl, mostOp, aggOp)
	if !ok {
		return false
	}
	switch {
	case ph.role == mostOp:
		p.pos -= p.width(ph)
		return p.most(n, "")
	case ph.role == superl && ph.hint != "":
		return false
	case ph.role == aggOp && ph.arg != "max" && ph.arg != "min":
		return false
	}
	t.desc = ph.arg == "desc" || ph.arg == "max"
	if inner, ok := p.accept(aggOp); ok && (inner.arg == "sum" || inner.arg == "avg") {
		return p.superlativeAggregate(n, inner.arg, t)
	}
	if p.try(func() bool { return p.rankedByMetric(n, t.desc) }) {
		return true
	}
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), columnSense)
	if !ok || !s.field.column.Class.Numeric() && !s.field.column.Class.Temporal() {
		return false
	}
	if !s.full && p.ix.isKey(s.field.table, s.field.column) {
		return false // the largest house is not the one with the highest house_id
	}
	if s.field.table != n.table && !p.ix.near(n.table, s.field.table) {
		return p.rankedBy(n, s, k, map[bool]string{true: "max", false: "min"}[t.desc], t)
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = append(n.conds, cond{kind: extreme, field: s.field, desc: t.desc})
	return true
}

// width returns the number of tokens of the phrase that was just accepted.
func (p *parser) width(ph phrase) int {
	for k := 1; k <= maxPhrase && k <= p.pos; k++ {
		if got, n := phraseAt(p.toks, p.pos-k); n == k && got.role == ph.role {
			best := k
			for j := k + 1; j <= maxPhrase && j <= p.pos; j++ {
				if got, n := phraseAt(p.toks, p.pos-j); n == j && got.role == ph.role {
					best = j
				}
			}
			return best
		}
	}
	return 1
}

// rankedByMetric reads a metric behind a superlative, "the highest revenue", and adds a ranked condition to n.
func (p *parser) rankedByMetric(n *node, desc bool) bool {
	p.accept(aggOp)
	m := p.metric()
	if m == nil || m.of.table == n.table || len(p.paths(n.table, m.of.table)) == 0 {
		return false
	}
	p.clauses(m.of)
	n.conds = append(n.conds, cond{kind: ranked, measure: m, desc: desc, count: "1"})
	return true
}

// superlativeAggregate reads the column in "the highest total amount" and ranks n by the aggregate fn of that column
// over the related rows.
func (p *parser) superlativeAggregate(n *node, fn string, t topping) bool {
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), columnSense)
	if !ok || !aggregable(fn, s.field.column) {
		return false
	}
	if s.field.table == n.table {
		return false
	}
	return p.rankedBy(n, s, k, fn, t)
}

// rankedBy consumes k tokens, read as the column s of related rows, and their clauses. It ranks n by the aggregate fn
// of the column, descending if t.desc.
func (p *parser) rankedBy(n *node, s sense, k int, fn string, t topping) bool {
	if len(p.paths(n.table, s.field.table)) == 0 {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	m := &measure{fn: fn, field: s.field, of: p.keep(&node{table: s.field.table})}
	p.clauses(m.of)
	n.conds = append(n.conds, cond{kind: ranked, measure: m, desc: t.desc, count: "1"})
	return true
}

// most reads "the most orders", "the highest number of students" and ranks n by how many rows are related, or by a
// column that holds their number. If the rows are n's own, it groups by the selected columns and orders the groups by
// their size. via is the verb that leads to the related rows.
func (p *parser) most(n *node, via string) bool {
	ph, ok := p.accept(mostOp)
	if !ok {
		return false
	}
	p.word("of")
	p.skip()
	if p.try(func() bool { return p.rankedByMetric(n, ph.arg == "desc") }) {
		return true
	}
	p.accept(distinct)
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s := senses[0]
	if s.kind == columnSense && s.field.table == n.table && s.field.column.Class.Numeric() && !p.ix.isKey(n.table, s.field.column) {
		if n == p.form.subject && p.form.implied && p.halfKey(n.table) {
			return false // "which day had the most calls" may mean the calls of one account or of all
		}
		p.note(p.pos, p.pos+k, s)
		p.pos += k
		n.conds = append(n.conds, cond{kind: extreme, field: s.field, desc: ph.arg == "desc"})
		return true
	}
	if p.try(func() bool { return p.mostAdded(n, s, k, ph.arg == "desc") }) {
		return true
	}
	s, ok = p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if ok && s.table == n.table && s.score >= 0.75 && n == p.form.subject && len(p.form.order) == 0 && p.groupByColumns() {
		p.note(p.pos, p.pos+k, s)
		p.pos += k
		n.conds = mergeConds(n.conds, s.conds)
		p.form.order = append(p.form.order, sortKey{item{measure: &measure{fn: "count", of: n}}, ph.arg == "desc"})
		if p.form.limit == 0 {
			p.form.limit = 1
		}
		return true
	}
	if !ok || s.table == n.table || len(p.paths(n.table, s.table)) == 0 {
		return false
	}
	m := &measure{fn: "count"}
	if f, ok := p.massOf(s, p.pos+k); ok {
		m.fn, m.field = "sum", f
	}
	m.of = p.node(s, k)
	m.of.via = via
	p.clauses(m.of)
	n.conds = append(n.conds, cond{kind: ranked, measure: m, desc: ph.arg == "desc", count: "1"})
	return true
}

// mostAdded reads "the most clicks" if clicks are a number in rows of another table. These are added up for each row of
// n.
func (p *parser) mostAdded(n *node, s sense, k int, desc bool) bool {
	if s.kind != columnSense || s.field.table == n.table || !s.full || !p.additive(s.field) || len(s.conds) > 0 {
		return false
	}
	ps := p.paths(n.table, s.field.table)
	if len(ps) == 0 || ps[0].toOne() {
		return false
	}
	p.doubt(0.95)
	return p.rankedBy(n, s, k, "sum", topping{desc: desc})
}

// additive reports whether the numbers of f may be added up over rows. Amounts and counts may; prices, rates, scores
// and ages may not.
func (p *parser) additive(f field) bool {
	if !f.column.Class.Numeric() || p.ix.isKey(f.table, f.column) || holdsYears(f.column) {
		return false
	}
	return !slices.ContainsFunc(append(split(f.column.Name), p.ix.info[f.table].spelled[f.column]...), func(w string) bool { return notAdditive[stem(w)] })
}

// notAdditive lists words in the names of numbers that may not be added up over rows.
var notAdditive = wordSet(`price rate percentage pct percent ratio score rating grade age year level index latitude longitude temperature rank
	number position limit capacity minimum maximum average mean balance stock salary wage version floor height weight length width depth size
	probability discount quota budget target`)

// halfKey reports whether the selected columns include a part of a composite primary key of t. A part does not identify
// a row: one day has a row for each account.
func (p *parser) halfKey(t *schema.Table) bool {
	return len(t.PrimaryKey) > 1 && slices.ContainsFunc(p.form.items, func(it item) bool {
		return it.field.table == t && it.field.column != nil && slices.Contains(t.PrimaryKey, it.field.column.Name)
	})
}
