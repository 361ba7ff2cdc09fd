package algebra

// rewriter copies a tree. Each hook may replace a part whose own parts have been copied already; nil keeps them.
type rewriter struct {
	row   func(*Row) *Row
	set   func(Set) Set
	value func(Value) Value
	pred  func(Pred) Pred
	rows  map[*Row]*Row
	sets  map[Set]Set // those over which rows range, since several may
}

// Copy returns a tree with row variables of its own for all that it ranges over, so that it can stand beside the
// original. Rows that it only refers to stay the same.
func Copy(s Set) Set {
	own := map[*Row]bool{}
	Walk(s, func(part any) bool {
		switch x := part.(type) {
		case *Rows:
			own[x.Row] = true
		case *Via:
			for i := range x.Path[:max(0, len(x.Path)-1)] {
				own[x.Path[i].Row] = true
			}
		}
		return true
	})
	r := &rewriter{row: func(w *Row) *Row {
		if !own[w] {
			return w
		}
		c := *w
		return &c
	}}
	return r.ofSet(s)
}

func (r *rewriter) ofRow(w *Row) *Row {
	if w == nil {
		return nil
	}
	if c, done := r.rows[w]; done {
		return c
	}
	c := w
	if r.row != nil {
		c = r.row(w)
	}
	if w.Of != nil || w.List != nil {
		if c == w {
			again := *w
			c = &again
		}
		if w.Of != nil {
			c.Of = r.ofShared(w.Of)
		}
		c.List = r.ofValue(w.List)
	}
	if r.rows == nil {
		r.rows = map[*Row]*Row{}
	}
	r.rows[w] = c
	return c
}

// ofShared copies a set over which rows range once, however many do.
func (r *rewriter) ofShared(s Set) Set {
	if r.sets == nil {
		r.sets = map[Set]Set{}
	}
	if r.sets[s] == nil {
		r.sets[s] = r.ofSet(s)
	}
	return r.sets[s]
}

func (r *rewriter) ofSet(s Set) Set {
	switch x := s.(type) {
	case *Rows:
		s = &Rows{r.ofRow(x.Row)}
	case *Join:
		left, right := r.ofSet(x.Left), r.ofSet(x.Right)
		s = &Join{left, right, r.ofPred(x.On), x.Keep}
	case *Where:
		of := r.ofSet(x.Of)
		s = &Where{of, r.ofPred(x.If)}
	case *Group:
		of := r.ofSet(x.Of)
		s = &Group{of, r.ofValues(x.By)}
	case *Extreme:
		of := r.ofSet(x.Of)
		s = &Extreme{of, r.ofOrder(x.By), x.N, x.Skip, r.ofValues(x.Within), x.Ties}
	case *Show:
		c := &Show{Distinct: x.Distinct}
		if x.Of != nil {
			c.Of = r.ofSet(x.Of)
		}
		for _, one := range x.Columns {
			c.Columns = append(c.Columns, Column{r.ofValue(one.Value), one.Name})
		}
		s = c
	case *Combine:
		s = &Combine{x.Op, x.All, r.ofSet(x.Left), r.ofSet(x.Right)}
	}
	if r.set != nil {
		return r.set(s)
	}
	return s
}

func (r *rewriter) ofValues(list []Value) []Value {
	var c []Value
	for _, v := range list {
		c = append(c, r.ofValue(v))
	}
	return c
}

func (r *rewriter) ofOrder(list []Order) []Order {
	var c []Order
	for _, o := range list {
		c = append(c, Order{r.ofValue(o.Value), o.Desc, o.Nulls})
	}
	return c
}

func (r *rewriter) ofValue(v Value) Value {
	if v == nil {
		return nil
	}
	v = r.insideValue(v)
	if r.value != nil {
		return r.value(v)
	}
	return v
}

func (r *rewriter) insideValue(v Value) Value {
	switch x := v.(type) {
	case *Attr:
		return &Attr{r.ofRow(x.Row), x.Column}
	case *Arith:
		return &Arith{x.Op, r.ofValue(x.Left), r.ofValue(x.Right)}
	case *Call:
		return &Call{x.Name, r.ofValues(x.Args)}
	case *Part:
		return &Part{x.Unit, r.ofValue(x.Of)}
	case *Trunc:
		return &Trunc{x.Unit, r.ofValue(x.Of)}
	case *As:
		return &As{x.Type, r.ofValue(x.Of)}
	case *Choice:
		c := &Choice{}
		for _, one := range x.Cases {
			c.Cases = append(c.Cases, Case{r.ofPred(one.If), r.ofValue(one.Then)})
		}
		c.Else = r.ofValue(x.Else)
		return c
	case *Measure:
		c := &Measure{Func: x.Func, Distinct: x.Distinct}
		if x.Over != nil {
			c.Over = r.ofSet(x.Over)
		}
		c.Of, c.If, c.By = r.ofValues(x.Of), r.ofPred(x.If), r.ofOrder(x.By)
		return c
	case *Ratio:
		return &Ratio{r.ofValue(x.Part), r.ofValue(x.Whole), x.Percent}
	case *Span:
		return &Span{x.Unit, r.ofValue(x.From), r.ofValue(x.To), x.Days}
	case *Window:
		return &Window{x.Func, r.ofValues(x.Args), r.ofPred(x.If), r.ofValues(x.By), r.ofOrder(x.Order), x.Frame}
	case *The:
		return &The{r.ofSet(x.Of)}
	case *Truth:
		return &Truth{r.ofPred(x.If)}
	}
	return v
}

func (r *rewriter) ofPreds(list []Pred) []Pred {
	c := make([]Pred, len(list))
	for i, p := range list {
		c[i] = r.ofPred(p)
	}
	return c
}

func (r *rewriter) ofPred(p Pred) Pred {
	if p == nil {
		return nil
	}
	p = r.insidePred(p)
	if r.pred != nil {
		return r.pred(p)
	}
	return p
}

func (r *rewriter) insidePred(p Pred) Pred {
	switch x := p.(type) {
	case *And:
		return &And{r.ofPreds(x.All)}
	case *Or:
		return &Or{r.ofPreds(x.Any)}
	case *Not:
		return &Not{r.ofPred(x.Pred)}
	case *Compare:
		return &Compare{x.Op, r.ofValue(x.Left), r.ofValue(x.Right)}
	case *OneOf:
		return &OneOf{r.ofValue(x.Value), r.ofValues(x.List)}
	case *Member:
		return &Member{r.ofValues(x.Values), r.ofSet(x.Of)}
	case *Than:
		return &Than{x.Op, r.ofValue(x.Left), r.ofSet(x.Of), x.All}
	case *Some:
		return &Some{r.ofSet(x.Of)}
	case *Null:
		return &Null{r.ofValue(x.Value)}
	case *Holds:
		return &Holds{r.ofValue(x.Value)}
	case *Period:
		return &Period{r.ofValue(x.Of), r.ofValue(x.From), r.ofValue(x.To)}
	case *AsOf:
		return &AsOf{r.ofValue(x.From), r.ofValue(x.To), r.ofValue(x.At), r.ofValue(x.Until), r.ofValue(x.Open), x.Inclusive}
	case *Via:
		c := &Via{From: r.ofRow(x.From), To: r.ofRow(x.To), Words: x.Words}
		for _, s := range x.Path {
			c.Path = append(c.Path, Step{s.Columns, r.ofRow(s.Row), s.To})
		}
		return c
	}
	return p
}

// OnRows returns a value about other rows.
func OnRows(v Value, to func(*Row) *Row) Value { return (&rewriter{row: to}).ofValue(v) }

// OnRowsIf returns a condition about other rows.
func OnRowsIf(p Pred, to func(*Row) *Row) Pred { return (&rewriter{row: to}).ofPred(p) }
