package builtin

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// period is a stretch of calendar time, from its first day up to, but not including, its end. A relative period
// ("last month") is kept as an expression on current_date, so that the same query means another month when it is run
// a month later.
type period struct {
	from, to moment
	// open is true when the period has no upper bound: "the last 30 days". Then to is not used.
	open bool
	text string // the period in words, for Reading
	year int    // the calendar year when the period is exactly one; 0 otherwise
}

// moment is a calendar day, absolute or relative to today.
type moment struct {
	day  string // YYYY-MM-DD; empty: relative
	unit string // relative: date_trunc(unit, current_date) + n units; for "day" without date_trunc
	n    int
	// shift turns date_trunc off: "the past 3 months" begin at current_date - 3 months.
	shift bool
}

var currentDate = mustFragment("current_date")

func mustFragment(sql string) plan.Expr {
	e, err := plan.Fragment(sql)
	if err != nil {
		panic(err) // sql is a constant of this package, so this is a programming error
	}
	return e
}

// expr returns the SQL expression for the day.
func (m moment) expr() plan.Expr {
	if m.day != "" {
		return plan.Cast(plan.Str(m.day), "date")
	}
	base := currentDate
	if !m.shift && m.unit != "day" {
		base = plan.Call("date_trunc", plan.Str(m.unit), base)
	}
	if m.n == 0 {
		return base
	}
	op, n := "+", m.n
	if n < 0 {
		op, n = "-", -n
	}
	if m.unit == "day" {
		return plan.Op(op, base, plan.Int(int64(n)))
	}
	unit, count := m.unit, n
	if unit == "quarter" {
		unit, count = "month", 3*n
	}
	return plan.Op(op, base, plan.Cast(plan.Str(fmt.Sprintf("%d %s", count, inUnits(unit, count))), "interval"))
}

func inUnits(unit string, n int) string {
	if n == 1 {
		return unit
	}
	return unit + "s"
}

// during returns the conditions that the date c lies within the period; there is only one when the period is open.
func (p period) during(c plan.Expr) []plan.Expr {
	conds := []plan.Expr{plan.Op(">=", c, p.from.expr())}
	if !p.open {
		conds = append(conds, plan.Op("<", c, p.to.expr()))
	}
	return conds
}

// excludes reports whether no day lies in both periods. It is false when it cannot be told: when one of them is
// relative or open.
func (p period) excludes(o period) bool {
	for _, m := range []moment{p.from, p.to, o.from, o.to} {
		if m.day == "" {
			return false
		}
	}
	return !p.open && !o.open && (p.to.day <= o.from.day || o.to.day <= p.from.day)
}

// compare returns the condition that the date c is before ("<"), after (">"), or outside ("<>") the period. "<=" and
// ">=" include the period itself; any other op means within it.
func (p period) compare(op string, c plan.Expr) plan.Expr {
	switch op {
	case "<":
		return plan.Op("<", c, p.from.expr())
	case "<=":
		return plan.Op("<", c, p.to.expr())
	case ">":
		return plan.Op(">=", c, p.to.expr())
	case ">=":
		return plan.Op(">=", c, p.from.expr())
	case "<>":
		return plan.Not(plan.And(p.during(c)...))
	}
	return plan.And(p.during(c)...)
}

var months = map[string]int{"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7,
	"august": 8, "september": 9, "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4,
	"jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12}

var units = map[string]string{"day": "day", "days": "day", "week": "week", "weeks": "week", "month": "month",
	"months": "month", "quarter": "quarter", "quarters": "quarter", "year": "year", "years": "year"}

// findPeriods replaces the tokens of each date or period in a question by one token of kind when.
func findPeriods(in []token) []token {
	var out []token
	for i := 0; i < len(in); {
		p, n := periodAt(in, i)
		if n == 0 {
			out = append(out, in[i])
			i++
			continue
		}
		t := in[i]
		t.kind, t.span = when, p
		t.text, t.low, t.stem = p.text, strings.ToLower(p.text), strings.ToLower(p.text)
		out = append(out, t)
		i += n
	}
	return out
}

// periodAt reads the date or period that starts at token i. It returns how many tokens that takes, 0 when none starts
// there.
func periodAt(in []token, i int) (period, int) {
	for _, read := range []func([]token, int) (period, int){isoDate, longDate, monthYear, quarterYear, halfYear, relative} {
		if p, n := read(in, i); n > 0 {
			return p, n
		}
	}
	return period{}, 0
}

func dayPeriod(t time.Time) period {
	return period{from: moment{day: t.Format(time.DateOnly)}, to: moment{day: t.AddDate(0, 0, 1).Format(time.DateOnly)},
		text: t.Format("2 January 2006")}
}

// monthPeriod returns the period of n months that begins with month m of year y.
func monthPeriod(y, m, n int, text string) period {
	from := time.Date(y, time.Month(m), 1, 0, 0, 0, 0, time.UTC)
	return period{from: moment{day: from.Format(time.DateOnly)},
		to: moment{day: from.AddDate(0, n, 0).Format(time.DateOnly)}, text: text}
}

func yearPeriod(y int) period {
	p := monthPeriod(y, 1, 12, strconv.Itoa(y))
	p.year = y
	return p
}

// isoDate reads "2023-04-01". Of dates with slashes it reads only those that are valid either as month/day or as
// day/month, but not as both.
func isoDate(in []token, i int) (period, int) {
	if len(in[i].low) != 10 {
		return period{}, 0
	}
	if d, err := time.Parse(time.DateOnly, in[i].low); err == nil {
		return dayPeriod(d), 1
	}
	a, errA := time.Parse("01/02/2006", in[i].low)
	b, errB := time.Parse("02/01/2006", in[i].low)
	switch {
	case errA == nil && errB != nil:
		return dayPeriod(a), 1
	case errB == nil && errA != nil:
		return dayPeriod(b), 1
	}
	return period{}, 0
}

// longDate reads "April 1 2023", "Apr 1st, 2023" and "1 April 2023".
func longDate(in []token, i int) (period, int) {
	at := func(k int) token {
		if k < len(in) {
			return in[k]
		}
		return token{}
	}
	month, day, next := months[at(i).low], dayOfMonth(at(i+1)), i+2
	if month == 0 {
		if month, day = months[at(i+1).low], dayOfMonth(at(i)); month == 0 {
			return period{}, 0
		}
	}
	if day == 0 {
		return period{}, 0
	}
	if at(next).low == "," || at(next).low == "of" {
		next++
	}
	if !at(next).year {
		return period{}, 0
	}
	y, _ := strconv.Atoi(at(next).num)
	d := time.Date(y, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if d.Day() != day {
		return period{}, 0
	}
	return dayPeriod(d), next + 1 - i
}

// dayOfMonth returns the day in "1", "1st" or "22nd"; 0 when the token is no day of a month.
func dayOfMonth(t token) int {
	s := strings.TrimRight(t.low, "stndrh")
	d, err := strconv.Atoi(s)
	if err != nil || d < 1 || d > 31 || len(s) > 2 {
		return 0
	}
	return d
}

// monthYear reads "March 2024", "March of 2024", and the first month of "between January and March 2025".
func monthYear(in []token, i int) (period, int) {
	m := months[in[i].low]
	if m == 0 || in[i].kind != word {
		return period{}, 0
	}
	j := i + 1
	if j < len(in) && (in[j].low == "of" || in[j].low == ",") {
		j++
	}
	end := j + 1
	if end-i == 2 && j+2 < len(in) && !in[j].year && (in[j].low == "and" || in[j].low == "to" || in[j].low == "until") && months[in[j+1].low] > m {
		j, end = j+2, i+1 // "January and March 2025": the year belongs to both months
	}
	if j >= len(in) || !in[j].year {
		return period{}, 0
	}
	y, _ := strconv.Atoi(in[j].num)
	return monthPeriod(y, m, 1, time.Month(m).String()+" "+in[j].num), end - i
}

var ordinals = map[string]int{"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}

// quarterYear reads "Q1 2023", "the first quarter of 2023", "last quarter of 2023".
func quarterYear(in []token, i int) (period, int) {
	q, y, k := partOfYear(in, i, "quarter", 4)
	if k == 0 {
		return period{}, 0
	}
	return monthPeriod(y, 3*q-2, 3, fmt.Sprintf("Q%d %d", q, y)), k
}

// halfYear reads "the first half of 2024", "the second half of 2022", "H1 2024".
func halfYear(in []token, i int) (period, int) {
	half, y, k := partOfYear(in, i, "half", 2)
	if k == 0 {
		return period{}, 0
	}
	return monthPeriod(y, 6*half-5, 6, fmt.Sprintf("H%d %d", half, y)), k
}

// partOfYear reads one of the n equal parts of a year: noun is "quarter" or "half". It returns the number of the
// part, the year, and k, how many tokens they take; k is 0 when none stands at token i.
func partOfYear(in []token, i int, noun string, n int) (part, year, k int) {
	j := i + 1
	if digit, ok := strings.CutPrefix(in[i].low, noun[:1]); ok && len(digit) == 1 { // Q1, H1
		part = int(digit[0]) - '0'
	} else {
		if part = ordinals[in[i].low]; in[i].low == "last" {
			part = n
		}
		if j >= len(in) || in[j].low != noun {
			return 0, 0, 0
		}
		j++
	}
	if part < 1 || part > n {
		return 0, 0, 0
	}
	if j < len(in) && (in[j].low == "of" || in[j].low == "in") {
		j++
	}
	if j >= len(in) || !in[j].year {
		return 0, 0, 0
	}
	year, _ = strconv.Atoi(in[j].num)
	return part, year, j + 1 - i
}

// relative reads "today", "yesterday", "this month", "last year", "the past 30 days".
func relative(in []token, i int) (period, int) {
	switch in[i].low {
	case "today":
		return period{from: moment{unit: "day"}, to: moment{unit: "day", n: 1}, text: "today"}, 1
	case "yesterday":
		return period{from: moment{unit: "day", n: -1}, to: moment{unit: "day"}, text: "yesterday"}, 1
	}
	turn, known := map[string]int{"this": 0, "current": 0, "last": -1, "previous": -1, "past": -1, "next": 1}[in[i].low]
	if !known || i+1 >= len(in) {
		return period{}, 0
	}
	if unit := units[in[i+1].low]; unit != "" && unit+"s" != in[i+1].low {
		if i+3 < len(in) && (in[i+2].low == "of" || in[i+2].low == "in") && in[i+3].year {
			return period{}, 0 // "the last week of 2024" is not last week
		}
		if in[i].low == "past" {
			return rolling(unit, 1), 2
		}
		return period{from: moment{unit: unit, n: turn}, to: moment{unit: unit, n: turn + 1}, text: in[i].low + " " + unit}, 2
	}
	if turn == -1 && i+2 < len(in) && in[i+1].kind == number {
		n, err := strconv.Atoi(in[i+1].num)
		if unit := units[in[i+2].low]; unit != "" && err == nil && n > 0 && n < 10000 {
			return rolling(unit, n), 3
		}
	}
	return period{}, 0
}

// rolling returns the open period of the last n units up to now.
func rolling(unit string, n int) period {
	return period{from: moment{unit: unit, n: -n, shift: true}, open: true,
		text: fmt.Sprintf("the last %d %s", n, inUnits(unit, n))}
}

// truncations maps the word after "per", or an adverb, to the unit of date_trunc.
var truncations = map[string]string{"day": "day", "daily": "day", "date": "day", "week": "week", "weekly": "week", "month": "month",
	"monthly": "month", "quarter": "quarter", "quarterly": "quarter", "year": "year", "yearly": "year", "annual": "year",
	"annually": "year"}

// truncate returns the column cut to days, weeks, months, quarters or years, as a date.
func truncate(unit string, c plan.Expr, class schema.Class) plan.Expr {
	if unit == "day" && class == schema.Date {
		return c
	}
	return plan.Cast(plan.Call("date_trunc", plan.Str(unit), c), "date")
}
