package algebra

import (
	"slices"
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
