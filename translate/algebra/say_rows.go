package algebra

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/wordform"
)

// scope is the rows that one set ranges over.
type scope struct {
	base *Row
	from map[*Row]*Via // how the other rows are reached
}

// scopeOf returns the rows of a set: the first is what it is about.
func scopeOf(from Set) *scope {
	sc := &scope{from: map[*Row]*Via{}}
	var add func(Set)
	add = func(s Set) {
		switch x := s.(type) {
		case *Rows:
			if sc.base == nil {
				sc.base = x.Row
			}
		case *Join:
			add(x.Left)
			add(x.Right)
			if v, ok := x.On.(*Via); ok {
				sc.from[v.To] = v
			}
		}
	}
	add(from)
	return sc
}

// rows says what a clause is about, without what holds for it.
func (p *speaker) rows(c *clause) string {
	switch w := p.scopes[len(p.scopes)-1].base; {
	case w == nil && c.from != nil:
		if _, flat := c.from.(*Rows); !flat {
			return "(" + p.set(c.from) + ")"
		}
		return "rows"
	case w == nil:
		return "rows"
	case w.List != nil:
		return "the elements of " + p.value(w.List)
	case w.Of != nil:
		return "(" + p.set(w.Of) + ")"
	default:
		if v := p.correlated(c); v != nil {
			return "their " + p.own(w, v)
		}
		return p.table(w)
	}
}

// own names the rows of a relation as belonging to others: the addresses of customers, of customer_addresses.
func (p *speaker) own(w *Row, v *Via) string {
	outer := wordform.Singular(p.table(v.From))
	if rest, ok := strings.CutPrefix(p.table(w), outer+" "); ok {
		return rest
	}
	return p.table(w)
}

// correlated returns by what the rows of a clause belong to those of a clause outside; nil: they are all there are.
func (p *speaker) correlated(c *clause) *Via {
	for _, cond := range c.conds {
		if v, ok := cond.(*Via); ok && p.outer(v.From) {
			return v
		}
	}
	return nil
}

// outer reports whether a row is that of a set around the innermost one.
func (p *speaker) outer(w *Row) bool {
	return slices.ContainsFunc(p.scopes[:len(p.scopes)-1], func(sc *scope) bool {
		_, joined := sc.from[w]
		return sc.base == w || joined
	})
}

// untold returns the rows that are joined and that nothing else speaks of.
func (p *speaker) untold(c *clause) []*Row {
	told := map[*Row]bool{}
	sc := p.scopes[len(p.scopes)-1]
	tell := func(part any) bool {
		if a, ok := part.(*Attr); ok {
			for w := a.Row; w != nil && !told[w]; {
				told[w] = true
				if v := sc.from[w]; v != nil {
					w = v.From
				}
			}
		}
		return true
	}
	for _, cond := range append(slices.Clip(c.conds), c.having...) {
		Walk(cond, tell)
	}
	if c.show != nil {
		for _, col := range c.show.Columns {
			Walk(col.Value, tell)
		}
	}
	if c.group != nil {
		for _, v := range c.group.By {
			Walk(v, tell)
		}
	}
	for _, x := range c.extremes {
		for _, o := range x.By {
			Walk(o.Value, tell)
		}
	}
	var all []*Row
	for w := range sc.from {
		leads := false // to another that is told, or that says it
		for _, v := range sc.from {
			leads = leads || v.From == w
		}
		if !told[w] && !leads && w.Table != "" {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(a, b *Row) int { return strings.Compare(p.called(a), p.called(b)) })
	return all
}

// possessed says the row that a key leads to, or rows that belong here.
func (p *speaker) possessed(w *Row) string {
	sc := p.scopes[len(p.scopes)-1]
	if v := sc.from[w]; v != nil && v.From != sc.base && v.From.Table != "" {
		return p.table(w) + " of their " + p.table(v.From)
	}
	if v := sc.from[w]; v != nil {
		if role := roleOf(v); role != "" && role != wordform.Singular(p.table(w)) {
			return "a " + role
		}
	}
	return p.table(w)
}

// called says whose an attribute is: "store", "manager" for the employee whom manager_id names, "employee's store"
// where that is not the nearest.
func (p *speaker) called(w *Row) string {
	name := wordform.Singular(p.table(w))
	for i := len(p.scopes) - 1; i >= 0; i-- {
		sc := p.scopes[i]
		v := sc.from[w]
		if v == nil {
			continue
		}
		if role := roleOf(v); role != "" {
			name = role
		}
		if v.From != sc.base && v.From.Table != "" && len(p.scopes) == 1 {
			return p.called(v.From) + "'s " + name
		}
		return name
	}
	return name
}

// roleOf returns what a key calls the row that it leads to: manager, of manager_id; "": no more than it is.
func roleOf(v *Via) string {
	if len(v.Path) != 1 || len(v.Path[0].Columns) != 1 || len(v.Words) > 0 {
		return strings.Join(v.Words, " ")
	}
	said, to := words(v.Path[0].Columns[0]), words(v.Path[0].To[0])
	role, ok := strings.CutSuffix(said, " id")
	if !ok || role == "" || to != "id" && !strings.HasSuffix(said, to) {
		return ""
	}
	return role
}
