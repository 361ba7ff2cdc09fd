package guard

import (
	"math"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// magnitude estimates how large a number an expression can give, from its constants alone. Data counts as 1, because
// its size was decided before the statement was written. For expressions that it does not know it returns infinity.
func (r *resolver) magnitude(n *pg_query.Node) float64 {
	if v, ok := evaluate(n); ok {
		return math.Abs(v)
	}
	switch m := inner(n).(type) {
	case nil:
		return 1
	case *pg_query.A_Const:
		if m.Isnull {
			return 1
		}
	case *pg_query.ColumnRef:
		return r.columnSize(m)
	case *pg_query.TypeCast:
		return r.magnitude(m.Arg)
	case *pg_query.CoalesceExpr:
		return r.largestOf(m.Args)
	case *pg_query.CaseExpr:
		most := r.largestOf([]*pg_query.Node{m.Defresult})
		for _, w := range m.Args {
			most = max(most, r.magnitude(w.GetCaseWhen().GetResult()))
		}
		return most
	case *pg_query.MinMaxExpr:
		if m.Op == pg_query.MinMaxOp_IS_LEAST {
			least := math.Inf(1)
			for _, a := range m.Args {
				least = min(least, r.magnitude(a))
			}
			return least
		}
		return r.largestOf(m.Args)
	case *pg_query.A_Expr:
		return r.operatorSize(m)
	case *pg_query.FuncCall:
		return r.callSize(m)
	case *pg_query.A_ArrayExpr: // array_fill(x, ARRAY[a, b]) makes a·b elements
		product := 1.0
		for _, e := range m.Elements {
			product *= max(1, r.magnitude(e))
		}
		return product
	case *pg_query.A_Indirection:
		if m.Arg.GetColumnRef() != nil {
			return r.columnSize(m.Arg.GetColumnRef())
		}
	case *pg_query.SubLink:
		return r.subquerySize(m)
	}
	return math.Inf(1)
}

func (r *resolver) largestOf(list []*pg_query.Node) float64 {
	most := 1.0
	for _, n := range list {
		most = max(most, r.magnitude(n))
	}
	return most
}

// columnSize returns 1 for a column of a table, and the magnitude of the expression behind a column of a subquery.
func (r *resolver) columnSize(m *pg_query.ColumnRef) float64 {
	parts := stringsOf(m.Fields)
	if len(parts) == 0 || m.Fields[len(m.Fields)-1].GetAStar() != nil {
		return math.Inf(1)
	}
	name, qualifier := parts[len(parts)-1], ""
	if len(parts) > 1 {
		qualifier = parts[len(parts)-2]
	}
	for s := r.scope; s != nil; s = s.outer {
		for _, i := range s.items {
			if qualifier != "" && i.name != qualifier {
				continue
			}
			if r.work += len(i.columns.list); r.work > maxWork {
				return math.Inf(1)
			}
			if c := i.columns.find(name); c != nil {
				return max(1, c.size, r.inside)
			}
		}
	}
	return max(1, r.inside)
}

func (r *resolver) operatorSize(m *pg_query.A_Expr) float64 {
	if m.Kind == pg_query.A_Expr_Kind_AEXPR_NULLIF {
		return r.magnitude(m.Lexpr)
	}
	left, right := r.magnitude(m.Lexpr), r.magnitude(m.Rexpr)
	switch last(m.Name) {
	case "+":
		return left + right
	case "-":
		return max(left, right) // of the two operands, or of a number extracted from the larger one
	case "*":
		return left * right
	case "/":
		return max(1, left*shrinks(m.Rexpr))
	case "%":
		return right
	case "->", "->>", "#>", "#>>": // of data: the contents of a literal are not examined
		return left
	}
	return math.Inf(1)
}

// sizeOf maps a function to the magnitude of its result. Functions that are not listed may give anything.
var sizeOf = map[string]func(*resolver, []*pg_query.Node) float64{}

func init() {
	first := func(r *resolver, args []*pg_query.Node) float64 { return r.largestOf(args[:min(1, len(args))]) }
	for _, name := range []string{"round", "floor", "ceil", "ceiling", "trunc", "abs", "sign", "avg", "min", "max", "int4",
		"int8", "numeric", "mode", "first_value", "last_value"} {
		sizeOf[name] = first
	}
	sizeOf["sum"] = func(r *resolver, args []*pg_query.Node) float64 { return first(r, args) * r.countSize() }
	for _, name := range []string{"count", "row_number", "rank", "dense_rank"} {
		sizeOf[name] = func(r *resolver, _ []*pg_query.Node) float64 { return r.countSize() }
	}
	one := func(*resolver, []*pg_query.Node) float64 { return 1 }
	for _, name := range []string{"random", "percent_rank", "cume_dist", "nlevel", "grouping"} {
		sizeOf[name] = one
	}
	for _, name := range []string{"length", "char_length", "character_length", "octet_length", "array_length", "cardinality",
		"jsonb_array_length", "json_array_length", "strpos", "position"} {
		sizeOf[name] = func(r *resolver, args []*pg_query.Node) float64 { return lengths(args) * max(1, r.inside) }
	}
	all := func(r *resolver, args []*pg_query.Node) float64 { return r.largestOf(args) }
	for _, name := range []string{"generate_series", "width_bucket", "ntile", "mod", "percentile_cont", "percentile_disc",
		"lag", "lead"} { // lag and lead may return a default for a missing row
		sizeOf[name] = all
	}
	parts := map[string]bool{"year": true, "month": true, "day": true, "dow": true, "doy": true, "isodow": true, "hour": true, "minute": true,
		"quarter": true, "week": true, "isoyear": true}
	extract := func(_ *resolver, args []*pg_query.Node) float64 {
		// This holds for data only: an interval of 900,000,000 hours has that many hours.
		if len(args) > 1 && parts[literal(args[0])] && !holdsDigits(args[1]) {
			return 1
		}
		return math.Inf(1)
	}
	sizeOf["extract"], sizeOf["date_part"] = extract, extract
}

func (r *resolver) callSize(m *pg_query.FuncCall) float64 {
	f := sizeOf[last(m.Funcname)]
	if f == nil {
		return math.Inf(1)
	}
	args := m.Args
	if m.AggWithinGroup { // ordered-set aggregates return one of the values that they sort
		args = slices.Clone(args)
		for _, n := range m.AggOrder {
			args = append(args, n.GetSortBy().GetNode())
		}
	}
	return f(r, args)
}

// countSize returns how many rows the statement's constants make, data counting as 1. It is the magnitude of count()
// and similar functions.
func (r *resolver) countSize() float64 { return max(1, r.rows, r.inside) }

// holdsDigits reports whether an expression contains a constant with a digit in it.
func holdsDigits(n *pg_query.Node) bool {
	found := false
	eachConstant(n, func(c *pg_query.A_Const) {
		_, isNumber := constant(c)
		found = found || isNumber || strings.ContainsAny(c.GetSval().GetSval(), "0123456789")
	})
	return found
}

// eachConstant calls each for every constant of an expression, apart from those in type names.
func eachConstant(n *pg_query.Node, each func(*pg_query.A_Const)) {
	var visit visitor
	visit = func(m any) {
		switch m := m.(type) {
		case *pg_query.TypeName:
			return
		case *pg_query.A_Const:
			each(m)
			return
		}
		children(m, visit)
	}
	visit.node(n)
}

// shrinks returns the factor by which dividing by divisor can enlarge a number, from the constants of the divisor
// alone.
func shrinks(divisor *pg_query.Node) float64 {
	if by, ok := evaluate(divisor); ok && by != 0 {
		return 1 / math.Abs(by)
	}
	product, fraction, adds := 1.0, false, false
	eachConstant(divisor, func(c *pg_query.A_Const) {
		if v, ok := constant(c); ok && v != 0 {
			product *= max(math.Abs(v), 1/math.Abs(v))
			fraction = fraction || v != math.Trunc(v)
		}
	})
	var visit visitor
	visit = func(m any) {
		if e, ok := m.(*pg_query.A_Expr); ok && (last(e.Name) == "-" || last(e.Name) == "+") {
			adds = true
		}
		children(m, visit)
	}
	visit.node(divisor)
	if fraction && adds { // for example n/n - 0.999999
		return math.Inf(1)
	}
	return product
}

// lengths returns the product of the constants in args: an upper bound for the length of a text or array that they
// describe.
func lengths(args []*pg_query.Node) float64 {
	product := 1.0
	var visit visitor
	visit = func(m any) {
		switch m := m.(type) {
		case *pg_query.TypeName:
			return
		case *pg_query.A_Const:
			if v, ok := constant(m); ok {
				product *= max(1, math.Abs(v))
			}
			return
		case *pg_query.FuncCall:
			if _, sized := sizeArguments[last(m.Funcname)]; sized && len(m.Args) > 1 {
				if _, ok := evaluate(m.Args[1]); !ok {
					product = math.Inf(1)
				}
			}
		}
		children(m, visit)
	}
	visit.nodes(args)
	return product
}

// subquerySize returns the magnitude of a scalar subquery: of the expression that it selects and of the constants in
// its FROM. Its conditions are ignored.
func (r *resolver) subquerySize(m *pg_query.SubLink) float64 {
	stmt := m.Subselect.GetSelectStmt()
	if m.SubLinkType != pg_query.SubLinkType_EXPR_SUBLINK || stmt == nil || len(stmt.TargetList) != 1 || stmt.WithClause != nil {
		return math.Inf(1)
	}
	size := 1.0
	for _, f := range stmt.FromClause {
		switch v := inner(f).(type) {
		case *pg_query.RangeVar:
			if cte := r.with.find(v.Relname); cte != nil && v.Schemaname == "" {
				for _, c := range cte.columns.list {
					size = max(size, c.size)
				}
			}
		default:
			size = max(size, lengths([]*pg_query.Node{f}))
		}
	}
	saved := r.inside
	r.inside = max(saved, size)
	defer func() { r.inside = saved }()
	return r.magnitude(stmt.TargetList[0].GetResTarget().GetVal())
}

// rowsSize returns the magnitude of the numbers that a function in FROM returns.
func (r *resolver) rowsSize(call *pg_query.Node) float64 {
	f := call.GetFuncCall()
	if f == nil {
		return math.Inf(1)
	}
	if last(f.Funcname) == "unnest" && len(f.Args) > 0 {
		if a, ok := inner(f.Args[0]).(*pg_query.A_ArrayExpr); ok {
			return r.largestOf(a.Elements)
		}
	}
	if size := r.callSize(f); !math.IsInf(size, 0) {
		return size
	}
	// The arguments are data alone, as in jsonb_array_elements(t.items) or unnest(t.tags).
	for _, a := range f.Args {
		if a.GetColumnRef() == nil {
			return math.Inf(1)
		}
	}
	return r.largestOf(f.Args)
}

// recursiveSizes sets the magnitudes of a recursive query's columns: for columns that only count up, the limit that a
// condition gives; for columns computed in another way, infinity.
func recursiveSizes(stmt *pg_query.SelectStmt, list []column) {
	arm := stmt.Rarg
	for i := range list {
		size := largest(arm.GetWhereClause())
		if targets := arm.GetTargetList(); i < len(targets) && !counts(targets[i].GetResTarget().GetVal()) {
			size = math.Inf(1)
		}
		list[i].size = max(list[i].size, size)
	}
}

// counts reports whether an expression is a column, a constant, or a column plus or minus a constant.
func counts(n *pg_query.Node) bool {
	if _, ok := evaluate(n); ok || n.GetColumnRef() != nil {
		return true
	}
	e := n.GetAExpr()
	if e == nil || (last(e.Name) != "+" && last(e.Name) != "-") {
		return false
	}
	_, ok := evaluate(e.Rexpr)
	return ok && e.Lexpr.GetColumnRef() != nil
}
