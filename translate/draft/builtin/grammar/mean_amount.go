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

// howMuch answers "how much does the film cost" by its price, and "how much did she pay" by what all that she paid
// amounts to.
func howMuch(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	m, cost := asked(pricesOf, attach.Comparable)(g, p, arg)
	w, _ := attach.Word(p, "howmuchdo")
	n, _ := attach.Part[*form.Noun](p, 0)
	all, ok := m.(form.Items)
	if strings.HasPrefix(w.Text, "what") && len(p) < 3 && !paid(p) {
		return nil, 0 // what did she order is no question for a price
	}
	done := strings.Contains(w.Text, " d") || strings.HasSuffix(w.Text, " was") && !single(n)
	if !ok || !done || !deedOf(p, n) {
		return m, cost
	}
	last := *all.List[len(all.List)-1]
	if last.Col == nil || !facts.Additive(last.Col) {
		return m, cost
	}
	last.Func = "sum"
	return form.Items{List: []*form.Item{&last}}, cost
}

// moneyOf adds up the money of what happened: how much did we receive in donations, and spend on repairs. What we
// spend is a cost.
func moneyOf(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	w, _ := attach.Word(p, "moneyverb", "outgo")
	c := n.Rel.Money()
	if c == nil || !n.Named || len(n.Ranks) > 0 || !facts.Additive(c) || form.Clock(n.Rel) == nil ||
		(w.List == "outgo" || wordlist.Among("outlay", w.Text)) != facts.NamedOf(c.Name.Words, "outlays") {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Func: "sum", Col: c, Noun: n}}}, 0
}

// paid reports whether it was said that somebody paid or earned something.
func paid(p []*chart.Edge) bool {
	found := false
	for _, e := range p {
		e.Walk(func(x *chart.Edge) {
			l, ok := x.Meaning.(lattice.Linked)
			found = found || ok && wordlist.List("does")[l.Said] != ""
		})
	}
	return found
}

// deedOf reports whether rows were spoken of by what was done alone: what she paid, of payments.
func deedOf(p []*chart.Edge, n *form.Noun) bool {
	found := false
	for _, e := range p {
		e.Walk(func(x *chart.Edge) {
			l, ok := x.Meaning.(lattice.Linked)
			found = found || ok && l.Kind == link.Event && l.Relation == n.Rel
		})
	}
	return found
}

// inTotal says of figures that they are of all rows, as they are.
func inTotal(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	all, _ := attach.Part[form.Items](p, 0)
	if len(all.List) == 0 || slices.ContainsFunc(all.List, func(i *form.Item) bool { return i.Func != "sum" && i.Func != "count" }) {
		return nil, 0
	}
	return all, 0
}

// wholeName is what a column costs at most that was said by the whole of its name.
const wholeName = 0.3

// flaggedColumns reads "official languages of Switzerland": of the rows of which the flag holds.
func flaggedColumns(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	m, _ := flag(g, p, "")
	set, c := attach.Column(p, 0), attach.Columns{}
	for _, e := range p {
		if x, ok := e.Meaning.(attach.Columns); ok && e.Cost < wholeName {
			c = x
		}
	}
	if m == nil || len(c.List) != 1 || c.List[0].Relation != set.Relation || c.List[0] == set {
		return nil, 0
	}
	rows := &form.Noun{Rel: set.Relation, Conds: []form.Cond{m.(form.Cond)}}
	cost := 0.0
	if n, ok := attach.Part[*form.Noun](p, 0); ok && n.Rel == rows.Rel {
		rows = n.With(m.(form.Cond))
	} else if ok {
		said, more := g.Say(rows, &form.Related{Noun: n})
		if said == nil {
			return nil, 0
		}
		rows, cost = said.(*form.Noun), more
	}
	return form.Items{List: []*form.Item{{Col: c.List[0], Noun: rows, Distinct: c.Unique}}}, cost
}

// perHead divides a figure by how many people live there.
func perHead(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c, _ := attach.Part[attach.Columns](p, 0)
	n, _ := attach.Part[*form.Noun](p, 0)
	of, _ := attach.Word(p, "of")
	if len(c.List) != 1 || !attach.Comparable(c.List[0]) || n != nil && n.Rel != c.List[0].Relation ||
		of.Text == "by" { // by country is one for each
		return nil, 0
	}
	heads := slices.DeleteFunc(slices.Clone(c.List[0].Relation.Columns), func(x *semantic.Column) bool {
		return !form.Class(x).Numeric() || !wordlist.Among("inhabitants", wordform.Singular(x.Name.Words[len(x.Name.Words)-1]))
	})
	if len(heads) != 1 || heads[0] == c.List[0] {
		return nil, 0
	}
	over := &form.Item{Func: "sum", Col: heads[0], Noun: n}
	return form.Items{List: []*form.Item{{Func: "sum", Col: c.List[0], Noun: n, Beside: form.Beside{Over: over}}}}, 0
}

// keyShown is what it costs to show a key where a name was asked for.
const keyShown = 0.5

// roleShown returns the key that a column is which is called by what it leads to, as a capital is, and not by what it
// holds, as a capital id does; nil: it is none.
func roleShown(c *schemaColumn) *semantic.Key {
	ks := c.Relation.KeyOf(c.Column)
	if len(ks) != 1 || len(ks[0].Columns) != 1 || len(ks[0].Role) == 0 || ks[0].Alternative || ks[0].ManyTo || ks[0].To.Label.Via != nil ||
		len(ks[0].To.Label.Columns) == 0 || slices.Contains(ks[0].To.Identity.Columns, ks[0].To.Label.Columns[0]) ||
		slices.ContainsFunc(c.Name.Words, func(w string) bool { return wordlist.Among("keywords", w) }) {
		return nil
	}
	return ks[0]
}

// flag says that a column which says yes or no says yes.
func flag(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	l, ok := attach.Part[lattice.Linked](p, 0)
	if ok && l.How == link.Comment {
		return nil, 0 // a comment says what a flag is about, and as often what is not: "no longer ordered"
	}
	return lattice.FlagIs(c, !l.Not), 0
}

// accounts reads "customer accounts" as the customers, and those that were opened in 2025 as those who came then, where
// accounts are no rows
// of their own.
func accounts(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Relation == nil || !l.Relation.People && !facts.Party(l.Relation) || g.Known().Accounts {
		return nil, 0
	}
	n := &form.Noun{Rel: l.Relation, Named: true}
	s, begun := attach.Part[lattice.Span](p, 0)
	if !begun {
		return n, 0
	}
	c := form.Clock(l.Relation)
	if c == nil || c.Relation != l.Relation || s.Part != "" {
		return nil, 0
	}
	return n.With(&form.During{Col: c, From: s.From, To: s.To}), 0
}

// share is how many of the rows are such, as a percentage of all.
func share(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	if v, ok := value(p); ok {
		n := &form.Noun{Rel: v.Relation}
		return form.Items{List: []*form.Item{{Func: "count", Noun: n, If: form.Equals(v.Column, v.Value), Share: true, Fraction: fraction(p)}}}, 0
	}
	n, _ := attach.Part[*form.Noun](p, 0)
	var groups []*form.Group
	if its, each := attach.Part[*form.Noun](p, 1); each { // of what belongs to each of the first
		if !n.Named || !its.Named || len(n.Ranks) > 0 || !g.Ways.ToOne(its.Rel, n.Rel) {
			return nil, 0
		}
		groups, n = []*form.Group{{Noun: n}}, its
	}
	c := attach.Cond(p, 0)
	cost := 0.0
	if c == nil { // the last that was said of the rows
		if len(n.Conds) == 0 || len(n.Ranks) > 0 {
			return nil, 0
		}
		again := *n
		last := len(n.Conds) - 1
		for last > 0 && isPeriod(n.Conds[last]) { // a period is what the share is in
			last--
		}
		c, again.Conds = n.Conds[last], slices.Concat(n.Conds[:last], n.Conds[last+1:])
		n = &again
	} else if c, cost = g.Attach(n, c); c == nil || slices.ContainsFunc(n.Conds, func(o form.Cond) bool { return o.Sum() == c.Sum() }) {
		return nil, 0
	}
	if isPeriod(c) {
		cost += periodShare
	}
	return form.Items{List: []*form.Item{{Func: "count", Noun: n, If: c, Share: true, Fraction: fraction(p)}}, Groups: groups}, cost
}

// shareAmount reads "what share of the revenue comes from …" as the part of a sum that is of some rows.
func shareAmount(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i := &form.Item{Func: "sum"}
	if m, ok := attach.Part[facts.Measured](p, 0); ok {
		if i = m.Item("sum"); i == nil || i.Func != "sum" || i.Term != nil {
			return nil, 0
		}
	} else if c, _ := attach.Part[attach.Columns](p, 0); len(c.List) == 1 && facts.Additive(c.List[0]) &&
		c.List[0].Unit != nil && (c.List[0].Unit.Of == "money" || c.List[0].Unit.Of == "time") { // of anything else rows are counted
		i.Col = c.List[0]
	}
	rel := i.Relation()
	if rel == nil || isPeriod(attach.Cond(p, 0)) {
		return nil, 0
	}
	c, cost := g.Attach(&form.Noun{Rel: rel}, attach.Cond(p, 0))
	if c == nil {
		return nil, 0
	}
	i.Noun, i.If, i.Share, i.Fraction = &form.Noun{Rel: rel}, c, true, fraction(p)
	return form.Items{List: []*form.Item{i}}, cost
}

// isPeriod reports whether a condition is that something happened in a period.
func isPeriod(c form.Cond) bool {
	_, ok := c.(*form.During)
	return ok
}

// periodShare is what it costs that a period is the share that is asked for, and not what the share is in.
const periodShare = 0.5

// withinEach is what it costs to take a share of some rows for one of all of them, by groups.
const withinEach = 0.6

// shareEach is what each group has of the whole, as a percentage: the revenue share per category.
func shareEach(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i := &form.Item{Func: "count"}
	if m, ok := attach.Part[facts.Measured](p, 0); ok {
		i = m.Item("sum")
	} else if n, ok := attach.Part[*form.Noun](p, 0); ok && n.Named {
		i.Noun = n
	} else {
		return nil, 0
	}
	if i == nil || i.Func == form.Defined {
		return nil, 0
	}
	i.Share, i.Fraction = true, fraction(p)
	by, _ := attach.Part[form.Groups](p, 0) // payments by method, in percent
	cost := 0.0
	if len(by) == 0 && i.Noun != nil && len(i.Noun.Conds) > 0 {
		cost = withinEach // the share of organic products by category is that of the products of each
	}
	return form.Items{List: []*form.Item{i}, Groups: by}, cost
}

// ratio divides one figure by another: of the rows of one noun by those of another, where both are rows of one
// relation.
func ratio(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, b := halfOf(p, 0), halfOf(p, 1)
	if a == nil || b == nil || itemRel(a) == nil || itemRel(a) != itemRel(b) {
		return nil, 0
	}
	noun := &form.Noun{Rel: itemRel(a), Named: true}
	part, whole := *a, *b
	part.Noun, whole.Noun = noun, noun
	only, others := restrictions(a.Noun), restrictions(b.Noun)
	var shared []form.Cond
	if len(only) > 0 {
		for i := len(others) - 1; i >= 0; i-- {
			if !about(only, others[i]) { // in New York: both of them
				shared = append(shared, others[i])
				others = append(others[:i:i], others[i+1:]...)
			}
		}
	}
	noun.Conds = shared
	part.If, whole.If = together2(only), together2(others)
	part.Over = &whole
	return form.Items{List: []*form.Item{&part}}, 0
}

// halfOf returns the n-th figure among the parts, or the number of rows of the n-th noun.
func halfOf(p []*chart.Edge, n int) *form.Item {
	for _, e := range p {
		var one *form.Item
		switch x := e.Meaning.(type) {
		case form.Items:
			if len(x.List) == 1 && len(x.Ranks) == 0 && x.List[0].Figure() && x.List[0].If == nil {
				one = x.List[0]
			}
		case *form.Noun:
			one = &form.Item{Func: "count", Noun: x}
		case attach.Columns:
			if len(x.List) == 1 && attach.Comparable(x.List[0]) {
				one = &form.Item{Func: "sum", Col: x.List[0]}
			}
		}
		if one == nil {
			continue
		}
		if n == 0 {
			return one
		}
		n--
	}
	return nil
}

func itemRel(i *form.Item) *semantic.Relation {
	if i.Noun != nil {
		return i.Noun.Rel
	}
	return i.Relation()
}

func restrictions(n *form.Noun) []form.Cond {
	if n == nil {
		return nil
	}
	return append([]form.Cond(nil), n.Conds...)
}

// about reports whether one of the conditions is about the same column as another.
func about(list []form.Cond, c form.Cond) bool {
	for _, x := range list {
		for _, a := range form.ColumnsOf(x) {
			for _, b := range form.ColumnsOf(c) {
				if a == b {
					return true
				}
			}
		}
	}
	return false
}
