package algebra

// Walk calls visit for every part of a tree, outermost first: each Set, Value and Pred. A part for which visit returns false is not
// entered. The rows that a *Rows ranges over are entered where they stand.
func Walk(part any, visit func(part any) bool) {
	if part == nil || !visit(part) {
		return
	}
	w := func(parts ...any) {
		for _, p := range parts {
			Walk(p, visit)
		}
	}
	switch x := part.(type) {
	case *Rows:
		if x.Row.Of != nil {
			w(x.Row.Of)
		}
		walkValue(x.Row.List, w)
	case *Join:
		w(x.Left, x.Right)
		walkPred(x.On, w)
	case *Where:
		w(x.Of, x.If)
	case *Group:
		w(x.Of)
		walkValues(x.By, w)
	case *Extreme:
		w(x.Of)
		walkOrder(x.By, w)
		walkValues(x.Within, w)
	case *Show:
		if x.Of != nil {
			w(x.Of)
		}
		for _, c := range x.Columns {
			w(c.Value)
		}
	case *Combine:
		w(x.Left, x.Right)
	case Pred:
		walkInPred(x, w)
	case Value:
		walkInValue(x, w)
	}
}

func walkPred(p Pred, w func(...any)) {
	if p != nil {
		w(p)
	}
}

func walkValue(v Value, w func(...any)) {
	if v != nil {
		w(v)
	}
}

func walkValues(list []Value, w func(...any)) {
	for _, v := range list {
		w(v)
	}
}

func walkOrder(list []Order, w func(...any)) {
	for _, o := range list {
		w(o.Value)
	}
}

func walkInPred(p Pred, w func(...any)) {
	switch x := p.(type) {
	case *And:
		for _, one := range x.All {
			w(one)
		}
	case *Or:
		for _, one := range x.Any {
			w(one)
		}
	case *Not:
		w(x.Pred)
	case *Compare:
		w(x.Left, x.Right)
	case *OneOf:
		w(x.Value)
		walkValues(x.List, w)
	case *Member:
		walkValues(x.Values, w)
		w(x.Of)
	case *Than:
		w(x.Left, x.Of)
	case *Some:
		w(x.Of)
	case *Null:
		w(x.Value)
	case *Holds:
		w(x.Value)
	case *Period:
		w(x.Of)
		walkValue(x.From, w)
		walkValue(x.To, w)
	case *AsOf:
		for _, v := range []Value{x.From, x.To, x.At, x.Open} {
			walkValue(v, w)
		}
	}
}

func walkInValue(v Value, w func(...any)) {
	switch x := v.(type) {
	case *Arith:
		walkValue(x.Left, w)
		w(x.Right)
	case *Call:
		walkValues(x.Args, w)
	case *Part:
		w(x.Of)
	case *Trunc:
		w(x.Of)
	case *As:
		w(x.Of)
	case *Choice:
		for _, c := range x.Cases {
			w(c.If, c.Then)
		}
		walkValue(x.Else, w)
	case *Measure:
		walkValues(x.Of, w)
		walkPred(x.If, w)
		walkOrder(x.By, w)
		if x.Over != nil {
			w(x.Over)
		}
	case *Ratio:
		w(x.Part, x.Whole)
	case *Span:
		w(x.From, x.To)
	case *Window:
		walkValues(x.Args, w)
		walkPred(x.If, w)
		walkValues(x.By, w)
		walkOrder(x.Order, w)
	case *The:
		w(x.Of)
	case *Truth:
		w(x.If)
	}
}
