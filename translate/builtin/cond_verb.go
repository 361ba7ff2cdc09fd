package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

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
		p.try(func() bool { // "which city does Ann live in"
			_, ok := p.accept(prep)
			return ok && p.tok().end()
		})
	}
	return true
}

// verbal is a verb and its object: "live in Hawaii", "produced in 1974", "ordered more than 3 products", "never ordered".
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
		return false // "books by French authors published after 1980": books are what is published
	}
	p.pos++
	p.particle(t)
	p.doubt(weight)
	if p.outcomeElsewhere(n.table, t) {
		return false
	}
	if p.ix.flagBeside(n.table, t) {
		p.doubt(0.4) // "dogs that passed a course": the pairs say who passed
	}
	if not {
		return p.deedDenied(n, t)
	}
	return p.deedDone(n, t)
}

// deedDone reads what follows a verb without a negation.
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

// soldAgainst is "sold above the asking price": what a row was sold for, in the only column that says so, beside another price of it.
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
	when := p.verbDate(n, verb) // "sold below the asking price in 2023" was sold then
	return when != nil && p.dated(n, when)
}

// deedDenied reads what follows a verb that is denied.
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

// finiteVerb is a verb right behind what it is said of. Before "by" it is a participle, "orders placed by", and no noun that
// reads like a verb, as in "churn rate by plan".
func (p *parser) finiteVerb(n *node) bool {
	t, next := p.tok(), p.ahead(1).low
	if (next == "by" || next == "per" || next == "of") && genericVerbs[t.stem] && !strings.HasSuffix(t.low, "ed") && !pastForms[t.low] {
		return false
	}
	return p.verbal(n)
}

// verbColumn is a verb that speaks of a column: "weigh more than 3500", "cost over 20".
func (p *parser) verbColumn(n *node, t token) bool {
	noun := map[string]string{"weigh": "weight", "cost": "cost", "earn": "salary wage pay earnings income", "last": "duration", "measur": "length", "price": "price", "age": "age"}[t.stem]
	if noun == "" {
		return false
	}
	f, ok := p.measureOf(n.table, noun)
	if noun == "cost" {
		// What a product costs is its price, also where its cost is known.
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

// theMost is "who earns the most", "which dog weighs the least".
func (p *parser) theMost(n *node, f field) bool {
	ph, ok := p.accept(mostOp)
	if next, k := p.role(); !ok || !f.column.Class.Numeric() || !p.tok().end() && (k == 0 || next.role != each && next.role != prep) {
		return false
	}
	n.conds = append(n.conds, cond{kind: extreme, field: f, desc: ph.arg == "desc"})
	return true
}

// doneBy is the "by region" of "orders made by region": one of them, of which nothing is said, is a group, and not who made
// the orders.
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

// measuredBy is "delayed by more than 60 minutes", where a column holds the delay.
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

// verbObject is a verb with rows of another table: "treated dogs", "wrote more than two books".
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

// mostOften is "ordered most often": ranked by how many rows record what the verb says.
func (p *parser) mostOften(n *node, t token) bool {
	ph, ok := p.accept(common)
	if !ok {
		return false
	}
	target := p.recordOf(n.table, t)
	if target == nil {
		return p.rankColumns(n, ph)
	}
	n.conds = append(n.conds, cond{kind: ranked, measure: &measure{fn: "count", of: p.keep(&node{table: target})}, desc: ph.arg == "desc", count: "1"})
	return true
}

// soldMost is "which product sold the most", "which customer spent the most".
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

// latest is "founded most recently": the extreme of the date of the verb.
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

// rankColumns ranks the values of the selected columns by how many rows have them: "which method is used most often".
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

// commonClause is "that is most common", with "among X" of the very rows behind it.
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

// complement is what follows a verb without an object: "produced in 1974", "located in Paris", "live in the state of X".
func (p *parser) complement(n *node, t token) bool {
	if momentWords[t.stem] != "" && p.timeFollows() && n != p.form.subject && !p.isMeasured(n) && p.verbDate(n, t) == nil {
		return false // "orders of customers who joined last month": when they joined is not kept
	}
	for _, rule := range []func(*node) bool{p.onWeekday, p.aged, p.timeClause, p.prepositional, p.amount} {
		if p.try(func() bool { return rule(n) }) {
			return true
		}
	}
	return false
}
