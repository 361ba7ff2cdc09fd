package edit

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"

	"github.com/pgask/pgask/translate/schema"
)

// Control describes one column that an answer can show, sort by or filter by. Programs need it to draw controls.
type Control struct {
	Schema, Table, Alias string // empty for a computed column
	Column               string // name of the column, or of the computed output column
	Type                 string // as the catalog names it; empty for a computed column
	Selected             bool   // it is an output column
	Role                 string // those of output, filter, group, order and join that apply, separated by commas
	Key                  string // primary, foreign, unique or empty
	Nullable             bool
	Sortable             bool   // modify_order_by accepts it
	Sorted               string // asc, desc or empty
	SortPosition         int    // from 1; 0: not a sort key
}

// Controls returns the columns of the tables that a plan reads, in the order of the tables, followed by the computed
// output columns.
func Controls(p *plan.Plan, snap *schema.Snapshot) []Control {
	x := &patcher{plan: p, snap: snap}
	var all []Control
	plain := map[int]bool{}
	for _, s := range x.sources() {
		for _, c := range s.table.Columns {
			ref := plan.Col(s.name, c.Name)
			one := Control{Schema: s.table.Schema, Table: s.table.Name, Alias: s.name, Column: c.Name, Type: c.Type,
				Nullable: !c.NotNull, Key: keyOf(s.table, c.Name)}
			for i, o := range p.Select {
				if plan.Equal(o.Expr, ref) {
					one.Selected, plain[i] = true, true
				}
			}
			one.Role = x.roles(ref, one.Selected)
			single := !p.Distinct && (!p.Grouped() || x.single(spot{source: s, table: s.table, name: c.Name}))
			one.Sortable = one.Selected || len(p.Combine) == 0 && single
			one.Sorted, one.SortPosition = x.sorted(ref, "")
			all = append(all, one)
		}
	}
	for i, name := range plan.OutputNames(p) {
		if plain[i] || name == "" {
			continue
		}
		one := Control{Column: name, Selected: true, Role: "output", Nullable: true, Sortable: true}
		one.Sorted, one.SortPosition = x.sorted(p.Select[i].Expr, name)
		if one.Sorted != "" {
			one.Role = "output, order"
		}
		all = append(all, one)
	}
	return all
}

// roles returns the uses of a column.
func (x *patcher) roles(ref plan.Expr, selected bool) string {
	var roles []string
	add := func(role string, holds bool) {
		if holds {
			roles = append(roles, role)
		}
	}
	names := func(exprs []plan.Expr) bool {
		for _, e := range exprs {
			for _, c := range e.Columns() {
				if plan.Equal(plan.Col(c.Alias, c.Column), ref) {
					return true
				}
			}
		}
		return false
	}
	sorted, _ := x.sorted(ref, "")
	add("output", selected)
	add("filter", names(x.plan.Where) || names(x.plan.Having))
	add("group", names(x.plan.GroupBy))
	add("order", sorted != "")
	joined := false
	for _, j := range x.plan.Joins {
		joined = joined || names(j.On)
	}
	add("join", joined)
	return strings.Join(roles, ", ")
}

// sorted returns the direction in which the answer is sorted by an expression, or by the output column that shows it,
// and the position of that sort key from 1. The position is 0 when there is no such key.
func (x *patcher) sorted(e plan.Expr, name string) (direction string, position int) {
	for i, o := range x.plan.OrderBy {
		parts, ok := plan.ColumnName(o.Expr.Node())
		byName := ok && len(parts) == 1 && (parts[0] == name && name != "" || x.names(parts[0], e))
		if !byName && !plan.Equal(o.Expr, e) {
			continue
		}
		if o.Desc {
			return "desc", i + 1
		}
		return "asc", i + 1
	}
	return "", 0
}

// names reports whether the output column of that name shows e.
func (x *patcher) names(name string, e plan.Expr) bool {
	i := x.output(name)
	return i >= 0 && plan.Equal(x.plan.Select[i].Expr, e)
}

func keyOf(t *schema.Table, column string) string {
	in := func(list []string) bool { return slices.Contains(list, column) }
	if in(t.PrimaryKey) {
		return "primary"
	}
	for _, fk := range t.ForeignKeys {
		if in(fk.Columns) {
			return "foreign"
		}
	}
	if slices.ContainsFunc(t.Unique, in) {
		return "unique"
	}
	return ""
}
