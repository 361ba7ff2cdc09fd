package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/attach"
	"github.com/pgask/pgask/translate/draft/builtin/chart"
	"github.com/pgask/pgask/translate/draft/builtin/facts"
	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/lattice"
	"github.com/pgask/pgask/translate/link"
)

func numberOperand(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	n, _ := attach.Part[lattice.Number](p, 0)
	o := lattice.Numeric(n)
	if u, ok := attach.Part[lattice.Heard](p, 0); ok {
		o.Unit = u.Text
	}
	if u, ok := attach.Part[lattice.Unit](p, 0); ok {
		o.Unit = u.Name
	}
	return o, 0
}

func figureOperand(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i, _ := attach.Part[form.Items](p, 0)
	if len(i.List) != 1 {
		return nil, 0
	}
	return form.Operand{Item: i.List[0]}, 0
}

// averageOperand is the average of what is compared.
func averageOperand(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i := &form.Item{Func: "avg"}
	if l, ok := attach.Part[lattice.Linked](p, 0); ok { // than the average product
		i.Noun = &form.Noun{Rel: l.Relation, Named: true}
	}
	return form.Operand{Item: i}, 0
}

// alikeAverage is the average of those that have the same in a column, or belong to the same row: of their category.
func alikeAverage(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if l, ok := attach.Part[lattice.Linked](p, 0); ok && l.Kind == link.Relation && len(l.Relation.Identity.Columns) == 1 {
		c = l.Relation.Column(l.Relation.Identity.Columns[0].Name)
	}
	if c == nil {
		return nil, 0
	}
	return form.Operand{Item: &form.Item{Func: "avg", Beside: form.Beside{Alike: c}}}, 0
}

func columnOperand(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	if c == nil || !attach.Comparable(c) {
		return nil, 0
	}
	return form.Operand{Col: c}, 0
}

// ofOperand is the value of one row: the price of the cheapest.
func ofOperand(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	c := attach.Column(p, 0)
	n, _ := attach.Part[*form.Noun](p, 0)
	if c == nil || !attach.Comparable(c) || c.Relation != n.Rel || len(n.Conds)+len(n.Ranks) == 0 {
		return nil, 0
	}
	return form.Operand{Item: &form.Item{Col: c, Noun: n}}, 0
}

func compared(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, ok := attach.Word(p, "more", "ormore")
	o, ok2 := attach.Part[form.Operand](p, 0)
	if !ok || !ok2 {
		return nil, 0
	}
	return attach.Compared{Op: algebra.CompareOp(w.Value), To: o}, 0
}

func between(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	a, _ := attach.Part[form.Operand](p, 0)
	b, ok := attach.Part[form.Operand](p, 1)
	if !ok {
		return nil, 0
	}
	return attach.Compared{To: a, Also: b, Range: true}, 0
}

func compare(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	k, _ := attach.Part[attach.Compared](p, 0)
	k.To, k.Also = asSaid(p, k.To), asSaid(p, k.Also)
	return g.Compare(attach.Column(p, 0), k)
}

// single reports whether a noun is one row, by what differs in nearly all of them.
func single(n *form.Noun) bool {
	return slices.ContainsFunc(n.Conds, func(c form.Cond) bool {
		t, ok := c.(*form.Test)
		return ok && t.Op == algebra.Eq && len(t.To.Values) == 1 && t.Col != nil && facts.Differs(t.Col)
	})
}

func compareBefore(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := attach.Word(p, "more", "ormore")
	o, _ := attach.Part[form.Operand](p, 0)
	if len(o.Values) == 0 {
		return nil, 0
	}
	if l, isLink := attach.Part[lattice.Linked](p, 0); isLink && o.Unit == "" && unitWord(l.Said) {
		o.Unit = l.Said
	}
	o = asSaid(p, o)
	if c := attach.Column(p, 0); c != nil && facts.Titled(c.Relation) && slices.ContainsFunc(p, ByRows) {
		return nil, 0 // more than one store is a number of them
	}
	return g.Compare(attach.Column(p, 0), attach.Compared{Op: algebra.CompareOp(w.Value), To: o})
}

func aboveAverage(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	w, _ := attach.Word(p, "more")
	return g.Compare(attach.Column(p, 0), attach.Compared{Op: algebra.CompareOp(w.Value), To: form.Operand{Item: &form.Item{Func: "avg"}}})
}

// adjective compares what the adjective is about: older than 20.
func adjective(g *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	l, ok := attach.Part[lattice.Linked](p, 0)
	o, ok2 := attach.Part[form.Operand](p, 0)
	if !ok || !ok2 || l.Column == nil {
		return nil, 0
	}
	op := algebra.Lt
	if l.More {
		op = algebra.Gt
	}
	return g.Compare(l.Column, attach.Compared{Op: op, To: o})
}

// figured compares a figure of what belongs to each row.
func figured(_ *Grammar, p []*chart.Edge, _ string) (chart.Meaning, float64) {
	i, _ := attach.Part[form.Items](p, 0)
	k, ok := attach.Part[attach.Compared](p, 0)
	if !ok || k.Range || len(i.List) != 1 || len(k.To.Values) == 0 {
		return nil, 0
	}
	to, cost := k.To, 0.0
	if c := i.List[0].Col; c != nil && i.List[0].Func != "count" {
		if to, cost, ok = attach.Convert(c, to); !ok {
			return nil, 0
		}
		to = attach.Scaled(c, to)
	}
	return &form.Figured{Item: i.List[0], Op: k.Op, To: to}, cost
}
