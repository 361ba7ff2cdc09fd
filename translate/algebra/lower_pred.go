package algebra

import (
	"fmt"
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

func (lv *level) preds(list []Pred) ([]plan.Expr, error) {
	all := make([]plan.Expr, len(list))
	for i, p := range list {
		e, err := lv.pred(p)
		if err != nil {
			return nil, err
		}
		all[i] = e
	}
	return all, nil
}

func (lv *level) pred(p Pred) (plan.Expr, error) {
	switch x := p.(type) {
	case *And:
		return lv.all(x.All, plan.And, true)
	case *Or:
		return lv.all(x.Any, plan.Or, false)
	case *Not:
		return lv.not(x)
	case *Compare:
		if age, years, ok := olderThan(x); ok {
			return lv.olderThan(age, years)
		}
		left, err := lv.value(x.Left)
		if err != nil {
			return plan.Expr{}, err
		}
		right, err := lv.value(x.Right)
		return compared(x.Op, left, right), err
	case *OneOf:
		of, err := lv.value(x.Value)
		if err != nil {
			return plan.Expr{}, err
		}
		list, err := lv.values(x.List)
		return plan.In(of, false, list...), err
	case *Member:
		return lv.member(x)
	case *Than:
		return lv.than(x)
	case *Some:
		n, err := lv.query(x.Of)
		return plan.Exists(n), err
	case *Null:
		e, err := lv.value(x.Value)
		return plan.IsNull(e, false), err
	case *Holds:
		return lv.value(x.Value)
	case *Period:
		return lv.period(x)
	case *AsOf:
		return lv.asOf(x)
	case *Via:
		return lv.via(x)
	}
	return plan.Expr{}, fmt.Errorf("%w: %T is no condition", ErrMeaning, p)
}

func (lv *level) all(list []Pred, join func(...plan.Expr) plan.Expr, none bool) (plan.Expr, error) {
	parts, err := lv.preds(list)
	if err != nil || len(parts) == 0 {
		return plan.Bool(none), err
	}
	return join(parts...), nil
}

// not writes the negation as people do where there is a form for it.
func (lv *level) not(x *Not) (plan.Expr, error) {
	switch of := x.Pred.(type) {
	case *Null:
		e, err := lv.value(of.Value)
		return plan.IsNull(e, true), err
	case *OneOf:
		e, err := lv.value(of.Value)
		if err != nil {
			return plan.Expr{}, err
		}
		list, err := lv.values(of.List)
		return plan.In(e, true, list...), err
	}
	e, err := lv.pred(x.Pred)
	return plan.Not(e), err
}

// olderThan returns the age that is compared and with how many years, where it is more than so many; false: something
// else is said.
func olderThan(x *Compare) (age *Span, years *Const, ok bool) {
	age, ok = x.Left.(*Span)
	if !ok || x.Op != Gt || age.Unit != "year" {
		return nil, nil, false
	}
	years, ok = x.Right.(*Const)
	if !ok || years.Kind != Number {
		return nil, nil, false
	}
	_, err := strconv.Atoi(years.Text)
	return age, years, err == nil
}

// olderThan holds from the day after the birthday on: who is ten years and a day old is older than ten.
func (lv *level) olderThan(age *Span, years *Const) (plan.Expr, error) {
	from, err := lv.value(age.From)
	if err != nil {
		return plan.Expr{}, err
	}
	to, err := lv.value(age.To)
	return plan.Op(">", plan.Call("age", to, from), plan.Cast(plan.Str(years.Text+" years"), "interval")), err
}

func compared(op CompareOp, left, right plan.Expr) plan.Expr {
	kind, name := pg.A_Expr_Kind_AEXPR_OP, string(op)
	switch op {
	case Differs:
		kind, name = pg.A_Expr_Kind_AEXPR_DISTINCT, "="
	case Like:
		kind = pg.A_Expr_Kind_AEXPR_LIKE
	case ILike:
		kind = pg.A_Expr_Kind_AEXPR_ILIKE
	}
	return plan.FromNode(pg.MakeAExprNode(kind, []*pg.Node{pg.MakeStrNode(name)}, left.Node(), right.Node(), 0))
}

// query returns a set as a statement that may refer to this level.
func (lv *level) query(s Set) (*pg.Node, error) {
	sub, err := lv.l.set(s, lv)
	if err != nil {
		return nil, err
	}
	return plan.SelectNode(sub.finish())
}

func (lv *level) member(x *Member) (plan.Expr, error) {
	left, err := lv.values(x.Values)
	if err != nil {
		return plan.Expr{}, err
	}
	n, err := lv.query(x.Of)
	if err != nil {
		return plan.Expr{}, err
	}
	if len(left) == 1 {
		return plan.InQuery(left[0], n), nil
	}
	row := &pg.RowExpr{RowFormat: pg.CoercionForm_COERCE_IMPLICIT_CAST}
	for _, e := range left {
		row.Args = append(row.Args, e.Node())
	}
	return plan.InQuery(plan.FromNode(&pg.Node{Node: &pg.Node_RowExpr{RowExpr: row}}), n), nil
}

func (lv *level) than(x *Than) (plan.Expr, error) {
	left, err := lv.value(x.Left)
	if err != nil {
		return plan.Expr{}, err
	}
	n, err := lv.query(x.Of)
	link := &pg.SubLink{SubLinkType: pg.SubLinkType_ANY_SUBLINK, Testexpr: left.Node(),
		OperName: []*pg.Node{pg.MakeStrNode(string(x.Op))}, Subselect: n}
	if x.All {
		link.SubLinkType = pg.SubLinkType_ALL_SUBLINK
	}
	return plan.FromNode(&pg.Node{Node: &pg.Node_SubLink{SubLink: link}}), err
}

func (lv *level) period(x *Period) (plan.Expr, error) {
	var ends []Pred
	if x.From != nil {
		ends = append(ends, &Compare{Ge, x.Of, x.From})
	}
	if x.To != nil {
		ends = append(ends, &Compare{Lt, x.Of, x.To})
	}
	return lv.pred(&And{ends})
}

func (lv *level) asOf(x *AsOf) (plan.Expr, error) {
	after := Gt
	if x.Inclusive {
		after = Ge
	}
	if next, ok := x.To.(*Measure); ok && next.Over != nil && len(next.Of) == 1 { // until the next row: none has begun since
		return lv.pred(&And{[]Pred{&Compare{Le, x.From, x.At}, &Not{&Some{&Where{next.Over, &Compare{Le, next.Of[0], x.At}}}}}})
	}
	begun := &Compare{Le, x.From, x.At}
	if x.Until != nil {
		begun = &Compare{Lt, x.From, x.Until}
	}
	ends := []Pred{&Null{x.To}, &Compare{after, x.To, x.At}}
	if x.Open != nil {
		ends = append(ends, &Compare{Eq, x.To, x.Open})
	}
	return lv.pred(&And{[]Pred{begun, &Or{ends}}})
}

// via returns that two rows are related. Over more than one step it is that there are rows between them, so that no
// row counts twice.
func (lv *level) via(x *Via) (plan.Expr, error) {
	switch n := len(x.Path); n {
	case 0:
		return plan.Expr{}, fmt.Errorf("%w: how rows are related", ErrUnresolved)
	case 1:
		on, err := lv.step(x.From, x.Path[0])
		return plan.And(on...), err
	default:
		var between Set = &Rows{x.Path[0].Row}
		for i := 1; i < n-1; i++ {
			s := x.Path[i]
			between = &Join{between, &Rows{s.Row}, &Via{From: x.Path[i-1].Row, To: s.Row, Path: []Step{s}}, KeepNone}
		}
		return lv.pred(&Some{&Where{between, &And{[]Pred{
			&Via{From: x.From, To: x.Path[0].Row, Path: x.Path[:1]},
			&Via{From: x.Path[n-2].Row, To: x.To, Path: x.Path[n-1:]}}}}})
	}
}
