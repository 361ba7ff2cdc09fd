package form

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// showChosen shows by what the rows of a list were chosen where they differ in it: jobs with a budget over 5,000 with
// their budgets, tasks of high or urgent priority with which of both, customers with more than 5 orders with how
// many, and what they are sorted by.
func (q *query) showChosen(show *algebra.Show) {
	if q.Unique || q.Head.Unique || q.isGrouped || q.scope.fans {
		return
	}
	called := func(v algebra.Value, name string) {
		if v != nil && !slices.ContainsFunc(show.Columns, func(c algebra.Column) bool { return algebra.Same(c.Value, v) }) {
			beside(show, algebra.Column{Value: v, Name: name})
		}
	}
	add := func(c *semantic.Column) {
		called(q.scope.attrShown(q.scope.row(c.Relation), c), amountName(&Item{Col: c}))
	}
	for _, c := range q.Head.Conds {
		if d, ok := c.(*During); ok && d == q.in {
			continue
		}
		if col := differing(c); col != nil && !col.Column.Masked && q.scope.row(col.Relation) != nil {
			add(col)
		}
	}
	own := func(i *Item) {
		if c := i.Col; i.Func == "" && i.Noun == nil && c != nil && c.Relation == q.Head.Rel && !c.Column.Masked {
			add(c)
		}
	}
	for _, r := range q.Ranks {
		if r.Each != nil {
			own(r.Item)
		}
	}
	for _, o := range q.Orders {
		if o.Item != nil {
			own(o.Item)
		}
	}
	for _, n := range q.scope.counts {
		if slices.Contains(q.Head.Conds, Cond(n.said)) && n.said.Op != algebra.Eq {
			called(n.count, "number_of_"+strings.Join(n.said.Noun.Rel.Name.Words, "_"))
		}
	}
}

// counted is how many rows there are of what a condition says that there are so many.
type counted struct {
	said  *Related
	count *algebra.Measure
}

// differing returns the column by which a condition chooses rows that differ in it; nil: there is none, or several.
func differing(c Cond) *semantic.Column {
	switch x := c.(type) {
	case *Test:
		if x.Col != nil && x.To.Col == nil && len(x.Heard) == 0 && (x.Op != algebra.Eq && x.Op != algebra.Ne && x.Op != algebra.ILike || len(x.To.Values) > 1) {
			return x.Col
		}
	case *During:
		return x.Col
	case *Any:
		return common(x.Conds, func(c Cond) *semantic.Column {
			if t, ok := c.(*Test); ok && t.Op == algebra.Eq && len(t.Heard) == 0 {
				return t.Col
			}
			return nil
		})
	case *All:
		return common(x.Conds, differing)
	}
	return nil
}

// common returns the column that all conditions are about.
func common(list []Cond, of func(Cond) *semantic.Column) *semantic.Column {
	var one *semantic.Column
	for i, c := range list {
		if col := of(c); i == 0 {
			one = col
		} else if col != one {
			return nil
		}
	}
	return one
}

// reached returns those of whom nothing is asked but how to reach them: numbers of telephones say little without whose
// they are. nil: something else is asked, or of one of them.
func (q *query) reached() *semantic.Relation {
	if len(q.Groups)+len(q.figures)+len(q.Ranks) > 0 || q.Unique || q.Head == nil || q.Head.Unique {
		return nil
	}
	for _, i := range q.plain {
		if i.Col == nil || i.Distinct || i.Col.Relation != q.Head.Rel || !lexicon.In("reached by", i.Col.Name.Words[len(i.Col.Name.Words)-1]) || q.single(i) {
			return nil
		}
	}
	if len(q.plain) == 0 || q.scope.row(q.Head.Rel) == nil {
		return nil
	}
	return q.Head.Rel
}
