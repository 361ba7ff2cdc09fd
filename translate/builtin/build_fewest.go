package builtin

import "github.com/pgask/pgask/translate/plan"

// keepThoseWithout makes a ranking from the lowest, "the store with the fewest orders", include groups that have no
// rows to count, since these rank lowest. It turns the join into a RIGHT join and moves the conditions on the counted
// rows into the join condition. It returns errForm when the plan is too complex for that.
func (b *builder) keepThoseWithout(l *level, f *form, base *node) error {
	if f.limit == 0 || len(f.order) != 1 || len(f.groups) != 1 || f.order[0].desc {
		return nil
	}
	m, t := f.order[0].item.measure, f.groups[0].entity
	if m == nil || t == nil || t == base.table || m.fn != "count" && m.fn != "sum" {
		return nil
	}
	way, err := b.path(base.table, t)
	if err != nil {
		return err
	}
	if len(way) != 1 || len(l.plan.Joins) != 1 || m.field.column != nil && m.field.table != base.table || m.distinct || !m.expr.IsZero() {
		return errForm
	}
	for _, c := range base.conds {
		if c.field.column == nil || c.field.table != base.table || c.kind == extreme {
			return errForm
		}
	}
	if len(l.plan.Having) > 0 || f.subject.table == t && len(f.subject.conds) > 0 {
		return errForm
	}
	if f.limit == 1 {
		b.p.assume("of several that tie, one is shown")
	}
	j := &l.plan.Joins[0]
	j.Kind = plan.Right
	j.On = append(j.On, l.plan.Where...)
	l.plan.Where = nil
	if m.fn == "sum" {
		l.plan.OrderBy[0].Nulls = "first"
		return nil
	}
	// For a group without rows, count(*) would count the one row of nulls that the outer join produces.
	all, partners := plan.CountStar().String(), plan.Call("count", plan.Col(l.alias[base.table], way[0].fromCols[0]))
	for i := range l.plan.Select {
		if l.plan.Select[i].Expr.String() == all {
			l.plan.Select[i].Expr = partners
		}
	}
	l.plan.OrderBy[0].Expr = partners
	return nil
}
