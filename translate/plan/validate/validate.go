package validate

import (
	"fmt"
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Kind is what is wrong with a plan.
type Kind string

// The kinds of findings.
const (
	Echo          Kind = "echo"          // it shows nothing but what its own conditions say
	Contradiction Kind = "contradiction" // two of its conditions cannot hold together
	GroupedValue  Kind = "grouped_value" // it counts the different values of what it groups by, of which every group has one
	SingleRow     Kind = "single_row"    // it counts groups that cannot have more than one row
	FanOut        Kind = "fan_out"       // a join repeats the rows that a figure is made of
)

// Finding is one thing that is wrong. Message is a sentence for the person who asked, and for a model that tries again.
type Finding struct {
	Kind    Kind
	Message string
}

// Check returns what is wrong with a reviewed plan: nothing, mostly. Queries inside expressions are not looked at.
func Check(p *plan.Plan, snap *schema.Snapshot) []Finding {
	var all []Finding
	p.Plans(func(_ string, inner *plan.Plan) {
		if inner.From == nil {
			return
		}
		l := newLevel(inner, snap)
		all = append(all, l.contradictions()...)
		if inner == p && len(p.Combine) == 0 {
			all = append(all, l.echo()...)
		}
		if inner.Grouped() {
			all = append(all, l.groups()...)
			all = append(all, l.fanOut()...)
		}
	})
	return all
}

// echo finds a plan all of whose outputs are columns that its conditions hold equal to a constant.
func (l *level) echo() []Finding {
	for _, o := range l.plan.Select {
		c, ok := o.Expr.Column()
		if !ok || len(l.fixed[c]) == 0 {
			return nil
		}
	}
	if len(l.plan.Select) == 0 {
		return nil
	}
	return []Finding{{Echo, "it would only show again what it looks for: " + shown(l.plan.Select)}}
}

func shown(list []plan.Output) string {
	var names []string
	for _, o := range list {
		names = append(names, o.Expr.String())
	}
	return strings.Join(names, ", ")
}

// contradictions finds a column that must equal two different constants, and what is said and denied.
func (l *level) contradictions() []Finding {
	var all []Finding
	for _, c := range l.constants() {
		if len(l.fixed[c]) < 2 {
			continue // to write SQL is dear
		}
		var values []string
		for _, v := range l.fixed[c] {
			values = append(values, v.String())
		}
		slices.Sort(values)
		if values = slices.Compact(values); len(values) > 1 {
			all = append(all, Finding{Contradiction, fmt.Sprintf("%s.%s cannot be %s at once", c.Alias, c.Column,
				strings.Join(values, " and "))})
		}
	}
	for i, w := range l.plan.Where {
		not := w.Node().GetBoolExpr()
		if not == nil || not.Boolop != pg.BoolExprType_NOT_EXPR {
			continue
		}
		denied := plan.FromNode(not.Args[0]).String()
		for j, other := range l.plan.Where {
			if j != i && other.String() == denied {
				all = append(all, Finding{Contradiction, denied + " cannot be so and not be so"})
			}
		}
	}
	return all
}

// constants returns the columns of fixed in a stable order.
func (l *level) constants() []plan.Ref {
	var all []plan.Ref
	for c := range l.fixed {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b plan.Ref) int { return strings.Compare(a.Alias+"."+a.Column, b.Alias+"."+b.Column) })
	return all
}

// aggregates returns the aggregate calls of the level's outputs, conditions on groups and sort keys.
func (l *level) aggregates() []plan.Aggregate {
	var all []plan.Aggregate
	for _, o := range l.plan.Select {
		all = append(all, plan.Aggregates(o.Expr)...)
	}
	for _, e := range l.plan.Having {
		all = append(all, plan.Aggregates(e)...)
	}
	for _, o := range l.plan.OrderBy {
		all = append(all, plan.Aggregates(o.Expr)...)
	}
	return all
}

// groupColumns returns the columns that the level groups by.
func (l *level) groupColumns() []plan.Ref {
	var all []plan.Ref
	for _, g := range l.plan.GroupBy {
		if c, ok := g.Column(); ok {
			all = append(all, c)
		}
	}
	return all
}

// groups finds counts of the values of what is grouped by, and counts of groups of one row.
func (l *level) groups() []Finding {
	keys := l.groupColumns()
	for _, a := range l.aggregates() {
		if c, ok := a.Argument.Column(); ok && slices.Contains(keys, c) && a.Distinct {
			return []Finding{{GroupedValue, fmt.Sprintf("%s has one value in each group, because the groups are made by it", a.Argument)}}
		}
	}
	counts := slices.ContainsFunc(l.aggregates(), func(a plan.Aggregate) bool { return a.Name == "count" && !a.Filtered })
	if !counts || len(keys) == 0 || !l.oneRow(keys) {
		return nil
	}
	return []Finding{{SingleRow, "each of its groups can only be one row, so that every count is 1"}}
}

// oneRow reports whether the values of some columns leave at most one row of the level.
func (l *level) oneRow(keys []plan.Ref) bool {
	for _, s := range l.sources {
		if s.keyless {
			return false
		}
	}
	// No source is known to begin with: all must follow from the keys themselves.
	return len(l.determined("", keys)) == len(l.sources)+1
}

// repeats are the aggregates whose result changes when a row is there twice.
var repeats = map[string]bool{"sum": true, "avg": true, "count": true, "stddev": true, "stddev_pop": true,
	"stddev_samp": true, "variance": true,
	"var_pop": true, "var_samp": true, "percentile_cont": true, "percentile_disc": true}

// fanOut finds figures that a join repeats: the sum of a column of orders after a join with their lines, or a count
// over two unrelated kinds of rows that meet in one customer.
func (l *level) fanOut() []Finding {
	if len(l.sources) < 2 {
		return nil
	}
	grains := l.grains(l.groupColumns())
	for _, a := range l.aggregates() {
		if !repeats[a.Name] || a.Distinct {
			continue
		}
		of := a.Sources()
		switch {
		case len(grains) == 0 && a.Name == "count":
			return []Finding{{FanOut, "it counts every combination of rows that belong to the same one, not rows"}}
		case a.Name == "count" || len(of) == 0 || slices.Contains(of, ""): // whose column it is, is not known
		case !slices.ContainsFunc(of, func(s string) bool { return slices.Contains(grains, s) }):
			return []Finding{{FanOut, fmt.Sprintf("%s of %s counts some rows of %s more than once, because the join repeats them", a.Name, a.Argument,
				strings.Join(of, ", "))}}
		}
	}
	return nil
}
