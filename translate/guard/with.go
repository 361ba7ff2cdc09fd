package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

// withClause adds the queries of WITH to the scope, one after the other. With RECURSIVE each name is in scope in all
// of them, and so hides a table of that name in all of them.
func (r *resolver) withClause(w *pg_query.WithClause, outer *scope, lazy bool) {
	if w.Recursive {
		for _, n := range w.Ctes {
			if cte := n.GetCommonTableExpr(); cte != nil {
				r.with = &ctes{outer: r.with, name: cte.Ctename, rows: 1}
			}
		}
	}
	for _, n := range w.Ctes {
		cte := n.GetCommonTableExpr()
		if cte == nil {
			r.report(invalid(RuleNode, "", "WITH holds something that is no query"))
			return
		}
		r.cte(cte, w.Recursive, outer, lazy)
	}
}

func (r *resolver) cte(m *pg_query.CommonTableExpr, recursive bool, outer *scope, lazy bool) {
	stmt := m.Ctequery.GetSelectStmt()
	if stmt == nil {
		return // the shape walk has refused it
	}
	entry := &ctes{name: m.Ctename, rows: 1}
	if recursive {
		entry = r.with.find(m.Ctename)
	}
	define := func(res result) {
		entry.columns = res.columns.rename(stringsOf(m.Aliascolnames))
		entry.rows = res.rows
		if s := m.SearchClause; s != nil {
			entry.columns.list = append(entry.columns.list, column{name: s.SearchSeqColumn})
		}
		if c := m.CycleClause; c != nil {
			entry.columns.list = append(entry.columns.list, column{name: c.CycleMarkColumn}, column{name: c.CyclePathColumn})
		}
	}
	var onLeft func(result)
	if recursive && refersTo(stmt, m.Ctename) {
		onLeft = define
		if m.CycleClause == nil && !lazy && !bounded(stmt) {
			r.report(invalid(RuleRecursion, m.Ctename, "the recursive query %q has no condition that ends it", m.Ctename))
		}
	}
	res := r.queryWith(stmt, outer, onLeft)
	if onLeft != nil {
		recursiveSizes(stmt, res.columns.list)
		if stmt.Rarg != nil {
			r.doubles(m.Ctename, res.columns.rename(stringsOf(m.Aliascolnames)).list, stmt.Rarg)
		}
	}
	define(res)
	if m.CycleClause != nil {
		r.node(m.CycleClause.CycleMarkValue)
		r.node(m.CycleClause.CycleMarkDefault)
	}
	if !recursive {
		entry.outer, r.with = r.with, entry
	}
}

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
	var visit visitor
	visit = func(m any) {
		switch m.(type) {
		case *pg_query.FuncCall, *pg_query.SubLink:
			few = false // for example an aggregate
		}
		children(m, visit)
	}
	visit.nodes(m.TargetList)
	return few
}

// refersTo reports whether a query reads a relation of that bare name.
func refersTo(stmt *pg_query.SelectStmt, name string) bool {
	found := false
	var visit visitor
	visit = func(m any) {
		if v, ok := m.(*pg_query.RangeVar); ok && v.Schemaname == "" && v.Relname == name {
			found = true
		}
		if !found {
			children(m, visit)
		}
	}
	visit(stmt)
	return found
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
	if looksAtColumn(m.WhereClause) {
		return true
	}
	for _, f := range m.FromClause {
		if boundedItem(inner(f)) {
			return true
		}
	}
	return false
}

func boundedItem(m any) bool {
	switch m := m.(type) {
	case *pg_query.JoinExpr:
		return m.IsNatural || len(m.UsingClause) > 0 || looksAtColumn(m.Quals) || boundedItem(inner(m.Larg)) ||
			boundedItem(inner(m.Rarg))
	case *pg_query.RangeSubselect:
		return m.Subquery.GetSelectStmt() != nil && boundedArm(m.Subquery.GetSelectStmt())
	case *pg_query.RangeFunction:
		for _, f := range m.Functions {
			call := firstOf(f)
			if last(call.GetFuncCall().GetFuncname()) != "generate_series" && looksAtColumn(call) {
				return true
			}
		}
	}
	return false
}

func looksAtColumn(n *pg_query.Node) bool {
	found := false
	var visit visitor
	visit = func(m any) {
		if _, ok := m.(*pg_query.ColumnRef); ok {
			found = true
		}
		if !found {
			children(m, visit)
		}
	}
	visit.node(n)
	return found
}

// largest returns the greatest number in an expression.
func largest(n *pg_query.Node) float64 {
	most := 0.0
	var visit visitor
	visit = func(m any) {
		if c, ok := m.(*pg_query.A_Const); ok && c.GetSval() == nil {
			if v, ok := constant(c); ok {
				most = max(most, v)
			}
		}
		children(m, visit)
	}
	visit.node(n)
	return most
}
