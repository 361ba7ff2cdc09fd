package grammar

import (
	"reflect"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

func rows(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := part[lattice.Linked](p, 0)
	if !ok || l.Relation == nil {
		return nil, 0
	}
	return &form.Noun{Rel: l.Relation, Named: true}, 0
}

// happened reads an event as its rows: hires are employees by the date on which they were hired.
func happened(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := part[lattice.Linked](p, 0)
	if l.Event == nil || l.Event.Date == nil || l.Not || strings.HasPrefix(l.Aux, "d") || strings.HasSuffix(l.Said, "ed") ||
		wordlist.Among("open", l.Said) {
		return nil, 0
	}
	return &form.Noun{Rel: l.Relation, Clock: l.Column, Named: true}, 0
}

// kindsOfNoun reads "cats and dogs" as the rows that are of one of these kinds.
func kindsOfNoun(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := part[*form.Noun](p, 0)
	b, _ := part[*form.Noun](p, 1)
	if b == nil || a.Rel != b.Rel || len(a.Conds) != 1 || len(b.Conds) != 1 || len(a.Ranks)+len(b.Ranks) > 0 {
		return nil, 0
	}
	x, ok := a.Conds[0].(*form.Test)
	y, ok2 := b.Conds[0].(*form.Test)
	if !ok || !ok2 || x.Col != y.Col || x.Op != algebra.Eq || y.Op != algebra.Eq || x.Col == nil {
		return nil, 0
	}
	both := *x
	both.To.Values = slices.Concat(x.To.Values, y.To.Values)
	return &form.Noun{Rel: a.Rel, Named: true, Conds: []form.Cond{&both}}, 0
}

// broughtNoun reads "goals that were scored" as the goals.
func broughtNoun(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	l, _ := part[lattice.Linked](p, 0)
	if l.Relation != n.Rel || !n.Named {
		return nil, 0
	}
	return n, 0
}

func distinct(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	again := *n
	again.Unique = true
	return &again, 0
}

// value returns the value link among the parts.
func value(p []*chart.Edge) (lattice.Linked, bool) {
	for i := range p {
		if l, ok := part[lattice.Linked](p, i); ok && l.Kind == link.Value {
			return l, true
		}
	}
	return lattice.Linked{}, false
}

// state reports whether a value says what became of rows, and not what they are: a salary is no order that was paid.
func state(value string) bool {
	low := strings.ToLower(value)
	base := lexicon.BaseOf(low)
	return base != "" && base != low
}

// valued reads a value as the row that has it: American Airlines is an airline.
func valued(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := value(p)
	if l.Column == nil || l.How == link.Synonym && state(l.Value) {
		return nil, 0
	}
	cost := 0.0
	if l.Kinds {
		cost = lattice.KindsRow
	}
	return &form.Noun{Rel: l.Relation, Conds: []form.Cond{lattice.ValueIs(l)}}, cost
}

// apposed reads "the airline American Airlines".
func apposed(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	r, _ := part[lattice.Linked](p, 0)
	n := &form.Noun{Rel: r.Relation, Named: true}
	if lit, ok := part[lattice.Literal](p, 0); ok {
		return g.say(n, form.Equals(nil, lit.Text))
	}
	l, _ := value(p)
	if l.Column == nil {
		return nil, 0
	}
	m, cost := g.say(n, lattice.ValueIs(l))
	if l.Relation != n.Rel {
		cost += 0.4
	}
	return m, cost
}

// premodified reads "French paintings", and "high priority tickets", where the column that holds the value is named.
func premodified(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := value(p)
	n, _ := part[*form.Noun](p, 0)
	if c := column(p, 0); l.Column == nil || c != nil && (c != l.Column || !n.Named) {
		return nil, 0
	}
	m, cost := g.say(n, lattice.ValueIs(l))
	if calledSo(n.Rel, l) {
		cost += notItsName
	}
	return m, cost
}

// notItsName is what it costs that a value before a noun stands in another column than its name, where that is the
// same: the Bradford branch is the one that is called so.
const notItsName = 0.25

// calledSo reports whether the rows of a relation are known by a name that a value in another of their columns is, too.
func calledSo(r *semantic.Relation, l lattice.Linked) bool {
	return l.Column.Relation == r && r.Label.Via == nil && len(r.Label.Columns) == 1 && r.Label.Columns[0] != l.Column.Column &&
		slices.Contains(r.Label.Columns[0].Profile.Values, l.Value)
}

func restricted(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	if again, cost := g.WhenRanked(n, cond(p, 0)); again != nil {
		return again, cost
	}
	m, cost := g.say(n, cond(p, 0))
	return m, cost + farther(n, p)
}

// restrictedFlag reads "active carriers".
func restrictedFlag(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	m, _ := flag(g, p, "")
	c := column(p, 0)
	if m == nil || !n.Named || g.Far(n.Rel, c.Relation) > 1 {
		return nil, 0
	}
	said, cost := g.say(n, m.(form.Cond))
	if c.Relation != n.Rel {
		cost += unlikely // active customers are not those of active employees
	}
	return said, cost
}

// say returns a noun of which a condition is said.
func (g *Rules) say(n *form.Noun, c form.Cond) (chart.Meaning, float64) {
	c, cost := g.Attach(n, c)
	if c == nil {
		return nil, 0
	}
	return n.With(c), cost
}

// unusedRows is how rows are with which nobody does anything.
const unusedRows = "unused"

// unused says that nothing belongs to rows, by a verb of what could: grapes that nobody uses.
func unused(*Grammar, []*chart.Edge, string) (chart.Meaning, float64) {
	return &form.Current{How: unusedRows}, 0
}

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
			now, cost := g.current(n.Rel)
			if len(n.Conds) > 0 && now != nil && reflect.DeepEqual(n.Conds[0], now) {
				return &form.All{}, 0 // who work here at the moment
			}
			return now, cost
		case "open":
			return open(n.Rel), 0
		case unusedRows:
			if i := g.mostUsed(n); i != nil {
				return &form.Not{Cond: &form.Related{Noun: i.Noun}}, 0
			}
			return nil, 0
		case "underway":
			return onTheWay(n.Rel), 0
		}
		return punctual(n.Rel, nil, x.How), 0
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

// lasting reports whether rows of a relation have a name and last, so that their date is only when they came to be.
func lasting(r *semantic.Relation, clock *semantic.Column) bool {
	if lexicon.VerbOf(wordform.Singular(r.Name.Words[len(r.Name.Words)-1])) != nil {
		return false // an order, whatever it is called by
	}
	l := r.Label
	named := len(l.Columns) > 0 && l.Via == nil && l.Columns[0].Class == schema.Text
	return (r.People || named) && form.Class(clock).Temporal()
}

// ClockOf returns the date or year that a period is about: that of the verb, of the noun, or of the relation.
func ClockOf(n *form.Noun, verb string) *semantic.Column {
	if verb != "" {
		for _, c := range n.Rel.Columns {
			if datedColumn(c) && slices.ContainsFunc(c.Name.Words, func(w string) bool { return form.Alike(verb, w) }) {
				return c
			}
		}
	}
	if n.Clock != nil {
		return n.Clock
	}
	return form.Clock(n.Rel)
}

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

// bothNoun reads "both the regions of A and B": one region each.
func bothNoun(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	for i, c := range n.Conds {
		t, ok := c.(*form.Test)
		if !ok || t.Op != algebra.Eq || len(t.To.Values) != 2 {
			continue
		}
		each := &form.All{}
		for _, v := range t.To.Values {
			again := *t
			again.To.Values = []algebra.Const{v}
			each.Conds = append(each.Conds, &again)
		}
		again := *n
		again.Conds = append(append([]form.Cond(nil), n.Conds[:i]...), n.Conds[i+1:]...)
		again.Conds = append(again.Conds, each)
		return &again, 0
	}
	return nil, 0
}

// participle relates to what a participle names: the regions affected.
func participle(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := part[lattice.Linked](p, 0)
	if !strings.HasSuffix(l.Said, "ed") && !strings.HasSuffix(l.Said, "en") {
		return nil, 0
	}
	return &form.Related{Noun: &form.Noun{Rel: l.Relation, Named: true}}, 0
}

// possessed reads "Kyle's buildings": those that are related to it.
func possessed(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	owner, _ := part[*form.Noun](p, 0)
	l, _ := part[lattice.Linked](p, 0)
	if l.Kind != link.Relation || l.Relation == owner.Rel {
		return nil, 0
	}
	n := &form.Noun{Rel: l.Relation, Named: true, Conds: []form.Cond{&form.Related{Noun: owner}}}
	return n, g.Far(n.Rel, owner.Rel)
}

// class reports whether a column has a class.
func class(c *semantic.Column, k schema.Class) bool { return form.Class(c) == k }
