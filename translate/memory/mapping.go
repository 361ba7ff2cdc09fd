package memory

import (
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Mapped returns constraints from lessons about names in a draft that are not in the catalog, and these lessons. The
// review replaces the names in the tree.
func (ls Lessons) Mapped(p *plan.Plan) (all []plan.Constraint, by []lessons.Lesson) {
	if p == nil || !ls.On {
		return nil, nil
	}
	var missing []string
	for _, n := range p.Tables() {
		if ls.Snapshot.Table(n.Schema, n.Table) == nil && len(ls.Snapshot.Named(n.Table)) == 0 {
			missing = append(missing, n.Table)
		}
	}
	for _, name := range missing {
		if t, l := ls.Meant(name); t != nil {
			by = append(by, l)
			all = append(all, plan.Constraint{Kind: plan.UseTable, Phrase: name, Schema: t.Schema, Table: t.Name})
		}
	}
	columns, more := ls.mappedColumns(p)
	return append(all, columns...), append(by, more...)
}

// Meant returns the table that a lesson gives for an unknown table name, and the lesson; nil when there is none.
func (ls Lessons) Meant(name string) (ruled *schema.Table, by lessons.Lesson) {
	for _, l := range ls.Active() {
		if l.Kind != lessons.Table {
			continue
		}
		if t := ls.Snapshot.Called(l.Means); t != nil && strings.EqualFold(l.Words, name) {
			return t, l
		}
		if t := ls.Snapshot.Called(l.Rule.Apply(strings.ToLower(name))); t != nil && !l.Rule.IsZero() && ruled == nil {
			ruled, by = t, l
		}
	}
	return ruled, by
}

// mappedColumns returns such constraints for columns, which lessons name with their tables: orders.amount is
// orders.total.
func (ls Lessons) mappedColumns(p *plan.Plan) (all []plan.Constraint, by []lessons.Lesson) {
	named := map[string]bool{}
	p.Walk(func(_ string, e plan.Expr) {
		for _, c := range e.Columns() {
			named[strings.ToLower(c.Column)] = true
		}
	})
	used := map[*schema.Table]bool{}
	for _, n := range p.Tables() {
		used[ls.Snapshot.Called(strings.TrimPrefix(n.Schema+"."+n.Table, "."))] = true
	}
	for _, l := range ls.Active() {
		_, table, column, ok := schema.SplitColumn(l.Words)
		if l.Kind != lessons.Column || !ok || !named[strings.ToLower(column)] {
			continue
		}
		t := ls.Snapshot.Called(table)
		if t == nil || !used[t] || t.Column(column) != nil {
			continue
		}
		if c, ok := ls.constraint(l); ok && c.Kind == plan.UseColumn {
			c.Phrase = column
			by = append(by, l)
			all = append(all, c)
		}
	}
	return all, by
}
