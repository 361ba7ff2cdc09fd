package form

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// grouped adds the groups, figures and ranks of a question to its rows.
func (q *query) grouped() (algebra.Set, error) {
	if err := q.groupValues(); err != nil {
		return nil, err
	}
	q.isGrouped = len(q.groups) > 0 || len(q.figures) > 0
	if q.modal() || len(q.Having) > 0 && !q.isGrouped {
		q.isGrouped = true
		for _, i := range q.plain {
			if i.Col == nil {
				return nil, errUnfit
			}
			q.groups = append(q.groups, q.value(i))
		}
	}
	q.apart()
	set := q.scope.whole()
	var err error
	if q.Head != nil && q.scope.row(q.Head.Rel) != nil { // the ranks of the noun itself: before groups
		if set, err = q.scope.extremes(q.scope.whole(), q.Head); err != nil {
			return nil, err
		}
	}
	for _, i := range q.figures {
		if i.Noun != nil && i.Noun != q.Head && len(i.Noun.Ranks) > 0 {
			if set, err = q.scope.extremes(set, i.Noun); err != nil {
				return nil, err
			}
		}
	}
	if q.isGrouped {
		set = &algebra.Group{Of: set, By: q.groups}
	}
	for _, h := range q.Having {
		m, err := q.scope.measure(h.Item)
		if err != nil {
			return nil, err
		}
		to, err := q.scope.operand(h.To, schema.Decimal)
		if err != nil {
			return nil, err
		}
		set = &algebra.Where{Of: set, If: &algebra.Compare{Op: h.Op, Left: m, Right: to[0]}}
	}
	for _, rank := range q.Ranks {
		if set, err = q.rank(set, rank); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// modal reports whether a rank by the number of rows makes what is shown the groups: the city with the most customers.
func (q *query) modal() bool {
	if q.isGrouped || len(q.plain) == 0 {
		return false
	}
	return slices.ContainsFunc(q.Ranks, func(r *Rank) bool {
		rel := r.Item.Relation()
		return r.Item.Figure() && (rel == nil || rel == q.scope.base) &&
			!slices.ContainsFunc(q.plain, func(i *Item) bool { return i.Col == nil })
	})
}

// groupValues collects what is grouped by: what was said, or what is shown beside figures.
func (q *query) groupValues() error {
	add := func(v algebra.Value) {
		if !slices.ContainsFunc(q.groups, func(o algebra.Value) bool { return algebra.Same(o, v) }) {
			q.groups = append(q.groups, v)
		}
	}
	for _, g := range q.Groups {
		if g.within() {
			keys, names, err := q.ledKeys(g.Key)
			if err != nil {
				return err
			}
			for _, v := range append(keys, names...) {
				add(v)
			}
			continue
		}
		if g.Noun != nil {
			q.addIdentity(g.Noun.Rel, add)
			for _, v := range q.labels(g.Noun.Rel) {
				add(v)
			}
			continue
		}
		v := q.groupValue(g)
		if g.Unit != "" {
			if !Class(g.Col).Temporal() {
				return errUnfit
			}
			v = periodOf(g.Unit, v)
		}
		add(v)
	}
	if len(q.figures) == 0 && len(q.Groups) == 0 {
		return nil
	}
	for _, i := range q.plain {
		rel := i.Relation()
		if rel == nil {
			rel = q.Head.Rel
		}
		if named(i, rel) && rel != q.scope.base {
			q.addIdentity(rel, add)
		}
		if row := q.scope.row(rel); row != nil && i.Col != nil && listed(i.Col) && i.Func == "" {
			add(q.scope.element(row, i.Col))
			continue
		}
		vs, err := q.values(i)
		if err != nil {
			return err
		}
		for _, v := range vs {
			add(v)
		}
	}
	return nil
}

// groupValue returns the column that a group is of: of a list, each of its elements.
func (q *query) groupValue(g *Group) algebra.Value {
	row := q.scope.row(g.Col.Relation)
	if listed(g.Col) {
		return q.scope.element(row, g.Col)
	}
	return q.scope.attr(row, g.Col)
}

// periodOf returns the part of a date that a group is of: the year alone, the month with its year.
func periodOf(unit string, v algebra.Value) algebra.Value {
	switch unit {
	case "year":
		return &algebra.Part{Unit: "year", Of: v}
	case "weekday":
		return &algebra.Part{Unit: "dow", Of: v}
	}
	return &algebra.Trunc{Unit: unit, Of: v}
}

// groupKeys returns what tells the groups apart.
func (q *query) groupKeys(g *Group) ([]algebra.Value, error) {
	if g.within() {
		keys, _, err := q.ledKeys(g.Key)
		return keys, err
	}
	if g.Noun == nil {
		v := q.scope.attr(q.scope.row(g.Col.Relation), g.Col)
		if g.Unit != "" {
			v = periodOf(g.Unit, v)
		}
		return []algebra.Value{v}, nil
	}
	var all []algebra.Value
	for _, c := range identity(g.Noun.Rel) {
		all = append(all, &algebra.Attr{Row: q.scope.row(g.Noun.Rel), Column: c.Name})
	}
	if len(all) == 0 {
		return nil, errUnfit
	}
	return all, nil
}

// GroupOf returns the relation of what makes groups.
func GroupOf(g *Group) *semantic.Relation {
	if g.Noun != nil {
		return g.Noun.Rel
	}
	return g.Col.Relation
}
