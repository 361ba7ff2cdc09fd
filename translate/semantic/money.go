package semantic

import "github.com/pgask/pgask/translate/wordform"

// Money returns the amount of money that the rows of a relation are about: that which is all of it, before others, and those before their
// parts and what the rows cost us. nil: there is none, or nothing tells which of several.
func (r *Relation) Money() *Column {
	var only *Column
	best := 0
	for _, c := range r.Columns {
		switch n := c.moneyed(); {
		case n == 0 || n < best:
		case n == best:
			only = nil
		default:
			only, best = c, n
		}
	}
	return only
}

// moneyed returns how much of an amount of money a column is: 0 none, 1 a part, 3 the whole.
func (c *Column) moneyed() int {
	if !c.Column.Class.Numeric() || c.Column.Masked || c.IsKey() {
		return 0
	}
	is, rank := c.Unit != nil && c.Unit.Of == "money", 2
	for _, w := range c.Name.Words {
		w = wordform.Singular(w)
		is = is || c.Unit == nil && OfMoney(w)
		if in("money part", w) {
			rank = 1
		} else if in("money whole", w) && rank == 2 {
			rank = 3
		}
	}
	if !is {
		return 0
	}
	return rank
}

// OfMoney reports whether a word, in the singular, is what an amount of money is called.
func OfMoney(word string) bool { return in("money", word) || in("money said", word) }
