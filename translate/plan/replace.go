package plan

import pg "github.com/pganalyze/pg_query_go/v5"

// Mapped returns a copy of the plan with each of its expressions, those of the plans inside it included, replaced by
// what f returns for it.
func (p *Plan) Mapped(f func(Expr) Expr) *Plan {
	p = p.Clone()
	p.Plans(func(_ string, inner *Plan) {
		inner.Exprs(func(_ string, e *Expr) { *e = f(*e) })
	})
	return p
}

// Edited returns a copy of the expression that f has changed: it is called for every node of the copy, from the top,
// and returns false to skip what is below a node.
func (e Expr) Edited(f func(*pg.Node) bool) Expr { return Edit(e, f) }

// IsNotTrue holds where a truth value is false or unknown.
func IsNotTrue(e Expr) Expr {
	return Expr{&pg.Node{Node: &pg.Node_BooleanTest{BooleanTest: &pg.BooleanTest{Arg: e.node, Booltesttype: pg.BoolTestType_IS_NOT_TRUE}}}}
}

// Differs holds where two values are not the same, also where one of them is NULL.
func Differs(left, right Expr) Expr {
	return Expr{pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_DISTINCT, []*pg.Node{pg.MakeStrNode("=")}, left.node, right.node, 0)}
}
