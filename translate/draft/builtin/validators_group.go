package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// groupValidators find figures of groups that nobody asks for. Where a word asks for groups, by, each, per, most of
// them find nothing.
var groupValidators = []validator{
	{"one_count", partial, "how many there are is one number, and not one for each of something that no word names", is((*checked).oneCount)},
	{"over_all", partial, "of all schools is no figure of each of them", word((*checked).overAll)},
	{"label_groups", partial, "groups by what rows are called, beside something else, are hardly more than these rows", each((*checked).labelGroups)},
	{"side_groups", unfit, "groups by what else belongs to the same parent are of rows that have nothing to do with each other", each(sideGroups)},
	{"each_amount", unfit, "products by price are in the order of it, and not counted for each price", each((*checked).eachAmount)},
	{"twin_groups", partial, "one word makes no groups by two columns", each((*checked).twinGroups)},
}

// grouped reports whether groups are shown that no word asks for.
func (c *checked) grouped() bool { return c.one.Signs[rank.Unasked] > 0 }

// oneCount: how many users are logged in, 8 and 7. A change, and how many repairs, adds a figure to groups that were
// asked for before it.
func (c *checked) oneCount() bool {
	beside := func(w string) bool { return w == "vs" || w == "versus" }
	if c.before != nil || c.show == nil || !c.grouped() || len(c.show.Columns) < 2 || c.first(beside) >= 0 {
		return false
	}
	ws := c.lattice.Words
	i := 0
	for i+1 < len(ws) && (ws[i].Low == "find" || ws[i].Low == "show" || ws[i].Low == "what" || ws[i].Low == "is" || ws[i].Low == "the") {
		i++
	}
	return ws[i].Low == "count" || i+1 < len(ws) && ws[i].Low == "how" && ws[i+1].Low == "many"
}

// overAll returns the word that speaks of all rows of a kind, by which groups are made: across all schools.
func (c *checked) overAll() int {
	if c.show == nil || !has[*algebra.Measure](c.parts) {
		return -1
	}
	for i := 1; i+1 < len(c.lattice.Words); i++ {
		if c.low(i) != "all" || !slices.Contains([]string{"of", "across", "over"}, c.low(i-1)) {
			continue
		}
		for _, k := range c.lattice.Chunks {
			if best := k.Links[0]; k.From == i+1 && best.Kind == link.Column && best.Score >= surelyStored && c.groupsBy(best.Column) {
				return i
			}
		}
	}
	return -1
}

// groupsBy reports whether groups are made by a column.
func (c *checked) groupsBy(by *semantic.Column) bool {
	return slices.ContainsFunc(c.parts, func(part any) bool {
		g, ok := part.(*algebra.Group)
		return ok && slices.ContainsFunc(g.By, func(v algebra.Value) bool { return c.column(v) == by })
	})
}

// labelGroups: the country with the most channels is none for each name of a channel.
func (c *checked) labelGroups(g *algebra.Group) bool {
	rows := c.grain(g.Of)
	if rows == nil || rows.Row.Table == "" || len(g.By) < 2 || !c.grouped() {
		return false
	}
	called, other := false, false
	for _, v := range g.By {
		a, ok := v.(*algebra.Attr)
		col := c.column(v)
		switch {
		case !ok || col == nil:
			return false
		case a.Row == rows.Row && names(col):
			called = true
		default:
			other = true
		}
	}
	return called && other
}

// eachAmount: nobody says that something is counted, and it is for each of many amounts.
func (c *checked) eachAmount(g *algebra.Group) bool {
	if c.first(func(w string) bool { return w == "number" || w == "many" || w == "count" || w == "per" || w == "each" }) >= 0 ||
		!slices.ContainsFunc(c.show.Columns, func(x algebra.Column) bool { m, ok := x.Value.(*algebra.Measure); return ok && m.Func == "count" }) {
		return false
	}
	return slices.ContainsFunc(g.By, func(v algebra.Value) bool {
		col := c.column(v)
		_, stored := v.(*algebra.Attr)
		return stored && col != nil && !col.IsKey() && (col.Column.Class == schema.Decimal ||
			col.Column.Class == schema.Integer && facts.Differs(col))
	})
}

// names reports whether a column is the one that rows are called by.
func names(col *semantic.Column) bool {
	label := col.Relation.Label
	return label.Via == nil && len(label.Columns) == 1 && label.Columns[0] == col.Column
}

// twinGroups: the number of climbers from each country is none for their country and that of a mountain, of which no
// word speaks.
func (c *checked) twinGroups(g *algebra.Group) bool {
	seen := map[string]*algebra.Attr{}
	for _, v := range g.By {
		a, ok := v.(*algebra.Attr)
		col := c.column(v)
		if !ok || col == nil || isID(col) || names(col) {
			continue
		}
		if twin := seen[a.Column]; twin != nil && twin.Row != a.Row && !(c.spoken(c.relation(a)) && c.spoken(c.relation(twin))) {
			return true
		}
		seen[a.Column] = a
	}
	return false
}

// spoken reports whether a word of the question names a relation.
func (c *checked) spoken(r *semantic.Relation) bool {
	return slices.ContainsFunc(c.lattice.Chunks, func(k link.Chunk) bool {
		best := k.Links[0]
		return best.Kind == link.Relation && best.Relation == r && best.Score >= surelyStored
	})
}

// figureOfGroup: the average count for each count.
func figureOfGroup(_ *checked, x *algebra.Show) bool {
	var by places
	rows := x.Of
	if e, ok := rows.(*algebra.Extreme); ok {
		rows = e.Of
	}
	if g, ok := rows.(*algebra.Group); ok {
		for _, v := range g.By {
			by.note(v)
		}
	}
	return slices.ContainsFunc(x.Columns, func(col algebra.Column) bool {
		m, ok := col.Value.(*algebra.Measure)
		if !ok || m.Func == "count" || len(m.Of) != 1 {
			return false
		}
		a, ok := m.Of[0].(*algebra.Attr)
		return ok && slices.Contains(by, of(a))
	})
}

// sideGroups: tickets by the status of orders, which only have the customer in common.
func sideGroups(c *checked, g *algebra.Group) bool {
	up, aside := map[*algebra.Row]bool{}, map[*algebra.Row]bool{}
	algebra.Walk(g.Of, func(part any) bool {
		v, ok := part.(*algebra.Via)
		if !ok {
			return true
		}
		from := v.From
		for _, st := range v.Path {
			up[st.Row], aside[st.Row] = up[from], aside[from]
			switch t := c.model.Snapshot.Table(st.Row.Schema, st.Row.Table); {
			case t == nil:
			case t.HasKey(st.To):
				up[st.Row] = true
			case up[from] && c.model.Relation(t).Part == nil:
				aside[st.Row] = true
			}
			from = st.Row
		}
		return true
	})
	return slices.ContainsFunc(g.By, func(by algebra.Value) bool {
		a, ok := by.(*algebra.Attr)
		return ok && aside[a.Row]
	})
}
