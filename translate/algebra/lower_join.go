package algebra

import (
	"github.com/pgask/pgask/translate/plan"
)

var joinKinds = map[Keep]plan.JoinKind{KeepNone: plan.Inner, KeepLeft: plan.Left, KeepRight: plan.Right, KeepBoth: plan.Full}

func (l *lowering) join(x *Join, outer *level) (*level, error) {
	left, err := l.set(x.Left, outer)
	if err == nil {
		left, err = l.upTo(left, reading)
	}
	if err != nil {
		return nil, err
	}
	if rows, ok := x.Right.(*Rows); ok && rows.Row.List != nil && x.Keep == KeepNone {
		lv, err := l.elements(rows.Row, left)
		if err != nil {
			return nil, err
		}
		lv.plan.Where, err = lv.conditions(x.On)
		return lv, err
	}
	right, err := l.set(x.Right, outer)
	if err == nil && (right.stage != reading || right.plan.From == nil || x.Keep != KeepNone && len(right.plan.Joins) > 0) {
		right, err = l.sealed(right)
	}
	if err != nil {
		return nil, err
	}
	// A side whose rows all stay must be restricted before it is joined.
	if len(left.plan.Where) > 0 && (x.Keep == KeepRight || x.Keep == KeepBoth) || left.plan.From == nil {
		if left, err = l.sealed(left); err != nil {
			return nil, err
		}
	}
	if len(right.plan.Where) > 0 && x.Keep == KeepBoth {
		if right, err = l.sealed(right); err != nil {
			return nil, err
		}
	}
	return l.paired(x, left, right)
}

// paired adds what the right level reads to the left one.
func (l *lowering) paired(x *Join, left, right *level) (*level, error) {
	if via, ok := x.On.(*Via); ok {
		if err := l.between(via, left, joinKinds[x.Keep]); err != nil {
			return nil, err
		}
	}
	for w, alias := range right.rows {
		left.rows[w] = alias
	}
	left.inner = append(left.inner, right.inner...)
	for w, e := range right.lists {
		if left.lists == nil {
			left.lists = map[*Row]plan.Expr{}
		}
		left.lists[w] = e
	}
	on, err := left.conditions(x.On)
	if err != nil {
		return nil, err
	}
	join := plan.Join{Kind: joinKinds[x.Keep], Source: *right.plan.From, On: on}
	if x.Keep == KeepLeft {
		join.On = append(join.On, right.plan.Where...)
		right.plan.Where = nil
	}
	if len(right.plan.Joins) > 0 { // inner: its conditions may be about any of its relations
		left.plan.Where = append(left.plan.Where, join.On...)
		join.On = nil
	}
	if len(join.On) == 0 {
		join.Kind = plan.Cross
		if x.Keep != KeepNone {
			join.Kind, join.On = joinKinds[x.Keep], []plan.Expr{plan.Bool(true)}
		}
	}
	left.plan.Joins = append(append(left.plan.Joins, join), right.plan.Joins...)
	left.plan.Where = append(left.plan.Where, right.plan.Where...)
	return left, nil
}

// between joins the relations that a path leads over.
func (l *lowering) between(v *Via, lv *level, kind plan.JoinKind) error {
	from := v.From
	for i := 0; i+1 < len(v.Path); i++ {
		s := v.Path[i]
		src, err := l.source(s.Row)
		if err != nil {
			return err
		}
		lv.rows[s.Row] = src.Alias
		on, err := lv.step(from, s)
		if err != nil {
			return err
		}
		lv.plan.Joins = append(lv.plan.Joins, plan.Join{Kind: kind, Source: *src, On: on})
		from = s.Row
	}
	return nil
}

// conditions returns what must hold for two rows to be joined; of a path the last step, since the others are joined
// already.
func (lv *level) conditions(p Pred) ([]plan.Expr, error) {
	switch x := p.(type) {
	case nil:
		return nil, nil
	case *And:
		var all []plan.Expr
		for _, one := range x.All {
			part, err := lv.conditions(one)
			if err != nil {
				return nil, err
			}
			all = append(all, part...)
		}
		return all, nil
	case *Via:
		if n := len(x.Path); n > 1 {
			return lv.step(x.Path[n-2].Row, x.Path[n-1])
		}
	}
	one, err := lv.pred(p)
	return []plan.Expr{one}, err
}

// step returns that the columns of a row equal those of the next.
func (lv *level) step(from *Row, s Step) ([]plan.Expr, error) {
	var all []plan.Expr
	for i := range s.Columns {
		left, err := lv.attr(from, s.Columns[i])
		if err != nil {
			return nil, err
		}
		right, err := lv.attr(s.Row, s.To[i])
		if err != nil {
			return nil, err
		}
		all = append(all, plan.Op("=", left, right))
	}
	return all, nil
}
