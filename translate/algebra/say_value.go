package algebra

import (
	"strings"
)

func (p *speaker) values(list []Value, last string) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = p.value(v)
	}
	return enumerate(texts, last)
}

func (p *speaker) value(v Value) string {
	if p.depth++; p.depth > maxSaid {
		return "…"
	}
	defer func() { p.depth-- }()
	if len(p.defined) > 0 {
		if name := p.defined[roughKey(v)]; name != "" {
			return "the " + name
		}
	}
	switch x := v.(type) {
	case *Attr:
		if x.Row.List != nil {
			return p.element(x.Row.List)
		}
		return p.attr(x)
	case *Const:
		return constantText(x)
	case *Nth:
		return "what is shown"
	case *Arith:
		if x.Left == nil {
			return x.Op + p.value(x.Right)
		}
		return p.value(x.Left) + " " + arithmetic(x.Op) + " " + p.value(x.Right)
	case *Call:
		return p.function(x)
	case *Part:
		if x.Unit == "dow" || x.Unit == "isodow" {
			return "the weekday of " + p.value(x.Of)
		}
		return "the " + x.Unit + " of " + p.value(x.Of)
	case *Trunc:
		return x.Unit + " of " + p.value(x.Of)
	case *As:
		return p.value(x.Of)
	case *Choice:
		return p.choice(x)
	case *Measure:
		return p.measure(x)
	case *Ratio:
		if w, ok := x.Whole.(*Window); ok && len(w.Args) == 1 && Same(w.Args[0], x.Part) {
			if x.Percent {
				return "percentage of " + p.value(x.Part)
			}
			return "share of " + p.value(x.Part)
		}
		if m, ok := x.Part.(*Measure); ok && m.If != nil {
			if Same(x.Whole, whole(*m)) {
				return map[bool]string{false: "share", true: "percentage"}[x.Percent] + " (" + p.pred(m.If) + ")"
			}
		}
		if unit := periods(x.Whole); unit != "" {
			return p.value(x.Part) + " per " + unit
		}
		how := " as a share of "
		if x.Percent {
			how = " as a percentage of "
		}
		return p.value(x.Part) + how + p.value(x.Whole)
	case *Span:
		return x.Unit + "s from " + p.value(x.From) + " to " + p.value(x.To)
	case *Window:
		return p.window(x)
	case *The:
		return "(" + p.set(x.Of) + ")"
	case *Truth:
		return "whether " + p.pred(x.If)
	}
	return "a value"
}

// whole returns a figure of all rows.
func whole(m Measure) *Measure {
	m.If = nil
	return &m
}

func constantText(c *Const) string {
	switch c.Kind {
	case Text:
		return "'" + c.Text + "'"
	case Nothing:
		return "nothing"
	}
	return c.Text
}

func arithmetic(op string) string {
	if name, ok := map[string]string{"*": "times", "/": "divided by", "+": "plus", "-": "minus", "||": "followed by", "%": "modulo", "->": "at", "->>": "at"}[op]; ok {
		return name
	}
	return op
}

func (p *speaker) function(x *Call) string {
	switch x.Name {
	case "coalesce":
		return p.values(x.Args[:1], "")
	case "now", "current_timestamp":
		return "now"
	case "current_date":
		return "today"
	case "round", "lower", "upper", "trim", "btrim", "nullif", "to_date", "to_timestamp":
		return p.value(x.Args[0])
	case "length", "char_length":
		return "the length of " + p.value(x.Args[0])
	case "age":
		return "the time since " + p.value(x.Args[len(x.Args)-1])
	}
	return words(x.Name) + "(" + p.values(x.Args, "and") + ")"
}

func (p *speaker) choice(x *Choice) string {
	var cases []string
	for _, c := range x.Cases {
		cases = append(cases, p.value(c.Then)+" if "+p.pred(c.If))
	}
	if x.Else != nil {
		cases = append(cases, "else "+p.value(x.Else))
	}
	return "(" + strings.Join(cases, ", ") + ")"
}

// figures are the aggregates that have a word of their own.
var figures = map[string]string{"sum": "the sum of", "avg": "the average", "min": "the lowest", "max": "the highest", "string_agg": "the list of",
	"array_agg": "the list of", "percentile_cont": "the percentile of", "mode": "the commonest", "count": "the number of"}

func (p *speaker) measure(x *Measure) string {
	word, known := figures[x.Func]
	if !known {
		word = "the " + words(x.Func) + " of"
	}
	text := strings.TrimSuffix(word, " of")
	if x.Func == "min" || x.Func == "max" {
		if len(x.Of) == 1 {
			word = "the " + strings.TrimSpace(ends(x.Of[0])[x.Func == "max"])
		}
	}
	switch {
	case half(x):
		text = "the median of " + strings.TrimPrefix(p.value(x.By[0].Value), "the ")
	case counted(x) != nil:
		text = word + " different " + p.table(counted(x))
	case len(x.Of) > 0 && x.Distinct:
		text = word + " different " + p.value(x.Of[0])
	case len(x.Of) > 0:
		text = word + " " + strings.TrimPrefix(p.value(x.Of[0]), "the ")
	case len(x.By) > 0:
		text = word + " " + p.value(x.By[0].Value)
	}
	if x.If != nil {
		text += " where " + p.pred(x.If)
	}
	if x.Over == nil {
		return text
	}
	c := takeApart(x.Over)
	p.scopes = append(p.scopes, scopeOf(c.from))
	if len(x.Of) > 0 { // what is measured is theirs
		inner := *x
		inner.Over = nil
		text = p.measure(&inner)
	}
	p.scopes = p.scopes[:len(p.scopes)-1]
	return text + " of " + p.set(x.Over)
}

// half reports whether a figure is a median.
func half(m *Measure) bool {
	if m.Func != "percentile_cont" || len(m.Of) != 1 || len(m.By) != 1 {
		return false
	}
	c, ok := m.Of[0].(*Const)
	return ok && c.Text == "0.5"
}

// attr says an attribute: of the rows that a set is about alone, of others with whose it is.
func (p *speaker) attr(x *Attr) string {
	column := p.column(x.Row, x.Column)
	if n := len(p.scopes); x.Row.Table == "" || n == 0 || p.scopes[n-1].base == x.Row {
		return column
	}
	whose := p.called(x.Row)
	if n := len(p.scopes); n > 1 && p.outer(x.Row) && p.scopes[n-1].base != nil && p.scopes[n-1].base.Table == x.Row.Table {
		whose = "its own" // of two rows of one relation
		return whose + " " + column
	}
	return whose + "'s " + column
}

func (p *speaker) window(x *Window) string {
	text := words(x.Func)
	if len(x.Args) > 0 {
		text = p.measure(&Measure{Func: x.Func, Of: x.Args[:1], If: x.If})
	}
	if len(x.By) > 0 {
		text += " within each " + p.values(x.By, "and")
	}
	for i, o := range x.Order {
		text += map[bool]string{true: " by ", false: ", then "}[i == 0] + p.value(o.Value)
		if o.Desc {
			text += " (descending)"
		}
	}
	return text
}

// periods returns the period that a value counts, where it counts different ones: month; "": none.
func periods(v Value) string {
	m, ok := v.(*Measure)
	if !ok || m.Func != "count" || !m.Distinct || len(m.Of) != 1 {
		return ""
	}
	switch of := m.Of[0].(type) {
	case *Trunc:
		return of.Unit
	case *Part:
		if of.Unit == "year" {
			return of.Unit
		}
	}
	return ""
}

// element says one element of a list: of a column by its name, as people call it.
func (p *speaker) element(list Value) string {
	if call, ok := list.(*Call); ok && len(call.Args) > 0 {
		if a, ok := call.Args[0].(*Attr); ok && a.Row.List == nil {
			return p.attr(a)
		}
	}
	return "the element"
}
