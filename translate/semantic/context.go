package semantic

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// Bounds of what belongs to the relations of a question.
const (
	mostSpoken = 12 // relations, the best first
	mostJoined = 3  // keys of a relation that only joins
	mostLed    = 6  // of them, those of which the keys are followed
	waysEach   = 2  // between two of them
	mostWays   = 60 // in all
)

// Implied is what nobody says when speaking of some relations: a column, or a stored value of it.
type Implied struct {
	Column *Column
	Value  string // empty: the column
}

// Context returns what nobody names when speaking of some relations, the likeliest first: what identifies and names their rows, when they
// came to be, which of them count and are true now, by what value, what their keys lead to, and the keys on the ways between them.
func (m *Model) Context(spoken []*Relation) []Implied {
	spoken = spoken[:min(len(spoken), mostSpoken)]
	x := gathered{m, nil, map[Implied]bool{}}
	for _, r := range spoken {
		x.own(r)
	}
	for _, r := range spoken[:min(len(spoken), mostLed)] {
		x.inside(r)
		x.views(r)
		x.joined(r)
		for _, k := range r.Keys {
			if !k.Alternative {
				x.step(Step{Key: k})
			}
		}
	}
	x.kinds(spoken)
	x.rates(spoken)
	ways := 0
	for i, a := range spoken {
		for _, b := range spoken[i+1:] {
			for _, p := range m.Graph.Paths(a, b, waysEach) {
				if ways++; ways > mostWays {
					return x.out
				}
				for _, s := range p {
					x.step(s)
				}
			}
		}
	}
	return x.out
}

// mostCodes is how many codes of a column are implied: of more, a look-up must tell.
const mostCodes = 12

// inside adds what the rows of a relation tell beside their names: the labelled codes, flags, dates and amounts.
func (x *gathered) inside(r *Relation) {
	for _, c := range r.Columns {
		if len(c.Codes) > 0 && len(c.Codes) <= mostCodes || c.Yes != "" {
			x.columns(c.Column)
		}
		for _, code := range c.Codes[:min(len(c.Codes), mostCodes)] {
			x.add(Implied{c, code.Value})
		}
		if c.Yes != "" {
			x.add(Implied{c, c.Yes})
			x.add(Implied{c, c.No})
		}
	}
	for _, e := range r.Events {
		if e.Date != nil {
			x.columns(e.Date)
		}
	}
	for _, a := range r.Measures {
		x.columns(a.Amount)
		for _, c := range []*schema.Column{a.Quantity, a.Discount} {
			if c != nil {
				x.columns(c)
			}
		}
	}
}

// views adds the views with some of the rows of a relation: they are its rows that count.
func (x *gathered) views(r *Relation) {
	for _, v := range x.Relations {
		if v.Of == r && v.Standing == Subset {
			x.own(v)
			x.inside(v)
		}
	}
}

// joined adds the relations that only join a relation with others, or tell since when it was joined with them.
func (x *gathered) joined(r *Relation) {
	for _, s := range x.Graph.Steps(r) {
		if s.Back && (s.From.Link || s.From.Validity != nil) && s.From.Standing <= Subset && len(s.From.Keys) <= mostJoined {
			for _, k := range s.From.Keys {
				x.step(Step{Key: k})
			}
			x.own(s.From)
		}
	}
}

// kinds adds the relations of attributes and values whose kinds are spoken of.
func (x *gathered) kinds(spoken []*Relation) {
	for _, r := range x.Relations {
		if r.Kinds != nil && slices.Contains(spoken, r.Kinds.Kind.To) {
			x.own(r)
			x.step(Step{Key: r.Kinds.Entity})
			x.step(Step{Key: r.Kinds.Kind})
		}
	}
}

// rates adds the relation of exchange rates where amounts are in the currency of another column.
func (x *gathered) rates(spoken []*Relation) {
	foreign := slices.ContainsFunc(spoken[:min(len(spoken), mostLed)], func(r *Relation) bool {
		return slices.ContainsFunc(r.Columns, func(c *Column) bool { return c.Unit != nil && c.Unit.Currency != nil })
	})
	if !foreign {
		return
	}
	for _, r := range x.Relations {
		if r.Rates != nil {
			x.columns(r.Rates.Currency, r.Rates.Rate)
			if r.Rates.Date != nil {
				x.columns(r.Rates.Date)
			}
		}
	}
}

// gathered is what is implied so far.
type gathered struct {
	*Model
	out  []Implied
	told map[Implied]bool
}

func (x *gathered) columns(columns ...*schema.Column) {
	for _, c := range columns {
		x.add(Implied{Column: x.byColumn[c]})
	}
}

func (x *gathered) add(i Implied) {
	if i.Column != nil && !x.told[i] {
		x.told[i] = true
		x.out = append(x.out, i)
	}
}

// step adds a key with what it leads to.
func (x *gathered) step(s Step) {
	x.columns(s.Columns...)
	x.columns(s.RefColumns...)
	x.own(s.End())
}

// own adds what belongs to each mention of a relation.
func (x *gathered) own(r *Relation) {
	x.columns(r.Shown...)
	x.columns(r.Label.Columns...)
	x.columns(r.Identity.Columns...)
	for _, rule := range r.LeftOut {
		x.condition(rule.Condition)
	}
	for _, f := range r.Filter {
		x.condition(f)
	}
	if c := r.Present(); c != nil {
		x.condition(Condition{Column: c.Column, Op: Is, Value: c.Yes})
	}
	if v := r.Validity; v != nil {
		x.columns(v.From)
		if v.Until != nil {
			x.columns(v.Until)
			if v.OpenValue != "" {
				x.add(Implied{x.byColumn[v.Until], v.OpenValue})
			}
		}
	}
	if born := r.Born(); born != nil {
		x.columns(born)
	}
	if r.Label.Via != nil {
		x.columns(r.Label.Via.Columns...)
	}
	if r.Kinds != nil {
		x.columns(r.Kinds.Value)
		x.columns(r.Kinds.Kind.Columns...)
	}
}

// condition adds the column of a condition, and both values of a flag: one statement says what counts, another what does not.
func (x *gathered) condition(c Condition) {
	x.columns(c.Column)
	col := x.byColumn[c.Column]
	if c.Op != Is || col == nil {
		return
	}
	x.add(Implied{col, c.Value})
	if slices.Contains([]string{col.Yes, col.No}, c.Value) {
		x.add(Implied{col, col.Yes})
		x.add(Implied{col, col.No})
	}
}
