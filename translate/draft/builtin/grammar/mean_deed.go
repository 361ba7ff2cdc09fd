package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// notYet says that something has not happened to rows: not yet shipped.
func notYet(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	m, cost := eventCond(g, p, "")
	r, ok := m.(*form.Related)
	if !ok {
		return nil, 0
	}
	return &form.Not{Cond: r}, cost
}

func openNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if c := attach.Open(n.Rel); c != nil && n.Named {
		return g.Say(n, c)
	}
	return nil, 0
}

func openCond(*Grammar, []*chart.Edge, string) (chart.Meaning, float64) {
	return &form.Current{How: "open"}, 0
}

// fresh reads new customers of a period as those that came to be in it. Without a period nobody knows what is new.
func fresh(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if c := attach.ClockOf(n, ""); c == nil || !n.Named || c.Relation != n.Rel {
		return nil, 0
	}
	again := *n
	again.New = true
	return &again, 0
}

// several reports whether the rows of a noun were named in the plural.
func several(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) {
		l, ok := p.Meaning.(lattice.Linked)
		if ok && p.Rule == nil && l.Kind == link.Relation {
			found = found || attach.Plural(l.Said)
		}
	})
	return found
}

// soldBest ranks by how many pieces were sold: best selling, sold the least. Said "by quantity" it is no other than
// that.
func soldBest(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	pieces := g.Known().Pieces
	if pieces == nil {
		return nil, 0
	}
	rank := &form.Rank{Item: &form.Item{Func: "sum", Col: pieces}, Desc: arg == "desc", N: 1, Several: true}
	if !numbered(rank, p) {
		return nil, 0
	}
	rank.Several = rank.N == 1
	if w, ok := attach.Word(p, "ordinals"); ok {
		k, _ := strconv.ParseInt(w.Value, 10, 64)
		rank.Skip, rank.Several = k-1, false
	}
	return rank, 0
}

// soldFigure is how many pieces were sold, of all or of some rows.
func soldFigure(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	pieces := g.Known().Pieces
	if pieces == nil {
		return nil, 0
	}
	i := &form.Item{Func: "sum", Col: pieces}
	n, ok := attach.Part[*form.Noun](p, 0)
	if !ok {
		return form.Items{List: []*form.Item{i}}, 0
	}
	i.Noun = n
	return form.Items{List: []*form.Item{i}}, g.Far(n.Rel, pieces.Relation)
}

// sells reports whether it was said that somebody or something sells.
func sells(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) {
		w, ok := p.Meaning.(lattice.Word)
		found = found || ok && (w.List == "soldbest" || w.List == "soldworst")
	})
	return found
}

// soldBy ranks a noun by the pieces that were sold of it, where that is said once more: the 10 best selling products
// by quantity.
func soldBy(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, ok := attach.Part[*form.Noun](p, 0)
	pieces := g.Known().Pieces
	if !ok || pieces == nil || attach.Column(p, 0) != pieces {
		return nil, 0
	}
	rank, _ := soldBest(g, p, arg)
	if rank == nil {
		return nil, 0
	}
	return rankedNoun(g, []*chart.Edge{{Meaning: n}, {Meaning: rank}}, "")
}

// soldByFigure ranks a noun that sells best by what is said to go by: the 10 best selling products by revenue.
func soldByFigure(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	figure, ok := attach.Part[form.Items](p, 0)
	rank, _ := soldBest(g, p, arg)
	if !ok || rank == nil || len(figure.List) != 1 || len(figure.Ranks) > 0 || figure.List[0].Noun != nil {
		return nil, 0
	}
	best := *rank.(*form.Rank)
	best.Item = figure.List[0]
	if best.N == 1 && slices.ContainsFunc(p, several) {
		best.N, best.Several = attach.Listed, false
	}
	return rankedNoun(g, []*chart.Edge{{Meaning: n}, {Meaning: &best}}, "")
}

// bought reads "what did Ann Lee buy" as what stands in the lines of her orders.
func bought(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	pieces, last := g.Known().Pieces, p[len(p)-1]
	said := ""
	switch m := last.Meaning.(type) {
	case lattice.Heard:
		said = m.Text
	case lattice.Word:
		said = m.Text
	case lattice.Linked:
		said = m.Said
	}
	if pieces == nil || !wordlist.Among("buying", said) || len(n.Conds) == 0 || len(n.Ranks) > 0 {
		return nil, 0
	}
	var thing *semantic.Relation
	theirs := false
	for _, k := range pieces.Relation.Keys {
		switch {
		case k.To == n.Rel:
			theirs = true
		case g.Ways.ToOne(k.To, n.Rel):
			theirs = theirs || attach.Buys(n.Rel) || len(k.To.Keys) == 1
		case thing != nil:
			return nil, 0
		default:
			thing = k.To
		}
	}
	if thing == nil || !theirs {
		return nil, 0
	}
	lines := (&form.Noun{Rel: pieces.Relation}).With(&form.Related{Noun: n})
	return (&form.Noun{Rel: thing, Named: true}).With(&form.Related{Noun: lines}), 0
}

// boughtIn says that somebody bought what has a value: something from the category of tents. Of two values each was
// bought.
func boughtIn(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	pieces := g.Known().Pieces
	v, _ := attach.Part[attach.Values](p, 0)
	if pieces == nil || v.Col == nil || v.Like || !slices.ContainsFunc(p, saysBuying) || !g.Ways.ToOne(pieces.Relation, v.Col.Relation) {
		return nil, 0
	}
	sold := func(values ...string) form.Cond {
		lines := (&form.Noun{Rel: pieces.Relation, Named: true}).With(&form.Related{Noun: &form.Noun{Rel: v.Col.Relation, Conds: []form.Cond{form.Equals(v.Col, values...)}}})
		return &form.Related{Noun: lines}
	}
	if !v.Each {
		return sold(v.Texts...), 0
	}
	all := &form.All{}
	for _, one := range v.Texts {
		all.Conds = append(all.Conds, sold(one))
	}
	return all, 0
}

// saysBuying reports whether it was said that somebody bought something.
func saysBuying(e *chart.Edge) bool {
	said := ""
	switch m := e.Meaning.(type) {
	case lattice.Heard:
		said = m.Text
	case lattice.Word:
		return m.List == "buying"
	case lattice.Linked:
		said = m.Said
	}
	return wordlist.Among("buying", said[strings.LastIndexByte(said, ' ')+1:])
}

// existing reads "what colours are there" as the different ones.
func existing(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c, _ := attach.Part[attach.Columns](p, 0)
	c.Unique = true
	for _, x := range c.List {
		if x.IsKey() || x.Column.Class.Numeric() {
			return nil, 0
		}
	}
	m, cost := plain(g, []*chart.Edge{{Meaning: c}}, arg)
	return m, cost
}

// withNoun reads "products with their supplier": what both are called.
func withNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := attach.Part[*form.Noun](p, 0)
	b, ok := attach.Part[*form.Noun](p, 1)
	if !ok || !a.Named && !a.Rel.People || a.Rel == b.Rel || len(b.Ranks) > 0 || g.Far(a.Rel, b.Rel) > nearby {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Noun: a}, {Noun: b}}}, g.Far(a.Rel, b.Rel)
}

// ofRel reads what rows belong to as the noun that another meaning wants behind them.
func ofRel(mean meaning) meaning {
	return func(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
		l, _ := attach.Part[lattice.Linked](p, 0)
		return mean(g, append(slices.Clip(p), &chart.Edge{Meaning: &form.Noun{Rel: l.Relation, Named: true}}), arg)
	}
}

// theirs shows what rows belong to beside what was asked of them: names of animals and their shelter.
func theirs(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := attach.Part[form.Items](p, 0)
	b, ok := attach.Part[*form.Noun](p, 0)
	first := a.List[0]
	rel := first.Relation()
	if !ok || !b.Named || rel == nil || rel == b.Rel || first.Figure() || len(b.Ranks)+len(b.Conds)+len(a.Ranks)+len(a.Groups) > 0 || len(a.List) > 8 ||
		g.Far(rel, b.Rel) > nearby || !g.Ways.ToOne(rel, b.Rel) {
		return nil, 0
	}
	out := a
	out.List = nil
	of := &form.Noun{Rel: rel}
	for _, i := range a.List {
		if one := *i; one.Noun == nil && one.Relation() == rel {
			one.Noun = of
			i = &one
		}
		out.List = append(out.List, i)
	}
	out.List = append(out.List, &form.Item{Noun: b})
	return out, g.Far(rel, b.Rel)
}

// nearby is how far rows may be that are theirs.
const nearby = 1.5
