package review

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/schema"
)

// constraints checks the reviewed plan against the user's constraints, and complains about what contradicts one.
// Earlier rules have already applied the constraints where they could.
func (r *reviewer) constraints(p *plan.Plan) {
	used := map[*schema.Table]bool{}
	for _, n := range p.Tables() {
		used[r.snap.Table(n.Schema, n.Table)] = true
	}
	for _, c := range r.settled {
		t := r.constrained(c)
		if t == nil || r.err != nil {
			continue // the table no longer exists
		}
		switch c.Kind {
		case plan.DropTable:
			if used[t] {
				r.complain(UnclearTable, t.Name, nil, "the query needs %s, which must not be used", t.Qualified())
			}
		case plan.UseTable:
			if !used[t] {
				r.complain(UnclearTable, t.Name, nil, "the query does not use %s, which it must", t.Qualified())
			}
		case plan.UseColumn:
			if t.Column(c.Column) != nil && !names(p, c.Column) {
				r.complain(UnclearColumn, c.Column, nil, "the query does not use %s.%s, which it must", t.Name, c.Column)
			}
		case plan.UseJoin:
			if u := r.bare(c.RefSchema, c.RefTable); u != nil && t.Column(c.Column) != nil && u.Column(c.RefColumn) != nil && !joins(p, c) {
				r.complain(UnclearJoin, c.Table, nil, "the query does not join %s.%s with %s.%s, which it must", t.Name,
					c.Column, u.Name, c.RefColumn)
			}
		case plan.UseValue:
			if c.Column != "" && t.Column(c.Column) != nil && !holds(p, c.Value) {
				r.complain(UnclearValue, c.Value, nil, "the query does not look for %q in %s.%s, which it must", c.Value, t.Name, c.Column)
			}
		}
	}
}

// anywhere reports whether f is true for some node of any expression, subqueries included.
func anywhere(p *plan.Plan, f func(*pg.Node) bool) bool {
	found := false
	p.Walk(func(_ string, e plan.Expr) {
		e.Walk(func(n *pg.Node) bool {
			found = found || f(n)
			return !found
		})
	})
	return found
}

func names(p *plan.Plan, column string) bool {
	return anywhere(p, func(n *pg.Node) bool {
		parts, ok := plan.ColumnName(n)
		return ok && parts[len(parts)-1] == column
	})
}

// holds reports whether some literal is the value, or a pattern that contains it.
func holds(p *plan.Plan, value string) bool {
	value = strings.ToLower(value)
	return anywhere(p, func(n *pg.Node) bool {
		c := n.GetAConst()
		if s := c.GetSval(); s != nil {
			return strings.Contains(strings.ToLower(s.Sval), value)
		}
		if b := c.GetBoolval(); b != nil {
			return strconv.FormatBool(b.Boolval) == value
		}
		number, ok := numberText(c)
		return ok && number == value
	})
}

func joins(p *plan.Plan, c plan.Constraint) bool {
	want := []string{c.Column, c.RefColumn}
	return anywhere(p, func(n *pg.Node) bool {
		a, b, ok := plan.ColumnsEqual(n)
		return ok && (slices.Equal([]string{a[1], b[1]}, want) || slices.Equal([]string{b[1], a[1]}, want))
	})
}
