package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// measuredFigure is a figure of an amount that several columns make: turnover.
func measuredFigure(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	m, _ := attach.Part[facts.Measured](p, 0)
	if w, ok := attach.Word(p, "agg"); ok {
		arg = w.Value
	}
	i := m.Item(arg)
	if i == nil {
		return nil, 0
	}
	cost := 0.0
	if n, ok := attach.Part[*form.Noun](p, 0); ok {
		if w, _ := attach.Word(p, "of"); w.Text == "by" && (n.Named || g.namesRelation(p)) {
			return nil, 0 // by category: for each
		}
		i.Noun = n
		cost = g.Far(n.Rel, m.Relation())
	}
	return form.Items{List: []*form.Item{i}}, cost
}

// definedValue shows a value of rows that somebody defined.
func definedValue(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	m, _ := attach.Part[facts.Measured](p, 0)
	if m.Term == nil || m.Term.Kind != semantic.TermValue {
		return nil, 0
	}
	i := &form.Item{Term: m.Term}
	n, ok := attach.Part[*form.Noun](p, 0)
	if !ok {
		n = &form.Noun{Rel: m.Term.Relation}
	}
	i.Noun = n
	return form.Items{List: []*form.Item{i}}, g.Far(n.Rel, m.Term.Relation)
}

// definedWith reads "managers with their shop": what somebody defined of rows, beside these.
func definedWith(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	m, _ := attach.Part[facts.Measured](p, 0)
	l, _ := attach.Part[lattice.Linked](p, 0)
	if m.Term == nil || m.Term.Kind != semantic.TermValue || l.Relation != m.Term.Relation {
		return nil, 0
	}
	n := &form.Noun{Rel: l.Relation, Named: true}
	return form.Items{List: []*form.Item{{Noun: n}, {Term: m.Term, Noun: n}}}, 0
}

// defined says a condition that somebody defined.
func defined(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	return &form.Termed{Term: l.Term}, 0
}

func definedNoun(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	n, ok := attach.Part[*form.Noun](p, 0)
	if !ok {
		n = &form.Noun{Rel: l.Term.Relation}
	}
	if loosely(p, n.Rel) {
		return nil, 0
	}
	return g.Say(n, &form.Termed{Term: l.Term})
}

func topMeasure(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	m, _ := attach.Part[facts.Measured](p, 0)
	return &form.Rank{Item: m.Item("sum"), Desc: arg == "desc", N: 1}, 0
}

func topMeasureRows(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	m, _ := attach.Part[facts.Measured](p, 0)
	k, ok := attach.Wanted(p)
	if !ok || n.Rel == m.Relation() && (m.Term == nil || m.Term.Kind != semantic.TermValue) {
		return nil, 0
	}
	n, rank := g.whenBefore(n, &form.Rank{Item: m.Item("sum"), Desc: arg == "desc", N: k})
	again := *n
	again.Ranks = append(append([]*form.Rank(nil), n.Ranks...), rank)
	return &again, g.FarFrom(rank.Item, n.Rel, m.Relation())
}

// namesRelation reports whether the words of a value are the name of a relation, too, or of a kind of people: by
// store is for each, and not of the kind "store".
func (g *Grammar) namesRelation(p []*chart.Edge) bool {
	found := false
	for _, e := range p {
		e.Walk(func(at *chart.Edge) {
			l, ok := at.Meaning.(lattice.Linked)
			found = found || ok && l.Kinds && l.Relation.People || ok && l.Kind == link.Value && slices.ContainsFunc(g.Ways.Model().Relations, func(r *semantic.Relation) bool {
				return wordform.Singular(r.Name.Phrase()) == wordform.Singular(l.Said)
			})
		})
	}
	return found
}

// theySold reads "shops and how much they sold": turnover, for each of them.
func theySold(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	all := g.Known().Turnover
	if len(all) == 0 {
		return nil, 0
	}
	return g.ofEachOf(n, all[0].Item("sum"))
}

// theirFigure reads "sponsors and their total contribution": a figure of what belongs to each of them.
func theirFigure(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	figure, ok := attach.Part[form.Items](p, 0)
	if w, _ := attach.Word(p, "withtheir"); !strings.Contains(w.Text, "their") && !strings.Contains(w.Text, "its") {
		return nil, 0 // with the highest revenue
	}
	if m, measured := attach.Part[facts.Measured](p, 0); measured {
		return g.ofEachOf(n, m.Item("sum"))
	}
	if !ok || len(figure.List) != 1 || len(figure.Ranks)+len(figure.Groups) > 0 {
		return nil, 0
	}
	return g.ofEachOf(n, figure.List[0])
}

// ofEachOf is a figure for each of some rows, of what several of belong to one.
func (g *Grammar) ofEachOf(n *form.Noun, i *form.Item) (chart.Meaning, float64) {
	if i == nil || !i.Figure() || !n.Named || len(n.Ranks) > 0 {
		return nil, 0
	}
	of := i.Relation()
	if of == nil && i.Noun != nil {
		of = i.Noun.Rel
	}
	if of == nil || of == n.Rel || !g.Ways.ToOne(of, n.Rel) {
		return nil, 0
	}
	return form.Items{List: []*form.Item{i}, Groups: []*form.Group{{Noun: n}}}, g.Far(of, n.Rel)
}
