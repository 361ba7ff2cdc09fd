package translate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// resolveSettled replaces the names in constraints by those of the catalog, and hides excluded tables from every
// engine. It returns an error for a name that does not exist.
func (w *work) resolveSettled() error {
	settled := slices.Clone(w.question.Settled)
	var out []*schema.Table
	for i := range settled {
		c := &settled[i]
		if c.Kind == plan.UseWords || c.Kind == plan.AsRead || c.Kind == plan.ReadAs || c.Kind == plan.AsOf {
			continue
		}
		if c.Kind == plan.DropTable && w.snapshot.CalledIn(c.Schema, c.Table) == nil {
			continue // it is already hidden
		}
		if err := w.resolve(&c.Schema, &c.Table, &c.Column); err != nil {
			return err
		}
		if c.Kind == plan.UseJoin {
			if err := w.resolve(&c.RefSchema, &c.RefTable, &c.RefColumn); err != nil {
				return err
			}
		}
		if c.Kind == plan.DropTable {
			out = append(out, w.snapshot.CalledIn(c.Schema, c.Table))
		}
	}
	w.question.Settled = settled
	out = slices.DeleteFunc(out, func(t *schema.Table) bool { return w.lastUse(t) == plan.UseTable })
	if len(out) > 0 {
		w.snapshot = w.snapshot.Without(out)
	}
	return nil
}

// lastUse returns the kind of the latest constraint about a table as a whole.
func (w *work) lastUse(t *schema.Table) (kind plan.ConstraintKind) {
	for _, c := range w.question.Settled {
		if (c.Kind == plan.UseTable || c.Kind == plan.DropTable) && c.Table == t.Name && c.Schema == t.Schema {
			kind = c.Kind
		}
	}
	return kind
}

// resolve replaces the names of a table and of its column, which may be empty, by those of the catalog.
func (w *work) resolve(schemaName, table, column *string) error {
	name := strings.TrimPrefix(*schemaName+"."+*table, ".")
	t := w.snapshot.CalledIn(*schemaName, *table)
	if t == nil {
		return &Error{Code: CodeForm, Message: fmt.Sprintf("there is no table %s that you may read, or there are several", name),
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
	return &Error{Code: CodeForm, Message: fmt.Sprintf("there is no column %s.%s that you may read", name, *column),
		Hint: "The question is still open: answer it again."}
}
