package algebra

import (
	"cmp"
	"slices"
	"strconv"
)

// Normal returns a tree that equal readings share, and that has the same rows:
//
//   - conditions of nested Wheres are one And, without nesting or repeats, in a fixed order; the same for Or
//   - Not stands before what it cannot be pushed into: a comparison is turned round, "neither" is two nots
//   - comparisons have the constant on the right, and the smaller side first
//   - one of several values of the same attribute is a OneOf, and one of a single value is an equality
//   - a year, or a month of one, of a date is a Period; so are two bounds that enclose it, the upper one excluded
//   - a path of one step is an equality, and a Member of a set is a Some
//   - joins without rows that stay are in a fixed order, and their conditions are those of a Where
//   - an order that nothing sees is gone
func Normal(s Set) Set {
	r := &rewriter{set: normalSet, value: normalValue, pred: normalPred}
	return r.ofSet(s)
}

func normalSet(s Set) Set {
	switch x := s.(type) {
	case *Where:
		return normalWhere(x)
	case *Join:
		return normalJoin(x)
	case *Group:
		return &Group{unordered(x.Of), x.By}
	case *Extreme:
		return normalExtreme(x)
	case *Show:
		if x.Distinct {
			return &Show{unordered(x.Of), x.Columns, true}
		}
	}
	return s
}

// unordered returns a set without an order that does not cut it.
func unordered(s Set) Set {
	if x, ok := s.(*Extreme); ok && x.N == 0 && x.Skip == 0 {
		return unordered(x.Of)
	}
	return s
}

func normalExtreme(x *Extreme) Set {
	if x.N == 0 && x.Skip == 0 && len(x.By) == 0 {
		return x.Of
	}
	if inner, ok := x.Of.(*Extreme); ok && inner.N == 0 && inner.Skip == 0 && len(x.By) > 0 {
		again := *x
		again.Of = inner.Of
		return &again
	}
	return x
}

// normalWhere puts conditions together, below an order and beside those of joined rows.
func normalWhere(x *Where) Set {
	all := conjuncts(x.If)
	of := x.Of
	for {
		inner, ok := of.(*Where)
		if !ok {
			break
		}
		all = append(all, conjuncts(inner.If)...)
		of = inner.Of
	}
	if order, ok := of.(*Extreme); ok && order.N == 0 && order.Skip == 0 {
		return normalExtreme(&Extreme{Of: normalWhere(&Where{order.Of, &And{all}}), By: order.By})
	}
	if len(all) == 0 {
		return of
	}
	return &Where{of, conjunction(all)}
}

func conjuncts(p Pred) []Pred {
	if and, ok := p.(*And); ok {
		return slices.Clone(and.All)
	}
	if p == nil {
		return nil
	}
	return []Pred{p}
}

// conjunction returns conditions as one, with two bounds of a date as the period between them.
func conjunction(all []Pred) Pred {
	for i, p := range all {
		if m, ok := p.(*Member); ok {
			all[i] = related(m)
		}
	}
	p := normalPred(&And{all})
	and, ok := p.(*And)
	if !ok {
		return p
	}
	var rest []Pred
	from := map[string]*Period{}
	for _, one := range and.All {
		half, ok := one.(*Period)
		if !ok || half.From != nil && half.To != nil {
			rest = append(rest, one)
			continue
		}
		k := exactKey(half.Of)
		other := from[k]
		switch {
		case other == nil:
			from[k] = half
		case other.From == nil && half.From != nil:
			rest = append(rest, &Period{half.Of, half.From, other.To})
			delete(from, k)
		case other.To == nil && half.To != nil:
			rest = append(rest, &Period{half.Of, other.From, half.To})
			delete(from, k)
		default:
			rest = append(rest, half)
		}
	}
	for _, half := range from {
		rest = append(rest, half)
	}
	return sortedPreds(rest, func(list []Pred) Pred { return &And{list} })
}

// normalJoin brings rows that are all paired into a fixed order, with their conditions around them.
func normalJoin(x *Join) Set {
	if x.Keep == KeepRight {
		return normalJoin(&Join{x.Right, x.Left, turned(x.On), KeepLeft})
	}
	if x.Keep != KeepNone {
		return x
	}
	parts, conds := paired(x)
	if slices.ContainsFunc(parts, func(s Set) bool { return refersLeft(s) }) {
		return x // the order matters
	}
	parts = byKey(parts)
	set := parts[0]
	for _, p := range parts[1:] {
		set = &Join{Left: set, Right: p}
	}
	if len(conds) == 0 {
		return set
	}
	return &Where{set, conjunction(conds)}
}

// turned returns a path from its other end; other conditions have none.
func turned(p Pred) Pred {
	v, ok := p.(*Via)
	if !ok || len(v.Path) != 1 {
		return p
	}
	return &Via{From: v.To, To: v.From, Words: v.Words, Path: []Step{{v.Path[0].To, v.From, v.Path[0].Columns}}}
}

// paired returns the sets that a join pairs, and all conditions on them.
func paired(s Set) ([]Set, []Pred) {
	switch x := s.(type) {
	case *Join:
		if x.Keep == KeepNone {
			left, a := paired(x.Left)
			right, b := paired(x.Right)
			conds := append(a, b...)
			for _, p := range conjuncts(x.On) {
				conds = append(conds, conjuncts(normalPred(p))...)
			}
			return append(left, right...), conds
		}
	case *Where:
		switch x.Of.(type) {
		case *Rows, *Join:
			parts, conds := paired(x.Of)
			return parts, append(conds, conjuncts(x.If)...)
		}
	}
	return []Set{s}, nil
}

func refersLeft(s Set) bool {
	rows, ok := s.(*Rows)
	return ok && rows.Row.List != nil
}

// opposites are what comparisons are when they do not hold, where both sides are something.
var opposites = map[CompareOp]CompareOp{Eq: Ne, Ne: Eq, Lt: Ge, Ge: Lt, Gt: Le, Le: Gt}

// mirrors are comparisons with their sides exchanged.
var mirrors = map[CompareOp]CompareOp{Eq: Eq, Ne: Ne, Lt: Gt, Gt: Lt, Le: Ge, Ge: Le, Differs: Differs}

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

// byKey returns parts in the order of their rough keys, each of which is made once.
func byKey[T any](parts []T) []T {
	type keyed struct {
		key  string
		part T
	}
	all := make([]keyed, len(parts))
	for i, p := range parts {
		all[i] = keyed{roughKey(p), p}
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
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
	all = byKey(all)
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(p Pred) bool {
		k := exactKey(&Truth{p})
		again := seen[k]
		seen[k] = true
		return again
	})
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
	return roughKey(left) > roughKey(right)
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

// related reads "is one of those that a set shows" as a relation to the set. In a condition of rows, where not knowing counts as no, that is the
// same; below a Not it is not.
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
		if x.Left != nil && (x.Op == "+" || x.Op == "*") && roughKey(x.Left) > roughKey(x.Right) {
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
