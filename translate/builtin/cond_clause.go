package builtin

import (
	"slices"
)

// clauses reads clauses about the rows of n until none follows.
func (p *parser) clauses(n *node) {
	for p.try(func() bool { return p.clause(n) }) {
	}
}

// clause reads one more clause about n, with the "and", "or" or comma before it. It adds conditions to n. If n is the
// subject or is measured, it may instead add groups, order, items or a limit to the form.
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
		p.amount, p.endpoint, p.prepositional, p.topClause, p.eventClause, p.finiteVerb, p.postposed, p.restated, p.byWhom, p.namedDoer, p.inStock) {
		return true
	}
	if !root {
		return false
	}
	return p.try(func() bool { return p.ofThem(n) }) || p.try(p.group) || p.try(p.sorting) || p.try(p.moreItems) || p.try(p.byMeasure) || p.try(p.limited)
}

// isMeasured reports whether a selected measure aggregates the rows of n, so that groups may be read behind n as well.
func (p *parser) isMeasured(n *node) bool {
	for _, it := range p.form.items {
		if it.measure != nil && it.measure.of == n {
			return true
		}
	}
	return false
}

// joint consumes commas, conjunctions and fillers between clauses and returns the role of the last conjunction: conj,
// disj or but; none if there was no conjunction.
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

// alternative reads the clause after "or" and combines it with the last condition of n into one anyOf condition.
func (p *parser) alternative(n *node) bool {
	if len(n.conds) == 0 {
		return false
	}
	if len(n.conds) > 1 {
		p.doubt(0.7) // the scope of "or" is uncertain: "a and b or c"
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

// sameField returns a rule that reads the second half of "taller than 200 or lower than 190". It compares the numeric
// column of n's last condition.
func (p *parser) sameField(n *node) func(*node) bool {
	return func(other *node) bool {
		last := n.conds[len(n.conds)-1]
		return last.kind == compare && last.field.column.Class.Numeric() && p.compared(other, last.field)
	}
}

// sameAmount reads a comparison without a column after another comparison, "more than 5 and less than 9", and applies
// it to the same column of n.
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

// moreItems reads another thing to select after clauses have begun, "… and the number of singers in each concert", and
// adds it to the items of the form.
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

// theirs reads the owner of the column w, "and the names of their dogs", "and the titles of the books they wrote", and
// adds the column to the items. The owner's rows must be related to the subject. from is the token at which w begins.
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

// whoseClause reads "whose" and a condition, either on a column, "whose price is over 20", or on related rows; see
// whoseRows.
func (p *parser) whoseClause(n *node) bool {
	if _, ok := p.accept(whose); !ok {
		return false
	}
	return p.try(func() bool { return p.columnPredicate(n) }) || p.whoseRows(n)
}

// whoseRows reads a table and clauses about its rows, "whose contract ends in 2025", "whose policy was cancelled". It
// adds a related condition to n.
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

// relativeClause reads a clause after "who", "that", "which" or "where": "who live in …", "that have …".
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

// whereNone reads what follows "where" if it says that no related row exists: "where no accidents happened", "where
// there is not a single car maker".
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

// copula reads "is" or "are" and what follows, with an optional negation.
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
	return p.tryEach(n, p.aged, p.yearsOld, p.lasting, p.comparative, p.amount, p.timeClause, p.namedClause, p.state, p.inStock, p.endpoint, p.prepositional,
		p.sortingOf, p.commonClause, p.eventClause, p.topClause, p.verbal, p.groupOf) && (!not || negate(n, before))
}

func (p *parser) sortingOf(*node) bool { return p.sorting() }
func (p *parser) groupOf(*node) bool   { return p.group() }

// not consumes a negation and reports whether there was one.
func (p *parser) not() bool {
	_, ok := p.accept(negation)
	return ok
}

// negate inverts the condition that was added to n when it had before conditions. It fails unless exactly one was
// added, and for extreme and ranked, which have no opposite.
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
