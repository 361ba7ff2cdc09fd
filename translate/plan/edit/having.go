package edit

import (
	"slices"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// computed returns the expression that a patch names if it is computed from the rows of each group: an output column,
// or Rows.
func (x *patcher) computed(p Patch) (plan.Expr, bool) {
	if p.Table != "" {
		return plan.Expr{}, false
	}
	if p.Column == Rows && len(x.plan.GroupBy) > 0 {
		return plan.CountStar(), true
	}
	if i := x.output(p.Column); i >= 0 && plan.HasAggregate(x.plan.Select[i].Expr) {
		return x.plan.Select[i].Expr, true
	}
	return plan.Expr{}, false
}

// addHaving adds a condition on an expression computed for each group. A new bound replaces an earlier bound on the
// same side, so that "more than 10" after "more than 20" shows more.
func (x *patcher) addHaving(p Patch, e plan.Expr) error {
	cond, err := p.condition(e)
	if err != nil {
		return err
	}
	side := boundSide(cond)
	x.plan.Having = slices.DeleteFunc(plan.Conjuncts(x.plan.Having), func(old plan.Expr) bool {
		return side != "" && boundSide(old) == side && plan.SameTree(old.Node().GetAExpr().GetLexpr(), e.Node())
	})
	x.plan.Having = append(x.plan.Having, cond)
	return nil
}

// boundSide returns on which side a comparison bounds, as =, > or <; "": it is no bound.
func boundSide(cond plan.Expr) string {
	a := cond.Node().GetAExpr()
	if a == nil || a.Kind != pg.A_Expr_Kind_AEXPR_OP {
		return ""
	}
	switch op := plan.LastName(a.Name); op {
	case "=", ">", ">=", "<", "<=":
		return op[:1]
	}
	return ""
}

// addRows adds an output column with the number of rows in each group.
func (x *patcher) addRows() error {
	if len(x.plan.GroupBy) == 0 {
		return refusePatch("the answer has no groups whose rows could be counted")
	}
	if slices.ContainsFunc(x.plan.Select, func(o plan.Output) bool { return plan.Equal(o.Expr, plan.CountStar()) }) {
		return refusePatch("the answer shows the number of rows already")
	}
	x.plan.Select = append(x.plan.Select, x.rowCount())
	return nil
}

// rowCount returns an output column with the number of rows, named after the plan's first table.
func (x *patcher) rowCount() plan.Output {
	out := plan.Output{Expr: plan.CountStar(), As: "number_of_rows"}
	if x.plan.From != nil && x.plan.From.Table != "" {
		if name := "number_of_" + x.plan.From.Table; len(name) <= plan.MaxName && x.output(name) < 0 {
			out.As = name
		}
	}
	return out
}

// countRows replaces the output by the number of rows. The plan's rows must be exactly those that FROM and WHERE
// give.
func (x *patcher) countRows() error {
	if err := x.alone(); err != nil {
		return err
	}
	if x.plan.Grouped() || x.plan.Distinct || x.plan.Limit != nil || x.plan.Offset != nil || x.plan.From == nil ||
		slices.ContainsFunc(x.plan.Select, func(o plan.Output) bool { return plan.HasWindow(o.Expr) }) {
		return &PatchError{Message: "only the rows of a list without groups and limit can be counted", Rewrite: true}
	}
	x.plan.OrderBy = nil
	x.plan.Select = []plan.Output{x.rowCount()}
	return nil
}
