package review

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// alongKeys repairs a join whose condition does not compare the columns of a key, when a key between the two tables
// exists.
func (r *reviewer) alongKeys(p *plan.Plan, i int, right *plan.Named, before []*plan.Named) {
	for _, left := range before {
		if left.Table == nil || left.Table == right.Table {
			continue
		}
		pairs, rest := equalities(p.Joins[i].On, left.Name, right.Name)
		if len(pairs) == 0 {
			continue
		}
		direct := plan.NewGraph(r.snap).Paths(left.Table, right.Table, 1)
		if step, ok := r.settledStep(left.Table, right.Table); ok {
			direct = []plan.Path{{step}}
			if samePairs(step.Pairs(), pairs) {
				continue
			}
		} else if !partial(pairs, direct) && (r.related(left.Table, right.Table, pairs, direct) ||
			!doubtful(left.Table, right.Table, pairs)) {
			continue
		}
		switch before := conjunction(p.Joins[i].On); {
		case len(direct) == 1 && direct[0].Confidence() < r.options.JoinConfidence:
			// A key of low confidence is no reason to change the written condition.
		case len(direct) == 1:
			p.Joins[i].On = append(direct[0][0].On(left.Name, right.Name), rest...)
			r.fix(FixJoin, before, conjunction(p.Joins[i].On), "%s and %s are related by %s", left.Table.Name, right.Table.Name, direct[0])
		case len(direct) > 1:
			var ways []way
			for _, d := range direct {
				ways = append(ways, way{left, d})
			}
			r.complain(UnclearJoin, right.Name, joinCandidates(ways), "%s and %s can be joined in %d ways; which one is meant?",
				left.Table.Name, right.Table.Name, len(direct))
		}
	}
}

// equalities separates the conditions left.x = right.y from the others.
func equalities(on []plan.Expr, left, right string) (pairs [][2]string, rest []plan.Expr) {
	for _, e := range on {
		conds := []*pg.Node{e.Node()}
		if b := e.Node().GetBoolExpr(); b != nil && b.Boolop == pg.BoolExprType_AND_EXPR {
			conds = b.Args
		}
		for _, c := range conds {
			a, b, ok := plan.ColumnsEqual(c)
			switch {
			case ok && a[0] == left && b[0] == right:
				pairs = append(pairs, [2]string{a[1], b[1]})
			case ok && a[0] == right && b[0] == left:
				pairs = append(pairs, [2]string{b[1], a[1]})
			default:
				rest = append(rest, plan.FromNode(c))
			}
		}
	}
	return pairs, rest
}

// related reports whether the compared columns are a key between the two tables, or foreign keys of both to the same
// third table.
func (k *basis) related(left, right *schema.Table, pairs [][2]string, direct []plan.Path) bool {
	return slices.ContainsFunc(direct, func(d plan.Path) bool {
		return !slices.ContainsFunc(d[0].Pairs(), func(p [2]string) bool { return !slices.Contains(pairs, p) })
	}) || !slices.ContainsFunc(pairs, func(p [2]string) bool {
		a, b := k.targets(left, p[0]), k.targets(right, p[1])
		return !slices.ContainsFunc(a, func(t string) bool { return slices.Contains(b, t) })
	})
}

// partial reports whether the compared columns are a proper part of the only key between two tables.
func partial(pairs [][2]string, direct []plan.Path) bool {
	if len(direct) != 1 {
		return false
	}
	key := direct[0][0].Pairs()
	return len(pairs) < len(key) && !slices.ContainsFunc(pairs, func(p [2]string) bool { return !slices.Contains(key, p) })
}

// targets returns what a column may refer to: itself, and the columns that its foreign keys refer to.
func (k *basis) targets(t *schema.Table, column string) []string {
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

func conjunction(on []plan.Expr) string {
	parts := make([]string, len(on))
	for i, e := range on {
		parts[i] = e.String()
	}
	return strings.Join(parts, " AND ")
}

func joinCandidates(ways []way) []Candidate {
	var all []Candidate
	for _, w := range ways[:min(len(ways), plan.MaxCandidates)] {
		c := Candidate{Label: w.path.String(), Meaning: "join by " + w.path.String() + w.path.Mark()}
		for _, st := range w.path {
			c.Settles = append(c.Settles, st.Settles()...)
		}
		all = append(all, c)
	}
	return all
}
