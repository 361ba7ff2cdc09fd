package grammar

import (
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
)

// measuredFigure is a figure of an amount that several columns make: turnover.
func measuredFigure(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	m, _ := part[Measured](p, 0)
	if w, ok := word(p, "agg"); ok {
		arg = w.Value
	}
	i := &form.Item{Func: arg, Col: m.Col, Measure: m.Measure}
	cost := 0.0
	if n, ok := part[*form.Noun](p, 0); ok {
		i.Noun = n
		cost = g.far(n.Rel, m.Col.Relation)
	}
	return Items{List: []*form.Item{i}}, cost
}

func topMeasure(_ *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	m, _ := part[Measured](p, 0)
	return &form.Rank{Item: &form.Item{Func: "sum", Col: m.Col, Measure: m.Measure}, Desc: arg == "desc", N: 1}, 0
}

func topMeasureRows(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	n, _ := part[*form.Noun](p, 0)
	m, _ := part[Measured](p, 0)
	k, ok := wanted(p)
	if !ok || n.Rel == m.Col.Relation {
		return nil, 0
	}
	again := *n
	rank := &form.Rank{Item: &form.Item{Func: "sum", Col: m.Col, Measure: m.Measure}, Desc: arg == "desc", N: k}
	again.Ranks = append(append([]*form.Rank(nil), n.Ranks...), rank)
	return &again, g.far(n.Rel, m.Col.Relation)
}
