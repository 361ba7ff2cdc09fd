package form

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
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
