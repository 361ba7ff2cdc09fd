package cmd

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/semantic"
)

// converted returns the lessons that say what words mean as a file of the schema's meaning, and the other lessons.
// Those of single roles stay lessons, as do those that are learned, and expressions over several relations.
func converted(m *semantic.Model, all []lessons.Lesson, datasource string) (*semantic.File, []lessons.Lesson) {
	tables := map[string]*semantic.Entry{}
	var rest []lessons.Lesson
	for _, l := range all {
		if !l.Glossary() || l.Status != lessons.Approved || !adopt(m, tables, l) {
			rest = append(rest, l)
		}
	}
	return &semantic.File{Sources: map[string]map[string]*semantic.Entry{datasource: tables}}, rest
}

// adopt writes a lesson into the entry of the relation that it is about. It reports whether there is one.
func adopt(m *semantic.Model, tables map[string]*semantic.Entry, l lessons.Lesson) bool {
	entry := func(r *semantic.Relation) *semantic.Entry {
		name := r.Table.Qualified()
		if tables[name] == nil {
			tables[name] = &semantic.Entry{Columns: map[string]semantic.ColumnEntry{}, Terms: map[string]semantic.TermEntry{}}
		}
		return tables[name]
	}
	if found := m.Named(strings.TrimSpace(l.Means)); len(found) == 1 {
		e := entry(found[0])
		e.Synonyms = append(e.Synonyms, l.Words)
		return true
	}
	expr, err := plan.Fragment(l.Means)
	if err != nil || l.Kind != lessons.Column {
		return false
	}
	r := home(m, expr)
	if r == nil {
		return false
	}
	e := entry(r)
	if ref, ok := expr.Column(); ok {
		c := e.Columns[ref.Column]
		c.Synonyms = append(c.Synonyms, l.Words)
		e.Columns[ref.Column] = c
		return true
	}
	e.Terms[l.Words] = semantic.TermEntry{Is: unqualified(expr).String()}
	return true
}

// home returns the relation of all columns of an expression; nil when there is none, or more than one.
func home(m *semantic.Model, e plan.Expr) *semantic.Relation {
	var names []string
	for _, c := range e.Columns() {
		if !slices.Contains(names, c.Alias) {
			names = append(names, c.Alias)
		}
	}
	if len(names) != 1 || names[0] == "" {
		return nil
	}
	found := m.Named(names[0])
	if len(found) != 1 || slices.ContainsFunc(e.Columns(), func(c plan.Ref) bool { return found[0].Column(c.Column) == nil }) {
		return nil
	}
	return found[0]
}

// unqualified returns an expression without the names of tables before columns.
func unqualified(e plan.Expr) plan.Expr {
	return e.Edited(func(n *pg.Node) bool {
		if fields := n.GetColumnRef().GetFields(); len(fields) > 1 {
			n.Node = plan.Bare(fields[len(fields)-1].GetString_().GetSval()).Node().Node
		}
		return true
	})
}
