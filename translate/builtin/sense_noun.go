package builtin

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

type senseKind byte

const (
	tableSense senseKind = iota
	columnSense
	valueSense
	endColumn // a column of the row at an end of a movement; see cond_ends.go
)

// sense is one reading of a noun phrase.
type sense struct {
	kind  senseKind
	table *schema.Table // whose rows, or the table of the column
	field field         // of a column or a value
	value string        // as stored
	conds []cond        // what modifiers add: "French singers"
	score float64       // of the words
	fit   float64       // score with what the question says elsewhere
	full  bool          // the words are the whole name
	owned bool          // the phrase itself names the table of its column: "stadium name"
	over  *edge         // of an endColumn: the key that leads to its row

	denied bool // the words deny the flag that the column is: "inactive"
}

const maxNoun, maxSenses = 7, 14

// noun reads the longest noun phrase at the current position. owner, when not nil, is the table whose columns are
// expected. It returns the senses, best first, and how many tokens the phrase takes; it consumes nothing.
func (p *parser) noun(owner *schema.Table) ([]sense, int) { return p.nounUpTo(owner, maxNoun) }

// nounUpTo is noun with at most longest tokens.
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

// verbHere says whether a word that could be a noun is a verb: "which books cost more than 20".
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

func nounable(t token) bool {
	return t.kind == word || t.kind == number || t.kind == quoted || t.low == "'s"
}

// explain lists what the tokens from i up to j may mean together.
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

// pointsToNamed says whether a column is a key to a table that the same words name: "party" is then the table.
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

// context is what the rest of the question adds to a sense: a column of the table that is being spoken of is likelier
// than one of a table that nobody named.
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

// kin says whether the names of two tables share a word, as treatments and treatment types do.
func (ix *index) kin(a, b *schema.Table) bool {
	for _, w := range ix.info[a].words {
		if slices.Contains(ix.info[b].words, w) {
			return true
		}
	}
	return false
}

// kindOf says whether a column has what kind of thing the rows of its table are.
func (ix *index) kindOf(f field) bool {
	return slices.ContainsFunc(ix.info[f.table].columns[f.column], func(w string) bool {
		return w == "type" || w == "kind" || w == "category" || w == "class"
	})
}

// naming says whether the value is of a column by which people call the rows of its table.
func (ix *index) naming(s sense) bool {
	for _, c := range ix.info[s.field.table].display {
		if c == s.field.column {
			return true
		}
	}
	ws := ix.info[s.field.table].columns[s.field.column]
	return len(ws) == 1 && len(ix.info[s.field.table].words) == 1 && ws[0] == ix.info[s.field.table].words[0]
}

func equal(f field, v string) cond {
	return cond{kind: compare, field: f, op: "=", values: []value{{text: v, number: f.column.Class.Numeric()}}}
}

// mention notes which tables the question names, so that columns of theirs are preferred.
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
	clear(p.simples) // who is meant by "people" depends on what is mentioned
}

// text is the question's own words of some tokens.
func (p *parser) text(i, j int) string {
	var ws []string
	for _, t := range p.toks[i:j] {
		ws = append(ws, t.text)
	}
	return strings.Join(ws, " ")
}

// note records for explain what words were taken to mean.
func (p *parser) note(i, j int, s sense) {
	p.matches = append(p.matches, Match{Phrase: p.text(i, j), Meaning: s.meaning(), Score: s.score})
	if s.score < 0.999 {
		// Where the rest of the question makes sense with it, a weak match is better than it looks alone.
		p.doubt(1 - (1-s.score)*inSense)
	}
}

const inSense = 0.7

// meaning says what words were taken to mean.
func (s sense) meaning() string {
	switch s.kind {
	case columnSense, endColumn:
		return fmt.Sprintf("column %s.%s", s.table.Name, s.field.column.Name)
	case valueSense:
		return fmt.Sprintf("value %q of %s.%s", s.value, s.table.Name, s.field.column.Name)
	}
	return "table " + s.table.Name
}
