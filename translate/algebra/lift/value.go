package lift

import (
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/plan"
)

func (l *lifting) values(list []*pg.Node, sc *scope) ([]algebra.Value, error) {
	var all []algebra.Value
	for _, n := range list {
		v, err := l.value(n, sc)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

func (l *lifting) value(n *pg.Node, sc *scope) (algebra.Value, error) {
	if l.depth++; l.depth > maxDepth {
		return nil, unknown("deep nesting", "")
	}
	defer func() { l.depth-- }()
	switch x := n.GetNode().(type) {
	case *pg.Node_ColumnRef:
		if stars, ok, _ := sc.star(n); ok || len(stars) > 0 {
			return nil, unknown("a whole row", "")
		}
		return sc.reference(x.ColumnRef)
	case *pg.Node_AConst:
		return constant(x.AConst)
	case *pg.Node_TypeCast:
		return l.cast(x.TypeCast, sc)
	case *pg.Node_FuncCall:
		return l.call(x.FuncCall, sc)
	case *pg.Node_AExpr:
		return l.arith(n, x.AExpr, sc)
	case *pg.Node_CaseExpr:
		return l.choice(x.CaseExpr, sc)
	case *pg.Node_CoalesceExpr:
		args, err := l.values(x.CoalesceExpr.Args, sc)
		return &algebra.Call{Name: "coalesce", Args: args}, err
	case *pg.Node_MinMaxExpr:
		args, err := l.values(x.MinMaxExpr.Args, sc)
		name := "greatest"
		if x.MinMaxExpr.Op == pg.MinMaxOp_IS_LEAST {
			name = "least"
		}
		return &algebra.Call{Name: name, Args: args}, err
	case *pg.Node_AArrayExpr:
		args, err := l.values(x.AArrayExpr.Elements, sc)
		return &algebra.Call{Name: "array", Args: args}, err
	case *pg.Node_SqlvalueFunction:
		return now(x.SqlvalueFunction)
	case *pg.Node_SubLink:
		if x.SubLink.SubLinkType == pg.SubLinkType_EXPR_SUBLINK {
			return l.the(x.SubLink, sc)
		}
	case *pg.Node_CollateClause:
		return l.value(x.CollateClause.Arg, sc)
	}
	return l.truth(n, sc)
}

// truth reads a condition where a value stands.
func (l *lifting) truth(n *pg.Node, sc *scope) (algebra.Value, error) {
	switch n.GetNode().(type) {
	case *pg.Node_BoolExpr, *pg.Node_NullTest, *pg.Node_BooleanTest, *pg.Node_AExpr, *pg.Node_SubLink:
		p, err := l.pred(n, sc)
		return &algebra.Truth{If: p}, err
	}
	kind := strings.TrimPrefix(strings.TrimPrefix(typeName(n), "*pg_query.Node_"), "*")
	return nil, unknown("an expression", "%s", kind)
}

func constant(c *pg.A_Const) (algebra.Value, error) {
	switch {
	case c.Isnull:
		return &algebra.Const{Kind: algebra.Nothing}, nil
	case c.GetSval() != nil:
		return &algebra.Const{Kind: algebra.Text, Text: c.GetSval().Sval}, nil
	case c.GetFval() != nil:
		return &algebra.Const{Kind: algebra.Number, Text: c.GetFval().Fval}, nil
	case c.GetBoolval() != nil:
		return &algebra.Const{Kind: algebra.Boolean, Text: strconv.FormatBool(c.GetBoolval().Boolval)}, nil
	}
	return &algebra.Const{Kind: algebra.Number, Text: strconv.Itoa(int(c.GetIval().GetIval()))}, nil
}

func now(f *pg.SQLValueFunction) (algebra.Value, error) {
	switch f.Op {
	case pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE:
		return &algebra.Call{Name: "current_date"}, nil
	case pg.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP:
		return &algebra.Call{Name: "current_timestamp"}, nil
	}
	return nil, unknown("a value of the session", "%s", f.Op)
}

func (l *lifting) cast(c *pg.TypeCast, sc *scope) (algebra.Value, error) {
	v, err := l.value(c.Arg, sc)
	if err != nil {
		return nil, err
	}
	null := &pg.Node{Node: &pg.Node_TypeCast{TypeCast: &pg.TypeCast{Arg: plan.Null().Node(), TypeName: c.TypeName}}}
	typ, ok := strings.CutPrefix(plan.FromNode(null).String(), "NULL::")
	if !ok {
		return nil, unknown("a type", "%s", plan.FromNode(null))
	}
	return &algebra.As{Type: typ, Of: v}, nil
}

var arithmetic = map[string]bool{"+": true, "-": true, "*": true, "/": true, "%": true, "^": true, "||": true,
	"->": true, "->>": true, "#>>": true}

func (l *lifting) arith(n *pg.Node, x *pg.A_Expr, sc *scope) (algebra.Value, error) {
	name := operator(x.Name)
	switch {
	case x.Kind == pg.A_Expr_Kind_AEXPR_NULLIF:
		args, err := l.values([]*pg.Node{x.Lexpr, x.Rexpr}, sc)
		return &algebra.Call{Name: "nullif", Args: args}, err
	case x.Kind != pg.A_Expr_Kind_AEXPR_OP || !arithmetic[name]:
		p, err := l.pred(n, sc)
		return &algebra.Truth{If: p}, err
	}
	right, err := l.value(x.Rexpr, sc)
	if err != nil || x.Lexpr == nil {
		return &algebra.Arith{Op: name, Right: right}, err
	}
	left, err := l.value(x.Lexpr, sc)
	return &algebra.Arith{Op: name, Left: left, Right: right}, err
}

func operator(names []*pg.Node) string { return names[len(names)-1].GetString_().GetSval() }

func (l *lifting) choice(c *pg.CaseExpr, sc *scope) (algebra.Value, error) {
	var of algebra.Value
	var err error
	if c.Arg != nil {
		if of, err = l.value(c.Arg, sc); err != nil {
			return nil, err
		}
	}
	choice := &algebra.Choice{}
	for _, n := range c.Args {
		w := n.GetCaseWhen()
		var one algebra.Case
		if of != nil {
			v, err := l.value(w.Expr, sc)
			if err != nil {
				return nil, err
			}
			one.If = &algebra.Compare{Op: algebra.Eq, Left: of, Right: v}
		} else if one.If, err = l.pred(w.Expr, sc); err != nil {
			return nil, err
		}
		if one.Then, err = l.value(w.Result, sc); err != nil {
			return nil, err
		}
		choice.Cases = append(choice.Cases, one)
	}
	if c.Defresult != nil {
		choice.Else, err = l.value(c.Defresult, sc)
	}
	return choice, err
}

// the reads a subquery that stands for one value: a figure over a set, or the value that one shows.
func (l *lifting) the(s *pg.SubLink, sc *scope) (algebra.Value, error) {
	q, err := l.query(s.Subselect.GetSelectStmt(), sc)
	if err != nil {
		return nil, err
	}
	if show, ok := q.set.(*algebra.Show); ok && !show.Distinct && len(show.Columns) == 1 {
		group, ok := show.Of.(*algebra.Group)
		figure, is := show.Columns[0].Value.(*algebra.Measure)
		if ok && is && len(group.By) == 0 && figure.Over == nil {
			over := *figure
			over.Over = group.Of
			return &over, nil
		}
	}
	return &algebra.The{Of: q.set}, nil
}
