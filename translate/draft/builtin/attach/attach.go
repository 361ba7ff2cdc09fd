package attach

import (
	"reflect"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// Rules tell what may be said of which rows, over one model.
type Rules struct{ *facts.Model }

// attachFigured says a figure of what belongs to the rows of a noun. What only one of belongs to each has no figure
// of all of it.
func (g *Rules) attachFigured(n *form.Noun, x *form.Figured) (form.Cond, float64) {
	if x.Whole {
		one, again := *x.Item, *x
		if one.Col == nil {
			if one.Col = g.Money(n.Rel); one.Col == nil {
				return nil, 0
			}
		}
		if one.Col.Relation == n.Rel && one.Col == g.Known().Stock {
			return &form.Test{Col: one.Col, Op: x.Op, To: x.To}, 0
		}
		to, cost, ok := Convert(one.Col, x.To)
		if !ok || own(n.Rel, one.Col) || g.Ways.ToOne(n.Rel, one.Col.Relation) {
			return nil, 0
		}
		if of := one.Noun; of != nil && of.Rel == nil { // in a period
			of = &form.Noun{Rel: one.Col.Relation}
			when, more := g.Attach(of, one.Noun.Conds[0])
			if when == nil {
				return nil, 0
			}
			one.Noun, cost = of.With(when), cost+more
		}
		again.Item, again.To = &one, Scaled(one.Col, to)
		return &again, cost + g.Far(n.Rel, one.Col.Relation)
	}
	of := x.Item.Relation()
	if of != n.Rel && x.Item.Func == "avg" && x.Item.Noun == nil && g.Ways.ToOne(n.Rel, of) {
		return nil, 0 // of the only one that it belongs to
	}
	if x.Item.Over != nil && (of == n.Rel || g.Ways.ToOne(n.Rel, of)) {
		return nil, 0
	}
	return x, g.Far(n.Rel, of)
}

// Open says that what can be closed is not: open tickets.
func Open(n *semantic.Relation) form.Cond {
	for _, c := range n.Columns {
		if v, ok := Stores(c, "open"); ok {
			return form.Equals(c, v)
		}
	}
	var only *form.Empty
	for _, e := range n.Events {
		if e.Date == nil || e.Date.NotNull || !slices.ContainsFunc(e.Verbs, func(v string) bool { return wordlist.Among("closing", v) }) {
			continue
		}
		if only != nil {
			return nil
		}
		only = &form.Empty{Col: n.Column(e.Date.Name)}
	}
	if only == nil && n.Ending() != nil && !n.People {
		only = &form.Empty{Col: n.Column(n.Ending().Name)}
	}
	if only == nil {
		return nil
	}
	return only
}

// Say returns a noun of which a condition is said.
func (g *Rules) Say(n *form.Noun, c form.Cond) (chart.Meaning, float64) {
	_, now := c.(*form.Current)
	c, cost := g.Attach(n, c)
	if c == nil {
		return nil, 0
	}
	said := n.With(c)
	if g.stateStands(said) && now {
		return said, 0
	}
	return said, cost
}

// stateStands leaves out what the dates of a noun say of now where it is in a stored state, which is that of now,
// whatever its dates: what is active right now. It reports whether it left something out.
func (g *Rules) stateStands(n *form.Noun) bool {
	if len(n.Conds) < 2 || !slices.ContainsFunc(n.Conds, func(c form.Cond) bool {
		t, ok := c.(*form.Test)
		return ok && t.Op == algebra.Eq && t.Col != nil && t.Col.Relation == n.Rel && len(t.To.Values) > 0 && facts.NamedOf(t.Col.Name.Words, "outcomes")
	}) {
		return false
	}
	now, _ := g.Current(n.Rel)
	if _, flag := now.(*form.Test); flag {
		return false
	}
	all := len(n.Conds)
	n.Conds = slices.DeleteFunc(n.Conds, func(c form.Cond) bool { return reflect.DeepEqual(c, now) })
	return len(n.Conds) < all
}

// LiesAhead is how rows are that have not begun.
const LiesAhead = "ahead"

// UnusedRows is how rows are with which nobody does anything.
const UnusedRows = "unused"

// itself is what it costs that what somebody does is done to themselves: who owns Luna is not Luna.
const itself = 1.2

// Attach fits a condition to a noun: what it leaves open is that of the noun. nil: it does not fit.
func (g *Rules) Attach(n *form.Noun, c form.Cond) (form.Cond, float64) {
	if g.Torn(n, c) {
		return nil, 0
	}
	switch x := c.(type) {
	case *form.Current:
		switch x.How {
		case "":
			now, cost := g.Current(n.Rel)
			if len(n.Conds) > 0 && now != nil && reflect.DeepEqual(n.Conds[0], now) {
				return &form.All{}, 0 // who work here at the moment
			}
			return now, cost
		case "open":
			return Open(n.Rel), 0
		case UnusedRows:
			if i := g.MostUsed(n); i != nil {
				return &form.Not{Cond: &form.Related{Noun: i.Noun}}, 0
			}
			return nil, 0
		case "underway":
			return onTheWay(n.Rel), 0
		case LiesAhead:
			return toCome(n.Rel), 0
		}
		return Punctual(n.Rel, nil, x.How), 0
	case *form.Termed:
		return x, g.Far(n.Rel, x.Term.Relation)
	case *form.Test:
		return g.attachTest(n, x)
	case *form.Related:
		return g.attachRelated(n, x)
	case *form.AsAt:
		if n.Rel.Validity == nil && !n.Rel.People && (n.Rel.Born() == nil || n.Rel.Ending() == nil) {
			return nil, 0
		}
		return x, 0
	case *form.During:
		return g.attachDuring(n, x)
	case *form.Figured:
		return g.attachFigured(n, x)
	case *form.Empty:
		return x, g.Far(n.Rel, x.Col.Relation)
	case *form.Not:
		inner, cost := g.Attach(n, x.Cond)
		if inner == nil {
			return nil, 0
		}
		if all, ok := inner.(*form.All); ok && len(all.Conds) == 0 {
			return nil, 0 // what goes without saying is not denied
		}
		return &form.Not{Cond: inner}, cost
	case *form.Any:
		list, cost := g.attachAll(n, x.Conds)
		if list == nil {
			return nil, 0
		}
		return &form.Any{Conds: list}, cost
	case *form.All:
		list, cost := g.attachAll(n, x.Conds)
		if list == nil {
			return nil, 0
		}
		return &form.All{Conds: list}, cost
	}
	return nil, 0
}

// ofOthers is what it costs that a period is of when something that lasts came to be, and not of what happened with
// it: members in 2024.
const ofOthers = 0.5

// attachRelated says that rows of a noun are related to others.
func (g *Rules) attachRelated(n *form.Noun, x *form.Related) (form.Cond, float64) {
	if n.Rel.People && n.Rel != x.Noun.Rel && slices.Contains(x.Heard, "principal") && !leadsThem(n.Rel, x.Noun.Rel) {
		return nil, 0 // all that work there do not run it
	}
	if x.Near && x.Noun.Rel != n.Rel && (!slices.Contains(g.Ways.Near(x.Noun.Rel), n.Rel) || g.ofThemselves(n.Rel, x)) {
		return nil, 0
	}
	if x.Noun.Rel == n.Rel && x.Key == nil && x.Op != "" {
		return x, 0.4 // of each group of them
	}
	if x.Event && x.Noun.Rel == n.Rel {
		if len(x.Noun.Conds) == 0 {
			return nil, 0
		}
		return x, 0
	}
	if x.Noun.Rel == n.Rel && x.Key == nil {
		return x, 2 // the same rows, or a key to themselves
	}
	if x.Event && x.Noun.Rel.People && !n.Rel.People && !g.Ways.ToOne(n.Rel, x.Noun.Rel) && !g.Ways.ToOne(x.Noun.Rel, n.Rel) {
		return x, g.Far(n.Rel, x.Noun.Rel) + itself // it happened to others: machines are not hired by whom the firm hired
	}
	return x, g.Far(n.Rel, x.Noun.Rel)
}

// leadsThem reports whether a key says who of some people is at the head of the rows of a relation, or of others in between.
func leadsThem(people, of *semantic.Relation) bool {
	leads := func(k *semantic.Key) bool { return wordlist.Leads(k.Role) }
	return slices.ContainsFunc(people.Keys, leads) || slices.ContainsFunc(of.Keys, func(k *semantic.Key) bool {
		return k.To == people && leads(k) || slices.ContainsFunc(k.To.Keys, leads)
	})
}

func (g *Rules) attachAll(n *form.Noun, conds []form.Cond) ([]form.Cond, float64) {
	var out []form.Cond
	sum := 0.0
	for _, c := range conds {
		one, cost := g.Attach(n, c)
		if one == nil {
			return nil, 0
		}
		out, sum = append(out, one), sum+cost
	}
	return out, sum
}

// Current returns what makes rows of a relation be so now: a flag, an end that has not come, or a row of a history
// that is valid now. What goes without saying of a relation with a validity needs no condition. nil: nothing tells.
func (g *Rules) Current(r *semantic.Relation) (form.Cond, float64) {
	if v := r.Validity; v != nil && v.Until != nil {
		return &form.All{}, 0
	}
	if c := r.Present(); c != nil {
		return lattice.FlagIs(c, true).(form.Cond), 0
	}
	if c := r.Absent(); c != nil {
		return lattice.FlagIs(c, false).(form.Cond), 0
	}
	if end := r.Ending(); end != nil {
		c := r.Column(end.Name)
		if end.Class == schema.Date { // a day may be planned, a moment is noted
			return &form.Any{Conds: []form.Cond{&form.Empty{Col: c}, &form.During{Col: c, From: form.Moment{Unit: "day"}}}}, 0.05
		}
		return &form.Empty{Col: c}, 0.05
	}
	if from, until := r.Lasts(); from != nil { // a promotion
		return &form.All{Conds: []form.Cond{&form.During{Col: from, To: form.Moment{Unit: "day", N: 1}}, &form.During{Col: until, From: form.Moment{Unit: "day"}}}}, 0.05
	}
	var history *semantic.Relation
	cost := 0.6
	for _, s := range g.Ways.Model().Graph.Steps(r) {
		if h := s.From; s.Back && h.Standing == semantic.Base && h.Validity != nil && h.Validity.Until != nil {
			if history == nil || len(h.Keys) > len(history.Keys) || len(h.Keys) == len(history.Keys) && h.Table.Rows > history.Table.Rows {
				history = h
			}
		}
	}
	if history == nil {
		return &form.All{Now: true}, 0.8 // what there is is so now
	}
	return &form.Related{Noun: &form.Noun{Rel: history}}, cost
}

// toCome says that the day on which rows begin, or are to happen, is not over; nil: nothing tells, or several do.
func toCome(r *semantic.Relation) form.Cond {
	var only *semantic.Column
	for _, c := range r.Columns {
		if !form.Class(c).Temporal() || !facts.NamedOf(c.Name.Words, "aheads") {
			continue
		}
		if only != nil {
			return nil
		}
		only = c
	}
	if only == nil {
		return nil
	}
	return &form.During{Col: only, From: form.Moment{Unit: "day"}}
}

// onTheWay says that what was sent has not arrived: the date of that is not there yet, or its state is that before;
// nil: nothing tells.
func onTheWay(r *semantic.Relation) form.Cond {
	var only *form.Empty
	for _, e := range r.Events {
		if e.Date == nil || e.Date.NotNull || e.Kind == semantic.Plan ||
			!slices.ContainsFunc(e.Verbs, func(v string) bool { return wordlist.Among("arrivals", v) }) {
			continue
		}
		if only != nil {
			return nil
		}
		only = &form.Empty{Col: r.Column(e.Date.Name)}
	}
	if only != nil {
		return only
	}
	for _, stage := range strings.Split(wordlist.List("onway")["sent"], "|") {
		for _, c := range r.Columns {
			if v, ok := Stores(c, stage); ok {
				return form.Equals(c, v)
			}
			if i := slices.Index(c.Column.Enum, stage); i >= 0 {
				return form.Equals(c, stage)
			}
		}
	}
	return nil
}
