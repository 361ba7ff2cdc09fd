package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// state reads a state of n, a value or a flag: "are female", "is active". It adds a condition to n.
func (p *parser) state(n *node) bool {
	p.skip(ever)
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	if senses[0].table != n.table {
		if _, ok := p.eventState(n.table, p.tok()); ok {
			return false // work orders are finished, even if items have the state "finished"
		}
	}
	if s, ok := p.pick(senses, p.text(p.pos, p.pos+k), valueSense); ok && p.reaches(n, s.field.table) && (s.fit >= senses[0].fit-0.2 || senses[0].kind == valueSense) {
		return p.valueCond(n, s, k)
	}
	if s := senses[0]; s.kind == columnSense && s.field.table == n.table {
		if c, ok := s.flag(); ok {
			p.note(p.pos, p.pos+k, s)
			p.pos += k
			n.conds = append(n.conds, c)
			return true
		}
	}
	return false
}

// postposed reads a state without "is", "orders not shipped", "orders cancelled". The state is a participle and a value
// of n's own columns.
func (p *parser) postposed(n *node) bool {
	not := p.not()
	senses, k := p.noun(n.table)
	if k == 0 || senses[0].kind != valueSense || senses[0].field.table != n.table || !participle(p.toks[p.pos+k-1]) {
		return false
	}
	before := len(n.conds)
	return p.valueCond(n, senses[0], k) && (!not || negate(n, before))
}

// reaches reports whether n's table is t or has a join path to t, so that a condition on t may apply to n.
func (p *parser) reaches(n *node, t *schema.Table) bool {
	return n.table == t || len(p.paths(n.table, t)) > 0
}

// valueCond consumes the k tokens of the value s and further values after "or", and adds "field = value" to n.
func (p *parser) valueCond(n *node, s sense, k int) bool {
	p.note(p.pos, p.pos+k, s)
	named := slices.ContainsFunc(p.toks[p.pos:p.pos+k], func(t token) bool { return slices.Contains(p.ix.info[s.field.table].columns[s.field.column], t.stem) })
	p.pos += k
	if last := p.toks[p.pos-1]; named { // "with status delivered last week": the column is named, so it is a state
	} else if participle(last) && p.timeFollows() {
		p.doubt(0.6) // "delivered last week": the state is the present one, the time is that of the deed
	} else if participle(last) && k == 1 && !p.stateFits(n, s, last) {
		return false
	}
	c := equal(s.field, s.value)
	p.moreValues(&c)
	n.conds = append(n.conds, c)
	return p.plausible(n, s.field.table)
}

// timeFollows reports whether a time or year stands next, perhaps behind a preposition, a comparison or "the". It
// consumes nothing.
func (p *parser) timeFollows() bool {
	at := 0
	if ph, n := p.role(); n == 1 && (ph.role == prep || ph.role == cmpOp) {
		at = 1
	}
	if p.ahead(at).low == "the" {
		at++
	}
	return p.ahead(at).kind == when || p.ahead(at).year
}

// plausible lowers the confidence in a condition of n on another table t: if n may have several rows of t, and if the
// question does not mention t. It reports whether there is a join path to t.
func (p *parser) plausible(n *node, t *schema.Table) bool {
	if n.table == t {
		return true
	}
	ps := p.paths(n.table, t)
	if len(ps) == 0 {
		return false
	}
	if !ps[0].toOne() {
		p.doubt(0.9)
	}
	if p.mentioned[t] == 0 {
		p.doubt(0.97)
	}
	return true
}

// stateFits reports whether a participle such as "paid" or "returned" may be read as the value s although a table
// records the verb. It may not if more is said of the deed: "paid by card", where a card is a value of that table. It
// lowers the confidence if a table that is not joined to n directly may record the deed.
func (p *parser) stateFits(n *node, s sense, verb token) bool {
	if s.field.table != n.table {
		if p.tok().low == "by" {
			return false // "reported by the staff" is a deed and not a state of another row
		}
		for _, w := range append(strings.Fields(verbNouns[verb.stem]), verb.stem) {
			if w = stem(w); !slices.Contains(p.ix.info[s.field.table].words, w) && p.ix.namesTable(w) {
				p.doubt(0.3)
				break
			}
		}
		return true
	}
	record := p.recordOf(n.table, verb)
	if p.recordedBeyond(n.table, verb) {
		p.doubt(0.4) // is the state of the order "returned", or was one of its lines returned?
		return true
	}
	if record == nil {
		return true
	}
	m := p.mark()
	defer p.reset(m)
	if ph, ok := p.accept(prep); !ok || ph.arg != "by" && ph.arg != "with" && ph.arg != "in" {
		return true
	}
	senses, k := p.noun(record)
	return k == 0 || senses[0].kind != valueSense || senses[0].field.table != record
}

// recordedBeyond reports whether a table records the verb for rows that belong to rows of t, such as returns of the
// lines of orders.
func (p *parser) recordedBeyond(t *schema.Table, verb token) bool {
	for _, e := range p.ix.graph.edges[t] {
		if !e.toOne && p.recordOf(e.to, verb) != nil {
			return true
		}
	}
	return false
}
