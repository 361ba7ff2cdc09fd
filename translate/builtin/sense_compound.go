package builtin

import (
	"sort"

	"github.com/pgask/pgask/translate/schema"
)

// compound returns the senses of the tokens from i up to j, best first and at most 40: those of one name or value,
// and those of a name at the end that the tokens before it modify.
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

// combine returns the senses of compounds: each sense of the modifier (left) with each of the head (right), as far as
// they fit. It multiplies their scores with weight.
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

// modify returns the head r with the modifier l applied to it. ok is false when the two make no compound.
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
		head.score += 0.03 // "topical drugs": a type column is likelier than another one with that value
	}
	return head, weight > 0
}

// under returns s with one more condition, before those that it has.
func (s sense) under(c cond) sense {
	s.conds = append([]cond{c}, s.conds...)
	return s
}

// rowsOfRows reads two names of tables: "customer orders". It returns the head and the factor for its score, 0 when
// they make no compound.
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
		return r, 0.92 // "car models", "movie genres": models and genres that belong to any car or movie
	}
	return sense{}, 0
}

// rowsWithValue reads a value before the name of a table: "cancelled orders". It returns the head and the factor for
// its score, 0 when they make no compound.
func (p *parser) rowsWithValue(l, r sense) (head sense, weight float64) {
	head = r.under(equal(l.field, l.value))
	switch {
	case l.table == r.table:
		return head, 1
	case p.ix.near(r.table, l.table):
		return head, 0.95
	case p.ix.lists(l.field) && p.ix.linked(r.table, l.table):
		return head, 0.93 // "horror movies", where a link table assigns genres to movies
	}
	return sense{}, 0
}

// modifyColumn returns the column r with the modifier l applied to it. ok is false when the two make no compound.
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
		r = r.under(equal(l.field, l.value)) // "German cities": the column city in rows whose country is Germany
		r.score = score * 0.95
		return r, true
	}
	return sense{}, false
}
