package grammar

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
)

// mode is the commonest value of a column.
func mode(g *Grammar, p []*chart.Edge, arg string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c == nil {
		return nil, 0
	}
	if _, top := attach.Word(p, "top"); top && (p[2].Cost > wholeName || form.Class(c) != schema.Text || slices.Contains(c.Relation.Label.Columns, c.Column)) {
		return nil, 0
	}
	count := &form.Item{Func: "count"}
	most := int64(1)
	if _, ok := attach.Part[lattice.Number](p, 0); ok {
		if most, ok = attach.Wanted(p); !ok {
			return nil, 0
		}
	}
	out := form.Items{List: []*form.Item{{Col: c}}, Ranks: []*form.Rank{{Item: count, Desc: arg == "desc", N: most}}}
	if n, ok := attach.Part[*form.Noun](p, 0); ok {
		out.List[0].Noun, count.Noun = n, n
		return out, g.Far(n.Rel, c.Relation)
	}
	return out, 0
}

// commonFirst counts the rows of each value of a column, those that most have first.
func commonFirst(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c == nil || form.Class(c).Numeric() || c.IsKey() || slices.Contains(c.Relation.Label.Columns, c.Column) {
		return nil, 0
	}
	n := &form.Noun{Rel: c.Relation}
	cost := 0.0
	if said, ok := attach.Part[*form.Noun](p, 0); ok {
		n, cost = said, g.Far(said.Rel, c.Relation)
	}
	count := &form.Item{Func: "count", Noun: n}
	return form.Items{List: []*form.Item{count}, Groups: []*form.Group{{Col: c}}, Orders: []*form.Order{{Item: count, Desc: true}}}, cost
}

// neverSold says that none of what was sold belongs to a row: never sold, of products; never bought anything, of
// customers.
func neverSold(g *Grammar, _ []*chart.Edge, _ string) (chart.Meaning, float64) {
	pieces := g.Known().Pieces
	if pieces == nil {
		return nil, 0
	}
	return &form.Not{Cond: &form.Related{Noun: &form.Noun{Rel: pieces.Relation, Named: true}}}, 0
}

// many compares how many rows of a noun belong to each.
func many(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[*form.Noun](p, 0)
	num, _ := attach.Part[lattice.Number](p, 0)
	w, ok := attach.Word(p, "more", "ormore")
	if !ok {
		w.Value = "="
	}
	if !n.Named {
		return nil, 0
	}
	return &form.Related{Noun: n, Op: algebra.CompareOp(w.Value), Count: lattice.Numeric(num), Heard: attach.Heard(p)}, 0
}

// howOften says how often something happened to rows: ordered more than 5 times.
func howOften(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, _ := attach.Part[lattice.Linked](p, 0)
	num, _ := attach.Part[lattice.Number](p, 0)
	w, ok := attach.Word(p, "more", "ormore")
	if !ok {
		w.Value = "="
	}
	if l.Relation == nil || l.Kind == link.Relation && !recorded(l) {
		return nil, 0
	}
	if often, said := attach.Word(p, "moretimes", "exacttimes"); said && lexicon.BaseOf(l.Said) == "" && !recorded(l) {
		return nil, 0 // failed an inspection more than once
	} else if said { // more than once, only once
		num = lattice.Number{Text: often.Value}
		if w.Value = "="; often.List == "moretimes" {
			w.Value = ">"
		}
	}
	return &form.Related{Noun: &form.Noun{Rel: l.Relation, Named: true}, Op: algebra.CompareOp(w.Value), Count: lattice.Numeric(num)}, 0
}

// recorded reports whether a relation was said by what its rows are the record of: borrowed, checked in.
func recorded(l lattice.Linked) bool {
	verb, _, _ := strings.Cut(l.Said, " ")
	return l.Kind == link.Relation && strings.HasSuffix(verb, "ed")
}
