package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

type schemaColumn = semantic.Column

// mostOf ranks by the number of rows that belong to each.
func mostOf(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	w, _ := attach.Word(p, "most", "fewest")
	if c := g.Known().Stock; c != nil && c.Relation == n.Rel && n.Named && !slices.ContainsFunc(p, several) { // the most stock is as many pieces
		return &form.Rank{Item: &form.Item{Func: "sum", Col: c, Noun: n}, Desc: arg == "desc", N: 1}, 0
	}
	cost := 0.0
	if h, ok := attach.Part[lattice.Heard](p, 0); !n.Named || ok && elsewhen(n.Rel, lexicon.BaseOf(h.Text)) {
		cost = attach.Unlikely
	}
	if h, ok := attach.Part[lattice.Heard](p, 0); ok {
		if slices.ContainsFunc(n.Rel.Keys, func(k *semantic.Key) bool { return k.To == n.Rel && slices.Contains(k.Role, h.Text) }) {
			return nil, 0 // who referred the most users is one of them
		}
		n = doneTo(n, h.Text)
	}
	return &form.Rank{Item: &form.Item{Func: "count", Noun: n, Distinct: w.Value == "distinct"}, Desc: arg == "desc", N: 1}, cost
}

// elsewhen reports whether a verb tells what happened to rows after they came to be, and nobody knows by whom: who
// closed the tickets is not who opened them.
func elsewhen(r *semantic.Relation, verb string) bool {
	return slices.ContainsFunc(r.Events, func(e semantic.Event) bool {
		return e.Kind != semantic.Birth && e.Actor == nil && e.Date != nil && slices.Contains(e.Verbs, verb)
	})
}

// doneTo returns rows to which a verb says that something was done as those of which there is a date of that: the
// tickets that were closed.
func doneTo(n *form.Noun, verb string) *form.Noun {
	for _, e := range n.Rel.Events {
		if e.Date != nil && !e.Date.NotNull && slices.Contains(e.Verbs, lexicon.BaseOf(verb)) {
			date := n.Rel.Column(e.Date.Name)
			again := n.With(&form.Not{Cond: &form.Empty{Col: date}})
			for i, c := range again.Conds {
				if d, ok := c.(*form.During); ok && d.Assumed { // in 2025
					then := *d
					then.Col = date
					again.Conds[i] = &then
				}
			}
			again.Clock, again.Role = date, append(slices.Clip(n.Role), verb)
			return again
		}
	}
	return n
}

// mostHappened ranks by how often something happened to each: the most rented film.
func mostHappened(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	l, ok := attach.Part[lattice.Linked](p, 0)
	if !ok || l.Event == nil && !recorded(l) {
		return nil, 0
	}
	rank := &form.Rank{Item: &form.Item{Func: "count", Noun: &form.Noun{Rel: l.Relation, Named: true}}, Desc: arg == "desc", N: 1}
	if !numbered(rank, p) {
		return nil, 0
	}
	rank.Several = rank.N == 1
	return rank, 0
}

// top ranks by a column.
func top(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c == nil || !attach.Comparable(c) {
		return nil, 0
	}
	cost := 0.0
	if c.IsKey() {
		cost = attach.Unlikely
	}
	w, _ := attach.Word(p, "highest", "lowest")
	if form.Class(c).Temporal() && strings.TrimPrefix(w.Text, "the ") == "most" { // most returned is as often, and not the latest
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Col: c}, Several: slices.ContainsFunc(p, rated), Desc: arg == "desc", N: 1,
		Total: strings.HasSuffix(w.Text, "most") || strings.HasSuffix(w.Text, "least")}, cost
}

// rated reports whether it was said that something is rated: by what is thought of it, and not of whom it comes from.
func rated(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) {
		l, ok := p.Meaning.(lattice.Linked)
		found = found || ok && l.Said == "rated"
	})
	return found
}

// topFigure ranks by a figure of what belongs to each: the highest average attendance.
func topFigure(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	w, _ := attach.Word(p, "agg")
	if c == nil || !form.Class(c).Numeric() || w.Value != "avg" && w.Value != "sum" {
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Func: w.Value, Col: c}, Desc: arg == "desc", N: 1}, 0
}

// super reads a superlative: oldest, 3 cheapest.
func super(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := attach.Part[lattice.Linked](p, 0)
	if !ok || l.Column == nil {
		return nil, 0
	}
	rank := &form.Rank{Item: &form.Item{Col: l.Column}, Desc: l.More, N: 1}
	if !numbered(rank, p) {
		return nil, 0
	}
	rank.Several = rank.N == 1 && newest(l.Said)
	return rank, 0
}

// superOf reads "the most expensive one by standard cost" as the one of which that is the highest.
func superOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := attach.Part[lattice.Linked](p, 0)
	c := attach.Column(p, 1)
	if !ok || l.Column == nil || c == nil || !attach.Comparable(c) || c.IsKey() || !form.Class(l.Column).Numeric() {
		return nil, 0
	}
	if num, said := attach.Part[lattice.Number](p, 0); said && num.Text != "1" {
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Col: c}, Desc: l.More, N: 1}, g.Far(l.Column.Relation, c.Relation)
}

// superFirst reads "oldest first" and "from oldest to youngest" as an order by what the superlative is of.
func superFirst(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := attach.Part[lattice.Linked](p, 0)
	if !ok || l.Column == nil {
		return nil, 0
	}
	if end, both := attach.Part[lattice.Linked](p, 1); both && (end.Column != l.Column || end.More == l.More) {
		return nil, 0
	}
	c, desc := byBirth(l)
	return &form.Order{Item: &form.Item{Col: c}, Desc: desc}, 0
}

// byBirth returns what an order by a superlative goes by, and whether from the highest down. Of an age that is the
// day from which on it is counted: of two who are 40 one is older.
func byBirth(l lattice.Linked) (*semantic.Column, bool) {
	if s := l.Column.Span; s != nil && s.To == nil {
		if from := l.Column.Relation.Column(s.From.Name); from != nil {
			return from, !l.More
		}
	}
	return l.Column, l.More
}

// numbered gives a rank the number of rows that is said; it reports whether that is a number of rows.
func numbered(rank *form.Rank, p []*chart.Edge) bool {
	num, ok := attach.Part[lattice.Number](p, 0)
	if !ok {
		return true
	}
	k, err := strconv.ParseInt(num.Text, 10, 64)
	rank.N = k
	return err == nil && k >= 1 && k <= 100_000
}

// order reads an order, by what is said or by what is shown first.
func order(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	o := &form.Order{Desc: arg == "desc"}
	if w, ok := attach.Word(p, "alphabetic"); ok {
		o.Desc, o.ByName = w.Value == "desc", true
	}
	if w, ok := attach.Word(p, "firstof", "datedfirst"); ok {
		o.Desc, o.Size = w.Value == "desc", true
		if o.Dated = w.List == "datedfirst"; o.Dated {
			o.Size = strings.HasPrefix(w.Text, "old") || strings.HasPrefix(w.Text, "young")
		}
	}
	if items, ok := attach.Part[form.Items](p, 0); ok {
		if len(items.List) != 1 || len(items.Ranks) > 0 {
			return nil, 0
		}
		o.Item = items.List[0]
	}
	return o, 0
}

// sortedBy reads rows "by" what differs in nearly all of them as an order, and not as groups of one row each:
// shelters by opening date.
func sortedBy(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	c := attach.Column(p, 0)
	if c == nil || !n.Named || c.Relation != n.Rel || len(n.Ranks) > 0 || c.IsKey() {
		return nil, 0
	}
	first, said := attach.Word(p, "firstof", "datedfirst") // an order that was said
	many := various(c) || class(c, schema.Decimal)
	if !said && !form.Class(c).Temporal() && (!many || !form.Class(c).Numeric() && !slices.Contains(n.Rel.Label.Columns, c.Column)) {
		return nil, 0
	}
	cost := 0.0
	if facts.Additive(c) && !said {
		cost = additiveOrder
	}
	return form.Items{List: []*form.Item{{Noun: n}, {Col: c, Noun: n}}, Orders: []*form.Order{{Item: &form.Item{Col: c}, Desc: first.Value == "desc"}}}, cost
}

// various reports whether nearly all rows have a value of their own in a column, or so many values are there that
// nobody wants a group for each.
func various(c *semantic.Column) bool {
	return facts.Differs(c) || c.Column.Profile.Count(c.Relation.Table.Rows) >= facts.ManyValues
}

// additiveOrder is what it costs that amounts are sorted by, and not added up.
const additiveOrder = 0.4

// rankedNoun keeps the first rows by a rank: the three oldest students, the shop with the most members.
func rankedNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	r, ok := attach.Part[*form.Rank](p, 0)
	if !ok || len(n.Ranks) > 0 {
		return nil, 0
	}
	if attach.Buys(n.Rel) && slices.ContainsFunc(p, sells) {
		return nil, 0
	}
	again, rank := *n, *r
	if rank.Last && !g.Settle(&rank, n) {
		return nil, 0
	}
	if num, ok := attach.Part[lattice.Number](p, 0); ok {
		k, err := strconv.ParseInt(num.Text, 10, 64)
		if err != nil || k < 1 || rank.N != 1 {
			return nil, 0
		}
		rank.N = k
	}
	rank = *g.Totalled(n.Rel, &rank)
	_, said := attach.Part[lattice.Number](p, 0)
	if rank.Several = false; r.Several && !said && slices.ContainsFunc(p, several) {
		rank.N = attach.Listed
	}
	if g.RestrictsOwn(n.Rel, &rank) {
		return nil, 0
	}
	cost := 0.0
	switch i := rank.Item; {
	case i.Col != nil && i.Func == "":
		cost = g.Far(n.Rel, i.Col.Relation)
		if i.Col.Relation != n.Rel && slices.ContainsFunc(p, rated) {
			if g.Ways.ToOne(n.Rel, i.Col.Relation) {
				cost += attach.Unlikely
			} else {
				one := *i
				one.Func = "avg"
				rank.Item = &one
			}
		} else if !g.Ways.ToOne(n.Rel, i.Col.Relation) {
			cost++
		}
	case i.Col != nil:
		cost = g.Far(n.Rel, i.Col.Relation)
	case i.Noun != nil && (i.Noun.Rel == n.Rel || g.Ways.ToOne(n.Rel, i.Noun.Rel)):
		return nil, 0
	case i.Noun != nil:
		cost = g.Far(n.Rel, i.Noun.Rel)
	}
	m, ranked := g.whenBefore(&again, &rank)
	again = *m
	again.Ranks = append(append([]*form.Rank(nil), n.Ranks...), ranked)
	return &again, cost
}

// narrowed is what it costs to say something behind a group that narrows the groups and not what they are made of:
// "orders per store in 2025" is of the orders, and not for each store with the number 2025 either.
const narrowed = 2

// orderMeanings are those that make orders, ranks and limits, and what a part means alone.
func orderMeanings() map[string]meaning {
	return map[string]meaning{
		"averaged":     averaged,
		"rankedbest":   rankedBest,
		"same":         func(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) { return p[len(p)-1].Meaning, 0 },
		"toprows":      topRows,
		"limit":        limit,
		"periodmost":   periodMost,
		"bycount":      byCount,
		"byfigure":     byFigure,
		"highestby":    highestBy,
		"countby":      countBy,
		"rankwhen":     rankWhen,
		"superby":      superBy,
		"mostof":       mostOf,
		"mosthappened": mostHappened,
		"emptynoun":    emptyNoun,
		"top":          top,
		"topfigure":    topFigure,
		"super":        super,
		"superof":      superOf,
		"sold":         soldFigure,
		"soldbest":     soldBest,
		"soldby":       soldBy,
		"soldbyfigure": soldByFigure,
		"neversold":    neverSold,
		"order":        order,
		"bareorder":    order,
	}
}
