package semantic

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// findDeletion finds the columns that mark deleted rows by their names. Nothing else is left out by name alone: test,
// cancelled and superseded rows need a comment or a person.
func findDeletion(r *Relation) {
	for _, c := range r.Columns {
		if !c.among("deletion mark") {
			continue
		}
		why := Why{FromName, "called " + clean(c.Column.Name), 0.9}
		switch {
		case c.Column.Class == schema.Boolean:
			r.addRule(Rule{Condition{Column: c.Column, Op: IsTrue}, "", why})
		case c.Column.Class.Temporal() && !c.Column.NotNull:
			r.addRule(Rule{Condition{Column: c.Column, Op: IsSet}, "", why})
		case c.Yes != "":
			r.addRule(Rule{Condition{Column: c.Column, Op: Is, Value: c.Yes}, "", why})
		}
	}
}

// Part says that the rows of a relation are parts of those of another, as lines are of an order: they count only where the whole does.
type Part struct {
	Of *Key // to the whole
	Why
}

// findPart finds what the rows of a relation are parts of. It matters only where some of the whole do not count and a part has no mark of
// its own. A declared key that must be filled is needed, and more than that: every order must have a customer, and yet a deleted customer
// does not undo the orders. So the relation must be called like a part (line, item, position), and either like a part of this whole or be
// numbered within it.
func findPart(r *Relation) {
	last := r.Name.Words[len(r.Name.Words)-1]
	if r.Standing > Subset || slices.ContainsFunc(r.LeftOut, r.deletes) || !in("part", wordform.Singular(last)) {
		return
	}
	for _, k := range r.Keys {
		if !k.Declared || k.Optional || k.To == r || !slices.ContainsFunc(k.To.LeftOut, k.To.undoes) {
			continue
		}
		why := Why{FromName, "called like a part of " + clean(k.To.Table.Name), 0.85}
		whole, ws := k.To.Name.bare(), r.Name.one
		if len(ws) <= len(whole) || !slices.Equal(ws[:len(whole)], whole) {
			if !numberedWithin(r, k) {
				continue
			}
			why = Why{FromCatalog, "numbered within each row of " + clean(k.To.Table.Name), 0.85}
		}
		if r.Part != nil { // of two wholes none is certain
			r.Part = nil
			return
		}
		r.Part = &Part{k, why}
	}
}

// deletes reports whether a rule leaves out deleted rows: of everything, by a column that is called so.
func (r *Relation) deletes(x Rule) bool {
	c := r.Column(x.Column.Name)
	return x.Scope == "" && c != nil && c.among("deletion mark")
}

// undoes reports whether a rule leaves out rows so that what they consist of does not count either: deleted ones, and those of which
// somebody says that they never count.
func (r *Relation) undoes(x Rule) bool {
	return x.Scope == "" && (x.Source != FromName || r.deletes(x))
}

// numberedWithin reports whether the identity of a relation is a key to another and something that is no key.
func numberedWithin(r *Relation, k *Key) bool {
	inside := func(id *Column) bool { return slices.Contains(k.Columns, id.Column) }
	all, numbered := 0, false
	for _, id := range r.Identity.Columns {
		c := r.Column(id.Name)
		switch {
		case inside(c):
			all++
		case len(r.KeyOf(id)) > 0:
			return false
		default:
			numbered = true
		}
	}
	return numbered && all == len(k.Columns)
}

// Wholes are the rules by which the whole of a part does not count, so that the part does not either.
func (r *Relation) Wholes() []Rule {
	if r.Part == nil {
		return nil
	}
	var out []Rule
	whole := r.Part.Of.To
	for _, x := range whole.LeftOut {
		if whole.undoes(x) {
			out = append(out, x)
		}
	}
	return out
}
