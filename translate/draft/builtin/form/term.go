package form

import (
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/semantic"
)

// Termed holds where a condition does that somebody defined.
type Termed struct{ Term *semantic.Term }

func (*Termed) cond() {}

// Sum is equal for equal terms.
func (x *Termed) Sum() uint64 { return mix(31, of(x.Term)) }

// defined returns what a term shows of the rows at hand. Rows of other relations that it speaks of are joined over
// keys that lead to one of them; where another way is needed it does not fit.
func (s *scope) defined(t *semantic.Term) (v algebra.Value, err error) {
	show, ok := t.Set.(*algebra.Show)
	if !ok || len(show.Columns) != 1 || s.fans {
		return nil, errUnfit
	}
	to := s.rowsOf(t, &err)
	v = algebra.OnRows(show.Columns[0].Value, to)
	if err == nil {
		s.out.define(v, t)
	}
	return v, err
}

// holds returns the condition of a term about the rows at hand.
func (s *scope) holds(t *semantic.Term) (p algebra.Pred, err error) {
	where, ok := t.Set.(*algebra.Where)
	if !ok {
		return nil, errUnfit
	}
	to := s.rowsOf(t, &err)
	p = algebra.OnRowsIf(where.If, to)
	if err == nil {
		s.out.define(p, t)
	}
	return p, err
}

// rowsOf returns the row at hand for each that a term ranges over.
func (s *scope) rowsOf(t *semantic.Term, failed *error) func(*algebra.Row) *algebra.Row {
	own := map[*algebra.Row]bool{}
	var from func(algebra.Set)
	from = func(set algebra.Set) {
		switch x := set.(type) {
		case *algebra.Rows:
			own[x.Row] = true
		case *algebra.Join:
			from(x.Left)
			from(x.Right)
		case *algebra.Where:
			from(x.Of)
		case *algebra.Group:
			from(x.Of)
		case *algebra.Show:
			from(x.Of)
		}
	}
	from(t.Set)
	return func(w *algebra.Row) *algebra.Row {
		if !own[w] {
			return w
		}
		rel := s.Model.Relation(s.Model.Snapshot.Table(w.Schema, w.Table))
		if rel == nil || rel != t.Relation && s.row(rel) == nil && !s.Ways.ToOne(t.Relation, rel) {
			*failed = errUnfit
			return w
		}
		row, err := s.reach(t.Relation, rel, nil, nil)
		if err != nil {
			*failed = err
			return w
		}
		return row
	}
}

// termMeasure returns a figure that somebody defined, or one of a value that somebody defined.
func (s *scope) termMeasure(i *Item) (*algebra.Measure, error) {
	v, err := s.defined(i.Term)
	if err != nil {
		return nil, err
	}
	m, is := v.(*algebra.Measure)
	switch {
	case i.Term.Kind == semantic.TermValue && !is:
		m := &algebra.Measure{Func: i.Func, Of: []algebra.Value{v}}
		middle(m)
		return m, nil
	case i.Term.Kind == semantic.TermFigure && is && m.Over == nil:
		return m, nil
	}
	return nil, errUnfit
}

// ColumnsOf returns the columns that a condition compares.
func ColumnsOf(c Cond) []*semantic.Column {
	switch x := c.(type) {
	case *Test:
		return []*semantic.Column{x.Col}
	case *Not:
		return ColumnsOf(x.Cond)
	case *During:
		return []*semantic.Column{x.Col}
	case *All:
		var out []*semantic.Column
		for _, one := range x.Conds {
			out = append(out, ColumnsOf(one)...)
		}
		return out
	case *Related:
		var out []*semantic.Column
		for _, one := range x.Noun.Conds {
			out = append(out, ColumnsOf(one)...)
		}
		return out
	}
	return nil
}

// Equals returns that a column has one of some texts.
func Equals(c *semantic.Column, texts ...string) *Test {
	t := &Test{Col: c, Op: algebra.Eq}
	for _, s := range texts {
		t.To.Values = append(t.To.Values, algebra.Const{Kind: algebra.Text, Text: s})
	}
	return t
}

// LikeEscape makes a text a pattern that it alone fits.
var LikeEscape = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)
