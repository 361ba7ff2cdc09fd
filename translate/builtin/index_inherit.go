package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// inherits returns the edge from a table without names to the table that holds the names of its rows: an athlete is a
// person. It is a declared key from the whole primary key of t to that of a table with names; nil when there is none.
func (ix *index) inherits(t *schema.Table) *edge {
	if ix.hasName(t) || len(t.PrimaryKey) != 1 {
		return nil
	}
	for i, e := range ix.graph.edges[t] {
		if e.toOne && e.declared && e.to != t && slices.Equal(e.fromCols, t.PrimaryKey) && slices.Equal(e.toCols, e.to.PrimaryKey) && ix.hasName(e.to) && !ix.ownerOf(e.to, t) {
			return &ix.graph.edges[t][i]
		}
	}
	return nil
}

// plays returns the edge from a table without names, whose rows are people in a role, to the table of people: a poker
// player is a person. It is the only declared key of t to people, and no two rows of t share a value of it; nil when
// there is none.
func (ix *index) plays(t *schema.Table) *edge {
	if ix.hasName(t) {
		return nil
	}
	var found *edge
	for i, e := range ix.graph.edges[t] {
		if !e.toOne || !e.declared || len(e.fromCols) != 1 || e.to == t || !slices.Contains(ix.people(), e.to) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &ix.graph.edges[t][i]
	}
	if found == nil {
		return nil
	}
	if c := t.Column(found.fromCols[0]); !isUnique(t, found.fromCols) && !(c.Profile.Distinct == -1) {
		return nil
	}
	return found
}

// ownerOf reports whether the primary key of t is declared as a foreign key to other.
func (ix *index) ownerOf(t, other *schema.Table) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(fk schema.ForeignKey) bool {
		return slices.Equal(fk.Columns, t.PrimaryKey) && ix.snap.References(fk) == other
	})
}

// hasNames reports whether the rows of a table have a name, their own or an inherited one.
func (ix *index) hasNames(t *schema.Table) bool { return ix.hasName(t) || ix.info[t].parent != nil }

// extensions returns the tables whose primary key refers to that of t, so that their rows are rows of t: contact data
// of persons, athletes.
func (ix *index) extensions(t *schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, e := range ix.graph.edges[t] {
		if e.toOne && e.declared && slices.Equal(e.fromCols, t.PrimaryKey) && slices.Equal(e.toCols, e.to.PrimaryKey) && e.to != t {
			out = append(out, e.to)
		}
	}
	return out
}

// inheritedOutputs returns outputs for the names that a row of t, the one with the given alias, inherits. It joins
// the table that holds the names when that is not joined yet.
func (l *level) inheritedOutputs(t *schema.Table, alias string) []plan.Output {
	e := l.b.ix.info[t].parent
	a, ok := l.alias[e.to]
	if ps := l.b.p.paths(l.base, e.to); !ok || t != l.base || len(ps) == 0 || len(ps[0]) != 1 {
		if a, ok = l.kin[alias]; !ok {
			a = l.b.newAlias(e.to)
			l.plan.Joins = append(l.plan.Joins, plan.Join{Kind: plan.Left, Source: plan.Source{Schema: e.to.Schema, Table: e.to.Name, Alias: a},
				On: []plan.Expr{plan.Op("=", plan.Col(alias, e.fromCols[0]), plan.Col(a, e.toCols[0]))}})
			if l.kin == nil {
				l.kin = map[string]string{}
			}
			l.kin[alias] = a
		}
	}
	var out []plan.Output
	for _, c := range l.b.ix.info[e.to].display {
		out = append(out, plan.Output{Expr: plan.Col(a, c.Name), As: c.Name})
	}
	return out
}
