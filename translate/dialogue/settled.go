package dialogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
)

// Resolve replaces the names in constraints by those of the catalog, and returns the tables that they exclude. It
// returns an error for a name that does not exist.
func Resolve(constraints []plan.Constraint, s *schema.Snapshot) (settled []plan.Constraint, out []*schema.Table, err error) {
	settled = slices.Clone(constraints)
	for i := range settled {
		c := &settled[i]
		if c.Kind == plan.UseWords || c.Kind == plan.AsRead || c.Kind == plan.ReadAs || c.Kind == plan.AsOf {
			continue
		}
		if c.Kind == plan.DropTable && s.CalledIn(c.Schema, c.Table) == nil {
			continue // it is already hidden
		}
		if err := resolve(s, &c.Schema, &c.Table, &c.Column); err != nil {
			return nil, nil, err
		}
		if c.Kind == plan.UseJoin {
			if err := resolve(s, &c.RefSchema, &c.RefTable, &c.RefColumn); err != nil {
				return nil, nil, err
			}
		}
		if c.Kind == plan.DropTable {
			out = append(out, s.CalledIn(c.Schema, c.Table))
		}
	}
	return settled, slices.DeleteFunc(out, func(t *schema.Table) bool { return lastUse(settled, t) == plan.UseTable }), nil
}

// lastUse returns the kind of the latest constraint about a table as a whole.
func lastUse(settled []plan.Constraint, t *schema.Table) (kind plan.ConstraintKind) {
	for _, c := range settled {
		if (c.Kind == plan.UseTable || c.Kind == plan.DropTable) && c.Table == t.Name && c.Schema == t.Schema {
			kind = c.Kind
		}
	}
	return kind
}

// resolve replaces the names of a table and of its column, which may be empty, by those of the catalog.
func resolve(s *schema.Snapshot, schemaName, table, column *string) error {
	name := strings.TrimPrefix(*schemaName+"."+*table, ".")
	t := s.CalledIn(*schemaName, *table)
	if t == nil {
		return &say.Error{Code: say.CodeForm, Message: fmt.Sprintf("there is no table %s that you may read, or there are several", name),
			Hint: "The question is still open: answer it again, with the schema where there are several."}
	}
	*schemaName, *table = t.Schema, t.Name
	if *column == "" {
		return nil
	}
	for _, c := range t.Columns {
		if strings.EqualFold(c.Name, *column) {
			*column = c.Name
			return nil
		}
	}
	return &say.Error{Code: say.CodeForm, Message: fmt.Sprintf("there is no column %s.%s that you may read", name, *column),
		Hint: "The question is still open: answer it again."}
}
