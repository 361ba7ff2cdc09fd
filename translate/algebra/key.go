package algebra

import (
	"fmt"
	"strconv"
	"strings"
)

// Key returns a text that two trees share if they are the same but for their row variables.
func Key(s Set) string { return (&writer{rows: map[*Row]string{}}).text(s) }

// exactKey returns a text that two values share if they are the same, of the same rows.
func exactKey(v Value) string {
	return (&writer{rows: map[*Row]string{}, name: func(w *Row) string { return fmt.Sprintf("%p", w) }}).text(v)
}

// roughKey returns a text for sorting, in which the rows of a relation are all alike.
func roughKey(part any) string {
	return (&writer{rows: map[*Row]string{}, name: func(w *Row) string { return w.Schema + "." + w.Table }}).text(part)
}

type writer struct {
	rows map[*Row]string
	name func(*Row) string // nil: numbers, in the order in which they are met
}

func (k *writer) row(w *Row) string {
	if w == nil {
		return "nobody"
	}
	if name, known := k.rows[w]; known {
		return name
	}
	if k.name != nil {
		k.rows[w] = k.name(w)
	} else {
		k.rows[w] = w.Schema + "." + w.Table + "#" + strconv.Itoa(len(k.rows)+1)
	}
	return k.rows[w]
}

// text writes any part: its kind, then its parts in order.
func (k *writer) text(part any) string {
	switch x := part.(type) {
	case nil:
		return "-"
	case *Rows:
		if x.Row.Of != nil {
			return k.of("each", k.row(x.Row), x.Row.Of)
		}
		if x.Row.List != nil {
			return k.of("element", k.row(x.Row), x.Row.List)
		}
		return k.of("rows", k.row(x.Row))
	case *Join:
		return k.of("join", int(x.Keep), x.Left, x.Right, orNil(x.On))
	case *Where:
		return k.of("where", x.Of, x.If)
	case *Group:
		return k.of("group", x.Of, x.By)
	case *Extreme:
		return k.of("extreme", x.N, x.Skip, x.Ties, x.Of, x.By, x.Within)
	case *Show:
		return k.of("show", x.Distinct, x.Of, x.Columns)
	case *Combine:
		return k.of(string(x.Op), x.All, x.Left, x.Right)
	case []Value:
		return list(k, x)
	case []Pred:
		return list(k, x)
	case []Order:
		return list(k, x)
	case []Column:
		return list(k, x)
	case Order:
		return k.of("by", x.Value, x.Desc, x.Nulls)
	case Column:
		return k.of(strconv.Quote(x.Name), x.Value)
	case Value:
		return k.value(x)
	case Pred:
		return k.pred(x)
	}
	return fmt.Sprint(part)
}

func list[T any](k *writer, parts []T) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = k.text(p)
	}
	return "[" + strings.Join(texts, " ") + "]"
}

func (k *writer) of(kind string, parts ...any) string {
	texts := []string{kind}
	for _, p := range parts {
		texts = append(texts, k.text(p))
	}
	return "(" + strings.Join(texts, " ") + ")"
}

func orNil(p Pred) any {
	if p == nil {
		return nil
	}
	return p
}

func orNothing(v Value) any {
	if v == nil {
		return nil
	}
	return v
}

func (k *writer) value(v Value) string {
	switch x := v.(type) {
	case *Attr:
		return k.row(x.Row) + "." + strconv.Quote(x.Column)
	case *Const:
		return string(x.Kind) + strconv.Quote(x.Text)
	case *Arith:
		return k.of(x.Op, orNothing(x.Left), x.Right)
	case *Call:
		return k.of(x.Name, x.Args)
	case *Part:
		return k.of("part", x.Unit, x.Of)
	case *Trunc:
		return k.of("trunc", x.Unit, x.Of)
	case *As:
		return k.of("as", x.Type, x.Of)
	case *Choice:
		parts := []any{}
		for _, c := range x.Cases {
			parts = append(parts, c.If, c.Then)
		}
		return k.of("choice", append(parts, orNothing(x.Else))...)
	case *Measure:
		over := "-"
		if x.Over != nil {
			over = k.text(x.Over)
		}
		return k.of(x.Func, x.Distinct, over, x.Of, orNil(x.If), x.By)
	case *Ratio:
		return k.of("ratio", x.Percent, x.Part, x.Whole)
	case *Span:
		return k.of("span", x.Unit, x.From, x.To)
	case *Window:
		return k.of("window", x.Func, x.Args, orNil(x.If), x.By, x.Order, x.Frame)
	case *The:
		return k.of("the", x.Of)
	case *Truth:
		return k.of("truth", x.If)
	case *Nth:
		return k.of("nth", x.N)
	case *Hole:
		return k.of("hole", x.Kind, orNothing(x.Of))
	}
	return "-"
}

func (k *writer) pred(p Pred) string {
	switch x := p.(type) {
	case *And:
		return k.of("and", x.All)
	case *Or:
		return k.of("or", x.Any)
	case *Not:
		return k.of("not", x.Pred)
	case *Compare:
		return k.of(string(x.Op), x.Left, x.Right)
	case *OneOf:
		return k.of("one of", x.Value, x.List)
	case *Member:
		return k.of("member", x.Of, x.Values)
	case *Than:
		return k.of("than", string(x.Op), x.All, x.Left, x.Of)
	case *Some:
		return k.of("some", x.Of)
	case *Null:
		return k.of("null", x.Value)
	case *Holds:
		return k.of("holds", x.Value)
	case *Period:
		return k.of("period", x.Of, orNothing(x.From), orNothing(x.To))
	case *AsOf:
		return k.of("as of", x.From, x.To, x.At, orNothing(x.Open), x.Inclusive)
	case *Via:
		parts := []any{k.row(x.From), k.row(x.To), strings.Join(x.Words, " ")}
		for _, s := range x.Path {
			parts = append(parts, strings.Join(s.Columns, ","), k.row(s.Row), strings.Join(s.To, ","))
		}
		return k.of("via", parts...)
	}
	return "-"
}

// Same reports whether two values are the same, of the same rows.
func Same(a, b Value) bool { return exactKey(a) == exactKey(b) }
