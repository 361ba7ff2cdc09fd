package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
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
	t, ok := attach.Cond(p, 0).(*form.Test)
	if !ok || t.Col == nil || !form.Class(t.Col).Numeric() || t.Col.IsKey() || len(t.To.Values) != 1 || !sized(t.Op) ||
		calledRows(p[0]) || arg == "sum" && !facts.Additive(t.Col) {
		return nil, 0
	}
	i := &form.Item{Func: arg, Col: t.Col}
	if when := attach.Cond(p, 1); when != nil && !then(i, when) {
		return nil, 0
	}
	to := t.To
	if attach.InCents(t.Col) {
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
	n, _ := attach.Part[*form.Noun](p, 0)
	num, _ := attach.Part[lattice.Number](p, 0)
	w, _ := attach.Word(p, "more")
	by, _ := attach.Part[form.Groups](p, 0)
	clock := attach.ClockOf(n, "")
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
	h, _ := attach.Part[lattice.Heard](p, 0)
	w, _ := attach.Word(p, "more")
	o, _ := attach.Part[form.Operand](p, 0)
	if !wordlist.Among("moneyverb", h.Text) || len(o.Values) != 1 {
		return nil, 0
	}
	i := &form.Item{Func: "sum"} // of what, the noun that it is said of tells
	if n, ok := attach.Part[*form.Noun](p, 0); ok {
		if i.Col, i.Noun = g.Money(n.Rel), n; i.Col == nil {
			return nil, 0
		}
	}
	if when := attach.Cond(p, 0); when != nil && !then(i, when) {
		return nil, 0
	}
	return &form.Figured{Item: i, Op: algebra.CompareOp(w.Value), To: o, Whole: true}, 0
}

// definedWhere says where a condition is to hold that somebody defined of rows of which each row has several: below
// reorder level in Rome.
func definedWhere(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	there := &form.Noun{Rel: l.Term.Relation, Named: true}
	where, cost := g.Attach(there, attach.Cond(p, 0))
	if place := attach.Standing(where); place == nil || place == there.Rel || !g.Ways.ToOne(there.Rel, place) {
		return nil, 0
	}
	r := &form.Related{Noun: there.With(&form.Termed{Term: l.Term}, where), Event: true, Near: true}
	n, ok := attach.Part[*form.Noun](p, 0)
	if !ok {
		return r, cost
	}
	if n.Rel == there.Rel {
		return nil, 0
	}
	m, more := g.Say(n, r)
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

// obtained counts what we have of each of those who it is of: how many products do we buy from each supplier.
func obtained(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	of, ok := attach.Part[*form.Noun](p, 1)
	if !ok || !n.Named || !of.Named || len(of.Ranks) > 0 ||
		!slices.ContainsFunc(n.Rel.Keys, func(k *semantic.Key) bool { return k.To == of.Rel }) {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Func: "count", Noun: n}}, Groups: []*form.Group{{Noun: of}}}, 0
}
