package form

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
)

// Moment is the beginning of a day: one of the calendar, or one that is counted from today whenever the answer is made. The zero value is none.
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

// year returns the year that a moment begins, as a column of years of a class holds it; ok is false where it begins none.
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
