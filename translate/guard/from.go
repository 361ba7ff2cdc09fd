package guard

import pg_query "github.com/pganalyze/pg_query_go/v5"

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
		into.add(derived(m.Alias, "", r.query(stmt, outer)))
	case *pg_query.RangeFunction:
		r.rangeFunction(m, into)
	case *pg_query.JoinExpr:
		r.join(m, into)
	default:
		r.report(invalid(RuleNode, "", "FROM holds something that is neither a relation, a query, a function nor a join"))
	}
}

// derived returns an item for something in FROM that is not a table.
func derived(alias *pg_query.Alias, name string, c columns) *item {
	if alias != nil {
		return &item{name: alias.Aliasname, aliased: true, columns: c.rename(stringsOf(alias.Colnames))}
	}
	return &item{name: name, aliased: true, columns: c}
}

// join resolves both sides of a join. The condition sees both sides and nothing to their left.
func (r *resolver) join(m *pg_query.JoinExpr, into *scope) {
	start := len(into.items)
	r.from(inner(m.Larg), into)
	middle := len(into.items)
	r.from(inner(m.Rarg), into)
	saved := r.scope
	// Three-index slice: an append inside must not overwrite the items outside.
	r.scope = &scope{outer: into.outer, items: into.items[start:len(into.items):len(into.items)]}
	r.node(m.Quals)
	r.scope = saved
	left, right := into.items[start:middle], into.items[middle:]
	using := stringsOf(m.UsingClause)
	for _, name := range using {
		end := r.merging(name, left, right)
		r.mergedColumn(name, left)
		r.mergedColumn(name, right)
		end()
	}
	if m.IsNatural {
		r.naturalColumns(left, right)
	}
	if m.JoinUsingAlias != nil {
		c := columns{complete: true}
		for _, name := range using {
			c.list = append(c.list, merged(name, left))
		}
		into.add(derived(m.JoinUsingAlias, "", c))
	}
	if m.Alias != nil {
		// The alias hides the names inside.
		all := columns{complete: true}
		for _, i := range into.items[start:] {
			all.list = append(all.list, i.columns.list...)
			all.complete = all.complete && i.columns.complete
			r.wholeRow(i)
		}
		into.items = append(into.items[:start:start], derived(m.Alias, "", all))
	}
}

// merged returns a column of USING as it appears under the alias of the join.
func merged(name string, left []*item) column {
	for _, i := range left {
		if c := i.columns.find(name); c != nil {
			return column{name: name}
		}
	}
	return column{name: name}
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
	name := ""
	if len(m.Functions) > 0 {
		name = outputName(firstOf(m.Functions[0]))
	}
	into.add(derived(m.Alias, name, c))
}

func firstOf(list *pg_query.Node) *pg_query.Node {
	if items := list.GetList().GetItems(); len(items) > 0 {
		return items[0]
	}
	return nil
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
	name := outputName(call)
	if single && alias != nil {
		name = alias.Aliasname
	}
	c.list = append([]column{{name: name}}, c.list...)
	return c
}
