package facts

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Measured is an amount that was named.
type Measured struct {
	*semantic.Measure
	Col  *semantic.Column // the amount, or the price of one
	Term *semantic.Term   // instead: what somebody defined
	Said string           // in lower case
}

// Sum is equal for equal amounts.
func (m Measured) Sum() uint64 { return form.Hash(m) }

// Item returns a figure of an amount; nil: the function does not fit it. A figure that somebody defined has its own.
func (m Measured) Item(figure string) *form.Item {
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
		if k.Declared && !k.Optional && len(k.Columns) == 1 && slices.ContainsFunc(strings.Fields(m.Said), func(w string) bool {
			return slices.ContainsFunc(k.To.Name.Words, func(n string) bool { return wordform.Singular(n) == wordform.Singular(w) })
		}) {
			return m.Col.Relation.Column(k.Columns[0].Name)
		}
	}
	return nil
}

// Relation returns the relation whose rows are measured.
func (m Measured) Relation() *semantic.Relation {
	if m.Term != nil {
		return m.Term.Relation
	}
	return m.Col.Relation
}

// MostMeasured is how many relations turnover may be of.
const MostMeasured = 3

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
			case takings[RowsOf(r)]:
				paid = append(paid, Measured{Measure: m, Col: c})
			case bills[RowsOf(r)] && (c == r.Money() || r.Money() == nil && c.Has("net")):
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
	if len(all) > MostMeasured {
		return nil, paid
	}
	return all, paid
}

// takings are what relations are called whose amounts are money that came in.
var takings = map[string]bool{"payment": true, "sale": true, "receipt": true, "taking": true}

// RowsOf returns the last word of what a relation is called, in the singular: invoice headers are invoices.
func RowsOf(r *semantic.Relation) string {
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

// Taken returns the sum of the money that rows tell of that came in, to stand beside how many these are: payments by
// method. nil: they tell of none.
func Taken(n *form.Noun) []*form.Item {
	if c := n.Rel.Money(); takings[RowsOf(n.Rel)] && c != nil {
		return []*form.Item{{Func: "sum", Col: c, Noun: n}}
	}
	return nil
}
