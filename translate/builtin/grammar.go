package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// parser reads the tokens of one question into a form. Rules either succeed and consume, or fail and leave the parser
// as it was; see try.
type parser struct {
	ix        *index
	toks      []token
	pos       int
	form      *form
	memo      map[[2]int][]sense
	mentioned map[*schema.Table]float64
	dropped   map[*schema.Table]bool
	settled   []plan.Constraint

	// What backtracking must undo beside pos.
	score   float64
	matches []Match
	ties    []*tie
	assumed []string
	nodes   []*node
	known   map[[2]*schema.Table][]path

	asked bool // it begins with which or who: a name is wanted, not a row
	far   int  // the furthest token that a rule could explain, for saying what could not be
	// depth bounds recursion through nested clauses.
	depth int
	// steps bounds the work of one question.
	steps int
}

const maxDepth, maxSteps = 12, 4000

// mark is what a rule restores when it fails.
type mark struct {
	pos, matches, ties, assumed int
	score                       float64
	form                        form
	conds                       [][]cond // of each node, in the order of nodes
}

func (p *parser) mark() mark {
	m := mark{pos: p.pos, matches: len(p.matches), ties: len(p.ties), assumed: len(p.assumed), score: p.score, form: *p.form}
	f := &m.form
	// Without spare capacity, what is appended later cannot reach what is saved here.
	f.items, f.groups, f.order, f.having = slices.Clip(f.items), slices.Clip(f.groups), slices.Clip(f.order), slices.Clip(f.having)
	for _, n := range p.nodes {
		n.conds = slices.Clip(n.conds)
		m.conds = append(m.conds, n.conds)
	}
	return m
}

func (p *parser) reset(m mark) {
	p.pos, p.score = m.pos, m.score
	p.matches, p.ties, p.assumed = p.matches[:m.matches], p.ties[:m.ties], p.assumed[:m.assumed]
	*p.form = m.form
	p.nodes = p.nodes[:len(m.conds)]
	for i, n := range p.nodes {
		n.conds = m.conds[i]
	}
}

// keep registers a node, so that backtracking can undo what is added to it.
func (p *parser) keep(n *node) *node {
	p.nodes = append(p.nodes, n)
	return n
}

// try runs a rule; when it fails, nothing has happened.
func (p *parser) try(rule func() bool) bool {
	if p.steps++; p.steps > maxSteps || p.depth > maxDepth {
		return false
	}
	m := p.mark()
	p.depth++
	defer func() { p.depth-- }()
	if rule() {
		if p.pos > p.far {
			p.far = p.pos
		}
		return true
	}
	p.reset(m)
	return false
}

// doubt lowers the confidence in what has been read.
func (p *parser) doubt(factor float64) { p.score *= factor }

// assume notes what had to be assumed.
func (p *parser) assume(s string) {
	for _, a := range p.assumed {
		if a == s {
			return
		}
	}
	p.assumed = append(p.assumed, s)
}

func (p *parser) done() bool { return p.pos >= len(p.toks) }

func (p *parser) tok() token {
	if p.done() {
		return token{kind: punct}
	}
	return p.toks[p.pos]
}

func (p *parser) ahead(n int) token {
	if p.pos+n >= len(p.toks) {
		return token{kind: punct}
	}
	return p.toks[p.pos+n]
}

// role is the closed-vocabulary phrase at the current position.
func (p *parser) role() (phrase, int) {
	if p.done() {
		return phrase{}, 0
	}
	return phraseAt(p.toks, p.pos)
}

// accept consumes a phrase of one of the roles.
func (p *parser) accept(roles ...role) (phrase, bool) {
	ph, n := p.role()
	for _, r := range roles {
		if n > 0 && ph.role == r {
			p.pos += n
			return ph, true
		}
	}
	return phrase{}, false
}

// word consumes one of the given words.
func (p *parser) word(words ...string) bool {
	for _, w := range words {
		if p.tok().kind != quoted && p.tok().low == w {
			p.pos++
			return true
		}
	}
	return false
}

// skip passes over words that carry no meaning of their own.
func (p *parser) skip(roles ...role) {
	for !p.done() {
		if _, ok := p.accept(append(roles, filler)...); !ok {
			return
		}
	}
}

// articles passes over determiners and quantifiers that change nothing: "all the".
func (p *parser) articles() { p.skip(ever) }

// parse reads the whole question; it fails when any token stays unexplained.
func (p *parser) parse() bool {
	p.form = &form{}
	p.mention()
	p.lead()
	return p.try(func() bool { return p.frontedClause() && p.rest() }) || p.plainBody() && p.rest()
}

// rest reads what follows the first sentence, and completes the form.
func (p *parser) rest() bool {
	p.trailing()
	for !p.done() {
		if !p.try(p.nextSentence) {
			return false
		}
		p.trailing()
	}
	return p.finish()
}

// nextSentence reads a second sentence that says which columns are wanted: "… List the id and the name."
func (p *parser) nextSentence() bool {
	if prev := p.toks[p.pos-1]; prev.kind != punct || p.form.subject == nil {
		return false
	}
	p.word("and")
	if ph, ok := p.accept(orderBy); ok && ph.role == orderBy {
		p.pos -= p.width(ph)
		return p.sorting()
	}
	if _, ok := p.accept(opener); !ok {
		return false
	}
	p.skip(opener, ever, either)
	var list []*wanted
	for {
		w := &wanted{}
		if !p.try(func() bool { return p.wanted(w) }) {
			return false
		}
		list = append(list, w)
		p.try(func() bool { return p.ofSubject() })
		if !p.more() {
			break
		}
	}
	return p.reselect(list)
}

// ofSubject passes over "of the customers" where that is the subject.
func (p *parser) ofSubject() bool {
	if ph, ok := p.accept(prep); !ok || ph.arg != "of" && ph.arg != "for" {
		return false
	}
	p.articles()
	p.accept(each)
	senses, k := p.noun(nil)
	if k == 0 || senses[0].kind != tableSense || senses[0].table != p.form.subject.table {
		return false
	}
	p.pos += k
	return true
}

// reselect replaces what is selected, keeping the measures that were asked for before.
func (p *parser) reselect(list []*wanted) bool {
	old := p.form.items
	p.form.items = nil
	for _, w := range list {
		if m := p.sameMeasure(w, old); m != nil {
			p.form.items = append(p.form.items, *m)
			continue
		}
		if w.count || len(w.aggs) > 0 || w.top != nil || !p.item(w) {
			return false
		}
	}
	for _, it := range old {
		if it.measure != nil && !p.hasMeasure(it) {
			p.form.items = append(p.form.items, it)
		}
	}
	return true
}

func (p *parser) hasMeasure(it item) bool {
	for _, o := range p.form.items {
		if o.measure == it.measure {
			return true
		}
	}
	return false
}

// sameMeasure finds the measure, selected or ranked by before, that is asked for again.
func (p *parser) sameMeasure(w *wanted, old []item) *item {
	var found []item
	for _, it := range old {
		if it.measure != nil {
			found = append(found, it)
		}
	}
	for _, c := range p.form.subject.conds {
		if c.kind == ranked {
			found = append(found, item{measure: c.measure})
		}
	}
	for _, o := range p.form.order {
		if o.item.measure != nil {
			found = append(found, o.item)
		}
	}
	for i, it := range found {
		m := it.measure
		if w.count && m.fn == "count" && len(w.senses) > 0 && w.senses[0].kind == tableSense && w.senses[0].table == m.of.table {
			return &found[i]
		}
		if len(w.aggs) == 1 && w.aggs[0] == m.fn && len(w.senses) > 0 && w.senses[0].field == m.field {
			return &found[i]
		}
	}
	return nil
}

// lead passes over what only says that something is to be shown.
func (p *parser) lead() {
	for !p.done() {
		if p.tok().kind == punct && p.tok().low == "," {
			p.pos++
			continue
		}
		if _, ok := p.accept(opener, filler); ok {
			continue
		}
		// which, who, what: not relative here
		if ph, n := p.role(); n > 0 && (ph.role == relative2 || ph.role == be && p.asked) {
			p.asked, p.pos = true, p.pos+n
			continue
		}
		return
	}
}

// trailing passes over punctuation and empty words at the end.
func (p *parser) trailing() {
	for !p.done() {
		if p.tok().kind == punct && (p.tok().low == "?" || p.tok().low == "." || p.tok().low == "," || p.tok().low == "!") {
			p.pos++
			continue
		}
		if _, ok := p.accept(filler, be, do, have, ever); !ok {
			return
		}
	}
}

// plainBody reads what is asked for and everything said about it.
func (p *parser) plainBody() bool {
	if p.try(p.priceQuestion) {
		p.clauses(p.form.subject)
		return true
	}
	if !p.items() {
		return false
	}
	if p.form.subject == nil {
		return false
	}
	p.clauses(p.form.subject)
	return true
}

// frontedClause reads a clause that stands before what it belongs to: "for each continent, list its id", "in 2014, how
// many cars were sold".
func (p *parser) frontedClause() bool {
	switch low := p.tok().low; {
	case (low == "for" || low == "in" || low == "per") && p.try(p.group):
		if !p.word(",") {
			return false
		}
		p.lead()
		return p.plainBody()
	case p.word("in", "for", "during"):
		from := p.pos
		if p.tok().kind != when && !p.tok().year {
			return false
		}
		p.pos++
		if !p.word(",") {
			return false
		}
		p.lead()
		if !p.plainBody() {
			return false
		}
		// The clause is read again, now that it is known what it belongs to.
		end := p.pos
		p.pos = from
		ok := p.timeOf(p.form.subject, "in")
		p.pos = end
		return ok
	}
	return false
}

// priceQuestion is "how much does the most recent treatment cost": the money column of what is spoken of.
func (p *parser) priceQuestion() bool {
	if _, ok := p.accept(howMuch); !ok {
		return false
	}
	p.skip(ever)
	perRow := false
	if _, ok := p.accept(each); ok {
		perRow = true
	}
	w := &wanted{}
	p.topping(w)
	senses, k := p.noun(nil)
	if k == 0 {
		return false
	}
	s, ok := p.pick(senses, p.text(p.pos, p.pos+k), tableSense)
	if !ok || s.fit < senses[0].fit-0.1 {
		return false
	}
	n := p.node(s, k)
	p.form.subject = n
	f, ok := p.moneyOf(n.table)
	if !ok || w.top != nil && !p.applyTop(n, w.top) {
		return false
	}
	p.word("cost", "costs")
	if perRow || w.top == nil {
		p.form.items = append(p.form.items, item{entity: n.table})
	}
	p.form.items = append(p.form.items, item{field: f})
	return true
}
