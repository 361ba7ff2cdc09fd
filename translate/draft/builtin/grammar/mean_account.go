package grammar

import (
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/semantic"
)

// accounts reads "customer accounts" as the customers, and those that were opened in 2025 as those who came then, where accounts are no rows
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

// newAccounts reads "new accounts" as the people whose account was opened, where the comment of one date alone says that it was.
func newAccounts(g *Grammar, _ []*chart.Edge, _ string) (chart.Meaning, float64) {
	if g.known().accounts {
		return nil, 0
	}
	var only *semantic.Relation
	for _, r := range g.ways.Model().Relations {
		born := r.Born()
		if born == nil || !r.People || r.Standing != semantic.Base || !strings.Contains(born.Comment, "account") {
			continue
		}
		if only != nil {
			return nil, 0
		}
		only = r
	}
	if only == nil {
		return nil, 0
	}
	return &form.Noun{Rel: only, Named: true, New: true}, 0
}

// hasAccounts reports whether accounts are rows.
func hasAccounts(r *semantic.Relation) bool { return namedOf(r.Name.Words, "accounts") }
