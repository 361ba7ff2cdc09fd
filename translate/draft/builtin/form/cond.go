package form

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// maxDepth bounds conditions inside conditions.
const maxDepth = 6

// pred returns a condition of a row by itself: nothing is joined for it.
func (s *scope) pred(rel *semantic.Relation, row *algebra.Row, c Cond) (algebra.Pred, error) {
	if s.depth++; s.depth > maxDepth {
		return nil, errUnfit
	}
	defer func() { s.depth-- }()
	switch x := c.(type) {
	case *Any:
		all, err := s.preds(rel, row, x.Conds)
		return &algebra.Or{Any: all}, err
	case *AsAt:
		return s.wentOnAt(rel, row)
	case *All:
		all, err := s.preds(rel, row, x.Conds)
		return &algebra.And{All: all}, err
	case *Not:
		return s.not(rel, row, x)
	case *Test:
		if x.Col.Relation == rel {
			return s.test(rel, row, x)
		}
		return s.some(rel, row, &Related{Noun: &Noun{Rel: x.Col.Relation, Conds: []Cond{x}}, Heard: x.Heard})
	case *Empty:
		if x.Col.Relation != rel {
			return s.some(rel, row, &Related{Noun: &Noun{Rel: x.Col.Relation, Conds: []Cond{x}}})
		}
		return s.empty(row, x.Col), nil
	case *Termed:
		if x.Term.Relation != rel {
			return s.some(rel, row, &Related{Noun: &Noun{Rel: x.Term.Relation, Conds: []Cond{x}}})
		}
		if s.row(rel) != row {
			return nil, errUnfit
		}
		return s.holds(x.Term)
	case *During:
		return s.during(rel, row, x)
	case *Related:
		return s.some(rel, row, x)
	case *Sharing:
		return s.alike(rel, row, x)
	case *Figured:
		v, _, err := s.rankValue(rel, row, &Rank{Item: x.Item, Desc: true})
		if err != nil {
			return nil, err
		}
		to, err := s.operand(x.To, schema.Decimal)
		if err != nil {
			return nil, err
		}
		return &algebra.Compare{Op: x.Op, Left: v, Right: to[0]}, nil
	}
	return nil, errUnfit
}

// empty returns that a column has no value, or one that stands for none.
func (s *scope) empty(row *algebra.Row, c *semantic.Column) algebra.Pred {
	v := s.attrShown(row, c)
	none := &algebra.Null{Value: v}
	if c.Reading == nil || c.Reading.Kind != semantic.Sentinel {
		return none
	}
	any := &algebra.Or{Any: []algebra.Pred{none}}
	for _, stored := range c.Reading.Values {
		is := text(stored)
		if c.Column.Class.Numeric() {
			is = number(stored)
		}
		any.Any = append(any.Any, &algebra.Compare{Op: algebra.Eq, Left: v, Right: is})
	}
	return any
}

func (s *scope) preds(rel *semantic.Relation, row *algebra.Row, list []Cond) ([]algebra.Pred, error) {
	var all []algebra.Pred
	for _, c := range list {
		p, err := s.pred(rel, row, c)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// not denies a condition. A comparison that is denied also fails where the value is missing, as people expect of "not
// X" among what is known.
func (s *scope) not(rel *semantic.Relation, row *algebra.Row, x *Not) (algebra.Pred, error) {
	if r, ok := x.Cond.(*Related); ok && r.Event && r.Noun.Rel == rel && len(r.Noun.Conds) == 1 { // something happened to the row itself
		return s.not(rel, row, &Not{Cond: r.Noun.Conds[0]})
	}
	if e, ok := x.Cond.(*Empty); ok && e.Col.Relation != rel { // of what belongs to it, one that has a value
		return s.some(rel, row, &Related{Noun: &Noun{Rel: e.Col.Relation, Conds: []Cond{x}}})
	}
	p, err := s.pred(rel, row, x.Cond)
	if and, ok := p.(*algebra.And); ok && len(and.All) == 0 {
		return nil, errUnfit // what goes without saying is not denied
	}
	if d, ok := x.Cond.(*During); ok && err == nil && d.Col != nil && d.Col.Relation == rel && !d.Col.Column.NotNull && d.Part == "" {
		return &algebra.Or{Any: []algebra.Pred{s.empty(row, d.Col), &algebra.Not{Pred: p}}}, nil // what never happened did not happen then either
	}
	return &algebra.Not{Pred: p}, err
}

// some returns that a row has a noun, or how many.
func (s *scope) some(rel *semantic.Relation, row *algebra.Row, x *Related) (algebra.Pred, error) {
	n := x.Noun
	if n.Rel == rel && x.Key == nil && x.Op != "" {
		return nil, errUnfit
	}
	if n.Rel == rel && x.Key == nil { // the same rows
		all, err := s.preds(rel, row, n.Conds)
		return &algebra.And{All: all}, err
	}
	in, err := s.belonging(rel, row, x)
	if err != nil {
		return nil, err
	}
	if x.Op == "" {
		return &algebra.Some{Of: in.whole()}, nil
	}
	count := &algebra.Measure{Func: "count", Over: in.whole()}
	if n.Unique && len(n.Rel.Identity.Columns) == 1 && in.row(n.Rel) != nil {
		count.Of, count.Distinct = []algebra.Value{&algebra.Attr{Row: in.row(n.Rel), Column: n.Rel.Identity.Columns[0].Name}}, true
	}
	to, err := s.operand(x.Count, schema.Integer)
	if err != nil {
		return nil, err
	}
	s.counts = append(s.counts, counted{x, count})
	return &algebra.Compare{Op: x.Op, Left: count, Right: to[0]}, nil
}

// belonging returns the rows of a noun that belong to a row.
func (s *scope) belonging(rel *semantic.Relation, row *algebra.Row, x *Related) (*scope, error) {
	before := s.out
	path := s.way(rel, x.Noun.Rel, x.Key, slices.Concat(x.Heard, x.Noun.Role))
	if x.Implied {
		s.out = before
	}
	if x.Back && x.Key.From == x.Key.To {
		path = semantic.Path{{Key: x.Key, Back: true}}
	}
	if path == nil || x.Own && !path.ToOne() {
		return nil, errUnfit
	}
	in, at := s.inside(row, path)
	for _, c := range x.Noun.Conds {
		if err := in.say(x.Noun.Rel, at, c); err != nil {
			return nil, err
		}
	}
	return in, in.amongRanked(at, x.Noun)
}

// alike returns that a row of a noun has the same in a column.
func (s *scope) alike(rel *semantic.Relation, row *algebra.Row, x *Sharing) (algebra.Pred, error) {
	if x.Col.Relation != rel {
		if row = s.row(x.Col.Relation); row == nil {
			return nil, errUnfit
		}
	}
	in := s.run.scope(x.Noun.Rel)
	if in.row(x.Other.Relation) == nil {
		return nil, errUnfit
	}
	in.conds = append(in.conds, &algebra.Compare{Op: algebra.Eq, Left: s.attrIn(in, x.Other), Right: s.attr(row, x.Col)})
	if err := in.add(x.Noun.Rel, x.Noun.Conds); err != nil {
		return nil, err
	}
	return &algebra.Some{Of: in.whole()}, in.amongRanked(in.row(x.Noun.Rel), x.Noun)
}

// attr returns the value of a column as it must be read.
func (s *scope) attr(row *algebra.Row, c *semantic.Column) algebra.Value {
	if c.Span != nil {
		return s.span(row, c)
	}
	v := &algebra.Attr{Row: row, Column: c.Column.Name}
	if c.Reading == nil {
		return v
	}
	switch c.Reading.Kind {
	case semantic.UnitNumber:
		number := &algebra.Call{Name: "substring", Args: []algebra.Value{v, text(`^\s*([-+]?[0-9]+(?:\.[0-9]+)?)`)}}
		return &algebra.As{Type: "numeric", Of: number}
	case semantic.TextDate:
		trimmed := algebra.Value(&algebra.Call{Name: "nullif", Args: []algebra.Value{&algebra.Call{Name: "btrim", Args: []algebra.Value{v}}, text("")}})
		if c.Column.Class == schema.Integer {
			trimmed = &algebra.As{Type: "text", Of: &algebra.Call{Name: "nullif", Args: []algebra.Value{v, number("0")}}}
		}
		return &algebra.Call{Name: "to_date", Args: []algebra.Value{trimmed, text(c.Reading.Template)}}
	}
	return v
}

// span returns the time between two dates of a row, or since one of them.
func (s *scope) span(row *algebra.Row, c *semantic.Column) algebra.Value {
	days := c.Relation.Column(c.Span.From.Name).Column.Class == schema.Date
	v := &algebra.Span{Unit: strings.TrimSuffix(c.Unit.Name, "s"), From: &algebra.Attr{Row: row, Column: c.Span.From.Name}}
	switch v.To = (&algebra.Call{Name: "current_date"}); {
	case c.Span.To != nil:
		v.To = &algebra.Attr{Row: row, Column: c.Span.To.Name}
		days = days && c.Span.To.Class == schema.Date
	case s.at != nil: // older than 10 on 30 June 2026
		v.To, s.wasThen = asDay(s.at, schema.Text), true
	default:
		s.aged = c.Relation
	}
	v.Days = days
	return v
}

// Class is the class of a column's values as they are read.
func Class(c *semantic.Column) schema.Class {
	if c.Reading != nil && c.Reading.Kind == semantic.UnitNumber {
		return schema.Decimal
	}
	if c.Reading != nil && c.Reading.Kind == semantic.TextDate {
		return schema.Date
	}
	return c.Column.Class
}

func text(s string) algebra.Value { return &algebra.Const{Kind: algebra.Text, Text: s} }

// test returns a comparison of a column of a row.
func (s *scope) test(rel *semantic.Relation, row *algebra.Row, x *Test) (algebra.Pred, error) {
	if x.Col.Relation != rel {
		return nil, errUnfit
	}
	if x.To.Col != nil {
		right, err := s.other(rel, row, x.To)
		left := s.attr(row, x.Col)
		if a, b := Class(x.Col), Class(x.To.Col); a != b && a.Temporal() && b.Temporal() { // by the day
			left, right = asDay(left, a), asDay(right, b)
		}
		return &algebra.Compare{Op: x.Op, Left: left, Right: right}, err
	}
	if i := x.To.Item; i != nil && i.Alike != nil {
		v, err := s.amongAlike(rel, row, i)
		return &algebra.Compare{Op: x.Op, Left: s.attr(row, x.Col), Right: v}, err
	}
	if len(x.To.Values) > 0 && listed(x.Col) && (x.Op == algebra.Eq || x.Op == algebra.Ne) {
		return elements(row, x), nil
	}
	left := s.attrShown(row, x.Col)
	if x.To.Item != nil || len(x.To.Values) > 0 && x.To.Values[0].Kind == algebra.Number || !x.Col.Column.Class.Temporal() && Class(x.Col) == schema.Date {
		left = s.attr(row, x.Col)
	}
	right, err := s.operand(x.To, Class(x.Col))
	if err != nil {
		return nil, err
	}
	if len(right) > 1 {
		in := &algebra.OneOf{Value: left, List: right}
		if x.Op == algebra.Ne {
			return &algebra.Not{Pred: in}, nil
		}
		return in, nil
	}
	is := &algebra.Compare{Op: x.Op, Left: left, Right: right[0]}
	if r := x.Col.Reading; x.To.Unit != "" && r != nil && r.Kind == semantic.UnitNumber && len(r.Units) > 1 { // those in this unit alone
		stored := &algebra.Attr{Row: row, Column: x.Col.Column.Name}
		unit := text("% " + strings.TrimSuffix(x.To.Unit, "s") + "%")
		return &algebra.And{All: []algebra.Pred{&algebra.Compare{Op: algebra.Like, Left: stored, Right: unit}, is}}, nil
	}
	return is, nil
}

// other returns a column of a row, or of the one row that it belongs to.
func (s *scope) other(rel *semantic.Relation, row *algebra.Row, o Operand) (algebra.Value, error) {
	if o.Key == nil && o.Col.Relation == rel {
		return s.attr(row, o.Col), nil
	}
	if at := s.row(o.Col.Relation); at != nil && o.Key == nil {
		return s.attr(at, o.Col), nil
	}
	path := s.way(rel, o.Col.Relation, o.Key, nil)
	if path == nil || !path.ToOne() {
		return nil, errUnfit
	}
	in, at := s.inside(row, path)
	return &algebra.The{Of: &algebra.Show{Of: in.whole(), Columns: []algebra.Column{{Value: s.attr(at, o.Col)}}}}, nil
}

func listed(c *semantic.Column) bool {
	return c.Column.Array || c.Reading != nil && c.Reading.Kind == semantic.List && c.Reading.Separator != ""
}

// elements compares the elements of a column that holds a list.
func elements(row *algebra.Row, x *Test) algebra.Pred {
	v := &algebra.Attr{Row: row, Column: x.Col.Column.Name}
	var any algebra.Or
	for _, c := range x.To.Values {
		if x.Col.Column.Array {
			one := &algebra.Call{Name: "array", Args: []algebra.Value{text(c.Text)}}
			any.Any = append(any.Any, &algebra.Compare{Op: algebra.Holding, Left: v, Right: &algebra.As{Type: x.Col.Column.Type, Of: one}})
			continue
		}
		sep := x.Col.Reading.Separator
		around := func(v algebra.Value) algebra.Value {
			return &algebra.Arith{Op: "||", Left: &algebra.Arith{Op: "||", Left: text(sep), Right: v}, Right: text(sep)}
		}
		tight := &algebra.Call{Name: "replace", Args: []algebra.Value{v, text(sep + " "), text(sep)}}
		at := &algebra.Call{Name: "strpos", Args: []algebra.Value{around(tight), text(sep + c.Text + sep)}}
		any.Any = append(any.Any, &algebra.Compare{Op: algebra.Gt, Left: at, Right: number("0")})
	}
	if x.Op == algebra.Ne {
		return &algebra.Not{Pred: &any}
	}
	return &any
}

func number(s string) algebra.Value { return &algebra.Const{Kind: algebra.Number, Text: s} }

// operand returns what is compared with, as values of a class.
func (s *scope) operand(o Operand, c schema.Class) ([]algebra.Value, error) {
	if o.Item != nil {
		v, err := s.alone(o.Item)
		return []algebra.Value{v}, err
	}
	var all []algebra.Value
	for _, v := range o.Values {
		switch {
		case v.Kind == algebra.Number && c == schema.Text:
			v.Kind = algebra.Text
		case v.Kind == algebra.Number && c == schema.Boolean, v.Kind == algebra.Number && c.Temporal():
			return nil, errUnfit
		case v.Kind == algebra.Text && c.Numeric():
			if _, err := strconv.ParseFloat(v.Text, 64); err != nil {
				return nil, errUnfit
			}
			v.Kind = algebra.Number
		}
		all = append(all, &v)
	}
	if len(all) == 0 {
		return nil, errUnfit
	}
	return all, nil
}

// years reads a period of whole years as a comparison of a column that holds years.
func years(v algebra.Value, x *During, c schema.Class) (algebra.Pred, error) {
	from, isFrom := x.From.year(c)
	to, isTo := x.To.year(c)
	switch {
	case x.Part != "" || x.From != (Moment{}) && !isFrom || x.To != (Moment{}) && !isTo:
		return nil, errUnfit
	case isFrom && isTo && x.To == x.From.next():
		return &algebra.Compare{Op: algebra.Eq, Left: v, Right: from}, nil
	}
	var all []algebra.Pred
	if isFrom {
		all = append(all, &algebra.Compare{Op: algebra.Ge, Left: v, Right: from})
	}
	if isTo {
		all = append(all, &algebra.Compare{Op: algebra.Lt, Left: v, Right: to})
	}
	return &algebra.And{All: all}, nil
}
