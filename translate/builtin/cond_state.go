package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// state is what something is: a value of a column of its own, or a boolean one: "are female", "is active".
func (p *parser) state(n *node) bool {
	p.skip(ever)
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	if senses[0].table != n.table {
		if _, ok := p.eventState(n.table, p.tok()); ok {
			return false // work orders are finished, whatever items are called finished
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

// postposed is a state without "is": "orders not shipped", "orders cancelled".
func (p *parser) postposed(n *node) bool {
	not := p.not()
	senses, k := p.noun(n.table)
	if k == 0 || senses[0].kind != valueSense || senses[0].field.table != n.table || !participle(p.toks[p.pos+k-1]) {
		return false
	}
	before := len(n.conds)
	return p.valueCond(n, senses[0], k) && (!not || negate(n, before))
}

// reaches says whether conditions on t can be conditions on the rows of n.
func (p *parser) reaches(n *node, t *schema.Table) bool {
	return n.table == t || len(p.paths(n.table, t)) > 0
}

// valueCond adds "field = value", with further values after "or", and consumes them.
func (p *parser) valueCond(n *node, s sense, k int) bool {
	p.note(p.pos, p.pos+k, s)
	named := slices.ContainsFunc(p.toks[p.pos:p.pos+k], func(t token) bool { return slices.Contains(p.ix.info[s.field.table].columns[s.field.column], t.stem) })
	p.pos += k
	if last := p.toks[p.pos-1]; named { // "with status delivered last week": the state, whatever the time is of
	} else if participle(last) && p.timeFollows() {
		p.doubt(0.6) // "delivered last week": the state is of now, the time is of what led to it
	} else if participle(last) && k == 1 && !p.stateFits(n, s, last) {
		return false
	}
	c := equal(s.field, s.value)
	p.moreValues(&c)
	n.conds = append(n.conds, c)
	return p.plausible(n, s.field.table)
}

// timeFollows looks whether a time stands next.
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

// plausible lowers the confidence in a condition on a table that is joined in a way that was not said.
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

// stateFits says whether a state that is a verb, "paid" or "returned", may be read as a value where a table records what
// the verb says. It may not when more is said of the deed, "paid by card", and not when the value is only that of rows
// further away.
func (p *parser) stateFits(n *node, s sense, verb token) bool {
	if s.field.table != n.table {
		if p.tok().low == "by" {
			return false // "reported by the staff" is a deed, and no state of some other row
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
		p.doubt(0.4) // orders in the state "returned", or of which something was?
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

// recordedBeyond says whether a table that is not joined to t directly records what the verb says of its rows' parts: the
// returns of the lines of orders.
func (p *parser) recordedBeyond(t *schema.Table, verb token) bool {
	for _, e := range p.ix.graph.edges[t] {
		if !e.toOne && p.recordOf(e.to, verb) != nil {
			return true
		}
	}
	return false
}
