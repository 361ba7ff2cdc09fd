package builtin

import (
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// extremePerGroup turns the group of "the most expensive product in each category" into a condition: no other product
// of the category is more expensive. For "the 3 most expensive products per category", fewer than three are. The answer
// shows the category as well.
func (p *parser) extremePerGroup() bool {
	f := p.form
	if len(f.groups) != 1 || p.aggregating() || !p.rankedInGroups() {
		return false
	}
	at := -1
	for i, c := range f.subject.conds {
		if c.kind == extreme && c.field.table == f.subject.table {
			at = i
		}
	}
	if at < 0 || len(f.order) > 0 {
		return false
	}
	g := f.groups[0]
	per := p.partition(g)
	if per == nil {
		return false
	}
	conds := append([]cond(nil), f.subject.conds...)
	conds[at].per = per
	f.subject.conds = conds
	f.items = append([]item{g}, f.items...)
	f.groups = nil
	if conds[at].count != "" && conds[at].expr.IsZero() { // with several rows per group, sort by group and then by rank
		f.order = []sortKey{{item: g}, {item: item{field: conds[at].field}, desc: conds[at].desc}}
	}
	return true
}

// rankedInGroups turns the order and limit of "the 3 most expensive products" into a condition, which can then apply
// within each group. It returns true without a change when there is no limit, and false when the order cannot be turned
// into such a condition.
func (p *parser) rankedInGroups() bool {
	f := p.form
	if f.limit == 0 {
		return true
	}
	if len(f.order) != 1 || f.order[0].item.field.column == nil || f.order[0].item.trunc != "" || f.order[0].item.field.table != f.subject.table || f.bottom {
		return false
	}
	for _, c := range f.subject.conds {
		if c.kind == extreme || c.kind == ranked {
			return false
		}
	}
	if p.partition(f.groups[0]) == nil {
		return false
	}
	f.subject.conds = append(f.subject.conds, cond{kind: extreme, field: f.order[0].item.field, desc: f.order[0].desc, count: strconv.FormatInt(f.limit, 10)})
	f.order, f.limit = nil, 0
	return true
}

// partition returns the columns whose values identify the group of a row of the subject. It returns nil when a row may
// belong to several groups.
func (p *parser) partition(g item) []field {
	t := p.form.subject.table
	switch {
	case g.entity != nil && g.entity != t:
		ps := p.paths(t, g.entity)
		if len(ps) != 1 || !ps[0].toOne() {
			return nil
		}
		var per []field
		if e := ps[0][0]; len(ps[0]) == 1 {
			for _, c := range e.fromCols {
				per = append(per, field{t, t.Column(c)})
			}
			return per
		}
		for _, c := range p.ix.keyColumns(g.entity) {
			per = append(per, field{g.entity, c})
		}
		return per
	case g.field.column != nil && g.trunc == "" && g.follow == nil:
		if g.field.table != t {
			if ps := p.paths(t, g.field.table); len(ps) != 1 || !ps[0].toOne() {
				return nil
			}
		}
		return []field{g.field}
	}
	return nil
}

// sameGroup restricts a subquery to the group of the row of l that it is evaluated for.
func (l *level) sameGroup(sub *level, per []field) error {
	for _, f := range per {
		outer, err := l.need(f.table)
		if err != nil {
			return err
		}
		inner, err := sub.need(f.table)
		if err != nil {
			return err
		}
		sub.plan.Where = append(sub.plan.Where, plan.Op("=", plan.Col(inner, f.column.Name), plan.Col(outer, f.column.Name)))
	}
	return nil
}

// amongFirst returns the condition that keeps the rows of n among the first c.count of their group: key IN (SELECT the
// keys of rows whose rank is at most c.count). Rows that tie with the last one are kept as well. Rows without a value
// or without a group are not.
func (l *level) amongFirst(sub *level, n *node, c cond) ([]plan.Expr, error) {
	key := l.b.ix.keyColumns(n.table)
	if len(key) != 1 {
		return nil, errForm
	}
	inner, err := sub.need(c.field.table)
	if err != nil {
		return nil, err
	}
	by := c.valueUnder(inner)
	sub.plan.Where = append(sub.plan.Where, plan.IsNull(by, true))
	over := &pg.WindowDef{FrameOptions: defaultFrame, OrderClause: []*pg.Node{sortedBy(by, c.desc)}}
	for _, f := range c.per {
		a, err := sub.need(f.table)
		if err != nil {
			return nil, err
		}
		group := plan.Col(a, f.column.Name)
		if !f.column.NotNull {
			sub.plan.Where = append(sub.plan.Where, plan.IsNull(group, true))
		}
		over.PartitionClause = append(over.PartitionClause, group.Node())
	}
	rank := plan.Call("rank")
	rank.Node().GetFuncCall().Over = over
	sub.plan.Select = []plan.Output{{Expr: plan.Col(sub.alias[n.table], key[0].Name), As: "key"}, {Expr: rank, As: "place"}}
	first := &plan.Plan{From: &plan.Source{Plan: sub.plan, Alias: "placed"}, Select: []plan.Output{{Expr: plan.Col("placed", "key")}},
		Where: []plan.Expr{plan.Op("<=", plan.Col("placed", "place"), literalOf(value{c.count, true}))}}
	s, err := plan.SelectNode(first)
	if err != nil {
		return nil, err
	}
	return []plan.Expr{plan.InQuery(plan.Col(l.alias[n.table], key[0].Name), s)}, nil
}

// sortedBy returns one ORDER BY key of a window.
func sortedBy(e plan.Expr, desc bool) *pg.Node {
	dir := pg.SortByDir_SORTBY_DEFAULT
	if desc {
		dir = pg.SortByDir_SORTBY_DESC
	}
	return &pg.Node{Node: &pg.Node_SortBy{SortBy: &pg.SortBy{Node: e.Node(), SortbyDir: dir, SortbyNulls: pg.SortByNulls_SORTBY_NULLS_DEFAULT}}}
}
