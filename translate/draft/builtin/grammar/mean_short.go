package grammar

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// What is typed at a prompt is short: the biggest orders, orders over 1000, cheapest products. The amount that the
// rows are about is not named, and a plural alone asks for several.

// surelyNamed is how well rows must be named for an amount of theirs that is not.
const surelyNamed = 0.9

// amountOf returns the money that single rows are about, which people think of where they name no other number; nil:
// there is none.
func amountOf(r *semantic.Relation) *semantic.Column {
	c := r.Money()
	if c == nil || r.Born() == nil || !form.Class(c).Numeric() {
		return nil
	}
	return c
}

// biggestRows ranks rows that happened by the money that they are about: the biggest orders, the biggest order.
func biggestRows(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	w, _ := attach.Word(p, "highest", "lowest")
	size := w.Text[strings.LastIndexByte(w.Text, ' ')+1:]
	if l.Relation == nil || l.Score < surelyNamed || !slices.Contains([]string{"biggest", "largest", "highest", "greatest", "smallest", "lowest"}, size) {
		return nil, 0
	}
	c := amountOf(l.Relation)
	if c == nil || len(l.Relation.Label.Columns) > 0 && !slices.Contains(l.Relation.Identity.Columns, l.Relation.Label.Columns[0]) {
		return nil, 0
	}
	rank := &form.Rank{Item: &form.Item{Col: c}, Desc: arg == "desc", N: 1}
	if attach.Plural(l.Said) {
		rank.N = attach.Listed
	}
	if _, said := attach.Part[lattice.Number](p, 0); said && !numbered(rank, p) {
		return nil, 0
	}
	return &form.Noun{Rel: l.Relation, Named: true, Ranks: []*form.Rank{rank}}, 0
}

// overAmount compares the money that rows are about with a number of which nobody said what it is: orders over 1000.
func overAmount(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	w, _ := attach.Word(p, "more")
	o, ok := attach.Part[form.Operand](p, 0)
	if l.Relation == nil || l.Score < surelyNamed || !ok || len(o.Values) != 1 || o.Values[0].Kind != algebra.Number || o.Unit != "" ||
		!slices.Contains([]string{"over", "above", "under", "below", "more than", "less than"}, w.Text) {
		return nil, 0
	}
	money := o
	money.Unit = "euros"
	c := attach.MeasuredIn(l.Relation, money)
	if c == nil {
		return nil, 0
	}
	return (&form.Noun{Rel: l.Relation, Named: true}).With(&form.Test{Col: c, Op: algebra.CompareOp(w.Value), To: o}), 0
}

// personsKind reports whether the words of a value are a kind of persons: by dentist is for each of them.
func personsKind(p []*chart.Edge) bool {
	l, ok := value(p[len(p)-1:])
	if n := p[len(p)-1]; !ok && len(n.Parts) == 1 {
		l, ok = value(n.Parts)
	}
	return ok && l.Relation.People && l.Said == wordform.Singular(l.Said) && !slices.Contains(l.Relation.Label.Columns, l.Column.Column)
}

func topColumn(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	num, _ := attach.Part[lattice.Number](p, 0)
	k, err := strconv.ParseInt(num.Text, 10, 64)
	if err != nil || k < 1 || c == nil || !attach.Comparable(c) {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Col: c}}, Ranks: []*form.Rank{{Item: &form.Item{Col: c}, Desc: arg == "desc", N: k}}}, 0
}

// fraction reports whether a share is asked for as one of one: a share or a proportion, and no percentage.
func fraction(p []*chart.Edge) bool {
	w, _ := attach.Word(p, "percent", "percentafter", "inpercent")
	return !strings.Contains(w.Text, "percent")
}

// commonest ranks rows by how many of the only other rows that belong to them there are.
func commonest(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if !n.Named || len(n.Ranks) > 0 {
		return nil, 0
	}
	rank := &form.Rank{Item: g.MostUsed(n), Desc: arg == "desc", N: 1}
	if slices.ContainsFunc(p, several) {
		rank.N = attach.Listed
	}
	if rank.Item == nil || !numbered(rank, p) {
		return nil, 0
	}
	return rankedNoun(g, []*chart.Edge{{Meaning: n}, {Meaning: rank}}, "")
}
