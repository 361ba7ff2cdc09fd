package algebra

import (
	"fmt"
	"strconv"

	pg "github.com/pganalyze/pg_query_go/v5"

	"github.com/pgask/pgask/translate/plan"
)

// attr returns an attribute of a row that this level reads, or a level below shows, or an outer one has.
func (lv *level) attr(w *Row, column string) (plan.Expr, error) {
	for at := lv; at != nil; at = at.outer {
		if alias, ok := at.rows[w]; ok {
			return plan.Col(alias, column), nil
		}
		if e, ok := at.lists[w]; ok {
			return e, nil
		}
		for _, d := range at.inner {
			if d.of.reads(w) {
				return d.show(&Attr{w, column})
			}
		}
	}
	return plan.Expr{}, fmt.Errorf("%w: nothing ranges over the row of %q", ErrMeaning, column)
}

// reads reports whether a level, or one below it, reads what a row ranges over.
func (lv *level) reads(w *Row) bool {
	if _, ok := lv.rows[w]; ok {
		return true
	}
	if _, ok := lv.lists[w]; ok {
		return true
	}
	for _, d := range lv.inner {
		if d.of.reads(w) {
			return true
		}
	}
	return false
}

// show returns a reference to a value of the level below, which shows it from now on.
func (d *derived) show(v Value) (plan.Expr, error) {
	k := exactKey(v)
	if name, known := d.shows[k]; known {
		return plan.Col(d.alias, name), nil
	}
	e, err := d.of.value(v)
	if err != nil {
		return plan.Expr{}, err
	}
	name := d.free(nameOf(v))
	d.shows[k] = name
	d.of.plan.Select = append(d.of.plan.Select, plan.Output{Expr: e, As: name})
	return plan.Col(d.alias, name), nil
}

// free returns a name for a column that no other column of the level has.
func (d *derived) free(base string) string {
	taken := map[string]bool{}
	for _, name := range d.shows {
		taken[name] = true
	}
	name := base
	for n := 2; taken[name]; n++ {
		name = base + "_" + strconv.Itoa(n)
	}
	return name
}

// nameOf returns what to call a column that shows a value.
func nameOf(v Value) string {
	name := ""
	switch x := v.(type) {
	case *Attr:
		name = x.Column
	case *Measure:
		name = x.Func
	case *Window:
		name = x.Func
	case *Call:
		name = x.Name
	case *Trunc:
		name = x.Unit
	}
	if name == "" || len(name) > 50 { // names are of at most 63 bytes, and another may need a number behind it
		return "value"
	}
	return name
}

func (lv *level) values(list []Value) ([]plan.Expr, error) {
	all := make([]plan.Expr, len(list))
	for i, v := range list {
		e, err := lv.value(v)
		if err != nil {
			return nil, err
		}
		all[i] = e
	}
	return all, nil
}

func (lv *level) order(list []Order) ([]plan.Order, error) {
	var all []plan.Order
	for _, o := range list {
		e, err := lv.value(o.Value)
		if err != nil {
			return nil, err
		}
		all = append(all, plan.Order{Expr: e, Desc: o.Desc, Nulls: o.Nulls})
	}
	return all, nil
}

func (lv *level) value(v Value) (plan.Expr, error) {
	switch x := v.(type) {
	case *Attr:
		return lv.attr(x.Row, x.Column)
	case *Const:
		return constant(x), nil
	case *Nth:
		return plan.Int(int64(x.N)), nil
	case *Arith:
		return lv.arith(x)
	case *Call:
		return lv.call(x)
	case *Part:
		e, err := lv.value(x.Of)
		return part(x.Unit, e), err
	case *Trunc:
		e, err := lv.value(x.Of)
		return plan.Call("date_trunc", plan.Str(x.Unit), e), err
	case *As:
		e, err := lv.value(x.Of)
		return plan.Cast(e, x.Type), err
	case *Choice:
		return lv.choice(x)
	case *Measure:
		return lv.measure(x)
	case *Ratio:
		return lv.ratio(x)
	case *Span:
		return lv.span(x)
	case *Window:
		return lv.window(x)
	case *The:
		return lv.the(x.Of)
	case *Truth:
		return lv.pred(x.If)
	}
	return plan.Expr{}, fmt.Errorf("%w: %T is no value", ErrMeaning, v)
}

func constant(c *Const) plan.Expr {
	switch c.Kind {
	case Text:
		return plan.Str(c.Text)
	case Boolean:
		return plan.Bool(c.Text == "true")
	case Nothing:
		return plan.Null()
	}
	if n, err := strconv.ParseInt(c.Text, 10, 64); err == nil {
		return plan.Int(n)
	}
	return plan.Num(c.Text)
}

func (lv *level) arith(x *Arith) (plan.Expr, error) {
	right, err := lv.value(x.Right)
	if err != nil {
		return plan.Expr{}, err
	}
	if x.Left == nil {
		return plan.FromNode(pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_OP, []*pg.Node{pg.MakeStrNode(x.Op)}, nil, right.Node(), 0)), nil
	}
	left, err := lv.value(x.Left)
	return plan.Op(x.Op, left, right), err
}

// part returns EXTRACT, a numeric.
func part(unit string, e plan.Expr) plan.Expr {
	return plan.FromNode(&pg.Node{Node: &pg.Node_FuncCall{FuncCall: &pg.FuncCall{
		Funcname: []*pg.Node{pg.MakeStrNode("pg_catalog"), pg.MakeStrNode("extract")},
		Args:     []*pg.Node{plan.Str(unit).Node(), e.Node()}, Funcformat: pg.CoercionForm_COERCE_SQL_SYNTAX}}})
}

func (lv *level) choice(x *Choice) (plan.Expr, error) {
	c := &pg.CaseExpr{}
	for _, one := range x.Cases {
		cond, err := lv.pred(one.If)
		if err != nil {
			return plan.Expr{}, err
		}
		then, err := lv.value(one.Then)
		if err != nil {
			return plan.Expr{}, err
		}
		c.Args = append(c.Args, &pg.Node{Node: &pg.Node_CaseWhen{CaseWhen: &pg.CaseWhen{Expr: cond.Node(), Result: then.Node()}}})
	}
	if x.Else != nil {
		e, err := lv.value(x.Else)
		if err != nil {
			return plan.Expr{}, err
		}
		c.Defresult = e.Node()
	}
	return plan.FromNode(&pg.Node{Node: &pg.Node_CaseExpr{CaseExpr: c}}), nil
}

// measure returns an aggregate of this level, of the level below it whose groups it reads, or of a set of its own.
func (lv *level) measure(x *Measure) (plan.Expr, error) {
	if x.Over != nil {
		sub, err := lv.l.set(x.Over, lv)
		if err == nil && (sub.stage != reading || sub.plan.From == nil) {
			sub, err = lv.l.sealed(sub)
		}
		if err != nil {
			return plan.Expr{}, err
		}
		sub.plan.OrderBy = nil
		sub.stage, sub.groups = grouped, true
		here := *x
		here.Over = nil
		e, err := sub.measure(&here)
		if err != nil {
			return plan.Expr{}, err
		}
		sub.plan.Select = []plan.Output{{Expr: e, As: x.Func}}
		return scalar(sub)
	}
	if !lv.groups {
		for _, d := range lv.inner {
			if d.of.groups {
				return d.show(x)
			}
		}
		return plan.Expr{}, fmt.Errorf("%w: a figure of a group, where there is none", ErrMeaning)
	}
	return lv.aggregate(x)
}

func (lv *level) aggregate(x *Measure) (plan.Expr, error) {
	lv.groups = false // what it is of is said of single rows
	defer func() { lv.groups = true }()
	args, err := lv.values(x.Of)
	if err != nil {
		return plan.Expr{}, err
	}
	f := plan.Call(x.Func, args...).Node().GetFuncCall()
	f.AggStar, f.AggDistinct = len(args) == 0, x.Distinct
	if x.If != nil {
		cond, err := lv.pred(x.If)
		if err != nil {
			return plan.Expr{}, err
		}
		f.AggFilter = cond.Node()
	}
	order, err := lv.order(x.By)
	f.AggOrder = plan.SortNodes(order)
	f.AggWithinGroup = len(order) > 0 && ordersItsInput[x.Func]
	return plan.FromNode(&pg.Node{Node: &pg.Node_FuncCall{FuncCall: f}}), err
}

// ordersItsInput are the aggregates whose order says what they are of.
var ordersItsInput = map[string]bool{"mode": true, "percentile_cont": true, "percentile_disc": true}

func scalar(sub *level) (plan.Expr, error) {
	n, err := plan.SelectNode(sub.finish())
	if err != nil {
		return plan.Expr{}, err
	}
	return plan.Scalar(n), nil
}

func (lv *level) the(s Set) (plan.Expr, error) {
	sub, err := lv.l.set(s, lv)
	if err != nil {
		return plan.Expr{}, err
	}
	return scalar(sub)
}

// ratio divides as numerics, so that the share of two counts is none of whole numbers.
func (lv *level) ratio(x *Ratio) (plan.Expr, error) {
	top, err := lv.value(x.Part)
	if err != nil {
		return plan.Expr{}, err
	}
	whole, err := lv.value(x.Whole)
	scale := "1.0"
	if x.Percent {
		scale = "100.0"
	}
	zero := pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_NULLIF, []*pg.Node{pg.MakeStrNode("=")}, whole.Node(), plan.Int(0).Node(), 0)
	return plan.Op("/", plan.Op("*", plan.Num(scale), top), plan.FromNode(zero)), err
}

// seconds in a unit of a span; the others are of the calendar.
var seconds = map[string]int64{"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 7 * 86400}

func (lv *level) span(x *Span) (plan.Expr, error) {
	from, err := lv.value(x.From)
	if err != nil {
		return plan.Expr{}, err
	}
	to, err := lv.value(x.To)
	if x.Days && x.Unit == "day" {
		return plan.Op("-", to, from), err
	}
	if n, ok := seconds[x.Unit]; ok {
		passed := part("epoch", plan.Op("-", plan.Cast(to, "timestamp"), plan.Cast(from, "timestamp")))
		return plan.Op("/", passed, plan.Int(n)), err
	}
	age := plan.Call("age", to, from)
	if x.Unit == "month" {
		return plan.Op("+", plan.Op("*", plan.Int(12), part("year", age)), part("month", age)), err
	}
	return part("year", age), err
}

func (lv *level) window(x *Window) (plan.Expr, error) {
	args, err := lv.values(x.Args)
	if err != nil {
		return plan.Expr{}, err
	}
	by, err := lv.values(x.By)
	if err != nil {
		return plan.Expr{}, err
	}
	order, err := lv.order(x.Order)
	if err != nil {
		return plan.Expr{}, err
	}
	over, err := frame(x.Frame)
	if err != nil {
		return plan.Expr{}, err
	}
	for _, e := range by {
		over.PartitionClause = append(over.PartitionClause, e.Node())
	}
	over.OrderClause = plan.SortNodes(order)
	f := plan.Call(x.Func, args...).Node().GetFuncCall()
	f.AggStar, f.Over = x.Func == "count" && len(args) == 0, over
	if x.If != nil {
		cond, err := lv.pred(x.If)
		if err != nil {
			return plan.Expr{}, err
		}
		f.AggFilter = cond.Node()
	}
	return plan.FromNode(&pg.Node{Node: &pg.Node_FuncCall{FuncCall: f}}), nil
}

// defaultFrame are the options of a window that says nothing of its frame: range between unbounded preceding and
// current row.
const defaultFrame = 1058

// frame returns a window with nothing but its frame.
func frame(text string) (*pg.WindowDef, error) {
	if text == "" {
		return &pg.WindowDef{FrameOptions: defaultFrame}, nil
	}
	e, err := plan.Fragment("count(*) OVER (ORDER BY 1 " + text + ")")
	if err != nil {
		return nil, fmt.Errorf("%w: frame %q", ErrMeaning, text)
	}
	over := e.Node().GetFuncCall().GetOver()
	return &pg.WindowDef{FrameOptions: over.GetFrameOptions(), StartOffset: over.GetStartOffset(), EndOffset: over.GetEndOffset()}, nil
}
