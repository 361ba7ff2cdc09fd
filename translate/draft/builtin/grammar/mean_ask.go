package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// asked answers a question word that stands for columns of what it is asked of: where somebody lives, when they were
// born, what something costs. also reports whether a column that the verb names is one, too.
func asked(of func(g *Grammar, n *form.Noun, verb string) []*semantic.Column, also func(*semantic.Column) bool) meaning {
	return func(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
		n, _ := attach.Part[*form.Noun](p, 0)
		verb := ""
		if h, ok := attach.Part[lattice.Heard](p, 0); ok {
			verb = h.Text
		}
		columns := of(g, n, verb)
		if l, ok := attach.Part[lattice.Linked](p, 0); ok && l.Column != nil { // the verb is known as what it is about
			if g.happenedTo(n, l) {
				return form.Items{List: []*form.Item{{Col: l.Column, Noun: n}}}, g.Far(n.Rel, l.Relation)
			}
			if l.Relation != n.Rel || !slices.Contains(columns, l.Column) && !also(l.Column) {
				return nil, 0
			}
			columns = []*semantic.Column{l.Column}
		}
		if len(columns) == 0 {
			return nil, 0
		}
		var out form.Items
		if n.Named && len(n.Conds) == 0 { // of all of them: of which, too
			out.List = append(out.List, &form.Item{Noun: n})
		}
		cost := 0.0
		for _, c := range columns {
			cost = max(cost, g.Far(n.Rel, c.Relation))
			out.List = append(out.List, &form.Item{Col: c, Noun: n})
		}
		return out, cost
	}
}

// happenedTo reports whether an event is of what belongs to a row that was named: when an order was delivered, by its
// shipment.
func (g *Grammar) happenedTo(n *form.Noun, l lattice.Linked) bool {
	return l.Event != nil && l.Relation != n.Rel && len(n.Ranks) == 0 && form.Class(l.Column).Temporal() && attach.Unique(n) &&
		slices.ContainsFunc(l.Relation.Keys, func(k *semantic.Key) bool {
			return k.To == n.Rel && !k.Alternative && !k.ManyTo
		})
}

// became reports whether the last that was said of a noun is a state that it came to be in, which is what was asked
// about.
func became(n *form.Noun) bool {
	if len(n.Conds) == 0 {
		return false
	}
	t, ok := n.Conds[len(n.Conds)-1].(*form.Test)
	return ok && len(t.To.Values) == 1 && state(t.To.Values[0].Text)
}

// placesOf returns the columns that say where rows are, those of a verb alone where there are such: the place of
// birth, of what was born. Where there is no such column, the row that a place of another relation is called.
func placesOf(g *Grammar, n *form.Noun, verb string) []*semantic.Column {
	all := placed(n.Rel)
	if told := slices.DeleteFunc(slices.Clone(all), func(c *semantic.Column) bool { return !attach.Tells(c, verb) }); len(told) > 0 {
		return told
	}
	all = slices.DeleteFunc(all, func(c *semantic.Column) bool { // of another deed
		return slices.ContainsFunc(c.Name.Words, func(w string) bool { return wordlist.Among("deeds", w) })
	})
	if len(all) > 0 {
		return all
	}
	for _, k := range n.Rel.Keys {
		if named := k.To.Label; !k.ManyTo && !k.Alternative && len(named.Columns) == 1 && named.Via == nil &&
			slices.ContainsFunc(k.To.Name.Words, func(w string) bool { return wordlist.Among("places", w) }) {
			all = append(all, k.To.Column(named.Columns[0].Name))
		}
	}
	return all
}

// timesOf returns the date that a verb is about, else that of the rows.
func timesOf(_ *Grammar, n *form.Noun, verb string) []*semantic.Column {
	if verb == "" && became(n) {
		return nil // when it came to be is not when it was cancelled
	}
	for _, c := range n.Rel.Columns {
		if attach.DatedColumn(c) && attach.Tells(c, verb) {
			return []*semantic.Column{c}
		}
	}
	if verb != "" && !wordlist.Among("verb", verb) {
		return nil
	}
	if c := attach.ClockOf(n, verb); c != nil && c.Relation == n.Rel {
		return []*semantic.Column{c}
	}
	return nil
}

// pricesOf returns the only amount of money of rows.
func pricesOf(_ *Grammar, n *form.Noun, _ string) []*semantic.Column {
	if c := n.Rel.Money(); c != nil {
		return []*semantic.Column{c}
	}
	return nil
}

// placed returns the columns of a relation that hold the name of a place, by their name.
func placed(rel *semantic.Relation) (all []*semantic.Column) {
	for _, c := range rel.Columns {
		if k := form.Class(c); !k.Numeric() && !k.Temporal() && !slices.Contains(rel.Label.Columns, c.Column) &&
			slices.ContainsFunc(c.Name.Words, func(w string) bool { return wordlist.Among("places", wordform.Singular(w)) }) {
			all = append(all, c)
		}
	}
	return all
}

// withCount reads "shops with the number of orders": how many belong to each, of those of which the same was said as
// of the shops.
func withCount(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	counted, _ := attach.Part[form.Items](p, 0)
	one := *counted.List[0]
	if !n.Named || len(n.Ranks) > 0 || one.Noun == nil || one.Noun.Rel == n.Rel || g.Ways.ToOne(n.Rel, one.Noun.Rel) {
		return nil, 0
	}
	for _, c := range n.Conds {
		if d, ok := c.(*form.During); ok && d.Col != nil && d.Col.Relation == one.Noun.Rel {
			one.Noun = one.Noun.With(d)
		}
	}
	return form.Items{List: []*form.Item{{Noun: n}, &one}}, g.Far(one.Noun.Rel, n.Rel)
}

// versus reads "paid versus open invoices": how many there are of the one and of the other.
func versus(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	of := n
	if more, ok := attach.Part[*form.Noun](p, 1); ok { // which shop has more orders
		n = more
	}
	a, b := nthValue(p, 0), nthValue(p, 1)
	if a == nil || b == nil || a.Column != b.Column {
		return nil, 0
	}
	col := a.Column
	if of != n && of.Rel != col.Relation {
		return nil, 0
	}
	if !n.Named || len(n.Ranks) > 0 || !g.Ways.ToOne(n.Rel, col.Relation) && n.Rel != col.Relation {
		return nil, 0
	}
	n = n.With(form.Equals(col, a.Value, b.Value))
	return form.Items{List: []*form.Item{{Func: "count", Noun: n}}, Groups: []*form.Group{{Col: col}}}, g.Far(n.Rel, col.Relation)
}

// role returns the key among the parts.
func role(p []*chart.Edge) *semantic.Key {
	for i := range p {
		if l, ok := attach.Part[lattice.Linked](p, i); ok && l.Kind == link.Key {
			return l.Key
		}
	}
	return nil
}

// keyOf reads "the manager of the shops": those whom they refer to by the key.
func keyOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	n, _ := attach.Part[*form.Noun](p, 0)
	if k == nil {
		return nil, 0
	}
	cost := 0.0
	if n.Rel != k.From {
		if k.From == k.To {
			return nil, 0 // the manager of a shop is not the manager of whoever works there
		}
		m, more := g.Say(&form.Noun{Rel: k.From}, &form.Related{Noun: n})
		if m == nil {
			return nil, 0
		}
		n, cost = m.(*form.Noun), more
	}
	return &form.Noun{Rel: k.To, Named: true, Conds: []form.Cond{&form.Related{Noun: n, Key: k, Back: true}}}, cost
}

// headed reads "who runs the shop": the only ones to whom a key of its rows leads that says so.
func headed(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	var only *semantic.Key
	for _, k := range n.Rel.Keys {
		if k.To.People && !k.Alternative && wordlist.Leads(k.Role) {
			if only != nil {
				return nil, 0
			}
			only = k
		}
	}
	if only == nil || only.From == only.To && !attach.Unique(n) {
		return nil, 0
	}
	return &form.Noun{Rel: only.To, Named: true, Conds: []form.Cond{&form.Related{Noun: n, Key: only, Back: true}}}, 0
}

// headedItems reads "who runs the store" by what somebody defined as its manager.
func headedItems(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	terms := g.Ways.Model().Terms
	for i := range terms {
		t := &terms[i]
		if t.Relation == n.Rel && t.Kind == semantic.TermValue && wordlist.Leads(strings.Fields(t.Phrase())) {
			return form.Items{List: []*form.Item{{Noun: n}, {Term: t, Noun: n}}}, 0
		}
	}
	return nil, 0
}

// inside reads "what is in order 12" as the parts that it is made of.
func inside(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	var parts *semantic.Relation
	for _, r := range g.Ways.Model().Relations {
		if r.Part != nil && r.Part.Of.To == n.Rel && r.Standing == semantic.Base && len(r.Keys) > 1 {
			if parts != nil {
				return nil, 0
			}
			parts = r
		}
	}
	if parts == nil || !single(n) {
		return nil, 0
	}
	lines := &form.Noun{Rel: parts, Named: true, Conds: []form.Cond{&form.Related{Noun: n}}}
	var out form.Items
	for _, k := range parts.Keys {
		if k != parts.Part.Of && !k.Alternative && facts.Titled(k.To) {
			out.List = append(out.List, &form.Item{Col: k.To.Column(k.To.Label.Columns[0].Name), Noun: lines})
		}
	}
	for _, c := range parts.Columns {
		if form.Class(c).Numeric() && !c.IsKey() && !c.Column.Masked {
			out.List = append(out.List, &form.Item{Col: c, Noun: lines})
		}
	}
	if len(out.List) == 0 {
		return nil, 0
	}
	return out, 0
}

// emptyNoun reads "empty playlists": of what refers to them alone there is nothing.
func emptyNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	held := g.MostUsed(n)
	if held == nil || !n.Named {
		return nil, 0
	}
	return n.With(&form.Not{Cond: &form.Related{Noun: held.Noun}}), 0
}

// keyIs says whom rows refer to by a key: with her as manager.
func keyIs(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	if k == nil {
		return nil, 0
	}
	n, ok := attach.Part[*form.Noun](p, 0)
	cost := 0.0
	if !ok {
		l, isValue := value(p)
		if !isValue {
			return nil, 0
		}
		m, more := g.Say(&form.Noun{Rel: k.To}, lattice.ValueIs(l))
		if m == nil {
			return nil, 0
		}
		n, cost = m.(*form.Noun), more
	}
	if n.Rel != k.To {
		return nil, 0
	}
	return &form.Related{Noun: n, Key: k}, cost
}

// perKey groups by whom rows refer to by a key.
func perKey(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	if k == nil {
		return nil, 0
	}
	return form.Groups{{Noun: &form.Noun{Rel: k.To, Named: true}, Key: k}}, 0
}

// keyed reads "ship-to customers": customers in that role.
func keyed(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	if k == nil {
		return nil, 0
	}
	for i := range p {
		if l, ok := attach.Part[lattice.Linked](p, i); ok && l.Kind == link.Relation && l.Relation == k.To {
			return &form.Noun{Rel: k.To, Named: true, Role: k.Role}, -0.3
		}
	}
	return nil, 0
}

// withKey reads "employees and their managers": what both are called.
func withKey(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	n, _ := attach.Part[*form.Noun](p, 0)
	if k == nil || !n.Named || n.Rel != k.From {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Noun: n}, {Noun: n, Beside: form.Beside{Key: k}}}}, 0
}
