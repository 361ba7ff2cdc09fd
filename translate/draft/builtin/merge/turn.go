package merge

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/semantic"
)

// Turn is a change of a question that has no parts in the grammar.
type Turn struct {
	Count   bool              // how many there are
	Share   bool              // figures of groups as a share of all
	All     bool              // no limit
	Sorted  string            // "none", "reverse"
	Func    string            // another figure of the same: avg
	Cut     attach.Limit      // so many rows
	Than    algebra.CompareOp // with Number: how the only figure of groups is compared
	Rows    bool              // with Than: how many rows there are of each group
	Number  string            // another number in the place of the only one
	Last    bool              // not the last condition
	Free    bool              // no conditions
	Freed   []*chart.Edge
	Extreme string // "desc", "asc": the other end of a rank
	One     bool   // with Extreme: one alone
	Total   bool   // figures over all rows, without groups
}

// Changed returns a question after a turn; nil: there is nothing to change.
func Changed(g *attach.Rules, base *form.Form, t Turn) []Merged {
	m := begin(g, base, Change{})
	if !m.turn(t) || !m.finish(base) {
		return nil
	}
	return []Merged{{&m.Form, 0}}
}

func (m *merging) turn(t Turn) bool {
	f := &m.Form
	switch {
	case t.Count:
		m.unordered()
		f.Items, f.Rows = []*form.Item{{Func: "count", Noun: f.Head}}, false
		return len(f.Groups) == 0
	case t.Share:
		return m.each(func(i *form.Item) bool { i.Share = true; return i.Func == "sum" || i.Func == "count" }) && len(f.Groups) > 0
	case t.Func != "":
		return m.each(func(i *form.Item) bool { i.Func, i.Distinct = t.Func, false; return i.Col != nil && i.Term == nil })
	case t.Cut.N > 0:
		return m.cut(t.Cut)
	case t.Rows:
		to := form.Operand{Values: []algebra.Const{{Kind: algebra.Number, Text: t.Number}}}
		f.Having = append(f.Having, &form.Figured{Item: &form.Item{Func: "count", Noun: f.Head}, Op: t.Than, To: to})
		return true
	case t.Than != "":
		return m.figured(&form.Test{Op: t.Than, To: form.Operand{Values: []algebra.Const{{Kind: algebra.Number, Text: t.Number}}}})
	case t.Number != "":
		return m.number(t.Number)
	case t.Extreme != "":
		return m.extreme(t)
	case t.Total:
		return m.total()
	case t.Last:
		n := len(f.Head.Conds)
		if n > 0 {
			noted := m.changes()
			head := *f.Head
			head.Conds = head.Conds[:n-1]
			m.Replace(&head)
			noted()
		}
		return n > 0
	case t.Free:
		return m.drop(func(form.Cond) bool { return true })
	case len(t.Freed) > 0:
		return m.free(t.Freed)
	}
	return m.reorder(t)
}

// summed returns what is to be shown beside rows or groups with the sum of what several rows have of it for each:
// refunds per month, and the refund amount.
func (m *merging) summed(list []*form.Item) []*form.Item {
	f := &m.Form
	if !m.how.More && !m.how.Instead {
		return list
	}
	grouped := len(f.Groups) > 0 && slices.ContainsFunc(f.Items, (*form.Item).Figure)
	out := slices.Clone(list)
	for k, i := range list {
		c := i.Col
		ofGroups := func(g *form.Group) bool { return g.Col == c }
		if c == nil || i.Figure() || i.Noun != nil && i.Noun != f.Head || !facts.Additive(c) || slices.ContainsFunc(f.Groups, ofGroups) {
			continue
		}
		if many := (grouped || len(f.Groups) == 0) && m.how.Shown && !m.beside(c.Relation); many || grouped && c.Relation == f.Head.Rel {
			one := *i
			one.Func = "sum"
			out[k] = &one
		}
	}
	return out
}

// reorder changes how the answer is ordered or cut, and nothing else.
func (m *merging) reorder(t Turn) bool {
	f := &m.Form
	had := len(f.Orders)+len(m.ranks()) > 0
	for k, o := range f.Orders {
		again := *o
		if again.N = o.N; t.All {
			again.N = 0
		}
		again.Desc = o.Desc != (t.Sorted == "reverse")
		f.Orders[k] = &again
	}
	if t.All {
		for _, r := range m.ranks() {
			f.Orders = append(f.Orders, &form.Order{Item: r.Item, Desc: r.Desc})
		}
		m.unranked()
	}
	if t.Sorted == "none" {
		f.Orders = slices.DeleteFunc(f.Orders, func(o *form.Order) bool { return o.N == 0 })
	}
	if t.Sorted == "reverse" && len(f.Orders) == 0 {
		for _, r := range m.ranks() {
			f.Orders = append(f.Orders, &form.Order{Item: r.Item, Desc: !r.Desc})
		}
	}
	return had
}

// extreme turns to the other end of what things are ranked by; groups that nothing ranks are ordered by their figure.
func (m *merging) extreme(t Turn) bool {
	f := &m.Form
	desc := t.Extreme == "desc"
	ordered := slices.IndexFunc(f.Orders, func(o *form.Order) bool { return o.N > 0 })
	switch {
	case len(m.ranks()) > 0:
		m.ranked(func(r *form.Rank) {
			if r.Desc = desc; t.One {
				r.N = 1
			}
		})
	case ordered >= 0:
		again := *f.Orders[ordered]
		if again.Desc = desc; t.One {
			again.N = 1
		}
		f.Orders[ordered] = &again
	case len(f.Groups) == 0 || !slices.ContainsFunc(f.Items, (*form.Item).Figure):
		return false
	default:
		o := &form.Order{Size: true, Desc: desc, Last: true}
		if t.One {
			o.N = 1
		}
		f.Orders = []*form.Order{o}
	}
	return true
}

// total asks for what was asked of groups of all rows at once, where it adds up.
func (m *merging) total() bool {
	f := &m.Form
	f.Items = slices.DeleteFunc(f.Items, func(i *form.Item) bool { return !i.Figure() })
	cut := slices.ContainsFunc(f.Orders, func(o *form.Order) bool { return o.N > 0 })
	if len(f.Groups) == 0 || len(f.Items) == 0 || len(f.Having)+len(m.ranks()) > 0 || cut {
		return false
	}
	f.Orders = nil
	groups := f.Groups
	f.Groups, f.Rows, f.Beside = nil, false, false
	for _, g := range groups {
		if g.Noun != nil && len(g.Noun.Conds) > 0 {
			f.Head = f.Head.With(&form.Related{Noun: g.Noun, Key: g.Key})
		}
	}
	return !slices.ContainsFunc(f.Items, func(i *form.Item) bool {
		return i.Share || i.Over != nil || i.Func != "sum" &&
			i.Func != "count"
	})
}

func (m *merging) unordered() {
	m.Form.Orders = nil
	if len(m.Form.Items) > 0 || len(m.Form.Groups) > 0 {
		m.Form.Ranks = nil
	}
}

// each changes all figures, those that rank included; false: one cannot be changed, or there is none.
func (m *merging) each(change func(*form.Item) bool) bool {
	fits, any := true, false
	again := func(i *form.Item) *form.Item {
		if i == nil || !i.Figure() {
			return i
		}
		one := *i
		any = true
		fits = change(&one) && fits
		return &one
	}
	for k, i := range m.Form.Items {
		m.Form.Items[k] = again(i)
	}
	m.ranked(func(r *form.Rank) { r.Item = again(r.Item) })
	return fits && any
}

// number puts a number in the place of the only one that something is compared with, else of how many rows are kept.
func (m *merging) number(n string) bool {
	found := 0
	to := form.Operand{Values: []algebra.Const{{Kind: algebra.Number, Text: n}}}
	m.rewrite(func(c form.Cond) form.Cond {
		switch x := c.(type) {
		case *form.Test:
			if len(x.To.Values) == 1 && x.To.Values[0].Kind == algebra.Number {
				again := *x
				again.To.Values = to.Values
				found++
				return &again
			}
		case *form.Related:
			if x.Op != "" && len(x.Count.Values) == 1 {
				again := *x
				again.Count = to
				found++
				return &again
			}
		}
		return c
	})
	for k, h := range m.Form.Having {
		again := *h
		again.To = to
		m.Form.Having[k] = &again
		found++
	}
	if rows, ok := attach.Wanted([]*chart.Edge{{Meaning: lattice.Number{Text: n}}}); ok && found == 0 && len(m.ranks())+len(m.Form.Orders) > 0 {
		return m.cut(attach.Limit{N: rows, Desc: true})
	}
	return found == 1
}

// free drops the conditions about columns and about rows of relations.
func (m *merging) free(parts []*chart.Edge) bool {
	for _, p := range parts {
		fits := false
		switch x := p.Meaning.(type) {
		case form.Items:
			fits = m.drop(func(c form.Cond) bool {
				return slices.ContainsFunc(form.ColumnsOf(c), func(col *semantic.Column) bool {
					return slices.ContainsFunc(x.List, func(i *form.Item) bool { return i.Col == col && col != nil })
				})
			})
		case *form.Noun:
			fits = m.drop(func(c form.Cond) bool {
				r, ok := c.(*form.Related)
				return ok && r.Noun.Rel == x.Rel ||
					slices.ContainsFunc(form.ColumnsOf(c),
						func(col *semantic.Column) bool {
							return col != nil && col.Relation == x.Rel && x.Rel != m.Form.Head.Rel
						})
			})
		}
		if !fits {
			return false
		}
	}
	return true
}

// beside reports whether there is one row of a relation at most for each row of the answer.
func (m *merging) beside(rel *semantic.Relation) bool {
	one := func(from *semantic.Relation) bool {
		return rel != nil && (from == rel || m.Rules.Ways.ToOne(from, rel))
	}
	if len(m.Form.Groups) == 0 {
		return one(m.Form.Head.Rel)
	}
	return slices.ContainsFunc(m.Form.Groups, func(g *form.Group) bool {
		return g.Noun != nil && one(g.Noun.Rel) || g.Col != nil && g.Col.Relation == rel
	})
}

// inRole reports whether an item is what a key of the rows of the answer leads to, in the role that the key says: the
// manager of a shop.
func (m *merging) inRole(i *form.Item) bool {
	if i.Noun == nil || len(i.Noun.Role) == 0 {
		return false
	}
	leads := func(from *semantic.Relation) bool {
		return slices.ContainsFunc(from.Keys, func(k *semantic.Key) bool {
			return len(k.Columns) == 1 && k.To == i.Noun.Rel && slices.Equal(from.Column(k.Columns[0].Name).Name.Words, i.Noun.Role)
		})
	}
	if len(m.Form.Groups) == 0 {
		return leads(m.Form.Head.Rel)
	}
	return slices.ContainsFunc(m.Form.Groups, func(g *form.Group) bool { return g.Noun != nil && leads(g.Noun.Rel) })
}

// led returns what a key leads to in the place of the key: the owner, not its number.
func led(i *form.Item) *form.Item {
	if i.Col == nil || i.Figure() {
		return i
	}
	for _, k := range i.Col.Relation.Keys {
		if len(k.Columns) == 1 && k.Columns[0] == i.Col.Column {
			return &form.Item{Noun: &form.Noun{Rel: k.To, Role: i.Col.Name.Words}}
		}
	}
	return i
}

// Head returns what a question is about, then what else it names rows of: groups, and what is asked for.
func Head(f *form.Form) []*semantic.Relation {
	out := []*semantic.Relation{f.Head.Rel}
	add := func(n *form.Noun) {
		if n != nil && !slices.Contains(out, n.Rel) {
			out = append(out, n.Rel)
		}
	}
	for _, g := range f.Groups {
		add(g.Noun)
	}
	for _, i := range f.Items {
		add(i.Noun)
	}
	return out
}
