package builtin

import (
	"sort"

	"github.com/pgask/pgask/translate/schema"
)

// compound reads tokens as one name or value, or as a reading of the first part that modifies a name in the rest.
func (p *parser) compound(i, j int) []sense {
	out := append(append(p.simple(i, j), p.valueOf(i, j)...), p.fullNames(i, j)...)
	if len(out) == 0 {
		out = append(p.nameOfColumn(i, j), p.sizeOfColumn(i, j)...)
	}
	if j-i > 1 && len(out) == 0 {
		out = p.eventSenses(i, j)
	}
	out = append(out, p.eitherKind(i, j)...)
	for k := j - 1; k > i; k-- {
		right := p.simple(k, j)
		if p.toks[k-1].low == "'s" {
			if k-1 > i {
				out = append(out, p.combine(p.explain(i, k-1, nil), right, 1)...)
			}
			continue
		}
		if len(right) > 0 {
			out = append(out, p.combine(p.explain(i, k, nil), right, 0.98)...)
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].score > out[b].score })
	if len(out) > 40 {
		out = out[:40]
	}
	return out
}

// combine makes compounds of what stands left, which modifies, and what stands right, the head.
func (p *parser) combine(left, right []sense, weight float64) []sense {
	var out []sense
	for _, l := range left {
		for _, r := range right {
			if s, ok := p.modify(l, r); ok {
				s.score *= weight
				out = append(out, s)
			}
		}
	}
	return out
}

// modify is the head r as l modifies it; ok is false where the two make no compound.
func (p *parser) modify(l, r sense) (head sense, ok bool) {
	if s, ok := p.endSense(l, r); ok {
		return s, true
	}
	var weight float64
	switch {
	case r.kind == tableSense && l.kind == tableSense:
		head, weight = p.rowsOfRows(l, r)
	case r.kind == tableSense && l.kind == valueSense:
		head, weight = p.rowsWithValue(l, r)
	case r.kind == tableSense && l.kind == columnSense && l.table == r.table:
		if c, ok := l.flag(); ok { // "discontinued products"
			head, weight = r.under(c), 1
		}
	case r.kind == columnSense:
		return p.modifyColumn(l, r)
	case r.kind == valueSense && l.kind == columnSense && l.field == r.field: // "status shipped"
		r.score = l.score*r.score + 0.05
		return r, true
	case r.kind == valueSense && l.kind == tableSense && l.table == r.table && p.ix.naming(r): // "category Coffee"
		head, weight = r, 1
		head.kind, head.conds, head.field = tableSense, append(l.conds, equal(r.field, r.value)), field{}
	}
	head.score = l.score * r.score * weight
	if r.kind == tableSense && l.kind == valueSense && l.table == r.table && p.ix.kindOf(l.field) {
		head.score += 0.03 // "topical drugs": the type of the drug is likelier than another column with that value
	}
	return head, weight > 0
}

// under is s with one more condition, before those that it has.
func (s sense) under(c cond) sense {
	s.conds = append([]cond{c}, s.conds...)
	return s
}

// rowsOfRows reads two names of tables: "customer orders". A weight of 0 means that they make no compound.
func (p *parser) rowsOfRows(l, r sense) (head sense, weight float64) {
	switch {
	case l.table == r.table && len(l.conds) > 0:
		r.conds = append(append([]cond(nil), l.conds...), r.conds...)
		return r, 1
	case l.table == r.table || len(l.conds) > 0:
		return sense{}, 0
	case p.ix.near(r.table, l.table):
		return r, 1 // each order has one customer
	case l.full && p.ix.graph.joined(l.table, r.table):
		return r, 0.92 // "car models", "movie genres": those of any car or movie
	}
	return sense{}, 0
}

// rowsWithValue reads a value before the name of a table: "cancelled orders". A weight of 0 means that they make no compound.
func (p *parser) rowsWithValue(l, r sense) (head sense, weight float64) {
	head = r.under(equal(l.field, l.value))
	switch {
	case l.table == r.table:
		return head, 1
	case p.ix.near(r.table, l.table):
		return head, 0.95
	case p.ix.lists(l.field) && p.ix.linked(r.table, l.table):
		return head, 0.93 // "horror movies", where a table of pairs gives movies their genres
	}
	return sense{}, 0
}

// modifyColumn is the column r as l modifies it.
func (p *parser) modifyColumn(l, r sense) (head sense, ok bool) {
	score := l.score * r.score
	switch {
	case l.kind == tableSense && l.table == r.table: // "stadium name"
		r.conds, r.owned, r.score = l.conds, true, score
		return r, true
	case l.kind == valueSense && l.field == r.field: // "shipped status"
		l.score = score
		return l, true
	case l.kind == valueSense && l.table == r.table && r.full && !p.ix.isKey(r.table, r.field.column) && r.field.column.Class == schema.Text:
		r = r.under(equal(l.field, l.value)) // "German cities": those of rows of Germany
		r.score = score * 0.95
		return r, true
	}
	return sense{}, false
}
