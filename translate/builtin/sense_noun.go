package builtin

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// senseKind says what kind of thing a sense means.
type senseKind byte

const (
	tableSense senseKind = iota
	columnSense
	valueSense
	endColumn // a column of the row at the start or end of a movement; see cond_ends.go
)

// sense is one possible meaning of a noun phrase.
type sense struct {
	kind  senseKind
	table *schema.Table // the table, or the one of the column or value
	field field         // the column, or the one that holds the value
	value string        // as stored
	conds []cond        // conditions from modifiers: "French singers"
	score float64       // how well the words fit, 0 to 1
	fit   float64       // score, corrected by the rest of the question; see context
	full  bool          // the words are the whole name, not a part of it
	owned bool          // the phrase itself names the table of its column: "stadium name"
	over  *edge         // endColumn: the key that refers to its row

	denied bool // the words negate the boolean column: "inactive"
}

// maxNoun is the length of the longest noun phrase, in tokens; maxSenses is how many senses explain returns at most.
const maxNoun, maxSenses = 7, 14

// noun reads the longest noun phrase at the current position. owner, when not nil, is the table whose columns are
// expected. It returns the senses, best first, and how many tokens the phrase takes; it consumes nothing.
func (p *parser) noun(owner *schema.Table) ([]sense, int) { return p.nounUpTo(owner, maxNoun) }

// nounUpTo does the same as noun, for phrases of at most longest tokens.
func (p *parser) nounUpTo(owner *schema.Table, longest int) ([]sense, int) {
	end := p.pos
	for end < len(p.toks) && end-p.pos < longest && nounable(p.toks[end]) {
		end++
	}
	for ; end > p.pos; end-- {
		if p.toks[end-1].low == "'s" || end-1 > p.pos && p.verbHere(end-1) {
			continue
		}
		span := [2]int{p.pos, end}
		if slices.Contains(p.barred, span) {
			continue
		}
		if all := p.explain(p.pos, end, owner); len(all) > 0 {
			if end-p.pos > 1 && all[0].kind != endColumn && !(all[0].full && all[0].score > 0.99) && !slices.Contains(p.spans, span) {
				p.spans = append(p.spans, span)
			}
			return all, end - p.pos
		}
	}
	return nil, 0
}

// verbHere reports whether the word at token i, which could be a noun, is a verb: "which books cost more than 20".
func (p *parser) verbHere(i int) bool {
	switch p.toks[i].low {
	case "cost", "costs", "price", "weigh", "weighs":
	default:
		return false
	}
	ph, n := phraseAt(p.toks, i+1)
	next := token{}
	if i+1 < len(p.toks) {
		next = p.toks[i+1]
	}
	return p.asked && (n > 0 && ph.role == cmpOp || next.kind == number)
}

// nounable reports whether a token can be part of a noun phrase.
func nounable(t token) bool {
	return t.kind == word || t.kind == number || t.kind == quoted || t.low == "'s"
}

// explain returns what the tokens from i up to j may mean together, best fit first and at most maxSenses. owner, when
// not nil, is the table whose columns are expected.
func (p *parser) explain(i, j int, owner *schema.Table) []sense {
	raw := p.memo[[2]int{i, j}]
	if raw == nil {
		raw = p.compound(i, j)
		if raw == nil {
			raw = []sense{}
		}
		p.memo[[2]int{i, j}] = raw
	}
	out := make([]sense, 0, len(raw))
	for _, s := range raw {
		if s.kind == columnSense && p.pointsToNamed(s, raw) {
			s.score -= 0.12
		}
		s.fit = s.score + p.context(s, owner)
		out = append(out, s)
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].fit > out[b].fit })
	if len(out) > maxSenses {
		out = out[:maxSenses]
	}
	return out
}

// pointsToNamed reports whether a column is a foreign key to a table that the same words name. The words then more
// likely mean the table: "party".
func (p *parser) pointsToNamed(s sense, all []sense) bool {
	for _, e := range p.ix.graph.edges[s.field.table] {
		if !e.toOne || len(e.fromCols) != 1 || e.fromCols[0] != s.field.column.Name {
			continue
		}
		for _, o := range all {
			if o.kind == tableSense && o.table == e.to && o.score >= s.score-0.1 {
				return true
			}
		}
	}
	return false
}

// context returns what the rest of the question adds to the score of a sense. A column of the owner, of a table near
// it, or of a table that the question names is likelier than others; a dropped table is ruled out.
func (p *parser) context(s sense, owner *schema.Table) float64 {
	t := s.table
	if s.kind != tableSense {
		t = s.field.table
	}
	bonus := 0.0
	switch {
	case owner == nil:
	case t == owner:
		bonus += 0.3
	case p.ix.near(owner, t):
		bonus += 0.12
	case p.ix.graph.joined(owner, t):
		bonus += 0.11
	}
	if owner != nil && t != owner && p.ix.kin(owner, t) {
		bonus += 0.03
	}
	if p.mentioned[t] > 0 {
		bonus += 0.1 * p.mentioned[t]
	}
	if p.dropped[t] {
		bonus -= 5
	}
	return bonus
}

// kin reports whether the names of two tables share a word: treatments and treatment types.
func (ix *index) kin(a, b *schema.Table) bool {
	for _, w := range ix.info[a].words {
		if slices.Contains(ix.info[b].words, w) {
			return true
		}
	}
	return false
}

// kindOf reports whether the name of a column says that it holds the type, kind, category or class of its rows.
func (ix *index) kindOf(f field) bool {
	return slices.ContainsFunc(ix.info[f.table].columns[f.column], func(w string) bool {
		return w == "type" || w == "kind" || w == "category" || w == "class"
	})
}

// naming reports whether the value is in a column that names the rows of its table: a display column, or one called
// like the table.
func (ix *index) naming(s sense) bool {
	for _, c := range ix.info[s.field.table].display {
		if c == s.field.column {
			return true
		}
	}
	ws := ix.info[s.field.table].columns[s.field.column]
	return len(ws) == 1 && len(ix.info[s.field.table].words) == 1 && ws[0] == ix.info[s.field.table].words[0]
}

// equal returns the condition that the field has the value v.
func equal(f field, v string) cond {
	return cond{kind: compare, field: f, op: "=", values: []value{{text: v, number: f.column.Class.Numeric()}}}
}

// mention sets p.mentioned: which tables the question names, and with which score. Their columns are preferred.
func (p *parser) mention() {
	for i := range p.toks {
		for j := i + 1; j <= len(p.toks) && j-i <= 4; j++ {
			for _, s := range p.simple(i, j) {
				if s.kind != tableSense || s.score < 0.75 {
					continue
				}
				w := s.score
				if ph, n := phraseAt(p.toks, i); n == j-i && ph.role != none && ph.role != filler {
					continue
				}
				if w > p.mentioned[s.table] {
					p.mentioned[s.table] = w
				}
			}
		}
	}
	clear(p.simples) // what "people" means depends on p.mentioned
}

// text returns the tokens from i up to j as the question has them.
func (p *parser) text(i, j int) string {
	var ws []string
	for _, t := range p.toks[i:j] {
		ws = append(ws, t.text)
	}
	return strings.Join(ws, " ")
}

// note records what the tokens from i up to j were taken to mean, and lowers the score when they fit less than fully.
func (p *parser) note(i, j int, s sense) {
	p.matches = append(p.matches, Match{Phrase: p.text(i, j), Meaning: s.meaning(), Score: s.score})
	if s.score < 0.999 {
		// When the rest of the question can be read with it, a weak match is more likely right than its own score says.
		p.doubt(1 - (1-s.score)*inSense)
	}
}

// inSense is the share of the doubt about a match that lowers the score.
const inSense = 0.7

// meaning returns what the sense stands for, as Match.Meaning.
func (s sense) meaning() string {
	switch s.kind {
	case columnSense, endColumn:
		return fmt.Sprintf("column %s.%s", s.table.Name, s.field.column.Name)
	case valueSense:
		return fmt.Sprintf("value %q of %s.%s", s.value, s.table.Name, s.field.column.Name)
	}
	return "table " + s.table.Name
}
