package builtin

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// stretch is the time between two dates of the same row: from when it was ordered until it was delivered.
type stretch struct {
	table    *schema.Table
	from, to *schema.Column
}

// timeUnits are units in which such a time is told, in seconds.
var timeUnits = map[string]int64{"second": 1, "seconds": 1, "minute": 60, "minutes": 60, "hour": 3600, "hours": 3600, "day": 86400, "days": 86400,
	"week": 604800, "weeks": 604800}

// unplannedWords are stems in the names of dates that say nothing of when something did happen.
var unplannedWords = wordSet("due planned plan scheduled expected estimated deadline target promised birth birthday dob updated modified update created")

// overWords are stems in the names of dates on which what a row tells of was over, beside laterWords.
var overWords = wordSet("end finish complete close resolve settle return deliver fix leave depart discharge release checkout until expire terminate drop arrive landed")

// beginWords are stems in the names of dates on which it began, beside beginnings.
var beginWords = wordSet("loan list checkin pickup admit lent begin start open order request report borrow rent hire join")

// stretchOf is the time that rows of t take: between the only two dates that say when something of them happened, or of
// several from the only one of a beginning to the only one of an end, if that is what the table is called after.
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

// tells says whether a date is that of what the rows of t are: the delivery of deliveries, and not of orders, which take until
// they are shipped, delivered or paid.
func (ix *index) tells(t *schema.Table, c *schema.Column) bool {
	return slices.ContainsFunc(ix.info[t].columns[c], func(w string) bool {
		return slices.ContainsFunc(ix.info[t].words, func(own string) bool { return sameDeed(w, own) })
	})
}

// length is the expression of the time in a unit, over columns qualified by the table's own name; without a unit it is in
// days for dates, and an interval for times of day. ok is false where dates would have to be told in hours.
func (s stretch) length(unit string) (e plan.Expr, ok bool) {
	from, to := plan.Col(s.table.Name, s.from.Name), plan.Col(s.table.Name, s.to.Name)
	whole := s.from.Class == schema.Date && s.to.Class == schema.Date
	if whole || s.from.Class != s.to.Class {
		if !whole { // one has no time of day
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

// longer is the condition that the time is more, or less, than a number of units.
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

// words say what the time is.
func (s stretch) words() string {
	return "from " + strings.Join(split(s.from.Name), " ") + " to " + strings.Join(split(s.to.Name), " ")
}

// assumed says aloud which two dates were taken.
func (s stretch) assumed(p *parser) {
	p.assume("the time is that from " + s.table.Name + "." + s.from.Name + " to " + s.table.Name + "." + s.to.Name)
}

// average is the measure of an aggregate over the times of rows of n.
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
