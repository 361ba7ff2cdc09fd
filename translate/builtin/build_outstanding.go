package builtin

import (
	"github.com/pgask/pgask/translate/plan"
)

// outstanding returns the condition that keeps the rows of n with the greatest or smallest value, or with the first
// rank by a measure. Only rows for which the other conditions of n hold are compared.
func (l *level) outstanding(n *node, c cond) ([]plan.Expr, error) {
	rest := &node{table: n.table}
	for _, o := range n.conds {
		if o.kind != extreme && o.kind != ranked {
			rest.conds = append(rest.conds, o)
		}
	}
	if c.not {
		return nil, errForm
	}
	sub := l.b.level(n.table)
	if c.kind == ranked {
		return l.rankedRows(n, rest, c)
	}
	a, err := l.need(c.field.table)
	if err != nil {
		return nil, err
	}
	inner, err := sub.need(c.field.table)
	if err != nil {
		return nil, err
	}
	if err := sub.where(rest); err != nil {
		return nil, err
	}
	if c.count != "" {
		return l.amongFirst(sub, n, c)
	}
	if err := l.sameGroup(sub, c.per); err != nil {
		return nil, err
	}
	here, value := c.valueUnder(inner), c.valueUnder(a)
	fn := "min"
	if c.desc {
		fn = "max"
	}
	if sub.plan.Select = []plan.Output{{Expr: plan.Call(fn, here)}}; c.nth > 1 {
		sub.nthValue(here, c.desc, c.nth)
	}
	s, err := plan.SelectNode(sub.plan)
	if err != nil {
		return nil, err
	}
	return []plan.Expr{plan.Op("=", value, plan.Scalar(s))}, nil
}

// valueUnder returns the expression that an extreme condition compares, for the given alias of the field's table.
func (c cond) valueUnder(alias string) plan.Expr {
	if !c.expr.IsZero() {
		return underAlias(c.expr, c.field.table.Name, alias)
	}
	return plan.Col(alias, c.field.column.Name)
}

// rankedRows returns key IN (SELECT the keys of the first rows, when grouped by key and ordered by the measure).
func (l *level) rankedRows(n, rest *node, c cond) ([]plan.Expr, error) {
	key := l.b.ix.keyColumns(n.table)
	a, ok := l.alias[n.table]
	if len(key) != 1 || !ok {
		return nil, errForm
	}
	sub := l.b.level(c.measure.of.table)
	inner, err := sub.need(n.table)
	if err != nil {
		return nil, err
	}
	if err := sub.where(c.measure.of); err != nil {
		return nil, err
	}
	if err := sub.where(rest); err != nil {
		return nil, err
	}
	e, err := sub.aggregate(c.measure)
	if err != nil {
		return nil, err
	}
	k := plan.Col(inner, key[0].Name)
	one := int64(atoi(c.count))
	sub.plan.Select = []plan.Output{{Expr: k}}
	sub.plan.GroupBy = []plan.Expr{k}
	sub.plan.OrderBy = []plan.Order{{Expr: e, Desc: c.desc}}
	sub.plan.Limit = &one
	if skip := c.nth - 1; skip > 0 {
		sub.plan.Offset = &skip
	}
	s, err := plan.SelectNode(sub.plan)
	if err != nil {
		return nil, err
	}
	return []plan.Expr{plan.InQuery(plan.Col(a, key[0].Name), s)}, nil
}
