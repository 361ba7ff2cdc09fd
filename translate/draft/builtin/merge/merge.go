package merge

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/assemble"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
)

// Change says how a follow-up is to change a question.
type Change struct {
	Instead bool // what is said takes the place of what was there
	More    bool // it stands beside it
	Also    bool // so do conditions: either may hold
	Only    bool // it says which rows
	About   bool // it is what is asked about now
	Keys    bool // keys are shown as they are, and not what they lead to
	Without bool // it is left out
	First   bool // what ranks says which rows come first, of all
	By      bool // what is said is what things are ranked by, where they are
	Shown   bool // it is to be seen beside the rest: it says nothing of which rows
}

// Merged is a question that was changed, and what the change costs.
type Merged struct {
	Form *form.Form
	Cost float64
}

// merging is a question that is being changed: an assembly that begins with the form of the question.
type merging struct {
	assemble.Assembly
	how    Change
	within bool // conditions are of what ranks, where that can be
	either bool // and they might have been
	// ordered says that a new order has taken the place of the old one: further ones are beneath it.
	ordered bool
	gone    map[uint64]bool // conditions in whose place another stands, or none, by their sums
}

// Merge returns a question with the parts of a follow-up: each takes the place of what is of its kind, or stands
// beside it.
func Merge(g *attach.Rules, base *form.Form, parts []*chart.Edge, how Change) []Merged {
	var out []Merged
	figures := len(base.Items) > 0 && !slices.ContainsFunc(base.Items, func(i *form.Item) bool { return !i.Figure() })
	if figures && how.Shown && how.Also && len(base.Groups) == 0 {
		return nil // there are no rows that anything could stand beside
	}
	for _, within := range []bool{false, true} {
		m := begin(g, base, how)
		m.within = within
		fits := !slices.ContainsFunc(parts, func(p *chart.Edge) bool { return !m.put(p.Meaning) })
		if fits && m.finish(base) {
			out = append(out, Merged{&m.Form, m.Cost})
		}
		if !m.either {
			break
		}
	}
	return out
}

func begin(g *attach.Rules, base *form.Form, how Change) *merging {
	f := *base
	f.Items, f.Groups, f.Orders = slices.Clone(f.Items), slices.Clone(f.Groups), slices.Clone(f.Orders)
	f.Ranks, f.Having = slices.Clone(f.Ranks), slices.Clone(f.Having)
	return &merging{Assembly: assemble.Assembly{Rules: g, Form: f}, how: how, gone: map[uint64]bool{}}
}

// finish fits what was said to the rows, as for a question that was said at once.
func (m *merging) finish(base *form.Form) bool {
	if m.Unit != nil && m.how.Without || !m.place() || !m.keep(sayings(base)) {
		return false
	}
	m.GroupConds()
	m.Again()
	return !m.Unperioded() && m.Groups() && m.Rankings()
}

// put changes the question by one part of the follow-up.
func (m *merging) put(part chart.Meaning) bool {
	switch x := part.(type) {
	case form.Items:
		return m.items(x)
	case *form.Noun:
		return m.noun(x)
	case form.Cond:
		return !m.how.Shown && m.cond(x)
	}
	if m.how.Without {
		return false
	}
	switch x := part.(type) {
	case attach.Limit:
		return m.cut(x)
	case *form.Order:
		return m.order(x)
	case form.Groups:
		if m.how.Only { // those by authors from Germany
			return !slices.ContainsFunc(x, func(g *form.Group) bool { return g.Noun == nil || !m.noun(g.Noun) })
		}
		return m.group(x)
	case *form.Rank:
		return m.rank([]*form.Rank{x})
	case attach.InUnit:
		m.Unit = &x
		return true
	}
	return false
}

// ranks returns the ranks of the question, those of its noun included.
func (m *merging) ranks() []*form.Rank {
	return append(slices.Clip(m.Form.Ranks), m.Form.Head.Ranks...)
}

// ranked changes each rank.
func (m *merging) ranked(change func(r *form.Rank)) {
	again := func(all []*form.Rank) []*form.Rank {
		var out []*form.Rank
		for _, r := range all {
			one := *r
			change(&one)
			out = append(out, &one)
		}
		return out
	}
	m.Form.Ranks = again(m.Form.Ranks)
	if len(m.Form.Head.Ranks) > 0 {
		head := *m.Form.Head
		head.Ranks = again(head.Ranks)
		m.Replace(&head)
	}
}

// unranked drops the ranks.
func (m *merging) unranked() {
	m.Form.Ranks = nil
	if len(m.Form.Head.Ranks) > 0 {
		head := *m.Form.Head
		head.Ranks = nil
		m.Replace(&head)
	}
}

// cut keeps so many rows: of those that are ranked or ordered, else of those with most of what is shown, else of the
// list as it stands.
func (m *merging) cut(l attach.Limit) bool {
	f := &m.Form
	if ranks := m.ranks(); len(ranks) == 1 {
		m.ranked(func(r *form.Rank) {
			r.N = l.N
			switch {
			case !l.Desc:
				r.Desc, r.Turned = false, r.Desc || r.Turned
			case r.Turned: // the top again, after the bottom
				r.Desc, r.Turned = true, false
			}
		})
		return true
	}
	if n := len(f.Orders); n > 0 {
		again := *f.Orders[n-1]
		if again.N = l.N; !l.Desc && (again.Item == nil || again.Item.Figure()) {
			again.Desc = false
		} else if !l.Desc {
			again.Desc = !again.Desc
		}
		f.Orders[n-1] = &again
		return true
	}
	if !m.Limited(l) {
		f.Orders = []*form.Order{{N: l.N, Desc: !l.Desc}}
	}
	return true
}

// order sorts by something else; as many rows are kept as before.
func (m *merging) order(o *form.Order) bool {
	if len(m.Form.Groups) == 0 && slices.ContainsFunc(m.Form.Items, (*form.Item).Figure) &&
		!slices.ContainsFunc(m.Form.Items, func(i *form.Item) bool { return !i.Figure() }) {
		return false // of one row
	}
	again := *o
	again.Last = true
	if o.Item != nil && !m.how.Keys { // by what a key leads to
		if to := led(o.Item); to.Noun != nil && to.Col == nil && len(to.Noun.Rel.Label.Columns) == 1 && to.Noun.Rel.Label.Via == nil {
			again.Item = &form.Item{Col: to.Noun.Rel.Column(to.Noun.Rel.Label.Columns[0].Name)}
		}
	}
	figures := slices.ContainsFunc(m.Form.Items, (*form.Item).Figure)
	if n := len(m.Form.Orders); again.Item == nil && n > 0 && !figures { // the other way round
		old := *m.Form.Orders[n-1]
		old.Desc, old.Last = again.Desc, true
		m.Form.Orders[n-1] = &old
		return true
	}
	if again.Item == nil && !again.ByName {
		for _, r := range m.ranks() {
			again.Item = r.Item
		}
		again.Size = again.Size || figures
		if again.Item == nil && !again.Size {
			return false // by what?
		}
	}
	if m.ordered || m.how.Also && len(m.Form.Orders) > 0 {
		m.Form.Orders = append(m.Form.Orders, &again)
		return true
	}
	for _, old := range m.Form.Orders {
		again.N = max(again.N, old.N)
	}
	m.Form.Orders, m.ordered = []*form.Order{&again}, true
	return true
}

// rank keeps the first rows by something else, or orders all rows by it.
func (m *merging) rank(all []*form.Rank) bool {
	if len(all) != 1 || m.how.Without {
		return false
	}
	r := *all[0]
	if r.Last && !m.Rules.Settle(&r, m.Form.Head) {
		return false
	}
	if m.how.First {
		return m.order(&form.Order{Item: r.Item, Desc: r.Desc})
	}
	for _, old := range m.ranks() {
		if r.N == 1 {
			r.N = old.N
		}
	}
	r.Several = false
	m.unranked()
	m.Form.Ranks, m.Form.Orders = []*form.Rank{&r}, nil
	return true
}

// group makes other groups, or further ones. What the rows were ranked by is what is asked of the groups, if nothing
// else is.
func (m *merging) group(x form.Groups) bool {
	f := &m.Form
	ranks := m.ranks()
	if one := x[0]; len(x) == 1 && one.Col != nil && one.Unit == "" && len(f.Groups) == 0 && len(ranks) == 1 &&
		!m.how.More && attach.Comparable(one.Col) && !one.Col.IsKey() {
		m.ranked(func(r *form.Rank) { r.Item = &form.Item{Col: one.Col} }) // by price
		return true
	}
	if m.how.More {
		f.Groups = append(f.Groups, x...)
	} else {
		f.Groups = slices.Clone(x)
	}
	f.Items, f.Rows = slices.DeleteFunc(f.Items, func(i *form.Item) bool { return !i.Figure() }), false
	f.Orders = slices.DeleteFunc(f.Orders, func(o *form.Order) bool {
		return o.Item == nil && !o.Size ||
			o.Item != nil && !o.Item.Figure()
	})
	if len(f.Items) > 0 || len(ranks) == 0 {
		return true
	}
	m.unranked()
	if i := ranks[0].Item; i != nil && i.Figure() && i.Relation() != nil {
		head := &form.Noun{Rel: i.Relation(), Named: true}
		if len(f.Head.Conds) > 0 && head.Rel != f.Head.Rel {
			head = head.With(&form.Related{Noun: f.Head})
		}
		f.Items, f.Head = []*form.Item{i}, head
	}
	return true
}

// noun says more of rows: of those of the question what is said of the noun; that they are related to those of another.
func (m *merging) noun(n *form.Noun) bool {
	bare := len(n.Conds)+len(n.Ranks) == 0
	if rest := slices.DeleteFunc(slices.Clone(m.Form.Items),
		func(i *form.Item) bool { return !i.Figure() && i.Relation() == n.Rel }); bare && m.how.Without &&
		n.Rel != m.Form.Head.Rel && len(rest) < len(m.Form.Items) {
		m.Form.Items = rest // the owner is not shown any more
		return len(rest) > 0 || m.Form.Rows
	}
	switch {
	case m.how.Shown && !bare:
		return false // a title that only managers have
	case n.Rel == m.Form.Head.Rel && m.how.Without:
		return !bare && len(n.Ranks) == 0 && m.cond(&form.All{Conds: n.Conds})
	case n.Rel == m.Form.Head.Rel:
		if len(n.Ranks) > 0 && !m.rank(n.Ranks) || bare {
			return false
		}
		return !slices.ContainsFunc(n.Conds, func(c form.Cond) bool { return !m.cond(c) })
	case bare && m.how.More:
		return m.show(false, &form.Item{Noun: n})
	case bare && (m.how.Instead || m.how.About), len(n.Ranks) > 0:
		return false
	}
	if len(n.Ranks) == 0 && slices.Contains(Head(&m.Form), n.Rel) &&
		!slices.ContainsFunc(n.Conds, func(c form.Cond) bool { return !ofItself(n, c) }) {
		return !slices.ContainsFunc(n.Conds, func(c form.Cond) bool { return !m.cond(c) })
	}
	return m.cond(&form.Related{Noun: n})
}
