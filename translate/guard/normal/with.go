package normal

import (
	pg_query "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/guard/tree"
)

// cte is a WITH query.
type cte struct {
	outer   *cte // the one that is in scope around it
	name    string
	node    *pg_query.CommonTableExpr
	refs    []*pg_query.RangeVar
	columns []*column
	open    bool
	known   bool // columns and open are set
}

func (c *cte) find(name string) *cte {
	for ; c != nil; c = c.outer {
		if c.name == name {
			return c
		}
	}
	return nil
}

// withClause brings the queries of WITH into scope, one after the other; with RECURSIVE all of them at once.
func (b *binder) withClause(w *pg_query.WithClause, outer *scope) {
	entries := make([]*cte, 0, len(w.Ctes))
	for _, n := range w.Ctes {
		m := n.GetCommonTableExpr()
		if m == nil || m.Ctequery.GetSelectStmt() == nil {
			b.unreadable("", "WITH holds something that is no query")
			return
		}
		c := &cte{name: m.Ctename, node: m}
		entries = append(entries, c)
		b.queries = append(b.queries, c)
		if w.Recursive {
			c.outer, b.with = b.with, c
		}
	}
	for _, c := range entries {
		b.define(c, w.Recursive, outer)
		if !w.Recursive {
			c.outer, b.with = b.with, c
		}
	}
}

func (b *binder) define(c *cte, recursive bool, outer *scope) {
	m := c.node
	stmt := m.Ctequery.GetSelectStmt()
	given := stringsOf(m.Aliascolnames)
	set := func(out outputs) {
		if c.known {
			return
		}
		c.columns, c.open, c.known = out.columnsOf(nil, given), out.open, true
		if len(given) > len(c.columns) && !c.open {
			b.unreadable(c.name, c.name+" has fewer columns than it is given names")
		}
		if !c.open {
			m.Aliascolnames = nil
			for _, column := range c.columns {
				m.Aliascolnames = append(m.Aliascolnames, text(column.real))
			}
		}
		b.extra(c, m)
	}
	if recursive && stmt.Op != pg_query.SetOperation_SETOP_NONE {
		b.query(stmt, outer, set, false)
	} else {
		set(b.query(stmt, outer, nil, false))
	}
	if m.CycleClause != nil {
		b.expression(m.CycleClause.CycleMarkValue, outer)
		b.expression(m.CycleClause.CycleMarkDefault, outer)
	}
}

// extra adds the columns that SEARCH and CYCLE make.
func (b *binder) extra(c *cte, m *pg_query.CommonTableExpr) {
	add := func(names ...string) {
		for _, name := range names {
			c.columns = append(c.columns, &column{name: name, real: name})
			b.names = append(b.names, name)
		}
	}
	if s := m.SearchClause; s != nil {
		add(s.SearchSeqColumn)
	}
	if s := m.CycleClause; s != nil {
		add(s.CycleMarkColumn, s.CyclePathColumn)
	}
}

// Qualify writes the schema of every relation into a statement whose names stay as they are otherwise.
func Qualify(stmt *pg_query.SelectStmt, c Catalog) {
	q := &qualifier{catalog: c}
	q.walk(stmt)
}

type qualifier struct {
	catalog Catalog
	with    *cte
}

func (q *qualifier) walk(m any) {
	switch m := m.(type) {
	case *pg_query.SelectStmt:
		saved := q.with
		defer func() { q.with = saved }()
		q.withClause(m.WithClause)
		with := m.WithClause
		m.WithClause = nil
		tree.Children(m, tree.Visitor(q.walk))
		m.WithClause = with
	case *pg_query.RangeVar:
		q.relation(m)
	default:
		tree.Children(m, tree.Visitor(q.walk))
	}
}

func (q *qualifier) withClause(w *pg_query.WithClause) {
	if w == nil {
		return
	}
	enter := func(n *pg_query.Node) { q.with = &cte{outer: q.with, name: n.GetCommonTableExpr().GetCtename()} }
	if w.Recursive {
		for _, n := range w.Ctes {
			enter(n)
		}
	}
	for _, n := range w.Ctes {
		tree.Visitor(q.walk).Node(n)
		if !w.Recursive {
			enter(n)
		}
	}
}

func (q *qualifier) relation(m *pg_query.RangeVar) {
	if m.Catalogname != "" && m.Catalogname == q.catalog.Database() {
		m.Catalogname = ""
	}
	if m.Schemaname != "" || m.Catalogname != "" || q.with.find(m.Relname) != nil {
		return
	}
	if t, ok := q.catalog.Table("", m.Relname); ok {
		m.Schemaname = t.Schema
	}
}
