package normal

import (
	"cmp"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

// function binds functions in FROM. They see what is to their left, with LATERAL or without.
func (b *binder) function(m *pg_query.RangeFunction, s *scope) *item {
	calls := make([]*pg_query.Node, 0, len(m.Functions))
	name := ""
	definitions := m.Coldeflist
	for _, f := range m.Functions {
		pair := f.GetList().GetItems()
		if len(pair) == 0 {
			b.unreadable("", "FROM holds a function in a form that is not understood")
			continue
		}
		b.expression(pair[0], s)
		calls = append(calls, pair[0])
		if len(pair) > 1 && len(pair[1].GetList().GetItems()) > 0 {
			b.expression(pair[1], s)
			definitions = append(definitions, pair[1].GetList().GetItems()...)
			if len(m.Functions) > 1 {
				b.unreadable("", "ROWS FROM holds column definitions")
			}
		}
		name = cmp.Or(name, Name(pair[0]))
	}
	b.expressions(m.Coldeflist, s)
	if m.Alias == nil && len(calls) == 1 {
		m.Alias = &pg_query.Alias{Aliasname: name}
	}
	i, alias := b.item("rows_from", m.Alias)
	m.Alias = alias
	for _, d := range definitions {
		column := &column{name: d.GetColumnDef().GetColname(), real: d.GetColumnDef().GetColname(), item: i}
		i.columns = append(i.columns, column)
	}
	if len(definitions) > 0 {
		b.defined(m, i, alias)
		return i
	}
	b.returned(m, i, calls)
	return i
}

// defined completes a function whose columns the statement defines.
func (b *bindings) defined(m *pg_query.RangeFunction, i *item, alias *pg_query.Alias) {
	if m.Ordinality {
		i.columns = append(i.columns, &column{name: "ordinality", real: "ordinality", item: i})
	}
	b.aliases(i, alias, stringsOf(alias.Colnames))
}

// returned completes a function, or several, by what they are known to return.
func (b *bindings) returned(m *pg_query.RangeFunction, i *item, calls []*pg_query.Node) {
	given := stringsOf(m.Alias.Colnames)
	for _, call := range calls {
		columns, known := b.returns(call, i.name, len(calls) == 1)
		if !known && len(calls) > 1 {
			i.open, i.columns = true, nil
			break
		}
		i.open = i.open || !known
		for _, name := range columns {
			i.columns = append(i.columns, &column{name: name, real: name, item: i})
		}
	}
	switch {
	case !i.open:
		if m.Ordinality {
			i.columns = append(i.columns, &column{name: "ordinality", real: "ordinality", item: i})
		}
		if len(given) > len(i.columns) {
			b.unreadable(i.name, i.name+" has fewer columns than it is given names")
			return
		}
		for at, name := range given {
			i.columns[at].name, i.columns[at].real = name, name
		}
		distinct(i.columns)
		b.named(i, m.Alias)
	case len(given) > 0:
		i.columns = nil
		for _, name := range given {
			i.columns = append(i.columns, &column{name: name, real: name, item: i})
		}
		// One name is that of the only column, or of the first; where others follow, nobody can have named them.
		i.open = b.loose
	case len(i.columns) == 1 && !m.Ordinality:
		// It is the value of a function that returns one, and the row of one that returns several.
		i.columns[0].whole = true
	default:
		i.columns = nil
	}
}

// returns tells which columns a function in FROM has; known is false when it may have others. Where it is one value,
// the column has the name of the alias, or of the function.
func (b *bindings) returns(call *pg_query.Node, alias string, single bool) (columns []string, known bool) {
	f := call.GetFuncCall()
	name := Name(call)
	if single {
		name = alias
	}
	if f == nil {
		return []string{name}, true
	}
	if fn := last(f.Funcname); fn == "unnest" {
		return b.unnested(f, name)
	} else if outs, all := b.catalog.Outputs(fn); len(outs) > 0 {
		return outs, all
	} else {
		return []string{name}, all
	}
}

// unnested tells which columns unnest() has: one for each list, three for a tsvector.
func (b *bindings) unnested(f *pg_query.FuncCall, name string) ([]string, bool) {
	if len(f.Args) > 1 {
		var columns []string
		for _, a := range f.Args {
			if !b.isList(a) {
				return nil, false
			}
			columns = append(columns, "unnest")
		}
		return columns, true
	}
	if len(f.Args) == 1 {
		switch {
		case b.isList(f.Args[0]):
			return []string{name}, true
		case b.isVector(f.Args[0]):
			columns, _ := b.catalog.Outputs("unnest")
			return columns, true
		}
	}
	return []string{name}, false
}
