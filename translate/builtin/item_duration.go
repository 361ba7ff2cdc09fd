package builtin

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// stretch is the time between two dates of the same row, such as from the order to its delivery.
type stretch struct {
	table    *schema.Table
	from, to *schema.Column
}

// timeUnits are the units in which a stretch can be measured, in seconds.
var timeUnits = map[string]int64{"second": 1, "seconds": 1, "minute": 60, "minutes": 60, "hour": 3600, "hours": 3600, "day": 86400, "days": 86400,
	"week": 604800, "weeks": 604800}

// unplannedWords are stems in the names of dates that do not record when something happened, such as due dates.
var unplannedWords = wordSet("due planned plan scheduled expected estimated deadline target promised birth birthday dob updated modified update created")

// overWords are stems in the names of dates on which something ended, in addition to laterWords.
var overWords = wordSet("end finish complete close resolve settle return deliver fix leave depart discharge release checkout until expire terminate drop arrive landed")

// beginWords are stems in the names of dates on which something began, in addition to beginnings.
var beginWords = wordSet("loan list checkin pickup admit lent begin start open order request report borrow rent hire join")

// stretchOf returns the time that rows of t take. It lies between the only two dates that record when something
// happened. Where there are more dates, it lies between the only beginning and the only end, if the table is named
// after that end.
func (p *parser) stretchOf(t *schema.Table) (stretch, bool) {
	var dates, starts, ends []*schema.Column
	for _, c := range t.Columns {
		ws := p.ix.info[t].columns[c]
		if c.Class != schema.Date && c.Class != schema.Instant || p.ix.ofBirth(t, c) || slices.ContainsFunc(ws, func(w string) bool { return unplannedWords[w] }) {
			continue
		}
		dates = append(dates, c)
		isEnd := p.ix.toldLater(t, c) || slices.ContainsFunc(ws, func(w string) bool { return overWords[w] })
		isStart := slices.ContainsFunc(ws, func(w string) bool { _, ok := beginnings[w]; return ok || beginWords[w] })
		switch {
		case isEnd && !isStart:
			ends = append(ends, c)
		case isStart && !isEnd:
			starts = append(starts, c)
		}
	}
	if p.ix.firstOfStay(t) != nil && len(dates) == 2 {
		return stretch{t, dates[0], dates[1]}, true
	}
	switch {
	case len(starts) == 1 && len(ends) == 1 && (len(dates) == 2 || p.ix.tells(t, ends[0])):
		return stretch{t, starts[0], ends[0]}, true
	case len(dates) != 2:
		return stretch{}, false
	case len(starts) == 1:
		ends = slices.DeleteFunc(slices.Clone(dates), func(c *schema.Column) bool { return c == starts[0] })
		return stretch{t, starts[0], ends[0]}, true
	case len(ends) == 1:
		starts = slices.DeleteFunc(slices.Clone(dates), func(c *schema.Column) bool { return c == ends[0] })
		return stretch{t, starts[0], ends[0]}, true
	}
	return stretch{}, false
}

// tells reports whether the date c records the event that t is named after. A delivery date does for deliveries, but
// not for orders, since an order may be measured until it is shipped, delivered or paid.
func (ix *index) tells(t *schema.Table, c *schema.Column) bool {
	return slices.ContainsFunc(ix.info[t].columns[c], func(w string) bool {
		return slices.ContainsFunc(ix.info[t].words, func(own string) bool { return sameDeed(w, own) })
	})
}

// length returns the expression of the time in a unit, over columns qualified by the table's name. Without a unit, the
// result is in days for dates and an interval for timestamps. ok is false where dates without a time of day would have
// to be measured in a unit below a day.
func (s stretch) length(unit string) (e plan.Expr, ok bool) {
	from, to := plan.Col(s.table.Name, s.from.Name), plan.Col(s.table.Name, s.to.Name)
	whole := s.from.Class == schema.Date && s.to.Class == schema.Date
	if whole || s.from.Class != s.to.Class {
		if !whole { // one of the two has no time of day
			from, to = plan.Cast(from, "date"), plan.Cast(to, "date")
		}
		e = plan.Op("-", to, from)
		switch seconds := timeUnits[unit]; {
		case unit == "" || seconds == 86400:
			return e, true
		case seconds == 604800:
			return plan.Op("/", e, plan.Num("7.0")), true
		}
		return e, false
	}
	e = plan.Op("-", to, from)
	if unit == "" {
		return e, true
	}
	return plan.Op("/", plan.Call("date_part", plan.Str("epoch"), e), plan.Int(timeUnits[unit])), true
}

// longer returns the condition that compares the time with a number of units. It returns false for an unknown unit, for
// numbers outside 0 to 1e9, and for units below a day where the columns are dates.
func (s stretch) longer(op, number, unit string) (cond, bool) {
	seconds := timeUnits[unit]
	n, err := strconv.ParseFloat(number, 64)
	if seconds == 0 || err != nil || n < 0 || n > 1e9 {
		return cond{}, false
	}
	e, ok := s.length("")
	if !ok {
		return cond{}, false
	}
	var than plan.Expr
	if s.from.Class == schema.Instant && s.to.Class == schema.Instant {
		than = plan.Cast(plan.Str(number+" "+unit), "interval")
	} else {
		if seconds < 86400 {
			return cond{}, false
		}
		than = literalOf(value{strconv.FormatFloat(n*float64(seconds)/86400, 'f', -1, 64), true})
	}
	return cond{kind: stated, field: field{table: s.table, column: s.to}, expr: plan.Op(op, e, than),
		pattern: s.words() + " " + operatorWords[op] + " " + number + " " + unit}, true
}

// words returns a description of the time for the reading.
func (s stretch) words() string {
	return "from " + strings.Join(split(s.from.Name), " ") + " to " + strings.Join(split(s.to.Name), " ")
}

// assumed adds the two dates that were taken to the assumptions.
func (s stretch) assumed(p *parser) {
	p.assume("the time is that from " + s.table.Name + "." + s.from.Name + " to " + s.table.Name + "." + s.to.Name)
}

// measure returns the measure of the time of one row of n, to which an aggregate is still to be applied; see
// measure.perRow. It returns nil when length fails.
func (s stretch) measure(n *node, unit string) *measure {
	e, ok := s.length(unit)
	if !ok {
		return nil
	}
	as := "duration"
	if unit != "" {
		as = strings.TrimSuffix(unit, "s") + "s"
	} else if s.from.Class == schema.Date {
		as = "days"
	}
	return &measure{expr: e, of: n, perRow: true, as: as}
}
