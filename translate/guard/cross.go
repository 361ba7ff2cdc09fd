package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

// EXPLAIN judges most Cartesian products, with better knowledge. Refused here are joins without any condition between
// the tables: no estimate is needed to see that one was forgotten.
const (
	maxProduct = 1_000_000_000
	anyTable   = 1_000 // rows of a table about which nothing is known
)

// crossed reports a finding for a FROM whose tables multiply to more than maxProduct rows without a condition.
func (r *resolver) crossed(m *pg_query.SelectStmt) {
	if len(m.FromClause) == 0 || looksAtColumn(m.WhereClause) {
		return
	}
	rows := 1.0
	for _, f := range m.FromClause {
		rows *= r.productOf(inner(f))
	}
	if rows > maxProduct {
		r.report(invalid(RuleSize, "", "its tables are joined without a condition, which makes about %.0g rows", rows))
	}
}

// productOf returns the number of rows that an item of FROM has by itself. A join with a condition counts as its
// larger side.
func (r *resolver) productOf(m any) float64 {
	switch m := m.(type) {
	case *pg_query.RangeVar:
		return r.estimate(m)
	case *pg_query.RangeTableSample:
		return r.productOf(inner(m.Relation))
	case *pg_query.JoinExpr:
		left, right := r.productOf(inner(m.Larg)), r.productOf(inner(m.Rarg))
		if m.IsNatural || len(m.UsingClause) > 0 || looksAtColumn(m.Quals) {
			return max(left, right)
		}
		return left * right
	}
	return 1 // series and VALUES are counted elsewhere, subqueries by themselves
}

func (r *resolver) estimate(m *pg_query.RangeVar) float64 {
	if m.Schemaname == "" && r.with.find(m.Relname) != nil {
		return 1
	}
	if r.facts.Snapshot == nil {
		return anyTable
	}
	t := r.facts.Snapshot.Table(m.Schemaname, m.Relname)
	if t == nil || t.Rows < 0 {
		return anyTable
	}
	return max(t.Rows, 1)
}
