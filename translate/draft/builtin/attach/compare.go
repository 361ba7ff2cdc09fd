package attach

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Tree returns the key by which rows that a condition names are parts of others of their relation: categories of
// categories. Persons are not: what somebody does, those beneath do not do. nil: there is none.
func Tree(t *form.Test) *semantic.Key {
	r := t.Col.Relation
	if t.Op != algebra.Eq || t.To.Item != nil || r.People || !slices.Contains(r.Label.Columns, t.Col.Column) {
		return nil
	}
	for _, k := range r.Keys {
		if k.To == r && len(k.Columns) == 1 && slices.Contains(k.Role, "parent") {
			return k
		}
	}
	return nil
}

// beneath says that rows belong to one that was named, or to one right below it: what is in a department is in its
// categories.
func beneath(t *form.Test, k *semantic.Key) form.Cond {
	r := t.Col.Relation
	it := *t
	it.Heard = nil
	under := &form.Related{Noun: &form.Noun{Rel: r, Conds: []form.Cond{&it}}, Key: k, Implied: true}
	return &form.Related{Noun: &form.Noun{Rel: r, Conds: []form.Cond{&form.Any{Conds: []form.Cond{&it, under}}}}, Heard: t.Heard}
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

// Compare returns that a column compares with an operand in its unit; nil: they cannot be compared.
func (g *Rules) Compare(c *semantic.Column, k Compared) (chart.Meaning, float64) {
	if c == nil || !Comparable(c) {
		return nil, 0
	}
	if k.Range {
		low, a := g.Compare(c, Compared{Op: algebra.Ge, To: k.To})
		high, b := g.Compare(c, Compared{Op: algebra.Le, To: k.Also})
		if low == nil || high == nil {
			return nil, 0
		}
		return &form.All{Conds: []form.Cond{low.(form.Cond), high.(form.Cond)}}, a + b
	}
	to, cost, ok := Convert(c, k.To)
	if !ok {
		return nil, 0
	}
	k.To = Scaled(c, to)
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
		} else if i.Func == "" && i.Col == c && len(i.Noun.Ranks) == 0 && !Unique(i.Noun) {
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
		cost += Unlikely
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

// Unique reports whether a noun is one row: it is named by what it is called.
func Unique(n *form.Noun) bool {
	return slices.ContainsFunc(n.Conds, func(c form.Cond) bool {
		t, ok := c.(*form.Test)
		return ok && t.Op == algebra.Eq && len(t.To.Values) == 1 && (slices.Contains(n.Rel.Label.Columns, t.Col.Column) ||
			len(n.Rel.Identity.Columns) == 1 && n.Rel.Identity.Columns[0] == t.Col.Column)
	})
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
		if k := Tree(x); k != nil && x.Col.Relation != n.Rel {
			return beneath(x, k), cost
		}
		return x, cost
	}
	if x.To.Col != nil {
		m, cost := g.Compare(n.Rel.Bounded(x.To.Col), Compared{Op: x.Op, To: x.To})
		if m == nil {
			return nil, 0
		}
		return m.(form.Cond), cost + 0.1
	}
	if x.To.Unit != "" {
		c := MeasuredIn(n.Rel, x.To)
		m, cost := g.Compare(c, Compared{Op: x.Op, To: x.To})
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
