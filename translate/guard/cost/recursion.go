package cost

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// takesFew reports whether a query reads only the first rows of a WITH query, which PostgreSQL computes on demand:
// SELECT … FROM t LIMIT 10, with nothing that needs all rows first.
func takesFew(m *pg_query.SelectStmt) bool {
	if _, ok := evaluate(m.LimitCount); !ok || len(m.FromClause) != 1 || m.FromClause[0].GetRangeVar() == nil {
		return false
	}
	if len(m.SortClause)+len(m.GroupClause)+len(m.DistinctClause)+len(m.WindowClause) > 0 || m.WhereClause != nil ||
		m.HavingClause != nil || m.LimitOffset != nil {
		return false
	}
	few := true
	var visit tree.Visitor
	visit = func(m any) {
		switch m.(type) {
		case *pg_query.FuncCall, *pg_query.SubLink:
			few = false // for example an aggregate
		}
		tree.Children(m, visit)
	}
	visit.Nodes(m.TargetList)
	return few
}

// bounded reports whether the recursive arm of a query can run out of rows: it has a condition, or a join condition,
// that refers to a column, or it takes a value apart. This does not prove that the recursion ends; the timeouts cover
// the rest.
func bounded(m *pg_query.SelectStmt) bool {
	if m.Op != pg_query.SetOperation_SETOP_NONE && m.Rarg != nil {
		return boundedArm(m.Rarg)
	}
	return boundedArm(m)
}

func boundedArm(m *pg_query.SelectStmt) bool {
	if m.Op != pg_query.SetOperation_SETOP_NONE && m.Larg != nil && m.Rarg != nil {
		return boundedArm(m.Larg) && boundedArm(m.Rarg)
	}
	if len(m.FromClause) == 1 && m.FromClause[0].GetRangeVar() != nil && largest(m.WhereClause) > maxSeries {
		return false // it only counts, up to too large a number
	}
	return looksAtColumn(m.WhereClause) ||
		slices.ContainsFunc(m.FromClause, func(f *pg_query.Node) bool { return boundedItem(tree.Inner(f)) })
}

func boundedItem(m any) bool {
	switch m := m.(type) {
	case *pg_query.JoinExpr:
		return m.IsNatural || len(m.UsingClause) > 0 || looksAtColumn(m.Quals) || boundedItem(tree.Inner(m.Larg)) ||
			boundedItem(tree.Inner(m.Rarg))
	case *pg_query.RangeSubselect:
		return m.Subquery.GetSelectStmt() != nil && boundedArm(m.Subquery.GetSelectStmt())
	case *pg_query.RangeFunction:
		for _, f := range m.Functions {
			if len(f.GetList().GetItems()) == 0 {
				continue
			}
			call := f.GetList().GetItems()[0]
			if last(call.GetFuncCall().GetFuncname()) != "generate_series" && looksAtColumn(call) {
				return true
			}
		}
	}
	return false
}

func looksAtColumn(n *pg_query.Node) bool {
	found := false
	var visit tree.Visitor
	visit = func(m any) {
		if _, ok := m.(*pg_query.ColumnRef); ok {
			found = true
		}
		if !found {
			tree.Children(m, visit)
		}
	}
	visit.Node(n)
	return found
}

// largest returns the greatest number in an expression.
func largest(n *pg_query.Node) float64 {
	most := 0.0
	var visit tree.Visitor
	visit = func(m any) {
		if c, ok := m.(*pg_query.A_Const); ok && c.GetSval() == nil {
			if v, ok := constant(c); ok {
				most = max(most, v)
			}
		}
		tree.Children(m, visit)
	}
	visit.Node(n)
	return most
}
