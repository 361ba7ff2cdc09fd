package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/link"
)

// contradicts reports whether a set wants one date of one row in two periods that do not meet: "in 2023 and in 2024" is said of two rows; or
// whether one of several conditions of which one is enough holds always, which makes the others idle.
func contradicts(s algebra.Set) bool {
	found := false
	algebra.Walk(s, func(part any) bool {
		if and, ok := part.(*algebra.And); ok {
			known := map[place][2]string{}
			found = found || apart(and, known)
		}
		if or, ok := part.(*algebra.Or); ok {
			found = found || slices.ContainsFunc(or.Any, func(p algebra.Pred) bool { and, ok := p.(*algebra.And); return ok && len(and.All) == 0 })
		}
		return !found
	})
	return found
}

// apart reports whether two periods of a conjunction cannot hold together. known are those that were met, by what they are of.
func apart(and *algebra.And, known map[place][2]string) bool {
	for _, p := range and.All {
		switch x := p.(type) {
		case *algebra.And:
			if apart(x, known) {
				return true
			}
		case *algebra.Period:
			a, ok := x.Of.(*algebra.Attr)
			from, to := day(x.From), day(x.To)
			if !ok || from == "" || to == "" {
				continue
			}
			before, met := known[of(a)]
			if met && (to <= before[0] || before[1] <= from) {
				return true
			}
			known[of(a)] = [2]string{from, to}
		}
	}
	return false
}

// day returns the day that a constant is, in ISO form; "": it is none.
func day(v algebra.Value) string {
	if c, ok := v.(*algebra.Const); ok {
		return c.Text
	}
	return ""
}

// twoYears returns the "and" of "in 2023 and in 2024", which is of two rows or of either year; -1: the question says no such thing.
func (d *candidate) twoYears() int {
	ws := d.lattice.Words
	year := func(i int) bool { return ws[i].Shape == link.Number && len(ws[i].Text) == 4 }
	for i := 2; i+2 < len(ws); i++ {
		if ws[i].Low == "and" && ws[i-2].Low == "in" && ws[i+1].Low == "in" && year(i-1) && year(i+2) {
			return i
		}
	}
	return -1
}

// bothYears reports whether a set asks of two rows, or of either.
func bothYears(s algebra.Set) bool {
	somes, or := 0, false
	algebra.Walk(s, func(part any) bool {
		switch part.(type) {
		case *algebra.Some:
			somes++
		case *algebra.Or:
			or = true
		}
		return true
	})
	return or || somes > 1
}
