package grammar

import (
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
)

// withBoth reads contracts with customer and end date: what each row belongs to, and columns of its own.
func withBoth(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := part[*form.Noun](p, 0)
	b, _ := part[*form.Noun](p, 1)
	rows, far := withNoun(g, p, "")
	m, cost := itemsOf(g, p, "")
	if rows == nil || m == nil || !b.Named || len(b.Conds) > 0 || !g.ways.ToOne(a.Rel, b.Rel) {
		return nil, 0
	}
	return Items{List: append(rows.(Items).List, m.(Items).List...)}, far + cost
}
