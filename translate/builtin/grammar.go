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
	memo      map[[2]int][]sense // see explain
	simples   map[[2]int][]sense // see simple
	mentioned map[*schema.Table]float64
	dropped   map[*schema.Table]bool
	settled   []plan.Constraint
	glossary  []Term
	evidence  evidence
	lookedUp  []Seen

	// What backtracking must undo beside pos.
	score   float64
	matches []Match
	ties    []*tie
	assumed []string
	unseen  []Unseen // that the reading relies on
	nodes   []*node
	known   map[[2]*schema.Table][]path
	records map[deedOf]record // see recordsOf

	// spans are the noun phrases of several words that were read so far; those that are barred are read shorter.
	spans, barred [][2]int

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
	pos, matches, ties, assumed, unseen int
	score                               float64
	form                                form
	conds                               [][]cond // of each node, in the order of nodes
}

func (p *parser) mark() mark {
	m := mark{pos: p.pos, matches: len(p.matches), ties: len(p.ties), assumed: len(p.assumed), unseen: len(p.unseen), score: p.score, form: *p.form}
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
	p.matches, p.ties, p.assumed, p.unseen = p.matches[:m.matches], p.ties[:m.ties], p.assumed[:m.assumed], p.unseen[:m.unseen]
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

// tryEach tries rules on n, one after another, until one succeeds.
func (p *parser) tryEach(n *node, rules ...func(*node) bool) bool {
	for _, rule := range rules {
		if p.try(func() bool { return rule(n) }) {
			return true
		}
	}
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
	if p.try(func() bool { return p.fact() && p.rest() }) {
		return true
	}
	p.lead()
	if p.try(func() bool { return p.frontedClause() && p.rest() }) || p.try(func() bool { return p.plainBody() && p.rest() }) {
		return true
	}
	return p.try(p.whoBody)
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

// lead passes over what only says that something is to be shown.
func (p *parser) lead() {
	for !p.done() {
		if p.tok().kind == punct && p.tok().low == "," {
			p.pos++
			continue
		}
		if p.tok().low == "what" && !opensWithVerb(p.ahead(1).low) {
			p.asked = true
		}
		if _, ok := p.accept(opener, filler); ok {
			continue
		}
		// which, who, what: not relative here
		if ph, n := p.role(); n > 0 && (ph.role == pronoun || ph.role == be && p.asked) {
			p.asked, p.pos = true, p.pos+n
			continue
		}
		return
	}
}

// opensWithVerb says whether "what" is followed by is or are, and so asks for whatever follows.
func opensWithVerb(w string) bool { return w == "is" || w == "are" || w == "was" || w == "were" }

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

// adverbs say by which stretch of time something is to be grouped.
var adverbs = map[string]bool{"daily": true, "weekly": true, "monthly": true, "quarterly": true, "yearly": true, "annual": true}

// plainBody reads what is asked for and everything said about it.
func (p *parser) plainBody() bool {
	if p.try(p.priceQuestion) {
		p.clauses(p.form.subject)
		return true
	}
	adverb := p.pos
	if t := p.tok(); t.kind == word && adverbs[t.low] && p.ahead(1).low != "or" && len(p.explain(p.pos, min(p.pos+2, len(p.toks)), nil)) == 0 {
		p.pos++
	} else {
		adverb = -1
	}
	if !p.items() {
		return false
	}
	if adverb >= 0 { // "monthly revenue" is revenue by month
		end := p.pos
		p.pos = adverb
		if !p.groupUnit() {
			return false
		}
		p.pos = end
	}
	if p.form.subject == nil {
		return false
	}
	p.clauses(p.form.subject)
	return true
}
