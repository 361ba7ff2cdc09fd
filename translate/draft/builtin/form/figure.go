package form

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/semantic"
)

// alone returns a figure by itself, over rows of its own: the average price.
func (s *scope) alone(i *Item) (algebra.Value, error) {
	rel := i.Relation()
	if rel == nil {
		return nil, errUnfit
	}
	in := s.run.scope(rel)
	if i.Noun != nil {
		if _, err := in.reach(rel, i.Noun.Rel, nil, nil); err != nil {
			return nil, err
		}
		if err := in.add(i.Noun.Rel, i.Noun.Conds); err != nil {
			return nil, err
		}
	}
	m, err := in.measure(i)
	if err != nil {
		return nil, err
	}
	set := in.whole()
	if i.Noun != nil && i.Noun.Rel == rel {
		if set, err = in.extremes(set, i.Noun); err != nil {
			return nil, err
		}
	}
	if i.Func == "" { // the price of the cheapest one
		return &algebra.The{Of: &algebra.Show{Of: set, Columns: []algebra.Column{{Value: s.attrIn(in, i.Col)}}}}, nil
	}
	m.Over = set
	return m, nil
}

func (s *scope) attrIn(in *scope, c *semantic.Column) algebra.Value {
	return s.attr(in.row(c.Relation), c)
}

// Relation returns the relation that an item is of; nil: that of the question.
func (i *Item) Relation() *semantic.Relation {
	if i == nil {
		return nil
	}
	if i.Col != nil {
		return i.Col.Relation
	}
	if i.Term != nil {
		return i.Term.Relation
	}
	if i.Noun != nil {
		return i.Noun.Rel
	}
	return nil
}

// measure returns a figure over the rows of the scope, or of the group at hand.
func (s *scope) measure(i *Item) (*algebra.Measure, error) {
	if i.Term != nil {
		return s.termMeasure(i)
	}
	m := &algebra.Measure{Func: i.Func, Distinct: i.Distinct}
	switch {
	case i.Col != nil && i.Func != "":
		row := s.row(i.Col.Relation)
		if row == nil {
			return nil, errUnfit
		}
		m.Of = []algebra.Value{s.amount(row, i)}
		s.known(row, i)
		middle(m)
	case i.Func == "count" && (s.fans || i.Distinct || i.Noun != nil && i.Noun.Unique):
		rel := s.base
		if i.Noun != nil {
			rel = i.Noun.Rel
		}
		id := rel.Identity.Columns
		if len(id) != 1 {
			if s.fans {
				return nil, errUnfit
			}
			break
		}
		if s.row(rel) == nil {
			return nil, errUnfit
		}
		m.Distinct, m.Of = true, []algebra.Value{&algebra.Attr{Row: s.row(rel), Column: id[0].Name}}
	}
	if i.If != nil {
		rel := s.base
		if i.Noun != nil {
			rel = i.Noun.Rel
		}
		p, err := s.pred(rel, s.row(rel), i.If)
		if err != nil {
			return nil, err
		}
		m.If = p
	}
	return m, nil
}

// Median is the function of a figure that as many values are above as below.
const Median = "median"

// middle makes a median what PostgreSQL has for it.
func middle(m *algebra.Measure) {
	if m.Func == Median {
		m.Func, m.By = "percentile_cont", []algebra.Order{{Value: m.Of[0]}}
		m.Of = []algebra.Value{number("0.5")}
	}
}

// amount returns what a figure is of: the column, or the amount that it is the price of.
func (s *scope) amount(row *algebra.Row, i *Item) algebra.Value {
	if listed(i.Col) && i.Func == "count" {
		return s.element(row, i.Col)
	}
	v := s.attr(row, i.Col)
	if i.Period != "" {
		return periodOf(i.Period, v)
	}
	m := i.Measure
	if m == nil || m.Quantity == nil {
		return v
	}
	v = &algebra.Arith{Op: "*", Left: v, Right: &algebra.Attr{Row: row, Column: m.Quantity.Name}}
	if m.Discount == nil {
		return v
	}
	off := algebra.Value(&algebra.Attr{Row: row, Column: m.Discount.Name})
	switch {
	case m.Percent:
		off = &algebra.Arith{Op: "/", Left: off, Right: number("100.0")}
		fallthrough
	case m.Fraction:
		return &algebra.Arith{Op: "*", Left: v, Right: &algebra.Arith{Op: "-", Left: number("1"), Right: off}}
	}
	return &algebra.Arith{Op: "-", Left: v, Right: off}
}

// figure returns a figure as it is shown: a share is one of all in a hundred.
func (s *scope) figure(i *Item) (algebra.Value, error) {
	if i.Term != nil && i.Func == Defined { // which may be made of several
		return s.defined(i.Term)
	}
	if i.Over != nil {
		return s.quotient(i)
	}
	m, err := s.measure(i)
	if err == nil && i.Per != "" {
		return divided(m, i.Per), nil
	}
	if err != nil || !i.Share {
		return m, err
	}
	if i.If == nil { // of all groups together
		whole := &algebra.Window{Func: "sum", Args: []algebra.Value{m}}
		return &algebra.Ratio{Part: m, Whole: whole, Percent: !i.Fraction}, nil
	}
	whole := *i
	whole.If = nil
	all, err := s.measure(&whole)
	return &algebra.Ratio{Part: m, Whole: all, Percent: !i.Fraction}, err
}

// compared returns a figure as the groups are ordered by it: as it is shown, but for a share of all groups, which is
// in the order of its sums.
func (s *scope) compared(i *Item) (algebra.Value, error) {
	if i.Share && i.If == nil {
		return s.measure(i)
	}
	return s.figure(i)
}

// known leaves out what stands for unknown in the column of a figure.
func (s *scope) known(row *algebra.Row, i *Item) {
	if r := i.Col.Reading; r == nil || r.Kind != semantic.Sentinel || !i.Col.Column.Class.Numeric() || i.Func == "count" {
		return
	}
	var all []algebra.Pred
	for _, v := range i.Col.Reading.Values {
		all = append(all, &algebra.Compare{Op: algebra.Ne, Left: &algebra.Attr{Row: row, Column: i.Col.Column.Name}, Right: number(v)})
	}
	s.conds = append(s.conds, all...)
}

// rankValue returns what rows are ranked by, and a condition without which the rank means nothing.
func (s *scope) rankValue(rel *semantic.Relation, row *algebra.Row, rank *Rank) (algebra.Value, algebra.Pred, error) {
	i := rank.Item
	if i.Col != nil && i.Func == "" {
		if at := s.row(i.Col.Relation); at != nil && (i.Noun == nil || len(i.Noun.Conds) == 0) {
			if i.Col.Relation == rel {
				at = row
			}
			v := s.attr(at, i.Col)
			if !rank.Desc && !i.Col.Column.NotNull {
				return v, &algebra.Not{Pred: &algebra.Null{Value: v}}, nil
			}
			return v, nil, nil
		}
	}
	of := i.Relation()
	if i.Term != nil && i.Term.Kind == semantic.TermValue && of == rel && s.row(rel) == row { // a value of each row
		v, err := s.defined(i.Term)
		if rank.Desc || err != nil {
			return v, nil, err
		}
		return v, &algebra.Not{Pred: &algebra.Null{Value: v}}, nil
	}
	if of == nil || of == rel {
		return nil, nil, errUnfit
	}
	noun := i.Noun
	if noun != nil && noun.Rel != of && len(noun.Conds)+len(noun.Ranks) > 0 {
		return nil, nil, errUnfit // what is said of other rows than those ranked by
	}
	if noun == nil || noun.Rel != of {
		noun = &Noun{Rel: of}
	}
	in, err := s.belonging(rel, row, &Related{Noun: noun})
	if err != nil {
		return nil, nil, err
	}
	one := *i
	if one.Func == "" {
		if one.Func = "max"; !rank.Desc {
			one.Func = "min"
		}
	}
	if one.Over != nil {
		v, err := s.quotientOf(rel, row, &Related{Noun: noun}, &one)
		return v, &algebra.Some{Of: algebra.Copy(in.whole())}, err
	}
	m, err := in.measure(&one)
	if err != nil {
		return nil, nil, err
	}
	m.Over = in.whole()
	ranked := algebra.Value(m)
	if one.Per != "" {
		ranked = divided(m, one.Per)
	}
	return ranked, &algebra.Some{Of: algebra.Copy(in.whole())}, nil // who has none is in no rank
}

// addIdentity groups by what tells rows of the same name apart, unless names alone are to count.
func (q *query) addIdentity(rel *semantic.Relation, add func(algebra.Value)) {
	if q.named && rel.Label.Via == nil && len(rel.Label.Columns) > 0 {
		return
	}
	q.out.named = q.out.named || rel.Label.Via == nil && len(rel.Label.Columns) == 1 && !sole(rel, rel.Label.Columns[0])
	for _, c := range identity(rel) {
		add(&algebra.Attr{Row: q.scope.row(rel), Column: c.Name})
	}
}

// named reports whether an item is what rows of a relation are called by: then rows of the same name are different
// ones.
func named(i *Item, rel *semantic.Relation) bool {
	return i.Col == nil || slices.Contains(rel.Label.Columns, i.Col.Column) && rel.Label.Via == nil
}

// rank cuts the set by a rank of the whole question.
func (q *query) rank(set algebra.Set, rank *Rank) (algebra.Set, error) {
	rank = rank.since(q.Head)
	var v algebra.Value
	var extra algebra.Pred
	rel := q.scope.base
	if q.Head != nil && q.scope.row(q.Head.Rel) != nil {
		rel = q.Head.Rel
	}
	var err error
	if q.isGrouped && rank.Item.Figure() {
		v, err = q.scope.compared(rank.Item)
	} else if q.isGrouped && rank.Item.Col != nil && len(q.groups) > 0 {
		v = q.scope.attr(q.scope.row(rank.Item.Col.Relation), rank.Item.Col)
		if q.scope.row(rank.Item.Col.Relation) == nil || !slices.ContainsFunc(q.groups, func(g algebra.Value) bool { return algebra.Same(g, v) }) {
			return nil, errUnfit
		}
	} else {
		v, extra, err = q.scope.rankValue(rel, q.scope.row(rel), rank)
	}
	if err != nil {
		return nil, err
	}
	if extra != nil {
		set = &algebra.Where{Of: set, If: extra}
	}
	if rank.Each == nil && rank.N > 0 && rank.Item.Figure() {
		q.best = append(q.best, algebra.Column{Value: v, Name: amountName(q.ofRows(rank.Item))})
	}
	cut := q.cut(set, v, rank)
	if rank.Each != nil {
		if q.isGrouped && !rank.Item.Figure() {
			return nil, errUnfit
		}
		own := q.Head != nil && rank.Item.Func == "" && rank.Item.Relation() == q.Head.Rel
		cut.Ties = cut.Ties || own && cut.N == 1 && cut.Skip == 0 // both, where two cost the same
		if cut.Within, err = q.groupKeys(rank.Each); err != nil {
			return nil, err
		}
		if q.isGrouped && slices.ContainsFunc(cut.Within, func(v algebra.Value) bool {
			return !slices.ContainsFunc(q.groups, func(g algebra.Value) bool { return algebra.Same(g, v) })
		}) {
			return nil, errUnfit
		}
	}
	return cut, nil
}

// NumberedRows returns the rows of which a noun must have some number; nil: none.
func NumberedRows(n *Noun) *Noun {
	for _, c := range n.Conds {
		if r, ok := c.(*Related); ok && r.Op != "" {
			return r.Noun
		}
	}
	return nil
}
