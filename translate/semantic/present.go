package semantic

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// Present returns the flag that says of a row whether it is true now: "active", or a flag whose comment says "employed now"; nil when
// there is none. It filters nothing by itself: it is what "current" and "former" mean.
func (r *Relation) Present() *Column {
	for _, c := range r.Columns {
		if (c.Yes != "" || c.Column.Class == schema.Boolean) && !c.Column.Masked && (c.among("present") || now(c)) {
			return c
		}
	}
	return nil
}

// now reports whether the label of the yes of a flag says that something is so now.
func now(c *Column) bool {
	for _, code := range c.Codes {
		if code.Value != c.Yes {
			continue
		}
		for _, w := range tokens(code.Label) {
			if in("now", w) {
				return true
			}
		}
	}
	return false
}

// Kinds says that a relation holds an attribute of something a row: the kind says which, the value how much. Each kind with its label is a
// measure of what the entity leads to.
type Kinds struct {
	Entity *Key           // what the values are of
	Kind   *Key           // what is measured: to a look-up table with labels
	Value  *schema.Column // how much
	Unit   *schema.Column // of the look-up table: in which unit; nil: it does not say
	Why
}

// findKinds finds relations of attributes and values: the identity is two keys, one of them to a look-up table of kinds, and one number
// beside them is the value.
func findKinds(r *Relation) {
	if len(r.Identity.Columns) != 2 || r.Standing > Subset {
		return
	}
	var entity, kind *Key
	for _, c := range r.Identity.Columns {
		for _, k := range r.KeyOf(c) {
			if len(k.Columns) != 1 || k.Alternative || k.To == r {
				continue
			}
			if r.Column(c.Name).Lookup != nil && kind == nil {
				kind = k
			} else if r.Column(c.Name).Lookup == nil && entity == nil {
				entity = k
			}
		}
	}
	if entity == nil || kind == nil || !kindly(kind.To) {
		return
	}
	for _, c := range r.Columns {
		if c.among("kind value") && c.Column.Class.Numeric() && !c.Column.Masked {
			r.Kinds = &Kinds{Entity: entity, Kind: kind, Value: c.Column, Why: Why{FromName, "a " + clean(c.Column.Name) + " for each of " +
				clean(kind.To.Table.Name), 0.9}}
			for _, u := range kind.To.Columns {
				if u.is("unit", "unit of measure", "measure unit", "uom") {
					r.Kinds.Unit = u.Column
				}
			}
			return
		}
	}
}

// kindly reports whether the rows of a relation are kinds of what can be measured: it is called so, or has units.
func kindly(r *Relation) bool {
	for _, w := range r.Name.Words {
		if in("kind", wordform.Singular(w)) {
			return true
		}
	}
	for _, c := range r.Columns {
		if c.is("unit", "unit of measure", "measure unit", "uom") {
			return true
		}
	}
	return false
}

// Rates says that a relation holds the rates of currencies.
type Rates struct {
	Currency, Rate *schema.Column
	Date           *schema.Column // from when a rate holds; nil: there is one only
	Why
}

// findRates finds relations of exchange rates: they are called so, and hold a currency, a number that is a rate, and mostly a date.
func findRates(r *Relation) {
	if r.Standing > Subset || !slices.ContainsFunc(r.Name.Words, func(w string) bool { return wordform.Singular(w) == "rate" }) {
		return
	}
	x := &Rates{Why: Why{FromName, "called " + clean(r.Table.Name), 0.9}}
	for _, c := range r.Columns {
		switch {
		case c.Column.Masked:
		case x.Currency == nil && (c.Has("currency") || slices.ContainsFunc(r.KeyOf(c.Column), func(k *Key) bool {
			return slices.Contains(k.To.Name.Words, "currency")
		})):
			x.Currency = c.Column
		case x.Rate == nil && c.Column.Class.Numeric() && c.Has("rate"):
			x.Rate = c.Column
		case x.Date == nil && c.dated():
			x.Date = c.Column
		}
	}
	if x.Currency != nil && x.Rate != nil {
		r.Rates = x
	}
}

// OneKind says that a relation is the rows of another one that are of one kind: those of it that belong to the row of its look-up table
// with this label.
type OneKind struct {
	Of    *Relation      // with Kinds
	Label *schema.Column // of the look-up table
	Value string
}

// OfKind returns the rows of a relation of attributes and values that are of one kind, as a relation of its own: its value is that of the
// entity, so that it reads like a column of it. nil where the relation is none, or the column not of its look-up table.
func (r *Relation) OfKind(label *Column, value string) *Relation {
	if r.Kinds == nil || label.Relation != r.Kinds.Kind.To {
		return nil
	}
	one := &Relation{Table: r.Table, Name: nameOf(nil, strings.Fields(strings.ToLower(value))), Standing: r.Standing, LeftOut: r.LeftOut,
		Events: r.Events, Kind: &OneKind{r, label.Column, value}}
	for _, c := range r.Columns {
		again := *c
		again.Relation = one
		one.Columns = append(one.Columns, &again)
	}
	k := *r.Kinds.Entity
	k.From, k.OneToOne = one, true
	one.Keys = []*Key{&k}
	one.Identity = Columns{k.Columns, r.Kinds.Why}
	kinds := *r.Kinds
	one.Kinds = &kinds
	return one
}

// KindsOf returns the relations of attributes and values whose kinds stand in a look-up table.
func (m *Model) KindsOf(lookup *Relation) []*Relation {
	var out []*Relation
	for _, r := range m.Relations {
		if r.Kinds != nil && r.Kinds.Kind.To == lookup {
			out = append(out, r)
		}
	}
	return out
}
