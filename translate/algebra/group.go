package algebra

import (
	"slices"
)

// Grouped returns a set with the same rows in which figures over what belongs to each row are figures of groups: the
// customers by the sum of their orders are customers with their orders, one group for each. So they are fetched once,
// and not once for each place in which the figure stands, and read as people would write it. A set of another shape
// stays as it is. Unique tells whether columns tell the rows of a relation apart.
func Grouped(s Set, unique func(w *Row, columns []string) bool) Set {
	show, ok := s.(*Show)
	if !ok || show.Distinct {
		return s
	}
	g := &grouping{unique: unique}
	of := show.Of
	for {
		x, ok := of.(*Extreme)
		if !ok {
			break
		}
		if x.Within != nil || x.Ties {
			return s
		}
		g.orders = append(g.orders, x)
		of = x.Of
	}
	if !g.rowsOf(of) || !g.figuresOf(show) || !g.partsOf() {
		return s
	}
	return g.rebuilt(show)
}

// grouping is a set that is taken apart: rows with what each is joined to, and the rows that belong to each.
type grouping struct {
	unique func(*Row, []string) bool
	orders []*Extreme
	set    Set // the rows, each joined to at most one of others
	head   *Row
	conds  []Pred
	over   Set // what the figures are over
	parts  []*Join
	first  *Rows
	link   *Via // from the head to the first of these
	held   []Pred
}

// rowsOf takes rows apart: those of one relation, joined to rows of which there is one for each.
func (g *grouping) rowsOf(s Set) bool {
	g.set, g.conds = unrestricted(s)
	for s := g.set; ; {
		switch x := s.(type) {
		case *Rows:
			g.head = x.Row
			return x.Row.Table != ""
		case *Join:
			via := step(x)
			if via == nil || !g.unique(via.To, via.Path[0].To) {
				return false
			}
			s = x.Left
			continue
		}
		return false
	}
}

// unrestricted returns a set without the conditions on its rows, and these.
func unrestricted(s Set) (Set, []Pred) {
	var conds []Pred
	for {
		x, ok := s.(*Where)
		if !ok {
			return s, conds
		}
		conds = append(conjuncts(x.If), conds...)
		s = x.Of
	}
}

// step returns the one key by which a join adds the rows of a relation; nil where it is another join.
func step(x *Join) *Via {
	rows, isRows := x.Right.(*Rows)
	via, isVia := x.On.(*Via)
	if !isRows || !isVia || x.Keep != KeepNone || rows.Row.Table == "" || len(via.Path) != 1 || via.To != rows.Row {
		return nil
	}
	return via
}

// figuresOf finds what the figures are over: all the same rows, which must be known to be there.
func (g *grouping) figuresOf(show *Show) bool {
	key, plain := "", true
	see := func(part any) bool {
		switch x := part.(type) {
		case *Measure:
			if x.Over == nil {
				plain = false
				return false
			}
			k := keyOver(x.Over)
			if g.over == nil {
				g.over, key = x.Over, k
			}
			plain = plain && k == key
			return false
		case Set, *Window, *Nth:
			plain = false
		}
		return plain
	}
	for _, v := range g.values(show) {
		Walk(v, see)
	}
	if !plain || g.over == nil {
		return false
	}
	known := slices.IndexFunc(g.conds, func(p Pred) bool {
		some, ok := p.(*Some)
		return ok && keyOver(some.Of) == key
	})
	if known < 0 {
		return false
	}
	g.conds = slices.Delete(g.conds, known, known+1)
	return true
}

// values returns all that is shown of the rows, or orders them.
func (g *grouping) values(show *Show) []Value {
	var all []Value
	for _, c := range show.Columns {
		all = append(all, c.Value)
	}
	for _, x := range g.orders {
		for _, o := range x.By {
			all = append(all, o.Value)
		}
	}
	return all
}

// keyOver returns a text that two sets share if they are the same but for the rows that they range over themselves.
func keyOver(s Set) string {
	k := &writer{by: exact, rows: map[*Row]int{}}
	for i, w := range ranged(s) {
		k.rows[w] = i
	}
	k.text(s)
	return string(k.out)
}

// ranged returns the rows that a set ranges over.
func ranged(s Set) []*Row {
	var all []*Row
	Walk(s, func(part any) bool {
		if x, ok := part.(*Rows); ok {
			all = append(all, x.Row)
		}
		return true
	})
	return all
}

// partsOf takes apart what the figures are over: rows that belong to the head by a key that tells the rows of that
// apart, joined to others.
func (g *grouping) partsOf() bool {
	set, conds := unrestricted(g.over)
	for g.first == nil {
		switch x := set.(type) {
		case *Rows:
			g.first = x
		case *Join:
			if step(x) == nil {
				return false
			}
			g.parts = append(g.parts, x)
			set = x.Left
		default:
			return false
		}
	}
	slices.Reverse(g.parts)
	for _, p := range conds {
		via, ok := p.(*Via)
		if ok && g.link == nil && via.From == g.head && via.To == g.first.Row && len(via.Path) == 1 {
			g.link = via
			continue
		}
		g.held = append(g.held, p)
	}
	return g.link != nil && g.first.Row.Table != "" && g.unique(g.head, g.link.Path[0].Columns)
}

// rebuilt returns the set with groups.
func (g *grouping) rebuilt(show *Show) Set {
	set := Set(&Join{Left: g.set, Right: g.first, On: g.link})
	for _, x := range g.parts {
		set = &Join{Left: set, Right: x.Right, On: x.On}
	}
	if all := slices.Concat(g.conds, g.held); len(all) > 0 {
		set = &Where{set, &And{all}}
	}
	group := &Group{Of: set}
	for _, c := range g.link.Path[0].Columns {
		group.By = append(group.By, &Attr{g.head, c})
	}
	for _, v := range g.values(show) {
		Walk(v, func(part any) bool {
			if a, ok := part.(*Attr); ok && !slices.ContainsFunc(group.By, func(by Value) bool { return Same(by, a) }) {
				group.By = append(group.By, a)
			}
			_, figure := part.(*Measure)
			return !figure
		})
	}
	r := &rewriter{value: g.ofGroup}
	set = group
	for _, x := range slices.Backward(g.orders) {
		set = &Extreme{Of: set, By: r.ofOrder(x.By), N: x.N, Skip: x.Skip}
	}
	again := &Show{Of: set}
	for _, c := range show.Columns {
		again.Columns = append(again.Columns, Column{r.ofValue(c.Value), c.Name})
	}
	return again
}

// ofGroup returns a figure over the rows that belong to a row as the figure of its group.
func (g *grouping) ofGroup(v Value) Value {
	m, ok := v.(*Measure)
	if !ok || m.Over == nil {
		return v
	}
	to := map[*Row]*Row{}
	rows := ranged(g.over)
	for i, w := range ranged(m.Over) {
		to[w] = rows[i]
	}
	own := *m
	own.Over = nil
	return OnRows(&own, func(w *Row) *Row {
		if c := to[w]; c != nil {
			return c
		}
		return w
	})
}
