package normal

import pg_query "github.com/pganalyze/pg_query_go/v5"

// join binds both sides of a join and its condition, which sees both sides and nothing to their left. USING and
// NATURAL become a condition.
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
func (b *bindings) common(l, r *frame) []string {
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
func (b *bindings) using(m *pg_query.JoinExpr, f, l, r *frame, names []string) {
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
func (b *bindings) side(f *frame, name string) *column {
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

func (b *bindings) equal(l, r *column) *pg_query.Node {
	name := qualified(b.catalog.Operator("="), []*pg_query.Node{text("=")})
	return pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, name, b.write(l), b.write(r), 0)
}

// merge returns the column that USING makes of two. It is one of them, unless it may be NULL on either side or the
// two may have different types: coalesce has the common one.
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
