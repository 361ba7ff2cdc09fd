package plan

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// alongKeys repairs a join whose condition does not compare the columns of a key, when a key between the two tables
// exists.
func (r *reviewer) alongKeys(p *Plan, i int, right *named, before []*named) {
	for _, left := range before {
		if left.table == nil || left.table == right.table {
			continue
		}
		pairs, rest := equalities(p.Joins[i].On, left.name, right.name)
		if len(pairs) == 0 {
			continue
		}
		direct := NewGraph(r.snap).Paths(left.table, right.table, 1)
		if step, ok := r.settledStep(left.table, right.table); ok {
			direct = []Path{{step}}
			if samePairs(step.Pairs(), pairs) {
				continue
			}
		} else if !partial(pairs, direct) && (r.related(left.table, right.table, pairs, direct) || !doubtful(left.table, right.table, pairs)) {
			continue
		}
		switch before := conjunction(p.Joins[i].On); {
		case len(direct) == 1 && direct[0].Confidence() < r.options.JoinConfidence:
			// A key of low confidence is no reason to change the written condition.
		case len(direct) == 1:
			p.Joins[i].On = append(direct[0][0].On(left.name, right.name), rest...)
			r.fix(FixJoin, before, conjunction(p.Joins[i].On), "%s and %s are related by %s", left.table.Name, right.table.Name, direct[0])
		case len(direct) > 1:
			var ways []way
			for _, d := range direct {
				ways = append(ways, way{left, d})
			}
			r.complain(UnclearJoin, right.name, joinCandidates(ways), "%s and %s can be joined in %d ways; which one is meant?",
				left.table.Name, right.table.Name, len(direct))
		}
	}
}

// equalities separates the conditions left.x = right.y from the others.
func equalities(on []Expr, left, right string) (pairs [][2]string, rest []Expr) {
	for _, e := range on {
		conds := []*pg.Node{e.node}
		if b := e.node.GetBoolExpr(); b != nil && b.Boolop == pg.BoolExprType_AND_EXPR {
			conds = b.Args
		}
		for _, c := range conds {
			a, b, ok := equality(c)
			switch {
			case ok && a[0] == left && b[0] == right:
				pairs = append(pairs, [2]string{a[1], b[1]})
			case ok && a[0] == right && b[0] == left:
				pairs = append(pairs, [2]string{b[1], a[1]})
			default:
				rest = append(rest, Expr{c})
			}
		}
	}
	return pairs, rest
}

// equality splits a.x = b.y. ok is false for other nodes.
func equality(n *pg.Node) (a, b [2]string, ok bool) {
	x := n.GetAExpr()
	if x == nil || x.Kind != pg.A_Expr_Kind_AEXPR_OP || lastName(x.Name) != "=" {
		return a, b, false
	}
	left, ok1 := columnName(x.Lexpr)
	right, ok2 := columnName(x.Rexpr)
	if !ok1 || !ok2 || len(left) != 2 || len(right) != 2 {
		return a, b, false
	}
	return [2]string(left), [2]string(right), true
}

// related reports whether the compared columns are a key between the two tables, or foreign keys of both to the same
// third table.
func (r *reviewer) related(left, right *schema.Table, pairs [][2]string, direct []Path) bool {
	for _, d := range direct {
		if !slices.ContainsFunc(d[0].Pairs(), func(p [2]string) bool { return !slices.Contains(pairs, p) }) {
			return true
		}
	}
	return !slices.ContainsFunc(pairs, func(p [2]string) bool {
		a, b := r.targets(left, p[0]), r.targets(right, p[1])
		return !slices.ContainsFunc(a, func(t string) bool { return slices.Contains(b, t) })
	})
}

// partial reports whether the compared columns are a proper part of the only key between two tables.
func partial(pairs [][2]string, direct []Path) bool {
	if len(direct) != 1 {
		return false
	}
	key := direct[0][0].Pairs()
	return len(pairs) < len(key) && !slices.ContainsFunc(pairs, func(p [2]string) bool { return !slices.Contains(key, p) })
}

// targets returns what a column may refer to: itself, and the columns that its foreign keys refer to.
func (r *reviewer) targets(t *schema.Table, column string) []string {
	all := []string{t.Qualified() + "." + column}
	for _, fk := range t.ForeignKeys {
		if i := slices.Index(fk.Columns, column); i >= 0 && i < len(fk.RefColumns) {
			all = append(all, fk.RefSchema+"."+fk.RefTable+"."+fk.RefColumns[i])
		}
	}
	return all
}

// doubtful reports whether a comparison is probably an error. Two columns of the same name that are not keys, such as
// the cities of customers and stores, may be compared on purpose.
func doubtful(left, right *schema.Table, pairs [][2]string) bool {
	return slices.ContainsFunc(pairs, func(p [2]string) bool {
		return p[0] != p[1] || inKey(left, p[0]) || inKey(right, p[1])
	})
}

func inKey(t *schema.Table, column string) bool {
	return slices.Contains(t.PrimaryKey, column) ||
		slices.ContainsFunc(t.ForeignKeys, func(fk schema.ForeignKey) bool { return slices.Contains(fk.Columns, column) })
}

func conjunction(on []Expr) string {
	parts := make([]string, len(on))
	for i, e := range on {
		parts[i] = e.String()
	}
	return strings.Join(parts, " AND ")
}

func joinCandidates(ways []way) []Candidate {
	var all []Candidate
	for _, w := range ways[:min(len(ways), maxCandidates)] {
		c := Candidate{Label: w.path.String(), Meaning: "join by " + w.path.String() + w.path.mark()}
		for _, st := range w.path {
			c.Settles = append(c.Settles, st.Settles()...)
		}
		all = append(all, c)
	}
	return all
}
