package assemble

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/schema"
)

// averaged takes the figure of each for that of one row, where what is asked for is no row but what many of them
// have: the fastest carrier is that of no single parcel.
func (a *Assembly) averaged(r *form.Rank) *form.Rank {
	f := &a.Form
	if len(f.Groups) > 0 || len(f.Items) != 1 || f.Head.Named || len(f.Head.Ranks) > 0 || r.N != 1 || r.Item == nil ||
		r.Item.Col == nil || r.Item.Func != "" {
		return r
	}
	i := f.Items[0]
	if i.Func != "" || i.Noun != nil || i.Col == nil || i.Col.Relation != f.Head.Rel || r.Item.Col.Relation != f.Head.Rel ||
		!form.Class(r.Item.Col).Numeric() {
		return r
	}
	n := i.Col.Column.Profile.Distinct
	if form.Class(i.Col) != schema.Text || slices.Contains(f.Head.Rel.Label.Columns, i.Col.Column) || n < 2 ||
		n > facts.ManyValues || i.Col.IsKey() {
		return r
	}
	again, item := *r, *r.Item
	item.Func = "avg"
	again.Item = &item
	return &again
}

// inPieces reads how many of a kind are in stock as pieces: of tents, and not of the sorts of them.
func (a *Assembly) inPieces() {
	f := &a.Form
	c := a.Rules.Known().Stock
	if c == nil || len(f.Items) != 1 || f.Items[0].Func != "count" || f.Items[0].Noun == nil {
		return
	}
	if of := f.Items[0].Noun; f.Head.Rel == c.Relation && of.Rel != c.Relation && of.Kind {
		f.Head = f.Head.With(&form.Related{Noun: of})
		f.Items = []*form.Item{{Func: "sum", Col: c, Noun: f.Head}}
		return
	}
	if !f.Head.Kind && f.Head.Named {
		return
	}
	for k, x := range f.Head.Conds {
		r, ok := x.(*form.Related)
		if !ok || r.Noun.Rel != c.Relation || r.Op != "" || len(r.Noun.Ranks) > 0 {
			continue
		}
		of, held := *f.Head, *r.Noun
		of.Conds = append(append([]form.Cond(nil), of.Conds[:k]...), of.Conds[k+1:]...)
		held.Conds = nil
		for _, one := range r.Noun.Conds {
			if some, ok := one.(*form.Test); !ok || some.Col != c || some.Op != algebra.Gt {
				held.Conds = append(held.Conds, one)
			}
		}
		held.Conds = append(held.Conds, &form.Related{Noun: &of})
		f.Head = &held
		f.Items = []*form.Item{{Func: "sum", Col: c, Noun: &held}}
		return
	}
}

// converted gives what is asked for in a unit; false: nothing is in units of the kind.
func (a *Assembly) converted(u attach.InUnit) bool {
	for k, i := range a.Form.Items {
		said, _ := attach.UnitSaid(u.Name, i.Col)
		if said.Of == "share" && i.Share {
			again := *i
			again.Fraction = false
			a.Form.Items[k] = &again
			return true
		}
		if i.Col == nil || i.Col.Unit == nil || i.Col.Unit.Of != said.Of {
			continue
		}
		if cents := i.Col.Unit.Size == attach.Hundredth && !strings.HasPrefix(u.Name, "cent"); said.Of == "money" && !cents {
			return true // what the amounts are in is not a matter of size
		}
		if i.Col.Unit.Size != said.Size {
			again := *i
			again.Per, again.Unit = form.UnitPer(said.Size, i.Col.Unit.Size), u.Name
			a.Form.Items[k] = &again
		}
		return true
	}
	return false
}
