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
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// columns puts columns side by side. Those of one relation belong together more likely.
func columns(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c == nil || arg == "named" && form.Class(c).Numeric() { // a number is no name of a driver
		return nil, 0
	}
	before, ok := attach.Part[attach.Columns](p, 0)
	if !ok {
		return attach.Columns{List: []*schemaColumn{c}}, 0
	}
	if len(before.List) >= 8 {
		return nil, 0
	}
	for _, x := range before.List {
		if x == c {
			return nil, 0
		}
	}
	last := before.List[len(before.List)-1]
	return attach.Columns{List: append(append([]*schemaColumn(nil), before.List...), c), Unique: before.Unique}, 0.6 * g.Far(last.Relation, c.Relation)
}

// tabled reads a column by its relation and its own name: apartment numbers.
func tabled(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	l, _ := attach.Part[lattice.Linked](p, 0)
	if c == nil || l.Kind != link.Relation || c.Relation != l.Relation {
		return nil, 0
	}
	name, _ := attach.Part[lattice.Linked](p, 1)
	if wordlist.Among("verb", name.Said) {
		return nil, 0 // employees work: that is no name of a column
	}
	if l.Part && name.Part {
		return attach.Columns{List: []*schemaColumn{c}}, 0 // both words are the name of another relation
	}
	return attach.Columns{List: []*schemaColumn{c}}, -0.5 * max(p[1].Cost, 0)
}

// doneColumn reads a column by what was done with its rows and its own name: invoiced amounts.
func doneColumn(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	c, _ := attach.Part[lattice.Linked](p, 1)
	if l.Event == nil || l.Not || c.Column == nil || c.Relation != l.Relation || lexicon.BaseOf(l.Said) == l.Said ||
		strings.HasSuffix(l.Said, "s") || strings.HasSuffix(l.Said, "ing") {
		return nil, 0
	}
	return attach.Columns{List: []*schemaColumn{c.Column}}, 0
}

func distinctColumns(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c, _ := attach.Part[attach.Columns](p, 0)
	c.Unique = true
	return c, 0
}

// flagShown is what it costs to show a flag, and not to say that it is set.
const flagShown = 1.0

func plain(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c, _ := attach.Part[attach.Columns](p, 0)
	var out form.Items
	cost := 0.0
	for _, x := range c.List {
		if len(c.List) == 1 && (x.Yes != "" || x.Column.Class == schema.Boolean) {
			cost = flagShown
		}
		if roleShown(x) != nil {
			cost += keyShown
		}
		out.List = append(out.List, &form.Item{Col: x, Distinct: c.Unique})
	}
	return out, cost
}

// itemsOf says whose the columns are.
func itemsOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c, _ := attach.Part[attach.Columns](p, 0)
	n, _ := attach.Part[*form.Noun](p, 0)
	if w, _ := attach.Word(p, "with"); g.grouping(p, n) || strings.HasPrefix(w.Text, "ha") && ByRows(p[0]) {
		return nil, 0 // what a band has is not of the band's amount
	}
	_, per := attach.Word(p, "per")
	var out form.Items
	cost := 0.0
	for _, x := range c.List {
		if per && n.Named && x.Relation != n.Rel && !g.Ways.ToOne(n.Rel, x.Relation) && facts.Additive(x) {
			return nil, 0 // of each group, not of each row
		}
		if _, said := attach.Word(p, "of", "with", "poss", "per"); !said && (x.Yes != "" || x.Column.Class == schema.Boolean) {
			cost += flagShown
		}
		cost += g.Far(n.Rel, x.Relation)
		if !g.Ways.ToOne(n.Rel, x.Relation) {
			cost += 0.4
		}
		if k := roleShown(x); k != nil && n.Rel == k.From && !c.Unique {
			out.List = append(out.List, &form.Item{Noun: n, Beside: form.Beside{Key: k}})
			continue
		}
		out.List = append(out.List, &form.Item{Col: x, Noun: n, Distinct: c.Unique})
	}
	return out, cost
}

// itemsOfOwner is itemsOf of what stands before an 's, which belongs to the rows that are named last: invoices with
// the patient's name are not the name of invoices.
func itemsOfOwner(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	_, said := attach.Word(p, "poss")
	if !said && len(n.Ranks) > 0 && slices.ContainsFunc(p, leadsColumn) {
		return nil, 0 // the largest expense category is a category
	}
	if said && len(n.Conds) > 0 {
		var last *chart.Edge
		p[0].Walk(func(e *chart.Edge) {
			if e.To == p[0].To && e.Rule == nil {
				last = e
			}
		})
		if l, ok := last.Meaning.(lattice.Linked); ok && l.Kind == link.Relation && l.Relation != n.Rel {
			return nil, 0
		}
	}
	return itemsOf(g, p, arg)
}

// grouping reports whether a noun behind "by" makes groups: the budget by studio is not that of studios.
func (g *Grammar) grouping(p []*chart.Edge, n *form.Noun) bool {
	w, _ := attach.Word(p, "of", "prep")
	return w.Text == "by" && n != nil && len(n.Ranks) == 0 && (g.namesRelation(p) || personsKind(p) || n.Named && (len(n.Conds) == 0 || narrows(n) > 0))
}

// itemsOfEach reads "names per owner" as the names of each. Rows per something are counted, though they may stand for
// their amounts.
func itemsOfEach(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	if ByRows(p[0]) || slices.ContainsFunc(p, leadsColumn) {
		return nil, 0
	}
	n, _ := attach.Part[*form.Noun](p, 0)
	m, cost := itemsOf(g, p, arg)
	return m, cost + narrows(n)
}

// identityOf shows what tells rows apart, with columns before or behind it.
func identityOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	id := n.Rel.Identity.Columns
	if len(id) != 1 {
		return nil, 0
	}
	var out form.Items
	one := &form.Item{Col: n.Rel.Column(id[0].Name), Noun: n}
	c, ok := attach.Part[attach.Columns](p, 0)
	if !ok {
		return form.Items{List: []*form.Item{one}}, 0
	}
	m, cost := itemsOf(g, p, "")
	if m == nil {
		return nil, 0
	}
	out = m.(form.Items)
	if _, after := p[0].Meaning.(attach.Columns); after || len(c.List) == 0 {
		out.List = append(out.List, one)
	} else {
		out.List = append([]*form.Item{one}, out.List...)
	}
	return out, cost
}

// maxShown bounds the columns of "everything".
const maxShown = 60

func everything(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	var out form.Items
	for _, c := range n.Rel.Columns {
		if !c.Column.Masked && len(out.List) < maxShown {
			out.List = append(out.List, &form.Item{Col: c, Noun: n})
		}
	}
	return out, 0
}

func count(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	if c := g.Known().Stock; c != nil && c.Relation == n.Rel && len(n.Ranks) == 0 && slices.ContainsFunc(p, inPieces) { // how many pieces there are
		return form.Items{List: []*form.Item{{Func: "sum", Col: c, Noun: n}}}, 0
	}
	cost := 0.0
	if !n.Named {
		cost = 0.8
	}
	return form.Items{List: []*form.Item{{Func: "count", Noun: n}}}, cost
}

// inPieces reports whether a noun was said by a word for pieces.
func inPieces(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) {
		l, ok := p.Meaning.(lattice.Linked)
		found = found || ok && l.Kind == link.Relation && wordlist.Among("pieces", l.Said)
	})
	return found
}

// countColumn counts the values of a column: how many countries.
func countColumn(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c, _ := attach.Part[attach.Columns](p, 0)
	w, _ := attach.Word(p, "howmany")
	if _, of := attach.Part[*form.Noun](p, 0); len(c.List) > 1 && len(c.List) < 5 && !of && (c.Unique || w.Value == "distinct") {
		var out form.Items
		for _, x := range c.List {
			out.List = append(out.List, &form.Item{Func: "count", Col: x, Distinct: true})
		}
		return out, 0
	}
	if len(c.List) != 1 {
		return nil, 0
	}
	i := &form.Item{Func: "count", Col: c.List[0], Distinct: true}
	cost := 0.3
	switch x := c.List[0]; {
	case slices.ContainsFunc(p, ByRows) && !wordlist.Among("capacity", x.Name.Words[len(x.Name.Words)-1]):
		return nil, 0 // how many calls are not their duration
	case form.Class(x) == schema.Boolean:
		return nil, 0 // nobody counts the different values of yes and no
	case c.Unique || w.Value == "distinct":
		cost = 0
	case form.Class(x).Numeric() && wordlist.Among("place", x.Name.Words[len(x.Name.Words)-1]):
		return nil, 0 // how many orders are no sum of places
	case form.Class(x).Numeric() && !x.IsKey(): // how many rooms: the sum of their numbers
		i.Func, i.Distinct, cost = "sum", false, 0.1
	}
	if v, ok := value(p); ok { // king beds
		if v.Column == c.List[0] {
			return nil, 0 // it has this one value
		}
		i.Noun = &form.Noun{Rel: v.Relation, Conds: []form.Cond{form.Equals(v.Column, v.Value)}}
		cost += g.Far(v.Relation, c.List[0].Relation)
	}
	if n, ok := attach.Part[*form.Noun](p, 0); ok {
		i.Noun = n
		cost += g.Far(n.Rel, c.List[0].Relation)
	}
	return form.Items{List: []*form.Item{i}}, cost
}

func together(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := attach.Part[form.Items](p, 0)
	b, ok := attach.Part[form.Items](p, 1)
	if !ok || len(a.List)+len(b.List) > 10 || len(b.Ranks)+len(a.Groups)+len(b.Groups) > 0 {
		return nil, 0
	}
	cost := 0.0
	if x, y := a.List[0], b.List[0]; x.Figure() && !y.Figure() && y.Col != nil && attach.Comparable(y.Col) && !y.Col.IsKey() {
		cost = 0.8 // a figure of both, more likely
	}
	if x, y := of(a.List[0]), of(b.List[0]); len(a.List)+len(b.List) == 2 && x != nil && y != nil && x.Noun.Rel == y.Noun.Rel {
		x.Noun = &form.Noun{Rel: x.Noun.Rel, Named: x.Noun.Named}
		y.Noun = x.Noun
		return form.Items{List: []*form.Item{x, y}}, cost
	}
	return form.Items{List: append(append([]*form.Item(nil), a.List...), b.List...),
		Ranks: append(append([]*form.Rank(nil), a.Ranks...), b.Ranks...)}, cost
}

// of returns a count of rows of which one thing is said as a count of those of all rows, so that it may stand beside
// another: how many cats and how many dogs. nil: it is none.
func of(i *form.Item) *form.Item {
	if i.Func != "count" || i.Col != nil || i.Noun == nil || len(i.Noun.Conds) != 1 || len(i.Noun.Ranks) > 0 || i.If != nil {
		return nil
	}
	again := *i
	again.If = i.Noun.Conds[0]
	return &again
}

// aggregate makes figures of columns: each function of each column.
func aggregate(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := attach.Word(p, "agg", "aggs")
	c, _ := attach.Part[attach.Columns](p, 0)
	n, _ := attach.Part[*form.Noun](p, 0)
	if said := strings.TrimPrefix(w.Text, "the "); slices.ContainsFunc(p, ByRows) && (wordlist.Among("ofrows", said) ||
		wordlist.Among("bare", said) && facts.Titled(c.List[0].Relation)) {
		return nil, 0 // the oldest dog is no figure, and neither is the biggest store
	}
	if n != nil && attach.Unique(n) && n.Rel != c.List[0].Relation && g.Ways.ToOne(n.Rel, c.List[0].Relation) {
		return nil, 0 // of the only one that it belongs to
	}
	if g.grouping(p, n) {
		return nil, 0
	}
	return g.figures(w.Value, c, n)
}

// ByRows reports whether a column was named by its relation alone: orders, for what they come to.
func ByRows(e *chart.Edge) bool {
	found := false
	e.Walk(func(p *chart.Edge) {
		l, ok := p.Meaning.(lattice.Linked)
		found = found || ok && l.Sole
	})
	return found
}

func (g *Grammar) figures(funcs string, c attach.Columns, n *form.Noun) (chart.Meaning, float64) {
	var out form.Items
	cost := 0.0
	for _, x := range c.List {
		for _, f := range strings.Fields(funcs) {
			switch {
			case (f == "avg" || f == "sum" || f == form.Median) && !form.Class(x).Numeric():
				return nil, 0
			case !attach.Comparable(x):
				cost += 2
			case x.IsKey():
				cost += attach.Unlikely
			}
			out.List = append(out.List, &form.Item{Func: f, Col: x, Noun: n, Distinct: false})
		}
		if n != nil {
			cost += g.Far(n.Rel, x.Relation)
		}
	}
	return out, cost
}

// twoFigures reads "the average age and maximum height of students".
func twoFigures(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	var all form.Items
	cost := 0.0
	for i := range 2 {
		w, _ := attach.Part[lattice.Word](p, i*2) // the word between is the "and"
		c, _ := attach.Part[attach.Columns](p, i)
		m, more := g.figures(w.Value, c, n)
		if m == nil {
			return nil, 0
		}
		all.List = append(all.List, m.(form.Items).List...)
		cost += more
	}
	return all, cost
}

func sumOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c == nil || !form.Class(c).Numeric() {
		return nil, 0
	}
	return g.figures("sum", attach.Columns{List: []*schemaColumn{c}}, nil)
}
