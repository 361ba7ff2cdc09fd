package builtin

import (
	"sort"

	"github.com/pgask/pgask/translate/schema"
)

// compound reads tokens as one name or value, or as a reading of the first part that modifies a name in the rest.
func (p *parser) compound(i, j int) []sense {
	out := append(append(p.simple(i, j), p.valueOf(i, j)...), p.fullNames(i, j)...)
	if len(out) == 0 {
		out = p.nameOfColumn(i, j)
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
func (p *parser) modify(l, r sense) (sense, bool) {
	if s, ok := p.endSense(l, r); ok {
		return s, true
	}
	score := l.score * r.score
	switch {
	case l.kind == tableSense && r.kind == tableSense && l.table == r.table && len(l.conds) > 0:
		r.conds = append(append([]cond(nil), l.conds...), r.conds...)
	case l.kind == tableSense && r.kind == columnSense && l.table == r.table:
		r.conds, r.owned = l.conds, true
	case l.kind == tableSense && r.kind == tableSense && l.table != r.table && len(l.conds) == 0 && p.ix.near(r.table, l.table):
		// customer orders: each order has its customer
	case l.kind == tableSense && r.kind == tableSense && l.table != r.table && len(l.conds) == 0 && l.full && p.ix.graph.joined(l.table, r.table):
		score *= 0.92 // car models, movie genres: those that there are of it
	case l.kind == valueSense && r.kind == tableSense && (l.table == r.table || p.ix.near(r.table, l.table)):
		if l.table != r.table {
			score *= 0.95
		}
		if l.table == r.table && p.ix.kindOf(l.field) {
			score += 0.03 // topical drugs: that is their type, whatever else is called topical
		}
		r.conds = append([]cond{equal(l.field, l.value)}, r.conds...)
	case l.kind == valueSense && r.kind == tableSense && l.table != r.table && p.ix.lists(l.field) && p.ix.linked(r.table, l.table):
		score *= 0.93 // horror movies, where a table of pairs gives movies their genres
		r.conds = append([]cond{equal(l.field, l.value)}, r.conds...)
	case l.kind == columnSense && r.kind == tableSense && l.table == r.table:
		c, ok := l.flag()
		if !ok {
			return sense{}, false
		}
		r.conds = append([]cond{c}, r.conds...)
	case l.kind == valueSense && r.kind == columnSense && l.field != r.field && l.table == r.table && r.full && !p.ix.isKey(r.table, r.field.column) && r.field.column.Class == schema.Text:
		score *= 0.95 // German cities: those of rows of Germany
		r.conds = append([]cond{equal(l.field, l.value)}, r.conds...)
	case l.kind == columnSense && r.kind == valueSense && l.field == r.field:
		score = l.score*r.score + 0.05
	case l.kind == valueSense && r.kind == columnSense && l.field == r.field:
		l.score = l.score * r.score
		return l, true
	case l.kind == tableSense && r.kind == valueSense && l.table == r.table && p.ix.naming(r):
		r.kind, r.conds = tableSense, append(l.conds, equal(r.field, r.value))
		r.field = field{}
	default:
		return sense{}, false
	}
	r.score = score
	return r, true
}
