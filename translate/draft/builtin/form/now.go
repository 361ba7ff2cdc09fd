package form

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
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

// standsNow reports whether a stored state of rows, which they are said to have, is that they are so now: active. The
// dates of how long they are so are not asked then.
func (n *Noun) standsNow() bool {
	return n != nil && slices.ContainsFunc(n.Conds, func(c Cond) bool {
		t, ok := c.(*Test)
		if !ok || t.Col == nil || t.Op != algebra.Eq || t.Col.Relation != n.Rel || len(t.To.Values) != 1 {
			return false
		}
		value := t.To.Values[0].Text
		for _, code := range t.Col.Codes {
			if code.Value == value {
				value = code.Label
			}
		}
		return lexicon.In("standing", strings.ToLower(value))
	})
}

// without reports whether rows are said to have no value in a column.
func (n *Noun) without(c *schema.Column) bool {
	return n != nil && slices.ContainsFunc(n.Conds, func(x Cond) bool { e, ok := x.(*Empty); return ok && e.Col.Column == c })
}

// dayOf returns the day at which what a question asks for was so; nil: it names none.
func dayOf(f *Form) algebra.Value {
	for _, n := range f.nouns() {
		for _, c := range n.Conds {
			if x, ok := c.(*AsAt); ok {
				return x.Day.value()
			}
		}
	}
	return nil
}

// periodIn returns the period that is said of persons of which nothing tells what happened to them in it: who worked in
// Sales in 2015. nil: there is none.
func periodIn(f *Form) *During {
	for _, n := range f.nouns() {
		for _, c := range n.Conds {
			if d, ok := c.(*During); ok && n.Rel.People && n.Clock == nil && !n.New && d.untold() {
				return d
			}
		}
	}
	return nil
}

// untold reports whether nothing tells what happened in a whole period.
func (x *During) untold() bool {
	return (x.Assumed || x.Col == nil) && x.Part == "" && x.From != (Moment{}) && x.To != (Moment{})
}

// nouns returns the nouns of which a question speaks, and those that are said of them.
func (f *Form) nouns() []*Noun {
	all := []*Noun{f.Head}
	for _, i := range f.Items {
		all = append(all, i.Noun)
	}
	for _, g := range f.shownGroups() {
		all = append(all, g.Noun)
	}
	for i := 0; i < len(all); i++ {
		if all[i] == nil {
			continue
		}
		for _, c := range all[i].Conds {
			if x, ok := c.(*Related); ok {
				all = append(all, x.Noun)
			}
		}
	}
	return slices.DeleteFunc(all, func(n *Noun) bool { return n == nil })
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
	if v == nil || v.From == nil || s.at == nil && s.in == nil && (s.Ever || s.stands == rel) {
		return
	}
	p := &algebra.AsOf{From: &algebra.Attr{Row: row, Column: v.From.Name}, At: &algebra.Call{Name: "current_date"},
		Inclusive: v.Inclusive == semantic.Yes}
	switch {
	case s.at != nil:
		p.At = s.at
	case s.in != nil && v.Until == nil:
		return
	case s.in != nil:
		p.At, p.Until = s.in.From.value(), s.in.To.value()
	}
	if v.Until != nil {
		p.To = &algebra.Attr{Row: row, Column: v.Until.Name}
	} else if p.To = nextFrom(rel, row); p.To == nil {
		return
	}
	if v.OpenValue != "" {
		p.Open = text(v.OpenValue)
	}
	s.conds = append(s.conds, p)
	if s.at != nil || s.in != nil {
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
