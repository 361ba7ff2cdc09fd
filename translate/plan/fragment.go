package plan

import (
	"errors"
	"fmt"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
	"google.golang.org/protobuf/proto"
)

// Bounds on a fragment, checked before it is parsed: the parser recurses on the C stack, and its lexer takes
// quadratic time over comments.
const (
	maxFragmentBytes = 4096
	maxFragmentDepth = 64
)

// ErrFragment means that a text is not one scalar expression.
var ErrFragment = errors.New("not a scalar expression")

// Fragment parses a scalar SQL expression, for example "sum(oi.quantity * oi.unit_price)". The error wraps ErrFragment.
func Fragment(sql string) (Expr, error) {
	if err := boundFragment(sql); err != nil {
		return Expr{}, err
	}
	tree, err := pg.Parse("SELECT " + sql)
	if err != nil {
		return Expr{}, fmt.Errorf("%w: %v", ErrFragment, err)
	}
	if len(tree.Stmts) != 1 {
		return Expr{}, ErrFragment
	}
	s := tree.Stmts[0].Stmt.GetSelectStmt()
	if s == nil || len(s.TargetList) != 1 || s.Op != pg.SetOperation_SETOP_NONE {
		return Expr{}, ErrFragment
	}
	// The text may have added clauses to the statement (FROM, WHERE, INTO, …). Comparing with a statement that has
	// only this target excludes them.
	target := s.TargetList[0].GetResTarget()
	bare := &pg.SelectStmt{TargetList: s.TargetList, LimitOption: s.LimitOption, Op: s.Op}
	if !proto.Equal(s, bare) || target.GetName() != "" || len(target.GetIndirection()) != 0 || target.GetVal() == nil {
		return Expr{}, ErrFragment
	}
	if tooDeep(target.Val, maxNesting) {
		return Expr{}, fmt.Errorf("%w: nested deeper than %d", ErrFragment, maxNesting)
	}
	return Expr{node: target.Val}, nil
}

// GroupFragment parses one element of GROUP BY: a scalar expression, or ROLLUP, CUBE or GROUPING SETS, which are
// functions to a parser of expressions. The error wraps ErrFragment.
func GroupFragment(sql string) (Expr, error) {
	e, err := Fragment(sql)
	word := strings.ToLower(strings.TrimSpace(sql))
	if !strings.HasPrefix(word, "rollup") && !strings.HasPrefix(word, "cube") && !strings.HasPrefix(word, "grouping") ||
		boundFragment(sql) != nil {
		return e, err
	}
	tree, failed := pg.Parse("SELECT GROUP BY " + sql)
	if failed != nil || len(tree.Stmts) != 1 {
		return e, err
	}
	s := tree.Stmts[0].Stmt.GetSelectStmt()
	if s == nil || len(s.GroupClause) != 1 || s.GroupClause[0].GetGroupingSet() == nil {
		return e, err
	}
	if bare := (&pg.SelectStmt{GroupClause: s.GroupClause, LimitOption: s.LimitOption, Op: s.Op}); !proto.Equal(s,
		bare) || tooDeep(s.GroupClause[0], maxNesting) {
		return e, err
	}
	return Expr{node: s.GroupClause[0]}, nil
}

func tooDeep(n *pg.Node, left int) bool {
	if left == 0 {
		return true
	}
	deep := false
	eachChild(n, func(c *pg.Node) { deep = deep || tooDeep(c, left-1) })
	return deep
}

// boundFragment returns an error for a text that is too long or too deep, or has comments. It reads quotes as
// PostgreSQL does with standard_conforming_strings on, so literals may hold anything.
func boundFragment(sql string) error {
	if len(sql) > maxFragmentBytes {
		return fmt.Errorf("%w: longer than %d bytes", ErrFragment, maxFragmentBytes)
	}
	if strings.TrimSpace(sql) == "" || strings.ContainsRune(sql, 0) {
		return ErrFragment
	}
	depth := 0
	for i := 0; i < len(sql); i++ {
		rest := sql[i:]
		switch {
		case sql[i] == '\'' || sql[i] == '"':
			n := quoted(rest, sql[i] == '\'' && escapes(sql[:i]))
			if n < 0 {
				return fmt.Errorf("%w: a quote is not closed", ErrFragment)
			}
			i += n - 1
		case strings.HasPrefix(rest, "--"), strings.HasPrefix(rest, "/*"):
			return fmt.Errorf("%w: it holds a comment", ErrFragment)
		case sql[i] == '$' && (i == 0 || !identifierByte(sql[i-1])):
			return fmt.Errorf("%w: it holds a parameter or a $ quote", ErrFragment)
		case sql[i] == '(' || sql[i] == '[':
			if depth++; depth > maxFragmentDepth {
				return fmt.Errorf("%w: nested deeper than %d", ErrFragment, maxFragmentDepth)
			}
		case sql[i] == ')' || sql[i] == ']':
			depth--
		}
	}
	return nil
}

// escapes reports whether the text before a quote ends with the E of a literal with backslash escapes.
func escapes(before string) bool {
	n := len(before)
	if n == 0 || before[n-1] != 'e' && before[n-1] != 'E' {
		return false
	}
	return n == 1 || !identifierByte(before[n-2])
}

func identifierByte(b byte) bool {
	return b == '_' || b == '$' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// quoted returns the length of the quoted text at the start of s, both quotes included; -1 when it is not closed.
func quoted(s string, backslash bool) int {
	for i := 1; i < len(s); i++ {
		switch {
		case backslash && s[i] == '\\':
			i++
		case s[i] == s[0] && i+1 < len(s) && s[i+1] == s[0]:
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return -1
}
