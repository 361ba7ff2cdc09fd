package plan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// Expr is a scalar expression, kept as a PostgreSQL parse tree. Its JSON form is an SQL fragment. Expressions are
// immutable: constructors copy nothing, so a tree may be shared but must not be changed.
type Expr struct {
	node *pg.Node
}

// Node returns the parse tree; callers must not change it.
func (e Expr) Node() *pg.Node { return e.node }

// IsZero reports whether no expression was given.
func (e Expr) IsZero() bool { return e.node == nil }

// FromNode returns an expression with a given parse tree.
func FromNode(n *pg.Node) Expr { return Expr{node: n} }

// String returns the expression as SQL.
func (e Expr) String() string {
	if e.node == nil {
		return ""
	}
	s, err := deparseExpr(e.node)
	if err != nil {
		return "<" + err.Error() + ">"
	}
	return s
}

// MarshalJSON writes the expression as an SQL fragment.
func (e Expr) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // so that a < b is readable where the plan is shown
	err := enc.Encode(e.String())
	return bytes.TrimSpace(b.Bytes()), err
}

// UnmarshalJSON reads an SQL fragment.
func (e *Expr) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	got, err := GroupFragment(s) // a plan that was stored may hold a ROLLUP
	if err != nil {
		return fmt.Errorf("expression %q: %w", s, err)
	}
	*e = got
	return nil
}

// Col returns a reference to a column of a source, qualified by the source's alias.
func Col(alias, column string) Expr {
	return Expr{pg.MakeColumnRefNode([]*pg.Node{pg.MakeStrNode(alias), pg.MakeStrNode(column)}, 0)}
}

// Bare returns a reference to a column without its source, for example an output name in ORDER BY.
func Bare(name string) Expr {
	return Expr{pg.MakeColumnRefNode([]*pg.Node{pg.MakeStrNode(name)}, 0)}
}

// Str returns a text literal.
func Str(s string) Expr { return Expr{pg.MakeAConstStrNode(s, 0)} }

// Int returns an integer literal.
func Int(i int64) Expr {
	if i < -1<<31 || i > 1<<31-1 {
		return Num(strconv.FormatInt(i, 10))
	}
	return Expr{pg.MakeAConstIntNode(i, 0)}
}

// Num returns a number literal in decimal notation, for example 12.50.
func Num(s string) Expr {
	return Expr{&pg.Node{Node: &pg.Node_AConst{AConst: &pg.A_Const{
		Val: &pg.A_Const_Fval{Fval: &pg.Float{Fval: s}}}}}}
}

// Bool returns the literal true or false.
func Bool(b bool) Expr {
	return Expr{&pg.Node{Node: &pg.Node_AConst{AConst: &pg.A_Const{
		Val: &pg.A_Const_Boolval{Boolval: &pg.Boolean{Boolval: b}}}}}}
}

// Null is NULL.
func Null() Expr {
	return Expr{&pg.Node{Node: &pg.Node_AConst{AConst: &pg.A_Const{Isnull: true}}}}
}

// Call returns a function or aggregate call.
func Call(name string, args ...Expr) Expr {
	f := &pg.FuncCall{Funcname: []*pg.Node{pg.MakeStrNode(name)}, Funcformat: pg.CoercionForm_COERCE_EXPLICIT_CALL}
	for _, a := range args {
		f.Args = append(f.Args, a.node)
	}
	return Expr{&pg.Node{Node: &pg.Node_FuncCall{FuncCall: f}}}
}

// CountStar returns count(*).
func CountStar() Expr {
	return Expr{&pg.Node{Node: &pg.Node_FuncCall{FuncCall: &pg.FuncCall{
		Funcname: []*pg.Node{pg.MakeStrNode("count")}, AggStar: true,
		Funcformat: pg.CoercionForm_COERCE_EXPLICIT_CALL}}}}
}

// Op returns an expression with a binary operator, for example Op("=", Col("c", "id"), Int(1)).
func Op(op string, left, right Expr) Expr {
	return Expr{pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_OP, []*pg.Node{pg.MakeStrNode(op)}, left.node, right.node, 0)}
}

// ILike returns a case-insensitive pattern match.
func ILike(left Expr, pattern string) Expr {
	return Expr{pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_ILIKE, []*pg.Node{pg.MakeStrNode("~~*")}, left.node, Str(pattern).node, 0)}
}

// Like returns a case-sensitive pattern match.
func Like(left Expr, pattern string) Expr {
	return Expr{pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_LIKE, []*pg.Node{pg.MakeStrNode("~~")}, left.node, Str(pattern).node, 0)}
}

// In returns left IN (values), or NOT IN.
func In(left Expr, not bool, values ...Expr) Expr {
	op := "="
	if not {
		op = "<>"
	}
	list := make([]*pg.Node, len(values))
	for i, v := range values {
		list[i] = v.node
	}
	return Expr{pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_IN, []*pg.Node{pg.MakeStrNode(op)}, left.node, pg.MakeListNode(list), 0)}
}

// Between returns left BETWEEN low AND high.
func Between(left, low, high Expr) Expr {
	return Expr{pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_BETWEEN, []*pg.Node{pg.MakeStrNode("BETWEEN")},
		left.node, pg.MakeListNode([]*pg.Node{low.node, high.node}), 0)}
}

// IsNull returns e IS NULL, or IS NOT NULL.
func IsNull(e Expr, not bool) Expr {
	kind := pg.NullTestType_IS_NULL
	if not {
		kind = pg.NullTestType_IS_NOT_NULL
	}
	return Expr{&pg.Node{Node: &pg.Node_NullTest{NullTest: &pg.NullTest{Arg: e.node, Nulltesttype: kind}}}}
}

// And returns a condition that is true when all conditions are. A single condition is returned as it is. Nested
// conjunctions are merged into one, as the parser does.
func And(conds ...Expr) Expr { return boolean(pg.BoolExprType_AND_EXPR, conds) }

// Or returns a condition that is true when any condition is.
func Or(conds ...Expr) Expr { return boolean(pg.BoolExprType_OR_EXPR, conds) }

// Not returns the negation of a condition.
func Not(e Expr) Expr {
	return Expr{pg.MakeBoolExprNode(pg.BoolExprType_NOT_EXPR, []*pg.Node{e.node}, 0)}
}

func boolean(op pg.BoolExprType, conds []Expr) Expr {
	if len(conds) == 1 {
		return conds[0]
	}
	args := make([]*pg.Node, 0, len(conds))
	for _, c := range conds {
		if b := c.node.GetBoolExpr(); b != nil && b.Boolop == op {
			args = append(args, b.Args...)
		} else {
			args = append(args, c.node)
		}
	}
	return Expr{pg.MakeBoolExprNode(op, args, 0)}
}

// Exists returns EXISTS (subquery). The subquery is a statement as SelectNode builds it from a plan.
func Exists(sub *pg.Node) Expr {
	return Expr{&pg.Node{Node: &pg.Node_SubLink{SubLink: &pg.SubLink{
		SubLinkType: pg.SubLinkType_EXISTS_SUBLINK, Subselect: sub}}}}
}

// Scalar returns a subquery that yields one value.
func Scalar(sub *pg.Node) Expr {
	return Expr{&pg.Node{Node: &pg.Node_SubLink{SubLink: &pg.SubLink{
		SubLinkType: pg.SubLinkType_EXPR_SUBLINK, Subselect: sub}}}}
}

// InQuery returns left IN (subquery).
func InQuery(left Expr, sub *pg.Node) Expr {
	return Expr{&pg.Node{Node: &pg.Node_SubLink{SubLink: &pg.SubLink{
		SubLinkType: pg.SubLinkType_ANY_SUBLINK, Testexpr: left.node, Subselect: sub}}}}
}

// Column returns the column that an expression is, if it is one with its source and nothing else.
func (e Expr) Column() (Ref, bool) {
	parts, ok := ColumnName(e.node)
	if !ok || len(parts) != 2 {
		return Ref{}, false
	}
	return Ref{parts[0], parts[1]}, true
}

// Constant reports whether an expression is a literal, cast or not.
func (e Expr) Constant() bool {
	n := e.node
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	c := n.GetAConst()
	return c != nil && !c.Isnull
}

// Equality returns the two sides of left = right. ok is false for any other expression.
func Equality(e Expr) (left, right Expr, ok bool) {
	x := e.node.GetAExpr()
	if x == nil || x.Kind != pg.A_Expr_Kind_AEXPR_OP || LastName(x.Name) != "=" || x.Lexpr == nil || x.Rexpr == nil {
		return Expr{}, Expr{}, false
	}
	return Expr{x.Lexpr}, Expr{x.Rexpr}, true
}
