package assume

import (
	"time"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// current is how long ago the last row may be in data that are still being kept.
const current = 7 * 24 * time.Hour

// Behind is a relative period that begins after the data of its column end.
type Behind struct {
	Table  *schema.Table
	Column *schema.Column
	Begin  time.Time // of the period, counted from today
}

// Beyond returns a relative period of a plan that lies wholly behind the last value of its column, by the statistics;
// nil when there is none. today is a day at midnight, UTC. Data that end within seven days are current.
func Beyond(p *plan.Plan, m *semantic.Model, today time.Time) *Behind {
	var found *Behind
	p.Plans(func(_ string, level *plan.Plan) {
		conditions := level.Where
		for _, j := range level.Joins {
			conditions = append(conditions[:len(conditions):len(conditions)], j.On...)
		}
		for _, c := range plan.Conjuncts(conditions) {
			if found != nil {
				return
			}
			column, bound := lower(c)
			if column.Column == "" || !relative(bound) {
				continue
			}
			begin, ok := at(bound.Node(), today)
			t, col := columnOf(level, m, column)
			if !ok || col == nil || !known(col) {
				continue
			}
			if last, ok := last(col); ok && begin.After(last) && today.Sub(last) > current {
				found = &Behind{t, col, begin}
			}
		}
	})
	return found
}

// lower returns the column and the least value that a condition allows for it; an empty column when it sets none.
func lower(e plan.Expr) (plan.Ref, plan.Expr) {
	x := e.Node().GetAExpr()
	if x == nil || x.Lexpr == nil || x.Rexpr == nil {
		return plan.Ref{}, plan.Expr{}
	}
	if x.Kind == pg.A_Expr_Kind_AEXPR_BETWEEN && len(x.Rexpr.GetList().GetItems()) == 2 {
		return reference(x.Lexpr), plan.FromNode(x.Rexpr.GetList().Items[0])
	}
	if x.Kind != pg.A_Expr_Kind_AEXPR_OP || len(x.Name) != 1 {
		return plan.Ref{}, plan.Expr{}
	}
	switch x.Name[0].GetString_().GetSval() {
	case ">=", ">", "=":
		return reference(x.Lexpr), plan.FromNode(x.Rexpr)
	case "<=", "<":
		return reference(x.Rexpr), plan.FromNode(x.Lexpr)
	}
	return plan.Ref{}, plan.Expr{}
}

// reference returns the column that an expression is, perhaps cut down to a unit of time or cast.
func reference(n *pg.Node) plan.Ref {
	for {
		switch f := n.GetFuncCall(); {
		case n.GetTypeCast() != nil:
			n = n.GetTypeCast().Arg
		case called(n) == "date_trunc" && len(f.Args) >= 2:
			n = f.Args[1]
		default:
			ref, _ := plan.FromNode(n).Column()
			return ref
		}
	}
}

// columnOf returns the stored column that a reference of a query is.
func columnOf(p *plan.Plan, m *semantic.Model, ref plan.Ref) (*schema.Table, *schema.Column) {
	for _, s := range p.Sources() {
		if t := m.Snapshot.Table(s.Schema, s.Table); s.Plan == nil && t != nil && s.Name() == ref.Alias {
			return t, t.Column(ref.Column)
		}
	}
	return nil, nil
}

// last returns the day of the greatest value that statistics know of a column of dates.
func last(c *schema.Column) (day time.Time, ok bool) {
	if !c.Class.Temporal() {
		return day, false
	}
	for _, v := range append([]string{c.Profile.Max}, c.Profile.Values...) {
		if t, err := time.Parse(time.DateOnly, v[:min(len(v), len(time.DateOnly))]); err == nil && t.After(day) {
			day, ok = t, true
		}
	}
	return day, ok && day.Year() < 2900 // an open end is no last event
}

// AsOf returns the plan with a day in the place of today: relative periods are counted from it.
func AsOf(p *plan.Plan, day string) *plan.Plan {
	return p.Mapped(func(e plan.Expr) plan.Expr {
		if !relative(e) {
			return e
		}
		return e.Edited(func(n *pg.Node) bool {
			if !isNow(n) {
				return true
			}
			typ, text := "date", day
			if v := n.GetSqlvalueFunction(); v == nil || v.Op != pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE {
				typ, text = "timestamp", day+" 23:59:59"
			}
			n.Node = plan.Cast(plan.Str(text), typ).Node().Node
			return false
		})
	})
}
