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
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

func now(*Grammar, []*chart.Edge, string) (chart.Meaning, float64) { return &form.Current{}, 0 }

// stillSo reads "still active" as active, and "no longer active" as not active: a state is that of now.
func stillSo(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	t, ok := attach.Cond(p, 0).(*form.Test)
	if !ok || t.Op != algebra.Eq || t.Col == nil || len(t.To.Values) == 0 || !class(t.Col, schema.Boolean) && !class(t.Col, schema.Enum) && len(t.Col.Codes) == 0 && !facts.NamedOf(t.Col.Name.Words, "outcomes") {
		return nil, 0
	}
	if _, over := attach.Word(p, "nolonger"); over {
		return &form.Not{Cond: t}, 0
	}
	return t, 0
}

func nowNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	return g.Say(n, &form.Current{})
}

// activeNoun reads "active products" where a flag tells which are so no longer.
func activeNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if n.Rel.Absent() == nil {
		return nil, 0
	}
	return g.Say(n, &form.Current{})
}

func noLonger(*Grammar, []*chart.Edge, string) (chart.Meaning, float64) {
	return &form.Not{Cond: &form.Current{}}, 0
}

// eventCond says that something happened, or never did: closed shops, unpaid bills.
func eventCond(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Event == nil || strings.HasSuffix(l.Said, "s") || strings.HasSuffix(l.Said, "ing") {
		return nil, 0
	}
	base := lexicon.BaseOf(l.Said)
	if base == l.Said && !strings.HasPrefix(l.Aux, "did") {
		return nil, 0
	}
	n := &form.Noun{Rel: l.Relation, Named: true}
	if d := l.Event.Date; d != nil && !d.NotNull && !d.Profile.Filled() {
		n.Conds = []form.Cond{&form.Not{Cond: &form.Empty{Col: l.Relation.Column(d.Name)}}}
	}
	if l.Event.Date != nil && wordlist.Among("runsout", base) { // by its date, which may lie ahead
		n.Conds = []form.Cond{&form.During{Col: l.Relation.Column(l.Event.Date.Name), To: form.Moment{Unit: "day"}}}
	}
	r := &form.Related{Noun: n, Event: true}
	if l.Not {
		return &form.Not{Cond: r}, 0
	}
	return r, 0
}

// leftFirm says when people left the firm, or joined it: by a date of their own, as what they belonged to in it ends
// earlier.
func leftFirm(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	if l, _ := attach.Part[lattice.Linked](p, 0); l.Relation == nil || !l.Relation.People {
		return nil, 0
	}
	if _, ok := attach.Part[lattice.Span](p, 0); ok {
		return during(g, p, arg)
	}
	return eventCond(g, p, arg)
}

// noEvent reads "without a payment": what makes the record of it has not happened.
func noEvent(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Event == nil || l.Event.Date == nil || l.Event.Date.NotNull {
		return nil, 0
	}
	return &form.Related{Noun: &form.Noun{Rel: l.Relation, Named: true, Conds: []form.Cond{&form.Empty{Col: l.Relation.Column(l.Event.Date.Name)}}}, Event: true}, 0
}

// neverEnds says of what is over by its date that it has none: never expires.
func neverEnds(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	w, _ := attach.Word(p, "not")
	base := lexicon.BaseOf(l.Said)
	if l.Event == nil || l.Event.Date == nil || l.Event.Date.NotNull || !wordlist.Among("runsout", base) ||
		!strings.Contains(w.Text, "never") && base != l.Said {
		return nil, 0
	}
	none := &form.Empty{Col: l.Relation.Column(l.Event.Date.Name)}
	return &form.Related{Noun: &form.Noun{Rel: l.Relation, Named: true, Conds: []form.Cond{none}}, Event: true}, 0
}

// alive says that persons live, or are dead: by the date of their death, or the year, or a flag.
func alive(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	w, _ := attach.Word(p, "alive")
	for _, c := range n.Rel.Columns {
		if !n.Named || !slices.ContainsFunc(c.Name.Words, func(w string) bool { return wordlist.Among("died", w) }) {
			continue
		}
		var dead form.Cond
		switch {
		case attach.DatedColumn(c):
			dead = &form.Not{Cond: &form.Empty{Col: c}}
		case class(c, schema.Boolean):
			dead = &form.Test{Col: c, Op: algebra.Eq, To: form.Operand{Values: []algebra.Const{{Kind: algebra.Boolean, Text: "true"}}}}
		default:
			continue
		}
		if w.Value == "dead" {
			return g.Say(n, dead)
		}
		return g.Say(n, &form.Not{Cond: dead})
	}
	return nil, 0
}

// eventNoun reads "refunded donations".
func eventNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	m, _ := eventCond(g, p, "")
	if l, _ := attach.Part[lattice.Linked](p, 0); m == nil || !n.Named || l.Relation != n.Rel {
		return nil, 0
	}
	return g.Say(n, m.(form.Cond))
}

// only says that there is as much and no more: only one order.
func only(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	num, _ := attach.Part[lattice.Number](p, 0)
	if !n.Named {
		return nil, 0
	}
	return &form.Related{Noun: n, Op: algebra.Eq, Count: lattice.Numeric(num), Heard: attach.Heard(p)}, 0
}

// neither denies two things at once.
func neither(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, b := attach.Cond(p, 0), attach.Cond(p, 1)
	return &form.Not{Cond: &form.Any{Conds: []form.Cond{a, b}}}, 0
}

// labelWith reads "shops with their phone number": what they are called, and columns.
func labelWith(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	m, cost := itemsOf(g, p, "")
	if m == nil || !n.Named {
		return nil, 0
	}
	if _, bare := attach.Word(p, "with"); bare {
		for _, i := range m.(form.Items).List {
			if i.Col != nil && (i.Col.Column.Class == schema.Boolean || i.Col.Yes != "") {
				return nil, 0 // with a garden says that there is one
			}
		}
	}
	return form.Items{List: append([]*form.Item{{Noun: n}}, m.(form.Items).List...)}, cost
}

// stocked says that some of it is there, or none: in stock, out of stock in Rome. Where it is said where, there must
// be a place for it.
func stocked(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c := g.Known().Stock
	if c == nil {
		return nil, 0
	}
	held, cost, ok := g.held(c, p)
	if !ok {
		return nil, 0
	}
	some := &form.Test{Col: c, Op: algebra.Gt, To: lattice.Numeric(lattice.Number{Text: "0"})}
	switch {
	case arg == "":
		return &form.Related{Noun: held.With(some), Event: true, Near: true}, cost
	case len(held.Conds) > 0:
		some.Op = algebra.Le
		return &form.Related{Noun: held.With(some), Event: true, Near: true}, cost
	}
	return &form.Not{Cond: &form.Related{Noun: held.With(some), Event: true, Near: true}}, cost
}

// stockedMany compares how much there is of each in all: fewer than 10 pieces left.
func stockedMany(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := g.Known().Stock
	num, _ := attach.Part[lattice.Number](p, 0)
	w, _ := attach.Word(p, "more")
	if c == nil || !sized(algebra.CompareOp(w.Value)) {
		return nil, 0
	}
	return &form.Figured{Item: &form.Item{Func: "sum", Col: c}, Op: algebra.CompareOp(w.Value), To: lattice.Numeric(num), Whole: true}, 0
}

// leftPieces counts how much there is of something: how many woks are left in Berlin.
func leftPieces(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := g.Known().Stock
	n, _ := attach.Part[*form.Noun](p, 0)
	if c == nil || c.Relation == n.Rel || !g.Ways.ToOne(c.Relation, n.Rel) || len(n.Ranks) > 0 {
		return nil, 0
	}
	held, cost, ok := g.held(c, p)
	if !ok {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Func: "sum", Col: c, Noun: held.With(&form.Related{Noun: n})}}}, cost
}

// held returns the rows of a stock of which it may be said where; false: that is said of something else.
func (g *Grammar) held(c *semantic.Column, p []*chart.Edge) (*form.Noun, float64, bool) {
	n := &form.Noun{Rel: c.Relation, Named: true}
	where := attach.Cond(p, 0)
	if where == nil {
		return n, 0, true
	}
	said, cost := g.Attach(n, where)
	if said == nil {
		return nil, 0, false
	}
	return n.With(said), cost, true
}

// stockedNoun reads "out of stock products", and those in Rome.
func stockedNoun(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	m, cost := stocked(g, p, arg)
	if m == nil || !n.Named || loosely(p, n.Rel) {
		return nil, 0
	}
	said, more := g.Say(n, m.(form.Cond))
	return said, cost + more
}

// whatStocked reads "what is sold out in Rome" as of what is sold, where one kind of rows is sold and stocked.
func whatStocked(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	known := g.Known()
	m, cost := stocked(g, p, arg)
	if m == nil || known.Stock == nil || known.Pieces == nil {
		return nil, 0
	}
	for _, k := range known.Stock.Relation.Keys {
		if facts.Titled(k.To) && slices.ContainsFunc(known.Pieces.Relation.Keys, func(o *semantic.Key) bool { return o.To == k.To }) {
			said, more := g.Say(&form.Noun{Rel: k.To, Named: true}, m.(form.Cond))
			return said, cost + more
		}
	}
	return nil, 0
}

// reorder says that less is left than the level at which more is ordered.
func reorder(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := g.Known().Stock
	if c == nil {
		return nil, 0
	}
	var level *semantic.Column
	for _, b := range c.Relation.Columns {
		if form.Class(b).Numeric() && facts.NamedOf(b.Name.Words, "reorderlevels") {
			if level != nil {
				return nil, 0
			}
			level = b
		}
	}
	held, cost, ok := g.held(c, p)
	if level == nil || !ok {
		return nil, 0
	}
	return &form.Related{Noun: held.With(&form.Test{Col: c, Op: algebra.Lt, To: form.Operand{Col: level}}), Event: true, Near: true}, cost
}

// reorderNoun reads "what do we need to reorder" as what is sold and held in stock.
func reorderNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	m, cost := reorder(g, p, "")
	if m == nil {
		return nil, 0
	}
	stock := g.Known().Stock.Relation
	if len(stock.Label.Columns) > 0 && !stock.Column(stock.Label.Columns[0].Name).IsKey() {
		return (&form.Noun{Rel: stock}).With(m.(form.Cond)), cost
	}
	sold := g.Known().Pieces
	if sold == nil {
		return nil, 0
	}
	for _, k := range stock.Keys {
		if slices.ContainsFunc(sold.Relation.Keys, func(o *semantic.Key) bool { return o.To == k.To }) {
			return g.Say(&form.Noun{Rel: k.To}, m.(form.Cond))
		}
	}
	return nil, 0
}

// labelWithOf reads "orders with the name of the customer": what they are called, and columns of the one row that each
// of them belongs to.
func labelWithOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	c, _ := attach.Part[attach.Columns](p, 0)
	of, ok := attach.Part[lattice.Linked](p, 0)
	if !ok || !n.Named || of.Relation == n.Rel || !g.Ways.ToOne(n.Rel, of.Relation) ||
		slices.ContainsFunc(c.List, func(x *semantic.Column) bool { return x.Relation != of.Relation }) {
		return nil, 0
	}
	out := form.Items{List: []*form.Item{{Noun: n}}}
	for _, x := range c.List {
		out.List = append(out.List, &form.Item{Col: x, Noun: n})
	}
	return out, g.Far(n.Rel, of.Relation)
}
