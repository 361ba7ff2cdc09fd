package builtin

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/wordform"
)

// besideName is what a column is called that stands beside one of the same name: region_name. "": as it is.
func besideName(p *plan.Plan, i int) string {
	own := p.Select[i].Expr.Columns()
	if len(own) != 1 || p.Select[i].Expr.Node().GetColumnRef() == nil || !slices.ContainsFunc(p.Select[:i], func(o plan.Output) bool {
		c := o.Expr.Columns()
		return len(c) == 1 && c[0].Column == own[0].Column
	}) {
		return ""
	}
	for _, s := range p.Sources() {
		if s.Name() == own[0].Alias && s.Table != "" {
			return wordform.Singular(s.Table) + "_" + own[0].Column
		}
	}
	return ""
}

// calledBy returns the function that an expression calls; "": it calls none.
func calledBy(e plan.Expr) string {
	name := e.Node().GetFuncCall().GetFuncname()
	if len(name) == 0 {
		return ""
	}
	return name[len(name)-1].GetString_().GetSval()
}

// figureName returns what a figure is called in the answer: number_of_orders, average_price; "" for what is no figure.
func figureName(p *plan.Plan, e plan.Expr) string {
	f := e.Node().GetFuncCall()
	if called := calledBy(e); called == "extract" && len(f.Args) > 1 { // weekday, hour
		if unit := f.Args[0].GetAConst().GetSval().GetSval(); unit != "dow" && unit != "isodow" {
			return unit
		}
		return "weekday"
	} else if called == "date_trunc" && len(f.Args) > 1 {
		return f.Args[0].GetAConst().GetSval().GetSval() // month
	}
	if x := e.Node().GetAExpr(); x != nil && x.Kind == pg.A_Expr_Kind_AEXPR_OP && plan.LastName(x.Name) == "/" {
		return quotientName(p, x)
	}
	if f == nil || f.Over != nil || f.AggFilter != nil || !plan.HasAggregate(e) {
		return ""
	}
	said := map[string]string{"count": "number_of", "avg": "average", "sum": "total", "max": "maximum",
		"min": "minimum", "percentile_cont": "median"}[f.Funcname[len(f.Funcname)-1].GetString_().GetSval()]
	of := ""
	switch columns := e.Columns(); {
	case len(columns) == 1:
		of = columns[0].Column
		if low := strings.ToLower(of); said == "number_of" && (low == "id" || low == "uuid") {
			of = tableOf(p, columns[0].Alias)
		}
	case len(columns) == 0 && p.From != nil:
		of = countedRows(p)
	}
	if said == "" || of == "" || strings.Trim(strings.ToLower(of), "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		return ""
	}
	if of = strings.ToLower(of); strings.HasPrefix(of, said+"_") { // a sum of total_amount
		return of
	}
	return said + "_" + of
}

// quotientName returns what one figure divided by another is called: percentage, share, orders_per_customer; "": as
// the parts are.
func quotientName(p *plan.Plan, x *pg.A_Expr) string {
	part, percent := x.Lexpr, false
	if times := part.GetAExpr(); times != nil && plan.LastName(times.Name) == "*" && times.Lexpr.GetAConst() != nil {
		part = times.Rexpr
		percent = strings.HasPrefix(times.Lexpr.GetAConst().GetFval().GetFval(), "100")
	}
	whole := x.Rexpr
	if n := whole.GetAExpr(); n != nil && n.Kind == pg.A_Expr_Kind_AEXPR_NULLIF {
		whole = n.Lexpr
	}
	if percent {
		return "percentage"
	}
	of, per := figureName(p, plan.FromNode(part)), figureName(p, plan.FromNode(whole))
	if part.GetFuncCall().GetAggFilter() != nil || whole.GetFuncCall().GetOver() != nil {
		return "share"
	}
	counted, rows := strings.CutPrefix(per, "number_of_")
	if of == "" || per == "" {
		return ""
	}
	if rows {
		counted = strings.ReplaceAll(wordform.Singular(strings.ReplaceAll(counted, "_", " ")), " ", "_")
	}
	return strings.TrimPrefix(of, "number_of_") + "_per_" + strings.TrimPrefix(counted, "total_")
}

// tableOf returns the table that an alias of a plan stands for: a number of different ids is one of rows.
func tableOf(p *plan.Plan, alias string) string {
	if p.From != nil && p.From.Name() == alias {
		return p.From.Table
	}
	for _, j := range p.Joins {
		if j.Source.Name() == alias {
			return j.Source.Table
		}
	}
	return "id"
}

// countedRows is the table whose rows a plan counts: the first, unless the groups are its own rows; then it is what
// they are joined to.
func countedRows(p *plan.Plan) string {
	first := func(c plan.Ref) bool { return c.Alias == p.From.Name() }
	for _, g := range p.GroupBy {
		if slices.ContainsFunc(g.Columns(), func(c plan.Ref) bool { return !first(c) }) {
			return p.From.Table
		}
	}
	if len(p.GroupBy) == 0 || len(p.Joins) != 1 {
		return p.From.Table
	}
	return p.Joins[0].Source.Table
}
