package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// ofAll compares a figure of all that belongs to each row, where that is said behind a comparison: rated below 3 on
// average.
func ofAll(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	t, ok := cond(p, 0).(*form.Test)
	if !ok || t.Col == nil || !form.Class(t.Col).Numeric() || t.Col.IsKey() || len(t.To.Values) != 1 || !sized(t.Op) ||
		calledRows(p[0]) || arg == "sum" && !facts.Additive(t.Col) {
		return nil, 0
	}
	i := &form.Item{Func: arg, Col: t.Col}
	if when := cond(p, 1); when != nil && !then(i, when) {
		return nil, 0
	}
	to := t.To
	if inCents(t.Col) {
		to.Unit = "cents" // as compare has said it
	}
	return &form.Figured{Item: i, Op: t.Op, To: to, Whole: true}, 0
}

// then restricts what a figure is of to a period; false: something else is said.
func then(i *form.Item, when form.Cond) bool {
	d, ok := when.(*form.During)
	if !ok || i.Noun != nil {
		return false
	}
	i.Noun = &form.Noun{Conds: []form.Cond{d}}
	return true
}

// calledRows reports whether the words of an edge call a column like the rows that it is of: 100 orders are no amount
// of one.
func calledRows(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) { found = found || p.Rule == nil && calledLikeRows(p) })
	return found
}

// manyPer compares how many rows of a noun belong to each in a period, on average over those in which there were any.
func manyPer(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	num, _ := part[lattice.Number](p, 0)
	w, _ := word(p, "more")
	by, _ := part[form.Groups](p, 0)
	clock := ClockOf(n, "")
	if len(by) != 1 || by[0].Unit == "" || by[0].Unit == "weekday" || by[0].Col != nil || !n.Named || len(n.Ranks) > 0 || clock == nil ||
		clock.Relation != n.Rel || !form.Class(clock).Temporal() || !sized(algebra.CompareOp(w.Value)) {
		return nil, 0
	}
	i := &form.Item{Func: "count", Noun: n}
	i.Over = &form.Item{Func: "count", Distinct: true, Col: clock, Noun: n, Beside: form.Beside{Period: by[0].Unit}}
	return &form.Figured{Item: i, Op: algebra.CompareOp(w.Value), To: lattice.Numeric(num)}, 0
}

// sized reports whether a comparison is by size.
func sized(op algebra.CompareOp) bool { return op != algebra.Eq && op != algebra.Ne }

// spentOver compares the sum of the money of what belongs to each row, or of a noun: who spent more than 5000 in
// total on repairs.
func spentOver(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	h, _ := part[lattice.Heard](p, 0)
	w, _ := word(p, "more")
	o, _ := part[form.Operand](p, 0)
	if !wordlist.Among("moneyverb", h.Text) || len(o.Values) != 1 {
		return nil, 0
	}
	i := &form.Item{Func: "sum"} // of what, the noun that it is said of tells
	if n, ok := part[*form.Noun](p, 0); ok {
		if i.Col, i.Noun = g.money(n.Rel), n; i.Col == nil {
			return nil, 0
		}
	}
	if when := cond(p, 0); when != nil && !then(i, when) {
		return nil, 0
	}
	return &form.Figured{Item: i, Op: algebra.CompareOp(w.Value), To: o, Whole: true}, 0
}

// attachFigured says a figure of what belongs to the rows of a noun. What only one of belongs to each has no figure
// of all of it.
func (g *Rules) attachFigured(n *form.Noun, x *form.Figured) (form.Cond, float64) {
	if x.Whole {
		one, again := *x.Item, *x
		if one.Col == nil {
			if one.Col = g.money(n.Rel); one.Col == nil {
				return nil, 0
			}
		}
		if one.Col.Relation == n.Rel && one.Col == g.Known().Stock {
			return &form.Test{Col: one.Col, Op: x.Op, To: x.To}, 0
		}
		to, cost, ok := inUnit(one.Col, x.To)
		if !ok || own(n.Rel, one.Col) || g.Ways.ToOne(n.Rel, one.Col.Relation) {
			return nil, 0
		}
		if of := one.Noun; of != nil && of.Rel == nil { // in a period
			of = &form.Noun{Rel: one.Col.Relation}
			when, more := g.Attach(of, one.Noun.Conds[0])
			if when == nil {
				return nil, 0
			}
			one.Noun, cost = of.With(when), cost+more
		}
		again.Item, again.To = &one, scaled(one.Col, to)
		return &again, cost + g.Far(n.Rel, one.Col.Relation)
	}
	of := x.Item.Relation()
	if of != n.Rel && x.Item.Func == "avg" && x.Item.Noun == nil && g.Ways.ToOne(n.Rel, of) {
		return nil, 0 // of the only one that it belongs to
	}
	if x.Item.Over != nil && (of == n.Rel || g.Ways.ToOne(n.Rel, of)) {
		return nil, 0
	}
	return x, g.Far(n.Rel, of)
}

// own reports whether rows of a relation have a number of their own by the name of a column.
func own(rel *semantic.Relation, c *semantic.Column) bool {
	return slices.ContainsFunc(rel.Columns, func(x *semantic.Column) bool { return slices.Equal(x.Own, c.Own) && form.Class(x).Numeric() })
}

// definedWhere says where a condition is to hold that somebody defined of rows of which each row has several: below
// reorder level in Rome.
func definedWhere(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := part[lattice.Linked](p, 0)
	there := &form.Noun{Rel: l.Term.Relation, Named: true}
	where, cost := g.Attach(there, cond(p, 0))
	if place := standing(where); place == nil || place == there.Rel || !g.Ways.ToOne(there.Rel, place) {
		return nil, 0
	}
	r := &form.Related{Noun: there.With(&form.Termed{Term: l.Term}, where), Event: true, Near: true}
	n, ok := part[*form.Noun](p, 0)
	if !ok {
		return r, cost
	}
	if n.Rel == there.Rel {
		return nil, 0
	}
	m, more := g.say(n, r)
	return m, cost + more
}

// loosely reports whether rows that have no name of their own were called by a word that is not theirs, either:
// items, of stock in places.
func loosely(p []*chart.Edge, r *semantic.Relation) bool {
	if slices.ContainsFunc(r.Label.Columns, func(c *schema.Column) bool { return !r.Column(c.Name).IsKey() }) {
		return false
	}
	found := false
	for _, e := range p {
		e.Walk(func(at *chart.Edge) {
			l, ok := at.Meaning.(lattice.Linked)
			found = found || ok && l.Kind == link.Relation && l.Relation == r && l.Score < 0.9
		})
	}
	return found
}

// ofThemselves reports whether what is said of a place is a thing of the rows themselves: out of stock toys are not
// some whose stock is one of
// toys.
func (g *Rules) ofThemselves(rel *semantic.Relation, x *form.Related) bool {
	return slices.ContainsFunc(x.Noun.Conds, func(c form.Cond) bool {
		return slices.ContainsFunc(form.ColumnsOf(c), func(c *semantic.Column) bool {
			return c != nil && c.Relation != x.Noun.Rel && (c.Relation == rel || g.Ways.ToOne(rel, c.Relation))
		})
	})
}

// Torn reports whether two things are said of rows that are one of what belongs to them: a place beside what somebody
// defined of what stands
// in places, or beside what is out of stock, and a period beside all that was spent.
func (g *Rules) Torn(n *form.Noun, c form.Cond) bool {
	return slices.ContainsFunc(n.Conds, func(o form.Cond) bool { return g.tornBy(n.Rel, o, c) || g.tornBy(n.Rel, c, o) })
}

func (g *Rules) tornBy(rel *semantic.Relation, c, o form.Cond) bool {
	if x, ok := c.(*form.Figured); ok && (x.Whole || x.Item.Over != nil) {
		_, period := o.(*form.During)
		return period
	}
	place := standing(o)
	if place == nil || place == rel || g.Ways.ToOne(rel, place) {
		return false
	}
	stands := func(r *semantic.Relation) bool {
		return r != rel && r != place && g.Ways.ToOne(r, place) && slices.Contains(g.Ways.Near(r), rel)
	}
	switch x := c.(type) {
	case *form.Termed:
		return slices.ContainsFunc(g.Ways.Model().Terms, func(t semantic.Term) bool {
			return t.Name == x.Term.Name && t.Kind == semantic.TermCondition && stands(t.Relation)
		})
	case *form.Not:
		r, ok := x.Cond.(*form.Related)
		return ok && r.Near && stands(r.Noun.Rel)
	}
	return false
}

// standing returns the relation of what a condition says that rows stand in; nil: it says something else.
func standing(c form.Cond) *semantic.Relation {
	switch x := c.(type) {
	case *form.Test:
		if x.Col != nil {
			return x.Col.Relation
		}
	case *form.Related:
		if x.Op == "" {
			return x.Noun.Rel
		}
	}
	return nil
}

// obtained counts what we have of each of those who it is of: how many products do we buy from each supplier.
func obtained(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	of, ok := part[*form.Noun](p, 1)
	if !ok || !n.Named || !of.Named || len(of.Ranks) > 0 ||
		!slices.ContainsFunc(n.Rel.Keys, func(k *semantic.Key) bool { return k.To == of.Rel }) {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Func: "count", Noun: n}}, Groups: []*form.Group{{Noun: of}}}, 0
}
