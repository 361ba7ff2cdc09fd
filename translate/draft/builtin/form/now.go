package form

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// toldByOthers is what it is cheaper to speak of now where what rows have tells what that is.
const toldByOthers = 0.6

// speaksOfNow reports whether a question speaks of now, and its rows do not tell when they are over: patients on the
// wards right now.
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

// wentOnAt holds for rows that had come to be at the day that is asked for and were not over: staff on 1 March. Where
// rows that are valid for a time are read, these are of that day, and nothing more is to hold.
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

// present keeps rows that are valid now, where a relation says so and the question is of no other time.
func (s *scope) present(rel *semantic.Relation, row *algebra.Row) {
	if rel.Kind != nil {
		s.conds = append(s.conds, ofKind(rel, row))
	}
	if s.now {
		s.lasting(rel, row)
	}
	v := rel.Validity
	at := s.at
	if v == nil || v.From == nil || s.Ever && at == nil {
		return
	}
	if at == nil {
		at = &algebra.Call{Name: "current_date"}
	}
	p := &algebra.AsOf{From: &algebra.Attr{Row: row, Column: v.From.Name}, At: at,
		Inclusive: v.Inclusive == semantic.Yes}
	if v.Until != nil {
		p.To = &algebra.Attr{Row: row, Column: v.Until.Name}
	} else if p.To = nextFrom(rel, row); p.To == nil {
		return
	}
	if v.OpenValue != "" {
		p.Open = text(v.OpenValue)
	}
	s.conds = append(s.conds, p)
	if s.at != nil {
		s.wasThen = true
		return
	}
	s.out.LeftOut++
	s.out.Used = append(s.out.Used, "current", "currently", "today", "present", "presently", "now", "still")
}

// nextFrom returns when the next row of the same thing becomes valid, which ends that of a relation without ends. nil:
// rows are not known by
// what they are of and when they begin.
func nextFrom(rel *semantic.Relation, row *algebra.Row) algebra.Value {
	next, from := rowOf(rel), rel.Validity.From
	if !slices.Contains(rel.Identity.Columns, from) || len(rel.Identity.Columns) < 2 {
		return nil
	}
	later := &algebra.And{All: []algebra.Pred{&algebra.Compare{Op: algebra.Gt, Left: &algebra.Attr{Row: next, Column: from.Name},
		Right: &algebra.Attr{Row: row, Column: from.Name}}}}
	for _, c := range rel.Identity.Columns {
		if c != from {
			later.All = append(later.All, &algebra.Compare{Op: algebra.Eq,
				Left: &algebra.Attr{Row: next, Column: c.Name}, Right: &algebra.Attr{Row: row, Column: c.Name}})
		}
	}
	return &algebra.Measure{Func: "min", Of: []algebra.Value{&algebra.Attr{Row: next, Column: from.Name}},
		Over: &algebra.Where{Of: &algebra.Rows{Row: next}, If: later}}
}
