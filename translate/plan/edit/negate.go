package edit

import (
	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"

	"github.com/pgask/pgask/translate/schema"
)

// Negate returns a plan with the opposite of the plan's only condition; rows whose column is NULL are included. ok is
// false when the plan has several conditions, or one that is not an columnsEqual, a list of values or EXISTS.
func Negate(p *plan.Plan, snap *schema.Snapshot) (*plan.Plan, bool) {
	conds := plan.Conjuncts(p.Where)
	if len(conds) != 1 {
		return nil, false
	}
	cond := conds[0]
	c := p.Clone()
	c.Reading = ""
	if cond.Node().GetSubLink().GetSubLinkType() == pg.SubLinkType_EXISTS_SUBLINK {
		c.Where = []plan.Expr{plan.Not(cond)}
		return c, true
	}
	ref, kind := kindOf(cond)
	a := cond.Node().GetAExpr()
	if kind != condEqual || a.GetLexpr() == nil || !plan.SameTree(a.Lexpr, ref.Node()) {
		return nil, false
	}
	var other plan.Expr
	switch a.Kind {
	case pg.A_Expr_Kind_AEXPR_OP:
		other = plan.Op("<>", ref, plan.FromNode(a.Rexpr))
	case pg.A_Expr_Kind_AEXPR_IN:
		var values []plan.Expr
		for _, v := range a.Rexpr.GetList().GetItems() {
			values = append(values, plan.FromNode(v))
		}
		other = plan.In(ref, true, values...)
	default:
		return nil, false
	}
	if canBeNull(p, snap, cond.Columns()[0]) {
		other = plan.Or(plan.IsNull(ref, false), other)
	}
	c.Where = []plan.Expr{other}
	return c, true
}

// canBeNull reports whether a column can be NULL: it is not declared NOT NULL, or the plan has joins, of which an
// outer one may add NULLs.
func canBeNull(p *plan.Plan, snap *schema.Snapshot, ref plan.Ref) bool {
	if p.From == nil || p.From.Name() != ref.Alias {
		return true
	}
	t := snap.Table(p.From.Schema, p.From.Table)
	if t == nil || len(p.Joins) > 0 {
		return true
	}
	column := t.Column(ref.Column)
	return column == nil || !column.NotNull
}
