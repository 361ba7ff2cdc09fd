package semantic

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// findDeletion finds the columns that mark deleted rows by their names. Nothing else is left out by name alone: test,
// cancelled and superseded rows need a comment or a person.
func (m *Model) findDeletion(r *Relation) {
	for _, c := range r.Columns {
		if !m.naming.deletion[strings.Join(c.Own, " ")] && !m.naming.deletion[strings.Join(c.Name.Words, " ")] {
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
