package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// optionalVerb passes over the verb at the end of "how many orders did Ann place". It always succeeds.
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
		p.try(func() bool { // "which city does Ann live in"
			_, ok := p.accept(prep)
			return ok && p.tok().end()
		})
	}
	return true
}

// verbal reads a verb and what follows it: "live in Hawaii", "produced in 1974", "ordered more than 3 products", "never
// ordered". It adds a condition to n.
func (p *parser) verbal(n *node) bool {
	not := p.not()
	p.skip(ever)
	t := p.tok()
	if ph, k := p.role(); k > 0 && !(ph.role == orderBy && k == 1) {
		return false
	}
	if plannedWords[t.stem] && p.ahead(1).low == "to" && p.ahead(2).kind == word {
		return !not && p.plannedDeed(n)
	}
	weight := p.verbWeight(t)
	if weight == 0 && p.verbDate(n, t) != nil {
		weight = 0.98
	}
	if weight == 0 {
		return !not && p.measuredBy(n, t)
	}
	if s := p.form.subject; s != nil && n != s && n.table != s.table && p.verbDate(n, t) == nil && p.verbDate(s, t) != nil {
		return false // "books by French authors published after 1980": the books were published
	}
	p.pos++
	p.particle(t)
	p.doubt(weight)
	if p.outcomeElsewhere(n.table, t) {
		return false
	}
	if p.ix.flagBeside(n.table, t) {
		p.doubt(0.4) // "dogs that passed a course": the table beside tells which dogs passed
	}
	if not {
		return p.deedDenied(n, t)
	}
	return p.deedDone(n, t)
}

// deedDone reads what follows a verb that is not negated. It tries the rules for verbs in turn.
func (p *parser) deedDone(n *node, verb token) bool {
	for _, rule := range []func(*node, token) bool{
		p.doneByNamed, p.soldAgainst, p.verbDated,
		func(n *node, _ token) bool { return (n == p.form.subject || p.isMeasured(n)) && p.doneBy() },
		p.verbMember, p.spent, p.verbColumn,
		func(n *node, verb token) bool { return p.verbObject(n, verb, false) },
		p.mostOften, p.soldMost, p.repeated, p.latest,
		func(n *node, verb token) bool { return p.recorded(n, verb, false) },
		p.complement,
	} {
		if p.try(func() bool { return rule(n, verb) }) {
			return true
		}
	}
	return p.bareVerb(n, verb, false)
}

// soldAgainst reads a comparison of the price that a row was sold for with another of its columns, "sold above the
// asking price", and a time behind it. Exactly one column's name must contain the verb or its noun.
func (p *parser) soldAgainst(n *node, verb token) bool {
	var found *schema.Column
	for _, c := range n.table.Columns {
		ws := p.ix.info[n.table].columns[c]
		if !c.Class.Numeric() || p.ix.isKey(n.table, c) || len(ws) < 2 || !slices.ContainsFunc(append(strings.Fields(verbNouns[verb.stem]), verb.low, verb.stem), func(w string) bool { return slices.Contains(ws, stem(w)) }) {
			continue
		}
		if found != nil {
			return false
		}
		found = c
	}
	if found == nil || !participle(verb) {
		return false
	}
	p.word("for", "at")
	before := len(n.conds)
	if !p.compared(n, field{n.table, found}) || n.conds[before].kind != fields {
		return false
	}
	if !p.timeFollows() {
		return true
	}
	when := p.verbDate(n, verb) // "sold below the asking price in 2023": the sale was in 2023
	return when != nil && p.dated(n, when)
}

// deedDenied reads what follows a negated verb, "never ordered", and adds the negated condition to n.
func (p *parser) deedDenied(n *node, verb token) bool {
	before := len(n.conds)
	if p.try(func() bool { return p.doneByNamed(n, verb) }) || p.try(func() bool { return p.verbDated(n, verb) }) || p.try(func() bool { return p.verbMember(n, verb) }) {
		return negate(n, before)
	}
	if p.try(func() bool { return p.verbColumn(n, verb) }) || p.try(func() bool { return p.verbObject(n, verb, true) }) ||
		p.try(func() bool { return p.toNobody(n, verb) }) || p.try(func() bool { return p.recorded(n, verb, true) }) {
		return true
	}
	if p.try(func() bool { return p.complement(n, verb) }) {
		return !p.timeOfOther(n, verb) && negate(n, before)
	}
	return p.try(func() bool { return p.neverDone(n, verb) }) || p.bareVerb(n, verb, true)
}

// finiteVerb reads a verb right behind its noun. Before "by", "per" or "of" a common verb must be a participle, "orders
// placed by", because it may be a noun there, as in "churn rate by plan".
func (p *parser) finiteVerb(n *node) bool {
	t, next := p.tok(), p.ahead(1).low
	if (next == "by" || next == "per" || next == "of") && genericVerbs[t.stem] && !strings.HasSuffix(t.low, "ed") && !pastForms[t.low] {
		return false
	}
	return p.verbal(n)
}

// verbColumn reads a verb that names a column, and the condition on it: "weigh more than 3500", "cost over 20".
func (p *parser) verbColumn(n *node, t token) bool {
	noun := map[string]string{"weigh": "weight", "cost": "cost", "earn": "salary wage pay earnings income", "last": "duration", "measur": "length", "price": "price", "age": "age"}[t.stem]
	if noun == "" {
		return false
	}
	f, ok := p.measureOf(n.table, noun)
	if noun == "cost" {
		// The cost of a product means its price, even if the table also has a column for its cost.
		if price, priced := p.measureOf(n.table, "price"); priced && ok {
			p.assume("what it costs is " + n.table.Name + "." + price.column.Name)
			f = price
		} else if priced {
			f, ok = price, true
		}
	}
	if !ok {
		return false
	}
	if p.try(func() bool { return p.theMost(n, f) }) {
		return true
	}
	return p.predicate(n, f, false)
}

// theMost reads "the most" or "the least" behind a verb that names the column f, "who earns the most", "which dog
// weighs the least", and restricts n to the rows with the greatest or smallest value.
func (p *parser) theMost(n *node, f field) bool {
	ph, ok := p.accept(mostOp)
	if next, k := p.role(); !ok || !f.column.Class.Numeric() || !p.tok().end() && (k == 0 || next.role != each && next.role != prep) {
		return false
	}
	n.conds = append(n.conds, cond{kind: extreme, field: f, desc: ph.arg == "desc"})
	return true
}

// doneBy reads "by region" in "orders made by region" and groups by it. It fails for a plural, a value or a noun with
// conditions, which tell who made the orders.
func (p *parser) doneBy() bool {
	if p.tok().low != "by" {
		return false
	}
	p.pos++
	senses, k := p.noun(nil)
	p.pos--
	if k == 0 || senses[0].kind == valueSense || len(senses[0].conds) > 0 {
		return false
	}
	last := p.toks[p.pos+k].low
	return singular(last) == last && p.group()
}

// measuredBy reads "delayed by more than 60 minutes" if one numeric column of n has the participle in its name.
func (p *parser) measuredBy(n *node, t token) bool {
	var found *schema.Column
	for _, c := range n.table.Columns {
		if !participle(t) || !c.Class.Numeric() || p.ix.isKey(n.table, c) || !slices.Contains(p.ix.info[n.table].columns[c], t.stem) {
			continue
		}
		if found != nil {
			return false
		}
		found = c
	}
	if found == nil {
		return false
	}
	p.pos++
	p.word("by", "for")
	return p.compared(n, field{n.table, found})
}

// verbObject reads the object of a verb, "treated dogs", "wrote more than two books", with a preposition before it; see
// object.
func (p *parser) verbObject(n *node, t token, not bool) bool {
	p.skip(ever)
	if ph, k := p.role(); k > 0 && ph.role == prep && (ph.arg == "by" || ph.arg == "to" || ph.arg == "in" || ph.arg == "for" || ph.arg == "from" || ph.arg == "at" || ph.arg == "on" || ph.arg == "with" || ph.arg == "through" || ph.arg == "of") {
		p.pos += k
		if p.tok().kind == when || p.tok().year {
			return false
		}
	} else if k > 0 && ph.role == with {
		p.pos += k
	}
	if p.tok().low == "no" && !not { // "agents who sold no policies"
		p.pos++
		not = true
	}
	return p.object(n, not, t.stem)
}

// mostOften reads "most often" behind a verb, "ordered most often", and ranks n by the number of rows that record the
// verb. Without a table that records it, see rankColumns.
func (p *parser) mostOften(n *node, t token) bool {
	ph, ok := p.accept(common)
	if !ok {
		return false
	}
	target := p.readRecord(n.table, t)
	if target == nil {
		return p.rankColumns(n, ph)
	}
	n.conds = append(n.conds, cond{kind: ranked, measure: &measure{fn: "count", of: p.keep(&node{table: target})}, desc: ph.arg == "desc", count: "1"})
	return true
}

// soldMost reads "the most" behind "sold", "spent" or "paid", "which product sold the most", "which customer spent the
// most". It ranks n by the pieces sold or the money spent.
func (p *parser) soldMost(n *node, t token) bool {
	ph, ok := p.accept(mostOp)
	if !ok {
		return false
	}
	p.word("money")
	p.skip()
	var m *measure
	switch t.stem {
	case "sell":
		m = p.piecesSold()
	case "spend", "pay":
		f := p.aimedAt()
		if f == nil && t.stem == "spend" {
			f = p.ix.orderAmount()
		}
		if f != nil && f.table != n.table {
			m = &measure{fn: "sum", field: *f, of: p.keep(&node{table: f.table}), as: "amount_spent"}
			p.doubt(0.93)
			p.try(func() bool { _, ok := p.accept(prep); p.articles(); return ok && p.again(f.table) })
			p.ofTheirs(n)
		}
	}
	if m == nil || !p.tok().end() || len(p.paths(n.table, m.of.table)) == 0 || p.paths(n.table, m.of.table)[0].toOne() {
		return false
	}
	n.conds = append(n.conds, cond{kind: ranked, measure: m, desc: ph.arg == "desc", count: "1"})
	return true
}

// latest reads "most recently" and the like behind a verb, "founded most recently", and restricts n to the rows with
// the extreme date of the verb.
func (p *parser) latest(n *node, t token) bool {
	ph, ok := p.accept(superl)
	if !ok || ph.hint != "@date" {
		return false
	}
	c := p.verbDate(n, t)
	if c == nil {
		c = p.ix.dateOf(n.table)
	}
	if c == nil || !c.Class.Temporal() {
		return false
	}
	n.conds = append(n.conds, cond{kind: extreme, field: field{n.table, c}, desc: ph.arg == "desc"})
	return true
}

// rankColumns groups by the selected columns and orders the groups by their number of rows, "which method is used most
// often". It keeps one group unless there is a limit.
func (p *parser) rankColumns(n *node, ph phrase) bool {
	if n != p.form.subject || len(p.form.order) > 0 || !p.groupByColumns() {
		return false
	}
	p.form.order = append(p.form.order, sortKey{item{measure: &measure{fn: "count", of: n}}, ph.arg == "desc"})
	if p.form.limit == 0 {
		p.form.limit = 1
	}
	return true
}

// commonClause reads "that is most common", with "among X" if X is n's table; see rankColumns.
func (p *parser) commonClause(n *node) bool {
	p.skip()
	ph, ok := p.accept(common)
	if !ok || !p.rankColumns(n, ph) {
		return false
	}
	p.try(func() bool {
		if _, ok := p.accept(prep); !ok {
			return false
		}
		p.articles()
		senses, k := p.noun(n.table)
		if k == 0 || senses[0].kind != tableSense || senses[0].table != n.table || len(senses[0].conds) > 0 {
			return false
		}
		p.pos += k
		return true
	})
	return true
}

// complement reads what follows a verb without an object, a time, place or amount: "produced in 1974", "located in
// Paris", "live in the state of X".
func (p *parser) complement(n *node, t token) bool {
	if momentWords[t.stem] != "" && p.timeFollows() && n != p.form.subject && !p.isMeasured(n) && p.verbDate(n, t) == nil {
		return false // "orders of customers who joined last month": no column holds when they joined
	}
	return p.tryEach(n, p.onWeekday, p.aged, p.timeClause, p.prepositional, p.amount)
}
