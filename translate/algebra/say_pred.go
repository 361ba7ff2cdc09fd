package algebra

import "strings"

func (p *speaker) preds(list []Pred, word string) string {
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = p.pred(one)
		if or, ok := one.(*Or); ok && len(or.Any) > 1 && word == "and" {
			texts[i] = "(" + texts[i] + ")"
		}
	}
	return strings.Join(texts, " "+word+" ")
}

func (p *speaker) pred(c Pred) string {
	if p.depth++; p.depth > maxSaid {
		return "…"
	}
	defer func() { p.depth-- }()
	switch x := c.(type) {
	case *And:
		return p.preds(x.All, "and")
	case *Or:
		return p.preds(x.Any, "or")
	case *Not:
		return p.not(x)
	case *Compare:
		return p.value(x.Left) + " " + comparison(x) + " " + p.value(x.Right)
	case *OneOf:
		return p.value(x.Value) + " is " + p.values(x.List, "or")
	case *Member:
		return p.values(x.Values, "and") + " is among " + p.set(x.Of)
	case *Than:
		every := "any of "
		if x.All {
			every = "all of "
		}
		return p.value(x.Left) + " " + comparison(&Compare{Op: x.Op}) + " " + every + p.set(x.Of)
	case *Some:
		return "there are " + p.set(x.Of)
	case *Null:
		return p.value(x.Value) + " is not known"
	case *Holds:
		return p.value(x.Value)
	case *Period:
		return p.period(x)
	case *AsOf:
		return p.value(x.From) + " to " + p.value(x.To) + " includes " + p.value(x.At)
	case *Via:
		if len(x.Words) > 0 {
			return strings.Join(x.Words, " ") + " " + p.each(x.To)
		}
		return p.each(x.From) + " belong to " + p.each(x.To)
	case *Hole:
		return "(which " + x.Kind + "?)"
	}
	return "a condition"
}

func (p *speaker) not(x *Not) string {
	switch of := x.Pred.(type) {
	case *Some:
		return "there are no " + p.set(of.Of)
	case *Null:
		return p.value(of.Value) + " is known"
	case *OneOf:
		return p.value(of.Value) + " is neither " + p.values(of.List, "nor")
	case *Member:
		return p.values(of.Values, "and") + " is not among " + p.set(of.Of)
	}
	return "it is not so that " + p.pred(x.Pred)
}

var comparisons = map[CompareOp]string{Eq: "is", Ne: "is not", Lt: "is less than", Le: "is at most", Gt: "is more than", Ge: "is at least",
	Differs: "differs from", Like: "is like", ILike: "is like", Match: "matches", IMatch: "matches", Holding: "holds"}

func comparison(x *Compare) string {
	if x.Right != nil && isMoment(x.Right) {
		if word, ok := map[CompareOp]string{Lt: "is before", Le: "is not after", Gt: "is after", Ge: "is not before"}[x.Op]; ok {
			return word
		}
	}
	return comparisons[x.Op]
}

// period says a whole year or a span; its end is the first moment after it.
func (p *speaker) period(x *Period) string {
	of := p.value(x.Of)
	if said := fromToday(x.From, x.To); said != "" {
		return of + " is " + said
	}
	switch {
	case x.From == nil:
		return of + " is before " + p.value(x.To)
	case x.To == nil:
		return of + " is not before " + p.value(x.From)
	}
	from, a := x.From.(*Const)
	to, b := x.To.(*Const)
	if a && b && len(from.Text) == 10 && from.Text[4:] == "-01-01" && dateOfNext(from.Text) == to.Text {
		return of + " is in " + from.Text[:4]
	}
	return of + " is from " + p.value(x.From) + " until before " + p.value(x.To)
}
