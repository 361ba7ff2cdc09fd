package guard

import (
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"

	"github.com/pgask/pgask/translate/guard/normal"
)

// from resolves one item of FROM, and adds its columns to the scope.
func (r *resolver) from(m any, into *scope) {
	switch m := m.(type) {
	case *pg_query.RangeVar:
		r.rangeVar(m, into)
	case *pg_query.RangeTableSample:
		if v := m.Relation.GetRangeVar(); v != nil {
			r.rangeVar(v, into)
		} else {
			r.report(invalid(RuleNode, "", "TABLESAMPLE applies to a table only"))
		}
		r.nodes(m.Args)
		r.node(m.Repeatable)
	case *pg_query.RangeSubselect:
		stmt := m.Subquery.GetSelectStmt()
		if stmt == nil {
			r.report(invalid(RuleNode, "", "FROM holds a subquery that is no SELECT"))
			return
		}
		outer := into.outer
		if m.Lateral {
			outer = into
		}
		c := r.query(stmt, outer)
		r.complete(c)
		r.add(into, derived(m.Alias, c))
	case *pg_query.RangeFunction:
		r.rangeFunction(m, into)
	case *pg_query.JoinExpr:
		r.join(m, into)
	default:
		r.report(invalid(RuleNode, "", "FROM holds something that is neither a relation, a query, a function nor a join"))
	}
}

// complete reports a finding for a query in FROM or WITH whose columns are not all named.
func (r *resolver) complete(c columns) {
	if !c.complete && !r.loose() {
		r.report(unbound("a query with outputs that have no names"))
	}
}

// derived returns an item for something in FROM that is not a table.
func derived(alias *pg_query.Alias, c columns) *item {
	return &item{name: alias.GetAliasname(), columns: c.rename(stringsOf(alias.GetColnames()))}
}

// join resolves both sides of a join. The condition sees both sides and nothing to their left.
func (r *resolver) join(m *pg_query.JoinExpr, into *scope) {
	start := len(into.items)
	r.from(inner(m.Larg), into)
	r.from(inner(m.Rarg), into)
	saved := r.scope
	// Three-index slice: an append inside must not overwrite the items outside.
	r.scope = &scope{outer: into.outer, items: into.items[start:len(into.items):len(into.items)]}
	r.node(m.Quals)
	if len(m.UsingClause) > 0 || m.IsNatural || m.Alias != nil || m.JoinUsingAlias != nil {
		r.looseJoin(m, into.items[start:])
	}
	r.scope = saved
}

// looseJoin records the use of the columns that a join names otherwise than the normal form does.
func (r *resolver) looseJoin(m *pg_query.JoinExpr, items []*item) {
	if !r.loose() {
		r.report(unbound("a join with USING, NATURAL or an alias"))
		return
	}
	for _, i := range items {
		if m.IsNatural {
			r.wholeRow(i)
		}
		for _, name := range stringsOf(m.UsingClause) {
			if i.columns.find(name) != nil || !i.columns.complete {
				r.use(i, name)
			}
		}
	}
}

// rangeFunction resolves functions in FROM. They see the items to their left, with LATERAL or without.
func (r *resolver) rangeFunction(m *pg_query.RangeFunction, into *scope) {
	saved := r.scope
	r.scope = into
	defer func() { r.scope = saved }()
	c := columns{complete: true}
	for _, f := range m.Functions {
		pair := f.GetList().GetItems()
		if len(pair) == 0 {
			r.report(invalid(RuleNode, "", "FROM holds a function in a form that is not understood"))
			continue
		}
		r.nodes(pair)
		var definitions []*pg_query.Node
		if len(pair) > 1 {
			definitions = pair[1].GetList().GetItems()
		}
		one := r.functionColumns(pair[0], append(definitions, m.Coldeflist...), m.Alias, len(m.Functions) == 1)
		c.list = append(c.list, one.list...)
		c.complete = c.complete && one.complete
	}
	r.nodes(m.Coldeflist)
	if m.Ordinality {
		c.list = append(c.list, column{name: "ordinality"})
	}
	r.add(into, derived(m.Alias, c))
}

// functionColumns returns the columns of a function in FROM, before column aliases apply.
func (r *resolver) functionColumns(call *pg_query.Node, definitions []*pg_query.Node, alias *pg_query.Alias, single bool) columns {
	c := columns{complete: true}
	for _, d := range definitions {
		c.list = append(c.list, column{name: d.GetColumnDef().GetColname()})
	}
	if len(c.list) > 0 {
		return c
	}
	f := call.GetFuncCall()
	if f != nil {
		_, builtin := builtinFunctions[last(f.Funcname)]
		outs := r.guard.outputsOf(last(f.Funcname))
		for _, o := range outs {
			c.list = append(c.list, column{name: o, doubtful: last(f.Funcname) == "unnest"})
		}
		c.complete = builtin || len(outs) > 0
		// unnest() of a tsvector has three columns, unnest() of an array has one, named after the alias or the
		// function.
		if len(outs) > 0 && last(f.Funcname) != "unnest" {
			return c
		}
		if last(f.Funcname) == "unnest" {
			own := make([]column, max(1, len(f.Args)))
			for i := range own {
				own[i].name = "unnest"
			}
			if single && alias != nil && len(f.Args) < 2 {
				own[0].name = alias.Aliasname
			}
			c.list = append(own, c.list...)
			return c
		}
	}
	name := normal.Name(call)
	if single && alias != nil {
		name = alias.Aliasname
	}
	c.list = append([]column{{name: name}}, c.list...)
	return c
}

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
