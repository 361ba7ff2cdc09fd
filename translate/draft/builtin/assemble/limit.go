package assemble

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
)

// Unperioded reports whether new rows are asked for, and no period.
func (a *Assembly) Unperioded() bool {
	f := &a.Form
	nouns := []*form.Noun{f.Head}
	for _, i := range f.Items {
		nouns = append(nouns, i.Noun)
	}
	for _, n := range nouns {
		if n != nil && n.New && !slices.ContainsFunc(n.Conds, func(c form.Cond) bool { _, ok := c.(*form.During); return ok }) &&
			!slices.ContainsFunc(f.Groups, func(g *form.Group) bool { return g.Unit != "" }) {
			return true
		}
	}
	return false
}

// Limited cuts the answer to as many rows, by the order that was said or by what is asked for; false: nothing orders
// them.
func (a *Assembly) Limited(l attach.Limit) bool {
	f := &a.Form
	switch {
	case len(f.Ranks) == 1 && f.Ranks[0].N == 1:
		again := *f.Ranks[0]
		again.N = l.N
		f.Ranks = []*form.Rank{&again}
		return true
	case len(f.Head.Ranks) == 1 && f.Head.Ranks[0].N == 1:
		head, rank := *f.Head, *f.Head.Ranks[0]
		rank.N = l.N
		head.Ranks = []*form.Rank{&rank}
		a.Replace(&head)
		return true
	case len(f.Orders) == 1:
		again := *f.Orders[0]
		again.N = l.N
		f.Orders = []*form.Order{&again}
		return true
	}
	var by *form.Item
	for _, i := range f.Items {
		if i.Figure() && by == nil {
			by = i
		}
	}
	for _, i := range f.Items {
		if by == nil && i.Col != nil && attach.Comparable(i.Col) && !i.Col.IsKey() {
			by = i
		}
	}
	if by == nil {
		return false
	}
	f.Ranks = append(f.Ranks, &form.Rank{Item: by, Desc: l.Desc, N: l.N})
	return true
}

// severalFirst shows some of the first rows where all that is said is a superlative and rows in the plural: cheapest
// products. In a question, which products are the cheapest, those are meant of which no other is cheaper.
func (a *Assembly) severalFirst(parts []*chart.Edge) {
	h := a.Form.Head
	if len(parts) != 1 || parts[0].From != 0 || len(h.Ranks) != 1 || h.Ranks[0].N != 1 || h.Ranks[0].Item == nil || h.Ranks[0].Item.Col == nil || h.Ranks[0].Item.Func != "" {
		return
	}
	begins, several, said := false, false, false
	parts[0].Walk(func(e *chart.Edge) {
		if e.Rule != nil {
			return
		}
		switch m := e.Meaning.(type) {
		case lattice.Linked:
			begins = begins || e.From == 0 && m.Kind == link.Attribute
			several = several || (m.Kind == link.Relation || m.Kind == link.Event) && m.Relation == h.Rel && attach.Plural(m.Said)
		case lattice.Word:
			begins = begins || e.From == 0 && (m.List == "highest" || m.List == "lowest" || m.List == "recent")
		case lattice.Number:
			said = true
		}
	})
	if !begins || !several || said {
		return
	}
	again, rank := *h, *h.Ranks[0]
	rank.N = attach.Listed
	again.Ranks = []*form.Rank{&rank}
	a.Replace(&again)
}

// endless reports whether rows that are not over are measured by how long they took.
func (a *Assembly) endless() bool {
	for _, c := range a.Form.Head.Conds {
		open, ok := c.(*form.Empty)
		if ok && slices.ContainsFunc(a.Form.Head.Conds, func(c form.Cond) bool {
			t, ok := c.(*form.Test)
			return ok && t.Col != nil && t.Col.Span != nil && t.Col.Span.To == open.Col.Column
		}) {
			return true
		}
	}
	return false
}
