package builtin

import (
	"slices"
	"strconv"

	"github.com/pgask/pgask/translate/schema"
)

// timeSpan reads a range of times, "between March 2024 and June 2024", "from 2020 to 2023", both ends included, and
// adds a condition on the date or year of n.
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
	p.pos = at // timeField looks at the token here to choose the column
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

// timeToken returns the period that stands next, or the period of a bare year. It consumes nothing.
func (p *parser) timeToken() (period, bool) {
	switch t := p.tok(); {
	case t.kind == when:
		return t.span, true
	case t.year:
		return yearPeriod(atoi(t.num)), true
	}
	return period{}, false
}

// aged reads how long ago the rows of n happened, "older than 30 days", "more than 2 weeks ago", and adds a condition
// on their date.
func (p *parser) aged(n *node) bool {
	return p.agedBy(n, field{})
}

// agedBy is aged for the date f that a verb has named, "hired more than 2 years ago". An empty f means the date of n's
// rows.
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

// happened returns the date on which a row of n came into being: the only date of the table, or the date of its
// beginning, see begunOf.
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

// begun returns the date on which the rows of n began, if they are events and have several dates. It lowers the
// confidence and tells the user which column was assumed.
func (p *parser) begun(n *node) (field, bool) {
	c := p.ix.begunOf(n.table)
	if c == nil || !p.eventful(n.table) {
		return field{}, false
	}
	p.doubt(0.85)
	p.assume("the time is that of " + n.table.Name + "." + c.Name)
	return field{n.table, c}, true
}

// beginnings are stems in the names of dates on which a row begins.
var beginnings = byStem(map[string]string{"created": "", "creation": "", "registered": "", "registration": "", "joined": "", "opened": "", "ordered": "",
	"hired": "", "started": "", "start": "", "added": "", "founded": "", "published": "", "released": "", "introduced": "", "submitted": "", "placed": "",
	"posted": "", "begin": "", "issued": "", "established": "", "booked": "", "received": "", "requested": "", "reported": "", "admitted": "",
	"enrolled": "", "signed": "", "departure": "", "from": "", "borrowed": "", "lent": "", "rented": "", "bought": "", "purchased": "", "sold": "", "raised": "",
	"applied": "", "checkin": ""})

// begunOf returns the only date of t on which a row begins, such as registered_on beside born_on; nil if there is none
// or more than one.
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

// firstOfStay returns the first of the arrival and departure columns of t, if t has exactly one date for each, else
// nil. A stay begins with the arrival and a flight with the departure; the order of the columns tells which it is.
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
