package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// inherits finds the key over which the rows of a table without names are rows of another one, too, that has them: an athlete
// is a person. It is the declared key that the whole primary key of t is; nil when there is none.
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

// plays finds the key over which each row of a table without names is another person, in some role: a poker player is one of the
// people. It is the only declared key of t to people, and no two rows share one; nil when there is none.
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

// ownerOf says whether t declares its primary key to be that of other.
func (ix *index) ownerOf(t, other *schema.Table) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(fk schema.ForeignKey) bool {
		return slices.Equal(fk.Columns, t.PrimaryKey) && ix.snap.References(fk) == other
	})
}

// hasNames says whether people know the rows of a table by a name, of its own or inherited.
func (ix *index) hasNames(t *schema.Table) bool { return ix.hasName(t) || ix.info[t].parent != nil }

// extensions are the tables whose rows are those of t, seen from the other side: the contact data of persons, athletes that
// are persons.
func (ix *index) extensions(t *schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, e := range ix.graph.edges[t] {
		if e.toOne && e.declared && slices.Equal(e.fromCols, t.PrimaryKey) && slices.Equal(e.toCols, e.to.PrimaryKey) && e.to != t {
			out = append(out, e.to)
		}
	}
	return out
}

// inheritedOutputs are the names that the rows of t inherit, of the row that alias stands for. The row that has them is joined
// when it is not yet.
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
