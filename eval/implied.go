package eval

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Bounds of what belongs to the relations of a question.
const (
	mostSpoken = 12 // relations, the best first
	mostJoined = 3  // keys of a relation that only joins
	mostLed    = 6  // of them, those of which the keys are followed
	waysEach   = 2  // between two of them
	mostWays   = 60 // in all
)

// implied is what nobody says when speaking of some relations: a column, or a stored value of it.
type implied struct {
	Column *semantic.Column
	Value  string // empty: the column
}

// impliedBy returns what nobody names when speaking of some relations, the likeliest first: what identifies and names
// their rows, when they came to be, which of them count and are true now, by what value, what their keys lead to, and
// the keys on the ways between them.
func impliedBy(m *semantic.Model, spoken []*semantic.Relation) []implied {
	spoken = spoken[:min(len(spoken), mostSpoken)]
	x := gathered{m, nil, map[implied]bool{}}
	for _, r := range spoken {
		x.own(r)
	}
	for _, r := range spoken[:min(len(spoken), mostLed)] {
		x.inside(r)
		x.views(r)
		x.computed(r)
		x.joined(r)
		for _, k := range r.Keys {
			if !k.Alternative {
				x.step(semantic.Step{Key: k})
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
func (x *gathered) inside(r *semantic.Relation) {
	for _, c := range r.Columns {
		if len(c.Codes) > 0 && len(c.Codes) <= mostCodes || c.Yes != "" {
			x.columns(c.Column)
		}
		for _, code := range c.Codes[:min(len(c.Codes), mostCodes)] {
			x.add(implied{c, code.Value})
		}
		if c.Yes != "" {
			x.add(implied{c, c.Yes})
			x.add(implied{c, c.No})
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
func (x *gathered) views(r *semantic.Relation) {
	for _, v := range x.Relations {
		if v.Of == r && v.Standing == semantic.Subset {
			x.own(v)
			x.inside(v)
		}
	}
}

// computed adds what a view computes its rows of: a question that asks for more than it shows is answered from there.
func (x *gathered) computed(v *semantic.Relation) {
	d := x.Snapshot.Definitions[v.Table.OID]
	if d == nil || v.Standing != semantic.Aggregate && v.Standing != semantic.Joined {
		return
	}
	for _, u := range d.Uses {
		r := x.Relation(x.Snapshot.TableByOID(u.OID))
		switch {
		case r == nil:
		case u.Kind == schema.UsesRelation:
			x.own(r)
		case u.Kind == schema.UsesColumn:
			x.columns(r.Table.Column(u.Detail))
		}
	}
}

// joined adds the relations that only join a relation with others, or tell since when it was joined with them.
func (x *gathered) joined(r *semantic.Relation) {
	for _, s := range x.Graph.Steps(r) {
		if s.Back && (s.From.Link || s.From.Validity != nil) && s.From.Standing <= semantic.Subset && len(s.From.Keys) <= mostJoined {
			for _, k := range s.From.Keys {
				x.step(semantic.Step{Key: k})
			}
			x.own(s.From)
		}
	}
}

// kinds adds the relations of attributes and values whose kinds are spoken of.
func (x *gathered) kinds(spoken []*semantic.Relation) {
	for _, r := range x.Relations {
		if r.Kinds != nil && slices.Contains(spoken, r.Kinds.Kind.To) {
			x.own(r)
			x.step(semantic.Step{Key: r.Kinds.Entity})
			x.step(semantic.Step{Key: r.Kinds.Kind})
		}
	}
}

// rates adds the relation of exchange rates where amounts are in the currency of another column.
func (x *gathered) rates(spoken []*semantic.Relation) {
	foreign := slices.ContainsFunc(spoken[:min(len(spoken), mostLed)], func(r *semantic.Relation) bool {
		return slices.ContainsFunc(r.Columns, func(c *semantic.Column) bool { return c.Unit != nil && c.Unit.Currency != nil })
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
	*semantic.Model
	out  []implied
	told map[implied]bool
}

func (x *gathered) columns(columns ...*schema.Column) {
	for _, c := range columns {
		x.add(implied{Column: x.Model.Column(c)})
	}
}

func (x *gathered) add(i implied) {
	if i.Column != nil && !x.told[i] {
		x.told[i] = true
		x.out = append(x.out, i)
	}
}

// step adds a key with what it leads to.
func (x *gathered) step(s semantic.Step) {
	x.columns(s.Columns...)
	x.columns(s.RefColumns...)
	x.own(s.End())
}

// own adds what belongs to each mention of a relation.
func (x *gathered) own(r *semantic.Relation) {
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
		x.condition(semantic.Condition{Column: c.Column, Op: semantic.Is, Value: c.Yes})
	}
	if v := r.Validity; v != nil {
		x.columns(v.From)
		if v.Until != nil {
			x.columns(v.Until)
			if v.OpenValue != "" {
				x.add(implied{x.Model.Column(v.Until), v.OpenValue})
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

// condition adds the column of a condition, and both values of a flag: one statement says what counts, another what
// does not.
func (x *gathered) condition(c semantic.Condition) {
	x.columns(c.Column)
	col := x.Model.Column(c.Column)
	if c.Op != semantic.Is || col == nil {
		return
	}
	x.add(implied{col, c.Value})
	if slices.Contains([]string{col.Yes, col.No}, c.Value) {
		x.add(implied{col, col.Yes})
		x.add(implied{col, col.No})
	}
}
