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
	switch x := v.(type) {
	case *Attr:
		if x.Row.List != nil {
			return "the element"
		}
		if p.several && x.Row.Table != "" {
			return words(x.Column) + " of " + words(x.Row.Table)
		}
		return words(x.Column)
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
	case *Hole:
		return "(which " + x.Kind + "?)"
	}
	return "a value"
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
	case "round", "lower", "upper", "trim", "btrim":
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
	text := word + " rows"
	switch {
	case len(x.Of) > 0 && x.Distinct:
		text = word + " different " + p.value(x.Of[0])
	case len(x.Of) > 0:
		text = word + " " + p.value(x.Of[0])
	case len(x.By) > 0:
		text = word + " " + p.value(x.By[0].Value)
	}
	if x.If != nil {
		text += " where " + p.pred(x.If)
	}
	if x.Over == nil {
		return text
	}
	if len(x.Of) == 0 && x.If == nil {
		return word + " " + p.set(x.Over)
	}
	return text + " over " + p.set(x.Over)
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
