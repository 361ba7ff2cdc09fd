package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

func rows(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := attach.Part[lattice.Linked](p, 0)
	if !ok || l.Relation == nil {
		return nil, 0
	}
	return &form.Noun{Rel: l.Relation, Named: true}, 0
}

// happened reads an event as its rows: hires are employees by the date on which they were hired.
func happened(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Event == nil || l.Event.Date == nil || l.Not || strings.HasPrefix(l.Aux, "d") || strings.HasSuffix(l.Said, "ed") ||
		wordlist.Among("open", l.Said) {
		return nil, 0
	}
	return &form.Noun{Rel: l.Relation, Clock: l.Column, Named: true}, 0
}

// kindsOfNoun reads "cats and dogs" as the rows that are of one of these kinds.
func kindsOfNoun(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := attach.Part[*form.Noun](p, 0)
	b, _ := attach.Part[*form.Noun](p, 1)
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
	n, _ := attach.Part[*form.Noun](p, 0)
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Relation != n.Rel || !n.Named {
		return nil, 0
	}
	return n, 0
}

func distinct(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	again := *n
	again.Unique = true
	return &again, 0
}

// value returns the value link among the parts.
func value(p []*chart.Edge) (lattice.Linked, bool) {
	for i := range p {
		if l, ok := attach.Part[lattice.Linked](p, i); ok && l.Kind == link.Value {
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
	r, _ := attach.Part[lattice.Linked](p, 0)
	n := &form.Noun{Rel: r.Relation, Named: true}
	if lit, ok := attach.Part[lattice.Literal](p, 0); ok {
		return g.Say(n, form.Equals(nil, lit.Text))
	}
	l, _ := value(p)
	if l.Column == nil {
		return nil, 0
	}
	m, cost := g.Say(n, lattice.ValueIs(l))
	if l.Relation != n.Rel {
		cost += 0.4
	} else if dated(n.Rel, l.Value) {
		cost += itsDate
	}
	return m, cost
}

// premodified reads "French paintings", and "high priority tickets", where the column that holds the value is named.
func premodified(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := value(p)
	n, _ := attach.Part[*form.Noun](p, 0)
	if c := attach.Column(p, 0); l.Column == nil || c != nil && (c != l.Column || !n.Named) {
		return nil, 0
	}
	m, cost := g.Say(n, lattice.ValueIs(l))
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
	n, _ := attach.Part[*form.Noun](p, 0)
	if again, cost := g.WhenRanked(n, attach.Cond(p, 0)); again != nil {
		return again, cost
	}
	m, cost := g.Say(n, attach.Cond(p, 0))
	return m, cost + farther(n, p)
}

// restrictedFlag reads "active carriers".
func restrictedFlag(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	m, _ := flag(g, p, "")
	c := attach.Column(p, 0)
	if m == nil || !n.Named || g.Far(n.Rel, c.Relation) > 1 {
		return nil, 0
	}
	said, cost := g.Say(n, m.(form.Cond))
	if c.Relation != n.Rel {
		cost += attach.Unlikely // active customers are not those of active employees
	}
	return said, cost
}

// unused says that nothing belongs to rows, by a verb of what could: grapes that nobody uses.
func unused(*Grammar, []*chart.Edge, string) (chart.Meaning, float64) {
	return &form.Current{How: attach.UnusedRows}, 0
}

// bothNoun reads "both the regions of A and B": one region each.
func bothNoun(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
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
	l, _ := attach.Part[lattice.Linked](p, 0)
	if !strings.HasSuffix(l.Said, "ed") && !strings.HasSuffix(l.Said, "en") {
		return nil, 0
	}
	return &form.Related{Noun: &form.Noun{Rel: l.Relation, Named: true}}, 0
}

// possessed reads "Kyle's buildings": those that are related to it.
func possessed(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	owner, _ := attach.Part[*form.Noun](p, 0)
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Kind != link.Relation || l.Relation == owner.Rel {
		return nil, 0
	}
	n := &form.Noun{Rel: l.Relation, Named: true, Conds: []form.Cond{&form.Related{Noun: owner}}}
	return n, g.Far(n.Rel, owner.Rel)
}

// class reports whether a column has a class.
func class(c *semantic.Column, k schema.Class) bool { return form.Class(c) == k }
