package assemble

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Again settles what "and how many are there" counts: what the rows were ranked by, else the rows of each group or all.
func (a *Assembly) Again() {
	f := &a.Form
	for k, o := range f.Orders {
		if o.Item == nil || o.Item.Func != attach.Again {
			continue
		}
		one := *o
		one.Item = &form.Item{Func: "count", Noun: f.Head}
		for _, i := range f.Items {
			if i.Figure() && i.Func != attach.Again {
				one.Item = i
			}
		}
		f.Orders[k] = &one
	}
	at := slices.IndexFunc(f.Items, func(i *form.Item) bool { return i.Func == attach.Again })
	if at < 0 {
		return
	}
	var by *form.Item
	for _, r := range append(slices.Clip(f.Ranks), f.Head.Ranks...) {
		if r.Item != nil {
			by = r.Item
		}
	}
	one := &form.Item{Func: "count", Noun: f.Head}
	if by != nil {
		copied := *by
		one = &copied
		if one.OfEach = one.Func != ""; one.OfEach && len(f.Items) == 1 && f.Head.Named { // which of them, and how many
			f.Items = []*form.Item{{Noun: f.Head}, one}
			return
		}
	} else if many := form.NumberedRows(f.Head); many != nil && len(f.Items) == 1 {
		f.Items = []*form.Item{{Noun: f.Head}, {Func: "count", Noun: many, Beside: form.Beside{OfEach: true}}}
		return
	} else if slices.ContainsFunc(f.Items, func(i *form.Item) bool { return i.Figure() && i.Func != attach.Again }) {
		f.Items = slices.Delete(slices.Clone(f.Items), at, at+1)
		a.Cost += 0.1
		return
	}
	f.Items = slices.Clone(f.Items)
	f.Items[at] = one
}

// Rival is another form of the same words, and what it costs more.
type Rival struct {
	Form *form.Form
	Cost float64
}

// Costs of rivals.
const (
	alsoCalled = 0.25 // what rows are called is shown beside what was asked for
	setApart   = 0.4  // values of which no row is so, rather than values of rows that are not so
	setBoth    = 0.15 // values of which one row is so and another so
)

// Rivals returns the forms that a form may have been meant as: where a column is asked for that several rows share,
// what is said may be about its values and not about single rows. "Countries without big cities" are those of which
// no city is big.
func Rivals(f *form.Form) []Rival {
	var out []Rival
	if labelled := withLabel(f); labelled != nil {
		out = append(out, Rival{labelled, alsoCalled})
	}
	col := sharedColumn(f)
	if col == nil {
		return out
	}
	head := f.Head
	for i, c := range head.Conds {
		var apart form.Cond
		cost := setApart
		switch x := c.(type) {
		case *form.Not:
			apart = &form.Not{Cond: alike(col, head, x.Cond)}
		case *form.Related:
			if x.Op == "" && i > 0 {
				apart, cost = alike(col, head, x), 2*setApart
			}
		case *form.All:
			if both := eachAlike(col, head, x.Conds); both != nil {
				apart, cost = both, setBoth-2 // the same rows are not meant
			} else if contradict(x.Conds) {
				both := &form.All{}
				for _, one := range x.Conds {
					both.Conds = append(both.Conds, alike(col, head, one))
				}
				apart, cost = both, setBoth
			}
		case *form.Test:
			if contradict(head.Conds[:i+1]) {
				apart, cost = alike(col, head, x), setBoth
			}
		}
		if apart == nil {
			continue
		}
		again := *head
		again.Conds = append(append([]form.Cond(nil), head.Conds[:i]...), head.Conds[i+1:]...)
		again.Conds = append(again.Conds, apart)
		out = append(out, Rival{withHead(f, &again), cost})
	}
	return out
}

// withLabel returns a form that also shows what its rows are called: which film has the highest rate, and what is it.
// nil: that is shown, or nobody asked for the rows.
func withLabel(f *form.Form) *form.Form {
	if len(f.Items) == 0 || len(f.Items) > 3 || !f.Head.Named || len(f.Groups) > 0 || len(f.Ranks)+len(f.Head.Ranks) == 0 {
		return nil
	}
	for _, i := range f.Items {
		if i.Figure() || i.Noun == f.Head || i.Col == nil && !i.OfEach || i.Col != nil && slices.Contains(f.Head.Rel.Label.Columns, i.Col.Column) {
			return nil
		}
	}
	again := *f
	again.Items = append([]*form.Item{{Noun: f.Head}}, f.Items...)
	return &again
}

// eachAlike reads conditions that rows of the same relation belong to each as rows of the same value: cities that
// have a branch that is new and one that is big.
func eachAlike(col *semantic.Column, head *form.Noun, conds []form.Cond) form.Cond {
	both := &form.All{}
	for _, c := range conds {
		r, ok := c.(*form.Related)
		if !ok || r.Noun.Rel != head.Rel || r.Op != "" || r.Key != nil {
			return nil
		}
		both.Conds = append(both.Conds, &form.Sharing{Col: col, Other: col, Noun: r.Noun})
	}
	return both
}

func alike(col *semantic.Column, head *form.Noun, c form.Cond) form.Cond {
	return &form.Sharing{Col: col, Other: col, Noun: &form.Noun{Rel: head.Rel, Conds: []form.Cond{c}}}
}

// withHead returns a form about another noun, each value once.
func withHead(f *form.Form, head *form.Noun) *form.Form {
	again := *f
	again.Head, again.Unique = head, true
	again.Items = slices.Clone(f.Items)
	for k, i := range again.Items {
		if i.Noun == f.Head {
			one := *i
			one.Noun = head
			again.Items[k] = &one
		}
	}
	return &again
}

// sharedColumn returns the column that a form asks for, if several rows may have the same value of it; nil otherwise.
func sharedColumn(f *form.Form) *semantic.Column {
	if len(f.Items) != 1 || len(f.Groups)+len(f.Ranks)+len(f.Orders)+len(f.Having)+len(f.Head.Ranks) > 0 {
		return nil
	}
	i := f.Items[0]
	if i.Col == nil || i.Figure() || i.OfEach || i.Col.Relation != f.Head.Rel || i.Col.IsKey() || i.Col.Column.Profile.Distinct == -1 {
		return nil
	}
	if c := i.Col.Column.Class; c != schema.Text && !c.Numeric() && c != schema.Enum {
		return nil
	}
	return i.Col
}

// contradict reports whether the last condition says something else of a column than one before it, so that no row
// can be both.
func contradict(list []form.Cond) bool {
	last, ok := list[len(list)-1].(*form.Test)
	if !ok || len(last.To.Values) != 1 {
		return false
	}
	return slices.ContainsFunc(list[:len(list)-1], func(c form.Cond) bool {
		t, ok := c.(*form.Test)
		return ok && t.Col == last.Col && len(t.To.Values) == 1 && (t.Op == algebra.Eq && last.Op == algebra.Eq || above(t.Op) && below(last.Op) ||
			below(t.Op) && above(last.Op))
	})
}

func above(op algebra.CompareOp) bool { return op == algebra.Gt || op == algebra.Ge }
func below(op algebra.CompareOp) bool { return op == algebra.Lt || op == algebra.Le }
