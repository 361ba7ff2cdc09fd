package grammar

import (
	"reflect"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// Clauses behind a noun: what they say, and of which rows.

// participleIn reads "tagged with urgent", where tags are what rows have, as with the tag urgent.
func participleIn(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	v, _ := part[Values](p, 0)
	l, _ := part[Linked](p, 0)
	if m, _ := participle(g, p, arg); m == nil || v.Col == nil || v.Col.Relation != l.Relation {
		return nil, 0
	}
	return inValues(g, p[1:], arg)
}

// onlyThese reads "active subscriptions only" as these. What belongs to rows, and nothing else, is more than that:
// customers with orders of shoes only.
func onlyThese(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	if !n.Named || len(n.Conds) == 0 || len(n.Ranks) > 0 || slices.ContainsFunc(n.Conds, func(c form.Cond) bool { t, ok := c.(*form.Test); return !ok || t.Col.Relation != n.Rel }) {
		return nil, 0
	}
	return n, 0
}

// fartherOff is what it costs to say a relative clause of others than those it stands behind.
const fartherOff = 0.8

// farther returns what it costs that a relative clause stands behind what rows are ranked by, and is said of the
// rows: who has the most projects that are active. Nor is it the flag of others that says so of rows.
func farther(n *form.Noun, p []*chart.Edge) float64 {
	if t, ok := cond(p, 0).(*form.Test); ok && t.Col != nil && t.Col.Relation != n.Rel && class(t.Col, schema.Boolean) {
		return unlikely
	}
	w, ok := first(p[1]).Meaning.(Word)
	if r := p[0].Rule; ok && r != nil && r.Name == "noun.ranked" && (strings.HasPrefix(w.Text, "that") || strings.HasPrefix(w.Text, "which")) {
		return fartherOff
	}
	return 0
}

// first returns the first edge of the lattice in an edge.
func first(e *chart.Edge) *chart.Edge {
	for e.Rule != nil {
		e = e.Parts[0]
	}
	return e
}

// itsDate is what it costs that what happened to rows is said of their state and not by its date: memberships
// cancelled per year.
const itsDate = 0.5

// dated reports whether rows tell when what a word says happened to them.
func dated(r *semantic.Relation, done string) bool {
	base := lexicon.BaseOf(strings.ToLower(done))
	return base != "" && slices.ContainsFunc(r.Events, func(e semantic.Event) bool { return e.Date != nil && slices.Contains(e.Verbs, base) })
}

// stateStands leaves out what the dates of a noun say of now where it is in a stored state, which is that of now,
// whatever its dates: what is active right now. It reports whether it left something out.
func (g *Grammar) stateStands(n *form.Noun) bool {
	if len(n.Conds) < 2 || !slices.ContainsFunc(n.Conds, func(c form.Cond) bool {
		t, ok := c.(*form.Test)
		return ok && t.Op == algebra.Eq && t.Col != nil && t.Col.Relation == n.Rel && len(t.To.Values) > 0 && namedOf(t.Col.Name.Words, "outcomes")
	}) {
		return false
	}
	now, _ := g.current(n.Rel)
	if _, flag := now.(*form.Test); flag {
		return false
	}
	all := len(n.Conds)
	n.Conds = slices.DeleteFunc(n.Conds, func(c form.Cond) bool { return reflect.DeepEqual(c, now) })
	return len(n.Conds) < all
}

// unusedRows is how rows are with which nobody does anything.
const unusedRows = "unused"
