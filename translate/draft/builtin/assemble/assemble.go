package assemble

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/semantic"
)

// Costs of putting whole edges together.
const (
	implied   = 0.25 // nobody said what the rows are
	alongside = 0.5  // a further noun that nothing connects

	// passedOver is what it costs that a word for what happened to the rows says nothing of them: parcels out for
	// delivery are not all parcels.
	passedOver = 1.5
)

// Assembly is a form that is being put together of the edges of a cover.
type Assembly struct {
	Rules *attach.Rules
	Form  form.Form
	nouns []*form.Noun
	limit *attach.Limit
	Unit  *attach.InUnit
	Conds []form.Cond
	Cost  float64
}

// Form returns the form that the edges of a cover make by their types, and what that costs; nil: none.
func Form(g *attach.Rules, parts []*chart.Edge) (*form.Form, float64) {
	a := &Assembly{Rules: g}
	for _, p := range parts {
		a.take(p.Meaning)
	}
	a.mixed(parts)
	if !a.findHead() || !a.Place() {
		return nil, 0
	}
	a.inPieces()
	a.GroupConds()
	a.Again()
	if a.Unperioded() || a.endless() || !a.Groups() || !a.Rankings() {
		return nil, 0
	}
	a.severalFirst(parts)
	return &a.Form, a.Cost
}

// mixed charges lists of items that stand apart, more where one is a figure and the other none: then it makes groups
// that nobody said.
func (a *Assembly) mixed(parts []*chart.Edge) {
	lists, figures, plain := 0, 0, 0
	for i, p := range parts {
		if i > 0 && parts[i-1].To == p.From && isDefined(parts[i-1]) && isDefined(p) { // profit margin is one figure that nobody defined
			a.Cost += lattice.MustExplain
		}
		if items, ok := p.Meaning.(form.Items); ok && len(items.List) > 0 {
			lists++
			if items.List[0].Figure() {
				figures++
			} else {
				plain++
			}
		}
	}
	a.Cost += 0.3 * float64(max(lists-1, 0))
	if figures > 0 && plain > 0 && len(a.Form.Groups) == 0 {
		a.Cost += 0.3
	}
}

// isDefined reports whether a part is a figure, or what stands for one, that somebody defined.
func isDefined(e *chart.Edge) bool {
	items, ok := e.Meaning.(form.Items)
	return ok && len(items.List) == 1 && items.List[0].Term != nil
}

// repeated reports whether columns are asked for once more: "… in millions" of the damage in millions.
func (a *Assembly) repeated(x form.Items) bool {
	for _, i := range x.List {
		if i.Col == nil || i.Figure() || i.Noun != nil || !slices.ContainsFunc(a.Form.Items, func(o *form.Item) bool { return o.Col == i.Col }) {
			return false
		}
	}
	return len(x.Ranks) == 0
}

func (a *Assembly) take(m chart.Meaning) {
	f := &a.Form
	switch x := m.(type) {
	case form.Items:
		if a.repeated(x) {
			a.Cost += 0.1
			return
		}
		f.Items, f.Ranks, f.Groups = append(f.Items, x.List...), append(f.Ranks, x.Ranks...), append(f.Groups, x.Groups...)
		f.Orders = append(f.Orders, x.Orders...)
	case *form.Noun:
		a.nouns = append(a.nouns, x)
	case form.Groups:
		f.Groups = append(f.Groups, x...)
	case *form.Rank:
		f.Ranks = append(f.Ranks, x)
	case *form.Order:
		if n := len(f.Orders); n > 0 && x.Item == nil && f.Orders[n-1].Item != nil { // "sorted by year … ascending"
			again := *f.Orders[n-1]
			again.Desc = x.Desc
			f.Orders[n-1] = &again
			return
		}
		f.Orders = append(f.Orders, x)
	case attach.Limit:
		a.limit = &x
	case attach.InUnit:
		a.Unit = &x
	case form.Cond:
		a.Conds = append(a.Conds, x)
	}
}

// findHead decides what the question is about: the noun of an item that is shown, the first noun, the relation of a
// column.
func (a *Assembly) findHead() bool {
	f := &a.Form
	for _, i := range f.Items {
		if i.Noun != nil && !i.Figure() {
			f.Head = i.Noun
			break
		}
	}
	if f.Head == nil && len(a.nouns) > 0 {
		f.Head, a.nouns = a.nouns[0], a.nouns[1:]
		return true
	}
	if f.Head == nil {
		for _, i := range f.Items {
			if i.Noun != nil && len(f.Items) == 1 {
				f.Head = i.Noun
			}
		}
	}
	if f.Head != nil {
		return true
	}
	rel := a.impliedRelation()
	if rel == nil {
		return false
	}
	f.Head = &form.Noun{Rel: rel}
	if !slices.ContainsFunc(f.Items, func(i *form.Item) bool { return i.Func == form.Defined }) { // whose rows are those that it is defined of
		a.Cost += implied
	}
	return true
}

func (a *Assembly) impliedRelation() *semantic.Relation {
	for _, i := range a.Form.Items {
		if rel := i.Relation(); rel != nil && i.Noun == nil && !i.Figure() {
			return rel
		}
	}
	for _, i := range a.Form.Items {
		if i.Noun != nil {
			return i.Noun.Rel
		}
		if rel := i.Relation(); rel != nil {
			return rel
		}
	}
	return nil
}

// Place says the conditions of the noun that is nearest to them, and relates further nouns to the head.
func (a *Assembly) Place() bool {
	f := &a.Form
	head := f.Head
	for _, n := range a.nouns {
		if n.Rel == head.Rel {
			if n.Clock != nil && len(n.Conds)+len(n.Ranks) == 0 {
				a.Cost += passedOver
			}
			if slices.ContainsFunc(n.Conds, func(c form.Cond) bool { return a.Rules.Torn(head, c) }) {
				return false
			}
			merged := *head
			merged.Conds = append(append([]form.Cond(nil), head.Conds...), n.Conds...)
			merged.Ranks = append(append([]*form.Rank(nil), head.Ranks...), n.Ranks...)
			merged.Unique = head.Unique || n.Unique
			a.Replace(&merged)
			head = f.Head
			continue
		}
		a.Cost += alongside + a.Rules.Far(head.Rel, n.Rel)
		if len(f.Items) == 0 && len(n.Conds)+len(n.Ranks) == 0 {
			a.Cost += alongside
		}
		beside := &form.Related{Noun: n}
		if a.Rules.Torn(head, beside) {
			return false
		}
		a.Replace(head.With(beside))
		head = f.Head
	}
	for _, c := range a.Conds {
		if a.whenRanked(c) {
			continue
		}
		target := f.Head
		placed, cost := a.Rules.Attach(target, c)
		for _, i := range f.Items {
			if i.Noun == nil || i.Noun == f.Head {
				continue
			}
			if other, less := a.Rules.Attach(i.Noun, c); other != nil && (placed == nil || less < cost) {
				target, placed, cost = i.Noun, other, less
			}
		}
		if placed == nil || a.passing(c) {
			return false
		}
		a.Cost += cost
		if target == f.Head {
			a.Replace(f.Head.With(placed))
			continue
		}
		more := target.With(placed)
		for k, i := range f.Items {
			if i.Noun == target {
				again := *i
				again.Noun = more
				f.Items[k] = &again
			}
		}
	}
	for _, i := range f.Items {
		if rel := i.Relation(); i.Noun == nil && rel != nil {
			if i.Col != nil && i.Col.Span != nil && i.Func == "" && len(f.Head.Conds) > 0 && !slices.Contains(a.Rules.Ways.Near(f.Head.Rel), rel) && rel != f.Head.Rel {
				return false // how long somebody was there is not how long something took that others had to do with
			}
			a.Cost += a.Rules.Far(f.Head.Rel, rel)
		}
	}
	return true
}

// passing reports whether a condition is of somebody who has little to do with what took so long: how long somebody
// worked here is not how long the parcels of orders took that they took.
func (a *Assembly) passing(c form.Cond) bool {
	f := &a.Form
	if f.Head.Named || len(f.Items) != 1 || f.Items[0].Col == nil || f.Items[0].Col.Span == nil || f.Items[0].Func != "" {
		return false
	}
	var of *semantic.Relation
	switch x := c.(type) {
	case *form.Test:
		if x.Col != nil {
			of = x.Col.Relation
		}
	case *form.Related:
		of = x.Noun.Rel
	}
	return of != nil && of != f.Head.Rel && !slices.Contains(a.Rules.Ways.Near(f.Head.Rel), of)
}

// whenRanked says a period of what the rows of the question are ranked by.
func (a *Assembly) whenRanked(c form.Cond) bool {
	f := &a.Form
	if again, cost := a.Rules.WhenRanked(f.Head, c); again != nil {
		a.Replace(again)
		a.Cost += cost
		return true
	}
	if len(f.Ranks) != 1 || len(f.Groups) > 0 || f.Head.New {
		return false
	}
	r := *f.Ranks[0]
	if r.Last && !a.Rules.Settle(&r, f.Head) {
		return false
	}
	again, cost := a.Rules.Happening(f.Head, &r, c)
	if again == nil {
		return false
	}
	f.Ranks = []*form.Rank{again}
	a.Cost += cost
	return true
}

// Replace makes another noun the head, also where items refer to it.
func (a *Assembly) Replace(n *form.Noun) {
	old := a.Form.Head
	for k, i := range a.Form.Items {
		if i.Noun == old {
			again := *i
			again.Noun = n
			a.Form.Items[k] = &again
		}
	}
	a.Form.Head = n
}

// Rankings checks that what ranks has something to rank.
func (a *Assembly) Rankings() bool {
	f := &a.Form
	if len(f.Head.Ranks) == 1 && f.Head.Ranks[0].Each != nil && len(f.Ranks) == 0 {
		again := *f.Head
		f.Ranks, again.Ranks = again.Ranks, nil
		a.Replace(&again)
	}
	figures := false
	for _, i := range f.Items {
		figures = figures || i.Figure() && i.Noun != f.Head
	}
	if figures && len(f.Head.Ranks) > 0 && f.Head.Ranks[0].Item.Figure() { // ranked by what is counted
		again := *f.Head
		f.Ranks = append(f.Ranks, again.Ranks...)
		again.Ranks = nil
		a.Replace(&again)
	}
	if len(f.Ranks) > 2 || len(f.Orders) > 2 || a.limit != nil && !a.Limited(*a.limit) || a.Unit != nil && !a.converted(*a.Unit) {
		return false
	}
	for k, r := range f.Ranks {
		if r.Last {
			settled := *r
			if !a.Rules.Settle(&settled, f.Head) {
				return false
			}
			r, f.Ranks[k] = &settled, &settled
		}
		if r.Total {
			r = a.Rules.Totalled(f.Head.Rel, r)
			f.Ranks[k] = r
		}
		if len(f.Ranks) == 1 {
			r = a.averaged(r)
			f.Ranks[k] = r
		}
		if a.Rules.RestrictsOwn(f.Head.Rel, r) {
			return false
		}
		if r.Item.Func == "count" && r.Item.Noun != nil && len(f.Groups) == 0 && len(f.Items) > 0 && f.Items[0].Noun == nil &&
			f.Head.Rel != r.Item.Noun.Rel && a.Rules.Ways.ToOne(f.Head.Rel, r.Item.Noun.Rel) {
			return false // there is at most one of each
		}
		if r.Item.Func == "count" && r.Item.Noun == nil {
			again := *r
			again.Item = &form.Item{Func: "count", Noun: f.Head}
			f.Ranks[k] = &again
			continue
		}
		if rel := r.Item.Relation(); rel != nil {
			a.Cost += a.Rules.Far(f.Head.Rel, rel)
		}
	}
	if len(f.Ranks) == 2 && sameEnds(f.Ranks[0], f.Ranks[1]) || !a.orderOfDated() {
		return false
	}
	a.orderOfCounted()
	for _, o := range f.Orders {
		if o.Item != nil {
			if rel := o.Item.Relation(); rel != nil {
				a.Cost += 0.5 * a.Rules.Far(f.Head.Rel, rel)
			}
		}
	}
	return true
}

// sameEnds reports whether two ranks are by the same column, each of one row: the newest, the first.
func sameEnds(a, b *form.Rank) bool {
	return a.Item.Col != nil && a.Item.Col == b.Item.Col && a.Item.Func == b.Item.Func && a.N == 1 && b.N == 1
}
