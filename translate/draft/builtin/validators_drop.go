package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// oneRowGroups: groups by the key of the only relation make figures of one row each.
func oneRowGroups(c *checked, g *algebra.Group) bool {
	rows := c.grain(g.Of)
	if rows == nil || rows.Row.Table == "" || len(g.By) == 0 {
		return false
	}
	t := c.model.Snapshot.Table(rows.Row.Schema, rows.Row.Table)
	return t != nil && len(t.PrimaryKey) > 0 && !slices.ContainsFunc(t.PrimaryKey, func(key string) bool {
		return !slices.ContainsFunc(g.By, func(v algebra.Value) bool {
			a, ok := v.(*algebra.Attr)
			return ok && a.Row == rows.Row && a.Column == key
		})
	})
}

// grain returns the relation of which a set has each row at most once, beside rows of others to which a key leads;
// nil: none.
func (r *Reader) grain(s algebra.Set) *algebra.Rows {
	switch x := s.(type) {
	case *algebra.Rows:
		return x
	case *algebra.Where:
		return r.grain(x.Of)
	case *algebra.Join:
		via, ok := x.On.(*algebra.Via)
		if !ok || slices.ContainsFunc(via.Path, func(st algebra.Step) bool { return !r.tellsApart(st.Row, st.To) }) {
			return nil
		}
		return r.grain(x.Left)
	}
	return nil
}

// countsFirst: all that is shown is how many the first rows of an order are.
func countsFirst(c *checked) bool {
	if c.show == nil {
		return false
	}
	of := c.show.Of
	if g, ok := of.(*algebra.Group); ok && len(g.By) == 0 {
		of = g.Of
	}
	if first, ok := of.(*algebra.Extreme); !ok || first.N == 0 || first.Ties {
		return false
	}
	return !slices.ContainsFunc(c.show.Columns, func(col algebra.Column) bool {
		m, ok := col.Value.(*algebra.Measure)
		return !ok || m.Func != "count" || m.Over != nil
	})
}

// periodsApart: "in 2023 and in 2024" is said of two rows.
func periodsApart(c *checked, and *algebra.And) bool { return apart(and, map[place][2]string{}) }

// apart reports whether two periods of a conjunction cannot hold together. known are those that were met, by what
// they are of.
func apart(and *algebra.And, known map[place][2]string) bool {
	for _, p := range and.All {
		switch x := p.(type) {
		case *algebra.And:
			if apart(x, known) {
				return true
			}
		case *algebra.Period:
			a, ok := x.Of.(*algebra.Attr)
			from, to := day(x.From), day(x.To)
			if !ok || from == "" || to == "" {
				continue
			}
			before, met := known[of(a)]
			if met && (to <= before[0] || before[1] <= from) {
				return true
			}
			known[of(a)] = [2]string{from, to}
		}
	}
	return false
}

// day returns the day that a constant is, in ISO form; "": it is none.
func day(v algebra.Value) string {
	if c, ok := v.(*algebra.Const); ok {
		return c.Text
	}
	return ""
}

// alwaysTrue makes the other conditions idle.
func alwaysTrue(_ *checked, or *algebra.Or) bool {
	return slices.ContainsFunc(or.Any, func(p algebra.Pred) bool { and, ok := p.(*algebra.And); return ok && len(and.All) == 0 })
}

// detours: by store, over the employees of orders that have a store themselves. The longer way is over rows of which
// there is one for each, where one key leads to the same, or over any where that key says who acted.
func detours(c *checked) bool {
	if c.direct == nil {
		return false
	}
	own, its := stepsOf(c.one.Set), stepsOf(c.direct.Set)
	without := func(all, others []plan.Constraint) (out []plan.Constraint) {
		for _, s := range all {
			if !slices.Contains(others, s) {
				out = append(out, s)
			}
		}
		return out
	}
	instead := without(its, own)
	if len(instead) != 1 || len(without(own, its)) < 2 {
		return false
	}
	several := slices.ContainsFunc(c.parts, func(part any) bool {
		v, ok := part.(*algebra.Via)
		return ok && slices.ContainsFunc(v.Path, func(s algebra.Step) bool { return !c.tellsApart(s.Row, s.To) })
	})
	return !several || c.acts(instead[0])
}

// acts reports whether a join leads to who did what rows tell of, and the question says that: who ordered, of orders
// and their customers.
func (c *checked) acts(s plan.Constraint) bool {
	for _, end := range []plan.Constraint{s, turned(s)} {
		r := c.model.Relation(c.model.Snapshot.Table(end.Schema, end.Table))
		if r != nil && len(r.Events) > 0 && r.Events[0].Actor != nil && r.Events[0].Actor.Columns[0].Name == end.Column &&
			r.Events[0].Actor.To.Table.Name == end.RefTable {
			return slices.ContainsFunc(c.lattice.Words, func(w link.Word) bool {
				base := lexicon.BaseOf(w.Low)
				return base != "" && slices.Contains(r.Events[0].Verbs, base)
			})
		}
	}
	return false
}

// figureOfKey: the highest driver is not the highest number of one.
func figureOfKey(c *checked, m *algebra.Measure) bool {
	return len(m.Of) == 1 && slices.Contains([]string{"min", "max", "sum", "avg"}, m.Func) && c.leads(m.Of[0])
}

// summedShare: how much discount was given is no sum of the rates of promotions, unless a sum of them is asked for, and
// what fuel cost is never one of prices per gallon.
func summedShare(c *checked, m *algebra.Measure) bool {
	if m.Func != "sum" {
		return false
	}
	col := c.column(m.Of[0])
	return col != nil && (col.PerOne() && (col.Has("price") || col.Has("cost")) || col.Unit != nil && col.Unit.Of == "share" && c.first(wordlist.Sums) < 0)
}

func rankByKey(c *checked, x *algebra.Extreme) bool {
	return x.N > 0 && len(x.By) > 0 && c.leads(x.By[0].Value)
}

// leads reports whether a value is a key to other rows, of which each has several, or the number of somebody that is
// not asked for: the best driver has not the highest driver number.
func (c *checked) leads(v algebra.Value) bool {
	col := c.column(v)
	return col != nil && (c.numbers(col) || slices.ContainsFunc(col.Relation.KeyOf(col.Column), func(k *semantic.Key) bool {
		return len(k.Columns) == 1 && !k.OneToOne
	}))
}

// numbers reports whether a column says by a number who somebody is, and the question asks for no number.
func (c *checked) numbers(col *semantic.Column) bool {
	ws := col.Name.Words
	tail := ws[len(ws)-1]
	return lexicon.In("key tail", tail) && c.first(func(w string) bool { return form.Alike(w, tail) }) < 0 &&
		slices.ContainsFunc(ws[:len(ws)-1], func(w string) bool { return lexicon.In("person", w) || lexicon.In("customer", w) })
}

// flagList: the captains are not the yes and no of everybody.
func flagList(c *checked) bool {
	if c.show == nil || len(c.show.Columns) != 1 || has[*algebra.Where](c.parts) || has[*algebra.Group](c.parts) {
		return false
	}
	col := c.column(c.show.Columns[0].Value)
	return col != nil && (col.Column.Class == schema.Boolean || col.Yes != "")
}

// spoken are the forms of the verb whose object is a language.
var spoken = []string{"speak", "speaks", "spoke", "spoken", "speaking"}

// spokenCountry: Spanish is Spain, or ES, unless it is spoken: then it is a language, stored as it stands or not at
// all.
func spokenCountry(c *checked, e *chart.Edge, l lattice.Linked) string {
	said := wordform.Fold(c.text(e))
	if l.Kind != link.Value || wordform.Fold(l.Value) == said || c.first(func(w string) bool { return slices.Contains(spoken, w) }) < 0 {
		return ""
	}
	k := c.chunk(e, l)
	if k != nil && slices.ContainsFunc(k.Links, func(o link.Link) bool { return o.Kind == link.Value && wordform.Fold(o.Value) == said }) {
		return said
	}
	if e.From > 0 && slices.Contains(spoken, c.low(e.From-1)) && !facts.Tongue(l.Column) {
		return said
	}
	return ""
}

// firstOfFirst: of the oldest one the oldest is no other.
func firstOfFirst(c *checked) bool {
	var cuts []*algebra.Extreme
	for _, part := range c.parts {
		x, ok := part.(*algebra.Extreme)
		if !ok || x.N == 0 || len(x.By) == 0 || len(x.Within) > 0 {
			continue
		}
		if slices.ContainsFunc(cuts, func(o *algebra.Extreme) bool {
			return o.By[0].Desc == x.By[0].Desc && algebra.Same(o.By[0].Value, x.By[0].Value)
		}) {
			return true
		}
		cuts = append(cuts, x)
	}
	return false
}
