package builtin

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/schema"
)

// Request is one question to translate.
type Request struct {
	Question string
	Snapshot *schema.Snapshot
	// Glossary says what words mean in this database beyond its names. It comes from lessons and from evidence.
	Glossary []Term
	// Evidence is what an expert added to the question, in plain language. Statements that can be read with certainty
	// are used like the glossary; the others are ignored.
	Evidence string
	// Seen is what the caller found when it looked up the Unseen texts of an earlier result for the same question.
	Seen []Seen
	// Settled holds the meanings that the user chose when asked back. No reading contradicts them.
	Settled []plan.Constraint
}

// Term is one entry of the glossary: a phrase, and either other words for it, an expression, a condition, or a column
// and perhaps a value.
type Term struct {
	Phrase string
	// Synonym holds the words that the phrase stands for, usually names of the schema. It is empty when Expr is set.
	Synonym string
	// Expr is the meaning of the phrase, an expression over Table with columns qualified by the bare name of that table.
	// It may be an aggregate.
	Table string
	Expr  plan.Expr
	// Cond is the meaning of the phrase when that is a condition on rows of Table, written like Expr.
	Cond plan.Expr
	// Column is the meaning of the phrase when that is a column of Table or, when Value is not empty, that value of the
	// column. Expr and Synonym are then empty.
	Column, Value string
}

// Result is the outcome for a question: exactly one of Plan, Ask and Reason is set.
type Result struct {
	Plan       *plan.Plan // nil with Ask or Reason
	Confidence float64    // 0 to 1; how likely the plan is right
	Ask        *Ambiguity // a question back, when several readings are equally good
	Doubtful   *Ambiguity // with Plan: what to ask when Confidence is too low; nil: only whether Reading is right
	Unplaced   []string   // words with a meaning that could not be found
	Reason     string     // why there is no answer, for the user
	Matches    []Match    // what the words of the question were taken to mean
	// Unseen holds texts of the question that the profile does not list as values: with Plan, those that the plan uses;
	// with Reason, those that may be values and so explain Unplaced. There are at most maxUnseen.
	Unseen []Unseen
}

// Match says what some words of the question were taken to mean. Score, 0 to 1, says how well they fit.
type Match struct {
	Phrase  string
	Meaning string
	Score   float64
}

// Ambiguity is a question back to the user: a phrase that may mean several things.
type Ambiguity struct {
	Kind    string // table, column, value or join
	Phrase  string
	Message string
	Options []Option
}

// Option is one of the possible meanings of an ambiguous phrase.
type Option struct {
	Label, Meaning string
	Settles        []plan.Constraint // what to add to Request.Settled when the user chooses it
}

// Translate translates a question to a plan, a question back, or a reason of silence. It does no input or output, and
// the same request gives the same result. A plan that is nonsense whatever the words were is silence; see package validate. Where the
// user has chosen its parts, it is made, and says so.
func Translate(r Request) Result {
	res := translate(r)
	if res.Plan == nil {
		return res
	}
	found := validate.Check(res.Plan, r.Snapshot)
	if len(found) > 0 && len(r.Settled) > 0 {
		res.Plan.Assumptions = append(res.Plan.Assumptions, found[0].Message)
		return res
	}
	if len(found) > 0 {
		return Result{Reason: "Read as “" + res.Plan.Reading + "”, " + found[0].Message + ".", Matches: res.Matches, Unseen: res.Unseen}
	}
	return res
}

func translate(r Request) Result {
	if r.Snapshot == nil || len(r.Snapshot.Tables) == 0 {
		return Result{Reason: "There is no table here that you may read."}
	}
	r = r.undotted()
	toks := reword(tokenize(r.Question))
	if len(toks) == 0 {
		return Result{Reason: "The question is empty, too long, or not text."}
	}
	ix := indexOf(r.Snapshot)
	e := readEvidence(r.Evidence, ix)
	glossary := append(append([]Term(nil), r.Glossary...), e.terms...)
	toks, assumed := ix.newcomers(ix.shareHeads(findPeriods(applySynonyms(toks, glossary))))
	if len(toks) > maxTokens {
		return Result{Reason: "The question is too long to be read without a model."}
	}
	if i := slices.IndexFunc(toks, func(t token) bool { return t.kind == punct && t.low == ";" }); i >= 0 && i+1 < len(toks) {
		return Result{Reason: "The question goes on behind a semicolon. Ask one thing at a time; if a lone apostrophe hid the semicolon from psql, use :ask or /* ask: … */.",
			Unplaced: []string{";"}}
	}
	if w := writes(toks); w != "" {
		return Result{Reason: fmt.Sprintf("“%s” asks for a change, and questions only read.", w), Unplaced: []string{w}}
	}
	res, p := ix.read(r, toks, glossary, e)
	if res.Plan != nil {
		res.Plan.Assumptions = append(assumed, res.Plan.Assumptions...)
	}
	if res.Plan != nil || res.Ask != nil {
		return res
	}
	// Words that could not be explained may be misspelt.
	if fixed, said := ix.respell(toks, res.Unplaced); fixed != nil {
		if again, p := ix.read(r, fixed, glossary, e); again.Plan != nil {
			p.doubt(respelt)
			again.Confidence = min(again.Confidence, p.confidence())
			again.Plan.Assumptions = append(said, again.Plan.Assumptions...)
			return again
		} else if again.Ask != nil {
			return again
		}
	}
	return p.withReason(res)
}

// respelt is the factor for the score when a word was corrected.
const respelt = 0.9

// read reads the tokens of a question. A Result of silence has no Reason yet; see withReason.
//
// A noun phrase is read as long as possible. When the rest of the question then cannot be read, read bars the noun
// phrase that ends nearest to where the reading stopped, so that a shorter one is taken, at most maxRereads times:
// "codes of document" before "types".
func (ix *index) read(r Request, toks []token, glossary []Term, e evidence) (Result, *parser) {
	var barred [][2]int
	var first Result
	var firstParser *parser
	for n := 0; ; n++ {
		p := newParser(ix, toks, r.Settled)
		p.glossary, p.evidence, p.lookedUp, p.barred = glossary, e, r.Seen, barred
		res := p.result()
		if n == 0 {
			first, firstParser = res, p
		}
		if res.Plan != nil || res.Ask != nil && n == 0 {
			for range n {
				p.doubt(reread)
			}
			if res.Plan != nil && n > 0 {
				res.Confidence = min(res.Confidence, p.confidence())
			}
			return res, p
		}
		span, ok := p.lastSpan()
		if n == maxRereads || !ok || len(first.Unplaced) > 0 {
			return first, firstParser
		}
		barred = append(barred, span)
	}
}

// maxRereads is how many noun phrases are shortened at most; reread is the factor for the score for each of them.
const (
	maxRereads = 3
	reread     = 0.97
)

// lastSpan returns the noun phrase of several words that ends last among those within the part of the question that
// was understood.
func (p *parser) lastSpan() (last [2]int, ok bool) {
	for _, s := range p.spans {
		if s[1] <= p.far && (s[1] > last[1] || s[1] == last[1] && s[0] > last[0]) {
			last, ok = s, true
		}
	}
	return last, ok
}

// result reads the question once: first as a form that takes it apart (whole_*.go), then as one sentence.
func (p *parser) result() Result {
	if r, ok := p.quotient(); ok {
		return r
	}
	if r, ok := p.union(); ok {
		return r
	}
	if !p.parse() {
		if r, ok := p.bestPeriod(); ok {
			return r
		}
		return Result{Matches: p.matches, Unplaced: p.unplaced(), Unseen: p.strangers()}
	}
	if ask := p.ambiguity(); ask != nil {
		return Result{Ask: ask, Matches: p.matches}
	}
	pl, err := p.build()
	var tie *joinTie
	if errors.As(err, &tie) {
		if ask := tie.ask(); ask != nil {
			return Result{Ask: ask, Matches: p.matches}
		}
	}
	if err != nil {
		return Result{Reason: plan.Sentence(err.Error()), Matches: p.matches}
	}
	return Result{Plan: pl, Confidence: p.confidence(), Doubtful: p.doubtful(), Matches: p.matches, Unseen: p.unseen[:min(len(p.unseen), maxUnseen)]}
}

// newParser returns a parser for the tokens, with the tables that the settled constraints name or drop.
func newParser(ix *index, toks []token, settled []plan.Constraint) *parser {
	p := &parser{ix: ix, toks: toks, memo: map[[2]int][]sense{}, simples: map[[2]int][]sense{}, mentioned: map[*schema.Table]float64{},
		dropped: map[*schema.Table]bool{}, known: map[[2]*schema.Table][]path{}, records: map[deedOf]record{}, settled: settled, score: 1}
	for _, c := range settled {
		if t := ix.snap.Table(c.Schema, c.Table); t != nil {
			switch c.Kind {
			case plan.DropTable:
				p.dropped[t] = true
			case plan.UseTable:
				p.mentioned[t] = 1
			}
		}
	}
	return p
}

// applySynonyms replaces phrases of the glossary that have a Synonym by it.
func applySynonyms(toks []token, glossary []Term) []token {
	for _, g := range glossary {
		if g.Synonym == "" {
			continue
		}
		from, to := tokenize(g.Phrase), tokenize(g.Synonym)
		if len(from) == 0 {
			continue
		}
		for i := 0; i+len(from) <= len(toks); i++ {
			if sameWords(toks[i:i+len(from)], from) {
				toks = append(append(append([]token(nil), toks[:i]...), to...), toks[i+len(from):]...)
				i += len(to) - 1
			}
			if len(toks) > 2*maxTokens {
				return toks
			}
		}
	}
	return toks
}

// sameWords reports whether a begins with the words of b, compared by their stems. a must not be shorter.
func sameWords(a, b []token) bool {
	for i := range b {
		if a[i].stem != b[i].stem || a[i].kind == quoted {
			return false
		}
	}
	return true
}

// writeVerbs are verbs that ask for a change when a question begins with one.
var writeVerbs = map[string]bool{"delete": true, "drop": true, "update": true, "insert": true, "truncate": true, "alter": true,
	"create": true, "remove": true, "add": true, "set": true, "change": true, "grant": true, "revoke": true, "rename": true,
	"modify": true, "erase": true, "merge": true, "replace": true, "clear": true, "wipe": true, "purge": true, "destroy": true,
	"vacuum": true, "reindex": true, "cancel": true, "archive": true, "make": true, "put": true, "move": true, "copy": true}

// writes returns the verb with which a question asks for a change; empty when it does not ask for one.
func writes(toks []token) string {
	for i, t := range toks {
		if t.kind == word && (t.low == "please" || t.low == "can" || t.low == "could" || t.low == "you" || t.low == "now" || t.low == "then" || t.low == "just") {
			continue
		}
		if t.kind == word && writeVerbs[t.low] && !(t.low == "change" && i+1 < len(toks) && (toks[i+1].low == "in" || toks[i+1].low == "of")) {
			return t.text
		}
		break
	}
	return ""
}

// withReason sets Reason, the explanation for the user why there is no answer, unless it is set already.
func (p *parser) withReason(r Result) Result {
	switch {
	case r.Reason != "":
	case len(r.Unplaced) > 0:
		r.Reason = "These words could not be placed in this database: " + strings.Join(r.Unplaced, ", ") + "." + p.lookedFor()
	case p.far > 0 && p.whatFollows() != "":
		r.Reason = "The question was understood up to “" + p.text(max(0, p.far-3), p.far) + "”, but not what follows" + p.whatFollows() + "."
	default:
		r.Reason = p.aboutOnly()
	}
	return r
}

// unplaced returns the words that neither the schema, the glossary nor the vocabulary explains.
func (p *parser) unplaced() []string {
	var out []string
	for i := 0; i < len(p.toks); {
		if _, n := phraseAt(p.toks, i); n > 0 {
			i += n
			continue
		}
		if n := p.definedAt(i); n > 0 {
			i += n
			continue
		}
		t := p.toks[i]
		known := truncations[t.low] != "" || weekdays[strings.TrimSuffix(t.low, "s")] != nil || t.low == "ago" || revenueWords[t.low] || t.kind == number || t.kind == when || t.kind == punct || t.kind == quoted || p.verbWeight(t) > 0 || unitWords[t.low] || measureUnits[t.low].of != ""
		step := 1
		for j := min(len(p.toks), i+4); j > i && !known; j-- {
			if len(p.simple(i, j)) > 0 {
				known, step = true, j-i
			}
		}
		if !known && !slices.Contains(out, t.text) {
			out = append(out, t.text)
		}
		i += step
	}
	return out
}

// definedAt returns how many tokens a phrase of the glossary takes at i; 0 when none stands there.
func (p *parser) definedAt(i int) int {
	for _, g := range p.glossary {
		if words := tokenize(g.Phrase); g.Synonym == "" && len(words) > 0 && i+len(words) <= len(p.toks) && sameWords(p.toks[i:i+len(words)], words) {
			return len(words)
		}
	}
	return 0
}

// confidence returns Result.Confidence for the score of the reading. It is lower than the score, because readings
// with a score below two thirds are right too seldom to be acted on: a score of two thirds becomes about one half.
func (p *parser) confidence() float64 { return certainty(p.score) }

// certainty maps a score to Result.Confidence; see confidence.
func certainty(score float64) float64 { return max(0, min(0.99, 1-(1-score)*1.45)) }
