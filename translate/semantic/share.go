package semantic

import (
	"math"
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// likeShared is the confidence in a key of two columns that only share their name and their values.
const likeShared = 0.55

// maxShared is how many relations there may be for columns to be compared pair by pair.
const maxShared = 60

// shareKeys relates relations that no key connects, not even over others: by columns of the same name whose values
// are those of the other. One side must be unique, or both must be texts with few values: the states that votes come
// from are those that area codes are in.
func (m *making) shareKeys() {
	if len(m.Relations) > maxShared {
		return
	}
	island := m.islands()
	for {
		var best *Key
		for i, a := range m.Relations {
			for _, b := range m.Relations[i+1:] {
				if island[a] == island[b] || a.Standing != Base || b.Standing != Base {
					continue
				}
				if k := shared(a, b); k != nil && (best == nil || k.Confidence > best.Confidence) {
					best = k
				}
			}
		}
		if best == nil {
			return
		}
		merged := map[int]bool{}
		for _, r := range m.Relations { // others of the other islands refer to the same column
			if island[r] == island[best.To] || r.Standing != Base {
				continue
			}
			if k := shared(r, best.To); k != nil && k.To == best.To && k.RefColumns[0] == best.RefColumns[0] {
				addKey(k)
				merged[island[r]] = true
			}
		}
		for r, n := range island {
			if merged[n] {
				island[r] = island[best.To]
			}
		}
	}
}

// islands numbers the sets of relations that keys connect.
func (m *making) islands() map[*Relation]int {
	next := map[*Relation][]*Relation{}
	for _, r := range m.Relations {
		for _, k := range r.Keys {
			next[r], next[k.To] = append(next[r], k.To), append(next[k.To], r)
		}
	}
	island := map[*Relation]int{}
	for i, r := range m.Relations {
		for open := []*Relation{r}; len(open) > 0; {
			at := open[0]
			open = open[1:]
			if _, seen := island[at]; !seen {
				island[at] = i
				open = append(open, next[at]...)
			}
		}
	}
	return island
}

// shared returns the best key by which two relations share a column, from the one with more rows of a value to the
// one with fewer; nil: none.
func shared(a, b *Relation) *Key {
	var best *Key
	for _, x := range a.Columns {
		for _, y := range b.Columns {
			if x.Name.SingularPhrase() != y.Name.SingularPhrase() || !sharable(x) || !sharable(y) || !sameType(x.Column, y.Column) {
				continue
			}
			from, to := x, y
			if sole(x.Column) && !sole(y.Column) || !sole(y.Column) && within(y, x) > within(x, y) {
				from, to = y, x
			}
			sure := likeShared + 2*within(from, to)
			if !sole(to.Column) {
				if sure -= 0.2; to.Column.Class != schema.Text {
					continue
				}
			}
			if sure >= leastInfer && (best == nil || sure > best.Confidence) {
				text := "the name and the values of " + clean(to.Relation.Table.Name) + "." + clean(to.Column.Name)
				best = &Key{From: from.Relation, To: to.Relation, Columns: []*schema.Column{from.Column},
					RefColumns: []*schema.Column{to.Column},
					Why:        Why{FromValues, text, math.Round(100*sure) / 100}}
			}
		}
	}
	return best
}

// mostly is the share of the known values that must be found, since some are misspelt.
const mostly = 0.9

// within returns by how much the statistics speak for the values of one column being among those of another.
func within(x, y *Column) float64 {
	values, of := x.Column.Profile.Values, y.Column.Profile.Values
	if x.Column.Class != schema.Text || len(values) == 0 || len(of) == 0 {
		return fit(x.Column, target{y.Relation, y.Column, true, 1})
	}
	held := 0
	for _, v := range values {
		if slices.Contains(of, v) {
			held++
		}
	}
	if float64(held) < mostly*float64(len(values)) {
		return -1
	}
	return 0.05
}

// sharable reports whether a column may say which row of another relation is meant: what every relation may have does
// not.
func sharable(c *Column) bool {
	return refers(c.Column) && len(c.Own) > 0 && !c.among("common key") && !c.among("unshared") &&
		(c.Column.Class != schema.Integer || sole(c.Column) || c.last() != "year") &&
		(c.Column.Profile.Distinct <= 0 || c.Column.Profile.Distinct > mostFlag)
}

// mostFlag is how many values a column has at most that says yes or no, and is shared by whatever may be so.
const mostFlag = 2

// sole reports whether the statistics say that a column differs from row to row.
func sole(c *schema.Column) bool { return c.Profile.Distinct == -1 && c.Profile.NullFrac == 0 }
