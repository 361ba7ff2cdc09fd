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
	}
	return true
}

// genericVerbs say no more than that two things belong together, so that any join will do.
var genericVerbs = wordSet(`done price have own belong contain include take make do offer hold place work live locate situate come
associate relate assign link connect give get receive use go involve consist carry keep feature participate attend play
teach perform produce write direct manage head lead create build design develop release publish issue found establish
register enrol record list belong base live stay reside join visit study major appear occur happen serve supply provide
order buy purchase sell pay ship return rent borrow lend book reserve treat undergo operate conduct run drive fly sing act
win compete star score earn spend cost weigh found store display show present supervise advise report employ hire post
review rate comment like follow know speak support sponsor fund affiliate train prescribe examine visit own possess
file submit send mail deliver mention represent elect vote nominate claim settle charge bill invoice claim travel depart arrive
start begin end finish open close join make manufacture compose perform exhibit exhibit host organize organise cover tag label
classify categorize group fall fit sit stand exist work complete pass fail graduate
assign handle process grant award recruit select choose pick play coach captain born age name call title damage injure
use access borrow check climb ascend claim bring put mark cause affect suffer diagnose go commit experience
make purchase transact subscribe sign cancel approve reject move transfer share belong`)

// emptyVerbs may stand without an object and change nothing: "games held", "orders placed".
var emptyVerbs = wordSet(`hold place make happen occur list offer exist take record give issue publish release involve run
	perform participate found associate have show store report`)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[stem(w)] = true
	}
	return m
}

// verbWeight is how much confidence is left after taking a word as the verb that joins two things; 0 when it is not
// one.
func (p *parser) verbWeight(t token) float64 {
	if t.kind != word {
		return 0
	}
	if genericVerbs[t.stem] {
		return 0.99
	}
	if !participle(t) {
		for _, n := range p.ix.find([]token{t}) {
			if n.column == nil && n.score > 0.9 {
				return 0 // the table itself, and no verb
			}
		}
	}
	if p.ix.namesTable(t.stem) {
		return 0.97
	}
	return 0
}

// namesTable says whether a stem is part of the name of any table.
func (ix *index) namesTable(s string) bool {
	for _, ti := range ix.info {
		for _, w := range ti.words {
			if w == s || len(s) >= 4 && len(w) >= 4 && commonStart(w, s) >= max(4, len(s)-2) {
				return true
			}
		}
	}
	return false
}

func commonStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// verbal is a verb and its object: "live in Hawaii", "produced in 1974", "ordered more than 3 products", "never ordered".
func (p *parser) verbal(n *node) bool {
	not := p.not()
	p.skip(ever)
	t := p.tok()
	if ph, k := p.role(); k > 0 && !(ph.role == orderBy && k == 1) {
		return false
	}
	weight := p.verbWeight(t)
	if weight == 0 && p.verbDate(n, t) != nil {
		weight = 0.98
	}
	if weight == 0 {
		return false
	}
	p.pos++
	p.doubt(weight)
	before := len(n.conds)
	if c := p.verbDate(n, t); c != nil && p.try(func() bool { return p.dated(n, c) }) {
		return !not || negate(n, before)
	}
	if p.try(func() bool { return p.verbMember(n, t) }) {
		return !not || negate(n, before)
	}
	if !not && p.try(func() bool { return p.spent(n, t) }) {
		return true
	}
	if p.try(func() bool { return p.verbColumn(n, t) }) || p.try(func() bool { return p.verbObject(n, t, not) }) {
		return true
	}
	if !not && (p.try(func() bool { return p.mostOften(n, t) }) || p.try(func() bool { return p.soldMost(n, t) })) {
		return true
	}
	if !not && p.try(func() bool { return p.latest(n, t) }) {
		return true
	}
	if p.try(func() bool { return p.recorded(n, t, not) }) {
		return true
	}
	if p.try(func() bool { return p.complement(n, t) }) {
		return !not || negate(n, before)
	}
	return p.bareVerb(n, t, not)
}

// verbDate is the column that says when a verb was true of a row of n: hired_on, date_of_birth.
func (p *parser) verbDate(n *node, t token) *schema.Column {
	var found *schema.Column
	for _, c := range n.table.Columns {
		if !c.Class.Temporal() && !(c.Class.Numeric() && slices.Contains(p.ix.info[n.table].columns[c], "year")) {
			continue
		}
		for _, w := range p.ix.info[n.table].columns[c] {
			if w == t.stem || len(w) >= 5 && commonStart(w, t.stem) >= max(4, len(t.stem)-1) {
				if found != nil {
					return nil
				}
				found = c
				break
			}
		}
	}
	return found
}

// dated is when the verb was true: "hired after 2020", "born in March 1980".
func (p *parser) dated(n *node, c *schema.Column) bool {
	f := field{n.table, c}
	if c.Class.Temporal() && (p.try(func() bool { return p.agedBy(n, f) }) || p.try(func() bool { return p.onDaysOf(n, f) })) {
		return true
	}
	if ph, ok := p.accept(cmpOp); ok {
		return p.comparedInTime(n, f, ph)
	}
	if p.try(func() bool { return p.rangeOf(n, f) }) {
		return true
	}
	p.accept(prep)
	p.skip()
	p.try(func() bool { return p.word("year") })
	before := len(n.conds)
	if !p.timeValue(n, f, "=") {
		return false
	}
	p.moreTimes(n, f, before)
	return true
}

// verbColumn is a verb that speaks of a column: "weigh more than 3500", "cost over 20".
func (p *parser) verbColumn(n *node, t token) bool {
	noun := map[string]string{"weigh": "weight", "cost": "cost", "earn": "salary", "last": "duration", "measur": "length", "price": "price", "age": "age"}[t.stem]
	if noun == "" {
		return false
	}
	f, ok := p.measureOf(n.table, noun)
	if !ok {
		return false
	}
	return p.predicate(n, f, false)
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
	if !ok || p.tok().kind != punct {
		return false
	}
	var m *measure
	switch t.stem {
	case "sell":
		m = p.piecesSold()
	case "spend":
		if f := p.ix.orderAmount(); f != nil {
			m = &measure{fn: "sum", field: *f, of: p.keep(&node{table: f.table}), as: "amount_spent"}
			p.doubt(0.93)
		}
	}
	if m == nil || len(p.paths(n.table, m.of.table)) == 0 {
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

// recorded is "customers who ordered in 2025": what is said after the verb is true of the rows that record it.
func (p *parser) recorded(n *node, t token, not bool) bool {
	target := p.recordOf(n.table, t)
	if target == nil {
		return false
	}
	child := p.keep(&node{table: target, via: t.stem})
	p.accept(prep)
	if !p.timeClause(child) && !p.timeOf(child, "") {
		return false
	}
	p.clauses(child)
	if c := (cond{kind: related, not: not, child: child}); !p.splitBoth(n, c) {
		n.conds = append(n.conds, c)
	}
	p.assume("“" + t.text + "” is read from " + target.Name)
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
	for _, rule := range []func(*node) bool{p.onWeekday, p.aged, p.timeClause, p.prepositional, p.amount} {
		if p.try(func() bool { return rule(n) }) {
			return true
		}
	}
	return false
}

// bareVerb is a verb alone: "products never sold", "customers who have ordered": the table that records it decides.
func (p *parser) bareVerb(n *node, t token, not bool) bool {
	target := p.recordOf(n.table, t)
	if target == nil {
		// "songs released": a verb that only repeats what is there
		if ph, k := p.role(); !not && k > 0 && ph.role == each && genericVerbs[t.stem] {
			return true
		}
		return !not && emptyVerbs[t.stem] && (p.tok().kind == punct || p.nextIsClause())
	}
	if !not && p.sums(n) {
		return false // "total cost of products sold": of each product once, or of each piece?
	}
	if not || p.tok().kind == punct {
		child := p.keep(&node{table: target, via: t.stem})
		if not {
			p.clauses(child)
		}
		n.conds = append(n.conds, cond{kind: related, not: not, child: child})
		p.assume("“" + t.text + "” is read from " + target.Name)
		p.doubt(0.97)
		return true
	}
	return false
}

// sums says whether a column of the rows of n is added up.
func (p *parser) sums(n *node) bool {
	for _, it := range p.form.items {
		if it.measure != nil && it.measure.fn == "sum" && it.measure.field.table == n.table {
			return true
		}
	}
	return false
}

func (p *parser) nextIsClause() bool {
	ph, k := p.role()
	return k > 0 && (ph.role == each || ph.role == orderBy || ph.role == ordering)
}

// recordOf finds the table, joined to t by its own key, that records what a verb says.
func (p *parser) recordOf(t *schema.Table, verb token) *schema.Table {
	stemsOf := append([]string{verb.stem}, strings.Fields(verbNouns[verb.stem])...)
	var best *schema.Table
	for _, s := range stemsOf {
		s = stem(s)
		var found []*schema.Table
		for _, e := range p.ix.graph.edges[t] {
			ws := p.ix.info[e.to].words
			if !e.toOne && slices.Contains(ws, s) {
				found = append(found, e.to)
			}
		}
		if len(found) == 1 {
			return found[0]
		}
		if len(found) > 1 {
			for _, f := range found {
				if len(p.ix.info[f].words) == 1 {
					best = f
				}
			}
			return best
		}
	}
	return nil
}

// recordedObject is "bought tents in 2025": an object without a number whose verb is recorded by a table of its own. What
// is bought and when are both said of the rows that record it, and no other way between the two things will do.
func (p *parser) recordedObject(n *node, not bool, via string) bool {
	if verbNouns[via] == "" {
		return false
	}
	record := p.recordOf(n.table, token{stem: via})
	if record == nil {
		return false
	}
	p.skip(distinct, ever)
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s := senses[0]
	if s.kind == columnSense || s.kind == tableSense && (s.table == n.table || s.table == record) {
		return false
	}
	child := p.keep(&node{table: record, via: via})
	if s.kind == valueSense {
		if s.field.table == n.table || s.field.table == record || !p.reaches(child, s.field.table) || !p.valueCond(child, s, k) {
			return false
		}
	} else {
		if !p.reaches(child, s.table) {
			return false
		}
		what := p.node(s, k)
		if !p.timeClause(child) && !p.try(func() bool { ph, ok := p.accept(prep); return ok && p.timeOf(child, ph.arg) }) {
			p.clauses(what)
		}
		for _, c := range what.conds {
			if c.kind == inPeriod || c.kind == bothOf {
				return false
			}
		}
		child.conds = append(child.conds, cond{kind: related, child: what})
	}
	p.clauses(child)
	c := cond{kind: related, not: not, child: child}
	if !p.splitBoth(n, c) {
		n.conds = append(n.conds, c)
	}
	return true
}

// verbTime lowers the confidence where the time of what a verb did, "delivered products in 2024", was taken for a time of
// the thing it was done to, although some table records such deeds.
func (p *parser) verbTime(child *node) {
	nouns := append(strings.Fields(verbNouns[child.via]), child.via)
	if len(nouns) < 2 {
		return
	}
	recorded := false
	for _, w := range nouns {
		if slices.Contains(p.ix.info[child.table].words, stem(w)) {
			return
		}
		recorded = recorded || p.ix.namesTable(stem(w))
	}
	for _, c := range child.conds {
		if recorded && c.kind == inPeriod && c.field.table == child.table {
			p.doubt(0.4)
		}
	}
}
