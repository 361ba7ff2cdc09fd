package plan

import (
	"errors"
	"fmt"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"
)

// ErrSynthesis means that a valid plan could not be written as SQL that parses to the same query.
var ErrSynthesis = errors.New("the plan cannot be written as SQL")

// deparse writes a SELECT and checks that the text parses to the same tree. The deparser omits parentheses that some
// nestings need. If the check fails, the tree is written again with parentheses in the commonest of these places, (ts
// AT TIME ZONE 'UTC')::date, and finally with all parentheses.
func deparse(stmt *pg.Node) (string, error) {
	text, err := deparseAs(stmt, stmt)
	for _, which := range []func(*pg.Node) bool{specialSyntax, compound} {
		if err == nil {
			return text, nil
		}
		c := proto.Clone(stmt).(*pg.Node)
		parenthesise(c, which)
		text, err = deparseAs(c, stmt)
	}
	return text, err
}

// deparseAs writes stmt and returns an error unless the text parses to want.
func deparseAs(stmt, want *pg.Node) (string, error) {
	text, err := pg.Deparse(&pg.ParseResult{Stmts: []*pg.RawStmt{{Stmt: stmt}}})
	if err != nil {
		return "", fmt.Errorf("%w: %v", ErrSynthesis, err)
	}
	back, err := pg.Parse(text)
	if err != nil {
		return "", fmt.Errorf("%w: %v in %q", ErrSynthesis, err, text)
	}
	if len(back.Stmts) != 1 || !SameTree(want, back.Stmts[0].Stmt) {
		return "", fmt.Errorf("%w: it reads back differently: %q", ErrSynthesis, text)
	}
	return text, nil
}

// deparseExpr writes one expression in the same way as deparse.
func deparseExpr(n *pg.Node) (string, error) {
	if n.GetGroupingSet() != nil { // elsewhere than in GROUP BY it would read as a function
		text, err := deparse(AsNode(&pg.SelectStmt{GroupClause: []*pg.Node{n},
			LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg.SetOperation_SETOP_NONE}))
		return strings.TrimPrefix(text, "SELECT GROUP BY "), err
	}
	text, err := deparse(AsNode(&pg.SelectStmt{
		TargetList:  []*pg.Node{pg.MakeResTargetNodeWithVal(n, 0)},
		LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT,
		Op:          pg.SetOperation_SETOP_NONE,
	}))
	return strings.TrimPrefix(text, "SELECT "), err
}

// parenthesise puts parentheses around the operands below n that which selects. It uses a row of one value without
// the word ROW: this is written as the value in parentheses, and parses to the value alone.
func parenthesise(n *pg.Node, which func(*pg.Node) bool) {
	wrapIf := func(c **pg.Node, needed bool) {
		if *c != nil && needed {
			*c = &pg.Node{Node: &pg.Node_RowExpr{RowExpr: &pg.RowExpr{
				Args: []*pg.Node{*c}, RowFormat: pg.CoercionForm_COERCE_IMPLICIT_CAST}}}
		}
	}
	wrap := func(c **pg.Node) { wrapIf(c, which(*c)) }
	each := func(cs []*pg.Node) {
		for i := range cs {
			wrap(&cs[i])
		}
	}
	eachChild(n, func(c *pg.Node) { parenthesise(c, which) })
	switch x := n.Node.(type) {
	case *pg.Node_AExpr:
		wrap(&x.AExpr.Lexpr)
		if x.AExpr.Kind != pg.A_Expr_Kind_AEXPR_SIMILAR {
			wrap(&x.AExpr.Rexpr)
		}
		each(x.AExpr.Rexpr.GetList().GetItems())
	case *pg.Node_BoolExpr:
		each(x.BoolExpr.Args)
	case *pg.Node_NullTest:
		wrap(&x.NullTest.Arg)
	case *pg.Node_BooleanTest:
		wrap(&x.BooleanTest.Arg)
	case *pg.Node_TypeCast:
		wrap(&x.TypeCast.Arg)
	case *pg.Node_CollateClause:
		wrap(&x.CollateClause.Arg)
	case *pg.Node_SubLink:
		wrap(&x.SubLink.Testexpr)
	case *pg.Node_AIndirection:
		wrapIf(&x.AIndirection.Arg, x.AIndirection.Arg.GetColumnRef() == nil && x.AIndirection.Arg.GetRowExpr() == nil)
	case *pg.Node_FuncCall:
		if specialSyntax(n) {
			each(x.FuncCall.Args)
		}
	}
}

// specialSyntax reports whether a call is written without parentheses of its own: AT TIME ZONE, COLLATION FOR, ….
func specialSyntax(n *pg.Node) bool {
	return n.GetFuncCall().GetFuncformat() == pg.CoercionForm_COERCE_SQL_SYNTAX
}

// compound reports whether an expression may need parentheses where it stands.
func compound(n *pg.Node) bool {
	switch n.GetNode().(type) {
	case *pg.Node_AExpr, *pg.Node_BoolExpr, *pg.Node_NullTest, *pg.Node_BooleanTest, *pg.Node_TypeCast, *pg.Node_CollateClause:
		return true
	}
	return specialSyntax(n)
}
