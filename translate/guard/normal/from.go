package normal

import (
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// from binds one item of FROM. It sees the frames to its left if it is lateral.
func (b *binder) from(n *pg_query.Node, left []*frame, outer *scope) *frame {
	switch m := tree.Inner(n).(type) {
	case *pg_query.RangeVar:
		return frameOf(b.relation(m))
	case *pg_query.RangeTableSample:
		v := m.Relation.GetRangeVar()
		if v == nil {
			break
		}
		i := b.relation(v)
		s := &scope{outer: outer, frames: left}
		b.expressions(m.Args, s)
		b.expression(m.Repeatable, s)
		return frameOf(i)
	case *pg_query.RangeSubselect:
		return b.subselect(m, left, outer)
	case *pg_query.RangeFunction:
		return frameOf(b.function(m, &scope{outer: outer, frames: left}))
	case *pg_query.JoinExpr:
		return b.join(m, left, outer)
	}
	b.unreadable("", "FROM holds something that is neither a relation, a query, a function nor a join")
	return nil
}

// item adds an item whose alias is written into the tree.
func (b *binder) item(name string, given *pg_query.Alias) (*item, *pg_query.Alias) {
	if given == nil {
		given = &pg_query.Alias{Aliasname: name}
	}
	i := &item{name: given.Aliasname, alias: given}
	b.items = append(b.items, i)
	return i, given
}

// relation binds a table, or a WITH query if the name has no schema.
func (b *binder) relation(m *pg_query.RangeVar) *item {
	aliased := m.Alias != nil
	aliases := stringsOf(m.GetAlias().GetColnames())
	i, alias := b.item(m.Relname, m.Alias)
	m.Alias = alias
	if c := b.with.find(m.Relname); c != nil && m.Schemaname == "" && m.Catalogname == "" {
		c.refs = append(c.refs, m)
		if !c.known {
			b.unreadable(m.Relname, "the WITH query "+m.Relname+" is read before its columns are known")
		}
		i.open = c.open
		for _, from := range c.columns {
			i.columns = append(i.columns, &column{name: from.name, real: from.real, typ: from.typ, item: i})
		}
		b.aliases(i, alias, aliases)
		return i
	}
	t, ok := b.catalog.Table(m.Schemaname, m.Relname)
	if !ok {
		b.problem(Problem{Kind: NoTable, Table: m})
		i.open = true
		return i
	}
	if !aliased {
		i.space, i.table = t.Schema, m.Relname
	}
	i.open, i.of = t.Open, [2]string{t.Schema, m.Relname}
	for _, c := range t.Columns {
		i.columns = append(i.columns, &column{name: c.Name, real: c.Name, typ: c.Type, item: i})
	}
	b.aliases(i, alias, aliases)
	return i
}

// aliases gives the first columns of an item other names to be called by. They are written by their own.
func (b *bindings) aliases(i *item, alias *pg_query.Alias, names []string) {
	if b.loose && i.open {
		for _, name := range names {
			i.columns = append(i.columns, &column{name: name, real: name, item: i})
		}
		return
	}
	if len(names) > 0 && i.open {
		b.unreadable(i.name, "it is not known which columns "+i.name+" has, so they cannot have other names")
		return
	}
	if len(names) > len(i.columns) {
		b.unreadable(i.name, i.name+" has fewer columns than it is given names")
		return
	}
	for at, name := range names {
		i.columns[at].name = name
	}
	alias.Colnames = nil
}

// named writes the names of all columns behind the alias of an item that is no relation.
func (b *bindings) named(i *item, alias *pg_query.Alias) {
	alias.Colnames = nil
	for _, c := range i.columns {
		alias.Colnames = append(alias.Colnames, text(c.real))
	}
}

func (b *binder) subselect(m *pg_query.RangeSubselect, left []*frame, outer *scope) *frame {
	stmt := m.Subquery.GetSelectStmt()
	if stmt == nil {
		b.unreadable("", "FROM holds a subquery that is no SELECT")
		return nil
	}
	s := outer
	if m.Lateral {
		s = &scope{outer: outer, frames: left}
	}
	out := b.query(stmt, s, nil, false)
	i, alias := b.item("unnamed_subquery", m.Alias)
	m.Alias = alias
	i.columns, i.open = out.columnsOf(i, stringsOf(alias.Colnames)), out.open
	switch {
	case len(alias.Colnames) > len(i.columns) && !i.open:
		b.unreadable(i.name, i.name+" has fewer columns than it is given names")
	case !i.open:
		b.named(i, alias)
	}
	return frameOf(i)
}
