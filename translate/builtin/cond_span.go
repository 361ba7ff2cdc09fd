package builtin

import (
	"slices"
	"strconv"

	"github.com/pgask/pgask/translate/schema"
)

// timeSpan is "between March 2024 and June 2024", "from 2020 to 2023", both ends included, of the rows of n.
func (p *parser) timeSpan(n *node) bool {
	if _, ok := p.accept(between); !ok && !p.word("from") || p.behindMany(n) {
		return false
	}
	p.skip()
	a, ok := p.timeToken()
	if !ok {
		return false
	}
	at := p.pos
	p.pos++
	if !p.word("and", "to", "until", "till", "through", "-") {
		return false
	}
	p.skip()
	b, ok := p.timeToken()
	if !ok {
		return false
	}
	p.pos++
	end := p.pos
	p.pos = at // what stands there says which column is meant
	f, ok := p.timeField(n)
	p.pos = end
	if !ok {
		return false
	}
	if f.column.Class.Numeric() {
		if a.year == 0 || b.year == 0 {
			return false
		}
		n.conds = append(n.conds, cond{kind: compare, field: f, op: "between",
			values: []value{{strconv.Itoa(a.year), true}, {strconv.Itoa(b.year), true}}})
		return true
	}
	if !f.column.Class.Temporal() {
		return false
	}
	n.conds = append(n.conds, cond{kind: inPeriod, field: f, op: "=", span: period{from: a.from, to: b.to, open: b.open,
		text: "between " + a.text + " and " + b.text}})
	return true
}

// timeToken is the period that stands next, a bare year included.
func (p *parser) timeToken() (period, bool) {
	switch t := p.tok(); {
	case t.kind == when:
		return t.span, true
	case t.year:
		return yearPeriod(atoi(t.num)), true
	}
	return period{}, false
}

// aged is "older than 30 days", "more than 2 weeks ago", "less than an hour old": how long ago the rows of n happened.
func (p *parser) aged(n *node) bool {
	return p.agedBy(n, field{})
}

// agedBy is the same of a date that a verb has named, "hired more than 2 years ago"; without any it is that of the rows.
func (p *parser) agedBy(n *node, f field) bool {
	ph, ok := p.accept(compar, cmpOp)
	if !ok {
		return false
	}
	op := map[string]string{">": "<", ">=": "<=", "<": ">", "<=": ">="}[ph.arg]
	told := ph.role == compar && (ph.hint == "age" || ph.hint == "@date")
	if ph.hint == "@date" {
		op = map[string]string{">": ">", "<": "<"}[ph.arg] // newer than
	}
	t := p.tok()
	unit := units[p.ahead(1).low]
	if op == "" || ph.role == compar && !told || t.kind != number || unit == "" {
		return false
	}
	count, err := strconv.Atoi(t.num)
	if err != nil || count < 0 || count > 10000 {
		return false
	}
	p.pos += 2
	if !p.word("ago", "old") && !told {
		return false
	}
	if f.column == nil {
		if f, ok = p.happened(n); !ok {
			return false
		}
	}
	m := moment{unit: unit, n: -count, shift: true}
	at := period{from: m, to: m, text: strconv.Itoa(count) + " " + inUnits(unit, count) + " ago"}
	n.conds = append(n.conds, cond{kind: inPeriod, field: f, op: op, span: at})
	return true
}

// happened is the date that says when a row of n came about: the only one it has, or the one of its beginning.
func (p *parser) happened(n *node) (field, bool) {
	if c := p.ix.dateOf(n.table); c != nil {
		return field{n.table, c}, true
	}
	if c := p.ix.begunOf(n.table); c != nil {
		p.doubt(0.95)
		return field{n.table, c}, true
	}
	return field{}, false
}

// begun is the date on which the rows of n began, for things that happen and have several dates. It is assumed aloud.
func (p *parser) begun(n *node) (field, bool) {
	c := p.ix.begunOf(n.table)
	if c == nil || !p.eventful(n.table) {
		return field{}, false
	}
	p.doubt(0.85)
	p.assume("the time is that of " + n.table.Name + "." + c.Name)
	return field{n.table, c}, true
}

// beginnings are stems in the names of dates on which a row's story begins.
var beginnings = byStem(map[string]string{"created": "", "creation": "", "registered": "", "registration": "", "joined": "", "opened": "", "ordered": "",
	"hired": "", "started": "", "start": "", "added": "", "founded": "", "published": "", "released": "", "introduced": "", "submitted": "", "placed": "",
	"posted": "", "begin": "", "issued": "", "established": "", "booked": "", "received": "", "requested": "", "reported": "", "admitted": "",
	"enrolled": "", "signed": "", "departure": "", "from": "", "borrowed": "", "lent": "", "rented": "", "bought": "", "purchased": "", "sold": "", "raised": "",
	"applied": "", "checkin": ""})

// begunOf finds, where a table has several dates, the only one on which a row begins: registered, not born.
func (ix *index) begunOf(t *schema.Table) *schema.Column {
	if c := ix.firstOfStay(t); c != nil {
		return c
	}
	var found *schema.Column
	for _, c := range t.Columns {
		if !c.Class.Temporal() || !slices.ContainsFunc(ix.info[t].columns[c], func(w string) bool { _, ok := beginnings[w]; return ok }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// firstOfStay is the first of an arrival and a departure, where t has one date for each: a stay begins with the arrival, a
// flight with the departure, and the order of the columns tells which of the two it is.
func (ix *index) firstOfStay(t *schema.Table) *schema.Column {
	var first *schema.Column
	came, went := 0, 0
	for _, c := range t.Columns {
		if !c.Class.Temporal() {
			continue
		}
		arrival := slices.ContainsFunc(ix.info[t].columns[c], func(w string) bool { return arrivals[w] })
		departure := slices.ContainsFunc(ix.info[t].columns[c], func(w string) bool { return departures[w] })
		if arrival {
			came++
		}
		if departure {
			went++
		}
		if first == nil && (arrival || departure) {
			first = c
		}
	}
	if came != 1 || went != 1 {
		return nil
	}
	return first
}
