package semantic

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// findDeletion finds the columns that mark deleted rows by their names. Nothing else is left out by name alone: test,
// cancelled and superseded rows need a comment or a person.
func findDeletion(r *Relation) {
	for _, c := range r.Columns {
		if !c.deletion() {
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

// deletion reports whether a column is called like a mark of deleted rows.
func (c *Column) deletion() bool {
	return words().deletion[strings.Join(c.Own, " ")] || words().deletion[strings.Join(c.Name.Words, " ")]
}
