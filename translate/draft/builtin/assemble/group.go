package assemble

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/semantic"
)

// Groups settles what groups are by, and what is counted where nothing was asked for beside them.
func (a *Assembly) Groups() bool {
	f := &a.Form
	figures := 0
	for _, i := range f.Items {
		if i.Figure() {
			figures++
		}
	}
	for k, g := range f.Groups {
		if g.Noun == nil && g.Col == nil {
			clock := attach.ClockOf(f.Head, "")
			if clock == nil {
				return false
			}
			again := *g
			again.Col = clock
			if !form.Class(clock).Temporal() {
				again.Unit = ""
				if g.Unit != "year" {
					return false
				}
			}
			g, f.Groups[k] = &again, &again
		}
		if othersRole(g.Key, f.Head.Rel) {
			a.Cost += notOwnRole
		}
		if c := g.Col; c != nil && g.Unit != "" && c.Relation == f.Head.Rel && !c.Column.NotNull {
			if c.Column.Profile.Filled() {
				a.Cost += byStatistics
			} else {
				a.Replace(f.Head.With(&form.Not{Cond: &form.Empty{Col: c}})) // what has not happened did so in no month
			}
		}
		if c := g.Col; c != nil && slices.ContainsFunc(f.Items,
			func(i *form.Item) bool { return i.Col == c && i.Func == "" && i.Noun == nil }) {
			return false // amounts for each amount
		}
		if len(f.Items) == 1 {
			a.Cost += a.Rules.FarFrom(f.Items[0], f.Head.Rel, form.GroupOf(f.Groups[k]))
		} else {
			a.Cost += a.Rules.Far(f.Head.Rel, form.GroupOf(f.Groups[k]))
		}
	}
	if len(f.Groups) == 0 && slices.ContainsFunc(f.Items, func(i *form.Item) bool { return i.Share && i.If == nil && i.Over == nil }) {
		return false // all of it is the whole
	}
	if len(f.Groups) == 1 && figures == 0 && a.eachExtreme() {
		return true
	}
	if len(f.Groups) > 0 && figures == 0 {
		if len(f.Items) > 0 {
			return a.sums() || a.listGroups()
		}
		ranked := false
		for _, r := range f.Ranks {
			ranked = ranked || r.Item == nil || !r.Item.Figure()
		}
		if !ranked {
			counted := &form.Item{Func: "count", Noun: f.Head}
			if c := a.Rules.Known().Stock; c != nil && c.Relation == f.Head.Rel {
				counted = &form.Item{Func: "sum", Col: c} // stock by shop is of pieces
			}
			f.Items = append(f.Items, counted)
			a.Cost += implied
			if counted.Func == "count" {
				f.Items = append(f.Items, facts.Taken(f.Head)...)
			}
		}
	}
	return true
}

// eachExtreme reads "the oldest of each": a rank within each group, and no groups.
func (a *Assembly) eachExtreme() bool {
	f := &a.Form
	if len(f.Head.Ranks) == 1 && len(f.Ranks) == 0 {
		again := *f.Head
		f.Ranks, again.Ranks = again.Ranks, nil
		a.Replace(&again)
	}
	if len(f.Ranks) != 1 || f.Ranks[0].Item == nil {
		return false
	}
	if i := f.Ranks[0].Item; i.Figure() {
		if a.commonest() {
			return true
		}
		if i.Noun == nil || i.Noun.Rel == f.Head.Rel || len(f.Items) > 0 || !a.Rules.Ways.ToOne(f.Head.Rel, form.GroupOf(f.Groups[0])) {
			return false // of rows that belong to several groups, what is counted belongs to these, too
		}
	}
	if c := f.Groups[0].Col; c != nil && (facts.Additive(c) || c == f.Ranks[0].Item.Col) {
		return false // the largest by population is no group
	}
	rank := *f.Ranks[0]
	rank.Each = f.Groups[0]
	f.Ranks, f.Groups = []*form.Rank{&rank}, nil
	return true
}

// commonest reads the most common colour of each brand, and the most sold plant of each garden: rows that are counted
// for each two of them, and the first of these in each group.
func (a *Assembly) commonest() bool {
	f := &a.Form
	rank, to := *f.Ranks[0], form.GroupOf(f.Groups[0])
	i := rank.Item
	rel := i.Relation()
	switch {
	case len(f.Items) == 1 && f.Items[0].Col != nil && (rel == nil || rel == f.Head.Rel) && f.Items[0].Col != f.Groups[0].Col:
	case len(f.Items) == 0 && i.Noun != nil && rel != nil && rel != f.Head.Rel && len(f.Head.Conds) == 0 &&
		!a.Rules.Ways.ToOne(f.Head.Rel, to) &&
		a.Rules.Ways.ToOne(rel, f.Head.Rel) && a.Rules.Ways.ToOne(rel, to):
		shown := f.Head
		f.Head, f.Items = i.Noun, []*form.Item{{Noun: shown}}
		count := *i
		count.Noun = f.Head
		rank.Item = &count
	default:
		return false
	}
	if !a.Rules.Ways.ToOne(f.Head.Rel, to) {
		return false
	}
	rank.Each = f.Groups[0]
	f.Ranks = []*form.Rank{&rank}
	return true
}

// GroupConds moves what is said of groups: the cities with at least two shops, of shops.
func (a *Assembly) GroupConds() {
	f := &a.Form
	var rest []form.Cond
	for _, c := range f.Head.Conds {
		switch x := c.(type) {
		case *form.Related:
			if x.Op != "" && x.Key == nil && x.Noun.Rel == f.Head.Rel && len(f.Items) > 0 {
				f.Having = append(f.Having, &form.Figured{Item: &form.Item{Func: "count", Noun: f.Head}, Op: x.Op, To: x.Count})
				rest = append(rest, x.Noun.Conds...)
				continue
			}
		case *form.Figured:
			if x.Item.Relation() == f.Head.Rel {
				again := *x
				f.Having = append(f.Having, &again)
				continue
			}
		}
		rest = append(rest, c)
	}
	if len(f.Having) > 0 {
		again := *f.Head
		again.Conds = rest
		a.Replace(&again)
		for _, h := range f.Having {
			if h.Item.Noun != nil {
				one := *h.Item
				one.Noun = f.Head
				h.Item = &one
			}
		}
	}
}

// listGroups reads "the name of each": no groups, only rows.
func (a *Assembly) listGroups() bool {
	for _, g := range a.Form.Groups {
		if g.Noun != nil && g.Noun.Rel == a.Form.Head.Rel && len(a.Form.Items) == 1 &&
			a.Form.Items[0].Term != nil { // of whom, where nobody sees it
			a.Form.Items = append([]*form.Item{{Noun: a.Form.Head}}, a.Form.Items...)
			continue
		}
		if g.Noun != nil {
			a.Replace(a.Form.Head.With(&form.Related{Noun: g.Noun}))
			if g.Noun.Rel == a.Form.Head.Rel && len(g.Noun.Conds) == 0 {
				a.Form.Head.Conds = a.Form.Head.Conds[:len(a.Form.Head.Conds)-1]
			}
			continue
		}
		a.Form.Items = append(a.Form.Items, &form.Item{Col: g.Col})
		a.Cost += alongside
	}
	a.Form.Groups = nil
	a.Cost += alongside
	return true
}

// sums reads amounts that are asked for by groups of their rows as their sums: impressions by channel. What is no
// amount of its row alone, as a price or a rate, is listed.
func (a *Assembly) sums() bool {
	f := &a.Form
	for _, i := range f.Items {
		if i.Col == nil || !facts.Additive(i.Col) || len(f.Head.Ranks)+len(f.Ranks) > 0 {
			return false
		}
		for _, g := range f.Groups {
			if rel := form.GroupOf(g); g.Noun != nil && rel == i.Col.Relation || !a.Rules.Ways.ToOne(i.Col.Relation, rel) {
				return false // each row is a group
			}
		}
	}
	items := slices.Clone(f.Items)
	for k, i := range items {
		one := *i
		one.Func, one.Distinct = "sum", false
		items[k] = &one
	}
	f.Items = items
	a.Cost += implied
	return true
}

// orderOfCounted puts rows of which it was said how many of something they have into the order of that: shops with
// more than 5 orders, most first.
func (a *Assembly) orderOfCounted() {
	f := &a.Form
	if slices.ContainsFunc(f.Items, (*form.Item).Figure) || len(f.Groups) > 0 {
		return
	}
	for k, o := range f.Orders {
		if o.Item != nil || !o.Size {
			continue
		}
		for _, c := range f.Head.Conds {
			if r, ok := c.(*form.Related); ok && r.Op != "" && r.Noun.Rel != f.Head.Rel {
				again := *o
				again.Item = &form.Item{Func: "count", Noun: r.Noun}
				f.Orders[k] = &again
			}
		}
	}
}

// orderOfDated puts rows into the order of when they came to be: reviews, newest first. false: nothing says when.
func (a *Assembly) orderOfDated() bool {
	f := &a.Form
	if slices.ContainsFunc(f.Items, (*form.Item).Figure) || len(f.Groups) > 0 {
		return true
	}
	for k, o := range f.Orders {
		if !o.Dated {
			continue
		}
		c := attach.ClockOf(f.Head, "")
		again := *o
		if again.Dated = false; c == nil {
			again.Size = true
		} else if f.Head.Rel.People && o.Size { // who is old is known by the day of birth
			return false
		} else {
			again.Item, again.Size = &form.Item{Col: c}, false
		}
		f.Orders[k] = &again
	}
	return true
}

// notOwnRole is what it costs that rows are told apart by what has a role for others, where it has that role for
// themselves: the sales representative of customers is theirs, and not that of their contracts.
const notOwnRole = 1.5

func othersRole(k *semantic.Key, r *semantic.Relation) bool {
	return k != nil && k.From != r && len(k.Role) > 0 && slices.ContainsFunc(r.Keys, func(own *semantic.Key) bool {
		return own.To == k.To && slices.Equal(own.Role, k.Role)
	})
}

// byStatistics is what it costs that only statistics tell that a date is known of all rows.
const byStatistics = 0.25
