package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// Clauses behind a noun: what they say, and of which rows.

// participleIn reads "tagged with urgent", where tags are what rows have, as with the tag urgent.
func participleIn(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	v, _ := attach.Part[attach.Values](p, 0)
	l, _ := attach.Part[lattice.Linked](p, 0)
	if m, _ := participle(g, p, arg); m == nil || v.Col == nil || v.Col.Relation != l.Relation {
		return nil, 0
	}
	return inValues(g, p[1:], arg)
}

// onlyThese reads "active subscriptions only" as these. What belongs to rows, and nothing else, is more than that:
// customers with orders of shoes only.
func onlyThese(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
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
	if t, ok := attach.Cond(p, 0).(*form.Test); ok && t.Col != nil && t.Col.Relation != n.Rel && class(t.Col, schema.Boolean) {
		return attach.Unlikely
	}
	w, ok := first(p[1]).Meaning.(lattice.Word)
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
