package lift

import (
	"fmt"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/algebra"
)

func typeName(n *pg.Node) string { return fmt.Sprintf("%T", n.GetNode()) }

func (l *lifting) pred(n *pg.Node, sc *scope) (algebra.Pred, error) {
	if l.depth++; l.depth > maxDepth {
		return nil, unknown("deep nesting", "")
	}
	defer func() { l.depth-- }()
	switch x := n.GetNode().(type) {
	case *pg.Node_BoolExpr:
		return l.boolean(x.BoolExpr, sc)
	case *pg.Node_AExpr:
		return l.compare(x.AExpr, n, sc)
	case *pg.Node_NullTest:
		v, err := l.value(x.NullTest.Arg, sc)
		return negated(&algebra.Null{Value: v}, x.NullTest.Nulltesttype == pg.NullTestType_IS_NOT_NULL), err
	case *pg.Node_BooleanTest:
		return l.booleanTest(x.BooleanTest, sc)
	case *pg.Node_SubLink:
		return l.subquery(x.SubLink, n, sc)
	}
	v, err := l.value(n, sc)
	return &algebra.Holds{Value: v}, err
}

func negated(p algebra.Pred, not bool) algebra.Pred {
	if not {
		return &algebra.Not{Pred: p}
	}
	return p
}

func (l *lifting) boolean(b *pg.BoolExpr, sc *scope) (algebra.Pred, error) {
	var all []algebra.Pred
	for _, n := range b.Args {
		p, err := l.pred(n, sc)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	switch b.Boolop {
	case pg.BoolExprType_AND_EXPR:
		return &algebra.And{All: all}, nil
	case pg.BoolExprType_OR_EXPR:
		return &algebra.Or{Any: all}, nil
	}
	return &algebra.Not{Pred: all[0]}, nil
}

func (l *lifting) booleanTest(b *pg.BooleanTest, sc *scope) (algebra.Pred, error) {
	v, err := l.value(b.Arg, sc)
	truth := func(is bool) algebra.Pred {
		return &algebra.Compare{Op: algebra.Differs, Left: v, Right: &algebra.Const{Kind: algebra.Boolean, Text: fmt.Sprint(is)}}
	}
	switch b.Booltesttype {
	case pg.BoolTestType_IS_TRUE:
		return &algebra.Not{Pred: truth(true)}, err
	case pg.BoolTestType_IS_NOT_TRUE:
		return truth(true), err
	case pg.BoolTestType_IS_FALSE:
		return &algebra.Not{Pred: truth(false)}, err
	case pg.BoolTestType_IS_NOT_FALSE:
		return truth(false), err
	}
	return negated(&algebra.Null{Value: v}, b.Booltesttype == pg.BoolTestType_IS_NOT_UNKNOWN), err
}

// comparisons by operator; those that are negated have their opposite.
var comparisons = map[string]struct {
	op  algebra.CompareOp
	not bool
}{"=": {algebra.Eq, false}, "<>": {algebra.Ne, false}, "!=": {algebra.Ne, false}, "<": {algebra.Lt, false}, "<=": {algebra.Le, false},
	">": {algebra.Gt, false}, ">=": {algebra.Ge, false}, "~": {algebra.Match, false}, "!~": {algebra.Match, true},
	"~*":  {algebra.IMatch, false},
	"!~*": {algebra.IMatch, true}, "~~": {algebra.Like, false}, "!~~": {algebra.Like, true},
	"~~*": {algebra.ILike, false}, "!~~*": {algebra.ILike, true},
	"@>": {algebra.Holding, false}}

func (l *lifting) compare(x *pg.A_Expr, n *pg.Node, sc *scope) (algebra.Pred, error) {
	switch x.Kind {
	case pg.A_Expr_Kind_AEXPR_IN:
		of, err := l.value(x.Lexpr, sc)
		if err != nil {
			return nil, err
		}
		list, err := l.values(x.Rexpr.GetList().GetItems(), sc)
		return negated(&algebra.OneOf{Value: of, List: list}, operator(x.Name) == "<>"), err
	case pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		return l.between(x, sc)
	case pg.A_Expr_Kind_AEXPR_DISTINCT, pg.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		p, err := l.pair(algebra.Differs, x, sc)
		return negated(p, x.Kind == pg.A_Expr_Kind_AEXPR_NOT_DISTINCT), err
	case pg.A_Expr_Kind_AEXPR_OP_ANY:
		return l.element(x, sc)
	case pg.A_Expr_Kind_AEXPR_OP, pg.A_Expr_Kind_AEXPR_LIKE, pg.A_Expr_Kind_AEXPR_ILIKE:
		c, ok := comparisons[operator(x.Name)]
		if !ok && arithmetic[operator(x.Name)] {
			v, err := l.value(n, sc)
			return &algebra.Holds{Value: v}, err
		}
		if !ok {
			return nil, unknown("an operator", "%s", operator(x.Name))
		}
		if x.Lexpr.GetRowExpr() != nil {
			return l.rows(x, c.op, sc)
		}
		p, err := l.pair(c.op, x, sc)
		return negated(p, c.not), err
	}
	return nil, unknown("an operator", "%s", x.Kind)
}

func (l *lifting) pair(op algebra.CompareOp, x *pg.A_Expr, sc *scope) (algebra.Pred, error) {
	left, err := l.value(x.Lexpr, sc)
	if err != nil {
		return nil, err
	}
	right, err := l.value(x.Rexpr, sc)
	return &algebra.Compare{Op: op, Left: left, Right: right}, err
}

// rows reads (a, b) = (c, d).
func (l *lifting) rows(x *pg.A_Expr, op algebra.CompareOp, sc *scope) (algebra.Pred, error) {
	left, right := x.Lexpr.GetRowExpr().Args, x.Rexpr.GetRowExpr().GetArgs()
	if op != algebra.Eq || len(left) != len(right) {
		return nil, unknown("an order of rows", "")
	}
	and := &algebra.And{}
	for i := range left {
		p, err := l.pair(op, &pg.A_Expr{Lexpr: left[i], Rexpr: right[i]}, sc)
		if err != nil {
			return nil, err
		}
		and.All = append(and.All, p)
	}
	return and, nil
}

func (l *lifting) between(x *pg.A_Expr, sc *scope) (algebra.Pred, error) {
	of, err := l.value(x.Lexpr, sc)
	if err != nil {
		return nil, err
	}
	ends, err := l.values(x.Rexpr.GetList().GetItems(), sc)
	if err != nil {
		return nil, err
	}
	within := &algebra.And{All: []algebra.Pred{
		&algebra.Compare{Op: algebra.Ge, Left: of, Right: ends[0]}, &algebra.Compare{Op: algebra.Le, Left: of, Right: ends[1]}}}
	return negated(within, x.Kind == pg.A_Expr_Kind_AEXPR_NOT_BETWEEN), nil
}

// element reads x = ANY (list): the list holds x.
func (l *lifting) element(x *pg.A_Expr, sc *scope) (algebra.Pred, error) {
	if operator(x.Name) != "=" {
		return nil, unknown("an operator", "%s ANY", operator(x.Name))
	}
	of, err := l.value(x.Lexpr, sc)
	if err != nil {
		return nil, err
	}
	list, err := l.value(x.Rexpr, sc)
	if err != nil {
		return nil, err
	}
	return &algebra.Compare{Op: algebra.Holding, Left: list, Right: &algebra.Call{Name: "array", Args: []algebra.Value{of}}}, nil
}

func (l *lifting) subquery(s *pg.SubLink, n *pg.Node, sc *scope) (algebra.Pred, error) {
	if s.SubLinkType == pg.SubLinkType_EXPR_SUBLINK {
		v, err := l.value(n, sc)
		return &algebra.Holds{Value: v}, err
	}
	q, err := l.query(s.Subselect.GetSelectStmt(), sc)
	if err != nil {
		return nil, err
	}
	switch {
	case s.SubLinkType == pg.SubLinkType_EXISTS_SUBLINK:
		return &algebra.Some{Of: q.set}, nil
	case s.SubLinkType == pg.SubLinkType_ANY_SUBLINK && (len(s.OperName) == 0 || operator(s.OperName) == "="):
		list := []*pg.Node{s.Testexpr}
		if row := s.Testexpr.GetRowExpr(); row != nil {
			list = row.Args
		}
		values, err := l.values(list, sc)
		return &algebra.Member{Values: values, Of: q.set}, err
	case s.SubLinkType == pg.SubLinkType_ANY_SUBLINK || s.SubLinkType == pg.SubLinkType_ALL_SUBLINK:
		c, ok := comparisons[operator(s.OperName)]
		if !ok || c.not {
			return nil, unknown("an operator", "%s ALL", operator(s.OperName))
		}
		left, err := l.value(s.Testexpr, sc)
		return &algebra.Than{Op: c.op, Left: left, Of: q.set, All: s.SubLinkType == pg.SubLinkType_ALL_SUBLINK}, err
	}
	return nil, unknown("a subquery", "%s", s.SubLinkType)
}
