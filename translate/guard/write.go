package guard

import (
	"errors"
	"fmt"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
	"github.com/pganalyze/pg_query_go/v5/parser"
	"google.golang.org/protobuf/proto"
)

// parsed is a text and what the parser made of it, serialised.
type parsed struct {
	text string
	tree []byte
}

// parse reads a text that is within the bounds.
func parse(text string) (*pg_query.ParseResult, parsed, error) {
	data, err := parser.ParseToProtobuf(text)
	if err != nil {
		return nil, parsed{}, err
	}
	tree := &pg_query.ParseResult{}
	return tree, parsed{text, data}, proto.Unmarshal(data, tree)
}

// write turns a tree, serialised, into text and proves that the text has the same meaning: it is parsed again, and
// both trees must be equal but for positions; a text that is the one given has been parsed already. It must be within
// the limits, so that it can be checked again. The deparser loses some parentheses, as in (a IS DISTINCT FROM b) IS
// TRUE; where it does, all operands get their own.
func write(want []byte, l limits, given parsed) (string, *finding) {
	text, err := parser.DeparseFromProtobuf(want)
	if err == nil && means(text, want, l, given) == nil {
		return text, nil
	}
	tree := &pg_query.ParseResult{}
	if err := proto.Unmarshal(want, tree); err != nil {
		return "", unfaithful(err)
	}
	p := parentheses{}
	if text, err = p.write(tree); err != nil {
		return "", unfaithful(err)
	}
	return text, means(text, want, l, given)
}

// means returns nil if a text is within the limits and parses to the tree want, but for positions.
func means(text string, want []byte, l limits, given parsed) *finding {
	if f := checkBounds(text, l); f != nil {
		return f
	}
	if text == given.text && resultShape().same(given.tree, want) {
		return nil
	}
	got, err := parser.ParseToProtobuf(text)
	if err != nil {
		return unfaithful(err)
	}
	if !resultShape().same(got, want) {
		return unfaithful(errors.New("it would mean something else"))
	}
	return nil
}

// parentheses writes a tree with every compound operand in parentheses: each is written by itself, and a name stands
// for it until the whole is written.
type parentheses struct {
	texts []string
	err   error
}

func (p *parentheses) write(tree *pg_query.ParseResult) (string, error) {
	for _, raw := range tree.Stmts {
		p.operands(inner(raw.Stmt))
	}
	text, err := pg_query.Deparse(tree)
	if p.err != nil {
		err = p.err
	}
	for i := len(p.texts) - 1; i >= 0 && err == nil; i-- { // the outer ones hold the names of the inner ones
		if text = strings.Replace(text, placeholder(i), "("+p.texts[i]+")", 1); len(text) > formLimits.bytes {
			return "", errors.New("it is too long")
		}
	}
	return text, err
}

func placeholder(i int) string { return fmt.Sprintf("pgask_operand_%d_", i) }

// operands replaces the compound operands of an expression, and of those below it.
func (p *parentheses) operands(m any) {
	children(m, p.operands)
	switch m := m.(type) {
	case *pg_query.A_Expr:
		p.replace(m.Lexpr)
		if m.Kind == pg_query.A_Expr_Kind_AEXPR_OP || m.Kind == pg_query.A_Expr_Kind_AEXPR_DISTINCT ||
			m.Kind == pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT {
			p.replace(m.Rexpr)
		}
	case *pg_query.BooleanTest:
		p.replace(m.Arg)
	case *pg_query.NullTest:
		p.replace(m.Arg)
	case *pg_query.A_Indirection:
		p.replace(m.Arg)
	case *pg_query.TypeCast:
		p.replace(m.Arg)
	case *pg_query.CollateClause:
		p.replace(m.Arg)
	case *pg_query.FuncCall:
		if m.Funcformat == pg_query.CoercionForm_COERCE_SQL_SYNTAX { // x AT TIME ZONE y, a OVERLAPS b, …
			for _, n := range m.Args {
				p.replace(n)
			}
		}
	}
}

func (p *parentheses) replace(n *pg_query.Node) {
	switch inner(n).(type) {
	case *pg_query.A_Expr, *pg_query.BoolExpr, *pg_query.BooleanTest, *pg_query.NullTest, *pg_query.TypeCast, *pg_query.CollateClause,
		*pg_query.A_Indirection, *pg_query.FuncCall, *pg_query.A_ArrayExpr, *pg_query.CaseExpr, *pg_query.JsonIsPredicate:
	default:
		return
	}
	target := &pg_query.Node{Node: &pg_query.Node_ResTarget{ResTarget: &pg_query.ResTarget{Val: &pg_query.Node{Node: n.Node}}}}
	one := &pg_query.SelectStmt{TargetList: []*pg_query.Node{target}, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT,
		Op: pg_query.SetOperation_SETOP_NONE}
	text, err := pg_query.Deparse(&pg_query.ParseResult{Stmts: []*pg_query.RawStmt{{Stmt: &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: one}}}}})
	rest, ok := strings.CutPrefix(text, "SELECT ")
	if !ok && err == nil {
		err = errors.New("an operand cannot be written")
	}
	if err != nil {
		p.err = err
		return
	}
	n.Node = pg_query.MakeColumnRefNode([]*pg_query.Node{stringNode(placeholder(len(p.texts)))}, 0).Node
	p.texts = append(p.texts, rest)
}

func unfaithful(err error) *finding {
	return invalid(RuleUnfaithful, "", "it cannot be written back as it was read: %s", err)
}

// canonical clears the positions of a tree and serialises it. The tree holds only node types that the shape walk
// allows.
func canonical(tree *pg_query.ParseResult) ([]byte, error) {
	for _, raw := range tree.Stmts {
		raw.StmtLocation, raw.StmtLen = 0, 0
		clearPositions(inner(raw.Stmt))
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(tree)
}
