package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// parser reads the tokens of one question into a form. A rule either succeeds, and consumes tokens, or fails, and
// leaves the parser unchanged; see try.
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

	// Together with pos and form, backtracking restores score, matches, ties, assumed, unseen and nodes.
	score   float64
	matches []Match
	ties    []*tie
	assumed []string
	unseen  []Unseen // texts taken for values without having been seen in the database
	nodes   []*node
	known   map[[2]*schema.Table][]path
	records map[deedOf]record // see recordsOf

	// spans are the noun phrases of several words read so far. A span in barred is not read; noun reads a shorter one.
	spans, barred [][2]int

	asked bool // the question begins with which, who or what: it asks for a name, not for a row
	far   int  // how many tokens were understood at most, for the reason of silence
	// depth is how deeply rules are nested now, at most maxDepth.
	depth int
	// steps counts the rules tried, at most maxSteps.
	steps int
}

// maxDepth and maxSteps limit the work for one question; see try.
const maxDepth, maxSteps = 12, 4000

// mark holds the state that reset restores when a rule fails.
type mark struct {
	pos, matches, ties, assumed, unseen int
	score                               float64
	form                                form
	conds                               [][]cond // of each node, in the order of nodes
}

// mark returns the current state.
func (p *parser) mark() mark {
	m := mark{pos: p.pos, matches: len(p.matches), ties: len(p.ties), assumed: len(p.assumed), unseen: len(p.unseen), score: p.score, form: *p.form}
	f := &m.form
	// Clip removes spare capacity, so that later appends do not overwrite the saved elements.
	f.items, f.groups, f.order, f.having = slices.Clip(f.items), slices.Clip(f.groups), slices.Clip(f.order), slices.Clip(f.having)
	for _, n := range p.nodes {
		n.conds = slices.Clip(n.conds)
		m.conds = append(m.conds, n.conds)
	}
	return m
}

// reset restores the state m.
func (p *parser) reset(m mark) {
	p.pos, p.score = m.pos, m.score
	p.matches, p.ties, p.assumed, p.unseen = p.matches[:m.matches], p.ties[:m.ties], p.assumed[:m.assumed], p.unseen[:m.unseen]
	*p.form = m.form
	p.nodes = p.nodes[:len(m.conds)]
	for i, n := range p.nodes {
		n.conds = m.conds[i]
	}
}

// keep registers a node, so that backtracking restores its conditions, and returns it.
func (p *parser) keep(n *node) *node {
	p.nodes = append(p.nodes, n)
	return n
}

// try runs a rule and reports whether it succeeded. When it fails, the parser is as it was before. It also fails when
// the question exceeds maxSteps or maxDepth.
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

// tryEach tries rules on n, one after another, until one succeeds, and reports whether one did.
func (p *parser) tryEach(n *node, rules ...func(*node) bool) bool {
	for _, rule := range rules {
		if p.try(func() bool { return rule(n) }) {
			return true
		}
	}
	return false
}

// doubt multiplies the score by factor, 0 to 1.
func (p *parser) doubt(factor float64) { p.score *= factor }

// assume records an assumption to tell the user, once.
func (p *parser) assume(s string) {
	for _, a := range p.assumed {
		if a == s {
			return
		}
	}
	p.assumed = append(p.assumed, s)
}

func (p *parser) done() bool { return p.pos >= len(p.toks) }

// tok returns the current token; a punctuation token without text at the end.
func (p *parser) tok() token {
	if p.done() {
		return token{kind: punct}
	}
	return p.toks[p.pos]
}

// ahead returns the token n places after the current one; a punctuation token without text behind the end.
func (p *parser) ahead(n int) token {
	if p.pos+n >= len(p.toks) {
		return token{kind: punct}
	}
	return p.toks[p.pos+n]
}

// role returns the phrase of the closed vocabulary at the current position, and how many tokens it takes; 0 when
// there is none.
func (p *parser) role() (phrase, int) {
	if p.done() {
		return phrase{}, 0
	}
	return phraseAt(p.toks, p.pos)
}

// accept consumes the phrase at the current position when it has one of the roles, and reports whether it did.
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

// word consumes the current token when it is one of the words, and reports whether it did.
func (p *parser) word(words ...string) bool {
	for _, w := range words {
		if p.tok().kind != quoted && p.tok().low == w {
			p.pos++
			return true
		}
	}
	return false
}

// skip consumes fillers and phrases of the given roles.
func (p *parser) skip(roles ...role) {
	for !p.done() {
		if _, ok := p.accept(append(roles, filler)...); !ok {
			return
		}
	}
}

// articles consumes determiners and quantifiers that do not change the meaning: "all the".
func (p *parser) articles() { p.skip(ever) }

// parse reads the whole question into p.form. It fails when any token stays unexplained.
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

// lead consumes the words at the beginning that only ask to show something, and sets asked.
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
		// At the beginning, "which", "who" and "what" are not relative pronouns.
		if ph, n := p.role(); n > 0 && (ph.role == pronoun || ph.role == be && p.asked) {
			p.asked, p.pos = true, p.pos+n
			continue
		}
		return
	}
}

// opensWithVerb reports whether w, the word after "what", is a form of to be: "what is …" asks for what follows.
func opensWithVerb(w string) bool { return w == "is" || w == "are" || w == "was" || w == "were" }

// trailing consumes punctuation and words without meaning at the end of a sentence.
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

// adverbs are words for a unit of time by which something may be grouped.
var adverbs = map[string]bool{"daily": true, "weekly": true, "monthly": true, "quarterly": true, "yearly": true, "annual": true}

// plainBody reads what is asked for, and the clauses about it. It fails when no subject was found.
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
	if adverb >= 0 { // "monthly revenue" is grouped by month
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
