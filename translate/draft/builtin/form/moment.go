package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Moment is the beginning of a day: one of the calendar, or one that is counted from today whenever the answer is
// made. The zero value is none.
type Moment struct {
	Day   string // in ISO form; then the others are not set
	Unit  string // day, week, month, quarter or year: that which holds today …
	N     int    // … or the one that is so many further
	Exact bool   // not the beginning of it, but today, so many units further
}

// value returns a moment as a value; nil: there is none.
func (m Moment) value() algebra.Value {
	switch {
	case m.Day != "":
		return text(m.Day)
	case m.Unit == "":
		return nil
	}
	var v algebra.Value = &algebra.Call{Name: "current_date"}
	if !m.Exact && m.Unit != "day" {
		v = &algebra.Trunc{Unit: m.Unit, Of: v}
	}
	op, n := "+", m.N
	if n < 0 {
		op, n = "-", -n
	}
	switch unit := m.Unit; {
	case n == 0:
		return v
	case unit == "day":
		return &algebra.Arith{Op: op, Left: v, Right: number(strconv.Itoa(n))}
	case unit == "quarter":
		return &algebra.Arith{Op: op, Left: v, Right: interval(3*n, "month")}
	}
	return &algebra.Arith{Op: op, Left: v, Right: interval(n, m.Unit)}
}

// interval returns a length of time.
func interval(n int, unit string) algebra.Value {
	return &algebra.As{Type: "interval", Of: text(fmt.Sprintf("%d %s", n, unit))}
}

// year returns the year that a moment begins, as a column of years of a class holds it; ok is false where it begins
// none.
func (m Moment) year(c schema.Class) (v algebra.Value, ok bool) {
	if day, found := strings.CutSuffix(m.Day, "-01-01"); found && c == schema.Text {
		return text(day), true
	} else if found {
		return number(day), true
	}
	if m.Unit != "year" || m.Exact || c == schema.Text {
		return nil, false
	}
	v = &algebra.Part{Unit: "year", Of: &algebra.Call{Name: "current_date"}}
	if m.N != 0 {
		v = &algebra.Arith{Op: "+", Left: v, Right: number(strconv.Itoa(m.N))}
	}
	return v, true
}

// next returns the moment that begins the year after the one that m begins.
func (m Moment) next() Moment {
	if day, found := strings.CutSuffix(m.Day, "-01-01"); found {
		if n, err := strconv.Atoi(day); err == nil {
			return Moment{Day: fmt.Sprintf("%04d-01-01", n+1)}
		}
	}
	m.N++
	return m
}

// Clock returns the date that "in 2019" is about when nothing else is said: that at which a row came to be, or its
// only date or year; nil where there is none.
func Clock(rel *semantic.Relation) *semantic.Column {
	if born := rel.Born(); born != nil {
		if day := dayNoted(rel, born); day != nil {
			return day
		}
		return rel.Column(born.Name)
	}
	var dates, years []*semantic.Column
	for _, c := range rel.Columns {
		switch {
		case Class(c).Temporal():
			dates = append(dates, c)
		case slices.Contains(c.Own, "year"):
			years = append(years, c)
		}
	}
	if len(dates) == 1 {
		return dates[0]
	}
	if len(dates) == 0 && len(years) == 1 {
		return years[0]
	}
	if len(dates)+len(years) == 0 {
		return clockOfWhole(rel)
	}
	return nil
}

// dayNoted returns the only day of rows beside when they were written: time that was spent on a day, and noted later.
// Rows with a name must be called by what takes place on a day: a working day that was held. nil: there is none.
func dayNoted(rel *semantic.Relation, born *schema.Column) *semantic.Column {
	if rel.People || born.Class == schema.Date || !rel.Column(born.Name).Written() {
		return nil
	}
	var only *semantic.Column
	for _, c := range rel.Columns {
		if !Class(c).Temporal() || c.Column == born || c.Written() {
			continue
		}
		if only != nil || c.Column.Class != schema.Date || !c.Column.Always() ||
			!isNameless(rel) && !slices.ContainsFunc(c.Own, func(w string) bool { return takesPlace[w] }) || slices.ContainsFunc(rel.Events, func(e semantic.Event) bool {
			return e.Date == c.Column && (e.Kind == semantic.End || e.Kind == semantic.Remove || e.Kind == semantic.Plan)
		}) || slices.ContainsFunc(rel.Dues, func(d semantic.Due) bool { return d.Planned == c.Column }) {
			return nil
		}
		only = c
	}
	return only
}

// takesPlace are the words of dates on which rows with a name took place.
var takesPlace = map[string]bool{"held": true, "hold": true, "happened": true, "occurred": true, "place": true, "performed": true, "played": true,
	"visited": true, "event": true, "session": true}

// clockOfWhole returns the date of what rows without one belong to: that of the order, of its lines, and not of the
// product, which has a name and lasts. nil: there is none, or more than one.
func clockOfWhole(rel *semantic.Relation) *semantic.Column {
	var found, lasting []*semantic.Column
	for _, k := range rel.Keys {
		born := k.To.Born()
		if born == nil || k.To == rel || k.To.People || k.To.Standing > semantic.Subset {
			continue
		}
		clock := k.To.Column(born.Name)
		if rel.Part != nil && rel.Part.Of == k {
			return clock
		}
		if l := k.To.Label; len(l.Columns) > 0 && l.Via == nil && l.Columns[0].Class == schema.Text &&
			!slices.Contains(k.To.Identity.Columns, l.Columns[0]) {
			lasting = append(lasting, clock)
			continue
		}
		found = append(found, clock)
	}
	if len(found) == 0 {
		found = lasting
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// asDay returns the day of a moment.
func asDay(v algebra.Value, c schema.Class) algebra.Value {
	if c == schema.Date {
		return v
	}
	return &algebra.As{Type: "date", Of: v}
}

// during returns that something happened in a period.
func (s *scope) during(rel *semantic.Relation, row *algebra.Row, x *During) (algebra.Pred, error) {
	col := x.Col
	if s.in == x {
		return &algebra.And{}, nil // of the rows that connect persons with others
	}
	if today := (Moment{Unit: "day"}); s.at != nil && (x.From == today || x.To == today) {
		return nil, errUnfit // overdue on a day that is over
	}
	if col == nil {
		if col = Clock(rel); col == nil {
			return nil, errUnfit
		}
		s.out.Cost += 0.3
	}
	if x.Assumed || x.Col == nil {
		s.clocked = col.Relation
	}
	if col.Relation != rel {
		again := *x
		again.Col = col
		return s.some(rel, row, &Related{Noun: &Noun{Rel: col.Relation, Conds: []Cond{&again}}})
	}
	s.out.Used = append(s.out.Used, col.Name.Words...) // opened in 1990, by the date of opening
	v := s.attr(row, col)
	if !Class(col).Temporal() {
		return years(v, x, Class(col))
	}
	if x.Part != "" {
		is := number(strconv.Itoa(x.Is))
		if x.From != (Moment{}) {
			is = &algebra.Part{Unit: x.Part, Of: x.From.value()}
		}
		return &algebra.Compare{Op: algebra.Eq, Left: &algebra.Part{Unit: x.Part, Of: v}, Right: is}, nil
	}
	p := &algebra.Period{Of: v}
	p.From, p.To = x.From.value(), x.To.value()
	return p, nil
}
