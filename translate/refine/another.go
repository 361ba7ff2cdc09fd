package refine

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan/edit"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// another reads "what about 30?": it replaces the only number of the plan, which is that of a condition or the limit.
// read reports that the text has this form; ok is false when the plan has no such number or several. A year is not read
// here, because it is a condition in words.
func (r *reader) another(text string) (steps []Step, read, ok bool) {
	said := likewise.FindString(text)
	number := strings.TrimSpace(text[len(said):])
	if _, err := strconv.ParseFloat(number, 64); said == "" || err != nil || year.MatchString(number) || strings.Trim(number, "0123456789.") != "" {
		return nil, false, false
	}
	var filters []edit.Patch
	for _, e := range r.plan.Where {
		if p, ok := comparison(e, number); ok {
			filters = append(filters, p)
		}
	}
	limit, err := strconv.ParseInt(number, 10, 64)
	switch {
	case len(filters) == 1 && r.plan.Limit == nil:
		return []Step{{Patch: filters[0]}}, true, true
	case len(filters) == 0 && r.plan.Limit != nil && err == nil && limit > 0:
		return []Step{{Patch: edit.Patch{Operation: edit.ModifyLimit, Limit: &limit}}}, true, true
	}
	return nil, true, false
}

// comparison returns a patch that replaces the number in a comparison of a column with a number. It returns false for
// any other condition.
func comparison(e plan.Expr, number string) (edit.Patch, bool) {
	x := e.Node().GetAExpr()
	if x == nil || x.Kind != pg.A_Expr_Kind_AEXPR_OP || len(x.Name) != 1 || x.Lexpr.GetColumnRef() == nil {
		return edit.Patch{}, false
	}
	columns, op := plan.FromNode(x.Lexpr).Columns(), x.Name[0].GetString_().GetSval()
	value := x.Rexpr.GetAConst()
	if len(columns) != 1 || value.GetIval() == nil && value.GetFval() == nil || !slices.Contains([]string{"=", "<>", "<", "<=", ">", ">="}, op) {
		return edit.Patch{}, false
	}
	return edit.Patch{Operation: edit.AddFilter, Table: columns[0].Alias, Column: columns[0].Column, Operator: op, Value: json.Number(number), Replace: true}, true
}
