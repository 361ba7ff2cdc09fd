package algebra

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Key returns a text that two trees share if they are the same but for their row variables.
func Key(s Set) string { return written(s, numbered) }

// exactKey returns a text that two values share if they are the same, of the same rows.
func exactKey(v Value) string { return written(v, exact) }

// roughKey returns a text for sorting, in which the rows of a relation are all alike.
func roughKey(part any) string { return written(part, rough) }

// naming is how row variables are told apart.
type naming int

const (
	numbered naming = iota // in the order in which they are met
	exact                  // each is itself, but for those that have a number already
	rough                  // by their relations alone
)

func written(part any, by naming) string {
	k := newWriter(by)
	defer k.free()
	k.text(part)
	return string(k.out)
}

// writer writes into one buffer: keys are made by the hundred for each question.
type writer struct {
	by   naming
	rows map[*Row]int // their numbers
	out  []byte
}

var writers = sync.Pool{New: func() any { return &writer{rows: map[*Row]int{}} }}

func newWriter(by naming) *writer {
	k := writers.Get().(*writer)
	k.by = by
	return k
}

// free gives a writer back for other keys.
func (k *writer) free() {
	clear(k.rows)
	k.out = k.out[:0]
	writers.Put(k)
}

func (k *writer) word(s string) { k.out = append(k.out, s...) }

func (k *writer) row(w *Row) {
	if w == nil {
		k.word("nobody")
		return
	}
	n, known := k.rows[w]
	if k.by == exact && !known {
		k.out = fmt.Appendf(k.out, "%p", w)
		return
	}
	k.word(w.Schema)
	k.word(".")
	k.word(w.Table)
	if k.by == rough {
		return
	}
	if !known {
		n = len(k.rows) + 1
		k.rows[w] = n
	}
	k.word("#")
	k.out = strconv.AppendInt(k.out, int64(n), 10)
}

// text writes any part: its kind, then its parts in order.
func (k *writer) text(part any) {
	switch x := part.(type) {
	case nil:
		k.word("-")
	case string:
		k.word(x)
	case bool:
		k.out = strconv.AppendBool(k.out, x)
	case int:
		k.out = strconv.AppendInt(k.out, int64(x), 10)
	case *Row:
		k.row(x)
	case *Rows:
		switch {
		case x.Row.Of != nil:
			k.of("each", x.Row, x.Row.Of)
		case x.Row.List != nil:
			k.of("element", x.Row, x.Row.List)
		default:
			k.of("rows", x.Row)
		}
	case *Join:
		k.of("join", int(x.Keep), x.Left, x.Right, orNil(x.On))
	case *Where:
		k.of("where", x.Of, x.If)
	case *Group:
		k.of("group", x.Of, x.By)
	case *Extreme:
		k.of("extreme", x.N, x.Skip, x.Ties, x.Of, x.By, x.Within)
	case *Show:
		k.of("show", x.Distinct, x.Of, x.Columns)
	case *Combine:
		k.of(string(x.Op), x.All, x.Left, x.Right)
	case []Value:
		list(k, x)
	case []Pred:
		list(k, x)
	case []Order:
		list(k, x)
	case []Column:
		list(k, x)
	case Order:
		k.of("by", x.Value, x.Desc, x.Nulls)
	case Column:
		k.of(strconv.Quote(x.Name), x.Value)
	case Value:
		k.value(x)
	case Pred:
		k.pred(x)
	default:
		k.out = fmt.Append(k.out, part)
	}
}

func list[T any](k *writer, parts []T) {
	k.word("[")
	for i, p := range parts {
		if i > 0 {
			k.word(" ")
		}
		k.text(p)
	}
	k.word("]")
}

func (k *writer) of(kind string, parts ...any) {
	k.word("(")
	k.word(kind)
	for _, p := range parts {
		k.word(" ")
		k.text(p)
	}
	k.word(")")
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

func (k *writer) value(v Value) {
	switch x := v.(type) {
	case *Attr:
		k.row(x.Row)
		k.word(".")
		k.out = strconv.AppendQuote(k.out, x.Column)
	case *Const:
		k.word(string(x.Kind))
		k.out = strconv.AppendQuote(k.out, x.Text)
	case *Arith:
		k.of(x.Op, orNothing(x.Left), x.Right)
	case *Call:
		k.of(x.Name, x.Args)
	case *Part:
		k.of("part", x.Unit, x.Of)
	case *Trunc:
		k.of("trunc", x.Unit, x.Of)
	case *As:
		k.of("as", x.Type, x.Of)
	case *Choice:
		parts := []any{}
		for _, c := range x.Cases {
			parts = append(parts, c.If, c.Then)
		}
		k.of("choice", append(parts, orNothing(x.Else))...)
	case *Measure:
		var over any
		if x.Over != nil {
			over = x.Over
		}
		k.of(x.Func, x.Distinct, over, x.Of, orNil(x.If), x.By)
	case *Ratio:
		k.of("ratio", x.Percent, x.Part, x.Whole)
	case *Span:
		k.of("span", x.Unit, x.From, x.To)
	case *Window:
		k.of("window", x.Func, x.Args, orNil(x.If), x.By, x.Order, x.Frame)
	case *The:
		k.of("the", x.Of)
	case *Truth:
		k.of("truth", x.If)
	case *Nth:
		k.of("nth", x.N)
	default:
		k.word("-")
	}
}

func (k *writer) pred(p Pred) {
	switch x := p.(type) {
	case *And:
		k.of("and", x.All)
	case *Or:
		k.of("or", x.Any)
	case *Not:
		k.of("not", x.Pred)
	case *Compare:
		k.of(string(x.Op), x.Left, x.Right)
	case *OneOf:
		k.of("one of", x.Value, x.List)
	case *Member:
		k.of("member", x.Of, x.Values)
	case *Than:
		k.of("than", string(x.Op), x.All, x.Left, x.Of)
	case *Some:
		k.of("some", x.Of)
	case *Null:
		k.of("null", x.Value)
	case *Holds:
		k.of("holds", x.Value)
	case *Period:
		k.of("period", x.Of, orNothing(x.From), orNothing(x.To))
	case *AsOf:
		k.of("as of", x.From, x.To, x.At, orNothing(x.Until), orNothing(x.Open), x.Inclusive)
	case *Via:
		parts := []any{x.From, x.To, strings.Join(x.Words, " ")}
		for _, s := range x.Path {
			parts = append(parts, strings.Join(s.Columns, ","), s.Row, strings.Join(s.To, ","))
		}
		k.of("via", parts...)
	default:
		k.word("-")
	}
}

// Same reports whether two values are the same, of the same rows.
func Same(a, b Value) bool {
	switch x := a.(type) {
	case *Attr:
		y, ok := b.(*Attr)
		return ok && *x == *y
	case *Const:
		y, ok := b.(*Const)
		return ok && *x == *y
	}
	return exactKey(a) == exactKey(b)
}
