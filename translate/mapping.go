package translate

import (
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// mapped returns constraints from lessons about names in a draft that are not in the catalog. The review replaces the
// names in the tree.
func (w *work) mapped(p *plan.Plan) []plan.Constraint {
	w.recalled.renames = nil
	if p == nil || !w.usesLessons() {
		return nil
	}
	var all []plan.Constraint
	var missing []string
	for _, n := range p.Tables() {
		if w.snapshot.Table(n.Schema, n.Table) == nil && len(w.snapshot.Named(n.Table)) == 0 {
			missing = append(missing, n.Table)
		}
	}
	for _, name := range missing {
		if t := w.meant(name); t != nil {
			all = append(all, plan.Constraint{Kind: plan.UseTable, Phrase: name, Schema: t.Schema, Table: t.Name})
		}
	}
	return append(all, w.mappedColumns(p)...)
}

// meant returns the table that a lesson gives for an unknown table name; nil when there is none.
func (w *work) meant(name string) *schema.Table {
	var ruled *schema.Table
	var by lessons.Lesson
	for _, l := range w.activeLessons() {
		if l.Kind != lessons.Table {
			continue
		}
		if t := w.snapshot.Called(l.Means); t != nil && strings.EqualFold(l.Words, name) {
			w.recalled.renames = append(w.recalled.renames, l)
			return t
		}
		if t := w.snapshot.Called(l.Rule.Apply(strings.ToLower(name))); t != nil && !l.Rule.IsZero() && ruled == nil {
			ruled, by = t, l
		}
	}
	if ruled != nil {
		w.recalled.renames = append(w.recalled.renames, by)
	}
	return ruled
}

// mappedColumns returns such constraints for columns, which lessons name with their tables: orders.amount is
// orders.total.
func (w *work) mappedColumns(p *plan.Plan) []plan.Constraint {
	var all []plan.Constraint
	named := map[string]bool{}
	p.Walk(func(_ string, e plan.Expr) {
		for _, c := range e.Columns() {
			named[strings.ToLower(c.Column)] = true
		}
	})
	used := map[*schema.Table]bool{}
	for _, n := range p.Tables() {
		used[w.snapshot.Called(strings.TrimPrefix(n.Schema+"."+n.Table, "."))] = true
	}
	for _, l := range w.activeLessons() {
		_, table, column, ok := schema.SplitColumn(l.Words)
		if l.Kind != lessons.Column || !ok || !named[strings.ToLower(column)] {
			continue
		}
		t := w.snapshot.Called(table)
		if t == nil || !used[t] || t.Column(column) != nil {
			continue
		}
		if c, ok := w.constraint(l); ok && c.Kind == plan.UseColumn {
			c.Phrase = column
			w.recalled.renames = append(w.recalled.renames, l)
			all = append(all, c)
		}
	}
	return all
}

// remap corrects a draft of SQL that names a table which is not in the catalog, if a lesson knows the right one. It
// reports whether it did. The draft is within the guard's bounds, because the guard checks these before names.
func (w *work) remap() bool {
	v := w.verdict
	if w.draft.plan != nil || w.draft.engine != EngineModel || v.Decision == guard.Allow || v.Rule != guard.RuleRelation || !w.usesLessons() {
		return false
	}
	names := map[string]plan.Name{}
	sql, err := plan.RenameTables(w.draft.sql, func(n plan.Name) plan.Name {
		if w.snapshot.Called(strings.TrimPrefix(n.Schema+"."+n.Table, ".")) == nil {
			if t := w.meant(n.Table); t != nil {
				names[n.Table] = plan.Name{Schema: t.Schema, Table: t.Name}
				return names[n.Table]
			}
		}
		return n
	})
	if err != nil || len(names) == 0 {
		return false
	}
	w.draft.sql = sql
	return true
}
