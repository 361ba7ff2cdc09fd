package grammar

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// byDefinition is what it speaks for an amount that somebody wrote down what it is: nobody else's words are as sure.
const byDefinition = 0.3

// term adds what somebody defined: a figure or a value is measured, a condition is said of rows.
func (t *lattice) term(c link.Chunk, k link.Link, cost float64) {
	switch {
	case k.Term == nil || k.Term.Set == nil:
	case k.Term.Kind == semantic.TermCondition:
		t.add("CONDITION", c.From, c.To, cost, Linked{Link: k})
	default:
		t.add("MEASURE", c.From, c.To, cost-byDefinition, Measured{Term: k.Term})
	}
}

// item returns a figure of an amount; nil: the function does not fit it. A figure that somebody defined has its own.
func (m Measured) item(figure string) *form.Item {
	i := &form.Item{Func: figure, Col: m.Col, Measure: m.Measure, Term: m.Term}
	if m.Term != nil && m.Term.Kind == semantic.TermFigure {
		if figure != "sum" {
			return nil
		}
		i.Func = form.Defined
	}
	if m.Term != nil && figure != "count" && textual(m.Term, m.Term.Set) {
		return nil
	}
	if c := m.whole(); c != nil && figure == form.Median {
		return nil // of sums, which are no column
	} else if c != nil && figure == "avg" {
		i.Func = "sum"
		i.Over = &form.Item{Func: "count", Distinct: true, Col: c}
	}
	return i
}

// textual reports whether what a term shows is a text, of which there is no sum.
func textual(t *semantic.Term, set algebra.Set) bool {
	show, ok := set.(*algebra.Show)
	if !ok || len(show.Columns) != 1 {
		return false
	}
	switch v := show.Columns[0].Value.(type) {
	case *algebra.The:
		return textual(t, v.Of)
	case *algebra.Attr:
		return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Name == v.Column && c.Class == schema.Text })
	}
	return false
}

// whole returns the key to the rows that an amount of price and quantity was said to be of, where these are others:
// the order value is that of all lines of an order together. nil: they are the rows themselves.
func (m Measured) whole() *semantic.Column {
	if m.Measure == nil || m.Measure.Quantity == nil {
		return nil
	}
	for _, k := range m.Col.Relation.Keys {
		if k.Declared && !k.Optional && len(k.Columns) == 1 && slices.ContainsFunc(strings.Fields(m.said), func(w string) bool {
			return slices.ContainsFunc(k.To.Name.Words, func(n string) bool { return wordform.Singular(n) == wordform.Singular(w) })
		}) {
			return m.Col.Relation.Column(k.Columns[0].Name)
		}
	}
	return nil
}

func (m Measured) relation() *semantic.Relation {
	if m.Term != nil {
		return m.Term.Relation
	}
	return m.Col.Relation
}

// measuredFigure is a figure of an amount that several columns make: turnover.
func measuredFigure(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	m, _ := part[Measured](p, 0)
	if w, ok := word(p, "agg"); ok {
		arg = w.Value
	}
	i := m.item(arg)
	if i == nil {
		return nil, 0
	}
	cost := 0.0
	if n, ok := part[*form.Noun](p, 0); ok {
		if w, _ := word(p, "of"); w.Text == "by" && (n.Named || g.namesRelation(p)) {
			return nil, 0 // by category: for each
		}
		i.Noun = n
		cost = g.Far(n.Rel, m.relation())
	}
	return Items{List: []*form.Item{i}}, cost
}

// definedValue shows a value of rows that somebody defined.
func definedValue(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	m, _ := part[Measured](p, 0)
	if m.Term == nil || m.Term.Kind != semantic.TermValue {
		return nil, 0
	}
	i := &form.Item{Term: m.Term}
	n, ok := part[*form.Noun](p, 0)
	if !ok {
		n = &form.Noun{Rel: m.Term.Relation}
	}
	i.Noun = n
	return Items{List: []*form.Item{i}}, g.Far(n.Rel, m.Term.Relation)
}

// defined says a condition that somebody defined.
func defined(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := part[Linked](p, 0)
	return &form.Termed{Term: l.Term}, 0
}

func definedNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := part[Linked](p, 0)
	n, ok := part[*form.Noun](p, 0)
	if !ok {
		n = &form.Noun{Rel: l.Term.Relation}
	}
	if loosely(p, n.Rel) {
		return nil, 0
	}
	return g.say(n, &form.Termed{Term: l.Term})
}

func topMeasure(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	m, _ := part[Measured](p, 0)
	return &form.Rank{Item: m.item("sum"), Desc: arg == "desc", N: 1}, 0
}

func topMeasureRows(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	m, _ := part[Measured](p, 0)
	k, ok := Wanted(p)
	if !ok || n.Rel == m.relation() && (m.Term == nil || m.Term.Kind != semantic.TermValue) {
		return nil, 0
	}
	n, rank := g.whenBefore(n, &form.Rank{Item: m.item("sum"), Desc: arg == "desc", N: k})
	again := *n
	again.Ranks = append(append([]*form.Rank(nil), n.Ranks...), rank)
	return &again, g.FarFrom(rank.Item, n.Rel, m.relation())
}

// namesRelation reports whether the words of a value are the name of a relation, too, or of a kind of people: by
// store is for each, and not of the kind "store".
func (g *Grammar) namesRelation(p []*chart.Edge) bool {
	found := false
	for _, e := range p {
		e.Walk(func(at *chart.Edge) {
			l, ok := at.Meaning.(Linked)
			found = found || ok && l.kind && l.Relation.People || ok && l.Kind == link.Value && slices.ContainsFunc(g.Ways.Model().Relations, func(r *semantic.Relation) bool {
				return wordform.Singular(r.Name.Phrase()) == wordform.Singular(l.Said)
			})
		})
	}
	return found
}

// mostMeasured is how many relations turnover may be of.
const mostMeasured = 3

// turnoverOf returns the amounts of price and quantity that turnover is, and those that were paid.
func turnoverOf(model *semantic.Model) (all, paid []Measured) {
	var billed []Measured
	for _, r := range model.Relations {
		if r.Standing > semantic.Subset || r.Standing == semantic.SameRows {
			continue
		}
		for i := range r.Measures {
			m := &r.Measures[i]
			switch c := r.Column(m.Amount.Name); {
			case m.Name == "revenue":
				all = append(all, Measured{Measure: m, Col: c})
			case m.Quantity == nil && m.Additive && spokenTurnover(c): // what somebody said to be it is it
				all = append([]Measured{{Measure: m, Col: c}}, all...)
			case m.Quantity != nil || !m.Additive || c.Has("cost") || c.Unit != nil && c.Unit.Of != "money":
			case takings[rowsOf(r)]:
				paid = append(paid, Measured{Measure: m, Col: c})
			case bills[rowsOf(r)] && (c == r.Money() || r.Money() == nil && c.Has("net")):
				billed = append(billed, Measured{Measure: m, Col: c})
			}
		}
	}
	switch { // where nothing tells what was sold, it is what was billed without taxes, or what was paid, taxes and all
	case len(all) == 0 && len(billed) == 1 && (len(paid) == 0 || billed[0].Col.Has("net")):
		all = billed
	case len(all) == 0 && len(paid) == 1:
		all = paid
	}
	if len(all) > mostMeasured {
		return nil, paid
	}
	return all, paid
}

// measures adds the amounts that turnover is where it is spoken of.
func (t *lattice) measures() {
	known := t.g.Known()
	for from := range t.Words {
		for to := from + 1; len(known.turnover) > 0 && to <= min(from+wordlist.MaxWords(), len(t.Words)); to++ {
			said, all := t.lower(from, to), known.turnover
			switch {
			case said == "money" && len(known.paid) == 1 && known.paid[0] != all[0]: // that came in, taxes and all
				all = slices.Concat(known.paid, all)
			case said != "money" && !wordlist.Among("turnover", said):
				continue
			}
			for i, m := range all {
				m.said = said
				t.add("MEASURE", from, to, 0.1+0.1*float64(i)-0.05*float64(to-from), m)
			}
		}
	}
}

// takings are what relations are called whose amounts are money that came in.
var takings = map[string]bool{"payment": true, "sale": true, "receipt": true, "taking": true}

// rowsOf returns the last word of what a relation is called, in the singular: invoice headers are invoices.
func rowsOf(r *semantic.Relation) string {
	ws := r.Name.BareSingular()
	return ws[len(ws)-1]
}

// bills are what relations are called that say what is to be paid for what was done.
var bills = map[string]bool{"invoice": true, "bill": true}

// spokenTurnover reports whether the comment of a column says that it is the turnover.
func spokenTurnover(c *semantic.Column) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(c.Column.Comment), func(r rune) bool { return !unicode.IsLetter(r) }),
		func(w string) bool { return w == "revenue" || w == "turnover" })
}
