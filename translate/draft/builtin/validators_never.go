package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/schema"
)

// Conditions that no row meets, whatever is stored.

// neverSo: without that to which each row has a key, and without itself.
func neverSo(c *checked, not *algebra.Not) bool {
	set, conds := without(not)
	if set == nil {
		return false
	}
	rows, ok := set.(*algebra.Rows)
	return ok && !slices.ContainsFunc(conds, func(p algebra.Pred) bool {
		switch x := p.(type) {
		case *algebra.Via:
			return !c.always(x)
		case *algebra.Compare:
			return !itself(x, rows.Row)
		}
		return true
	})
}

// without returns the rows that there are none of, and what is said of them, each by itself; nil: it is another
// negation.
func without(not *algebra.Not) (algebra.Set, []algebra.Pred) {
	some, ok := not.Pred.(*algebra.Some)
	if !ok {
		return nil, nil
	}
	where, ok := some.Of.(*algebra.Where)
	if !ok {
		return nil, nil
	}
	return where.Of, flat(where.If)
}

// flat returns the conditions of a conjunction.
func flat(p algebra.Pred) (all []algebra.Pred) {
	and, ok := p.(*algebra.And)
	if !ok {
		return []algebra.Pred{p}
	}
	if !slices.ContainsFunc(and.All, func(one algebra.Pred) bool { _, inner := one.(*algebra.And); return inner }) {
		return and.All
	}
	for _, one := range and.All {
		all = append(all, flat(one)...)
	}
	return all
}

// withAndWithout: photos of a lens, or with photos that have some lens, and without photos that have any.
func withAndWithout(c *checked, x *algebra.Where) bool {
	all := flat(x.If)
	for _, p := range all {
		not, ok := p.(*algebra.Not)
		if !ok {
			continue
		}
		set, conds := without(not)
		if set == nil || slices.ContainsFunc(conds, func(p algebra.Pred) bool { _, via := p.(*algebra.Via); return !via }) {
			continue
		}
		none := tables(set)
		if len(none) == 0 {
			continue
		}
		if beside := tables(x.Of); len(beside) > 1 && slices.Equal(beside[1:], none) || slices.ContainsFunc(all, func(p algebra.Pred) bool {
			some, ok := p.(*algebra.Some)
			if !ok {
				return false
			}
			where, ok := some.Of.(*algebra.Where)
			return ok && slices.Equal(tables(where.Of), none)
		}) {
			return true
		}
	}
	return false
}

// tables returns the relations of joined rows, in order; nil: it is another set.
func tables(s algebra.Set) []string {
	switch x := s.(type) {
	case *algebra.Rows:
		return []string{x.Row.Schema + "." + x.Row.Table}
	case *algebra.Join:
		left, right := tables(x.Left), tables(x.Right)
		if _, via := x.On.(*algebra.Via); via && x.Keep == algebra.KeepNone && left != nil && right != nil {
			return append(left, right...)
		}
	}
	return nil
}

// always reports whether there is a row at the end of a way from each row: over declared keys that are never empty.
func (c *checked) always(v *algebra.Via) bool {
	at := v.From
	for _, s := range v.Path {
		t := c.model.Snapshot.Table(at.Schema, at.Table)
		if t == nil || !slices.ContainsFunc(t.ForeignKeys, func(k schema.ForeignKey) bool {
			return !k.Inferred && slices.Equal(k.Columns, s.Columns) && k.RefTable == s.Row.Table
		}) || slices.ContainsFunc(s.Columns, func(name string) bool {
			col := t.Column(name)
			return col == nil || !col.NotNull && !col.Profile.Filled()
		}) {
			return false
		}
		at = s.Row
	}
	return len(v.Path) > 0
}

// itself reports whether a condition of a row is that it has the value of one outside that is of the same relation
// and column.
func itself(x *algebra.Compare, row *algebra.Row) bool {
	left, ok := x.Left.(*algebra.Attr)
	right, ok2 := x.Right.(*algebra.Attr)
	return ok && ok2 && x.Op == algebra.Eq && left.Column == right.Column && left.Row != right.Row &&
		(left.Row == row || right.Row == row) &&
		left.Row.Schema == right.Row.Schema && left.Row.Table == right.Row.Table
}
