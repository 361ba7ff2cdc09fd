package review

import (
	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// shared adds the sources to join conditions that compare a column name with itself, "owner_id = owner_id": the two
// are columns of both sides. If they cannot be, the condition has no effect and is removed; the keys then decide how
// to join.
func (r *reviewer) shared(p *plan.Plan, s *plan.Scope) {
	first := len(s.Sources) - len(p.Joins) // number of sources before the joins
	for i := range p.Joins {
		right := s.Sources[first+i]
		var on []plan.Expr
		for _, e := range plan.Conjuncts(p.Joins[i].On) {
			name := sameName(e.Node())
			if name == "" {
				on = append(on, e)
				continue
			}
			before := e.String()
			var left []*plan.Named
			for _, src := range s.Sources[:first+i] {
				if src.Has(name) {
					left = append(left, src)
				}
			}
			if !right.Has(name) || len(left) != 1 {
				r.fix(FixJoin, before, "", "%s says nothing of a join", before)
				continue
			}
			e = plan.Op("=", plan.Col(left[0].Name, name), plan.Col(right.Name, name))
			r.fix(FixJoin, before, e.String(), "%s is %s", before, e)
			on = append(on, e)
		}
		p.Joins[i].On = on
	}
}

// correlated adds the sources to a condition of a subquery that compares a column name with itself: one column
// belongs to the subquery and the other to the outer query.
func (r *reviewer) correlated(n *pg.Node, s *plan.Scope) {
	name := sameName(n)
	if name == "" || s.Outer == nil {
		return
	}
	in, out := s.Holding(name), s.Outer.Holding(name)
	if len(in) != 1 || len(out) != 1 || in[0].Name == out[0].Name {
		return
	}
	before := plan.FromNode(n).String()
	n.Node = plan.Op("=", plan.Col(in[0].Name, name), plan.Col(out[0].Name, name)).Node().Node
	r.fix(FixJoin, before, plan.FromNode(n).String(), "%s is %s", before, plan.FromNode(n))
}

// sameName returns the unqualified column that both sides of an equation name; "" for other nodes.
func sameName(n *pg.Node) string {
	x := n.GetAExpr()
	if x == nil || x.Kind != pg.A_Expr_Kind_AEXPR_OP || plan.LastName(x.Name) != "=" {
		return ""
	}
	left, ok := plan.ColumnName(x.Lexpr)
	right, too := plan.ColumnName(x.Rexpr)
	if !ok || !too || len(left) != 1 || len(right) != 1 || left[0] != right[0] {
		return ""
	}
	return left[0]
}

// joinedOn reports whether inner joins along keys over a column make it equal in all of the sources. The first of
// them can then stand for all.
func joinedOn(s *plan.Scope, found []*plan.Named, column string) bool {
	if !s.Inner {
		return false
	}
	for _, other := range found[1:] {
		linked := false
		for _, src := range found {
			linked = linked || src != other && (refers(src, other, column) || refers(other, src, column))
		}
		if !linked {
			return false
		}
	}
	return true
}

// refers reports whether a table has a foreign key over one column that refers to the column of the same name in
// another table.
func refers(from, to *plan.Named, column string) bool {
	if from.Table == nil || to.Table == nil || from.Table == to.Table {
		return false
	}
	for _, fk := range from.Table.ForeignKeys {
		if len(fk.Columns) == 1 && fk.Columns[0] == column && fk.RefColumns[0] == column &&
			fk.RefSchema == to.Table.Schema && fk.RefTable == to.Table.Name {
			return true
		}
	}
	return false
}
