package plan

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// MaxName is the length, in bytes, to which PostgreSQL shortens identifiers.
const MaxName = 63

// OutputNames returns the column names of the answer, one per output: the name in the plan, or else the column's name
// or one made from the expression (count, avg_total, year_ordered_at). They are unique: repeated names get the suffix
// _2, _3, …. The name of a * is "".
func OutputNames(p *Plan) []string {
	want := make([]string, len(p.Select))
	count := make(map[string]int, len(p.Select))
	for i, o := range p.Select {
		if Starred(o.Expr.node) {
			continue
		}
		want[i] = cut(o.As, MaxName)
		if want[i] == "" {
			want[i] = chosenName(o.Expr.node)
		}
		count[want[i]]++
	}
	used := make(map[string]bool, len(p.Select))
	for i, name := range want {
		if name == "" {
			continue
		}
		for n := 2; used[want[i]]; n++ {
			suffix := "_" + strconv.Itoa(n)
			if next := cut(name, MaxName-len(suffix)) + suffix; count[next] == 0 {
				want[i] = next
			}
		}
		used[want[i]] = true
	}
	return want
}

// CutNames shortens the names of tables and WITH queries as PostgreSQL does. In expressions the parser has already
// done so.
func CutNames(p *Plan) {
	p.Plans(func(_ string, p *Plan) {
		for i := range p.With {
			p.With[i].Name = cut(p.With[i].Name, MaxName)
		}
		for _, s := range p.Sources() {
			s.Schema, s.Table, s.Alias = cut(s.Schema, MaxName), cut(s.Table, MaxName), cut(s.Alias, MaxName)
		}
	})
}

// cut shortens a name to n bytes without breaking a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// serverName returns the name that PostgreSQL gives to a column without AS, for the kinds of expression where the
// name is certain.
func serverName(n *pg.Node) string {
	switch {
	case n.GetColumnRef() != nil:
		if parts, ok := ColumnName(n); ok {
			return parts[len(parts)-1]
		}
	case n.GetFuncCall() != nil:
		return LastName(n.GetFuncCall().Funcname)
	}
	return ""
}

// chosenName returns a name made from an expression.
func chosenName(n *pg.Node) string {
	words := nameWords(n, 0)
	if len(words) == 0 {
		return "value"
	}
	return cut(strings.Join(words, "_"), MaxName)
}

// nameWords returns the words for the name of an expression: functions before their arguments, columns without their
// source, no constants.
func nameWords(n *pg.Node, depth int) []string {
	if n == nil || depth > 8 {
		return nil
	}
	below := func(c *pg.Node) []string { return nameWords(c, depth+1) }
	switch x := n.Node.(type) {
	case *pg.Node_ColumnRef:
		if parts, ok := ColumnName(n); ok {
			return parts[len(parts)-1:]
		}
	case *pg.Node_FuncCall:
		return callWords(x.FuncCall, below)
	case *pg.Node_TypeCast:
		return below(x.TypeCast.Arg)
	case *pg.Node_CoalesceExpr:
		if len(x.CoalesceExpr.Args) > 0 {
			return below(x.CoalesceExpr.Args[0])
		}
	case *pg.Node_AExpr:
		return exprWords(x.AExpr, below)
	case *pg.Node_BoolExpr, *pg.Node_NullTest, *pg.Node_BooleanTest:
		return []string{"matches"}
	case *pg.Node_CaseExpr:
		return []string{"case"}
	case *pg.Node_MinMaxExpr:
		if x.MinMaxExpr.Op == pg.MinMaxOp_IS_LEAST {
			return []string{"least"}
		}
		return []string{"greatest"}
	case *pg.Node_SubLink:
		return subqueryWords(x.SubLink, below)
	case *pg.Node_SqlvalueFunction:
		return []string{"now"}
	}
	return nil
}

// callWords returns the words for a call: count for count(*), avg_total for avg(o.total), year_ordered_at for the
// year of it.
func callWords(f *pg.FuncCall, below func(*pg.Node) []string) []string {
	name := LastName(f.Funcname)
	switch name {
	case "round", "coalesce", "trunc", "abs":
		if len(f.Args) > 0 {
			if inner := below(f.Args[0]); len(inner) > 0 {
				return inner
			}
		}
	case "date_trunc", "date_part", "extract":
		if len(f.Args) == 2 {
			unit := f.Args[0].GetAConst().GetSval().GetSval()
			if inner := below(f.Args[1]); unit != "" && len(inner) > 0 {
				return append([]string{unit}, inner...)
			}
		}
	}
	words := []string{name}
	if len(f.Args) > 0 {
		words = append(words, below(f.Args[0])...)
	}
	return words
}

// exprWords returns the words for an operator: those of the left side for arithmetic, with "per" and the right side
// for a quotient, "share" for one of the same over the same, and "matches" for a comparison.
func exprWords(x *pg.A_Expr, below func(*pg.Node) []string) []string {
	if x.Kind == pg.A_Expr_Kind_AEXPR_NULLIF {
		return below(x.Lexpr)
	}
	if x.Kind != pg.A_Expr_Kind_AEXPR_OP {
		return []string{"matches"}
	}
	left, right := below(x.Lexpr), below(x.Rexpr)
	if len(left) == 0 {
		return right
	}
	switch LastName(x.Name) {
	case "/":
		if slices.Equal(left, right) { // a part of all of them
			return []string{"share"}
		}
		if len(right) > 0 && len(left)+len(right) <= 6 {
			return append(append(append([]string{}, left...), "per"), right...)
		}
	case "=", "<>", "<", ">", "<=", ">=":
		return []string{"matches"}
	}
	return left
}

func subqueryWords(s *pg.SubLink, below func(*pg.Node) []string) []string {
	switch s.SubLinkType {
	case pg.SubLinkType_EXISTS_SUBLINK:
		return []string{"exists"}
	case pg.SubLinkType_EXPR_SUBLINK:
		targets := s.Subselect.GetSelectStmt().GetTargetList()
		if len(targets) != 1 {
			return nil
		}
		if name := targets[0].GetResTarget().GetName(); name != "" {
			return []string{name}
		}
		return below(targets[0].GetResTarget().GetVal())
	}
	return []string{"matches"}
}

// HasStar reports whether an output is * or alias.*, so that the columns are not known from the plan alone.
func HasStar(p *Plan) bool {
	return slices.ContainsFunc(p.Select, func(o Output) bool { return IsStar(o.Expr) })
}
