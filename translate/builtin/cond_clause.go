package builtin

import (
	"slices"
	"strings"

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
	if p.try(func() bool { return p.parenthesis(n) }) {
		return true
	}
	joined := p.joint()
	if joined != disj && len(p.glossary) > 0 && p.try(func() bool { return p.saidSo(n) }) {
		return true
	}
	if joined == disj {
		return p.try(func() bool { return p.orKind(n) }) || p.alternative(n)
	}
	if len(n.conds) > 0 && p.try(func() bool { return p.butNot(n) }) {
		return true
	}
	if joined == conj && len(n.conds) > 0 && p.try(func() bool { return p.sameAmount(n) }) {
		return true // "cost more than 5 and less than 9"
	}
	if joined == conj && len(n.conds) > 0 && p.try(func() bool { return p.columnPredicate(n) }) {
		return true // "with a price over 5 and a weight under 3"
	}
	if root && p.tok().low == "by" && (p.try(func() bool { return p.largestBy(n) }) || p.try(p.group)) {
		return true
	}
	if p.tryEach(n, p.backReference, p.figureClause, p.possession, p.lack, p.whoseClause, p.relativeClause, p.copula, p.auxiliary,
		p.timeSpan, p.aged, p.onWeekday, p.timeClause, p.namedClause, p.numbered, p.containsClause, p.except, p.lasting, p.comparative,
		p.amount, p.endpoint, p.prepositional, p.topClause, p.eventClause, p.finiteVerb, p.postposed, p.restated, p.byWhom, p.namedDoer) {
		return true
	}
	if !root {
		return false
	}
	return p.try(func() bool { return p.ofThem(n) }) || p.try(p.group) || p.try(p.sorting) || p.try(p.moreItems) || p.try(p.byMeasure) || p.try(p.limited)
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
		p.timeClause, p.namedClause, p.comparative, p.amount, p.endpoint, p.prepositional, p.verbal, p.columnPredicate, p.sameField(n)} {
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

// sameField reads the second half of "taller than 200 or lower than 190": the column is that of the first.
func (p *parser) sameField(n *node) func(*node) bool {
	return func(other *node) bool {
		last := n.conds[len(n.conds)-1]
		return last.kind == compare && last.field.column.Class.Numeric() && p.compared(other, last.field)
	}
}

// sameAmount is a bare comparison after another one: it is about the same column.
func (p *parser) sameAmount(n *node) bool {
	last := n.conds[len(n.conds)-1]
	if last.kind != compare || !last.field.column.Class.Numeric() || last.field.table != n.table {
		return false
	}
	ph, k := p.role()
	if k == 0 || ph.role != cmpOp || p.ahead(k).kind != number || !p.compared(n, last.field) {
		return false
	}
	next, k := p.role()
	return p.tok().kind == punct || k > 0 && (next.role == conj || next.role == orderBy || next.role == each)
}

// moreItems reads another thing to select after clauses have begun: "… and the number of singers in each concert".
func (p *parser) moreItems() bool {
	for p.word(",") {
	}
	if _, ok := p.accept(conj, also); !ok && p.pos > 0 && p.toks[p.pos-1].low != "," && p.toks[p.pos-1].low != "and" {
		return false
	}
	from := p.pos
	p.skip(opener)
	w := &wanted{}
	if !p.wanted(w) {
		return false
	}
	if !w.count && len(w.aggs) == 0 {
		return w.top == nil && w.metric == nil && p.theirs(w, from)
	}
	p.owner([]*wanted{w})
	return p.item(w)
}

// theirs is "and the names of their dogs", "and the titles of the books they wrote": a column of rows that belong to the subject.
func (p *parser) theirs(w *wanted, from int) bool {
	if w.senses[0].kind != columnSense || w.distinct || w.all {
		return false
	}
	if ph, ok := p.accept(prep); !ok || ph.arg != "of" {
		return false
	}
	p.articles()
	senses, k := p.noun(nil)
	s := p.form.subject
	if k == 0 || senses[0].kind != tableSense || senses[0].table == s.table || len(senses[0].conds) > 0 || len(p.paths(s.table, senses[0].table)) == 0 {
		return false
	}
	w.owner, w.explicit = p.keep(&node{table: senses[0].table}), true
	said := slices.ContainsFunc(p.toks[from:p.pos], func(t token) bool { return t.low == "their" || t.low == "his" || t.low == "her" || t.low == "its" })
	p.pos += k
	if !said {
		p.accept(pronoun)
		if !personal[p.tok().low] {
			return false
		}
		p.pos++
		p.accept(have, do)
		if p.verbWeight(p.tok()) == 0 {
			return false
		}
		p.pos++
	}
	return p.item(w)
}

// whoseClause is "whose price is over 20".
func (p *parser) whoseClause(n *node) bool {
	if _, ok := p.accept(whose); !ok {
		return false
	}
	return p.try(func() bool { return p.columnPredicate(n) }) || p.whoseRows(n)
}

// whoseRows is "whose contract ends in 2025", "whose policy was cancelled": something is said of rows that belong to them.
func (p *parser) whoseRows(n *node) bool {
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok || s.fit < senses[0].fit-0.2 || s.table == n.table || !p.reaches(n, s.table) {
		return false
	}
	child := p.node(s, k)
	said := len(child.conds)
	p.clauses(child)
	if len(child.conds) == said {
		return false
	}
	n.conds = append(n.conds, cond{kind: related, child: child})
	return p.plausible(n, s.table)
}

// relativeClause is "who live in …", "that have …".
func (p *parser) relativeClause(n *node) bool {
	ph, size := p.role()
	if size == 0 || ph.role != pronoun {
		return false
	}
	where := p.tok().low == "where"
	p.pos += size
	p.skip(ever)
	if where && p.try(func() bool { return p.whereNone(n) }) {
		return true
	}
	return p.tryEach(n, p.figureClause, p.possession, p.lack, p.copula, p.auxiliary, p.aged, p.namedClause, p.containsClause, p.lasting,
		p.comparative, p.endpoint, p.verbal, p.restated, p.namedDoer)
}

// whereNone is "where no accidents happened", "where there is not a single car maker".
func (p *parser) whereNone(n *node) bool {
	p.skip(be)
	if !p.word("no") {
		if !p.not() {
			return false
		}
		p.skip()
		p.word("one", "any")
	}
	if !p.object(n, true, "") {
		return false
	}
	if emptyVerbs[p.tok().stem] {
		p.pos++
	}
	return true
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
	return p.tryEach(n, p.aged, p.yearsOld, p.lasting, p.comparative, p.amount, p.timeClause, p.namedClause, p.state, p.endpoint, p.prepositional,
		p.sortingOf, p.commonClause, p.eventClause, p.topClause, p.verbal, p.groupOf) && (!not || negate(n, before))
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
