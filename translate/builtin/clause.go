package builtin

import (
	"github.com/pgask/pgask/translate/schema"
)

// clauses reads everything that is said about the rows of n, as long as it can be said of them.
func (p *parser) clauses(n *node) {
	for p.try(func() bool { return p.clause(n) }) {
	}
}

// clause reads one more thing that is said about n.
func (p *parser) clause(n *node) bool {
	root := n == p.form.subject || p.isMeasured(n)
	joined := p.joint()
	if joined == disj {
		return p.alternative(n)
	}
	if root && p.tok().low == "by" && p.try(p.group) {
		return true
	}
	for _, rule := range []func(*node) bool{p.backReference, p.possession, p.lack, p.whoseClause, p.relativeClause, p.copula, p.auxiliary,
		p.timeClause, p.namedClause, p.containsClause, p.except, p.comparative, p.amount, p.prepositional, p.topClause, p.verbal, p.postposed} {
		if p.try(func() bool { return rule(n) }) {
			return true
		}
	}
	if !root {
		return false
	}
	if p.try(p.group) || p.try(p.sorting) || p.try(p.moreItems) || p.try(p.byMeasure) {
		return true
	}
	return false
}

// isMeasured says whether n is what a measure counts, so that groups may be said of it as well.
func (p *parser) isMeasured(n *node) bool {
	for _, it := range p.form.items {
		if it.measure != nil && it.measure.of == n {
			return true
		}
	}
	return false
}

// joint passes over what stands between clauses and says what it was.
func (p *parser) joint() role {
	last := none
	for {
		if p.word(",") {
			continue
		}
		ph, n := p.role()
		if n == 0 || ph.role != conj && ph.role != disj && ph.role != but && ph.role != filler {
			return last
		}
		if ph.role != filler {
			last = ph.role
		}
		p.pos += n
	}
}

// alternative reads the clause after "or" and joins it with the one before.
func (p *parser) alternative(n *node) bool {
	if len(n.conds) == 0 {
		return false
	}
	if len(n.conds) > 1 {
		p.doubt(0.7) // what "or" binds is open: "a and b or c"
	}
	other := p.keep(&node{table: n.table})
	m := p.mark()
	ok := false
	for _, rule := range []func(*node) bool{p.possession, p.lack, p.whoseClause, p.relativeClause, p.copula, p.auxiliary,
		p.timeClause, p.namedClause, p.comparative, p.amount, p.prepositional, p.verbal} {
		if p.try(func() bool { return rule(other) }) && len(other.conds) > 0 {
			ok = true
			break
		}
		p.reset(m)
		other.conds = nil
	}
	if !ok || len(p.form.groups) != len(m.form.groups) || len(p.form.having) != len(m.form.having) {
		return false
	}
	for _, c := range append(n.conds, other.conds...) {
		if c.kind == ranked {
			return false
		}
	}
	last := n.conds[len(n.conds)-1]
	either := cond{kind: anyOf, any: [][]cond{{last}, other.conds}}
	if last.kind == anyOf {
		either.any = append(append([][]cond(nil), last.any...), other.conds)
	}
	n.conds = append(append([]cond(nil), n.conds[:len(n.conds)-1]...), either)
	return true
}

// moreItems reads another thing to select after clauses have begun: "… and the number of singers in each concert".
func (p *parser) moreItems() bool {
	for p.word(",") {
	}
	if _, ok := p.accept(conj, also); !ok && p.pos > 0 && p.toks[p.pos-1].low != "," && p.toks[p.pos-1].low != "and" {
		return false
	}
	p.skip(opener)
	w := &wanted{}
	if !p.wanted(w) || !w.count && len(w.aggs) == 0 {
		return false
	}
	p.owner([]*wanted{w})
	return p.item(w)
}

// backReference is "(that) they have received" after a count or a column: it only says again whose it is.
func (p *parser) backReference(*node) bool {
	p.accept(relative2)
	if !p.word("they", "it", "he", "she") {
		return false
	}
	p.skip(have, with, be, do, ever)
	if p.verbWeight(p.tok()) > 0 {
		p.pos++
		p.doubt(0.97)
	}
	return p.tok().kind == punct || p.nextIsClause()
}

// whoseClause is "whose price is over 20".
func (p *parser) whoseClause(n *node) bool {
	if _, ok := p.accept(whose); !ok {
		return false
	}
	return p.columnPredicate(n)
}

// relativeClause is "who live in …", "that have …".
func (p *parser) relativeClause(n *node) bool {
	ph, size := p.role()
	if size == 0 || ph.role != relative2 {
		return false
	}
	p.pos += size
	p.skip(ever)
	for _, rule := range []func(*node) bool{p.possession, p.lack, p.copula, p.auxiliary, p.namedClause, p.containsClause, p.comparative,
		p.verbal} {
		if p.try(func() bool { return rule(n) }) {
			return true
		}
	}
	return false
}

// copula is what follows "is" or "are".
func (p *parser) copula(n *node) bool {
	if _, ok := p.accept(be); !ok {
		return false
	}
	p.skip(ever)
	not := p.not()
	p.skip(ever)
	if !not && p.done() {
		return true
	}
	before := len(n.conds)
	for _, rule := range []func(*node) bool{p.comparative, p.amount, p.timeClause, p.namedClause, p.state, p.prepositional, p.sortingOf, p.topClause,
		p.verbal, p.groupOf} {
		if p.try(func() bool { return rule(n) }) {
			return !not || negate(n, before)
		}
	}
	return false
}

func (p *parser) sortingOf(*node) bool { return p.sorting() }
func (p *parser) groupOf(*node) bool   { return p.group() }

// not consumes a negation.
func (p *parser) not() bool {
	_, ok := p.accept(negation)
	return ok
}

// negate turns the conditions that were added since before into their opposite.
func negate(n *node, before int) bool {
	added := n.conds[before:]
	if len(added) != 1 {
		return false
	}
	c := added[0]
	switch c.kind {
	case extreme, ranked:
		return false
	}
	c.not = !c.not
	n.conds = append(append([]cond(nil), n.conds[:before]...), c)
	return true
}

// state is what something is: a value of a column of its own, or a boolean one: "are female", "is active".
func (p *parser) state(n *node) bool {
	p.skip(ever)
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	if s, ok := p.pick(senses, p.text(p.pos, p.pos+k), valueSense); ok && p.reaches(n, s.field.table) && (s.fit >= senses[0].fit-0.2 || senses[0].kind == valueSense) {
		return p.valueCond(n, s, k)
	}
	if s := senses[0]; s.kind == columnSense && s.field.table == n.table {
		if c, ok := truth(s.field); ok {
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
	p.pos += k
	c := equal(s.field, s.value)
	p.moreValues(&c)
	n.conds = append(n.conds, c)
	return p.plausible(n, s.field.table)
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

// moreValues reads ", X or Y" after a value of the same column.
func (p *parser) moreValues(c *cond) {
	for p.try(func() bool {
		sep := p.word(",")
		if _, ok := p.accept(disj); !ok {
			if !sep {
				return false
			}
			p.accept(disj)
		}
		p.skip(prep)
		p.try(func() bool { // "or the state of Wisconsin": the column is said again
			senses, k := p.noun(c.field.table)
			if k == 0 || senses[0].kind != columnSense || senses[0].field != c.field {
				return false
			}
			p.pos += k
			p.skip(prep)
			return true
		})
		v, ok := p.literal(c.field)
		if ok {
			c.values = append(c.values, v)
		}
		return ok
	}) {
	}
}

// auxiliary is "did not …", "does each …", "have ever …".
func (p *parser) auxiliary(n *node) bool {
	ph, size := p.role()
	not := false
	switch {
	case size > 0 && ph.role == do:
		p.pos += size
		p.skip(ever)
		not = p.not()
	case size > 0 && ph.role == negation:
		p.pos += size
		not = true
		p.skip(have)
	case p.word("have", "has", "had"):
		p.skip(ever)
		not = p.not()
		p.skip(be)
	default:
		return false
	}
	p.skip(ever)
	if !not && p.try(func() bool { return p.group() && p.optionalVerb() }) {
		return true
	}
	if !not && p.try(func() bool { return p.agent(n) }) {
		return true
	}
	before := len(n.conds)
	for _, rule := range []func(*node) bool{p.possession, p.verbal, p.prepositional} {
		if p.try(func() bool { return rule(n) }) {
			return !not || negate(n, before)
		}
	}
	return false
}

// agent is who does it: "how many orders did Ann place".
func (p *parser) agent(n *node) bool {
	senses, k := p.noun(nil)
	if k == 0 || senses[0].kind == tableSense && len(senses[0].conds) == 0 {
		return p.try(func() bool { return p.namedAgent(n, senses, k) })
	}
	s := senses[0]
	switch s.kind {
	case valueSense:
		if !p.reaches(n, s.field.table) || !p.valueCond(n, s, k) {
			return false
		}
	case tableSense:
		if len(s.conds) == 0 {
			return false
		}
		p.note(p.pos, p.pos+k, s)
		p.pos += k
		child := p.keep(&node{table: s.table, conds: s.conds})
		n.conds = append(n.conds, cond{kind: related, child: child})
	default:
		return false
	}
	return p.optionalVerb()
}

// namedAgent is somebody whose name the profile does not hold: "did Ann Lee place", "did the customer Ann Lee place".
func (p *parser) namedAgent(n *node, senses []sense, k int) bool {
	var t *schema.Table
	if k > 0 {
		t = senses[0].table
		p.note(p.pos, p.pos+k, senses[0])
		p.pos += k
	} else if t = p.actor(n.table); t == nil {
		return false
	}
	who := p.keep(&node{table: t})
	from := p.pos
	if p.nameAfter(who); len(who.conds) == 0 || len(p.paths(n.table, t)) == 0 {
		return false
	}
	if k == 0 {
		p.assume("“" + p.text(from, p.pos) + "” is read as a name in " + t.Name)
	}
	n.conds = append(n.conds, cond{kind: related, child: who})
	return p.optionalVerb()
}

// actor is the table of those who do what the rows of t record: the only one with names that every row belongs to and
// that the comment on t speaks of, or the only one at all.
func (p *parser) actor(t *schema.Table) *schema.Table {
	var all, said []*schema.Table
	comment := stems(split(t.Comment))
	for _, e := range p.ix.graph.edges[t] {
		if !e.toOne || e.to == t || !p.ix.hasName(e.to) {
			continue
		}
		all = append(all, e.to)
		for _, w := range p.ix.info[e.to].words {
			if contains2(comment, w) && t.Column(e.fromCols[0]).NotNull {
				said = append(said, e.to)
				break
			}
		}
	}
	switch {
	case len(all) == 1:
		p.doubt(0.9)
		return all[0]
	case len(said) > 0:
		// of several, the one that the comment names first
		p.doubt(0.8)
		best, at := said[0], len(comment)
		for _, s := range said {
			for i, w := range comment {
				if contains2(p.ix.info[s].words, w) && i < at {
					best, at = s, i
				}
			}
		}
		return best
	}
	return nil
}

// optionalVerb passes over the verb that closes "how many orders did Ann place".
func (p *parser) optionalVerb() bool {
	t := p.tok()
	if t.kind != word {
		return true
	}
	if ph, n := p.role(); n > 0 {
		if ph.role == with || ph.role == have {
			p.pos += n
		}
		return true
	}
	if p.verbWeight(t) > 0 {
		p.doubt(p.verbWeight(t))
		p.pos++
	}
	return true
}

// namedClause is "named X", "called X".
func (p *parser) namedClause(n *node) bool {
	if _, ok := p.accept(named); !ok {
		return false
	}
	d := p.ix.info[n.table].display
	if len(d) == 0 || d[0].Class != schema.Text {
		return false
	}
	f := field{n.table, d[0]}
	v, ok := p.literal(f)
	if !ok {
		return false
	}
	c := cond{kind: compare, field: f, op: "=", values: []value{v}}
	p.moreValues(&c)
	n.conds = append(n.conds, c)
	return true
}

// containsClause is "containing 'X'", said of the name.
func (p *parser) containsClause(n *node) bool {
	ph, ok := p.accept(contains)
	if !ok {
		return false
	}
	d := p.ix.info[n.table].display
	if len(d) == 0 || d[0].Class != schema.Text || p.tok().kind != quoted {
		return false
	}
	f := field{n.table, d[0]}
	c := cond{kind: like, field: f, pattern: pattern(ph.arg, p.tok().text)}
	p.pos++
	p.try(func() bool { return p.word("in") && p.skipPossessive() && p.fieldOf(n, &c.field) })
	n.conds = append(n.conds, c)
	return true
}

func (p *parser) skipPossessive() bool {
	p.word("its", "their", "the")
	p.skip()
	return true
}

// fieldOf reads a text column of n.
func (p *parser) fieldOf(n *node, f *field) bool {
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), columnSense)
	if !ok || s.field.table != n.table {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	*f = s.field
	return true
}
