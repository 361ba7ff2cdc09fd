package algebra

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
)

func normalPred(p Pred) Pred {
	switch x := p.(type) {
	case *And:
		return flat(x.All, func(p Pred) []Pred {
			if and, ok := p.(*And); ok {
				return and.All
			}
			return nil
		}, func(list []Pred) Pred { return &And{list} })
	case *Or:
		return normalOr(x)
	case *Not:
		return normalNot(x)
	case *Compare:
		return normalCompare(x)
	case *OneOf:
		return normalOneOf(x)
	case *Some:
		return &Some{existing(x.Of)}
	case *Via:
		return normalVia(x)
	}
	return p
}

// flat puts the parts of nested conditions of one kind on one level, each once.
func flat(list []Pred, parts func(Pred) []Pred, join func([]Pred) Pred) Pred {
	var all []Pred
	for _, p := range list {
		if inner := parts(p); inner != nil {
			all = append(all, inner...)
		} else {
			all = append(all, p)
		}
	}
	return sortedPreds(all, join)
}

// keyed is a part with its rough key.
type keyed[T any] struct {
	key  string
	part T
}

// keysOf returns parts with their rough keys, each of which is made once, in the order of these.
func keysOf[T any](parts []T) []keyed[T] {
	k := newWriter(rough)
	defer k.free()
	all, ends := make([]keyed[T], len(parts)), make([]int, len(parts))
	for i, p := range parts {
		k.text(p)
		ends[i] = len(k.out)
	}
	text, from := string(k.out), 0
	for i, p := range parts {
		all[i] = keyed[T]{text[from:ends[i]], p}
		from = ends[i]
	}
	slices.SortStableFunc(all, func(a, b keyed[T]) int { return cmp.Compare(a.key, b.key) })
	return all
}

// byKey returns parts in the order of their rough keys.
func byKey[T any](parts []T) []T {
	if len(parts) == 1 {
		return parts
	}
	all := keysOf(parts)
	out := make([]T, len(parts))
	for i, one := range all {
		out[i] = one.part
	}
	return out
}

func sortedPreds(all []Pred, join func([]Pred) Pred) Pred {
	if len(all) == 1 {
		return all[0]
	}
	rough := keysOf(all)
	all = nil
	for i, one := range rough {
		again := false
		for k := i - 1; k >= 0 && !again && rough[k].key == one.key; k-- { // what is the same is roughly the same
			again = Same(&Truth{rough[k].part}, &Truth{one.part})
		}
		if !again {
			all = append(all, one.part)
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return join(all)
}

// normalOr makes equalities of one attribute a list.
func normalOr(x *Or) Pred {
	lists := map[string]*OneOf{}
	var all []Pred
	for _, p := range x.Any {
		of, values := listed(p)
		if of == nil {
			all = append(all, p)
			continue
		}
		k := exactKey(of)
		if lists[k] == nil {
			lists[k] = &OneOf{Value: of}
			all = append(all, lists[k])
		}
		lists[k].List = append(lists[k].List, values...)
	}
	for i, p := range all {
		all[i] = normalPred(p)
	}
	return flat(all, func(p Pred) []Pred {
		if or, ok := p.(*Or); ok {
			return or.Any
		}
		return nil
	}, func(list []Pred) Pred { return &Or{list} })
}

// listed returns what a condition allows a value to be; nil when it is about something else.
func listed(p Pred) (Value, []Value) {
	switch x := p.(type) {
	case *OneOf:
		return x.Value, x.List
	case *Compare:
		if _, said := x.Right.(*Const); said && x.Op == Eq {
			return x.Left, []Value{x.Right}
		}
	}
	return nil, nil
}

func normalOneOf(x *OneOf) Pred {
	list := slices.Clone(x.List)
	slices.SortStableFunc(list, func(a, b Value) int { return cmp.Compare(exactKey(a), exactKey(b)) })
	list = slices.CompactFunc(list, Same)
	if len(list) == 1 {
		return normalCompare(&Compare{Eq, x.Value, list[0]})
	}
	return &OneOf{x.Value, list}
}

func normalNot(x *Not) Pred {
	switch p := x.Pred.(type) {
	case *Not:
		return p.Pred
	case *Compare:
		if op, ok := opposites[p.Op]; ok {
			return normalCompare(&Compare{op, p.Left, p.Right})
		}
	case *And:
		return normalOr(&Or{negations(p.All)})
	case *Or:
		return normalPred(&And{negations(p.Any)})
	case *Period: // outside of it
		return normalOr(&Or{negations(halves(p))})
	}
	return x
}

func halves(p *Period) []Pred {
	var ends []Pred
	if p.From != nil {
		ends = append(ends, &Compare{Ge, p.Of, p.From})
	}
	if p.To != nil {
		ends = append(ends, &Compare{Lt, p.Of, p.To})
	}
	return ends
}

func negations(list []Pred) []Pred {
	all := make([]Pred, len(list))
	for i, p := range list {
		if c, ok := p.(*Compare); ok && opposites[c.Op] != "" { // as it stands: a bound alone is no period yet
			all[i] = &Compare{opposites[c.Op], c.Left, c.Right}
			continue
		}
		all[i] = normalNot(&Not{p})
	}
	return all
}

func normalCompare(x *Compare) Pred {
	left, right, op := x.Left, x.Right, x.Op
	if mirror, ok := mirrors[op]; ok && swapped(left, right) {
		left, right, op = right, left, mirror
	}
	if p := inYear(op, left, right); p != nil {
		return p
	}
	if isMoment(right) {
		switch op {
		case Ge:
			return &Period{Of: left, From: untyped(right)}
		case Lt:
			return &Period{Of: left, To: untyped(right)}
		}
	}
	return &Compare{op, left, right}
}

// swapped reports whether a comparison reads better the other way round.
func swapped(left, right Value) bool {
	if a, b := isSaid(left), isSaid(right); a != b {
		return a
	}
	return later(left, right)
}

// later reports whether a value stands behind another in the order of their rough keys.
func later(a, b Value) bool {
	k, o := newWriter(rough), newWriter(rough)
	defer k.free()
	defer o.free()
	k.text(a)
	o.text(b)
	return bytes.Compare(k.out, o.out) > 0
}

// isSaid reports whether a value is a constant, perhaps with its type.
func isSaid(v Value) bool {
	if x, ok := v.(*As); ok {
		v = x.Of
	}
	_, said := v.(*Const)
	return said
}

// isMoment reports whether a value is a date or a time that was said.
func isMoment(v Value) bool {
	switch x := v.(type) {
	case *As:
		_, said := x.Of.(*Const)
		return said && (x.Type == "date" || x.Type == "timestamp" || x.Type == "timestamptz")
	case *Const:
		return x.Kind == Text && len(x.Text) >= 10 && x.Text[4] == '-' && x.Text[7] == '-' && x.Text[0] >= '0' && x.Text[0] <= '9'
	}
	return false
}

// inYear reads "the year of a date is 2020" as the period that it is.
func inYear(op CompareOp, left, right Value) Pred {
	part, ok := left.(*Part)
	year, said := right.(*Const)
	if !ok || !said || part.Unit != "year" || op != Eq || year.Kind != Number {
		return nil
	}
	n, err := strconv.Atoi(year.Text)
	if err != nil || n < 1000 || n > 9998 {
		return nil
	}
	return &Period{part.Of, dateOf(n), dateOf(n + 1)}
}

func dateOf(year int) Value {
	return &Const{Text, strconv.Itoa(year) + "-01-01"}
}

// untyped returns a moment as it was said: the date that it is compared with gives it its type.
func untyped(v Value) Value {
	if x, ok := v.(*As); ok {
		return x.Of
	}
	return v
}

// existing returns a set of which only matters whether it has rows: what is shown of them does not, nor their order.
func existing(s Set) Set {
	for {
		switch x := s.(type) {
		case *Show:
			if x.Of == nil {
				return s
			}
			s = x.Of
		case *Extreme:
			if x.Skip > 0 {
				return s
			}
			s = x.Of
		default:
			return s
		}
	}
}

// normalVia reads a path of one step as the equalities that it is.
func normalVia(x *Via) Pred {
	if len(x.Path) != 1 {
		return x
	}
	s := x.Path[0]
	var all []Pred
	for i := range s.Columns {
		all = append(all, normalCompare(&Compare{Eq, &Attr{x.From, s.Columns[i]}, &Attr{s.Row, s.To[i]}}))
	}
	return normalPred(&And{all})
}

// related reads "is one of those that a set shows" as a relation to the set. In a condition of rows, where not
// knowing counts as no, that is the same; below a Not it is not.
func related(m *Member) Pred {
	show, ok := m.Of.(*Show)
	if !ok || len(show.Columns) != len(m.Values) {
		return m
	}
	switch unordered(show.Of).(type) {
	case *Rows, *Join, *Where:
	default:
		return m
	}
	set := unordered(show.Of)
	var all []Pred
	if where, ok := set.(*Where); ok {
		if _, groups := where.Of.(*Group); groups {
			return m
		}
		set, all = where.Of, conjuncts(where.If)
	}
	for i, c := range show.Columns {
		if _, plain := c.Value.(*Attr); !plain {
			return m
		}
		all = append(all, normalCompare(&Compare{Eq, m.Values[i], c.Value}))
	}
	return &Some{normalWhere(&Where{set, &And{all}})}
}

func normalValue(v Value) Value {
	switch x := v.(type) {
	case *Measure:
		if x.Over != nil {
			again := *x
			again.Over = unordered(x.Over)
			return &again
		}
	case *Arith:
		if x.Left != nil && (x.Op == "+" || x.Op == "*") && later(x.Left, x.Right) {
			return &Arith{x.Op, x.Right, x.Left}
		}
	case *As:
		if inner, ok := x.Of.(*As); ok && inner.Type == x.Type {
			return inner
		}
	}
	return v
}

// dateOfNext returns the first day of the year after that of a date.
func dateOfNext(date string) string {
	n, err := strconv.Atoi(date[:4])
	if err != nil {
		return ""
	}
	return strconv.Itoa(n+1) + "-01-01"
}
