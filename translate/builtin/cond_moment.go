package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// timeRange reads a range of two periods, "between March 2024 and June 2024", both included, behind "between". It adds
// an inPeriod condition on f to n.
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

// comparedInTime reads the time behind the comparison ph, "after 2013", "before March 2024", "since yesterday", and
// adds a condition on f to n.
func (p *parser) comparedInTime(n *node, f field, ph phrase) bool {
	op, ok := map[string]string{"after": ">", "before": "<", "since": ">=", "until": "<=", ">": ">", "<": "<", ">=": ">=", "<=": "<="}[ph.arg]
	if !ok {
		return false
	}
	p.skip()
	p.try(func() bool { return p.word("year") })
	return p.timeValue(n, f, op)
}

// timeValue reads a period or a year and adds the condition f op period to n. If f is a number, a number is compared. A
// text column can only equal a year.
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

// timeClause reads a period or a bound in time without a preposition of place: "after 1980", "since March", "last
// month". It adds a condition on the date of n.
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

// behindMany reports whether the last condition of n is a relation to possibly several rows of another table, as
// customers have orders. A bare time or amount behind it, "customers with orders under 20", is about those rows and
// must not be read as one of n.
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

// measuredElsewhere reports whether the question asks, for each row of n, for a measure over several rows of another
// table that has a date of its own. In "accounts and their total invoice amount in 2024" the year is not that of the
// accounts.
func (p *parser) measuredElsewhere(n *node) bool {
	if n != p.form.subject {
		return false
	}
	return slices.ContainsFunc(p.measures(p.form.items), func(it item) bool {
		m := it.measure
		return m.of == n && m.field.column != nil && p.ofMany(m) && (p.ix.dateOf(m.field.table) != nil || p.ix.begunOf(m.field.table) != nil)
	})
}

// whenOfMain reports whether a bare time behind n must be that of the subject's or measure's rows: those are events,
// and the rows of n are not. "Trips by female riders in 2023" were made in 2023, whenever the riders joined.
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

// ofMany reports whether the measure aggregates a column of which there may be several rows for one row of m.of.
func (p *parser) ofMany(m *measure) bool {
	if m.field.table == m.of.table {
		return false
	}
	ps := p.paths(m.of.table, m.field.table)
	return len(ps) > 0 && !ps[0].toOne()
}

// joins reports whether a token is "and", "or", "&" or a comma.
func joins(t token) bool { return t.low == "and" || t.low == "or" || t.low == "," || t.low == "&" }

// timeOf reads a year or period, with "or later" or "onwards" behind it, and further times. It adds a condition on the
// date of n's rows, see timeField.
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

// moreTimes reads ", 2024 or 2025" after a time and combines the conditions of n since before into one anyOf. It
// accepts "and" only if the rows are themselves what happens at that time; of a customer, "in 2024 and 2025" could mean
// something done in both years.
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

// eachTime groups a sum or average "in 2024 and 2025" by year, if all periods are years.
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

// allConds returns the conditions of n; nil if n is nil.
func (n *node) allConds() []cond {
	if n == nil {
		return nil
	}
	return n.conds
}

// ownTimes reports whether "in 2024 and 2025" means rows of either year. It does for rows that happen at the time f
// themselves, and not for persons who may have done something in both.
func (p *parser) ownTimes(n *node, f field) bool {
	return (n == p.form.subject || p.isMeasured(n)) && (f.table == n.table || p.ix.near(n.table, f.table))
}

// timeField returns the column that tells when the rows of n happened, for the time that stands next: the year or date
// of the table, the date of its beginning, or the date of the event that its rows belong to. With several dates it asks
// back. It consumes nothing and reports false if there is no such column.
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
	// The items of an order happened when the order did.
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

// bornBehind reports whether a word for birth is among the last four tokens.
func (p *parser) bornBehind() bool {
	return slices.ContainsFunc(p.toks[max(0, p.pos-4):p.pos], func(t token) bool { return birthWords[t.stem] })
}

// eventful reports whether the rows of t are taken as events, such as orders, and not as things that exist, such as
// customers: t refers to another table.
func (p *parser) eventful(t *schema.Table) bool {
	for _, e := range p.ix.graph.edges[t] {
		if e.toOne && e.to != t {
			return true
		}
	}
	return false
}

// calendarDate returns the date of the rows of t if a table with a row for each day holds it, such as the date
// dimension of a star schema. It reports false unless t has exactly one key to such a table.
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

// calendar returns the date column of t if t has a row for each day, else nil. Such a table also has columns for the
// year and for the month or quarter.
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
