package algebra

// Walk calls visit for every part of a tree, outermost first: each Set, Value and Pred. A part for which visit
// returns false is not entered. The rows that a *Rows ranges over are entered where they stand.
func Walk(part any, visit func(part any) bool) {
	if part == nil || !visit(part) {
		return
	}
	switch x := part.(type) {
	case *Rows:
		Walk(x.Row.Of, visit)
		Walk(x.Row.List, visit)
	case *Join:
		Walk(x.Left, visit)
		Walk(x.Right, visit)
		Walk(x.On, visit)
	case *Where:
		Walk(x.Of, visit)
		Walk(x.If, visit)
	case *Group:
		Walk(x.Of, visit)
		walkValues(x.By, visit)
	case *Extreme:
		Walk(x.Of, visit)
		walkOrder(x.By, visit)
		walkValues(x.Within, visit)
	case *Show:
		Walk(x.Of, visit)
		for _, c := range x.Columns {
			Walk(c.Value, visit)
		}
	case *Combine:
		Walk(x.Left, visit)
		Walk(x.Right, visit)
	case Pred:
		walkInPred(x, visit)
	case Value:
		walkInValue(x, visit)
	}
}

func walkValues(list []Value, visit func(part any) bool) {
	for _, v := range list {
		Walk(v, visit)
	}
}

func walkOrder(list []Order, visit func(part any) bool) {
	for _, o := range list {
		Walk(o.Value, visit)
	}
}

func walkInPred(p Pred, visit func(part any) bool) {
	switch x := p.(type) {
	case *And:
		for _, one := range x.All {
			Walk(one, visit)
		}
	case *Or:
		for _, one := range x.Any {
			Walk(one, visit)
		}
	case *Not:
		Walk(x.Pred, visit)
	case *Compare:
		Walk(x.Left, visit)
		Walk(x.Right, visit)
	case *OneOf:
		Walk(x.Value, visit)
		walkValues(x.List, visit)
	case *Member:
		walkValues(x.Values, visit)
		Walk(x.Of, visit)
	case *Than:
		Walk(x.Left, visit)
		Walk(x.Of, visit)
	case *Some:
		Walk(x.Of, visit)
	case *Null:
		Walk(x.Value, visit)
	case *Holds:
		Walk(x.Value, visit)
	case *Period:
		Walk(x.Of, visit)
		Walk(x.From, visit)
		Walk(x.To, visit)
	case *AsOf:
		for _, v := range []Value{x.From, x.To, x.At, x.Until, x.Open} {
			Walk(v, visit)
		}
	}
}

func walkInValue(v Value, visit func(part any) bool) {
	switch x := v.(type) {
	case *Arith:
		Walk(x.Left, visit)
		Walk(x.Right, visit)
	case *Call:
		walkValues(x.Args, visit)
	case *Part:
		Walk(x.Of, visit)
	case *Trunc:
		Walk(x.Of, visit)
	case *As:
		Walk(x.Of, visit)
	case *Choice:
		for _, c := range x.Cases {
			Walk(c.If, visit)
			Walk(c.Then, visit)
		}
		Walk(x.Else, visit)
	case *Measure:
		walkValues(x.Of, visit)
		Walk(x.If, visit)
		walkOrder(x.By, visit)
		Walk(x.Over, visit)
	case *Ratio:
		Walk(x.Part, visit)
		Walk(x.Whole, visit)
	case *Span:
		Walk(x.From, visit)
		Walk(x.To, visit)
	case *Window:
		walkValues(x.Args, visit)
		Walk(x.If, visit)
		walkValues(x.By, visit)
		walkOrder(x.Order, visit)
	case *The:
		Walk(x.Of, visit)
	case *Truth:
		Walk(x.If, visit)
	}
}
