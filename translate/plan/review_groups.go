package plan

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// filters moves conditions on aggregates from WHERE to HAVING, and conditions without any from HAVING to WHERE.
func (r *reviewer) filters(p *Plan, _ *scope) {
	move := func(from []Expr, wrong func(Expr) bool, what string) (stay, moved []Expr) {
		for _, e := range Conjuncts(from) {
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
	var toHaving, toWhere []Expr
	p.Where, toHaving = move(p.Where, HasAggregate, "%s is a condition on groups, so it moved to HAVING")
	p.Having, toWhere = move(p.Having, func(e Expr) bool {
		return !HasAggregate(e) && !hasWindow(e) && len(e.Columns()) > 0
	}, "%s is a condition on rows, so it moved to WHERE")
	p.Having = append(slices.Clip(p.Having), toHaving...)
	p.Where = append(slices.Clip(p.Where), toWhere...)
}

// Conjuncts splits conditions at AND.
func Conjuncts(exprs []Expr) []Expr {
	var all []Expr
	for _, e := range exprs {
		if b := e.node.GetBoolExpr(); b != nil && b.Boolop == pg.BoolExprType_AND_EXPR {
			for _, a := range b.Args {
				all = append(all, Conjuncts([]Expr{{a}})...)
			}
			continue
		}
		all = append(all, e)
	}
	return all
}

// grouping completes GROUP BY: it adds every output of a grouped plan that is not aggregated, and the columns beside
// an aggregate in one expression. It replaces positions by the expressions that they mean.
func (r *reviewer) grouping(p *Plan, s *scope) {
	for i, g := range p.GroupBy {
		if at := g.node.GetAConst().GetIval(); at != nil {
			if n := int(at.Ival); n < 1 || n > len(p.Select) {
				r.err = &FieldError{Field: "group_by", Problem: "there is no output column " + g.String()}
				return
			}
			p.GroupBy[i] = p.Select[at.Ival-1].Expr
		}
	}
	if !p.Grouped() {
		return
	}
	for _, o := range p.Select {
		whole := !HasAggregate(o.Expr) && !hasWindow(o.Expr)
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
	if p.Distinct && !slices.ContainsFunc(p.GroupBy, func(g Expr) bool {
		return !slices.ContainsFunc(p.Select, func(o Output) bool { return Equal(o.Expr, g) })
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
func groupKeys(groups []Expr) []Expr {
	var all []Expr
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
			all = append(all, Expr{n})
		}
	}
	for _, g := range groups {
		add(g.node)
	}
	return all
}

// ungrouped returns the columns of an expression that have no single value in a group: those outside every aggregate
// that are neither grouped by nor determined by a primary key that is.
func ungrouped(e Expr, groups []Expr, s *scope) []Expr {
	var found []Expr
	walkNode(e.node, func(n *pg.Node) bool {
		if f := n.GetFuncCall(); n.GetSelectStmt() != nil || f != nil && aggregateCall(f) || n.GetJsonArrayAgg() != nil || n.GetJsonObjectAgg() != nil {
			return false
		}
		if slices.ContainsFunc(groups, func(g Expr) bool { return Equal(g, Expr{n}) }) {
			return false
		}
		if parts, ok := columnName(n); ok && !dependent(parts, groups, s) {
			found = append(found, Expr{n})
		}
		return true
	})
	return found
}

// dependent reports whether a column has one value per group because the primary key of its table is grouped by.
func dependent(parts []string, groups []Expr, s *scope) bool {
	if len(parts) != 2 {
		return false
	}
	n := s.source(parts[0])
	if n == nil || n.table == nil || n.table.Kind != schema.Ordinary && n.table.Kind != schema.Partitioned || len(n.table.PrimaryKey) == 0 {
		return false
	}
	return !slices.ContainsFunc(n.table.PrimaryKey, func(k string) bool {
		return !slices.ContainsFunc(groups, func(g Expr) bool { return Equal(g, Col(n.name, k)) })
	})
}

// sorting repairs the sort keys of grouped and distinct plans, where PostgreSQL allows only expressions over the
// groups or the outputs.
func (r *reviewer) sorting(p *Plan, s *scope) {
	if len(p.Combine) > 0 {
		return // only output columns may be sort keys here, which synthesis checks
	}
	names := OutputNames(p)
	for _, o := range p.OrderBy {
		if parts, ok := columnName(o.Expr.node); ok && len(parts) == 1 && slices.Contains(names, parts[0]) {
			continue
		}
		if o.Expr.node.GetAConst() != nil || slices.ContainsFunc(p.Select, func(out Output) bool { return Equal(out.Expr, o.Expr) }) {
			continue
		}
		single := p.Grouped() && len(ungrouped(o.Expr, groupKeys(p.GroupBy), s)) == 0
		if p.Distinct || p.Grouped() && !single {
			r.complain(UnclearMetric, o.Expr.String(), nil, "the answer cannot be sorted by %s, which has several values for each of its rows", o.Expr)
			return
		}
	}
}

// unused removes a join of a table that no expression names, if the join does not change the rows: a left join where
// each row meets at most one row, or an inner join where each row meets exactly one.
func (r *reviewer) unused(p *Plan, s *scope) {
	for i := len(p.Joins) - 1; i >= 0; i-- {
		j := p.Joins[i]
		n := s.source(j.Source.Name())
		if j.Kind != Left && j.Kind != Inner || n == nil || n.table == nil || usedElsewhere(p, n.name, i) || r.wanted(n.table) {
			continue
		}
		if j.Kind == Inner {
			if r.meetsOne(p, s, j, n) {
				p.Joins = slices.Delete(p.Joins, i, i+1)
				r.fix(FixUnused, n.table.Qualified(), "", "%s is not used and has exactly one row for each of the others, so it was left out", n.table.Qualified())
			}
			continue
		}
		var columns []string
		for _, b := range s.sources {
			if b == n {
				continue
			}
			pairs, _ := equalities(j.On, b.name, n.name)
			for _, pair := range pairs {
				columns = append(columns, pair[1])
			}
		}
		if n.table.HasKey(columns) {
			p.Joins = slices.Delete(p.Joins, i, i+1)
			r.fix(FixUnused, n.table.Qualified(), "", "%s is not used and cannot change the rows, so it was left out", n.table.Qualified())
		}
	}
}

// meetsOne reports whether each row before an inner join meets exactly one row of the joined table: the condition is
// a declared foreign key, not nullable, of one earlier table. It is false when a policy may hide rows.
func (r *reviewer) meetsOne(p *Plan, s *scope, j Join, n *named) bool {
	for _, b := range s.sources {
		if b == n || b.table == nil || n.table.RowSecurity || mayBeNull(p, b.name) {
			continue
		}
		pairs, rest := equalities(j.On, b.name, n.name)
		if len(pairs) == 0 || len(rest) > 0 {
			continue
		}
		return slices.ContainsFunc(b.table.ForeignKeys, func(fk schema.ForeignKey) bool {
			step := Step{From: b.table, To: n.table, Key: fk, Forward: true}
			return !fk.Inferred && !fk.Unchecked && r.snap.References(fk) == n.table && samePairs(pairs, step.Pairs()) && mandatory(Path{step})
		})
	}
	return false
}

// mayBeNull reports whether an outer join may add rows in which a source is NULL. It is always true in a plan with a
// right or full join.
func mayBeNull(p *Plan, alias string) bool {
	return slices.ContainsFunc(p.Joins, func(j Join) bool {
		return j.Kind == Right || j.Kind == Full || j.Kind == Left && j.Source.Name() == alias
	})
}

// usedElsewhere reports whether an expression other than the condition of the i-th join names a source, also in a
// subquery.
func usedElsewhere(p *Plan, alias string, i int) bool {
	used := false
	own := map[*pg.Node]bool{}
	for _, e := range p.Joins[i].On {
		own[e.node] = true
	}
	p.exprs(func(_ string, e *Expr) {
		if own[e.node] {
			return
		}
		e.Walk(func(n *pg.Node) bool {
			for _, f := range n.GetColumnRef().GetFields() {
				used = used || f.GetString_().GetSval() == alias
			}
			return !used
		})
	})
	return used || hasStar(p)
}

// wanted reports whether a constraint of the user requires a table.
func (r *reviewer) wanted(t *schema.Table) bool {
	return slices.ContainsFunc(r.settled, func(c Constraint) bool { return c.Kind != DropTable && r.constrained(c) == t })
}
