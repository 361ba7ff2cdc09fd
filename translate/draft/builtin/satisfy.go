package builtin

import "github.com/pgask/pgask/translate/algebra"

// contradicts reports whether a set wants one date of one row in two periods that do not meet: "in 2023 and in 2024" is said of two rows.
func contradicts(s algebra.Set) bool {
	found := false
	algebra.Walk(s, func(part any) bool {
		if and, ok := part.(*algebra.And); ok {
			known := map[place][2]string{}
			found = found || apart(and, known)
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
