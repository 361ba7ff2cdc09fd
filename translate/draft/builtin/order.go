package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// orderOfGroups is the order in which people look for groups: what has an order of its own by that, the rest from the
// highest figure down, and those that are as high by what they are called.
func (r *Reading) orderOfGroups(p *plan.Plan) (by []plan.Order) {
	if p.Distinct || len(p.Combine) > 0 {
		return nil
	}
	for _, g := range p.GroupBy { // periods follow one another
		if slices.Contains([]string{"date_trunc", "extract", "date_part"}, calledBy(g)) {
			by = append(by, plan.Order{Expr: g})
		}
	}
	if len(by) > 0 {
		return by
	}
	var named []plan.Order
	var most *plan.Order
	for _, o := range p.Select {
		switch {
		case plan.HasAggregate(o.Expr) && most == nil && !plan.HasWindow(counted(o.Expr)):
			most = &plan.Order{Expr: counted(o.Expr), Desc: true, Nulls: "last"}
		case slices.ContainsFunc(p.GroupBy, func(g plan.Expr) bool { return plan.Equal(g, o.Expr) }):
			named = append(named, plan.Order{Expr: o.Expr})
		}
	}
	if most == nil || len(named) == 0 {
		return nil
	}
	if r.counts(named[0].Expr) {
		return named[:1]
	}
	return append([]plan.Order{*most}, named[0])
}

// counted returns what is divided by a figure of all groups, which leaves the order as it is; of another expression
// itself.
func counted(e plan.Expr) plan.Expr {
	x := e.Node().GetAExpr()
	if x == nil || !plan.HasWindow(e) || plan.LastName(x.Name) != "/" {
		return e
	}
	if times := x.Lexpr.GetAExpr(); times != nil && plan.LastName(times.Name) == "*" && times.Lexpr.GetAConst() != nil {
		return plan.FromNode(times.Rexpr)
	}
	return plan.FromNode(x.Lexpr)
}

// counts reports whether an expression is a column of numbers or times: those follow one another.
func (r *Reading) counts(e plan.Expr) bool {
	columns := e.Columns()
	if len(columns) != 1 || e.Node().GetColumnRef() == nil || r.form == nil {
		return false
	}
	counts := func(c *semantic.Column) bool {
		return c != nil && c.Column.Name == columns[0].Column && !c.IsKey() && (form.Class(c).Numeric() || form.Class(c).Temporal())
	}
	return slices.ContainsFunc(r.form.Groups, func(g *form.Group) bool { return counts(g.Col) }) ||
		slices.ContainsFunc(r.form.Items, func(i *form.Item) bool { return counts(i.Col) && !i.Figure() })
}
