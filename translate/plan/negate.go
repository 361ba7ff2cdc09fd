package plan

import (
	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// Negate returns a plan with the opposite of the plan's only condition; rows whose column is NULL are included. ok is
// false when the plan has several conditions, or one that is not an equality, a list of values or EXISTS.
func Negate(p *Plan, snap *schema.Snapshot) (*Plan, bool) {
	conds := Conjuncts(p.Where)
	if len(conds) != 1 {
		return nil, false
	}
	cond := conds[0]
	c := p.Clone()
	c.Reading = ""
	if cond.node.GetSubLink().GetSubLinkType() == pg.SubLinkType_EXISTS_SUBLINK {
		c.Where = []Expr{Not(cond)}
		return c, true
	}
	ref, kind := kindOf(cond)
	a := cond.node.GetAExpr()
	if kind != condEqual || a.GetLexpr() == nil || !sameTree(a.Lexpr, ref.node) {
		return nil, false
	}
	var other Expr
	switch a.Kind {
	case pg.A_Expr_Kind_AEXPR_OP:
		other = Op("<>", ref, Expr{a.Rexpr})
	case pg.A_Expr_Kind_AEXPR_IN:
		var values []Expr
		for _, v := range a.Rexpr.GetList().GetItems() {
			values = append(values, Expr{v})
		}
		other = In(ref, true, values...)
	default:
		return nil, false
	}
	if canBeNull(p, snap, cond.Columns()[0]) {
		other = Or(IsNull(ref, false), other)
	}
	c.Where = []Expr{other}
	return c, true
}

// canBeNull reports whether a column can be NULL: it is not declared NOT NULL, or the plan has joins, of which an
// outer one may add NULLs.
func canBeNull(p *Plan, snap *schema.Snapshot, ref Ref) bool {
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
