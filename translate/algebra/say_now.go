package algebra

import (
	"strconv"
	"strings"
)

// moment is what a value is that is counted from today: the beginning of the nth unit from the one that holds today,
// or exactly n units on.
type moment struct {
	unit  string
	n     int
	exact bool
}

// momentOf reads a value that is counted from today.
func momentOf(v Value) (m moment, ok bool) {
	if x, is := v.(*Arith); is && (x.Op == "+" || x.Op == "-") {
		if m, ok = momentOf(x.Left); !ok || m.n != 0 {
			return m, false
		}
		n, unit, known := lengthOf(x.Right)
		if x.Op == "-" {
			n = -n
		}
		if m.unit == "quarter" && unit == "month" && n%3 == 0 {
			n, unit = n/3, "quarter"
		}
		known = known && (m.unit == "" || m.unit == unit)
		return moment{unit, n, m.unit == "" && unit != "day"}, known
	}
	if x, is := v.(*Trunc); is {
		_, ok = today(x.Of)
		return moment{unit: x.Unit}, ok
	}
	return today(v)
}

func today(v Value) (moment, bool) {
	x, ok := v.(*Call)
	return moment{}, ok && x.Name == "current_date"
}

// lengthOf reads a number of days, or an interval of one unit.
func lengthOf(v Value) (n int, unit string, ok bool) {
	if as, is := v.(*As); is && as.Type == "interval" {
		if c, is := as.Of.(*Const); is {
			count, unit, _ := strings.Cut(c.Text, " ")
			n, err := strconv.Atoi(count)
			return n, strings.TrimSuffix(unit, "s"), err == nil
		}
	}
	c, is := v.(*Const)
	if !is || c.Kind != Number {
		return 0, "", false
	}
	n, err := strconv.Atoi(c.Text)
	return n, "day", err == nil
}

// fromToday says a period that is counted from today; "": it is none that has a name. Either end may be nil.
func fromToday(from, to Value) string {
	a, since := momentOf(from)
	b, until := momentOf(to)
	switch {
	case to == nil && since && (a.exact || a.unit == "day") && a.n < 0:
		return "within the last " + strconv.Itoa(-a.n) + " " + a.unit + "s"
	case to == nil && since:
		return after("since ", a.name())
	case from == nil && until:
		return after("before ", b.name())
	case !since || !until:
		return ""
	}
	if a.unit == "" {
		a.unit = b.unit
	}
	if b.unit == "" {
		b.unit = a.unit
	}
	if a.exact || b.exact || a.unit != b.unit || b.n != a.n+1 {
		return ""
	}
	if a.unit == "day" {
		return a.name()
	}
	return after("within ", a.name())
}

// name is what people call the unit that a moment begins; "": nothing.
func (m moment) name() string {
	switch {
	case m.exact || m.n < -1 || m.n > 1:
		return ""
	case m.unit == "day" || m.unit == "":
		return [...]string{"yesterday", "today", "tomorrow"}[m.n+1]
	}
	return [...]string{"last", "this", "next"}[m.n+1] + " " + m.unit
}

func after(word, name string) string {
	if name == "" {
		return ""
	}
	return word + name
}
