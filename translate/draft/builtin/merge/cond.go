package merge

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// cond says a condition: in the place of one about the same, or beside the others. What is left out is denied.
func (m *merging) cond(c form.Cond) bool {
	if t, ok := c.(*form.Test); ok && t.Col == nil && t.To.Unit == "" && m.figured(t) {
		return true
	}
	if m.how.Without {
		m.drop(func(old form.Cond) bool { return old.Sum() == c.Sum() })
		not := denied(c)
		if not != nil && !m.says(not) {
			m.Conds = append(m.Conds, not)
		}
		return not != nil
	}
	if not, ok := c.(*form.Not); ok {
		m.drop(func(old form.Cond) bool { return old.Sum() == not.Cond.Sum() })
	}
	if t, ok := c.(*form.Test); ok && t.Op == algebra.Eq { // only those that were left out before
		m.drop(func(old form.Cond) bool {
			was, ok := old.(*form.Test)
			return ok && was.Col == t.Col && was.Op == algebra.Ne
		})
	}
	if m.swap(c) {
		m.Cost -= kept
		return true
	}
	m.Conds = append(m.Conds, c)
	return true
}

// denied returns what holds where a condition does not.
func denied(c form.Cond) form.Cond {
	if t, ok := c.(*form.Test); ok && t.Op == algebra.Eq {
		again := *t
		again.Op = algebra.Ne
		return &again
	}
	if all, ok := c.(*form.All); ok && len(all.Conds) == 1 {
		return denied(all.Conds[0])
	} else if ok && len(all.Conds) == 0 {
		return nil // what goes without saying is not denied
	}
	return &form.Not{Cond: c}
}

// figured reads a comparison with no column as one of the only figure of the groups.
func (m *merging) figured(t *form.Test) bool {
	f := &m.Form
	at := slices.IndexFunc(f.Items, (*form.Item).Figure)
	if at < 0 || len(f.Groups) == 0 || len(t.To.Values) != 1 || t.To.Values[0].Kind != algebra.Number || t.Op == algebra.Eq {
		return false
	}
	f.Having = append(f.Having, &form.Figured{Item: f.Items[at], Op: t.Op, To: t.To})
	return true
}

// place says the conditions of the rows of the question, or of what these are ranked by.
func (m *merging) place() bool {
	var rest []form.Cond
	for _, c := range m.Conds {
		if !m.ofRank(c) {
			rest = append(rest, c)
		}
	}
	m.Conds = rest
	return m.Assembly.Place()
}

// ofRank says a condition of the rows by which others are ranked: of the orders that make revenue, not of the
// customers.
func (m *merging) ofRank(c form.Cond) bool {
	ranks := m.ranks()
	if len(ranks) != 1 {
		return false
	}
	i := ranks[0].Item
	if i == nil || i.Relation() == nil || i.Relation() == m.Form.Head.Rel || !i.Figure() {
		return false
	}
	n := i.Noun
	if n == nil {
		n = &form.Noun{Rel: i.Relation()}
	}
	said, cost := m.Rules.Attach(n, c)
	if said == nil {
		return false
	}
	m.either = true
	if !m.within {
		return false
	}
	if _, when := c.(*form.During); !when {
		m.Cost += kept
	}
	m.Cost += cost
	m.ranked(func(r *form.Rank) {
		one := *r.Item
		one.Noun = n.With(said)
		r.Item = &one
	})
	return true
}

// kept is by how much rather a condition takes the place of one about the same than that it is one of other rows.
const kept = 0.5

// swap puts a condition in the place of those about the same; false: there are none.
func (m *merging) swap(c form.Cond) bool {
	found := false
	m.rewrite(func(old form.Cond) form.Cond {
		if !sameSlot(old, c) {
			return old
		}
		found = true
		if m.how.Also {
			return &form.Any{Conds: []form.Cond{old, c}}
		}
		if was, ok := old.(*form.During); ok {
			again := *c.(*form.During)
			again.Col, again.Assumed, again.Verb = was.Col, was.Assumed, ""
			return &again
		}
		return c
	})
	return found
}

// sameSlot reports whether a condition takes the place of an old one: of the same column from the same side, or
// another period.
func sameSlot(old, c form.Cond) bool {
	switch x := c.(type) {
	case *form.Test:
		was, ok := old.(*form.Test)
		return ok && x.Col != nil && was.Col == x.Col && side(was.Op) == side(x.Op)
	case *form.During:
		was, ok := old.(*form.During)
		return ok && (x.Col == nil || x.Col == was.Col) && (x.Part == "") == (was.Part == "") && !ends(x, was) && !ends(was, x)
	case *form.Related:
		was, ok := old.(*form.Related)
		if !ok || was.Noun.Rel != x.Noun.Rel || was.Key != x.Key || was.Op != x.Op || len(was.Noun.Conds) != len(x.Noun.Conds) {
			return false
		}
		for i, one := range x.Noun.Conds {
			if !sameSlot(was.Noun.Conds[i], one) {
				return false
			}
		}
		return x.Op != "" || len(x.Noun.Conds) > 0
	}
	return false
}

// Tested returns the columns that the question holds to a value, two at most.
func Tested(f *form.Form) []*semantic.Column {
	var out []*semantic.Column
	begin(nil, f, Change{}).rewrite(func(c form.Cond) form.Cond {
		if t, ok := c.(*form.Test); ok && t.Col != nil && t.Op == algebra.Eq && form.Class(t.Col) == schema.Text &&
			len(out) < 2 && !slices.Contains(out, t.Col) {
			out = append(out, t.Col)
		}
		return c
	})
	return out
}

// ends reports whether one period is open at its end and the other at its beginning: since 2020, before 2022.
func ends(a, b *form.During) bool {
	return a.Part == "" && a.To == (form.Moment{}) && b.From == (form.Moment{})
}

// side is from where a comparison bounds a value.
func side(op algebra.CompareOp) string {
	switch op {
	case algebra.Gt, algebra.Ge:
		return "above"
	case algebra.Lt, algebra.Le:
		return "below"
	}
	return string(op)
}

// drop takes conditions away, and reports whether there were any.
func (m *merging) drop(which func(form.Cond) bool) bool {
	found := false
	m.rewrite(func(c form.Cond) form.Cond {
		if which(c) {
			found = true
			return nil
		}
		return c
	})
	return found
}

// rewrite changes the conditions of all nouns of the question; what becomes nil is gone.
func (m *merging) rewrite(change func(form.Cond) form.Cond) {
	defer m.changes()()
	f := &m.Form
	was := f.Head
	m.Replace(rewritten(f.Head, change))
	item := func(i *form.Item) *form.Item {
		if i == nil || i.Noun == nil || i.Noun == f.Head {
			return i
		}
		one := *i
		if one.Noun = rewritten(i.Noun, change); i.Noun == was {
			one.Noun = f.Head
		}
		return &one
	}
	for k, i := range f.Items {
		f.Items[k] = item(i)
	}
	m.ranked(func(r *form.Rank) { r.Item = item(r.Item) })
	for k, g := range f.Groups {
		if g.Noun != nil {
			one := *g
			one.Noun = rewritten(g.Noun, change)
			f.Groups[k] = &one
		}
	}
	for k, h := range f.Having {
		one := *h
		one.Item = item(h.Item)
		f.Having[k] = &one
	}
	f.Having = slices.DeleteFunc(f.Having, func(h *form.Figured) bool { return change(h) == nil })
}

// rewritten returns a noun with its conditions changed, those inside others included.
func rewritten(n *form.Noun, change func(form.Cond) form.Cond) *form.Noun {
	again := *n
	again.Conds = rewrittenAll(n.Conds, change)
	return &again
}

func rewrittenAll(list []form.Cond, change func(form.Cond) form.Cond) []form.Cond {
	var out []form.Cond
	for _, c := range list {
		next := change(c)
		if next == c {
			switch x := c.(type) {
			case *form.Related:
				one := *x
				one.Noun = rewritten(x.Noun, change)
				if next = &one; one.Op == "" && len(one.Noun.Conds) == 0 && len(x.Noun.Conds) > 0 {
					next = nil // nothing is left of what was said
				}
			case *form.Not:
				if inner := rewrittenAll([]form.Cond{x.Cond}, change); len(inner) == 0 {
					next = nil
				}
			case *form.All:
				next = &form.All{Conds: rewrittenAll(x.Conds, change)}
			}
		}
		if next != nil {
			out = append(out, next)
		}
	}
	return out
}
