package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/algebra"
)

// oneGroup reports whether groups are made by nothing but columns that conditions hold to one value each: there can only be one of them.
func oneGroup(g *algebra.Group) bool {
	w, ok := g.Of.(*algebra.Where)
	if !ok || len(g.By) == 0 {
		return false
	}
	held := map[place]bool{}
	all := []algebra.Pred{w.If}
	for len(all) > 0 {
		p := all[0]
		all = all[1:]
		switch x := p.(type) {
		case *algebra.And:
			all = append(all, x.All...)
		case *algebra.Compare:
			if _, ok := x.Right.(*algebra.Const); ok && x.Op == algebra.Eq {
				note(held, x.Left)
			}
		case *algebra.OneOf:
			if len(x.List) == 1 {
				note(held, x.Value)
			}
		}
	}
	return !slices.ContainsFunc(g.By, func(v algebra.Value) bool {
		a, ok := v.(*algebra.Attr)
		return !ok || !held[of(a)]
	})
}

// figuresOfKeys reports whether a figure is of a column by which its groups are made: the average count for each count.
func figuresOfKeys(x *algebra.Show) bool {
	by := map[place]bool{}
	of := x.Of
	if e, ok := of.(*algebra.Extreme); ok {
		of = e.Of
	}
	if g, ok := of.(*algebra.Group); ok {
		for _, v := range g.By {
			note(by, v)
		}
	}
	return slices.ContainsFunc(x.Columns, func(c algebra.Column) bool {
		m, ok := c.Value.(*algebra.Measure)
		if !ok || m.Func == "count" || len(m.Of) != 1 {
			return false
		}
		a, ok := m.Of[0].(*algebra.Attr)
		return ok && by[place{a.Row, a.Column}]
	})
}

// countsOnes reports whether rows are counted by a column in which no two of them are alike, as far as statistics tell: the number of countries
// for each name of a country.
func (d *candidate) countsOnes(x *algebra.Show) bool {
	g, ok := x.Of.(*algebra.Group)
	if !ok || !slices.ContainsFunc(x.Columns, func(c algebra.Column) bool { m, ok := c.Value.(*algebra.Measure); return ok && m.Func == "count" }) {
		return false
	}
	rows := d.grain(g.Of)
	return rows != nil && slices.ContainsFunc(g.By, func(v algebra.Value) bool {
		a, ok := v.(*algebra.Attr)
		_, c := d.column(v)
		return ok && a.Row == rows.Row && c != nil && c.Profile.Distinct == -1
	})
}

// pointless reports whether a set makes figures over groups that can only be one row, because they are made by the key of the only relation, or
// counts the first rows of an order, which are as many as were said.
func (d *candidate) pointless(s algebra.Set) bool {
	found := countsFirst(s)
	algebra.Walk(s, func(part any) bool {
		g, ok := part.(*algebra.Group)
		if !ok || len(g.By) == 0 {
			return !found
		}
		rows := d.grain(g.Of)
		if rows == nil || rows.Row.Table == "" {
			return true
		}
		t := d.model.Snapshot.Table(rows.Row.Schema, rows.Row.Table)
		found = found || t != nil && len(t.PrimaryKey) > 0 && !slices.ContainsFunc(t.PrimaryKey, func(key string) bool {
			return !slices.ContainsFunc(g.By, func(v algebra.Value) bool {
				a, ok := v.(*algebra.Attr)
				return ok && a.Row == rows.Row && a.Column == key
			})
		})
		return !found
	})
	return found
}

// countsFirst reports whether all that a set shows is how many the first rows of an order are.
func countsFirst(s algebra.Set) bool {
	show, ok := s.(*algebra.Show)
	if !ok {
		return false
	}
	of := show.Of
	if g, ok := of.(*algebra.Group); ok && len(g.By) == 0 {
		of = g.Of
	}
	if first, ok := of.(*algebra.Extreme); !ok || first.N == 0 || first.Ties {
		return false
	}
	return !slices.ContainsFunc(show.Columns, func(c algebra.Column) bool {
		m, ok := c.Value.(*algebra.Measure)
		return !ok || m.Func != "count" || m.Over != nil
	})
}

// grain returns the relation of which a set has each row at most once, beside rows of others to which a key leads; nil: none.
func (d *candidate) grain(s algebra.Set) *algebra.Rows {
	switch x := s.(type) {
	case *algebra.Rows:
		return x
	case *algebra.Where:
		return d.grain(x.Of)
	case *algebra.Join:
		via, ok := x.On.(*algebra.Via)
		if !ok || slices.ContainsFunc(via.Path, func(st algebra.Step) bool { return !d.unique(st.Row, st.To) }) {
			return nil
		}
		return d.grain(x.Left)
	}
	return nil
}

// unique reports whether columns tell each row of a table from the others.
func (d *candidate) unique(row *algebra.Row, columns []string) bool {
	t := d.model.Snapshot.Table(row.Schema, row.Table)
	return t != nil && slices.ContainsFunc(append([][]string{t.PrimaryKey}, t.Unique...), func(key []string) bool {
		return len(key) > 0 && !slices.ContainsFunc(key, func(c string) bool { return !slices.Contains(columns, c) })
	})
}
