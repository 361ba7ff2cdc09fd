package builtin

import (
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// extremePerGroup makes "the most expensive product in each category" the product that no other of its category
// surpasses, and "the 3 most expensive products per category" those that fewer than three surpass. The category is shown
// with it.
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
	if conds[at].count != "" && conds[at].expr.IsZero() { // several of each: those of a group together, the first of them first
		f.order = []sortKey{{item: g}, {item: item{field: conds[at].field}, desc: conds[at].desc}}
	}
	return true
}

// rankedInGroups turns the order and the limit of "the 3 most expensive products" into a condition, which can be one of each
// group. Without a limit there is nothing to do.
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

// partition is the columns whose values tell the groups apart that rows of the subject belong to, to one each; nil when they
// may belong to several.
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

// sameGroup ties the rows of a subquery to the group of the row around it.
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

// amongFirst keeps the rows of n that come among the first count of their group: key IN (the keys of those whose rank is).
// Rows that tie with the last of them count as well; those without a value, or in no group, do not.
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

// sortedBy is one key of the order of a window.
func sortedBy(e plan.Expr, desc bool) *pg.Node {
	dir := pg.SortByDir_SORTBY_DEFAULT
	if desc {
		dir = pg.SortByDir_SORTBY_DESC
	}
	return &pg.Node{Node: &pg.Node_SortBy{SortBy: &pg.SortBy{Node: e.Node(), SortbyDir: dir, SortbyNulls: pg.SortByNulls_SORTBY_NULLS_DEFAULT}}}
}
