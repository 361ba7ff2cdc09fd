package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// duration reads the time that something takes and returns it as a measure of one row: "trip duration", "duration of
// the repairs in hours", "time between order and delivery", "number of days from listing to sale". It returns nil when
// no such time stands here.
func (p *parser) duration() *measure {
	m := p.mark()
	for _, rule := range []func() *measure{p.timeBetween, p.durationOf, p.tableDuration} {
		if d := rule(); d != nil {
			return d
		}
		p.reset(m)
	}
	return nil
}

// durationFollows reports whether such a time stands next. It consumes nothing.
func (p *parser) durationFollows() bool {
	m := p.mark()
	defer p.reset(m)
	return p.duration() != nil
}

// timeBetween reads "days between order and shipment" or "time from pickup to delivery".
func (p *parser) timeBetween() *measure {
	p.try(func() bool { return p.word("number", "amount") && p.word("of") })
	unit := p.tok().low
	switch {
	case timeUnits[unit] > 0:
	case unit == "time" || unit == "duration" || unit == "interval":
		unit = ""
	default:
		return nil
	}
	p.pos++
	p.word("elapsed", "passed", "passing", "taken", "needed")
	second := "and"
	if !p.word("between") {
		if second = "to"; !p.word("from") {
			return nil
		}
	}
	a := p.pos
	at := -1
	for i := a + 1; i < min(a+6, len(p.toks)-1); i++ {
		if p.toks[i].low == second || second == "to" && p.toks[i].low == "until" {
			at = i
			break
		}
	}
	if at < 0 {
		return nil
	}
	s, end, ok := p.stretchSaid(a, at)
	if !ok {
		return nil
	}
	p.pos = end
	of := p.form.subject
	if of == nil || of.table != s.table {
		of = p.keep(&node{table: s.table})
	}
	return s.measure(of, unit)
}

// stretchSaid returns the time between two dates of the one table that has a date for the tokens from a up to at, and
// another date for up to three tokens behind at. end is the position behind these tokens. ok is false when several
// tables have such dates.
func (p *parser) stretchSaid(a, at int) (found stretch, end int, ok bool) {
	for k := min(at+4, len(p.toks)); k > at+1; k-- {
		for _, t := range p.ix.snap.Tables {
			if p.ix.info[t] == nil {
				continue
			}
			from, to := p.dateSaid(t, a, at), p.dateSaid(t, at+1, k)
			if from == nil || to == nil || from == to {
				continue
			}
			if ok {
				return stretch{}, 0, false
			}
			found, end, ok = stretch{t, from, to}, k, true
		}
		if ok {
			return found, end, true
		}
	}
	return stretch{}, 0, false
}

// dateSaid returns the only date of t that the tokens from i up to j name, "order date", "shipment", "picked up", or
// nil.
func (p *parser) dateSaid(t *schema.Table, i, j int) *schema.Column {
	var words []string
	for _, w := range p.toks[i:j] {
		if w.kind != word {
			return nil
		}
		switch w.low {
		case "the", "a", "an", "being", "its", "their", "date", "time", "is", "was", "of":
		default:
			words = append(words, w.stem)
		}
	}
	if len(words) == 0 || len(words) > 2 {
		return nil
	}
	var found *schema.Column
	for _, c := range t.Columns {
		if c.Class != schema.Date && c.Class != schema.Instant {
			continue
		}
		ws := p.ix.info[t].columns[c]
		if !slices.ContainsFunc(ws, func(w string) bool { return sameDeed(w, words[0]) }) ||
			len(words) == 2 && !slices.ContainsFunc(ws, func(w string) bool { return sameDeed(w, words[1]) }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// sameDeed reports whether a stem from the name of a date and a stem from the question denote the same event: shipped
// and shipment, sold and sale.
func sameDeed(name, said string) bool {
	if name == said {
		return true
	}
	if n := commonStart(name, said); n >= 4 && n >= min(len(name), len(said))-1 {
		return true
	}
	for _, pair := range [][2]string{{name, said}, {said, name}} {
		if nouns := strings.Fields(verbNouns[pair[0]]); len(nouns) > 0 && stem(nouns[0]) == pair[1] {
			return true
		}
	}
	return false
}

// durationOf reads "duration of the repairs", "duration in hours of trips" or "duration to resolve a ticket".
func (p *parser) durationOf() *measure {
	if !p.word("duration", "durations") {
		return nil
	}
	unit := p.inUnit()
	done := ""
	switch {
	case p.word("of"):
	case p.word("to"):
		done = p.tok().stem
		p.pos++
	default:
		return nil
	}
	p.articles()
	senses, k := p.noun(nil)
	if k == 0 {
		return nil
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok {
		return nil
	}
	way, ok := p.stretchOf(s.table)
	if !ok || p.hasDuration(s.table) || done != "" && !slices.ContainsFunc(p.ix.info[s.table].columns[way.to], func(w string) bool { return sameDeed(w, done) }) {
		return nil
	}
	of := p.node(s, k)
	way.assumed(p)
	return way.measure(of, unit)
}

// tableDuration reads "trip duration" or "repair time in days": the name of a table with "duration" or "time" behind
// it.
func (p *parser) tableDuration() *measure {
	for k := 3; k > 0; k-- {
		if p.pos+k >= len(p.toks) {
			continue
		}
		switch p.toks[p.pos+k].low {
		case "duration", "durations", "time", "times":
		default:
			continue
		}
		if senses, n := p.noun(nil); n > k && senses[0].kind != tableSense {
			return nil // the words name a column, such as a duration column
		}
		for _, s := range p.explain(p.pos, p.pos+k, nil) {
			if s.kind != tableSense || s.score < 0.9 {
				continue
			}
			way, ok := p.stretchOf(s.table)
			if !ok || p.hasDuration(s.table) {
				return nil
			}
			of := p.form.subject
			if of == nil || of.table != s.table {
				of = p.node(s, k)
			} else {
				p.pos += k
			}
			p.pos++
			way.assumed(p)
			return way.measure(of, p.inUnit())
		}
	}
	return nil
}

// inUnit consumes "in hours" and returns the unit, or returns "".
func (p *parser) inUnit() string {
	if unit := p.ahead(1).low; p.tok().low == "in" && timeUnits[unit] > 0 {
		p.pos += 2
		return unit
	}
	return ""
}

// hasDuration reports whether t has a column that holds durations, as numbers or intervals.
func (p *parser) hasDuration(t *schema.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		return (c.Class.Numeric() || c.Class == schema.Interval) && slices.ContainsFunc(stems(expand(split(c.Name))), func(w string) bool {
			return w == "durat" || w == "length" || w == "minut" || w == "hour" || w == "day" || w == "second" || w == "elaps"
		})
	})
}

// takes are the stems of verbs that state how long something took.
var takes = wordSet("take last")

// lasting reads "longer than 1 hour", "that took more than 3 days" or "lasting over 45 minutes" and adds the condition
// to n, where the time lies between two dates of the row.
func (p *parser) lasting(n *node) bool {
	verb := p.tok().kind == word && takes[p.tok().stem]
	if verb {
		p.pos++
	}
	ph, ok := p.accept(compar, cmpOp)
	if !ok || ph.role == compar && !strings.Contains(ph.hint, "duration") || ph.role == cmpOp && !verb || !strings.Contains("> < >= <=", ph.arg) {
		return false
	}
	t, unit := p.tok(), p.ahead(1).low
	if t.kind != number || timeUnits[unit] == 0 {
		return false
	}
	way, ok := p.stretchOf(n.table)
	if !ok || p.hasDuration(n.table) {
		return false
	}
	c, ok := way.longer(ph.arg, t.num, unit)
	if !ok {
		return false
	}
	p.pos += 2
	way.assumed(p)
	n.conds = append(n.conds, c)
	return true
}

// datedApart reads what stands behind a date's verb, "more than 7 days after they were shipped", "within 3 days of the
// loan", and adds to n the condition on the time between that date and f.
func (p *parser) datedApart(n *node, f field) bool {
	op := "<="
	if !p.word("within") {
		ph, ok := p.accept(cmpOp)
		if op = ph.arg; !ok || !strings.Contains("> < >= <=", op) {
			return false
		}
	}
	t, unit := p.tok(), p.ahead(1).low
	if t.kind != number || timeUnits[unit] == 0 {
		return false
	}
	p.pos += 2
	after := p.word("after", "of")
	if !after && !p.word("before") {
		return false
	}
	p.skip()
	p.try(func() bool {
		if !p.word("it", "they", "being") {
			return false
		}
		p.accept(be)
		return true
	})
	var other *schema.Column
	k := min(p.pos+3, len(p.toks))
	for ; k > p.pos && other == nil; k-- {
		other = p.dateSaid(n.table, p.pos, k)
	}
	if other == nil || other == f.column {
		return false
	}
	p.pos = k + 1
	way := stretch{n.table, other, f.column}
	if !after {
		way = stretch{n.table, f.column, other}
	}
	c, ok := way.longer(op, t.num, unit)
	if ok {
		n.conds = append(n.conds, c)
	}
	return ok
}

// timed returns the condition that ranks rows of t by the time that they take, "the longest loan", "the fastest
// delivery", where the table has no column that holds durations.
func (p *parser) timed(t *schema.Table, hint string, desc bool) (cond, bool) {
	if hint != "speed" && !strings.Contains(hint, "duration") || p.hasDuration(t) {
		return cond{}, false
	}
	way, ok := p.stretchOf(t)
	if !ok || p.ix.isPeople(t) || hint == "speed" && !p.eventful(t) {
		return cond{}, false
	}
	e, ok := way.length("")
	if hint == "speed" { // the fastest takes the least time
		desc = !desc
	}
	p.doubt(0.97)
	way.assumed(p)
	return cond{kind: extreme, field: field{t, way.to}, expr: e, desc: desc, pattern: way.words()}, ok
}
