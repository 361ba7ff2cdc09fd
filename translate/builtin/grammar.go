package builtin

import (
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
	groups, order, items, hav   int
	limit                       int64
}

func (p *parser) mark() mark {
	return mark{p.pos, len(p.matches), len(p.ties), len(p.assumed), p.score,
		len(p.form.groups), len(p.form.order), len(p.form.items), len(p.form.having), p.form.limit}
}

func (p *parser) reset(m mark) {
	p.pos, p.score = m.pos, m.score
	p.matches, p.ties, p.assumed = p.matches[:m.matches], p.ties[:m.ties], p.assumed[:m.assumed]
	f := p.form
	f.groups, f.order, f.items, f.having, f.limit = f.groups[:m.groups], f.order[:m.order], f.items[:m.items], f.having[:m.hav], m.limit
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
	if !p.body() {
		return false
	}
	p.trailing()
	return p.done() && p.finish()
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

// body reads what is asked for and everything said about it.
func (p *parser) body() bool {
	if p.try(p.frontedClause) {
		return true
	}
	return p.plainBody()
}

func (p *parser) plainBody() bool {
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
	switch {
	case p.try(p.group):
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
