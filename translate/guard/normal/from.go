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
func (b *binder) aliases(i *item, alias *pg_query.Alias, names []string) {
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
func (b *binder) named(i *item, alias *pg_query.Alias) {
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

// join binds both sides of a join and its condition, which sees both sides and nothing to their left. USING and NATURAL become
// a condition.
func (b *binder) join(m *pg_query.JoinExpr, left []*frame, outer *scope) *frame {
	l := b.from(m.Larg, left, outer)
	if l == nil {
		return nil
	}
	r := b.from(m.Rarg, append(left[:len(left):len(left)], l), outer)
	if r == nil {
		return nil
	}
	f := &frame{items: append(l.items[:len(l.items):len(l.items)], r.items...), open: append(l.open[:len(l.open):len(l.open)], r.open...)}
	using := stringsOf(m.UsingClause)
	if m.IsNatural {
		using = b.common(l, r)
	}
	if m.IsNatural || len(using) > 0 {
		if b.loose && len(f.open) > 0 {
			f.columns = append(l.columns[:len(l.columns):len(l.columns)], r.columns...)
			if j := m.JoinUsingAlias; j != nil {
				f.items = append(f.items, &item{name: j.Aliasname, open: true})
			}
			return f
		}
		b.using(m, f, l, r, using)
	} else {
		if b.tooMuch(len(l.columns) + len(r.columns)) {
			return nil
		}
		f.columns = append(l.columns[:len(l.columns):len(l.columns)], r.columns...)
		b.expression(m.Quals, &scope{outer: outer, frames: []*frame{f}})
	}
	if m.Alias == nil {
		return f
	}
	// The alias hides the names inside.
	j := &item{name: m.Alias.Aliasname, open: len(f.open) > 0}
	for at, c := range f.columns {
		renamed := *c
		if at < len(m.Alias.Colnames) {
			renamed.name = m.Alias.Colnames[at].GetString_().GetSval()
		}
		j.columns = append(j.columns, &renamed)
	}
	if j.open && !b.loose {
		b.closed(j)
	}
	m.Alias = nil
	return frameOf(j)
}

// common returns the names that both sides of a NATURAL JOIN have, in the order of the left one.
func (b *binder) common(l, r *frame) []string {
	if len(l.open)+len(r.open) > 0 && !b.loose {
		b.closed(append(l.open, r.open...)[0])
		return nil
	}
	if b.tooMuch(len(l.columns) + len(r.columns)) {
		return nil
	}
	right := make(map[string]bool, len(r.columns))
	for _, c := range r.columns {
		right[c.name] = true
	}
	var names []string
	for _, c := range l.columns {
		if right[c.name] {
			names = append(names, c.name)
		}
	}
	return names
}

// using writes the condition of USING, and makes the merged columns, which come first.
func (b *binder) using(m *pg_query.JoinExpr, f, l, r *frame, names []string) {
	var conditions []*pg_query.Node
	var merged []*column
	for _, name := range names {
		lc, rc := b.side(l, name), b.side(r, name)
		if lc == nil || rc == nil {
			return
		}
		conditions = append(conditions, b.equal(lc, rc))
		merged = append(merged, merge(m.Jointype, name, lc, rc))
	}
	f.columns = append(f.columns, merged...)
	if b.tooMuch((len(l.columns) + len(r.columns)) * max(1, len(names))) {
		return
	}
	skip := make(map[string]bool, len(names))
	for _, name := range names {
		skip[name] = true
	}
	for _, side := range []*frame{l, r} {
		for _, c := range side.columns {
			if !skip[c.name] {
				f.columns = append(f.columns, c)
			}
		}
	}
	if j := m.JoinUsingAlias; j != nil {
		f.items = append(f.items, &item{name: j.Aliasname, columns: merged})
	}
	m.UsingClause, m.JoinUsingAlias, m.IsNatural = nil, nil, false
	switch {
	case len(conditions) == 1:
		m.Quals = conditions[0]
	case len(conditions) > 1:
		m.Quals = pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, conditions, 0)
	case m.Jointype != pg_query.JoinType_JOIN_INNER:
		m.Quals = &pg_query.Node{Node: &pg_query.Node_AConst{AConst: &pg_query.A_Const{
			Val: &pg_query.A_Const_Boolval{Boolval: &pg_query.Boolean{Boolval: true}}}}}
	}
}

// side returns the one column of that name on one side of a join, or nil.
func (b *binder) side(f *frame, name string) *column {
	found := b.find(&scope{frames: []*frame{f}}, name)
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		b.ambiguous(name)
	case len(f.open) == 1 && !b.catalog.MayCall():
		return &column{name: name, real: name, item: f.open[0]}
	case len(f.open) > 0:
		b.closed(f.open[0])
	default:
		b.problem(Problem{Kind: NoColumn, Name: name, Near: (&scope{frames: []*frame{f}}).near()})
	}
	return nil
}

func (b *binder) equal(l, r *column) *pg_query.Node {
	name := qualified(b.catalog.Operator("="), []*pg_query.Node{text("=")})
	return pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, name, b.write(l), b.write(r), 0)
}

// merge returns the column that USING makes of two. It is one of them, unless it may be NULL on either side or the two may
// have different types: coalesce has the common one.
func merge(join pg_query.JoinType, name string, l, r *column) *column {
	first, second := l, r
	if join == pg_query.JoinType_JOIN_RIGHT {
		first, second = r, l
	}
	if join == pg_query.JoinType_JOIN_FULL || l.typ == "" || l.typ != r.typ {
		return &column{name: name, parts: []*column{first, second}}
	}
	c := *first
	c.name = name
	return &c
}

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
		if name == "" {
			name = Name(pair[0])
		}
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
func (b *binder) defined(m *pg_query.RangeFunction, i *item, alias *pg_query.Alias) {
	if m.Ordinality {
		i.columns = append(i.columns, &column{name: "ordinality", real: "ordinality", item: i})
	}
	b.aliases(i, alias, stringsOf(alias.Colnames))
}

// returned completes a function, or several, by what they are known to return.
func (b *binder) returned(m *pg_query.RangeFunction, i *item, calls []*pg_query.Node) {
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

// returns tells which columns a function in FROM has; known is false when it may have others. Where it is one value, the column
// has the name of the alias, or of the function.
func (b *binder) returns(call *pg_query.Node, alias string, single bool) (columns []string, known bool) {
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
func (b *binder) unnested(f *pg_query.FuncCall, name string) ([]string, bool) {
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
