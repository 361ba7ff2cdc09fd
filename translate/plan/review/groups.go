package review

import (
	"slices"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// filters moves conditions on aggregates from WHERE to HAVING, and conditions without any from HAVING to WHERE.
func (r *reviewer) filters(p *plan.Plan, _ *plan.Scope) {
	move := func(from []plan.Expr, wrong func(plan.Expr) bool, what string) (stay, moved []plan.Expr) {
		for _, e := range plan.Conjuncts(from) {
			if wrong(e) {
				moved = append(moved, e)
				r.fix(FixFilter, e.String(), e.String(), what, e)
			} else {
				stay = append(stay, e)
			}
		}
		if len(moved) == 0 {
			return from, nil
		}
		return stay, moved
	}
	var toHaving, toWhere []plan.Expr
	p.Where, toHaving = move(p.Where, plan.HasAggregate, "%s is a condition on groups, so it moved to HAVING")
	p.Having, toWhere = move(p.Having, func(e plan.Expr) bool {
		return !plan.HasAggregate(e) && !plan.HasWindow(e) && len(e.Columns()) > 0
	}, "%s is a condition on rows, so it moved to WHERE")
	p.Having = append(slices.Clip(p.Having), toHaving...)
	p.Where = append(slices.Clip(p.Where), toWhere...)
}

// grouping completes GROUP BY: it adds every output of a grouped plan that is not aggregated, and the columns beside
// an aggregate in one expression. It replaces positions by the expressions that they mean.
func (r *reviewer) grouping(p *plan.Plan, s *plan.Scope) {
	for i, g := range p.GroupBy {
		if at := g.Node().GetAConst().GetIval(); at != nil {
			if n := int(at.Ival); n < 1 || n > len(p.Select) {
				r.err = &plan.FieldError{Field: "group_by", Problem: "there is no output column " + g.String()}
				return
			}
			p.GroupBy[i] = p.Select[at.Ival-1].Expr
		}
	}
	if !p.Grouped() {
		return
	}
	for _, o := range p.Select {
		whole := !plan.HasAggregate(o.Expr) && !plan.HasWindow(o.Expr)
		for _, c := range ungrouped(o.Expr, groupKeys(p.GroupBy), s) {
			if whole {
				c = o.Expr
			}
			p.GroupBy = append(p.GroupBy, c)
			r.fix(FixGroup, "", c.String(), "%s is shown beside an aggregate, so it was added to GROUP BY", c)
			if whole {
				break
			}
		}
	}
	if p.Distinct && !slices.ContainsFunc(p.GroupBy, func(g plan.Expr) bool {
		return !slices.ContainsFunc(p.Select, func(o plan.Output) bool { return plan.Equal(o.Expr, g) })
	}) {
		p.Distinct = false // without DISTINCT, groups may be sorted by hidden columns
		r.fix(FixGroup, "DISTINCT", "", "every group is shown once, so DISTINCT was left out")
	}
	for _, h := range p.Having {
		for _, c := range ungrouped(h, groupKeys(p.GroupBy), s) {
			r.complain(UnclearFilter, c.String(), nil, "%s has a value for each row, but the condition %s is on groups", c, h)
			return
		}
	}
}

// groupKeys returns what is grouped by, with what ROLLUP and its like hold in their place.
func groupKeys(groups []plan.Expr) []plan.Expr {
	var all []plan.Expr
	var add func(n *pg.Node)
	add = func(n *pg.Node) {
		switch {
		case n.GetGroupingSet() != nil:
			for _, c := range n.GetGroupingSet().Content {
				add(c)
			}
		case n.GetRowExpr() != nil:
			for _, c := range n.GetRowExpr().Args {
				add(c)
			}
		default:
			all = append(all, plan.FromNode(n))
		}
	}
	for _, g := range groups {
		add(g.Node())
	}
	return all
}

// ungrouped returns the columns of an expression that have no single value in a group: those outside every aggregate
// that are neither grouped by nor determined by a primary key that is.
func ungrouped(e plan.Expr, groups []plan.Expr, s *plan.Scope) []plan.Expr {
	var found []plan.Expr
	plan.WalkNode(e.Node(), func(n *pg.Node) bool {
		if f := n.GetFuncCall(); n.GetSelectStmt() != nil || f != nil && plan.AggregateCall(f) ||
			n.GetJsonArrayAgg() != nil || n.GetJsonObjectAgg() != nil {
			return false
		}
		if slices.ContainsFunc(groups, func(g plan.Expr) bool { return plan.Equal(g, plan.FromNode(n)) }) {
			return false
		}
		if parts, ok := plan.ColumnName(n); ok && !dependent(parts, groups, s) {
			found = append(found, plan.FromNode(n))
		}
		return true
	})
	return found
}

// dependent reports whether a column has one value per group because the primary key of its table is grouped by.
func dependent(parts []string, groups []plan.Expr, s *plan.Scope) bool {
	if len(parts) != 2 {
		return false
	}
	n := s.Source(parts[0])
	if n == nil || n.Table == nil || n.Table.Kind != schema.Ordinary && n.Table.Kind != schema.Partitioned || len(n.Table.PrimaryKey) == 0 {
		return false
	}
	return !slices.ContainsFunc(n.Table.PrimaryKey, func(k string) bool {
		return !slices.ContainsFunc(groups, func(g plan.Expr) bool { return plan.Equal(g, plan.Col(n.Name, k)) })
	})
}

// sorting repairs the sort keys of grouped and distinct plans, where PostgreSQL allows only expressions over the
// groups or the outputs.
func (r *reviewer) sorting(p *plan.Plan, s *plan.Scope) {
	if len(p.Combine) > 0 {
		return // only output columns may be sort keys here, which synthesis checks
	}
	names := plan.OutputNames(p)
	for _, o := range p.OrderBy {
		if parts, ok := plan.ColumnName(o.Expr.Node()); ok && len(parts) == 1 && slices.Contains(names, parts[0]) {
			continue
		}
		if o.Expr.Node().GetAConst() != nil || slices.ContainsFunc(p.Select,
			func(out plan.Output) bool { return plan.Equal(out.Expr, o.Expr) }) {
			continue
		}
		single := p.Grouped() && len(ungrouped(o.Expr, groupKeys(p.GroupBy), s)) == 0
		if p.Distinct || p.Grouped() && !single {
			r.complain(UnclearMetric, o.Expr.String(), nil,
				"the answer cannot be sorted by %s, which has several values for each of its rows", o.Expr)
			return
		}
	}
}

// unused removes a join of a table that no expression names, if the join does not change the rows: a left join where
// each row meets at most one row, or an inner join where each row meets exactly one.
func (r *reviewer) unused(p *plan.Plan, s *plan.Scope) {
	for i := len(p.Joins) - 1; i >= 0; i-- {
		j := p.Joins[i]
		n := s.Source(j.Source.Name())
		if j.Kind != plan.Left && j.Kind != plan.Inner || n == nil || n.Table == nil || usedElsewhere(p, n.Name, i) || r.wanted(n.Table) {
			continue
		}
		if j.Kind == plan.Inner {
			if r.meetsOne(p, s, j, n) {
				p.Joins = slices.Delete(p.Joins, i, i+1)
				r.fix(FixUnused, n.Table.Qualified(), "",
					"%s is not used and has exactly one row for each of the others, so it was left out", n.Table.Qualified())
			}
			continue
		}
		var columns []string
		for _, b := range s.Sources {
			if b == n {
				continue
			}
			pairs, _ := equalities(j.On, b.Name, n.Name)
			for _, pair := range pairs {
				columns = append(columns, pair[1])
			}
		}
		if n.Table.HasKey(columns) {
			p.Joins = slices.Delete(p.Joins, i, i+1)
			r.fix(FixUnused, n.Table.Qualified(), "", "%s is not used and cannot change the rows, so it was left out", n.Table.Qualified())
		}
	}
}

// meetsOne reports whether each row before an inner join meets exactly one row of the joined table: the condition is
// a declared foreign key, not nullable, of one earlier table. It is false when a policy may hide rows.
func (k *basis) meetsOne(p *plan.Plan, s *plan.Scope, j plan.Join, n *plan.Named) bool {
	for _, b := range s.Sources {
		if b == n || b.Table == nil || n.Table.RowSecurity || mayBeNull(p, b.Name) {
			continue
		}
		pairs, rest := equalities(j.On, b.Name, n.Name)
		if len(pairs) == 0 || len(rest) > 0 {
			continue
		}
		return slices.ContainsFunc(b.Table.ForeignKeys, func(fk schema.ForeignKey) bool {
			step := plan.Step{From: b.Table, To: n.Table, Key: fk, Forward: true}
			return !fk.Inferred && !fk.Unchecked && k.snap.References(fk) == n.Table &&
				samePairs(pairs, step.Pairs()) && mandatory(plan.Path{step})
		})
	}
	return false
}

// mayBeNull reports whether an outer join may add rows in which a source is NULL. It is always true in a plan with a
// right or full join.
func mayBeNull(p *plan.Plan, alias string) bool {
	return slices.ContainsFunc(p.Joins, func(j plan.Join) bool {
		return j.Kind == plan.Right || j.Kind == plan.Full || j.Kind == plan.Left && j.Source.Name() == alias
	})
}

// usedElsewhere reports whether an expression other than the condition of the i-th join names a source, also in a
// subquery.
func usedElsewhere(p *plan.Plan, alias string, i int) bool {
	used := false
	own := map[*pg.Node]bool{}
	for _, e := range p.Joins[i].On {
		own[e.Node()] = true
	}
	p.Exprs(func(_ string, e *plan.Expr) {
		if own[e.Node()] {
			return
		}
		e.Walk(func(n *pg.Node) bool {
			for _, f := range n.GetColumnRef().GetFields() {
				used = used || f.GetString_().GetSval() == alias
			}
			return !used
		})
	})
	return used || plan.HasStar(p)
}

// wanted reports whether a constraint of the user requires a table.
func (k *basis) wanted(t *schema.Table) bool {
	return slices.ContainsFunc(k.settled, func(c plan.Constraint) bool { return c.Kind != plan.DropTable && k.constrained(c) == t })
}
