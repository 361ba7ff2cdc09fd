package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
)

// withBoth reads contracts with customer and end date: what each row belongs to, and columns of its own.
func withBoth(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := attach.Part[*form.Noun](p, 0)
	b, _ := attach.Part[*form.Noun](p, 1)
	rows, far := withNoun(g, p, "")
	m, cost := itemsOf(g, p, "")
	if rows == nil || m == nil || !b.Named || len(b.Conds) > 0 || !g.Ways.ToOne(a.Rel, b.Rel) {
		return nil, 0
	}
	return form.Items{List: append(rows.(form.Items).List, m.(form.Items).List...)}, far + cost
}

// countBeside reads "orders and revenue of each shop": how many rows there are, beside a figure of them.
func countBeside(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	figures, _ := attach.Part[form.Items](p, 0)
	if _, ok := attach.Part[facts.Measured](p, 0); ok {
		made, _ := measuredFigure(g, p, "sum")
		figures, _ = made.(form.Items)
	}
	by, _ := attach.Part[form.Groups](p, 0)
	if l.Kind != link.Relation || len(figures.List) != 1 || len(figures.Ranks)+len(figures.Groups) > 0 || figures.List[0].Relation() != l.Relation {
		return nil, 0
	}
	counted := &form.Item{Func: "count", Noun: &form.Noun{Rel: l.Relation, Named: true}}
	return form.Items{List: []*form.Item{counted, figures.List[0]}, Groups: by}, 0
}

// bothDates reads "when did the sale start and end": two dates of the same rows.
func bothDates(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	var out form.Items
	for i := range 2 {
		l, _ := attach.Part[lattice.Linked](p, i)
		if l.Event == nil || l.Column == nil || l.Relation != n.Rel || !form.Class(l.Column).Temporal() {
			return nil, 0
		}
		out.List = append(out.List, &form.Item{Col: l.Column, Noun: n})
	}
	if out.List[0].Col == out.List[1].Col {
		return nil, 0
	}
	return out, 0
}

// beneathRows reads "categories under Kitchen" as those whose parent is the one of that name.
func beneathRows(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	v, ok := value(p)
	if !ok || v.Relation != l.Relation || !slices.Contains(l.Relation.Label.Columns, v.Column.Column) {
		return nil, 0
	}
	t := form.Equals(v.Column, v.Value)
	k := attach.Tree(t)
	if k == nil {
		return nil, 0
	}
	parent := &form.Noun{Rel: l.Relation, Conds: []form.Cond{t}}
	return &form.Noun{Rel: l.Relation, Named: true, Conds: []form.Cond{&form.Related{Noun: parent, Key: k}}}, 0
}
