package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/semantic"
)

// datesOf returns the two columns among the parts that hold dates of one relation, said by their names or by what
// happened then.
func datesOf(p []*chart.Edge) (from, to *semantic.Column) {
	from, to = attach.Column(p, 0), attach.Column(p, 1)
	if from == nil || to == nil || from == to || from.Relation != to.Relation || !form.Class(from).Temporal() || !form.Class(to).Temporal() {
		return nil, nil
	}
	return from, to
}

// timeBetween reads "days between ordering and delivery" as a column.
func timeBetween(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	from, to := datesOf(p)
	w, _ := attach.Word(p, "timebetween")
	c := g.Ways.Time(from, to, w.Value)
	if c == nil {
		return nil, 0
	}
	return attach.Columns{List: []*semantic.Column{c}}, 0
}

// howLong answers how long something took: of a row that was named as it is, else on average.
func howLong(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Event != nil && l.Relation != n.Rel {
		return nil, 0
	}
	c := attach.Lasted(n.Rel, l.Event, arg == "begun")
	if c == nil || !n.Named || len(n.Ranks) > 0 {
		return nil, 0
	}
	how, to := attach.Word(p, "howlongto")
	if how.Value != "" && c.Span.To != nil { // in how many days
		c = g.Ways.Time(n.Rel.Column(c.Span.From.Name), n.Rel.Column(c.Span.To.Name), how.Value)
	}
	i := &form.Item{Col: c, Noun: n}
	_, average := attach.Word(p, "onaverage")
	if to && !attach.Unique(n) || average { // of them all nobody wants each
		i.Func = "avg"
	} else if !attach.Unique(n) {
		return form.Items{List: []*form.Item{{Noun: n}, i}}, 0.1
	}
	return form.Items{List: []*form.Item{i}}, 0
}

// rankedIn shows rows that are first by a time with it, in the unit that was said: the longest in days.
func rankedIn(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	u, _ := attach.Part[lattice.Unit](p, 0)
	if len(n.Ranks) == 0 {
		return nil, 0
	}
	again, rank := *n, *n.Ranks[len(n.Ranks)-1]
	if rank.Item == nil || rank.Item.Col == nil || rank.Item.Col.Span == nil || rank.Item.Col.Span.To == nil {
		return nil, 0
	}
	item, span := *rank.Item, rank.Item.Col.Span
	if item.Col = g.Ways.Time(item.Col.Relation.Column(span.From.Name), item.Col.Relation.Column(span.To.Name), u.Name); item.Col == nil {
		return nil, 0
	}
	rank.Item = &item
	again.Ranks = append(slices.Clone(n.Ranks[:len(n.Ranks)-1]), &rank)
	return form.Items{List: []*form.Item{{Noun: &again}, {Col: item.Col, Noun: &again}}}, 0
}

// within says how long it took until something happened: resolved within two days.
func within(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	w, _ := attach.Word(p, "within")
	o, _ := attach.Part[form.Operand](p, 0)
	if l.Event == nil || len(o.Values) != 1 || o.Unit == "" {
		return nil, 0
	}
	return g.Compare(attach.Lasted(l.Relation, l.Event, arg == "begun"), attach.Compared{Op: algebra.CompareOp(w.Value), To: o})
}

// aged reads a bare number as an age: players under 21.
func aged(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	w, _ := attach.Word(p, "more")
	n, _ := attach.Part[lattice.Number](p, 0)
	m, cost := g.Compare(ageOf(l.Relation), attach.Compared{Op: algebra.CompareOp(w.Value), To: lattice.Numeric(n)})
	if m == nil {
		return nil, 0
	}
	return &form.Noun{Rel: l.Relation, Named: true, Conds: []form.Cond{m.(form.Cond)}}, cost
}

// ageOf returns the column that says how old persons are; nil: there is none.
func ageOf(r *semantic.Relation) *semantic.Column {
	for _, c := range slices.Concat(r.Columns, r.Spans) {
		if r.People && len(c.Own) == 1 && c.Own[0] == "age" {
			return c
		}
	}
	return nil
}

// wellNamed is how well a column must have been named to be compared with another one.
const wellNamed = 0.7

// besides compares two columns of a row: delivered after the promised date. With one of them it is left to the noun
// what that bounds.
func besides(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := attach.Word(p, "more", "after", "before")
	op := algebra.CompareOp(w.Value)
	switch w.List {
	case "after":
		op = algebra.Gt
	case "before":
		op = algebra.Lt
	}
	a, b := attach.Column(p, 0), attach.Column(p, 1)
	if slices.ContainsFunc(p, func(e *chart.Edge) bool { l, ok := e.Meaning.(lattice.Linked); return ok && l.Score < wellNamed }) {
		return nil, 0 // the date, of any
	}
	if a == nil || a == b || op == algebra.Eq || op == algebra.Ne {
		return nil, 0
	}
	if b == nil {
		if !attach.Comparable(a) || a.IsKey() {
			return nil, 0
		}
		return &form.Test{Op: op, To: form.Operand{Col: a}}, 0
	}
	return g.Compare(a, attach.Compared{Op: op, To: form.Operand{Col: b}})
}

// keyOperand is the same of the row that a key leads to: more than their manager.
func keyOperand(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	if k == nil || k.From != k.To {
		return nil, 0
	}
	return form.Operand{Key: k}, 0
}

// late says that something happened after it was due, or on time, or that it did not though it is due.
func late(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c := &form.Current{How: arg}
	if n, ok := attach.Part[*form.Noun](p, 0); ok {
		if !n.Named {
			return nil, 0
		}
		return g.Say(n, c)
	}
	l, ok := attach.Part[lattice.Linked](p, 0)
	if !ok {
		return c, 0
	}
	t := attach.Punctual(l.Relation, l.Event, arg)
	if t == nil {
		return nil, 0
	}
	return &form.Related{Noun: &form.Noun{Rel: l.Relation, Conds: []form.Cond{t}}, Event: true}, 0
}
