package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

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

// timeClause is a period or a bound in time that needs no preposition of place: "after 1980", "since March", "last month".
func (p *parser) timeClause(n *node) bool {
	if p.behindMany(n) || p.measuredElsewhere(n) || p.whenOfMain(n) {
		return false
	}
	if p.tok().kind == when {
		return p.timeOf(n, "")
	}
	if p.tok().year && p.ahead(1).end() && p.pos > 0 && !joins(p.toks[p.pos-1]) && (n == p.form.subject || p.isMeasured(n)) {
		p.doubt(0.95) // "revenue 2025"
		return p.timeOf(n, "")
	}
	ph, ok := p.accept(cmpOp)
	if !ok {
		return false
	}
	op := map[string]string{"after": ">", "before": "<", "since": ">=", "until": "<="}[ph.arg]
	if op == "" {
		return false
	}
	p.skip()
	p.try(func() bool { return p.word("year") })
	f, ok := p.timeField(n)
	if !ok || !p.timeValue(n, f, op) {
		return false
	}
	return true
}

// behindMany says whether what was said last of n is that it has rows of another table, as customers have orders: a bare time
// or amount that follows, "customers with orders under 20", is of those rows or of nothing.
func (p *parser) behindMany(n *node) bool {
	if len(n.conds) == 0 {
		return false
	}
	c := n.conds[len(n.conds)-1]
	if c.kind == outnumbers {
		return true
	}
	if c.kind != related || c.edge != nil || c.child.table == n.table {
		return false
	}
	ps := p.paths(n.table, c.child.table)
	return len(ps) > 0 && !ps[0].toOne()
}

// measuredElsewhere says whether a number of rows of another table is asked for each row of n, and that table has a time of its
// own: "accounts and their total invoice amount in 2024" is not about accounts of that year.
func (p *parser) measuredElsewhere(n *node) bool {
	if n != p.form.subject {
		return false
	}
	return slices.ContainsFunc(p.measures(p.form.items), func(it item) bool {
		m := it.measure
		return m.of == n && m.field.column != nil && p.ofMany(m) && (p.ix.dateOf(m.field.table) != nil || p.ix.begunOf(m.field.table) != nil)
	})
}

// whenOfMain says whether a bare time behind rows that are, and do not happen, is that of what happened to them: trips by
// female riders in 2023 were made then, whenever the riders joined.
func (p *parser) whenOfMain(n *node) bool {
	main := p.form.subject
	if main == nil || n == main || p.isMeasured(n) || p.eventful(n.table) {
		return false
	}
	for _, it := range p.measures(p.form.items) {
		if it.measure.of != nil {
			main = it.measure.of
		}
	}
	return main.table != n.table && p.eventful(main.table) && (p.ix.dateOf(main.table) != nil || p.ix.begunOf(main.table) != nil)
}

// ofMany says whether a measure is over a column of rows of which there are many for each row that it is of.
func (p *parser) ofMany(m *measure) bool {
	if m.field.table == m.of.table {
		return false
	}
	ps := p.paths(m.of.table, m.field.table)
	return len(ps) > 0 && !ps[0].toOne()
}

// joins says whether a word joins what stands before it with what follows.
func joins(t token) bool { return t.low == "and" || t.low == "or" || t.low == "," || t.low == "&" }

// timeOf is a year or period at which the rows of n happened.
func (p *parser) timeOf(n *node, _ string) bool {
	p.skip()
	p.try(func() bool {
		p.word("the")
		return p.word("year", "years") && (p.word("of") || true)
	})
	t := p.tok()
	if t.kind != when && !t.year || p.behindMany(n) || p.measuredElsewhere(n) || p.whenOfMain(n) {
		return false
	}
	f, ok := p.timeField(n)
	if !ok {
		return false
	}
	before := len(n.conds)
	if p.ahead(1).low == "or" {
		m := p.mark()
		p.pos++
		if op := p.orMore(); op != "" {
			p.pos = m.pos
			if !p.timeValue(n, f, op) {
				return false
			}
			p.pos += 2
			return true
		}
		p.reset(m)
	}
	if next := p.ahead(1).low; next == "onwards" || next == "onward" {
		if !p.timeValue(n, f, ">=") {
			return false
		}
		p.pos++
		return true
	}
	if !p.timeValue(n, f, "=") {
		return false
	}
	p.moreTimes(n, f, before)
	return true
}

// moreTimes reads ", 2024 or 2025" after a time. "And" says the same of what happens once itself, but not of those who
// may have done something in both.
func (p *parser) moreTimes(n *node, f field, before int) {
	all := p.ownTimes(n, f)
	years, conj := 1, false
	for p.try(func() bool {
		if !p.word(",") {
			if _, ok := p.accept(disj); !ok {
				if !all || !p.word("and", "&") {
					return false
				}
				conj = true
			}
			p.skip(prep)
		}
		if p.tok().kind != when && !p.tok().year {
			return false
		}
		other := p.keep(&node{table: n.table})
		if !p.timeValue(other, f, "=") {
			return false
		}
		years++
		last := n.conds[len(n.conds)-1]
		either := cond{kind: anyOf, any: [][]cond{{last}, other.conds}}
		if last.kind == anyOf {
			either.any = append(slices.Clone(last.any), other.conds)
		}
		n.conds = append(n.conds[:before:before], either)
		return true
	}) {
	}
	if conj && years > 1 && f.column.Class.Temporal() {
		p.eachTime(f)
	}
}

// eachTime shows sums and averages "in 2024 and 2025" for each year, where years are what was said.
func (p *parser) eachTime(f field) {
	if len(p.form.groups) > 0 || len(p.form.items) != 1 || p.form.items[0].measure == nil || p.form.items[0].measure.fn == "count" {
		return
	}
	for _, c := range append(slices.Clone(p.form.subject.conds), p.form.items[0].measure.of.allConds()...) {
		for _, k := range c.any {
			if k[0].span.year == 0 {
				return
			}
		}
	}
	p.form.groups = append(p.form.groups, item{field: f, trunc: "year"})
}

// allConds are the conditions of a node that may be none.
func (n *node) allConds() []cond {
	if n == nil {
		return nil
	}
	return n.conds
}

// ownTimes says whether "in 2024 and 2025" is true of rows of either year: of what happens once itself, and not of those
// who may have done something in both.
func (p *parser) ownTimes(n *node, f field) bool {
	return (n == p.form.subject || p.isMeasured(n)) && (f.table == n.table || p.ix.near(n.table, f.table))
}

// timeField finds the column that says when the rows of n happened.
func (p *parser) timeField(n *node) (field, bool) {
	t := p.tok()
	candidates := []*schema.Column{p.ix.yearOf(n.table), p.ix.dateOf(n.table)}
	if t.kind == when && t.span.year == 0 {
		candidates = candidates[1:]
	}
	for _, c := range candidates {
		if c != nil {
			// "players in 1995" were not born then
			return field{n.table, c}, (!p.ix.ofBirth(n.table, c) || p.bornBehind()) && !p.ix.toldLater(n.table, c)
		}
	}
	for _, c := range n.table.Columns {
		if c.Class.Temporal() {
			if f, ok := p.begun(n); ok {
				return f, true
			}
			return p.whichDate(n, t.text)
		}
	}
	// an order's items happened when the order did
	for _, e := range p.ix.graph.edges[n.table] {
		if !e.toOne || e.to == n.table {
			continue
		}
		if c := p.ix.dateOf(e.to); c != nil && p.eventful(e.to) {
			p.doubt(0.97)
			return field{e.to, c}, true
		}
	}
	return p.ix.calendarDate(n.table)
}

// bornBehind says whether "born" stands shortly before.
func (p *parser) bornBehind() bool {
	return slices.ContainsFunc(p.toks[max(0, p.pos-4):p.pos], func(t token) bool { return birthWords[t.stem] })
}

// eventful says whether rows of a table are things that happen, as orders do, and not things that are, as customers.
func (p *parser) eventful(t *schema.Table) bool {
	for _, e := range p.ix.graph.edges[t] {
		if e.toOne && e.to != t {
			return true
		}
	}
	return false
}

// calendarDate is the date of the rows of t where a table with a row for each day keeps it, as the date dimension of a star
// schema does, and t has one key to it.
func (ix *index) calendarDate(t *schema.Table) (found field, ok bool) {
	for _, e := range ix.graph.edges[t] {
		if !e.toOne || e.to == t {
			continue
		}
		if c := ix.calendar(e.to); c != nil {
			if found.column != nil {
				return field{}, false
			}
			found = field{e.to, c}
		}
	}
	return found, found.column != nil
}

// calendar is the date of a table that has a row for each day: beside it, columns for its year and its month or quarter.
func (ix *index) calendar(t *schema.Table) *schema.Column {
	year, part := false, false
	for c, ws := range ix.info[t].columns {
		if c.Class.Temporal() || len(t.PrimaryKey) == 1 && c.Name == t.PrimaryKey[0] {
			continue
		}
		year = year || ws[0] == "year"
		part = part || ws[0] == "month" || ws[0] == "quarter"
	}
	if !year || !part {
		return nil
	}
	return ix.dateOf(t)
}
