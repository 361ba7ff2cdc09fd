package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// leadsColumn reports whether a relation is named by words that begin the name of one of its columns.
func leadsColumn(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) {
		l, ok := p.Meaning.(lattice.Linked)
		found = found || ok && l.Leads
	})
	return found
}

// per makes groups.
func per(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	if n, ok := attach.Part[*form.Noun](p, 0); ok {
		if !n.Named || len(n.Ranks) > 0 { // the youngest singer is one, and no group for each
			return nil, 0
		}
		if len(n.Conds) == 0 && slices.ContainsFunc(p, leadsColumn) {
			return nil, 0 // by payment method is not by payment
		}
		return form.Groups{{Noun: n}}, narrows(n)
	}
	c, _ := attach.Part[attach.Columns](p, 0)
	if slices.ContainsFunc(p, ByRows) {
		return nil, 0 // per order is for each, and not for all of the same amount
	}
	var out form.Groups
	cost := 0.0
	for _, x := range c.List {
		if class(x, schema.Instant) {
			cost += 0.3
		}
		if w, said := attach.Word(p, "per"); said && facts.IsFlag(x) && w.Text != "by" {
			cost += perFlag
		}
		if k := roleShown(x); k != nil && len(x.Relation.KeyOf(x.Column)) == 1 {
			out = append(out, &form.Group{Noun: &form.Noun{Rel: k.To, Named: true}, Key: k})
			continue
		}
		if k := lookedUp(x); k != nil {
			out = append(out, &form.Group{Noun: &form.Noun{Rel: k.To, Named: true}, Key: k})
			continue
		}
		out = append(out, &form.Group{Col: x})
	}
	return out, cost
}

// lookedUp returns the key of a column that only leads to what its rows are called in a look-up table: per
// category_id is per category. nil: it is worth looking at itself.
func lookedUp(c *semantic.Column) *semantic.Key {
	if c.Lookup == nil || c.Lookup.Key.From == c.Lookup.Key.To || !form.Class(c).Numeric() {
		return nil
	}
	return c.Lookup.Key
}

func narrows(n *form.Noun) float64 {
	for _, c := range n.Conds {
		switch x := c.(type) {
		case *form.During:
			if x.Assumed {
				return narrowed
			}
		case *form.Test:
			if x.Op == algebra.Eq && x.Col != nil && slices.Contains(n.Rel.Identity.Columns, x.Col.Column) {
				return narrowed
			}
		}
	}
	return 0
}

// andPeriod makes groups of a period beside others: per channel and year.
func andPeriod(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	period, cost := perPeriod(g, p, "")
	others, ok := attach.Part[form.Groups](p, 0)
	if !ok {
		m, more := per(g, p, "")
		others, _ = m.(form.Groups)
		cost += more
	}
	if period == nil || len(others) != 1 || others[0].Unit != "" {
		return nil, 0
	}
	return append(slices.Clone(others), period.(form.Groups)...), cost
}

func perPeriod(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := attach.Word(p, "unit", "periodic")
	if w.Value == "" || w.Value == "decade" {
		return nil, 0
	}
	g := &form.Group{Unit: w.Value}
	if l, ok := attach.Part[lattice.Linked](p, 0); ok { // finished per month
		if g.Col = l.Column; g.Col == nil {
			return nil, 0
		}
	}
	return form.Groups{g}, 0
}

// topEach reads "top 3 products per category by price": as many of each.
func topEach(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	groups, _ := attach.Part[form.Groups](p, 0)
	if len(groups) != 1 || groups[0].Unit != "" {
		return nil, 0
	}
	top := topRows
	if _, ok := attach.Part[facts.Measured](p, 0); ok {
		top = topMeasureRows
	}
	rest := slices.DeleteFunc(slices.Clone(p), func(e *chart.Edge) bool { _, is := e.Meaning.(form.Groups); return is })
	m, cost := top(g, rest, arg)
	n, ok := m.(*form.Noun)
	if !ok || len(n.Ranks) != 1 {
		return nil, 0
	}
	of := form.GroupOf(groups[0])
	if of == n.Rel && groups[0].Col == nil || of != n.Rel && !g.Ways.ToOne(n.Rel, of) {
		return nil, 0
	}
	again, rank := *n, *n.Ranks[0]
	rank.Each = groups[0]
	again.Ranks = []*form.Rank{&rank}
	return &again, cost + g.Far(n.Rel, of)
}

// byCount reads "towns by number of shops": how many belong to each.
func byCount(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	counted, _ := attach.Part[form.Items](p, 0)
	if n, ok := attach.Part[*form.Noun](p, 0); ok && n == counted.List[0].Noun {
		return nil, 0
	}
	return g.eachWith(p, counted.List[0])
}

// byFigure reads "customers by revenue": a figure of what belongs to each, the highest first.
func byFigure(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i := &form.Item{Func: "sum", Col: attach.Column(p, 0)}
	if figure, ok := attach.Part[form.Items](p, 0); ok {
		if len(figure.List) != 1 || len(figure.Ranks) > 0 || !figure.List[0].Figure() {
			return nil, 0
		}
		i = figure.List[0]
	} else if i.Col == nil || !facts.Additive(i.Col) {
		return nil, 0
	}
	m, cost := g.eachWith(p, i)
	if m == nil {
		return nil, 0
	}
	out := m.(form.Items)
	out.Orders = []*form.Order{{Item: i, Desc: true}}
	return out, cost
}

// eachWith shows rows, or values of columns, each with a figure of other rows.
func (g *Grammar) eachWith(p []*chart.Edge, figure *form.Item) (chart.Meaning, float64) {
	rel := figure.Relation()
	if c, ok := attach.Part[attach.Columns](p, 0); ok {
		out := form.Items{}
		cost := 0.0
		for _, x := range c.List {
			out.List = append(out.List, &form.Item{Col: x})
			cost += g.Far(rel, x.Relation)
		}
		out.List = append(out.List, figure)
		return out, cost
	}
	n, ok := attach.Part[*form.Noun](p, 0)
	if !ok || rel == nil || n.Rel == rel || len(n.Ranks) > 0 || g.Ways.ToOne(n.Rel, rel) {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Noun: n}, figure}}, g.FarFrom(figure, rel, n.Rel)
}

// countBy reads "tickets by priority": how many have each of the values of columns that are neither amounts nor
// different in every row.
func countBy(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	by, _ := attach.Part[attach.Columns](p, 0)
	if !n.Named || len(n.Ranks) > 0 || !several(p[0]) || turnover(p[0]) || p[len(p)-1].Cost > attach.Unlikely {
		return nil, 0
	}
	if slices.ContainsFunc(by.List, func(c *semantic.Column) bool {
		own := c.Relation == n.Rel && (slices.Contains(n.Rel.Label.Columns, c.Column) || slices.Contains(n.Rel.Identity.Columns, c.Column))
		return own || attach.Comparable(c) && lookedUp(c) == nil || form.Class(c).Temporal()
	}) {
		return nil, 0
	}
	groups, cost := per(nil, append([]*chart.Edge{{Meaning: by}}, p[1:len(p)-1]...), "")
	return form.Items{List: append([]*form.Item{{Func: "count", Noun: n}}, facts.Taken(n)...), Groups: groups.(form.Groups)}, cost
}

// perFlag is what it costs that rows are counted for each of yes and no: active routes are those that are.
const perFlag = 1.5

// determined reports whether the rows of a relation are spoken of with a word before their name: by the guest.
func determined(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) {
		l, ok := p.Meaning.(lattice.Linked)
		found = found || ok && p.Rule == nil && l.Kind == link.Relation && p.To-p.From > len(strings.Fields(l.Said))
	})
	return found
}

// doneBy reads "accounts opened by branch" and "tickets sold per month" as how many rows there are for each, of those to
// which it happened.
func doneBy(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	l, _ := attach.Part[lattice.Linked](p, 0)
	by, ok := attach.Part[form.Groups](p, 0)
	if !ok || l.Event == nil || l.Event.Date == nil || l.Column == nil || l.Not || l.Relation != n.Rel || !n.Named || len(n.Ranks) > 0 || !several(p[0]) ||
		several(p[len(p)-1]) || determined(p[len(p)-1]) { // tickets opened by customers, or by the customer, are opened by them
		return nil, 0
	}
	counted := *n
	counted.Clock = l.Column
	if !l.Column.Column.NotNull && by[0].Unit == "" {
		counted = *counted.With(&form.Not{Cond: &form.Empty{Col: l.Column}})
	}
	groups := make(form.Groups, len(by))
	for i, one := range by {
		again := *one
		if again.Col == nil && again.Noun == nil {
			again.Col = l.Column
		}
		groups[i] = &again
	}
	return form.Items{List: append([]*form.Item{{Func: "count", Noun: &counted}}, facts.Taken(&counted)...), Groups: groups}, 0
}
