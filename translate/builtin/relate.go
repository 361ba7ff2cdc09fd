package builtin

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// possession is what follows "with" or "have": a column and what is said of it, a number of related rows, the most of
// something.
func (p *parser) possession(n *node) bool {
	if _, ok := p.accept(with, have); !ok && !p.holds() {
		return false
	}
	p.skip()
	if p.try(func() bool { return p.not() && p.object(n, true, "") }) {
		return true
	}
	if p.try(func() bool { return p.superlative(n) }) || p.try(func() bool { return p.quotedIn(n) }) {
		return true
	}
	if p.try(func() bool { return p.countedColumn(n) }) {
		return true
	}
	if p.try(func() bool { return p.columnPredicate(n) }) {
		return true
	}
	if p.try(func() bool { return p.columnIsTrue(n) }) {
		return true
	}
	return p.object(n, false, "")
}

// holds is "contains" and "includes" when they speak of rows and not of text.
func (p *parser) holds() bool {
	t := p.tok()
	if t.stem != "contain" && t.stem != "includ" {
		return false
	}
	if next := p.ahead(1); next.kind == quoted || next.kind == word && next.upper {
		return false
	}
	p.pos++
	return true
}

// truth is the condition that a flag is set: a boolean, a number that is only ever 0 or 1, a text that is only ever yes
// or no.
func truth(f field) (cond, bool) {
	if f.column.Class == schema.Boolean {
		return cond{kind: isTrue, field: f}, true
	}
	vs := known(f.column)
	if len(vs) == 0 || len(vs) > 2 {
		return cond{}, false
	}
	yes := ""
	for _, v := range vs {
		switch strings.ToLower(v) {
		case "1", "y", "yes", "t", "true":
			yes = v
		case "0", "n", "no", "f", "false":
		default:
			return cond{}, false
		}
	}
	if yes == "" {
		return cond{}, false
	}
	return equal(f, yes), true
}

// columnIsTrue is "with a final exam", where that is a boolean column.
func (p *parser) columnIsTrue(n *node) bool {
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s := senses[0]
	if s.kind != columnSense || s.field.table != n.table {
		return false
	}
	c, ok := truth(s.field)
	if !ok {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = append(n.conds, c)
	return true
}

// quotedIn is "with 'Hey' in its name".
func (p *parser) quotedIn(n *node) bool {
	t := p.tok()
	if t.kind != quoted {
		return false
	}
	p.pos++
	if !p.word("in") {
		return false
	}
	p.skipPossessive()
	var f field
	if !p.fieldOf(n, &f) || f.column.Class != schema.Text {
		return false
	}
	n.conds = append(n.conds, cond{kind: like, field: f, pattern: pattern("%s%", t.text)})
	return true
}

// countedColumn is "more than 4 cylinders", "8 cylinders", "a capacity of more than 100": a number and a column, or the
// other way round.
func (p *parser) countedColumn(n *node) bool {
	p.skip(ever)
	op := "="
	if ph, ok := p.accept(cmpOp); ok {
		op = ph.arg
	}
	if op != ">" && op != "<" && op != ">=" && op != "<=" && op != "=" && op != "<>" {
		return false
	}
	t := p.tok()
	if t.kind != number {
		return false
	}
	p.pos++
	if more := p.orMore(); more != "" {
		op = more
	}
	senses, k := p.noun(n.table)
	if k == 0 || senses[0].kind != columnSense {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), columnSense)
	if !ok || s.field.table != n.table || !s.field.column.Class.Numeric() || p.ix.isKey(n.table, s.field.column) {
		return false
	}
	// "3 countries" counts rows when there is a table of them.
	for _, o := range senses {
		if o.kind == tableSense && o.score >= s.score {
			return false
		}
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = append(n.conds, cond{kind: compare, field: s.field, op: op, values: []value{{t.num, true}}})
	return true
}

// lack is "without orders", "who have no dogs".
func (p *parser) lack(n *node) bool {
	if _, ok := p.accept(without); !ok {
		return false
	}
	p.skip(ever)
	if p.try(func() bool { return p.lackOfColumn(n) }) {
		return true
	}
	return p.object(n, true, "")
}

// lackOfColumn is "without an email", "without a final exam".
func (p *parser) lackOfColumn(n *node) bool {
	senses, k := p.noun(n.table)
	if k == 0 || senses[0].kind != columnSense || senses[0].field.table != n.table || contains2(n.table.PrimaryKey, senses[0].field.column.Name) {
		return false
	}
	s := senses[0]
	for _, o := range senses { // "without orders" speaks of rows when there is a table of them
		if o.kind == tableSense && o.score >= s.score {
			return false
		}
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	switch {
	case s.field.column.Class == schema.Boolean:
		n.conds = append(n.conds, cond{kind: isTrue, field: s.field, not: true})
	case p.tok().kind == quoted || p.tok().kind == number:
		return p.predicate(n, s.field, false) && negate(n, len(n.conds)-1)
	case !s.field.column.NotNull:
		n.conds = append(n.conds, cond{kind: isNull, field: s.field})
	default:
		return false
	}
	return true
}

// object is what a verb or "have" governs: some, no, or so many rows of another table, with what is said of them.
func (p *parser) object(n *node, not bool, via string) bool {
	c := cond{kind: related, not: not}
	p.skip(ever)
	if ph, k := p.role(); k > 0 && ph.role == cmpOp && p.toks[min(p.pos+k, len(p.toks)-1)].kind == number {
		p.pos += k
		c.op = ph.arg
	} else if k > 0 && ph.role == mostOp {
		return p.most(n, via)
	}
	if t := p.tok(); t.kind == number && !t.year {
		if c.op == "" {
			c.op = "="
		}
		c.count = t.num
		p.pos++
		if more := p.orMore(); more != "" {
			c.op = more
		}
	} else if c.op != "" {
		return false
	}
	p.skip()
	p.skip(distinct, ever)
	top := &wanted{}
	if c.op == "" {
		p.topping(top)
	}
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok || s.fit < senses[0].fit-0.2 {
		if c.op == "" && !not && senses[0].kind == valueSense && p.reaches(n, senses[0].field.table) {
			return p.valueCond(n, senses[0], k)
		}
		return false
	}
	if s.table == n.table && (via == "" || c.op != "") {
		if c.op != "" {
			return !not && s.score >= 0.84 && p.having(n, s, k, c)
		}
		return !not && p.sameRows(n, s, k)
	}
	if len(p.paths(n.table, s.table)) == 0 {
		return false
	}
	c.child = p.node(s, k)
	c.child.via = via
	p.verbFits(n.table, c.child)
	if top.top != nil && (not || !p.applyTop(c.child, top.top)) {
		return false
	}
	p.clauses(c.child)
	if p.splitBoth(n, c) {
		return true
	}
	if c.op == ">=" && c.count == "1" || c.op == ">" && c.count == "0" {
		c.op, c.count = "", ""
	}
	n.conds = append(n.conds, c)
	return true
}

// genericVerbs say no more than that two things belong together, so that any join will do.
var genericVerbs = wordSet(`done have own belong contain include take make do offer hold place work live locate situate come
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
	if p.try(func() bool { return p.verbColumn(n, t) }) || p.try(func() bool { return p.verbObject(n, t, not) }) {
		return true
	}
	if !not && p.try(func() bool { return p.mostOften(n, t) }) {
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
		if !c.Class.Temporal() && !(c.Class.Numeric() && contains2(p.ix.info[n.table].columns[c], "year")) {
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
	if ph, ok := p.accept(cmpOp); ok {
		return p.comparedInTime(n, f, ph)
	}
	if p.try(func() bool { return p.rangeOf(n, f) }) {
		return true
	}
	p.accept(prep)
	p.skip()
	p.try(func() bool { return p.word("year") })
	return p.timeValue(n, f, "=")
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
		return false
	}
	n.conds = append(n.conds, cond{kind: ranked, measure: &measure{fn: "count", of: p.keep(&node{table: target})}, desc: ph.arg == "desc", count: "1"})
	return true
}

// complement is what follows a verb without an object: "produced in 1974", "located in Paris", "live in the state of X".
func (p *parser) complement(n *node, t token) bool {
	for _, rule := range []func(*node) bool{p.timeClause, p.prepositional, p.amount} {
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
			if !e.toOne && contains2(ws, s) {
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

// prepositional is "in Germany", "from the customer 'X'", "of type Y", "in March".
func (p *parser) prepositional(n *node) bool {
	ph, ok := p.accept(prep)
	if !ok {
		return false
	}
	p.skip()
	if p.try(func() bool { return p.both(n) }) {
		return true
	}
	p.accept(either)
	p.articles()
	if p.try(func() bool { return p.timeOf(n, ph.arg) }) {
		return true
	}
	if p.try(func() bool { return p.columnPredicate(n) }) {
		return true
	}
	return p.try(func() bool { return p.prepositionalNoun(n, ph.arg == "of") })
}

func (p *parser) prepositionalNoun(n *node, of bool) bool {
	p.accept(distinct)
	top := &wanted{}
	p.topping(top)
	senses, k := p.noun(n.table)
	if k == 0 {
		return false
	}
	s := senses[0]
	switch s.kind {
	case valueSense:
		s, _ = p.pick(senses, p.text(p.pos, p.pos+k), valueSense)
		return p.reaches(n, s.field.table) && p.valueCond(n, s, k)
	case tableSense:
		s, _ = p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
		if s.table == n.table {
			if len(s.conds) > 0 {
				n.conds = mergeConds(n.conds, s.conds)
			}
			p.note(p.pos, p.pos+k, s)
			p.pos += k
			return top.top == nil || p.applyTop(n, top.top)
		}
		if len(p.paths(n.table, s.table)) == 0 {
			return false
		}
		child := p.node(s, k)
		if top.top != nil && !p.applyTop(child, top.top) {
			return false
		}
		p.clauses(child)
		if of && len(child.conds) == 0 {
			return true // "heads of departments" says what they are, not that there is a department
		}
		n.conds = append(n.conds, cond{kind: related, child: child})
		return true
	}
	return false
}

// verbFits lowers the confidence where a verb that means something by itself, to return or to buy, joins two things over
// tables that do not speak of it.
func (p *parser) verbFits(from *schema.Table, child *node) {
	nouns, ok := verbNouns[child.via]
	if !ok {
		return
	}
	ps := p.paths(from, child.table)
	if len(ps) == 0 {
		return
	}
	for _, w := range append(strings.Fields(nouns), child.via) {
		for _, e := range ps[0] {
			if contains2(p.ix.info[e.to].words, stem(w)) || contains2(p.ix.info[e.from].words, stem(w)) {
				return
			}
		}
	}
	for _, w := range append(strings.Fields(nouns), child.via) {
		if p.ix.namesTable(stem(w)) {
			p.doubt(0.6)
			return
		}
	}
	p.doubt(0.9)
}

// sameRows is "countries with singers older than 20", where the country is a column of the singers: what is said of them
// is said of the rows themselves.
func (p *parser) sameRows(n *node, s sense, k int) bool {
	if n != p.form.subject || s.score < 0.9 {
		return false
	}
	for _, it := range p.form.items {
		if it.field.column == nil {
			return false
		}
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = mergeConds(n.conds, s.conds)
	before := len(n.conds)
	p.clauses(n)
	return len(n.conds) > before
}

// having is "countries that have more than one mountain", where the country is a column of the mountains themselves: the
// rows are grouped by what is selected.
func (p *parser) having(n *node, s sense, k int, c cond) bool {
	if n != p.form.subject || !p.groupByColumns() {
		return false
	}
	p.note(p.pos, p.pos+k, s)
	p.pos += k
	n.conds = mergeConds(n.conds, s.conds)
	p.form.having = append(p.form.having, cond{kind: compare, op: c.op, values: []value{{c.count, true}}, measure: &measure{fn: "count", of: n}})
	return true
}

// groupByColumns groups by what is selected, when that is columns that do not tell rows apart.
func (p *parser) groupByColumns() bool {
	f := p.form
	if len(f.groups) > 0 || len(f.items) == 0 {
		return false
	}
	for _, it := range f.items {
		if it.field.column == nil || it.follow != nil || contains2(f.subject.table.PrimaryKey, it.field.column.Name) {
			return false
		}
	}
	f.groups = append(f.groups, f.items...)
	return true
}

// both is "in both 2014 and 2015": related rows of each kind must exist, not one row that is of both kinds; see
// splitBoth.
func (p *parser) both(n *node) bool {
	if ph, ok := p.accept(either); !ok || ph.arg != "both" {
		return false
	}
	if n == p.form.subject {
		return false
	}
	a, b := p.keep(&node{table: n.table}), p.keep(&node{table: n.table})
	if !p.oneOfBoth(a) {
		return false
	}
	if _, ok := p.accept(conj); !ok || !p.oneOfBoth(b) {
		return false
	}
	n.conds = append(n.conds, cond{kind: bothOf, any: [][]cond{a.conds, b.conds}})
	return true
}

func (p *parser) oneOfBoth(n *node) bool {
	p.skip(prep)
	for _, rule := range []func() bool{func() bool { return p.timeOf(n, "") }, func() bool { return p.columnPredicate(n) },
		func() bool { return p.prepositionalNoun(n, false) }} {
		if p.try(rule) {
			return len(n.conds) == 1
		}
		n.conds = nil
	}
	return false
}

// splitBoth turns one relation to rows of both kinds into two relations.
func (p *parser) splitBoth(n *node, c cond) bool {
	for i, k := range c.child.conds {
		if k.kind != bothOf {
			continue
		}
		if c.op != "" || c.not {
			return false
		}
		rest := append(append([]cond(nil), c.child.conds[:i]...), c.child.conds[i+1:]...)
		for _, alt := range k.any {
			one := c
			one.child = p.keep(&node{table: c.child.table, via: c.child.via, conds: append(append([]cond(nil), rest...), alt...)})
			n.conds = append(n.conds, one)
		}
		return true
	}
	return false
}

// except is "except for stadiums that had a concert in 2014".
func (p *parser) except(n *node) bool {
	if ph, ok := p.accept(cmpOp); !ok || ph.arg != "<>" {
		return false
	}
	p.skip(ever)
	p.try(func() bool {
		senses, k := p.noun(n.table)
		if k == 0 || senses[0].kind != tableSense || senses[0].table != n.table || len(senses[0].conds) > 0 {
			return false
		}
		p.pos += k
		return true
	})
	before := len(n.conds)
	return p.clause(n) && negate(n, before)
}

// timeClause is a period or a bound in time that needs no preposition of place: "after 1980", "since March", "last month".
func (p *parser) timeClause(n *node) bool {
	if p.tok().kind == when {
		return p.timeOf(n, "")
	}
	ph, ok := p.accept(cmpOp)
	if !ok {
		return false
	}
	op := map[string]string{"after": ">", "before": "<", "since": ">=", "until": "<="}[ph.arg]
	if op == "" {
		return false
	}
	p.skip()
	p.try(func() bool { return p.word("year") })
	f, ok := p.timeField(n)
	if !ok || !p.timeValue(n, f, op) {
		return false
	}
	return true
}

// timeOf is a year or period at which the rows of n happened.
func (p *parser) timeOf(n *node, _ string) bool {
	p.skip()
	p.try(func() bool {
		p.word("the")
		return p.word("year", "years") && (p.word("of") || true)
	})
	t := p.tok()
	if t.kind != when && !t.year {
		return false
	}
	f, ok := p.timeField(n)
	if !ok {
		return false
	}
	before := len(n.conds)
	if p.ahead(1).low == "or" {
		m := p.mark()
		p.pos++
		if op := p.orMore(); op != "" {
			p.pos = m.pos
			if !p.timeValue(n, f, op) {
				return false
			}
			p.pos += 2
			return true
		}
		p.reset(m)
	}
	if !p.timeValue(n, f, "=") {
		return false
	}
	for p.try(func() bool {
		if !p.word(",") {
			if _, ok := p.accept(disj); !ok {
				return false
			}
		}
		if p.tok().kind != when && !p.tok().year {
			return false
		}
		other := p.keep(&node{table: n.table})
		if !p.timeValue(other, f, "=") {
			return false
		}
		n.conds = append(n.conds[:before:before], cond{kind: anyOf, any: [][]cond{n.conds[before:], other.conds}})
		return true
	}) {
	}
	return true
}

// timeField finds the column that says when the rows of n happened.
func (p *parser) timeField(n *node) (field, bool) {
	t := p.tok()
	if t.kind == when && t.span.year == 0 {
		if c := p.ix.dateOf(n.table); c != nil {
			return field{n.table, c}, true
		}
	} else {
		if c := p.ix.yearOf(n.table); c != nil {
			return field{n.table, c}, true
		}
		if c := p.ix.dateOf(n.table); c != nil {
			return field{n.table, c}, true
		}
	}
	for _, c := range n.table.Columns {
		if c.Class.Temporal() {
			return field{}, false // several dates, and nothing says which
		}
	}
	// an order's items happened when the order did
	for _, e := range p.ix.graph.edges[n.table] {
		if !e.toOne || e.to == n.table {
			continue
		}
		if c := p.ix.dateOf(e.to); c != nil && p.eventful(e.to) {
			p.doubt(0.97)
			return field{e.to, c}, true
		}
	}
	return field{}, false
}

// eventful says whether rows of a table are things that happen, as orders do, and not things that are, as customers.
func (p *parser) eventful(t *schema.Table) bool {
	for _, e := range p.ix.graph.edges[t] {
		if e.toOne && e.to != t {
			return true
		}
	}
	return false
}
