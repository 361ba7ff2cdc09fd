package algebra

import (
	"strings"
	"time"
)

func (p *speaker) preds(list []Pred, word string) string {
	var texts []string
	for _, one := range list {
		if p.belongs(one) {
			continue
		}
		said := p.pred(one)
		or, either := one.(*Or)
		and, both := one.(*And)
		if len(list) > 1 && (either && len(or.Any) > 1 && word == "and" || both && len(and.All) > 1 && word == "or") {
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
	if said := p.definedIf(c); said != "" {
		return said
	}
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
		if _, now := today(x.At); now {
			return "it is valid now"
		}
		if x.Until != nil {
			return "it is valid " + strings.TrimPrefix(p.period(&Period{x.From, x.At, x.Until}), p.value(x.From)+" is ")
		}
		return "it is valid on " + p.value(x.At)
	case *Via:
		if len(x.Words) > 0 {
			return strings.Join(x.Words, " ") + " " + p.called(x.To)
		}
		return p.called(x.To) + " belongs to " + p.called(x.From)
	}
	return "a condition"
}

// definedIf says a condition that somebody defined, or that it does not hold; "": nobody did.
func (p *speaker) definedIf(c Pred) string {
	if len(p.defined) == 0 {
		return ""
	}
	if name := p.defined[roughKey(c)]; name != "" {
		return "“" + name + "” holds"
	}
	if not, ok := c.(*Not); ok {
		if name := p.defined[roughKey(not.Pred)]; name != "" {
			return "“" + name + "” does not hold"
		}
	}
	return ""
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

// belongs reports whether a condition says that rows belong together, by a path or by a key of rows outside, which
// goes without saying.
func (p *speaker) belongs(c Pred) bool {
	if _, via := c.(*Via); via {
		return true
	}
	x, ok := c.(*Compare)
	if !ok || x.Op != Eq {
		return false
	}
	a, left := x.Left.(*Attr)
	b, right := x.Right.(*Attr)
	if left && right && a.Column == b.Column && a.Row.Table == b.Row.Table && a.Row.Schema == b.Row.Schema && words(a.Column) != "id" {
		return false // others of the same kind
	}
	return left && right && p.outer(a.Row) != p.outer(b.Row) && (isKey(a.Column) || isKey(b.Column))
}

// isKey reports whether a column is called like a key.
func isKey(column string) bool {
	said := words(column)
	return said == "id" || strings.HasSuffix(said, " id")
}

// spanned returns conditions in which those that are the two ends of a period are that period.
func spanned(list []Pred) []Pred {
	var out []Pred
	for i := 0; i < len(list); i++ {
		if p := sinceToday(list[i]); p != nil && (i+1 == len(list) || periodOf(list[i], list[i+1]) == nil) {
			out = append(out, p)
			continue
		}
		if i+1 < len(list) {
			if p := periodOf(list[i], list[i+1]); p != nil {
				out = append(out, p)
				i++
				continue
			}
		}
		out = append(out, list[i])
	}
	return out
}

// sinceToday returns the period that one comparison bounds, if it has a name: since last month; nil: it has none.
func sinceToday(c Pred) *Period {
	x, ok := c.(*Compare)
	switch {
	case !ok || x.Right == nil:
	case x.Op == Ge && fromToday(x.Right, nil) != "":
		return &Period{Of: x.Left, From: x.Right}
	case x.Op == Lt && fromToday(nil, x.Right) != "":
		return &Period{Of: x.Left, To: x.Right}
	}
	return nil
}

// periodOf returns the period that begins with one comparison and ends with another; nil: they are none.
func periodOf(begin, end Pred) *Period {
	from, ok := begin.(*Compare)
	to, ok2 := end.(*Compare)
	if !ok || !ok2 || from.Op != Ge || to.Op != Lt || from.Right == nil || to.Right == nil || !Same(from.Left, to.Left) {
		return nil
	}
	p := &Period{Of: from.Left, From: untyped(from.Right), To: untyped(to.Right)}
	if isMoment(from.Right) && isMoment(to.Right) || fromToday(p.From, p.To) != "" {
		return p
	}
	return nil
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
