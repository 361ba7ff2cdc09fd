package semantic

import "github.com/pgask/pgask/translate/schema"

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
