package algebra

import (
	"strings"
	"time"
)

func (p *speaker) preds(list []Pred, word string) string {
	var texts []string
	for _, one := range list {
		if _, via := one.(*Via); via {
			continue // that rows belong together goes without saying
		}
		said := p.pred(one)
		if or, ok := one.(*Or); ok && len(or.Any) > 1 && word == "and" && len(list) > 1 {
			said = "(" + said + ")"
		}
		texts = append(texts, said)
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
		return p.compared(x)
	case *OneOf:
		return p.value(x.Value) + " is " + p.values(x.List, "or")
	case *Member:
		return p.member(x, "is one of ")
	case *Than:
		every := "any of "
		if x.All {
			every = "all of "
		}
		return p.value(x.Left) + " " + comparison(&Compare{Op: x.Op}) + " " + every + p.set(x.Of)
	case *Some:
		return "there are " + p.belonging(x.Of)
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
			return strings.Join(x.Words, " ") + " " + p.called(x.To)
		}
		return p.called(x.To) + " belongs to " + p.called(x.From)
	case *Hole:
		return "(which " + x.Kind + "?)"
	}
	return "a condition"
}

func (p *speaker) not(x *Not) string {
	switch of := x.Pred.(type) {
	case *Some:
		return "there are no " + p.belonging(of.Of)
	case *Null:
		return p.value(of.Value) + " is known"
	case *OneOf:
		return p.value(of.Value) + " is neither " + p.values(of.List, "nor")
	case *Member:
		return p.member(of, "is none of ")
	case *Compare:
		if of.Op == Eq {
			return p.compared(&Compare{Op: Ne, Left: of.Left, Right: of.Right})
		}
	case *Holds:
		return "not " + p.value(of.Value)
	}
	return "it is not so that " + p.pred(x.Pred)
}

// member says that a row is among others.
func (p *speaker) member(x *Member, word string) string {
	c := takeApart(x.Of)
	if a, ok := x.Values[0].(*Attr); ok && len(x.Values) == 1 && c.show != nil && len(c.show.Columns) == 1 && c.group == nil {
		if b, ok := c.show.Columns[0].Value.(*Attr); ok && b.Row.Table == a.Row.Table && b.Column == a.Column {
			c.show = nil // a row that is one of some rows
			return p.called(a.Row) + " " + word + p.clause(c)
		}
	}
	return p.values(x.Values, "and") + " " + word + p.set(x.Of)
}

// compared says a comparison; a pattern is said by what is looked for.
func (p *speaker) compared(x *Compare) string {
	left := p.value(x.Left)
	if c, ok := x.Right.(*Const); ok && (x.Op == Like || x.Op == ILike) {
		bare, from := strings.CutSuffix(c.Text, "%")
		bare, to := strings.CutPrefix(bare, "%")
		if !strings.ContainsAny(strings.NewReplacer(`\%`, "", `\_`, "").Replace(bare), "%_") && (from || to) {
			how := map[[2]bool]string{{true, true}: "contains", {true, false}: "begins with", {false, true}: "ends with"}[[2]bool{from, to}]
			return left + " " + how + " '" + strings.NewReplacer(`\%`, "%", `\_`, "_").Replace(bare) + "'"
		}
	}
	if r, ok := strings.CutPrefix(left, "the number of "); ok && x.Right != nil {
		if m, is := x.Left.(*Measure); is && m.Func == "count" && len(m.Of) == 0 && m.Over != nil {
			if word := howMany[x.Op]; word != "" {
				return "there are " + word + p.value(x.Right) + " " + strings.TrimPrefix(r, "their ")
			}
		}
	}
	if x.Right != nil && isMoment(x.Right) {
		return left + " " + comparison(x) + " " + strings.Trim(p.value(x.Right), "'")
	}
	return left + " " + comparison(x) + " " + p.value(x.Right)
}

// howMany are comparisons as they are said of how many there are.
var howMany = map[CompareOp]string{Eq: "exactly ", Lt: "fewer than ", Le: "at most ", Gt: "more than ", Ge: "at least "}

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

// moment says a day; the first of a year is that year.
func (p *speaker) moment(v Value) string {
	c, ok := v.(*Const)
	if !ok || !isMoment(v) {
		return p.value(v)
	}
	if year, first := strings.CutSuffix(c.Text, "-01-01"); first {
		return year
	}
	return c.Text
}

// period says a whole year or a span; its end is the first moment after it.
func (p *speaker) period(x *Period) string {
	of := p.value(x.Of)
	if said := fromToday(x.From, x.To); said != "" {
		return of + " is " + said
	}
	switch {
	case x.From == nil:
		return of + " is before " + p.moment(x.To)
	case x.To == nil:
		return of + " is " + p.moment(x.From) + " or later"
	}
	from, a := x.From.(*Const)
	to, b := x.To.(*Const)
	if a && b && len(from.Text) == 10 && from.Text[4:] == "-01-01" && dateOfNext(from.Text) == to.Text {
		return of + " is in " + from.Text[:4]
	}
	if a && b && len(from.Text) == 10 && len(to.Text) == 10 {
		if said := span(from.Text, to.Text); said != "" {
			return of + " is " + said
		}
	}
	return of + " is from " + p.value(x.From) + " until before " + p.value(x.To)
}

// span says a month, or the first and the last day of a period that ends before the second.
func span(from, to string) string {
	a, err := time.Parse(time.DateOnly, from)
	b, err2 := time.Parse(time.DateOnly, to)
	switch {
	case err != nil || err2 != nil || !a.Before(b):
		return ""
	case a.Day() == 1 && a.AddDate(0, 1, 0).Equal(b):
		return "in " + a.Format("January 2006")
	case a.AddDate(0, 0, 1).Equal(b):
		return "on " + from
	}
	return "from " + from + " to " + b.AddDate(0, 0, -1).Format(time.DateOnly)
}
