package plan

import (
	pg "github.com/pganalyze/pg_query_go/v5"
)

// shared adds the sources to join conditions that compare a column name with itself, "owner_id = owner_id": the two
// are columns of both sides. If they cannot be, the condition has no effect and is removed; the keys then decide how
// to join.
func (r *reviewer) shared(p *Plan, s *scope) {
	first := len(s.sources) - len(p.Joins) // number of sources before the joins
	for i := range p.Joins {
		right := s.sources[first+i]
		var on []Expr
		for _, e := range Conjuncts(p.Joins[i].On) {
			name := sameName(e.node)
			if name == "" {
				on = append(on, e)
				continue
			}
			before := e.String()
			var left []*named
			for _, src := range s.sources[:first+i] {
				if src.has(name) {
					left = append(left, src)
				}
			}
			if !right.has(name) || len(left) != 1 {
				r.fix(FixJoin, before, "", "%s says nothing of a join", before)
				continue
			}
			e = Op("=", Col(left[0].name, name), Col(right.name, name))
			r.fix(FixJoin, before, e.String(), "%s is %s", before, e)
			on = append(on, e)
		}
		p.Joins[i].On = on
	}
}

// correlated adds the sources to a condition of a subquery that compares a column name with itself: one column
// belongs to the subquery and the other to the outer query.
func (r *reviewer) correlated(n *pg.Node, s *scope) {
	name := sameName(n)
	if name == "" || s.outer == nil {
		return
	}
	in, out := s.holding(name), s.outer.holding(name)
	if len(in) != 1 || len(out) != 1 || in[0].name == out[0].name {
		return
	}
	before := Expr{n}.String()
	n.Node = Op("=", Col(in[0].name, name), Col(out[0].name, name)).node.Node
	r.fix(FixJoin, before, Expr{n}.String(), "%s is %s", before, Expr{n})
}

// sameName returns the unqualified column that both sides of an equation name; "" for other nodes.
func sameName(n *pg.Node) string {
	x := n.GetAExpr()
	if x == nil || x.Kind != pg.A_Expr_Kind_AEXPR_OP || lastName(x.Name) != "=" {
		return ""
	}
	left, ok := columnName(x.Lexpr)
	right, too := columnName(x.Rexpr)
	if !ok || !too || len(left) != 1 || len(right) != 1 || left[0] != right[0] {
		return ""
	}
	return left[0]
}

// joinedOn reports whether inner joins along keys over a column make it equal in all of the sources. The first of
// them can then stand for all.
func (r *reviewer) joinedOn(s *scope, found []*named, column string) bool {
	if !s.inner {
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
func refers(from, to *named, column string) bool {
	if from.table == nil || to.table == nil || from.table == to.table {
		return false
	}
	for _, fk := range from.table.ForeignKeys {
		if len(fk.Columns) == 1 && fk.Columns[0] == column && fk.RefColumns[0] == column &&
			fk.RefSchema == to.table.Schema && fk.RefTable == to.table.Name {
			return true
		}
	}
	return false
}
