package semantic

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

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
