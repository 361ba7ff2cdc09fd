package lift

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/algebra"
)

func (l *lifting) from(s *pg.SelectStmt, sc *scope) (algebra.Set, error) {
	var set algebra.Set = &algebra.Once{}
	for i, n := range s.FromClause {
		part, err := l.item(n, sc)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			set = part
		} else {
			set = &algebra.Join{Left: set, Right: part}
		}
	}
	return set, nil
}

func (l *lifting) item(n *pg.Node, sc *scope) (algebra.Set, error) {
	switch {
	case n.GetRangeVar() != nil:
		return l.relation(n.GetRangeVar(), sc)
	case n.GetRangeSubselect() != nil:
		return l.derived(n.GetRangeSubselect(), sc)
	case n.GetJoinExpr() != nil:
		return l.join(n.GetJoinExpr(), sc)
	case n.GetRangeFunction() != nil:
		return l.list(n.GetRangeFunction(), sc)
	}
	return nil, unknown("an unusual item in FROM", "")
}

// list reads a function in FROM that returns a list.
func (l *lifting) list(r *pg.RangeFunction, sc *scope) (algebra.Set, error) {
	if len(r.Functions) != 1 || r.Ordinality || len(r.Coldeflist) > 0 {
		return nil, unknown("a function in FROM", "")
	}
	v, err := l.value(r.Functions[0].GetList().GetItems()[0], sc)
	if err != nil {
		return nil, err
	}
	call, ok := v.(*algebra.Call)
	if !ok || !algebra.Lists(call.Name) {
		return nil, unknown("a function in FROM", "")
	}
	name, column := r.GetAlias().GetAliasname(), call.Name
	if name == "" {
		name = call.Name
	} else {
		column = name
	}
	if names := r.GetAlias().GetColnames(); len(names) > 0 {
		column = names[0].GetString_().GetSval()
	}
	w := &algebra.Row{List: call}
	sc.vars = append(sc.vars, &variable{name: name, row: w, columns: []string{column}, element: true})
	return &algebra.Rows{Row: w}, nil
}

func (l *lifting) relation(r *pg.RangeVar, sc *scope) (algebra.Set, error) {
	name := r.GetAlias().GetAliasname()
	if name == "" {
		name = r.Relname
	}
	v := &variable{name: name}
	if q := sc.cte(r.Relname); q != nil && r.Schemaname == "" {
		v.row, v.columns = &algebra.Row{Of: q.set}, q.names
	} else {
		t := l.snap.Table(r.Schemaname, r.Relname)
		if t == nil {
			return nil, unknown("an unknown relation", "%s", r.Relname)
		}
		v.row = &algebra.Row{Schema: t.Schema, Table: t.Name}
		for _, c := range t.Columns {
			v.columns = append(v.columns, c.Name)
		}
	}
	if len(r.GetAlias().GetColnames()) > 0 {
		return nil, unknown("an alias with columns", "")
	}
	sc.vars = append(sc.vars, v)
	return &algebra.Rows{Row: v.row}, nil
}

func (l *lifting) derived(r *pg.RangeSubselect, sc *scope) (algebra.Set, error) {
	within := &scope{outer: sc.outer}
	if r.Lateral {
		return nil, unknown("LATERAL", "")
	}
	q, err := l.query(r.Subquery.GetSelectStmt(), within)
	if err != nil {
		return nil, err
	}
	q = renamed(q, r.GetAlias().GetColnames())
	v := &variable{name: r.GetAlias().GetAliasname(), row: &algebra.Row{Of: q.set}, columns: q.names}
	sc.vars = append(sc.vars, v)
	return &algebra.Rows{Row: v.row}, nil
}

var keeps = map[pg.JoinType]algebra.Keep{pg.JoinType_JOIN_INNER: algebra.KeepNone, pg.JoinType_JOIN_LEFT: algebra.KeepLeft,
	pg.JoinType_JOIN_RIGHT: algebra.KeepRight, pg.JoinType_JOIN_FULL: algebra.KeepBoth}

func (l *lifting) join(j *pg.JoinExpr, sc *scope) (algebra.Set, error) {
	first := len(sc.vars)
	left, err := l.item(j.Larg, sc)
	if err != nil {
		return nil, err
	}
	second := len(sc.vars)
	right, err := l.item(j.Rarg, sc)
	if err != nil {
		return nil, err
	}
	join := &algebra.Join{Left: left, Right: right, Keep: keeps[j.Jointype]}
	same := make([]string, 0, len(j.UsingClause))
	for _, n := range j.UsingClause {
		same = append(same, n.GetString_().GetSval())
	}
	if j.IsNatural {
		same = common(sc.vars[first:second], sc.vars[second:])
	}
	switch {
	case len(same) > 0:
		join.On, err = using(same, sc.vars[first:second], sc.vars[second:], join.Keep)
	case j.Quals != nil:
		join.On, err = l.pred(j.Quals, sc)
		join.On = via(join.On, sc.vars[first:second], sc.vars[second:])
	}
	return join, err
}

// via reads equalities between one row of the left side and one of the right side as the relation that they are.
func via(p algebra.Pred, left, right []*variable) algebra.Pred {
	all := []algebra.Pred{p}
	if and, ok := p.(*algebra.And); ok {
		all = and.All
	}
	v := &algebra.Via{}
	step := algebra.Step{}
	for _, one := range all {
		eq, ok := one.(*algebra.Compare)
		if !ok || eq.Op != algebra.Eq {
			return p
		}
		a, okA := eq.Left.(*algebra.Attr)
		b, okB := eq.Right.(*algebra.Attr)
		if !okA || !okB {
			return p
		}
		if owns(right, a.Row) && owns(left, b.Row) {
			a, b = b, a
		}
		if !owns(left, a.Row) || !owns(right, b.Row) || v.From != nil && (v.From != a.Row || v.To != b.Row) {
			return p
		}
		v.From, v.To, step.Row = a.Row, b.Row, b.Row
		step.Columns, step.To = append(step.Columns, a.Column), append(step.To, b.Column)
	}
	v.Path = []algebra.Step{step}
	return v
}

func owns(vars []*variable, w *algebra.Row) bool {
	return slices.ContainsFunc(vars, func(v *variable) bool { return v.row == w })
}

func common(left, right []*variable) []string {
	var all []string
	for _, a := range left {
		for _, c := range a.columns {
			if holder(right, c) != nil && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all
}

func holder(vars []*variable, column string) *variable {
	for _, v := range vars {
		if slices.Contains(v.columns, column) && !slices.Contains(v.merged, column) {
			return v
		}
	}
	return nil
}

// using reads USING and NATURAL. The column is that of the side whose rows all stay.
func using(columns []string, left, right []*variable, keep algebra.Keep) (algebra.Pred, error) {
	if keep == algebra.KeepBoth {
		return nil, unknown("FULL JOIN with USING", "")
	}
	and := &algebra.And{}
	for _, c := range columns {
		a, b := holder(left, c), holder(right, c)
		if a == nil || b == nil {
			return nil, unknown("an unknown column", "%s", c)
		}
		and.All = append(and.All, &algebra.Compare{Op: algebra.Eq, Left: &algebra.Attr{Row: a.row, Column: c},
			Right: &algebra.Attr{Row: b.row, Column: c}})
		if keep == algebra.KeepRight {
			a.merged = append(a.merged, c)
		} else {
			b.merged = append(b.merged, c)
		}
	}
	return via(and, left, right), nil
}
