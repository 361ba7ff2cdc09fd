package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

func numberOperand(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[lattice.Number](p, 0)
	o := lattice.Numeric(n)
	if u, ok := part[lattice.Heard](p, 0); ok {
		o.Unit = u.Text
	}
	if u, ok := part[lattice.Unit](p, 0); ok {
		o.Unit = u.Name
	}
	return o, 0
}

func figureOperand(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i, _ := part[form.Items](p, 0)
	if len(i.List) != 1 {
		return nil, 0
	}
	return form.Operand{Item: i.List[0]}, 0
}

// averageOperand is the average of what is compared.
func averageOperand(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i := &form.Item{Func: "avg"}
	if l, ok := part[lattice.Linked](p, 0); ok { // than the average product
		i.Noun = &form.Noun{Rel: l.Relation, Named: true}
	}
	return form.Operand{Item: i}, 0
}

// alikeAverage is the average of those that have the same in a column, or belong to the same row: of their category.
func alikeAverage(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := column(p, 0)
	if l, ok := part[lattice.Linked](p, 0); ok && l.Kind == link.Relation && len(l.Relation.Identity.Columns) == 1 {
		c = l.Relation.Column(l.Relation.Identity.Columns[0].Name)
	}
	if c == nil {
		return nil, 0
	}
	return form.Operand{Item: &form.Item{Func: "avg", Beside: form.Beside{Alike: c}}}, 0
}

// alikeIn returns the column in which rows of a relation are alike that have the same in another, or belong to the
// one row that has it; nil: there is none, or more than one.
func alikeIn(r *semantic.Relation, c *semantic.Column) *semantic.Column {
	if c.Relation == r {
		return c
	}
	var only *semantic.Column
	for _, k := range r.Keys {
		if k.To != c.Relation || len(k.Columns) != 1 || k.RefColumns[0] != c.Column {
			continue
		}
		if only != nil {
			return nil
		}
		only = r.Column(k.Columns[0].Name)
	}
	return only
}

func columnOperand(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := column(p, 0)
	if c == nil || !Comparable(c) {
		return nil, 0
	}
	return form.Operand{Col: c}, 0
}

// ofOperand is the value of one row: the price of the cheapest.
func ofOperand(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := column(p, 0)
	n, _ := part[*form.Noun](p, 0)
	if c == nil || !Comparable(c) || c.Relation != n.Rel || len(n.Conds)+len(n.Ranks) == 0 {
		return nil, 0
	}
	return form.Operand{Item: &form.Item{Col: c, Noun: n}}, 0
}

func compared(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, ok := word(p, "more", "ormore")
	o, ok2 := part[form.Operand](p, 0)
	if !ok || !ok2 {
		return nil, 0
	}
	return Compared{Op: algebra.CompareOp(w.Value), To: o}, 0
}

func between(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := part[form.Operand](p, 0)
	b, ok := part[form.Operand](p, 1)
	if !ok {
		return nil, 0
	}
	return Compared{To: a, Also: b, Range: true}, 0
}

func compare(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k, _ := part[Compared](p, 0)
	k.To, k.Also = asSaid(p, k.To), asSaid(p, k.Also)
	return g.compare(column(p, 0), k)
}

func (g *Rules) compare(c *semantic.Column, k Compared) (chart.Meaning, float64) {
	if c == nil || !Comparable(c) {
		return nil, 0
	}
	if k.Range {
		low, a := g.compare(c, Compared{Op: algebra.Ge, To: k.To})
		high, b := g.compare(c, Compared{Op: algebra.Le, To: k.Also})
		if low == nil || high == nil {
			return nil, 0
		}
		return &form.All{Conds: []form.Cond{low.(form.Cond), high.(form.Cond)}}, a + b
	}
	to, cost, ok := inUnit(c, k.To)
	if !ok {
		return nil, 0
	}
	k.To = scaled(c, to)
	if i := k.To.Item; i != nil {
		if i.Col == nil { // the average of the same
			if i.Noun != nil && i.Noun.Rel != c.Relation || !form.Class(c).Numeric() {
				return nil, 0
			}
			again := &form.Item{Func: i.Func, Col: c}
			if i.Alike != nil {
				if again.Alike = alikeIn(c.Relation, i.Alike); again.Alike == nil {
					return nil, 0
				}
			}
			k.To.Item = again
		} else if i.Col != nil && i.Col != c {
			cost += 0.5
		} else if i.Func == "" && i.Col == c && len(i.Noun.Ranks) == 0 && !unique(i.Noun) {
			again := *i // than any of them
			if again.Func = "max"; k.Op == algebra.Lt || k.Op == algebra.Le {
				again.Func = "min"
			}
			k.To.Item = &again
		}
	}
	if len(k.To.Values) > 0 && form.Class(c).Temporal() {
		return nil, 0
	}
	if k.To.Key != nil {
		if k.To.Key.From != c.Relation {
			return nil, 0
		}
		k.To.Col = c
	} else if x := k.To.Col; x != nil {
		if x == c || x.IsKey() || !sameKind(c, x) || !g.Ways.ToOne(c.Relation, x.Relation) {
			return nil, 0
		}
		cost += g.Far(c.Relation, x.Relation)
	}
	if c.IsKey() {
		cost += unlikely
	}
	return &form.Test{Col: c, Op: k.Op, To: k.To}, cost
}

// sameKind reports whether the values of two columns are of one kind: both dates, or numbers in the same unit.
func sameKind(a, b *semantic.Column) bool {
	if form.Class(a).Temporal() && form.Class(b).Temporal() {
		return true // by the day, where one is no more than that
	}
	if form.Class(a).Temporal() || form.Class(b).Temporal() || form.Class(a) == schema.TimeOnly || form.Class(b) == schema.TimeOnly {
		return form.Class(a) == form.Class(b)
	}
	return form.Class(a).Numeric() && form.Class(b).Numeric() && (a.Unit == nil || b.Unit == nil || a.Unit.Of == b.Unit.Of && a.Unit.Size == b.Unit.Size)
}

// unique reports whether a noun is one row: it is named by what it is called.
func unique(n *form.Noun) bool {
	return slices.ContainsFunc(n.Conds, func(c form.Cond) bool {
		t, ok := c.(*form.Test)
		return ok && t.Op == algebra.Eq && len(t.To.Values) == 1 && (slices.Contains(n.Rel.Label.Columns, t.Col.Column) ||
			len(n.Rel.Identity.Columns) == 1 && n.Rel.Identity.Columns[0] == t.Col.Column)
	})
}

// single reports whether a noun is one row, by what differs in nearly all of them.
func single(n *form.Noun) bool {
	return slices.ContainsFunc(n.Conds, func(c form.Cond) bool {
		t, ok := c.(*form.Test)
		return ok && t.Op == algebra.Eq && len(t.To.Values) == 1 && t.Col != nil && Differs(t.Col)
	})
}

func compareBefore(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := word(p, "more", "ormore")
	o, _ := part[form.Operand](p, 0)
	if len(o.Values) == 0 {
		return nil, 0
	}
	if l, isLink := part[lattice.Linked](p, 0); isLink && o.Unit == "" && unitWord(l.Said) {
		o.Unit = l.Said
	}
	o = asSaid(p, o)
	if c := column(p, 0); c != nil && facts.Titled(c.Relation) && slices.ContainsFunc(p, ByRows) {
		return nil, 0 // more than one store is a number of them
	}
	return g.compare(column(p, 0), Compared{Op: algebra.CompareOp(w.Value), To: o})
}

func aboveAverage(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := word(p, "more")
	return g.compare(column(p, 0), Compared{Op: algebra.CompareOp(w.Value), To: form.Operand{Item: &form.Item{Func: "avg"}}})
}

// adjective compares what the adjective is about: older than 20.
func adjective(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := part[lattice.Linked](p, 0)
	o, ok2 := part[form.Operand](p, 0)
	if !ok || !ok2 || l.Column == nil {
		return nil, 0
	}
	op := algebra.Lt
	if l.More {
		op = algebra.Gt
	}
	return g.compare(l.Column, Compared{Op: op, To: o})
}

// attachTest says a comparison of a noun: of its column, of what is measured in the unit, else of what it is called by.
func (g *Rules) attachTest(n *form.Noun, x *form.Test) (form.Cond, float64) {
	if x.Col != nil {
		cost := g.Far(n.Rel, x.Col.Relation)
		if x.Col.Span != nil && x.Col.Relation != n.Rel {
			return nil, 0 // how long something else took
		}
		said := slices.ContainsFunc(x.Heard, func(w string) bool { return w == "by" || w == "from" || w == "at" || wordlist.Among("verb", w) })
		if said && slices.Contains(n.Rel.Label.Columns, x.Col.Column) {
			cost += itself // a song by The Larks is none of that title
		}
		if k := tree(x); k != nil && x.Col.Relation != n.Rel {
			return beneath(x, k), cost
		}
		return x, cost
	}
	if x.To.Col != nil {
		m, cost := g.compare(n.Rel.Bounded(x.To.Col), Compared{Op: x.Op, To: x.To})
		if m == nil {
			return nil, 0
		}
		return m.(form.Cond), cost + 0.1
	}
	if x.To.Unit != "" {
		c := measuredIn(n.Rel, x.To)
		m, cost := g.compare(c, Compared{Op: x.Op, To: x.To})
		if m == nil {
			return nil, 0
		}
		return m.(form.Cond), cost + 0.2
	}
	label := n.Rel.Label
	if len(label.Columns) != 1 || label.Via != nil {
		return nil, 0
	}
	again := *x
	again.Col = n.Rel.Column(label.Columns[0].Name)
	return &again, 0.1
}

// figured compares a figure of what belongs to each row.
func figured(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i, _ := part[form.Items](p, 0)
	k, ok := part[Compared](p, 0)
	if !ok || k.Range || len(i.List) != 1 || len(k.To.Values) == 0 {
		return nil, 0
	}
	to, cost := k.To, 0.0
	if c := i.List[0].Col; c != nil && i.List[0].Func != "count" {
		if to, cost, ok = inUnit(c, to); !ok {
			return nil, 0
		}
		to = scaled(c, to)
	}
	return &form.Figured{Item: i.List[0], Op: k.Op, To: to}, cost
}
