package translate

import (
	"strconv"

	"github.com/pgask/pgask/translate/plan"
)

// controlRows returns the answer to ask_options(): what can be changed in the last answer, one row per column.
func (w *work) controlRows() ([]column, [][]string, error) {
	columns := []column{{"table_schema", "text"}, {"table_name", "text"}, {"alias", "text"}, {"column_name", "text"}, {"type", "text"}, {"selected", "bool"},
		{"role", "text"}, {"key", "text"}, {"nullable", "bool"}, {"sortable", "bool"}, {"sorted", "text"}, {"sort_position", "int4"}, {"row_limit", "int8"},
		{"changes", "int4"}}
	about := w.question.About
	if about == nil || about.SQL == "" {
		return nil, nil, &Error{Code: CodeForm, Message: "there is no answer in this session whose options could be shown", Hint: "Ask first."}
	}
	p := about.plan
	if p == nil {
		var err error
		if p, err = plan.Lift(about.SQL); err != nil {
			return nil, nil, &Error{Code: CodeForm, Message: "the last answer cannot be changed piece by piece: " + err.Error(),
				Hint: "ask refine: with a model can still change it.", Err: err}
		}
	}
	limit, changes := "", strconv.Itoa(about.changes())
	if p.Limit != nil {
		limit = strconv.FormatInt(*p.Limit, 10)
	}
	var rows [][]string
	for _, c := range plan.Controls(p, w.snapshot) {
		position := ""
		if c.SortPosition > 0 {
			position = strconv.Itoa(c.SortPosition)
		}
		rows = append(rows, []string{c.Schema, c.Table, c.Alias, c.Column, c.Type, strconv.FormatBool(c.Selected), c.Role, c.Key,
			strconv.FormatBool(c.Nullable), strconv.FormatBool(c.Sortable), c.Sorted, position, limit, changes})
		if len(rows) == maxRelationRows {
			break
		}
	}
	return columns, rows, nil
}
