package grammar

import (
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// severalAggregates puts functions side by side: minimum, average and maximum.
func severalAggregates(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	var all []string
	for _, e := range p {
		if w, ok := e.Meaning.(lattice.Word); ok && (w.List == "agg" || w.List == "aggs") {
			all = append(all, strings.Fields(w.Value)...)
		}
	}
	for i, f := range all {
		for _, g := range all[:i] {
			if f == g {
				return nil, 0
			}
		}
	}
	return lattice.Word{List: "aggs", Value: strings.Join(all, " "), Text: ""}, 0
}

// pronounCount reads "and how many are there".
func pronounCount(*Grammar, []*chart.Edge, string) (chart.Meaning, float64) {
	return form.Items{List: []*form.Item{{Func: attach.Again}}}, 0
}

// withNumber reads "with the number" as that by which rows were chosen: owners with more than 3 boats, with the
// number of boats.
func withNumber(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	by := form.NumberedRows(n)
	if r := n.Ranks; len(r) > 0 && r[len(r)-1].Item != nil && r[len(r)-1].Item.Func == "count" {
		by = r[len(r)-1].Item.Noun
	}
	of, said := attach.Part[*form.Noun](p, 1)
	if by == nil || said && (of.Rel != by.Rel || len(of.Conds)+len(of.Ranks) > 0) {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Noun: n}, {Func: "count", Noun: by, Beside: form.Beside{OfEach: true}}}}, 0
}

// withFigure shows what rows were ranked by: the 5 shops with the highest revenue, with the amount.
func withFigure(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if len(n.Ranks) == 0 {
		return nil, 0
	}
	by := n.Ranks[len(n.Ranks)-1].Item
	if by == nil || by.Func == "count" || by.Func == "" && by.Col == nil {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Noun: n}, by}}, 0
}

func together2(list []form.Cond) form.Cond {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &form.All{Conds: list}
}

// latest ranks by when it happened: the most recently hired.
func latest(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := attach.Word(p, "recent")
	r := &form.Rank{Desc: w.Value == "", N: 1, Last: true, Oldest: w.Value == "oldest"}
	if h, ok := attach.Part[lattice.Heard](p, 0); ok {
		r.Verb = h.Text
	}
	if l, ok := attach.Part[lattice.Linked](p, 0); ok && l.Event != nil && l.Column != nil {
		if wordlist.Among("open", l.Said) {
			return nil, 0 // the last open one is of those that are open
		}
		r.Item, r.Last = &form.Item{Col: l.Column}, false
	}
	if !numbered(r, p) {
		return nil, 0
	}
	r.Several = r.N == 1 && newest(w.Text)
	if len(p) == 1 && w.Text == "last" {
		return r, attach.Unlikely // bookings last longer than a day
	}
	return r, 0
}

// waiting ranks what was to happen by when that was: the invoices that have been due the longest.
func waiting(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Event == nil || l.Event.Kind != semantic.Plan || l.Event.Date == nil {
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Col: l.Relation.Column(l.Event.Date.Name)}, N: 1}, 0
}

// newest reports whether a word asks for what is new, of which several are several: the newest employees, but the
// last order.
func newest(said string) bool {
	return strings.HasSuffix(said, "newest") || strings.HasSuffix(said, "latest") || strings.HasSuffix(said, "most recent")
}

// averaged ranks by the average of what belongs to each, where that is said behind: gives the highest points on
// average.
func averaged(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	r, _ := attach.Part[*form.Rank](p, 0)
	if r.Item == nil || r.Item.Func != "" || r.Item.Col == nil || !form.Class(r.Item.Col).Numeric() || r.Item.Col.IsKey() {
		return nil, 0
	}
	again, one := *r, *r.Item
	one.Func, again.Item, again.Total = "avg", &one, false
	return &again, 0
}

// spent ranks by the sum of the money of what belongs to each: who spent most on repairs.
func spent(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, ok := attach.Part[*form.Noun](p, 0)
	if !ok {
		rank := &form.Rank{Item: &form.Item{Func: "sum", Noun: &form.Noun{}}, Desc: arg == "desc", N: 1, Last: true}
		h, _ := attach.Part[lattice.Heard](p, 0)
		if w, _ := attach.Word(p, "mostmoney", "leastmoney"); wordlist.Among("most", w.Text) || wordlist.Among("fewest", w.Text) {
			rank.Verb = h.Text // what it is the most of the verb says
		}
		return rank, 0
	}
	c := g.Money(n.Rel)
	if c == nil {
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Func: "sum", Col: c, Noun: n}, Desc: arg == "desc", N: 1}, 0
}

// ofPeople reports whether rows are persons, or tell of one each: their salaries.
func ofPeople(r *semantic.Relation) bool {
	return r.People || len(r.Keys) == 1 && r.Keys[0].To.People
}

// earnsMost ranks by what a verb measures: who earns the most.
func earnsMost(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Column == nil || l.How != link.Synonym || wordlist.List("does")[l.Said] == "" || !ofPeople(l.Column.Relation) {
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Col: l.Column}, Desc: arg == "desc", N: 1}, 0
}

// usedMost reads "used most often": what most of others belong to. How often money was spent is another figure than
// how much.
func usedMost(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	h, _ := attach.Part[lattice.Heard](p, 0)
	if wordlist.Among("moneyverb", h.Text) {
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Func: "sum", Noun: &form.Noun{}}, Desc: arg == "desc", N: 1, Last: true, Verb: h.Text}, 0
}

// bothOf reads "that have both a dog and a cat": one of each.
func bothOf(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := attach.Part[*form.Noun](p, 0)
	b, ok := attach.Part[*form.Noun](p, 1)
	if !ok {
		return nil, 0
	}
	h := attach.Heard(p)
	return &form.All{Conds: []form.Cond{&form.Related{Noun: a, Heard: h}, &form.Related{Noun: b, Heard: h}}}, 0
}

// bothOfNoun reads "both a mortgage and an auto loan" as two loans.
func bothOfNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	a, b := nthValue(p, 0), nthValue(p, 1)
	if a == nil || b == nil || a.Column != b.Column || a.Value == b.Value || !n.Named || len(n.Ranks) > 0 {
		return nil, 0
	}
	out, cost, h := &form.All{}, 0.0, attach.Heard(p)
	for _, v := range []*lattice.Linked{a, b} {
		m, more := g.Say(n, lattice.ValueIs(*v))
		one, ok := m.(*form.Noun)
		if !ok {
			return nil, 0
		}
		out.Conds, cost = append(out.Conds, &form.Related{Noun: one, Heard: h}), max(cost, more)
	}
	return out, cost
}

// commonTo reads "states where both owners and vets live": what a column of the one shares with that of the other.
func commonTo(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c, _ := attach.Part[attach.Columns](p, 0)
	a, _ := attach.Part[*form.Noun](p, 0)
	b, ok := attach.Part[*form.Noun](p, 1)
	if !ok || len(c.List) != 1 || a.Rel == b.Rel {
		return nil, 0
	}
	x, y := namedLike(a.Rel, c.List[0]), namedLike(b.Rel, c.List[0])
	if x == nil || y == nil {
		return nil, 0
	}
	n := a.With(&form.Sharing{Col: x, Other: y, Noun: b})
	return form.Items{List: []*form.Item{{Col: x, Noun: n, Distinct: true}}}, 0
}

// namedLike returns the column of a relation that has the name of another's.
func namedLike(rel *semantic.Relation, c *semantic.Column) *semantic.Column {
	if c.Relation == rel {
		return c
	}
	for _, x := range rel.Columns {
		if strings.Join(x.Own, " ") == strings.Join(c.Own, " ") && x.Column.Class == c.Column.Class {
			return x
		}
	}
	return nil
}

// ordinalOf reads the fifth grade as the grade 5.
func ordinalOf(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := attach.Word(p, "ordinals")
	c := attach.Column(p, 0)
	if c == nil || !form.Class(c).Numeric() || c.IsKey() || w.Value == "" {
		return nil, 0
	}
	return &form.Test{Col: c, Op: algebra.Eq, To: lattice.Numeric(lattice.Number{Text: w.Value})}, 0
}

// inDegree compares what an adjective behind a number is about: over 20 years old, 3 years old.
func inDegree(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := attach.Part[lattice.Linked](p, 0)
	n, ok2 := attach.Part[lattice.Number](p, 0)
	if !ok || !ok2 || l.Column == nil || !form.Class(l.Column).Numeric() {
		return nil, 0
	}
	w, more := attach.Word(p, "more", "ormore")
	if !more {
		w.Value = "="
	}
	return g.Compare(l.Column, attach.Compared{Op: algebra.CompareOp(w.Value), To: lattice.Numeric(n)})
}

// greater reads "a greater weight than 10", also than that of another row.
func greater(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := attach.Word(p, "greater")
	o, ok := attach.Part[form.Operand](p, 0)
	if n, noun := attach.Part[*form.Noun](p, 0); noun {
		c := attach.Column(p, 0)
		if c == nil || c.Relation != n.Rel || len(n.Conds)+len(n.Ranks) == 0 {
			return nil, 0
		}
		o, ok = form.Operand{Item: &form.Item{Col: c, Noun: n}}, true
	}
	if !ok {
		return nil, 0
	}
	return g.Compare(attach.Column(p, 0), attach.Compared{Op: algebra.CompareOp(w.Value), To: o})
}

// extremeIn says that a column has the highest value that there is: built in the earliest year.
func extremeIn(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c == nil || !attach.Comparable(c) || c.IsKey() {
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Col: c}, Desc: arg == "desc", N: 1, Ties: true}, 0
}

// modal ranks by how often a value occurs.
func modal(_ *Grammar, _ []*chart.Edge, arg string) (chart.Meaning, float64) {
	return &form.Rank{Item: &form.Item{Func: "count"}, Desc: arg == "desc", N: 1}, 0
}

// asRows reads "cats as pets" as cats, which are pets.
func asRows(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if l, _ := attach.Part[lattice.Linked](p, 0); l.Relation != n.Rel {
		return nil, 0
	}
	return n, 0
}

// degreeOf reads "how old are they" as the column that the adjective compares.
func degreeOf(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Column == nil {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Col: l.Column}}}, 0
}

// topOf ranks by a figure that was said: whose total cost is the lowest.
func topOf(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	i, _ := attach.Part[form.Items](p, 0)
	if len(i.List) != 1 || !i.List[0].Figure() || i.List[0].Over != nil {
		return nil, 0
	}
	return &form.Rank{Item: i.List[0], Desc: arg == "desc", N: 1}, 0
}

// apposedNumber reads "course 301" as the course with this number.
func apposedNumber(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	num, _ := attach.Part[lattice.Number](p, 0)
	if l.Relation == nil || len(l.Relation.Identity.Columns) != 1 {
		return nil, 0
	}
	c := l.Relation.Column(l.Relation.Identity.Columns[0].Name)
	year := len(num.Text) == 4 && (strings.HasPrefix(num.Text, "19") || strings.HasPrefix(num.Text, "20"))
	if !form.Class(c).Numeric() || year && wordform.Singular(l.Said) != l.Said { // order 2024 is one, orders 2024 are those of a year
		return nil, 0
	}
	n := &form.Noun{Rel: l.Relation, Named: true}
	return g.Say(n, &form.Test{Col: c, Op: algebra.Eq, To: lattice.Numeric(num)})
}
