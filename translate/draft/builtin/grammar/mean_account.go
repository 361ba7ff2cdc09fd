package grammar

import (
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/semantic"
)

// accounts reads "customer accounts" as the customers, and those that were opened in 2025 as those who came then, where
// accounts are no rows
// of their own.
func accounts(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := part[Linked](p, 0)
	if l.Relation == nil || !l.Relation.People && !Party(l.Relation) || g.known().accounts {
		return nil, 0
	}
	n := &form.Noun{Rel: l.Relation, Named: true}
	s, begun := part[Span](p, 0)
	if !begun {
		return n, 0
	}
	c := form.Clock(l.Relation)
	if c == nil || c.Relation != l.Relation || s.Part != "" {
		return nil, 0
	}
	return n.With(&form.During{Col: c, From: s.From, To: s.To}), 0
}

// hasAccounts reports whether accounts are rows.
func hasAccounts(r *semantic.Relation) bool { return namedOf(r.Name.Words, "accounts") }
