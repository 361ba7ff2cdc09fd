package plan

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// computed returns the expression that a patch names if it is computed from the rows of each group: an output column,
// or Rows.
func (x *patcher) computed(p Patch) (Expr, bool) {
	if p.Table != "" {
		return Expr{}, false
	}
	if p.Column == Rows && len(x.plan.GroupBy) > 0 {
		return countStar(), true
	}
	if i := x.output(p.Column); i >= 0 && HasAggregate(x.plan.Select[i].Expr) {
		return x.plan.Select[i].Expr, true
	}
	return Expr{}, false
}

// addHaving adds a condition on an expression computed for each group. A new bound replaces an earlier bound on the
// same side, so that "more than 10" after "more than 20" shows more.
func (x *patcher) addHaving(p Patch, e Expr) error {
	cond, err := p.condition(e)
	if err != nil {
		return err
	}
	side := boundSide(cond)
	x.plan.Having = slices.DeleteFunc(Conjuncts(x.plan.Having), func(old Expr) bool {
		return side != condOther && boundSide(old) == side && sameTree(old.node.GetAExpr().GetLexpr(), e.node)
	})
	x.plan.Having = append(x.plan.Having, cond)
	return nil
}

// boundSide returns the kind of a comparison, from its operator alone: condEqual, condLower, condUpper or condOther.
func boundSide(cond Expr) int {
	a := cond.node.GetAExpr()
	if a == nil || a.Kind != pg.A_Expr_Kind_AEXPR_OP {
		return condOther
	}
	switch lastName(a.Name) {
	case "=":
		return condEqual
	case ">", ">=":
		return condLower
	case "<", "<=":
		return condUpper
	}
	return condOther
}

// addRows adds an output column with the number of rows in each group.
func (x *patcher) addRows() error {
	if len(x.plan.GroupBy) == 0 {
		return refusePatch("the answer has no groups whose rows could be counted")
	}
	if slices.ContainsFunc(x.plan.Select, func(o Output) bool { return Equal(o.Expr, countStar()) }) {
		return refusePatch("the answer shows the number of rows already")
	}
	x.plan.Select = append(x.plan.Select, x.rowCount())
	return nil
}

// rowCount returns an output column with the number of rows, named after the plan's first table.
func (x *patcher) rowCount() Output {
	out := Output{Expr: countStar(), As: "number_of_rows"}
	if x.plan.From != nil && x.plan.From.Table != "" {
		if name := "number_of_" + x.plan.From.Table; len(name) <= maxName && x.output(name) < 0 {
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
		slices.ContainsFunc(x.plan.Select, func(o Output) bool { return hasWindow(o.Expr) }) {
		return &PatchError{Message: "only the rows of a list without groups and limit can be counted", Rewrite: true}
	}
	x.plan.OrderBy = nil
	x.plan.Select = []Output{x.rowCount()}
	return nil
}
