package about

import (
	"strconv"

	"github.com/pgask/pgask/translate/plan/edit"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Options returns the rows of ask_options(): what can be changed in an answer that has been changed so often, one row
// per column.
func Options(p *plan.Plan, s *schema.Snapshot, times int) ([]Column, [][]string) {
	columns := []Column{{"table_schema", "text"}, {"table_name", "text"}, {"alias", "text"}, {"column_name", "text"},
		{"type", "text"}, {"selected", "bool"},
		{"role", "text"}, {"key", "text"}, {"nullable", "bool"}, {"sortable", "bool"}, {"sorted", "text"},
		{"sort_position", "int4"}, {"row_limit", "int8"},
		{"changes", "int4"}}
	limit, changes := "", strconv.Itoa(times)
	if p.Limit != nil {
		limit = strconv.FormatInt(*p.Limit, 10)
	}
	var rows [][]string
	for _, c := range edit.Controls(p, s) {
		position := ""
		if c.SortPosition > 0 {
			position = strconv.Itoa(c.SortPosition)
		}
		rows = append(rows, []string{c.Schema, c.Table, c.Alias, c.Column, c.Type, strconv.FormatBool(c.Selected), c.Role, c.Key,
			strconv.FormatBool(c.Nullable), strconv.FormatBool(c.Sortable), c.Sorted, position, limit, changes})
		if len(rows) == MaxRows {
			break
		}
	}
	return columns, rows
}
