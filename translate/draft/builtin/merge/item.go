package merge

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/form"
)

// items shows more, something else, or less.
func (m *merging) items(x form.Items) bool {
	f := &m.Form
	if len(x.Ranks)+len(x.Groups) > 0 {
		return false
	}
	list := slices.DeleteFunc(slices.Clone(x.List), func(i *form.Item) bool { // the rows themselves
		return i.Noun != nil && i.Noun.Rel == f.Head.Rel && i.Col == nil && !i.Figure()
	})
	if len(list) == 0 {
		return false
	}
	for k, i := range list {
		if i.Noun != nil && i.Noun.Rel == f.Head.Rel && len(i.Noun.Conds)+len(i.Noun.Ranks) == 0 {
			one := *i
			if one.Noun = f.Head; one.Col != nil {
				one.Noun = nil
			}
			list[k] = &one
		}
	}
	if !m.how.Keys {
		for k, i := range list {
			list[k] = led(i)
		}
	}
	list = m.summed(list)
	figures := list[0].Figure()
	if slices.ContainsFunc(list, func(i *form.Item) bool { return i.Figure() != figures }) {
		return false
	}
	if rel := list[0].Relation(); m.how.Shown && figures && len(f.Groups) > 0 && rel != nil && rel != f.Head.Rel &&
		!m.Rules.Ways.ToOne(f.Head.Rel, rel) {
		return m.ofEach(list)
	}
	if m.how.By && figures && len(m.ranks()) == 1 {
		m.how.Instead = true
	}
	switch {
	case m.how.Without:
		n := len(f.Items)
		f.Items = slices.DeleteFunc(f.Items, func(i *form.Item) bool {
			return slices.ContainsFunc(list, func(o *form.Item) bool { return sameItem(i, o) })
		})
		return len(f.Items) < n && (len(f.Items) > 0 || f.Rows)
	case m.how.Instead:
		f.Items = slices.DeleteFunc(f.Items, func(i *form.Item) bool { return i.Figure() == figures })
		others := false
		m.ranked(func(r *form.Rank) {
			if others = r.Item.Figure() != figures; !others {
				r.Item = list[0]
			}
		})
		if len(f.Groups) == 0 && len(m.ranks()) > 0 && !others && (figures || len(f.Items) == 0) {
			return true // it is seen as what ranks
		}
		f.Rows = false
	}
	return m.show(figures, list...)
}

// show appends what is shown beside the rest.
func (m *merging) show(figures bool, list ...*form.Item) bool {
	f := &m.Form
	if !figures && slices.ContainsFunc(list, func(i *form.Item) bool { return !m.beside(i.Relation()) && !m.inRole(i) }) {
		return false
	}
	if len(f.Groups) == 0 && !m.how.Instead {
		if slices.ContainsFunc(f.Items, func(i *form.Item) bool {
			return i.Figure() != figures && (i.Figure() || i.Col != nil || i.Noun != f.Head)
		}) {
			return false // a figure of all rows stands beside none of them
		}
		if len(f.Items) == 0 && figures {
			f.Items = append(f.Items, &form.Item{Noun: f.Head})
		}
		f.Rows, f.Beside = f.Rows || len(f.Items) == 0, f.Beside || !figures
	}
	if !figures && !slices.ContainsFunc(f.Items, func(i *form.Item) bool { return !i.Figure() }) {
		var who []*form.Item // the groups' own names stay
		for _, g := range f.Groups {
			if g.Noun != nil {
				who = append(who, &form.Item{Noun: g.Noun})
			}
		}
		f.Items = append(who, f.Items...)
	}
	for _, i := range list {
		if !slices.ContainsFunc(f.Items, func(o *form.Item) bool { return sameItem(i, o) }) {
			f.Items = append(f.Items, i)
		}
	}
	return true
}
