package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// severalAggregates puts functions side by side: minimum, average and maximum.
func severalAggregates(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	var all []string
	for _, e := range p {
		if w, ok := e.Meaning.(Word); ok && (w.List == "agg" || w.List == "aggs") {
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
	return Word{"aggs", strings.Join(all, " "), ""}, 0
}

// again is "the" function of an item that repeats the figure by which rows were ranked, or counts what was asked for.
const again = "again"

// pronounCount reads "and how many are there".
func pronounCount(*Grammar, []*chart.Edge, string) (chart.Meaning, float64) {
	return Items{List: []*form.Item{{Func: again}}}, 0
}

// withNumber reads "with the number" as that by which rows were chosen: owners with more than 3 boats, with the number of boats.
func withNumber(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	by := numberedRows(n)
	if r := n.Ranks; len(r) > 0 && r[len(r)-1].Item != nil && r[len(r)-1].Item.Func == "count" {
		by = r[len(r)-1].Item.Noun
	}
	of, said := part[*form.Noun](p, 1)
	if by == nil || said && (of.Rel != by.Rel || len(of.Conds)+len(of.Ranks) > 0) {
		return nil, 0
	}
	return Items{List: []*form.Item{{Noun: n}, {Func: "count", Noun: by, Beside: form.Beside{OfEach: true}}}}, 0
}

// withFigure shows what rows were ranked by: the 5 shops with the highest revenue, with the amount.
func withFigure(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	if len(n.Ranks) == 0 {
		return nil, 0
	}
	by := n.Ranks[len(n.Ranks)-1].Item
	if by == nil || by.Func == "count" || by.Func == "" && by.Col == nil {
		return nil, 0
	}
	return Items{List: []*form.Item{{Noun: n}, by}}, 0
}

// tenured ranks those who are still with a firm by when they came to it.
func tenured(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	born := n.Rel.Born()
	w, _ := word(p, "tenured")
	if !n.Rel.People || born == nil || len(n.Ranks) > 0 || buys(n.Rel) && !strings.Contains(w.Text, "with us") {
		return nil, 0
	}
	m, cost := g.say(n, &form.Current{})
	now, ok := m.(*form.Noun)
	if !ok {
		return nil, 0
	}
	again := *now
	again.Ranks = []*form.Rank{{Item: &form.Item{Col: n.Rel.Column(born.Name)}, N: 1, Several: true}}
	return &again, cost
}

// membersOf reads "who is in the sales team" as the only persons who belong to it.
func membersOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	if n.Rel.People || len(n.Conds) == 0 || len(n.Ranks) > 0 {
		return nil, 0
	}
	var only *semantic.Relation
	for _, r := range g.ways.Model().Relations {
		if !r.People || r.Standing > semantic.Subset || !g.belongs(r, n.Rel) {
			continue
		}
		if only != nil {
			return nil, 0
		}
		only = r
	}
	if only == nil {
		return nil, 0
	}
	return &form.Noun{Rel: only, Named: true, Conds: []form.Cond{&form.Related{Noun: n}}}, 0
}

// belongs reports whether a key leads from rows to others, or rows of their own connect both.
func (g *Grammar) belongs(r, to *semantic.Relation) bool {
	direct := func(from, to *semantic.Relation) bool {
		return slices.ContainsFunc(from.Keys, func(k *semantic.Key) bool { return k.To == to && !k.Alternative })
	}
	return direct(r, to) || slices.ContainsFunc(g.ways.Model().Relations, func(l *semantic.Relation) bool {
		return l.Link && direct(l, r) && direct(l, to)
	})
}

// ratio divides one figure by another: of the rows of one noun by those of another, where both are rows of one relation.
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
	return Items{List: []*form.Item{&part}}, 0
}

// halfOf returns the n-th figure among the parts, or the number of rows of the n-th noun.
func halfOf(p []*chart.Edge, n int) *form.Item {
	for _, e := range p {
		var one *form.Item
		switch x := e.Meaning.(type) {
		case Items:
			if len(x.List) == 1 && len(x.Ranks) == 0 && x.List[0].Figure() && x.List[0].If == nil {
				one = x.List[0]
			}
		case *form.Noun:
			one = &form.Item{Func: "count", Noun: x}
		case Columns:
			if len(x.List) == 1 && measured(x.List[0]) {
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
		for _, a := range columnsOf(x) {
			for _, b := range columnsOf(c) {
				if a == b {
					return true
				}
			}
		}
	}
	return false
}

// columnsOf returns the columns that a condition compares.
func columnsOf(c form.Cond) []*semantic.Column {
	switch x := c.(type) {
	case *form.Test:
		return []*semantic.Column{x.Col}
	case *form.Not:
		return columnsOf(x.Cond)
	case *form.During:
		return []*semantic.Column{x.Col}
	case *form.All:
		var out []*semantic.Column
		for _, one := range x.Conds {
			out = append(out, columnsOf(one)...)
		}
		return out
	case *form.Related:
		var out []*semantic.Column
		for _, one := range x.Noun.Conds {
			out = append(out, columnsOf(one)...)
		}
		return out
	}
	return nil
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
	w, _ := word(p, "recent")
	r := &form.Rank{Desc: w.Value == "", N: 1, Last: true, Oldest: w.Value == "oldest"}
	if h, ok := part[Heard](p, 0); ok {
		r.Verb = h.Text
	}
	if l, ok := part[Linked](p, 0); ok && l.Event != nil && l.Column != nil {
		if has(words().values["open"], l.said) {
			return nil, 0 // the last open one is of those that are open
		}
		r.Item, r.Last = &form.Item{Col: l.Column}, false
	}
	if !numbered(r, p) {
		return nil, 0
	}
	r.Several = r.N == 1 && newest(w.Text)
	return r, 0
}

// newest reports whether a word asks for what is new, of which several are several: the newest employees, but the last order.
func newest(said string) bool {
	return strings.HasSuffix(said, "newest") || strings.HasSuffix(said, "latest") || strings.HasSuffix(said, "most recent")
}

// averaged ranks by the average of what belongs to each, where that is said behind: gives the highest points on average.
func averaged(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	r, _ := part[*form.Rank](p, 0)
	if r.Item == nil || r.Item.Func != "" || r.Item.Col == nil || !form.Class(r.Item.Col).Numeric() || r.Item.Col.IsKey() {
		return nil, 0
	}
	again, one := *r, *r.Item
	one.Func, again.Item, again.Total = "avg", &one, false
	return &again, 0
}

// spent ranks by the sum of the money of what belongs to each: who spent most on repairs.
func spent(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, ok := part[*form.Noun](p, 0)
	if !ok {
		rank := &form.Rank{Item: &form.Item{Func: "sum", Noun: &form.Noun{}}, Desc: arg == "desc", N: 1, Last: true}
		h, _ := part[Heard](p, 0)
		if w, _ := word(p, "mostmoney", "leastmoney"); has(words().values["most"], w.Text) || has(words().values["fewest"], w.Text) {
			rank.Verb = h.Text // what it is the most of the verb says
		}
		return rank, 0
	}
	c := g.money(n.Rel)
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
	l, _ := part[Linked](p, 0)
	if l.Column == nil || l.How != link.Synonym || words().values["does"][l.said] == "" || !ofPeople(l.Column.Relation) {
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Col: l.Column}, Desc: arg == "desc", N: 1}, 0
}

// usedMost reads "used most often": what most of others belong to. How often money was spent is another figure than how much.
func usedMost(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	h, _ := part[Heard](p, 0)
	if has(words().values["moneyverb"], h.Text) {
		return nil, 0
	}
	return &form.Rank{Item: &form.Item{Func: "sum", Noun: &form.Noun{}}, Desc: arg == "desc", N: 1, Last: true, Verb: h.Text}, 0
}

// money returns the amount of money of a relation, or of the only one that belongs to it and has one.
func (g *Grammar) money(rel *semantic.Relation) *semantic.Column {
	if c := rel.Money(); c != nil {
		return c
	}
	var found *semantic.Column
	for _, near := range g.ways.Near(rel) {
		if c := near.Money(); c != nil {
			if found != nil {
				return nil
			}
			found = c
		}
	}
	return found
}

// bothOf reads "that have both a dog and a cat": one of each.
func bothOf(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := part[*form.Noun](p, 0)
	b, ok := part[*form.Noun](p, 1)
	if !ok {
		return nil, 0
	}
	h := heard(p)
	return &form.All{Conds: []form.Cond{&form.Related{Noun: a, Heard: h}, &form.Related{Noun: b, Heard: h}}}, 0
}

// commonTo reads "states where both owners and vets live": what a column of the one shares with that of the other.
func commonTo(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c, _ := part[Columns](p, 0)
	a, _ := part[*form.Noun](p, 0)
	b, ok := part[*form.Noun](p, 1)
	if !ok || len(c.List) != 1 || a.Rel == b.Rel {
		return nil, 0
	}
	x, y := namedLike(a.Rel, c.List[0]), namedLike(b.Rel, c.List[0])
	if x == nil || y == nil {
		return nil, 0
	}
	n := a.With(&form.Sharing{Col: x, Other: y, Noun: b})
	return Items{List: []*form.Item{{Col: x, Noun: n, Distinct: true}}}, 0
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
	w, _ := word(p, "ordinals")
	c := column(p, 0)
	if c == nil || !form.Class(c).Numeric() || c.IsKey() || w.Value == "" {
		return nil, 0
	}
	return &form.Test{Col: c, Op: algebra.Eq, To: numeric(Number{w.Value})}, 0
}

// inDegree compares what an adjective behind a number is about: over 20 years old, 3 years old.
func inDegree(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := part[Linked](p, 0)
	n, ok2 := part[Number](p, 0)
	if !ok || !ok2 || l.Column == nil || !form.Class(l.Column).Numeric() {
		return nil, 0
	}
	w, more := word(p, "more", "ormore")
	if !more {
		w.Value = "="
	}
	return g.compare(l.Column, Compared{Op: algebra.CompareOp(w.Value), To: numeric(n)})
}

// greater reads "a greater weight than 10", also than that of another row.
func greater(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := word(p, "greater")
	o, ok := part[form.Operand](p, 0)
	if n, noun := part[*form.Noun](p, 0); noun {
		c := column(p, 0)
		if c == nil || c.Relation != n.Rel || len(n.Conds)+len(n.Ranks) == 0 {
			return nil, 0
		}
		o, ok = form.Operand{Item: &form.Item{Col: c, Noun: n}}, true
	}
	if !ok {
		return nil, 0
	}
	return g.compare(column(p, 0), Compared{Op: algebra.CompareOp(w.Value), To: o})
}

// extremeIn says that a column has the highest value that there is: built in the earliest year.
func extremeIn(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c := column(p, 0)
	if c == nil || !measured(c) || c.IsKey() {
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
	n, _ := part[*form.Noun](p, 0)
	if l, _ := part[Linked](p, 0); l.Relation != n.Rel {
		return nil, 0
	}
	return n, 0
}

// degreeOf reads "how old are they" as the column that the adjective compares.
func degreeOf(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := part[Linked](p, 0)
	if l.Column == nil {
		return nil, 0
	}
	return Items{List: []*form.Item{{Col: l.Column}}}, 0
}

// topOf ranks by a figure that was said: whose total cost is the lowest.
func topOf(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	i, _ := part[Items](p, 0)
	if len(i.List) != 1 || !i.List[0].Figure() || i.List[0].Over != nil {
		return nil, 0
	}
	return &form.Rank{Item: i.List[0], Desc: arg == "desc", N: 1}, 0
}

// apposedNumber reads "course 301" as the course with this number.
func apposedNumber(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := part[Linked](p, 0)
	num, _ := part[Number](p, 0)
	if l.Relation == nil || len(l.Relation.Identity.Columns) != 1 {
		return nil, 0
	}
	c := l.Relation.Column(l.Relation.Identity.Columns[0].Name)
	year := len(num.Text) == 4 && (strings.HasPrefix(num.Text, "19") || strings.HasPrefix(num.Text, "20"))
	if !form.Class(c).Numeric() || year && wordform.Singular(l.said) != l.said { // order 2024 is one, orders 2024 are those of a year
		return nil, 0
	}
	n := &form.Noun{Rel: l.Relation, Named: true}
	return g.say(n, &form.Test{Col: c, Op: algebra.Eq, To: numeric(num)})
}
