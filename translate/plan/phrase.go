package plan

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/wordform"
)

// maxPhrase is the maximal length, in bytes, of the text for an expression in a sentence; longer texts are cut.
const maxPhrase = 120

// phrase describes an expression in English. Expressions without a description are quoted as SQL.
func (d *describer) phrase(e Expr) string { return d.node(e.node, 0) }

// all describes conditions that must all hold.
func (d *describer) all(conds []Expr) string {
	return strings.Join(d.spans(Conjuncts(conds)), " and ")
}

func (d *describer) node(n *pg.Node, depth int) string {
	if n == nil || depth > 12 {
		return "…"
	}
	below := func(c *pg.Node) string { return d.node(c, depth+1) }
	switch x := n.Node.(type) {
	case *pg.Node_ColumnRef:
		if parts, ok := ColumnName(n); ok {
			return d.column(parts)
		}
	case *pg.Node_AConst:
		return quote(n)
	case *pg.Node_AExpr:
		if s := d.operator(x.AExpr, below); s != "" {
			return s
		}
	case *pg.Node_BoolExpr:
		return logic(x.BoolExpr, below)
	case *pg.Node_NullTest:
		if x.NullTest.Nulltesttype == pg.NullTestType_IS_NULL {
			return below(x.NullTest.Arg) + " is empty"
		}
		return below(x.NullTest.Arg) + " is not empty"
	case *pg.Node_FuncCall:
		if s := d.call(x.FuncCall, below); s != "" {
			return s
		}
	case *pg.Node_TypeCast:
		if LastName(x.TypeCast.TypeName.GetNames()) == "interval" && x.TypeCast.Arg.GetAConst().GetSval() != nil {
			return x.TypeCast.Arg.GetAConst().GetSval().Sval
		}
		return below(x.TypeCast.Arg)
	case *pg.Node_CoalesceExpr:
		if len(x.CoalesceExpr.Args) > 0 {
			return below(x.CoalesceExpr.Args[0])
		}
	case *pg.Node_SqlvalueFunction:
		switch x.SqlvalueFunction.Op {
		case pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE:
			return "today"
		case pg.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP, pg.SQLValueFunctionOp_SVFOP_LOCALTIMESTAMP:
			return "now"
		}
	case *pg.Node_SubLink:
		if s := d.subquery(x.SubLink, below); s != "" {
			return s
		}
	}
	return cutPhrase(Expr{n}.String())
}

func cutPhrase(s string) string {
	if len(s) > maxPhrase {
		return cut(s, maxPhrase) + "…"
	}
	return s
}

func quote(n *pg.Node) string {
	c := n.GetAConst()
	if s := c.GetSval(); s != nil {
		return "'" + cutPhrase(s.Sval) + "'"
	}
	return strings.ToLower(Expr{n}.String())
}

// column returns a readable name for a column: without its source if the source provides the rows, otherwise with the
// source in the singular. A name column is described by the thing that it names.
func (d *describer) column(parts []string) string {
	name := strings.Join(Words(parts[len(parts)-1]), " ")
	if name == "" {
		name = parts[len(parts)-1]
	}
	if len(parts) < 2 {
		return name
	}
	src := d.scope.Source(parts[len(parts)-2])
	if src == nil || len(d.scope.Sources) > 0 && src == d.scope.Sources[0] {
		return name
	}
	owner := src.TableName()
	if src.Table == nil && src.Was != "" {
		owner = src.Was
	}
	owner = Singular(owner)
	switch {
	case name == "name" || name == "title" || name == owner+" name" || name == owner:
		return owner
	case strings.HasPrefix(name, owner+" "):
		return name
	}
	return owner + " " + name
}

func logic(b *pg.BoolExpr, below func(*pg.Node) string) string {
	parts := make([]string, len(b.Args))
	for i, a := range b.Args {
		parts[i] = below(a)
		if inner := a.GetBoolExpr(); inner != nil && inner.Boolop != pg.BoolExprType_NOT_EXPR {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	switch b.Boolop {
	case pg.BoolExprType_AND_EXPR:
		return strings.Join(parts, " and ")
	case pg.BoolExprType_OR_EXPR:
		s := strings.Join(parts, " or ")
		return "(" + s + ")"
	}
	for _, some := range []string{"there is a ", "there is an "} {
		if rest, ok := strings.CutPrefix(parts[0], some); ok {
			return "there is no " + rest
		}
	}
	return "not (" + strings.Trim(parts[0], "()") + ")"
}

// operator describes comparisons, patterns and arithmetic; "" for unknown operators.
func (d *describer) operator(x *pg.A_Expr, below func(*pg.Node) string) string {
	if x.Lexpr == nil {
		return ""
	}
	left, temporal := below(x.Lexpr), d.temporal(Expr{x.Lexpr})
	switch x.Kind {
	case pg.A_Expr_Kind_AEXPR_IN:
		return left + among(x, below)
	case pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		if b := x.Rexpr.GetList().GetItems(); len(b) == 2 {
			how := map[bool]string{true: " is between ", false: " is not between "}[x.Kind == pg.A_Expr_Kind_AEXPR_BETWEEN]
			return left + how + below(b[0]) + " and " + below(b[1])
		}
	case pg.A_Expr_Kind_AEXPR_LIKE, pg.A_Expr_Kind_AEXPR_ILIKE:
		return left + pattern(x, below)
	case pg.A_Expr_Kind_AEXPR_NULLIF:
		return left
	case pg.A_Expr_Kind_AEXPR_OP:
		if w := comparisonWords(LastName(x.Name), temporal); w != "" {
			return left + w + below(x.Rexpr)
		}
		return d.arithmetic(x, left, below)
	}
	return ""
}

func among(x *pg.A_Expr, below func(*pg.Node) string) string {
	var values []string
	for _, v := range x.Rexpr.GetList().GetItems() {
		values = append(values, below(v))
	}
	if len(values) > 8 {
		values = append(values[:7], "…")
	}
	if LastName(x.Name) == "<>" {
		return " is neither " + list(values, "nor")
	}
	return " is " + list(values, "or")
}

func pattern(x *pg.A_Expr, below func(*pg.Node) string) string {
	not := strings.HasPrefix(LastName(x.Name), "!")
	p := x.Rexpr.GetAConst().GetSval().GetSval()
	text := strings.Trim(p, "%")
	verbs := [2]string{" matches ", " does not match "}
	switch {
	case text == "" || strings.ContainsAny(text, `%_\`):
		text = p
	case strings.HasPrefix(p, "%") && strings.HasSuffix(p, "%"):
		verbs = [2]string{" contains ", " does not contain "}
	case strings.HasSuffix(p, "%"):
		verbs = [2]string{" starts with ", " does not start with "}
	case strings.HasPrefix(p, "%"):
		verbs = [2]string{" ends with ", " does not end with "}
	default:
		verbs = [2]string{" is ", " is not "}
	}
	value := "'" + cutPhrase(text) + "'"
	if p == "" {
		value = below(x.Rexpr)
	}
	if not {
		return verbs[1] + value
	}
	return verbs[0] + value
}

func comparisonWords(op string, temporal bool) string {
	number := map[string]string{"=": " is ", "<>": " is not ", "!=": " is not ", ">": " is more than ", "<": " is less than ",
		">=": " is at least ", "<=": " is at most "}
	day := map[string]string{">": " is after ", "<": " is before ", ">=": " is not before ", "<=": " is not after "}
	if w, ok := day[op]; ok && temporal {
		return w
	}
	return number[op]
}

func (d *describer) arithmetic(x *pg.A_Expr, left string, below func(*pg.Node) string) string {
	right := below(x.Rexpr)
	op := LastName(x.Name)
	if t := x.Rexpr.GetTypeCast(); t != nil && LastName(t.TypeName.GetNames()) == "interval" {
		switch op {
		case "-":
			return right + " before " + left
		case "+":
			return right + " after " + left
		}
	}
	word := map[string]string{"+": " plus ", "-": " minus ", "*": " times ", "/": " divided by ", "%": " modulo ", "||": " followed by "}[op]
	if word == "" {
		return ""
	}
	return left + word + right
}

// call describes a function call; "" for unknown functions.
func (d *describer) call(f *pg.FuncCall, below func(*pg.Node) string) string {
	name := LastName(f.Funcname)
	if f.Over != nil {
		return ""
	}
	if f.AggStar && name == "count" {
		s := "the number of " + d.subject()
		if f.AggFilter != nil {
			s += " where " + below(f.AggFilter)
		}
		return s
	}
	if len(f.Args) == 0 {
		if name == "now" {
			return "now"
		}
		return ""
	}
	if f.AggFilter != nil || f.AggWithinGroup {
		return ""
	}
	arg := below(f.Args[0])
	switch name {
	case "round", "lower", "upper", "trim", "btrim", "abs", "coalesce":
		return arg
	case "date_trunc", "date_part", "extract":
		return d.datePart(f, name, below)
	}
	before := map[string]string{"sum": "the sum of ", "avg": "the average ", "min": "the smallest ", "max": "the largest ", "count": "the number of "}[name]
	if before == "" || len(f.Args) != 1 {
		return ""
	}
	if d.temporal(Expr{f.Args[0]}) {
		before = strings.NewReplacer("smallest", "earliest", "largest", "latest").Replace(before)
	}
	if f.AggDistinct {
		before += "different "
	}
	return before + arg
}

// datePart describes date_trunc('month', at) as "month of at", and of today's date as "the start of this month".
func (d *describer) datePart(f *pg.FuncCall, name string, below func(*pg.Node) string) string {
	unit := f.Args[0].GetAConst().GetSval().GetSval()
	if len(f.Args) < 2 || unit == "" {
		return ""
	}
	of := below(f.Args[1])
	if of == "today" || of == "now" {
		if name == "date_trunc" {
			return "the start of this " + unit
		}
		return "this " + unit
	}
	return unit + " of " + of
}

// temporal reports whether the catalog says that an expression is a point in time.
func (d *describer) temporal(e Expr) bool {
	switch f := e.node.GetFuncCall(); {
	case f == nil:
	case LastName(f.Funcname) == "date_trunc":
		return true
	case slices.Contains([]string{"min", "max"}, LastName(f.Funcname)) && len(f.Args) == 1:
		return d.temporal(Expr{f.Args[0]})
	}
	if t := e.node.GetTypeCast(); t != nil {
		return slices.Contains([]string{"date", "timestamp", "timestamptz"}, LastName(t.TypeName.GetNames()))
	}
	if c, _ := ColumnOf(e.node, d.scope); c != nil {
		return c.Class.Temporal()
	}
	return false
}

// numeric reports whether "larger" and "smaller" are suitable words for an expression.
func (d *describer) numeric(e Expr) bool {
	if c, _ := ColumnOf(e.node, d.scope); c != nil {
		return c.Class.Numeric()
	}
	if f := e.node.GetFuncCall(); f != nil {
		switch LastName(f.Funcname) {
		case "min", "max":
			return len(f.Args) == 1 && d.numeric(Expr{f.Args[0]})
		case "count", "sum", "avg", "round", "abs", "date_part", "extract":
			return true
		}
	}
	return e.node.GetAExpr().GetKind() == pg.A_Expr_Kind_AEXPR_OP && e.node.GetAExpr() != nil && LastName(e.node.GetAExpr().Name) != "||"
}

// uncountable lists words whose plural is the same as the singular.
var uncountable = nameSet("staff", "inventory", "stock", "equipment", "history", "news", "data", "media", "people", "information",
	"series", "species", "children", "men", "women", "feedback", "traffic", "weather", "personnel", "content", "metadata")

// plural returns a table's name as a word for several of its rows.
func plural(name string) string {
	all := Words(name)
	if len(all) == 0 {
		return name
	}
	last := all[len(all)-1]
	switch {
	case uncountable[last] || strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss") && !strings.HasSuffix(last, "us"):
	case strings.HasSuffix(last, "y") && len(last) > 1 && !strings.ContainsRune("aeiou", rune(last[len(last)-2])):
		last = last[:len(last)-1] + "ies"
	case slices.ContainsFunc([]string{"s", "x", "ch", "sh"}, func(e string) bool { return strings.HasSuffix(last, e) }):
		last += "es"
	default:
		last += "s"
	}
	all[len(all)-1] = last
	return strings.Join(all, " ")
}

// Singular returns a table's name as a word for one of its rows.
func Singular(name string) string {
	all := Words(name)
	if len(all) == 0 {
		return name
	}
	last := all[len(all)-1]
	if !uncountable[last] && len(last) >= 4 {
		last = wordform.Singular(last)
	}
	all[len(all)-1] = last
	return strings.Join(all, " ")
}
