package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
)

// A reading that its words allow may still be nonsense, or leave something unsaid unanswered. What no reading may be,
// and what is hardly ever meant, is the table of validators; what a finished plan may not be, whoever made it, is in
// plan/validate.

// effect is what becomes of a reading in which a validator finds something.
type effect int

const (
	drops   effect = iota // it is no answer
	unread                // what was found are words that it does not answer
	astray                // likewise, and it answers something else
	partial               // it leaves out more than words
	unfit                 // it is hardly ever meant
	echoes                // it is hardly ever meant, as it says only what was known
)

// validator is one thing that a reading may not be.
type validator struct {
	name  string
	does  effect
	why   string
	finds func(c *checked) []string // words of the question or names of columns, as often as it is so; a name may be empty
}

// validators are all of them, those that drop a reading first.
var validators = slices.Concat(dropping, wordValidators, lostValidators, groupValidators, shapeValidators)

// dropping are the validators of what can be no answer.
var dropping = []validator{
	{"one_row_groups", drops, "each of its groups can only be one row: they are made by the key of the rows", each(oneRowGroups)},
	{"counts_first", drops, "the first rows of an order are as many as were said, and need no counting", is(countsFirst)},
	{"periods_apart", drops, "it wants one date in two periods that do not meet", each(periodsApart)},
	{"always_true", drops, "one of its conditions of which one is enough holds always", each(alwaysTrue)},
	{"detour", drops, "it differs from another reading in a longer way to the same rows alone", is(detours)},
	{"figure_of_key", drops, "a key to other rows only says which row is meant: it has no highest, lowest, sum or average", each(figureOfKey)},
	{"summed_share", drops, "shares of different things, as rates of discount are, do not add up, nor do prices per piece", each(summedShare)},
	{"rank_by_key", drops, "a key to other rows only says which row is meant, so that nothing is first by it", each(rankByKey)},
	{"figure_of_group", drops, "a figure is of what its groups are made by", each(figureOfGroup)},
	{"never_so", drops, "nothing can be without what all of it has", each(neverSo)},
	{"with_and_without", drops, "it wants rows with and without the same", each(withAndWithout)},
	{"spoken_country", drops, "a language that is stored by its name is no country: who speaks Spanish", leaf(spokenCountry)},
	{"first_of_first", drops, "the oldest of the oldest one is no other", is(firstOfFirst)},
	{"flag_list", drops, "a list of a flag says yes and no, and of whom it does not", is(flagList)},
}

// Found is what a validator found in a reading.
type Found struct {
	Validator string
	Why       string
	At        string // the word or column; "": the whole of it
}

// String is what was found in words.
func (f Found) String() string {
	if f.At == "" {
		return f.Validator
	}
	return f.Validator + " “" + f.At + "”"
}

// checked is a reading of a candidate as its validators see it.
type checked struct {
	*candidate
	one    *Reading
	direct *Reading // the first reading of the same form; nil: this is it
	used   []string // words that the reading passes over, and those of the names of what it reads
	parts  []any    // of its set, outermost first
	show   *algebra.Show

	tested, fixed, ranked places // columns that conditions are about, are held to one value, and ranks go by
}

// strayed is what it costs to answer something else.
const strayed = 3

// check runs the validators over a reading, and reports whether it may be an answer.
func (c *checked) check() bool {
	for _, v := range validators {
		for _, at := range v.finds(c) {
			c.one.Found = append(c.one.Found, Found{v.name, v.why, at})
			switch v.does {
			case drops:
				return false
			case astray:
				c.one.Features[rank.Skips] += strayed
				fallthrough
			case unread:
				if !slices.Contains(c.one.Skipped, at) {
					c.one.Skipped = append(c.one.Skipped, at)
				}
			case partial:
				c.one.Signs[rank.Dropped]++
			case unfit:
				c.one.Features[rank.Unfit]++
			case echoes:
				c.one.Features[rank.Echoes]++
			}
		}
	}
	return true
}

// look takes a set apart for the validators.
func (c *checked) look() {
	c.parts = appendParts(c.parts, c.one.Set)
	c.show, _ = c.one.Set.(*algebra.Show)
	for _, part := range c.parts {
		switch x := part.(type) {
		case *algebra.Extreme:
			for _, o := range x.By {
				c.ranked.note(o.Value)
			}
		case *algebra.Compare:
			c.tested.note(x.Left)
			if _, ok := x.Right.(*algebra.Const); ok && x.Op == algebra.Eq {
				c.fixed.note(x.Left)
			}
		case *algebra.OneOf:
			c.tested.note(x.Value)
		case *algebra.Null:
			c.tested.note(x.Value)
		}
	}
}

// place is a column of a row.
type place struct {
	row    *algebra.Row
	column string
}

func of(a *algebra.Attr) place { return place{a.Row, a.Column} }

// places are columns, each once.
type places []place

func (p *places) note(v algebra.Value) {
	if a, ok := v.(*algebra.Attr); ok && !slices.Contains(*p, of(a)) {
		*p = append(*p, of(a))
	}
}

// partsOf returns all parts of a set, outermost first.
func partsOf(s algebra.Set) []any { return appendParts(nil, s) }

func appendParts(all []any, s algebra.Set) []any {
	algebra.Walk(s, func(part any) bool {
		all = append(all, part)
		return true
	})
	return all
}

// has reports whether there is a part of the kind.
func has[Kind any](parts []any) bool {
	return slices.ContainsFunc(parts, func(part any) bool { _, is := part.(Kind); return is })
}

// is makes a validator of what holds of a reading or not.
func is(holds func(*checked) bool) func(*checked) []string {
	return func(c *checked) []string {
		if holds(c) {
			return []string{""}
		}
		return nil
	}
}

// each makes a validator of what holds of a kind of parts.
func each[Part any](holds func(*checked, Part) bool) func(*checked) []string {
	return func(c *checked) (all []string) {
		for _, part := range c.parts {
			if p, ok := part.(Part); ok && holds(c, p) {
				all = append(all, "")
			}
		}
		return all
	}
}

// word makes a validator of what finds a word that is not answered, or -1.
func word(find func(*checked) int) func(*checked) []string {
	return func(c *checked) []string {
		if i := find(c); i >= 0 {
			return []string{c.lattice.Words[i].Text}
		}
		return nil
	}
}
