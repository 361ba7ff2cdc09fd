package edit

import (
	"cmp"
	"slices"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// Narrow returns a plan with the conditions of another plan over the same table added. It drops conditions on a
// column that contradict new ones, such as another year. Both plans must be reviewed. The error is a *PatchError.
func Narrow(p *plan.Plan, snap *schema.Snapshot, by *plan.Plan) (*plan.Plan, error) {
	no := func() (*plan.Plan, error) {
		return nil, &PatchError{Message: "the condition does not fit the last answer", Rewrite: true}
	}
	if len(p.Combine) > 0 || len(by.Combine)+len(by.With)+len(by.GroupBy)+len(by.Having) > 0 || by.Limit != nil || by.Offset != nil ||
		by.From == nil || by.From.Plan != nil || len(by.Where) == 0 || by.Grouped() {
		return no()
	}
	c := p.Clone()
	c.Reading = ""
	x := &patcher{plan: c, snap: snap}
	names := map[string]string{}
	for _, s := range x.sources() {
		if t := snap.Table(by.From.Schema, by.From.Table); t == s.table {
			names[by.From.Name()] = s.name
			break
		}
	}
	if len(names) == 0 {
		return no()
	}
	for _, j := range by.Joins {
		if !x.adopt(j, names) {
			return no()
		}
	}
	conds := plan.Conjuncts(by.Where)
	for i, e := range conds {
		renamed, ok := rename(e, names)
		if !ok {
			return no()
		}
		if c.Grouped() && !x.perGroup(renamed) {
			return no()
		}
		conds[i] = renamed
	}
	x.makeRoom(conds)
	c.Where = append(plan.Conjuncts(c.Where), conds...)
	return c, nil
}

// perGroup reports whether a condition on rows can be added to a grouped answer. It is true for a condition without
// aggregates. A condition with an aggregate must compute it per group: a figure of each store says nothing about each
// country. Its columns outside the subquery must be grouped by, and the subquery must not read the tables of the
// answer, because other conditions have narrowed their rows.
func (x *patcher) perGroup(cond plan.Expr) bool {
	aggregates, inside, outside := false, map[string]bool{}, []plan.Ref{}
	plan.WalkNode(cond.Node(), func(n *pg.Node) bool {
		if r := n.GetRangeVar(); r != nil {
			inside[cmp.Or(r.GetAlias().GetAliasname(), r.Relname)] = true
			for _, s := range x.plan.Sources() {
				if s.Table == r.Relname {
					inside[""] = true
				}
			}
		}
		aggregates = aggregates || n.GetFuncCall() != nil && plan.HasAggregate(plan.FromNode(n))
		if parts, ok := plan.ColumnName(n); ok && len(parts) == 2 {
			outside = append(outside, plan.Ref{Alias: parts[0], Column: parts[1]})
		}
		return true
	})
	if !aggregates {
		return true
	}
	return !inside[""] && !slices.ContainsFunc(outside, func(r plan.Ref) bool {
		return !inside[r.Alias] && !slices.ContainsFunc(x.plan.GroupBy, func(g plan.Expr) bool { return plan.Equal(g, plan.Col(r.Alias, r.Column)) })
	})
}

// adopt adds a join, or finds it among the joins of the plan. It returns false unless each row meets at most one row
// of the joined table.
func (x *patcher) adopt(j plan.Join, names map[string]string) bool {
	t := x.snap.Table(j.Source.Schema, j.Source.Table)
	if j.Source.Plan != nil || t == nil || j.Kind != plan.Inner && j.Kind != plan.Left {
		return false
	}
	var columns []string
	for _, cond := range plan.Conjuncts(j.On) {
		a, b, ok := plan.ColumnsEqual(cond.Node())
		if !ok {
			return false
		}
		for _, side := range [][2]string{a, b} {
			if side[0] == j.Source.Name() {
				columns = append(columns, side[1])
			}
		}
	}
	if !t.HasKey(columns) {
		return false
	}
	for _, have := range x.plan.Joins {
		names[j.Source.Name()] = have.Source.Name()
		if x.snap.Table(have.Source.Schema, have.Source.Table) == t && sameConditions(have.On, j.On, names) {
			return true
		}
	}
	alias := x.free(t.Name)
	names[j.Source.Name()] = alias
	var on []plan.Expr
	for _, e := range j.On {
		renamed, ok := rename(e, names)
		if !ok {
			return false
		}
		on = append(on, renamed)
	}
	x.plan.Joins = append(x.plan.Joins, plan.Join{Kind: j.Kind, Source: plan.Source{Schema: t.Schema, Table: t.Name, Alias: alias}, On: on})
	return true
}

func sameConditions(have, want []plan.Expr, names map[string]string) bool {
	if len(have) != len(want) {
		return false
	}
	for _, w := range want {
		renamed, ok := rename(w, names)
		if !ok || !slices.ContainsFunc(have, func(h plan.Expr) bool { return plan.Equal(h, renamed) }) {
			return false
		}
	}
	return true
}

// rename changes the source names of an expression, also in its subqueries. ok is false when a subquery has a source
// of its own with one of those names.
func rename(e plan.Expr, names map[string]string) (plan.Expr, bool) {
	ok := true
	changed := plan.Edit(e, func(n *pg.Node) bool {
		if r := n.GetRangeVar(); r != nil {
			name := r.Relname
			if r.Alias != nil {
				name = r.Alias.Aliasname
			}
			for from, to := range names {
				ok = ok && name != from && name != to
			}
		}
		if f := n.GetColumnRef().GetFields(); len(f) == 2 && f[0].GetString_() != nil {
			if to, known := names[f[0].GetString_().Sval]; known {
				f[0] = pg.MakeStrNode(to)
			}
		}
		return true
	})
	return changed, ok
}

// The kinds of condition on a single column.
const (
	condOther = iota
	condEqual
	condLower
	condUpper
)

// kindOf returns the only column that a condition is about, and the kind of the condition.
func kindOf(cond plan.Expr) (plan.Expr, int) {
	refs := cond.Columns()
	if len(refs) != 1 || refs[0].Alias == "" || !onlyAbout(cond, plan.Col(refs[0].Alias, refs[0].Column)) {
		return plan.Expr{}, condOther
	}
	ref := plan.Col(refs[0].Alias, refs[0].Column)
	a := cond.Node().GetAExpr()
	if a == nil {
		return ref, condOther
	}
	switch op := plan.LastName(a.Name); {
	case a.Kind == pg.A_Expr_Kind_AEXPR_IN && op == "=", a.Kind == pg.A_Expr_Kind_AEXPR_BETWEEN, a.Kind == pg.A_Expr_Kind_AEXPR_ILIKE && op == "~~*":
		return ref, condEqual
	}
	return ref, boundSide(cond)
}

// makeRoom drops the conditions that new conditions on the same column replace: another value, range or bound.
func (x *patcher) makeRoom(conds []plan.Expr) {
	for _, cond := range conds {
		ref, kind := kindOf(cond)
		if kind == condOther {
			continue
		}
		span := slices.ContainsFunc(conds, func(o plan.Expr) bool {
			r, k := kindOf(o)
			return k != condOther && k != kind && plan.Equal(r, ref)
		})
		x.plan.Where = slices.DeleteFunc(plan.Conjuncts(x.plan.Where), func(old plan.Expr) bool {
			r, k := kindOf(old)
			if kind == condEqual && excludes(old) && onlyAbout(old, ref) {
				return true
			}
			return k != condOther && plan.Equal(r, ref) && (kind == condEqual || span || k == kind || k == condEqual)
		})
	}
}

// excludes reports whether a condition excludes values: x <> 1, x NOT IN (1, 2), or either of these OR x IS NULL.
func excludes(cond plan.Expr) bool {
	if b := cond.Node().GetBoolExpr(); b != nil && b.Boolop == pg.BoolExprType_OR_EXPR {
		return slices.ContainsFunc(b.Args, func(n *pg.Node) bool { return excludes(plan.FromNode(n)) }) &&
			!slices.ContainsFunc(b.Args, func(n *pg.Node) bool { return n.GetNullTest() == nil && !excludes(plan.FromNode(n)) })
	}
	a := cond.Node().GetAExpr()
	return a != nil && (a.Kind == pg.A_Expr_Kind_AEXPR_OP || a.Kind == pg.A_Expr_Kind_AEXPR_IN) && plan.LastName(a.Name) == "<>"
}
