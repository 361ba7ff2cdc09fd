package plan

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"
)

// aggregates are the aggregate functions of PostgreSQL's own catalog.
var aggregates = nameSet("any_value", "array_agg", "avg", "bit_and", "bit_or", "bit_xor", "bool_and", "bool_or", "corr", "count",
	"covar_pop", "covar_samp", "cume_dist", "dense_rank", "every", "json_agg", "json_agg_strict", "json_object_agg",
	"json_object_agg_strict", "json_object_agg_unique", "json_object_agg_unique_strict", "jsonb_agg", "jsonb_agg_strict",
	"jsonb_object_agg", "jsonb_object_agg_strict", "jsonb_object_agg_unique", "jsonb_object_agg_unique_strict", "max", "min",
	"mode", "percent_rank", "percentile_cont", "percentile_disc", "range_agg", "range_intersect_agg", "rank", "regr_avgx",
	"regr_avgy", "regr_count", "regr_intercept", "regr_r2", "regr_slope", "regr_sxx", "regr_sxy", "regr_syy", "stddev",
	"stddev_pop", "stddev_samp", "string_agg", "sum", "var_pop", "var_samp", "variance", "xmlagg")

func nameSet(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, n := range names {
		set[n] = true
	}
	return set
}

// IsAggregate reports whether a function of this name is an aggregate when it is not used as a window function.
func IsAggregate(name string) bool { return aggregates[name] }

// HasAggregate reports whether an expression aggregates the rows of its own level: a call of a known aggregate, or one
// with an aggregate's syntax (DISTINCT, FILTER, WITHIN GROUP, an asterisk). Window functions and subqueries do not
// count, but an aggregate below a window function does.
func HasAggregate(e Expr) bool {
	found := false
	WalkNode(e.node, func(n *pg.Node) bool {
		if n.GetSelectStmt() != nil {
			return false
		}
		if n.GetJsonArrayAgg() != nil || n.GetJsonObjectAgg() != nil || n.GetFuncCall() != nil && AggregateCall(n.GetFuncCall()) {
			found = true
		}
		return !found
	})
	return found
}

func AggregateCall(f *pg.FuncCall) bool {
	if f.Over != nil {
		return false
	}
	return f.AggStar || f.AggDistinct || f.AggFilter != nil || f.AggWithinGroup || len(f.AggOrder) > 0 ||
		IsAggregate(LastName(f.Funcname)) && builtinName(f.Funcname)
}

// builtinName reports whether a function is named plainly or in pg_catalog.
func builtinName(names []*pg.Node) bool {
	return len(names) == 1 || len(names) == 2 && names[0].GetString_().GetSval() == "pg_catalog"
}

// HasWindow reports whether an expression holds a window function of its own level.
func HasWindow(e Expr) bool {
	found := false
	WalkNode(e.node, func(n *pg.Node) bool {
		if n.GetSelectStmt() != nil {
			return false
		}
		found = found || n.GetFuncCall().GetOver() != nil
		return !found
	})
	return found
}

// Grouped reports whether a plan aggregates: it groups, has a HAVING, or an aggregate among its outputs or sort keys.
func (p *Plan) Grouped() bool {
	if len(p.GroupBy) > 0 || len(p.Having) > 0 {
		return true
	}
	return slices.ContainsFunc(p.Select, func(o Output) bool { return HasAggregate(o.Expr) }) ||
		slices.ContainsFunc(p.OrderBy, func(o Order) bool { return HasAggregate(o.Expr) })
}

// Aggregate is one aggregate call of an expression.
type Aggregate struct {
	Name     string // as written, without schema
	Argument Expr   // the first argument; zero for count(*)
	Distinct bool
	Filtered bool // it has a FILTER of its own
	call     *pg.FuncCall
}

// Sources returns the names of the sources whose columns the aggregate is given, each once.
func (a Aggregate) Sources() []string {
	var names []string
	for _, arg := range a.call.Args {
		for _, c := range (Expr{arg}).Columns() {
			if !slices.Contains(names, c.Alias) {
				names = append(names, c.Alias)
			}
		}
	}
	return names
}

// Aggregates returns the aggregate calls of an expression's own level, from left to right.
func Aggregates(e Expr) []Aggregate {
	var all []Aggregate
	WalkNode(e.node, func(n *pg.Node) bool {
		if n.GetSelectStmt() != nil {
			return false
		}
		if f := n.GetFuncCall(); f != nil && AggregateCall(f) {
			a := Aggregate{Name: LastName(f.Funcname), Distinct: f.AggDistinct, Filtered: f.AggFilter != nil, call: f}
			if len(f.Args) > 0 {
				a.Argument = Expr{f.Args[0]}
			}
			all = append(all, a)
		}
		return true
	})
	return all
}
