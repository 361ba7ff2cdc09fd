package form

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// toldByOthers is what it is cheaper to speak of now where what rows have tells what that is.
const toldByOthers = 0.6

// speaksOfNow reports whether a question speaks of now, and its rows do not tell when they are over: patients on the wards right now.
func speaksOfNow(f *Form) bool {
	says := func(n *Noun) bool {
		return n != nil && slices.ContainsFunc(n.Conds, func(c Cond) bool { all, ok := c.(*All); return ok && all.Now })
	}
	return says(f.Head) || slices.ContainsFunc(f.Items, func(i *Item) bool { return says(i.Noun) })
}

// lasting keeps rows that are not over.
func (s *scope) lasting(rel *semantic.Relation, row *algebra.Row) {
	if end := rel.Ending(); end != nil {
		s.conds = append(s.conds, s.empty(row, rel.Column(end.Name)))
		s.out.Cost -= toldByOthers
	}
}

// dayOf returns the day at which what a question asks for was so; nil: it names none.
func dayOf(f *Form) algebra.Value {
	nouns := []*Noun{f.Head}
	for _, i := range f.Items {
		nouns = append(nouns, i.Noun)
	}
	for _, g := range f.shownGroups() {
		nouns = append(nouns, g.Noun)
	}
	for len(nouns) > 0 {
		n := nouns[0]
		nouns = nouns[1:]
		if n == nil {
			continue
		}
		for _, c := range n.Conds {
			switch x := c.(type) {
			case *AsAt:
				return x.Day.value()
			case *Related:
				nouns = append(nouns, x.Noun)
			}
		}
	}
	return nil
}

// wentOnAt holds for rows that had come to be at the day that is asked for and were not over: staff on 1 March. Where rows that are valid for a
// time are read, these are of that day, and nothing more is to hold.
func (s *scope) wentOnAt(rel *semantic.Relation, row *algebra.Row) (algebra.Pred, error) {
	born, end := rel.Born(), rel.Ending()
	switch {
	case s.at == nil:
		return nil, errUnfit
	case s.wasThen:
		return &algebra.And{}, nil
	case born == nil || end == nil || born == end:
		return nil, errUnfit
	}
	s.wasThen = true
	return &algebra.AsOf{From: &algebra.Attr{Row: row, Column: born.Name}, To: &algebra.Attr{Row: row, Column: end.Name}, At: s.at,
		Inclusive: end.Class == schema.Date}, nil
}
