package attach

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/semantic"
)

// own reports whether rows of a relation have a number of their own by the name of a column.
func own(rel *semantic.Relation, c *semantic.Column) bool {
	return slices.ContainsFunc(rel.Columns, func(x *semantic.Column) bool { return slices.Equal(x.Own, c.Own) && form.Class(x).Numeric() })
}

// ofThemselves reports whether what is said of a place is a thing of the rows themselves: out of stock toys are not
// some whose stock is one of
// toys.
func (g *Rules) ofThemselves(rel *semantic.Relation, x *form.Related) bool {
	return slices.ContainsFunc(x.Noun.Conds, func(c form.Cond) bool {
		return slices.ContainsFunc(form.ColumnsOf(c), func(c *semantic.Column) bool {
			return c != nil && c.Relation != x.Noun.Rel && (c.Relation == rel || g.Ways.ToOne(rel, c.Relation))
		})
	})
}

// Torn reports whether two things are said of rows that are one of what belongs to them: a place beside what somebody
// defined of what stands
// in places, or beside what is out of stock, and a period beside all that was spent.
func (g *Rules) Torn(n *form.Noun, c form.Cond) bool {
	return slices.ContainsFunc(n.Conds, func(o form.Cond) bool { return g.tornBy(n.Rel, o, c) || g.tornBy(n.Rel, c, o) })
}

func (g *Rules) tornBy(rel *semantic.Relation, c, o form.Cond) bool {
	if x, ok := c.(*form.Figured); ok && (x.Whole || x.Item.Over != nil) {
		_, period := o.(*form.During)
		return period
	}
	place := Standing(o)
	if place == nil || place == rel || g.Ways.ToOne(rel, place) {
		return false
	}
	stands := func(r *semantic.Relation) bool {
		return r != rel && r != place && g.Ways.ToOne(r, place) && slices.Contains(g.Ways.Near(r), rel)
	}
	switch x := c.(type) {
	case *form.Termed:
		return slices.ContainsFunc(g.Ways.Model().Terms, func(t semantic.Term) bool {
			return t.Name == x.Term.Name && t.Kind == semantic.TermCondition && stands(t.Relation)
		})
	case *form.Not:
		r, ok := x.Cond.(*form.Related)
		return ok && r.Near && stands(r.Noun.Rel)
	}
	return false
}

// Standing returns the relation of what a condition says that rows stand in; nil: it says something else.
func Standing(c form.Cond) *semantic.Relation {
	switch x := c.(type) {
	case *form.Test:
		if x.Col != nil {
			return x.Col.Relation
		}
	case *form.Related:
		if x.Op == "" {
			return x.Noun.Rel
		}
	}
	return nil
}
