package builtin

import "github.com/pgask/pgask/translate/plan"

// surpasses adds a comparison of the column f with the same column of the row that key points to, which must be in the
// same table: "earn more than their manager". It fails if key is no such foreign key.
func (p *parser) surpasses(n *node, f, key field, op string) bool {
	for i, e := range p.ix.graph.edges[n.table] {
		if e.toOne && e.to == n.table && len(e.fromCols) == 1 && e.fromCols[0] == key.column.Name && f.table == n.table {
			n.conds = append(n.conds, cond{kind: besides, field: f, other: key, op: op, edge: &p.ix.graph.edges[n.table][i]})
			return true
		}
	}
	return false
}

// beside returns EXISTS (the row that the key points to, and the comparison of c holds).
func (l *level) beside(c cond) (plan.Expr, error) {
	sub := l.b.level(c.edge.to)
	a := sub.alias[c.edge.to]
	sub.plan.Where = []plan.Expr{plan.Op("=", plan.Col(a, c.edge.toCols[0]), plan.Col(l.alias[c.edge.from], c.edge.fromCols[0])),
		plan.Op(c.op, plan.Col(l.alias[c.edge.from], c.field.column.Name), plan.Col(a, c.field.column.Name))}
	sub.plan.Select = []plan.Output{{Expr: plan.Int(1)}}
	n, err := plan.SelectNode(sub.plan)
	if err != nil {
		return plan.Expr{}, err
	}
	return plan.Exists(n), nil
}
