package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
)

func limit(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, ok := attach.Wanted(p)
	if !ok {
		return nil, 0
	}
	return attach.Limit{N: n, Desc: arg == "desc"}, 0
}

// topRows reads "top 5 products by price", by a column or a figure.
func topRows(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	k, ok := attach.Wanted(p)
	// Of several nobody said how many.
	if _, top := attach.Word(p, "top", "bottom"); !top && !ok &&
		!slices.ContainsFunc(p, func(e *chart.Edge) bool { _, noun := e.Meaning.(*form.Noun); return noun && several(e) }) {
		k, ok = 1, true
	}
	rank := &form.Rank{Item: &form.Item{Col: attach.Column(p, 0)}, Desc: arg == "desc", N: k}
	if items, isItems := attach.Part[form.Items](p, 0); isItems {
		if len(items.List) != 1 || len(items.Ranks) > 0 {
			return nil, 0
		}
		rank.Item = items.List[0]
	} else if of, said := attach.Part[*form.Noun](p, 1); said { // by the amount of their paid invoices
		if rank.Item.Col == nil || of.Rel != rank.Item.Col.Relation || of.Rel == n.Rel || len(of.Ranks) > 0 {
			return nil, 0
		}
		rank.Item.Noun = of
	}
	i := rank.Item
	rel := i.Relation()
	if !ok || rel == nil || !i.Figure() && (i.Col == nil || !attach.Comparable(i.Col) || i.Col.IsKey()) || i.Figure() && rel == n.Rel {
		return nil, 0
	}
	rank.Total = !i.Figure()
	cost := g.Far(n.Rel, rel)
	if c := attach.Cond(p, 0); c != nil {
		when, more := g.rankedWhen(rank, c)
		if when == nil || i.Figure() {
			return nil, 0
		}
		rank, cost = when, cost+more
	}
	rank = g.Totalled(n.Rel, rank)
	if g.RestrictsOwn(n.Rel, rank) {
		return nil, 0
	}
	n, rank = g.whenBefore(n, rank)
	again := *n
	again.Ranks = append(append([]*form.Rank(nil), n.Ranks...), rank)
	return &again, cost
}

// rankWhen reads "the most rain in 2024" as the most of the rain in 2024.
func rankWhen(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	r, _ := attach.Part[*form.Rank](p, 0)
	when, cost := g.rankedWhen(r, attach.Cond(p, 0))
	if when == nil {
		return nil, 0
	}
	return when, cost
}

// rankedWhen restricts what a rank is by to a period, or to what is said of its rows: the lowest score in maths. nil:
// nothing happens there, or it is said of something else.
func (g *Grammar) rankedWhen(r *form.Rank, c form.Cond) (*form.Rank, float64) {
	if t, ok := c.(*form.Test); ok && r.Item != nil && r.Item.Col != nil && r.Item.Noun == nil && t.Col != nil &&
		t.Col != r.Item.Col && t.Col.Relation == r.Item.Col.Relation {
		again, one := *r, *r.Item
		one.Noun, again.Item = (&form.Noun{Rel: t.Col.Relation}).With(t), &one
		return &again, 0
	}
	d, ok := c.(*form.During)
	if !ok || d.Col != nil || r.Item == nil || r.Item.Col == nil || r.Item.Noun != nil || !r.Total && r.Item.Func == "" {
		return nil, 0
	}
	n := &form.Noun{Rel: r.Item.Col.Relation}
	said, cost := g.Attach(n, d)
	if said == nil {
		return nil, 0
	}
	again, one := *r, *r.Item
	one.Noun, again.Item = n.With(said), &one
	return &again, cost
}

// whenBefore takes the period that was said of a noun, and that no word of it says when it was, over to what the noun
// is ranked by: the best selling products in 2025.
func (g *Grammar) whenBefore(n *form.Noun, r *form.Rank) (*form.Noun, *form.Rank) {
	for i, c := range n.Conds {
		if when, _ := g.Happening(n, r, c); when != nil && !n.New {
			again := *n
			again.Conds = append(append([]form.Cond(nil), n.Conds[:i]...), n.Conds[i+1:]...)
			return &again, when
		}
	}
	return n, r
}

// superBy reads "the largest country by population": the column that was said takes the place of what the superlative
// is of.
func superBy(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	c := attach.Column(p, 0)
	desc := arg == "desc"
	for _, e := range p {
		if l, ok := e.Meaning.(lattice.Linked); ok && l.Kind == link.Attribute {
			desc = l.More
			c = attach.Column(p, 1)
		}
	}
	w, _ := attach.Word(p, "highest")
	if c == nil || !attach.Comparable(c) || c.IsKey() || !n.Named || len(n.Ranks) > 0 {
		return nil, 0
	}
	k, numbered := attach.Wanted(p)
	if !numbered {
		if strings.HasSuffix(w.Text, "top") || strings.HasSuffix(w.Text, "best") {
			return nil, 0 // the top ones: nobody said how many
		}
		k = 1
	}
	rank := g.Totalled(n.Rel, &form.Rank{Item: &form.Item{Col: c}, Desc: desc, N: k, Total: true})
	again := *n
	again.Ranks = []*form.Rank{rank}
	return &again, g.Far(n.Rel, c.Relation)
}

// turnover reports whether rows were named by a word that may mean their amount: sales by region.
func turnover(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) {
		l, ok := p.Meaning.(lattice.Linked)
		found = found || ok && p.Rule == nil && wordlist.Among("turnover", l.Said)
	})
	return found
}

// periodMost reads "the month with the most orders" and "top 3 months by revenue", by how many rows there are or by a
// figure.
func periodMost(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	w, ok := attach.Word(p, "unit")
	if !ok || w.Value == "" || w.Value == "decade" {
		return nil, 0
	}
	rank := &form.Rank{Desc: arg == "desc", N: 1}
	if strings.HasSuffix(w.Text, "s") { // of months nobody said how many
		rank.N = attach.Listed
	}
	if !numbered(rank, p) {
		return nil, 0
	}
	if n, ok := attach.Part[*form.Noun](p, 0); ok && n.Named {
		rank.Item = &form.Item{Func: "count", Noun: n}
	} else if items, ok := attach.Part[form.Items](p, 0); ok && len(items.List) == 1 && len(items.Ranks) == 0 && items.List[0].Figure() {
		rank.Item = items.List[0]
	} else if m, ok := attach.Part[facts.Measured](p, 0); ok {
		rank.Item = m.Item("sum")
	} else if c := attach.Column(p, 0); c != nil && facts.Additive(c) {
		rank.Item = &form.Item{Func: "sum", Col: c}
	}
	if rank.Item == nil {
		return nil, 0
	}
	if c := attach.Cond(p, 0); c != nil {
		d, ok := c.(*form.During)
		rel := rank.Item.Relation()
		if !ok || rel == nil || w.Value == "year" {
			return nil, 0
		}
		n := rank.Item.Noun
		if n == nil {
			n = &form.Noun{Rel: rel}
		}
		said, _ := g.Attach(n, d)
		if said == nil {
			return nil, 0
		}
		one := *rank.Item
		one.Noun = n.With(said)
		rank.Item = &one
	}
	return form.Items{List: []*form.Item{rank.Item}, Ranks: []*form.Rank{rank}, Groups: []*form.Group{{Unit: w.Value}}}, 0
}
