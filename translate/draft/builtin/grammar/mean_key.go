package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// role returns the key among the parts.
func role(p []*chart.Edge) *semantic.Key {
	for i := range p {
		if l, ok := part[Linked](p, i); ok && l.Kind == link.Key {
			return l.Key
		}
	}
	return nil
}

// keyOf reads "the manager of the shops": those whom they refer to by the key.
func keyOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	n, _ := part[*form.Noun](p, 0)
	if k == nil {
		return nil, 0
	}
	cost := 0.0
	if n.Rel != k.From {
		m, more := g.say(&form.Noun{Rel: k.From}, &form.Related{Noun: n})
		if m == nil {
			return nil, 0
		}
		n, cost = m.(*form.Noun), more
		if k.From == k.To {
			cost += itself // the manager of a shop is not the manager of whoever works there
		}
	}
	return &form.Noun{Rel: k.To, Named: true, Conds: []form.Cond{&form.Related{Noun: n, Key: k, Back: true}}}, cost
}

// headed reads "who runs the shop": the only ones to whom a key of its rows leads that says so.
func headed(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	var only *semantic.Key
	for _, k := range n.Rel.Keys {
		if k.To.People && !k.Alternative && slices.ContainsFunc(k.Role, func(w string) bool { return has(words().values["leading"], w) }) {
			if only != nil {
				return nil, 0
			}
			only = k
		}
	}
	if only == nil || only.From == only.To && !unique(n) {
		return nil, 0
	}
	return &form.Noun{Rel: only.To, Named: true, Conds: []form.Cond{&form.Related{Noun: n, Key: only, Back: true}}}, 0
}

// emptyNoun reads "empty playlists": of what refers to them alone there is nothing.
func emptyNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	held := g.mostUsed(n)
	if held == nil || !n.Named {
		return nil, 0
	}
	return n.With(&form.Not{Cond: &form.Related{Noun: held.Noun}}), 0
}

// keyIs says whom rows refer to by a key: with her as manager.
func keyIs(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	if k == nil {
		return nil, 0
	}
	n, ok := part[*form.Noun](p, 0)
	cost := 0.0
	if !ok {
		l, isValue := value(p)
		if !isValue {
			return nil, 0
		}
		m, more := g.say(&form.Noun{Rel: k.To}, valueIs(l))
		if m == nil {
			return nil, 0
		}
		n, cost = m.(*form.Noun), more
	}
	if n.Rel != k.To {
		return nil, 0
	}
	return &form.Related{Noun: n, Key: k}, cost
}

// perKey groups by whom rows refer to by a key.
func perKey(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	if k == nil || k.From == k.To {
		return nil, 0
	}
	return Groups{{Noun: &form.Noun{Rel: k.To, Named: true}, Key: k}}, 0
}

// keyed reads "ship-to customers": customers in that role.
func keyed(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	if k == nil {
		return nil, 0
	}
	for i := range p {
		if l, ok := part[Linked](p, i); ok && l.Kind == link.Relation && l.Relation == k.To {
			return &form.Noun{Rel: k.To, Named: true, Role: k.Role}, -0.3
		}
	}
	return nil, 0
}

// withKey reads "employees and their managers": what both are called.
func withKey(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	n, _ := part[*form.Noun](p, 0)
	if k == nil || !n.Named || n.Rel != k.From {
		return nil, 0
	}
	return Items{List: []*form.Item{{Noun: n}, {Noun: n, Beside: form.Beside{Key: k}}}}, 0
}

// ofLed reads "manager name" as the name of whom the rows refer to by the key.
func ofLed(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k := role(p)
	c := column(p, 0)
	if k == nil || c == nil || c.Relation != k.To || key(c) {
		return nil, 0
	}
	return Items{List: []*form.Item{{Col: c, Noun: &form.Noun{Rel: k.From}, Beside: form.Beside{Key: k}}}}, 0
}

// tree returns the key by which rows that a condition names are parts of others of their relation: categories of categories. Persons are not:
// what somebody does, those beneath do not do. nil: there is none.
func tree(t *form.Test) *semantic.Key {
	r := t.Col.Relation
	if t.Op != algebra.Eq || t.To.Item != nil || r.People || !slices.Contains(r.Label.Columns, t.Col.Column) {
		return nil
	}
	for _, k := range r.Keys {
		if k.To == r && len(k.Columns) == 1 && slices.Contains(k.Role, "parent") {
			return k
		}
	}
	return nil
}

// beneath says that rows belong to one that was named, or to one right below it: what is in a department is in its categories.
func beneath(t *form.Test, k *semantic.Key) form.Cond {
	r := t.Col.Relation
	it := *t
	it.Heard = nil
	under := &form.Related{Noun: &form.Noun{Rel: r, Conds: []form.Cond{&it}}, Key: k, Implied: true}
	return &form.Related{Noun: &form.Noun{Rel: r, Conds: []form.Cond{&form.Any{Conds: []form.Cond{&it, under}}}}, Heard: t.Heard}
}
