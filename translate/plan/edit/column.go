package edit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan"

	"github.com/pgask/pgask/translate/schema"
)

// patched is a source of the plan with the name that patches use.
type patched struct {
	name  string        // its alias in the plan
	table *schema.Table // nil for a CTE or a derived table, whose columns patches cannot name
}

// sources returns the sources whose columns patches can name.
func (x *patcher) sources() []patched {
	ctes := map[string]bool{}
	for _, c := range x.plan.With {
		ctes[c.Name] = true
	}
	var all []patched
	for _, s := range x.plan.Sources() {
		if s.Plan == nil && (s.Schema != "" || !ctes[s.Table]) {
			if t := x.snap.Table(s.Schema, s.Table); t != nil {
				all = append(all, patched{s.Name(), t})
			}
		}
	}
	return all
}

// column returns the column of a source that a patch names; "" when the source lacks it.
func (s patched) column(p Patch) string {
	if p.Table != "" && !strings.EqualFold(p.Table, s.table.Name) && p.Table != s.name || p.Schema != "" && p.Schema != s.table.Schema {
		return ""
	}
	return sameColumn(s.table, p.Column)
}

// sameColumn returns the column with that name; otherwise the first whose name differs in case alone.
func sameColumn(t *schema.Table, name string) string {
	if t.Column(name) != nil {
		return name
	}
	for _, c := range t.Columns {
		if strings.EqualFold(c.Name, name) {
			return c.Name
		}
	}
	return ""
}

func (p Patch) name() string {
	if p.Table != "" {
		return p.Table + "." + p.Column
	}
	return p.Column
}

// output returns the index of the output column with that name; -1 when there is none.
func (x *patcher) output(name string) int {
	return slices.IndexFunc(plan.OutputNames(x.plan), func(n string) bool { return n != "" && strings.EqualFold(n, name) })
}

// shown returns the index of the output column that a patch names, by its name or by the column that it shows; -1
// when there is none.
func (x *patcher) shown(p Patch) int {
	if p.Table == "" {
		if i := x.output(p.Column); i >= 0 {
			return i
		}
	}
	for _, s := range x.sources() {
		c := s.column(p)
		if c == "" {
			continue
		}
		if i := slices.IndexFunc(x.plan.Select, func(o plan.Output) bool { return plan.Equal(o.Expr, plan.Col(s.name, c)) }); i >= 0 {
			return i
		}
	}
	return -1
}

// spot is where a column was found: in a source, or at the end of a path from one.
type spot struct {
	source patched
	path   plan.Path     // nil: the column is in the source itself
	table  *schema.Table // the table that has the column
	name   string        // of the column
}

// locate returns the only column that a patch can mean; columns for which taken is true do not count.
func (x *patcher) locate(p Patch, taken func(plan.Expr) bool) (spot, error) {
	var found []spot
	there := false
	for _, s := range x.sources() {
		c := s.column(p)
		if c == "" {
			continue
		}
		there = true
		if taken == nil || !taken(plan.Col(s.name, c)) {
			found = append(found, spot{source: s, table: s.table, name: c})
		}
	}
	if len(found) == 0 && !there {
		found = x.reach(p)
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		e := &PatchError{Message: "several tables have a column " + p.Column + ". Which do you mean?"}
		for _, f := range found {
			c := p
			c.Schema, c.Table, c.Column = f.table.Schema, f.table.Name, f.name
			if f.path == nil && x.twice(f.table) {
				c.Table, c.Schema = f.source.name, ""
			}
			if !slices.ContainsFunc(e.Candidates, func(o Patch) bool { return o.Table == c.Table && o.Schema == c.Schema }) {
				e.Candidates = append(e.Candidates, c)
			}
		}
		return spot{}, e
	case there:
		return spot{}, refusePatch("the answer shows %s already", p.name())
	}
	return spot{}, refusePatch("there is no column %s in the tables of the answer, or in those that their keys lead to", p.name())
}

// twice reports whether several sources read one table, so that its name does not tell them apart.
func (x *patcher) twice(t *schema.Table) bool {
	n := 0
	for _, s := range x.sources() {
		if s.table == t {
			n++
		}
	}
	return n > 1
}

// maxReach bounds the steps to a column of a table that the plan does not read yet.
const maxReach = 2

// reach returns the matching columns of tables that the keys of the plan's sources lead to, where each row meets at
// most one row of them. If the patch names no table, only tables one step away count.
func (x *patcher) reach(p Patch) []spot {
	var found []spot
	g := plan.NewGraph(x.snap)
	for _, t := range x.snap.Tables {
		if p.Table != "" && !strings.EqualFold(p.Table, t.Name) || p.Schema != "" && p.Schema != t.Schema {
			continue
		}
		c := sameColumn(t, p.Column)
		if c == "" || slices.ContainsFunc(x.sources(), func(s patched) bool { return s.table == t }) {
			continue
		}
		steps := maxReach
		if p.Table == "" {
			steps = 1
		}
		for _, s := range x.sources() {
			for _, path := range g.Paths(s.table, t, steps) {
				if !path.Multiplies() && path.Confidence() >= plan.DefaultJoinConfidence {
					found = append(found, spot{source: s, path: path, table: t, name: c})
				}
			}
		}
	}
	return found
}

// join adds the tables on the way to a column and returns its reference. Left joins keep every row that there was.
func (at spot) join(x *patcher) plan.Expr {
	from := at.source.name
	for _, step := range at.path {
		alias := x.free(step.To.Name)
		x.plan.Joins = append(x.plan.Joins, plan.Join{Kind: plan.Left, On: step.On(from, alias),
			Source: plan.Source{Schema: step.To.Schema, Table: step.To.Name, Alias: alias}})
		from = alias
	}
	return plan.Col(from, at.name)
}

// free returns an alias that no source has yet.
func (x *patcher) free(table string) string {
	name := table
	for n := 2; slices.ContainsFunc(x.plan.Sources(), func(s *plan.Source) bool { return s.Name() == name }); n++ {
		name = table + "_" + strconv.Itoa(n)
	}
	return name
}
