package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// What people type who know the tables behind a chart: few words, and a by.

// rate reads "cancellation rate" as the share of the rows with the state that it names.
func rate(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	if l.Kind != link.Value || l.Relation.Standing != semantic.Base || !stated(l) || g.recorded(l.Said) {
		return nil, 0
	}
	n, said := attach.Part[*form.Noun](p, 0)
	if !said {
		n = &form.Noun{Rel: l.Relation}
	}
	if n.Rel != l.Relation || len(n.Ranks) > 0 {
		return nil, 0
	}
	share := &form.Item{Func: "count", Noun: n, If: form.Equals(l.Column, l.Value), Share: true, Fraction: true}
	return form.Items{List: []*form.Item{share}}, 0
}

// recorded reports whether what happened has rows of its own, which may be of other things than those with the state:
// returns.
func (g *Grammar) recorded(said string) bool {
	said = wordform.Singular(said)
	return slices.ContainsFunc(g.Ways.Model().Relations, func(r *semantic.Relation) bool { return facts.RowsOf(r) == said })
}

// figureBy groups a figure by what stands right behind it.
func figureBy(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	figure, _ := attach.Part[form.Items](p, 0)
	by, _ := attach.Part[form.Groups](p, 0)
	if len(figure.Groups)+len(figure.Ranks)+len(figure.Orders) > 0 {
		return nil, 0
	}
	figure.Groups = by
	return figure, 0
}

// stated reports whether a value is the state of a row, or how it came out, and not what the row is called by or
// belongs to.
func stated(l lattice.Linked) bool {
	c := l.Column
	if slices.Contains(l.Relation.Label.Columns, c.Column) || l.How > link.Stemmed && len(c.Codes) == 0 {
		return false
	}
	if facts.NamedOf(c.Name.Words, "outcomes") {
		return true
	}
	last := strings.FieldsFunc(strings.ToLower(l.Value), func(r rune) bool { return r == ' ' || r == '_' || r == '-' })
	if len(last) == 0 {
		return false
	}
	base := lexicon.BaseOf(last[len(last)-1])
	return base != "" && base != last[len(last)-1]
}

// groupsOf reads "cities with more than one shop": of the rows that the column is of.
func groupsOf(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	by, _ := attach.Part[attach.Columns](p, 0)
	m, cost := many(g, p, "")
	if m == nil || len(by.List) != 1 || by.List[0].Relation != n.Rel || by.List[0].IsKey() {
		return nil, 0
	}
	return form.Items{List: []*form.Item{{Col: by.List[0], Noun: (&form.Noun{Rel: n.Rel}).With(m.(form.Cond))}}}, cost
}

// highestBy reads "highest average rating by category" as the figure of each, the highest first: the head of a chart.
func highestBy(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	figure, _ := attach.Part[form.Items](p, 0)
	if len(figure.List) != 1 || len(figure.Ranks) > 0 || !slices.Contains([]string{"avg", "sum", "count"}, figure.List[0].Func) {
		return nil, 0
	}
	m, cost := g.eachWith(p, figure.List[0])
	if m == nil {
		return nil, 0
	}
	out := m.(form.Items)
	out.Orders = []*form.Order{{Item: figure.List[0], Desc: arg == "desc"}}
	return out, cost
}

// totalDone reads "total unpaid": what the rows amount to of which that is so.
func totalDone(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := attach.Word(p, "agg")
	l, _ := attach.Part[lattice.Linked](p, 0)
	if w.Value != "sum" || l.Relation == nil || l.Relation.Standing != semantic.Base || l.Relation.Money() == nil {
		return nil, 0
	}
	var c form.Cond
	switch l.Kind {
	case link.Value:
		if !stated(l) {
			return nil, 0
		}
		c = form.Equals(l.Column, l.Value)
	case link.Column:
		m, _ := flag(g, p, "")
		c, _ = m.(form.Cond)
	case link.Event:
		if !l.Not || l.Event.Date == nil || l.Event.Date.NotNull {
			return nil, 0
		}
		c = &form.Empty{Col: l.Relation.Column(l.Event.Date.Name)}
	}
	if c == nil {
		return nil, 0
	}
	n := &form.Noun{Rel: l.Relation, Conds: []form.Cond{c}}
	return form.Items{List: []*form.Item{{Func: "sum", Col: l.Relation.Money(), Noun: n}}}, 0
}

// soldMany reads "sold more than 100 pieces in 2025": how many pieces stand in the lines of what was sold.
func soldMany(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	pieces := g.Known().Pieces
	if pieces == nil {
		return nil, 0
	}
	w, _ := attach.Word(p, "more")
	num, _ := attach.Part[lattice.Number](p, 0)
	n, cost := &form.Noun{Rel: pieces.Relation}, 0.0
	if d, ok := attach.Cond(p, 0).(*form.During); ok {
		said, more := g.Attach(n, d)
		if said == nil {
			return nil, 0
		}
		n, cost = n.With(said), more
	} else if attach.Cond(p, 0) != nil {
		return nil, 0
	}
	return &form.Figured{Item: &form.Item{Func: "sum", Col: pieces, Noun: n}, Op: algebra.CompareOp(w.Value), To: lattice.Numeric(num)}, cost
}
