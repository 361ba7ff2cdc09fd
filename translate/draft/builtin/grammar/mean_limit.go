package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// Limit is how many rows of an order are wanted: top 5.
type Limit struct {
	N    int64
	Desc bool
}

// Sum is equal for equal limits.
func (l Limit) Sum() uint64 { return form.Hash(l) }

func limit(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, ok := Wanted(p)
	if !ok {
		return nil, 0
	}
	return Limit{n, arg == "desc"}, 0
}

// mostWanted bounds how many rows somebody asks for.
const mostWanted = 10_000

// Wanted returns the number among the parts as a number of rows.
func Wanted(p []*chart.Edge) (int64, bool) {
	num, ok := part[lattice.Number](p, 0)
	n, err := strconv.ParseInt(num.Text, 10, 64)
	return n, ok && err == nil && n >= 1 && n <= mostWanted
}

// topRows reads "top 5 products by price", by a column or a figure.
func topRows(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	k, ok := Wanted(p)
	// Of several nobody said how many.
	if _, top := word(p, "top", "bottom"); !top && !ok &&
		!slices.ContainsFunc(p, func(e *chart.Edge) bool { _, noun := e.Meaning.(*form.Noun); return noun && several(e) }) {
		k, ok = 1, true
	}
	rank := &form.Rank{Item: &form.Item{Col: column(p, 0)}, Desc: arg == "desc", N: k}
	if items, isItems := part[form.Items](p, 0); isItems {
		if len(items.List) != 1 || len(items.Ranks) > 0 {
			return nil, 0
		}
		rank.Item = items.List[0]
	}
	i := rank.Item
	rel := i.Relation()
	if !ok || rel == nil || !i.Figure() && (i.Col == nil || !Comparable(i.Col) || i.Col.IsKey()) || i.Figure() && rel == n.Rel {
		return nil, 0
	}
	rank.Total = !i.Figure()
	cost := g.Far(n.Rel, rel)
	if c := cond(p, 0); c != nil {
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
	r, _ := part[*form.Rank](p, 0)
	when, cost := g.rankedWhen(r, cond(p, 0))
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

// WhenRanked says a period of what the rows of a noun are ranked by, where these last and that happened: the revenue
// of 2025, of customers whenever they registered. nil: it is of the rows.
func (g *Rules) WhenRanked(n *form.Noun, c form.Cond) (*form.Noun, float64) {
	if n.New || len(n.Ranks) != 1 {
		return nil, 0
	}
	r, cost := g.Happening(n, n.Ranks[0], c)
	if r == nil {
		return nil, 0
	}
	again := *n
	again.Ranks = []*form.Rank{r}
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

// Happening restricts a rank by a figure over what happened with rows that last to those of a period; nil: it is of
// something else.
func (g *Rules) Happening(n *form.Noun, r *form.Rank, c form.Cond) (*form.Rank, float64) {
	d, ok := c.(*form.During)
	i := r.Item
	if !ok || d.Col != nil && !d.Assumed || i == nil || !i.Figure() || i.Term != nil && i.Func != form.Defined {
		return nil, 0
	}
	of := i.Relation()
	if i.Noun != nil && i.Noun.Rel != nil {
		of = i.Noun.Rel
	}
	own := ClockOf(n, "")
	if of == nil || of == n.Rel || g.Ways.ToOne(n.Rel, of) || own != nil && (n.Clock != nil || !lasting(n.Rel, own)) ||
		d.Verb != "" && told(n.Rel, d.Verb) {
		return nil, 0
	}
	when := *d
	when.Col, when.Verb, when.Assumed = nil, "", false
	inner := i.Noun
	if inner == nil {
		inner = &form.Noun{Rel: of}
	}
	said, cost := g.Attach(inner, &when)
	if said == nil {
		return nil, 0
	}
	again, one := *r, *i
	one.Noun, again.Item = inner.With(said), &one
	return &again, cost
}

// told reports whether a date of a relation is that of a verb.
func told(r *semantic.Relation, verb string) bool {
	return slices.ContainsFunc(r.Columns, func(c *semantic.Column) bool { return datedColumn(c) && tells(c, verb) })
}

// RestrictsOwn reports whether a rank by a column of the rows themselves, or of one that belongs to each, is of some
// of them only: nothing would restrict them. Nor is it by how long something else took: who is employed longest has
// not the longest repair.
func (g *Rules) RestrictsOwn(rel *semantic.Relation, r *form.Rank) bool {
	i := r.Item
	if i != nil && i.Col != nil && i.Col.Span != nil && i.Func == "" && i.Noun == nil && i.Col.Relation != rel {
		return true
	}
	return i != nil && i.Col != nil && i.Func == "" && i.Noun != nil && len(i.Noun.Conds) > 0 && g.Ways.ToOne(rel, i.Col.Relation)
}

// Totalled returns a rank by what belongs to rows as one by its sum, where it was said so and adds up: the accounts
// with the most calls, by calls.
func (g *Rules) Totalled(rel *semantic.Relation, r *form.Rank) *form.Rank {
	again := *r
	again.Total = false
	if i := r.Item; r.Total && i.Col != nil && i.Func == "" && i.Measure == nil && i.Col.Relation != rel &&
		!g.Ways.ToOne(rel, i.Col.Relation) && facts.Additive(i.Col) {
		one := *i
		one.Func = "sum"
		again.Item = &one
	}
	return &again
}

// superBy reads "the largest country by population": the column that was said takes the place of what the superlative
// is of.
func superBy(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	c := column(p, 0)
	desc := arg == "desc"
	for _, e := range p {
		if l, ok := e.Meaning.(lattice.Linked); ok && l.Kind == link.Attribute {
			desc = l.More
			c = column(p, 1)
		}
	}
	w, _ := word(p, "highest")
	if c == nil || !Comparable(c) || c.IsKey() || !n.Named || len(n.Ranks) > 0 {
		return nil, 0
	}
	k, numbered := Wanted(p)
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
	w, ok := word(p, "unit")
	if !ok || w.Value == "" || w.Value == "decade" {
		return nil, 0
	}
	rank := &form.Rank{Desc: arg == "desc", N: 1}
	if strings.HasSuffix(w.Text, "s") { // of months nobody said how many
		rank.N = Listed
	}
	if !numbered(rank, p) {
		return nil, 0
	}
	if n, ok := part[*form.Noun](p, 0); ok && n.Named {
		rank.Item = &form.Item{Func: "count", Noun: n}
	} else if items, ok := part[form.Items](p, 0); ok && len(items.List) == 1 && len(items.Ranks) == 0 && items.List[0].Figure() {
		rank.Item = items.List[0]
	} else if m, ok := part[facts.Measured](p, 0); ok {
		rank.Item = m.Item("sum")
	} else if c := column(p, 0); c != nil && facts.Additive(c) {
		rank.Item = &form.Item{Func: "sum", Col: c}
	}
	if rank.Item == nil {
		return nil, 0
	}
	if c := cond(p, 0); c != nil {
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

// Count returns the number of rows that a word says.
func Count(w string) (int64, bool) {
	if n, ok := wordlist.List("numbers")[w]; ok {
		w = n
	}
	return Wanted([]*chart.Edge{{Meaning: lattice.Number{Text: w}}})
}
