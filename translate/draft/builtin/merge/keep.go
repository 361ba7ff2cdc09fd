package merge

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/semantic"
)

// saying is a condition of a question, and the relation of the rows that it is said of.
type saying struct {
	cond form.Cond
	of   *semantic.Relation
}

// sayings returns the conditions of a question, those of its figures, ranks and groups included. That what makes its
// groups has a value was not said by anybody.
func sayings(f *form.Form) []saying {
	var out []saying
	var conds func(of *semantic.Relation, list []form.Cond)
	conds = func(of *semantic.Relation, list []form.Cond) {
		for _, c := range list {
			switch x := c.(type) {
			case *form.All:
				conds(of, x.Conds)
				continue
			case *form.Related:
				if x.Op == "" && len(x.Noun.Conds) > 0 && len(x.Noun.Ranks) == 0 {
					conds(x.Noun.Rel, x.Noun.Conds)
					continue
				}
			case *form.Not:
				if e, ok := x.Cond.(*form.Empty); ok &&
					slices.ContainsFunc(f.Groups, func(g *form.Group) bool { return g.Col == e.Col && g.Unit != "" }) {
					continue
				}
			}
			out = append(out, saying{c, of})
		}
	}
	noun := func(n *form.Noun) {
		if n != nil {
			conds(n.Rel, n.Conds)
		}
	}
	noun(f.Head)
	for _, i := range f.Items {
		noun(i.Noun)
	}
	for _, r := range append(slices.Clip(f.Ranks), f.Head.Ranks...) {
		if r.Item != nil {
			noun(r.Item.Noun)
		}
	}
	for _, g := range f.Groups {
		noun(g.Noun)
	}
	for _, h := range f.Having {
		out = append(out, saying{h, f.Head.Rel})
	}
	return out
}

// changes returns what notes which conditions have gone, or have become others, since it was called.
func (m *merging) changes() (noted func()) {
	before := sayings(&m.Form)
	return func() {
		now := map[uint64]bool{}
		for _, s := range sayings(&m.Form) {
			now[s.cond.Sum()] = true
		}
		for _, s := range before {
			if sum := s.cond.Sum(); !now[sum] {
				m.gone[sum] = true
			}
		}
	}
}

// says reports whether the question says a condition already.
func (m *merging) says(c form.Cond) bool {
	return slices.ContainsFunc(sayings(&m.Form), func(s saying) bool { return s.cond.Sum() == c.Sum() })
}

// keep says again what the question said of rows that it has no more words about: the orders in 2025 are those that
// are counted in the place of their revenue. false: it can be said of nothing that the question is about now, and
// would be lost.
func (m *merging) keep(before []saying) bool {
	now := map[uint64]bool{}
	for _, s := range sayings(&m.Form) {
		now[s.cond.Sum()] = true
	}
	for _, s := range before {
		sum := s.cond.Sum()
		if now[sum] || m.gone[sum] {
			continue
		}
		if !m.keptByFigures(s) && !m.keptByHead(s) {
			return false
		}
		now[sum] = true
	}
	return true
}

// keptByFigures says a condition of the rows that figures are over, where all of them may have it.
func (m *merging) keptByFigures(s saying) bool {
	f := &m.Form
	said, all := false, true
	again := func(i *form.Item) *form.Item {
		if i == nil || !i.Figure() || i.Relation() == nil || i.Relation() == f.Head.Rel {
			return i
		}
		n := i.Noun
		if n == nil {
			n = &form.Noun{Rel: i.Relation()}
		}
		if slices.ContainsFunc(n.Conds, func(c form.Cond) bool { return c.Sum() == s.cond.Sum() }) {
			return i
		}
		c := m.of(n, s)
		if c == nil {
			all = false
			return i
		}
		one := *i
		one.Noun, said = n.With(c), true
		return &one
	}
	items, ranks := slices.Clone(f.Items), m.ranks()
	for k, i := range items {
		items[k] = again(i)
	}
	for _, r := range ranks {
		again(r.Item)
	}
	if !all || !said {
		return false
	}
	f.Items = items
	m.ranked(func(r *form.Rank) { r.Item = again(r.Item) })
	return true
}

// keptByHead says a condition of the rows of the question.
func (m *merging) keptByHead(s saying) bool {
	if h, ok := s.cond.(*form.Figured); ok && s.of == m.Form.Head.Rel && len(m.Form.Groups) > 0 {
		m.Form.Having = append(m.Form.Having, h)
		return true
	}
	c := m.of(m.Form.Head, s)
	if c == nil {
		return false
	}
	m.Replace(m.Form.Head.With(c))
	return true
}

// ofEach asks for figures of the groups of an answer over other rows than those that make its own: the revenue of the
// shops of which the bakers were counted. They take the place of the figures that were there, which would be over
// pairs of both.
func (m *merging) ofEach(list []*form.Item) bool {
	f := &m.Form
	rel := list[0].Relation()
	if len(f.Groups) == 0 || rel == nil || m.Rules.Ways.ToOne(f.Head.Rel, rel) ||
		slices.ContainsFunc(list, func(i *form.Item) bool { return i.Relation() != rel || i.Noun != nil && len(i.Noun.Conds) > 0 }) ||
		slices.ContainsFunc(f.Groups, func(g *form.Group) bool { return g.Noun == nil || !m.Rules.Ways.ToOne(rel, g.Noun.Rel) }) {
		return false
	}
	f.Items = slices.DeleteFunc(f.Items, func(i *form.Item) bool { return i.Figure() })
	f.Head, f.Orders = &form.Noun{Rel: rel, Named: true}, nil
	for k, g := range f.Groups { // whose way began at other rows
		one := *g
		one.Key, f.Groups[k] = nil, &one
	}
	for _, i := range list {
		one := *i
		if one.Noun = nil; one.Col == nil && one.Term == nil {
			one.Noun = f.Head
		}
		f.Items = append(f.Items, &one)
	}
	return true
}

// of returns a condition as it is said of the rows of a noun; nil: it is not about them. A period in which something
// happened is one in which the rows did.
func (m *merging) of(n *form.Noun, s saying) form.Cond {
	if s.of == n.Rel {
		return s.cond
	}
	if d, ok := s.cond.(*form.During); ok && d.Part == "" {
		open := *d
		open.Col, open.Verb = nil, ""
		if c, _ := m.Rules.Attach(n, &open); c != nil {
			if at, ok := c.(*form.During); ok && at.Col != nil && at.Col.Relation == n.Rel {
				return c
			}
		}
	}
	if m.Rules.Ways.ToOne(n.Rel, s.of) {
		return &form.Related{Noun: &form.Noun{Rel: s.of, Conds: []form.Cond{s.cond}}}
	}
	return nil
}

// sameItem reports whether two items are of the same column and figure.
func sameItem(a, b *form.Item) bool {
	return a.Func == b.Func && a.Col == b.Col && a.Term == b.Term && (a.Col != nil || a.Relation() == b.Relation())
}

// ofItself reports whether a condition is of a column of a noun, and so tells whose it is wherever it stands.
func ofItself(n *form.Noun, c form.Cond) bool {
	t, ok := c.(*form.Test)
	return ok && t.Col != nil && t.Col.Relation == n.Rel && t.To.Col == nil && t.To.Item == nil
}
