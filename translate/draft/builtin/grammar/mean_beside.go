package grammar

import (
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/semantic"
)

// withCount reads "shops with the number of orders": how many belong to each, of those of which the same was said as of the shops.
func withCount(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	counted, _ := part[Items](p, 0)
	one := *counted.List[0]
	if !n.Named || len(n.Ranks) > 0 || one.Noun == nil || one.Noun.Rel == n.Rel || g.ways.ToOne(n.Rel, one.Noun.Rel) {
		return nil, 0
	}
	for _, c := range n.Conds {
		if d, ok := c.(*form.During); ok && d.Col != nil && d.Col.Relation == one.Noun.Rel {
			one.Noun = one.Noun.With(d)
		}
	}
	return Items{List: []*form.Item{{Noun: n}, &one}}, g.far(one.Noun.Rel, n.Rel)
}

// versus reads "paid versus open invoices": how many there are of the one and of the other.
func versus(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	var col *semantic.Column
	var texts []string
	for _, e := range p {
		if l, ok := e.Meaning.(Linked); ok && l.Value != "" && !l.like {
			if col != nil && col != l.Column {
				return nil, 0
			}
			col, texts = l.Column, append(texts, l.Value)
		}
	}
	if !n.Named || len(n.Ranks) > 0 || len(texts) != 2 || !g.ways.ToOne(n.Rel, col.Relation) && n.Rel != col.Relation {
		return nil, 0
	}
	n = n.With(equals(col, texts...))
	return Items{List: []*form.Item{{Func: "count", Noun: n}}, Groups: []*form.Group{{Col: col}}}, g.far(n.Rel, col.Relation)
}
