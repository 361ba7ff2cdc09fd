package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/semantic"
)

// ofAll compares a figure of all that belongs to each row, where that is said behind a comparison: rated below 3 on average.
func ofAll(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	t, ok := cond(p, 0).(*form.Test)
	if !ok || t.Col == nil || !form.Class(t.Col).Numeric() || t.Col.IsKey() || len(t.To.Values) != 1 || !sized(t.Op) ||
		calledRows(p[0]) || arg == "sum" && !g.additive(t.Col) {
		return nil, 0
	}
	return &form.Figured{Item: &form.Item{Func: arg, Col: t.Col}, Op: t.Op, To: t.To, Whole: true}, 0
}

// calledRows reports whether the words of an edge call a column like the rows that it is of: 100 orders are no amount of one.
func calledRows(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) { found = found || p.Rule == nil && calledLikeRows(p) })
	return found
}

// manyPer compares how many rows of a noun belong to each in a period, on average over those in which there were any.
func manyPer(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	num, _ := part[Number](p, 0)
	w, _ := word(p, "more")
	by, _ := part[Groups](p, 0)
	clock := clockOf(n, "")
	if len(by) != 1 || by[0].Unit == "" || by[0].Unit == "weekday" || by[0].Col != nil || !n.Named || len(n.Ranks) > 0 || clock == nil ||
		clock.Relation != n.Rel || !form.Class(clock).Temporal() || !sized(algebra.CompareOp(w.Value)) {
		return nil, 0
	}
	i := &form.Item{Func: "count", Noun: n}
	i.Over = &form.Item{Func: "count", Distinct: true, Col: clock, Noun: n, Beside: form.Beside{Period: by[0].Unit}}
	return &form.Figured{Item: i, Op: algebra.CompareOp(w.Value), To: numeric(num)}, 0
}

// sized reports whether a comparison is by size.
func sized(op algebra.CompareOp) bool { return op != algebra.Eq && op != algebra.Ne }

// spentOver compares the sum of the money of what belongs to each row, or of a noun: who spent more than 5000 in total on repairs.
func spentOver(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	h, _ := part[Heard](p, 0)
	w, _ := word(p, "more")
	o, _ := part[form.Operand](p, 0)
	if !has(words().values["moneyverb"], h.Text) || len(o.Values) != 1 {
		return nil, 0
	}
	i := &form.Item{Func: "sum"} // of what, the noun that it is said of tells
	if n, ok := part[*form.Noun](p, 0); ok {
		if i.Col, i.Noun = g.money(n.Rel), n; i.Col == nil {
			return nil, 0
		}
	}
	return &form.Figured{Item: i, Op: algebra.CompareOp(w.Value), To: o, Whole: true}, 0
}

// attachFigured says a figure of what belongs to the rows of a noun. What only one of belongs to each has no figure of all of it.
func (g *Grammar) attachFigured(n *form.Noun, x *form.Figured) (form.Cond, float64) {
	if x.Whole {
		one, again := *x.Item, *x
		if one.Col == nil {
			if one.Col = g.money(n.Rel); one.Col == nil {
				return nil, 0
			}
		}
		to, cost, ok := inUnit(one.Col, x.To)
		if !ok || g.ways.ToOne(n.Rel, one.Col.Relation) {
			return nil, 0
		}
		again.Item, again.To = &one, scaled(one.Col, to)
		return &again, cost + g.far(n.Rel, one.Col.Relation)
	}
	of := x.Item.Relation()
	if x.Item.Over != nil && (of == n.Rel || g.ways.ToOne(n.Rel, of)) {
		return nil, 0
	}
	return x, g.far(n.Rel, of)
}

// definedWhere says where a condition is to hold that somebody defined of rows of which each row has several: below reorder level in Rome.
func definedWhere(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := part[Linked](p, 0)
	there := &form.Noun{Rel: l.Term.Relation, Named: true}
	where, cost := g.attach(there, cond(p, 0))
	if where == nil || !isPlace(where, there.Rel) {
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

// isPlace reports whether a condition is about what rows of a relation belong to.
func isPlace(c form.Cond, rel *semantic.Relation) bool {
	columns := columnsOf(c)
	return len(columns) > 0 && !slices.ContainsFunc(columns, func(c *semantic.Column) bool { return c == nil || c.Relation == rel })
}

// ofThemselves reports whether what is said of a place is a thing of the rows themselves: out of stock toys are not some whose stock is one of toys.
func (g *Grammar) ofThemselves(rel *semantic.Relation, x *form.Related) bool {
	return slices.ContainsFunc(x.Noun.Conds, func(c form.Cond) bool {
		return slices.ContainsFunc(columnsOf(c), func(c *semantic.Column) bool {
			return c != nil && c.Relation != x.Noun.Rel && (c.Relation == rel || g.ways.ToOne(rel, c.Relation))
		})
	})
}

// torn reports whether a place is said of rows beside a condition that somebody defined, where that is defined of what stands in places:
// what is below its reorder level in Rome is not what is so anywhere, and is in Rome.
func (g *Grammar) torn(n *form.Noun, c form.Cond) bool {
	return slices.ContainsFunc(n.Conds, func(o form.Cond) bool { return g.tornBy(n.Rel, o, c) || g.tornBy(n.Rel, c, o) })
}

func (g *Grammar) tornBy(rel *semantic.Relation, c, o form.Cond) bool {
	d, ok := c.(*form.Termed)
	place := standing(o)
	if !ok || place == nil || place == rel || g.ways.ToOne(rel, place) {
		return false
	}
	return slices.ContainsFunc(g.ways.Model().Terms, func(t semantic.Term) bool {
		return t.Name == d.Term.Name && t.Kind == semantic.TermCondition && t.Relation != rel && t.Relation != place &&
			g.ways.ToOne(t.Relation, place) && slices.Contains(g.ways.Near(t.Relation), rel)
	})
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
	if !ok || !n.Named || !of.Named || len(of.Ranks) > 0 || !slices.ContainsFunc(n.Rel.Keys, func(k *semantic.Key) bool { return k.To == of.Rel }) {
		return nil, 0
	}
	return Items{List: []*form.Item{{Func: "count", Noun: n}}, Groups: []*form.Group{{Noun: of}}}, 0
}
