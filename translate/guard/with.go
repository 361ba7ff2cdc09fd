package guard

import (
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// withClause adds the queries of WITH to the scope, one after the other. With RECURSIVE each name is in scope in all
// of them, and so hides a table of that name in all of them.
func (r *resolver) withClause(w *pg_query.WithClause, outer *scope) {
	if w.Recursive {
		for _, n := range w.Ctes {
			if cte := n.GetCommonTableExpr(); cte != nil {
				r.with = &ctes{outer: r.with, name: cte.Ctename}
			}
		}
	}
	for _, n := range w.Ctes {
		cte := n.GetCommonTableExpr()
		if cte == nil {
			r.report(invalid(RuleNode, "", "WITH holds something that is no query"))
			return
		}
		r.cte(cte, w.Recursive, outer)
	}
}

func (r *resolver) cte(m *pg_query.CommonTableExpr, recursive bool, outer *scope) {
	stmt := m.Ctequery.GetSelectStmt()
	if stmt == nil {
		return // the shape walk has refused it
	}
	if r.queries[m.Ctename] && !r.loose() {
		r.report(unbound("a WITH query's name twice"))
	}
	r.queries[m.Ctename] = true
	entry := &ctes{name: m.Ctename}
	if recursive {
		entry = r.with.find(m.Ctename)
	}
	define := func(c columns) {
		r.complete(c)
		entry.columns = c.rename(stringsOf(m.Aliascolnames))
		if s := m.SearchClause; s != nil {
			entry.columns.list = append(entry.columns.list, column{name: s.SearchSeqColumn})
		}
		if c := m.CycleClause; c != nil {
			entry.columns.list = append(entry.columns.list, column{name: c.CycleMarkColumn}, column{name: c.CyclePathColumn})
		}
	}
	var onLeft func(columns)
	if recursive && tree.Reads(stmt, m.Ctename) {
		onLeft = define
	}
	define(r.queryWith(stmt, outer, onLeft))
	if m.CycleClause != nil {
		r.node(m.CycleClause.CycleMarkValue)
		r.node(m.CycleClause.CycleMarkDefault)
	}
	if !recursive {
		entry.outer, r.with = r.with, entry
	}
}
