package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Unseen is a text of the question that a column may hold and that the profile does not list as a value. The caller
// may look it up in the database and call Translate again with a Seen.
type Unseen struct {
	Schema, Table, Column string
	Text                  string // as in the question
	Guess                 bool   // only the statistics suggest that it is a value: do not tell the user if it is none
}

// Seen is the result of looking up a text in a column.
type Seen struct {
	Unseen
	Values []string // as stored, possibly in another case; empty: the column does not hold it
}

// maxUnseen is how many texts one question may ask to look up.
const maxUnseen = 4

// seen returns the result of looking up the text in the column f. ok is false when it was not looked up.
func (p *parser) seen(f field, text string) (Seen, bool) {
	for _, s := range p.lookedUp {
		if s.Schema == f.table.Schema && s.Table == f.table.Name && s.Column == f.column.Name && s.Text == text {
			return s, true
		}
	}
	return Seen{}, false
}

// unverified takes a text for a value of the field. When it was looked up, it returns the stored spelling, and fails
// when the column does not hold it. Otherwise it returns the text as it is, adds it to p.unseen, and multiplies the
// score by doubt.
func (p *parser) unverified(f field, text string, doubt float64) (value, bool) {
	s, ok := p.seen(f, text)
	if !ok {
		p.unseen = append(p.unseen, Unseen{f.table.Schema, f.table.Name, f.column.Name, text, false})
		p.doubt(doubt)
		return value{text: text}, true
	}
	switch {
	case len(s.Values) == 0:
		return value{}, false
	case s.Values[0] != text && len(s.Values) > 1:
		p.doubt(0.9) // stored in several spellings, none of them the one in the question
	}
	return value{text: s.Values[0]}, true
}

// lookedFor returns a sentence that lists the looked-up texts that no column holds, with the columns searched; empty
// when there are none.
func (p *parser) lookedFor() string {
	var texts []string
	in := map[string][]string{}
	for _, s := range p.lookedUp {
		if len(s.Values) > 0 || s.Guess {
			continue
		}
		if in[s.Text] == nil {
			texts = append(texts, s.Text)
		}
		in[s.Text] = append(in[s.Text], s.Table+"."+s.Column)
	}
	var said []string
	for _, text := range texts {
		said = append(said, "“"+text+"” is no value of "+list(in[text], "or"))
	}
	if len(said) == 0 {
		return ""
	}
	return " " + plan.Sentence(list(said, "and"))
}

// seenValues returns the senses of the tokens from i up to j as values that were looked up and found.
func (p *parser) seenValues(i, j int) []sense {
	if len(p.lookedUp) == 0 {
		return nil
	}
	var out []sense
	text := p.text(i, j)
	for _, s := range p.lookedUp {
		if len(s.Values) == 0 || s.Text != text && (j != i+1 || s.Text != singular(p.toks[i].low)) {
			continue
		}
		t := p.ix.snap.Table(s.Schema, s.Table)
		if t == nil || p.ix.info[t] == nil || t.Column(s.Column) == nil {
			continue
		}
		f := field{t, t.Column(s.Column)}
		if text != s.Text { // "cats": the rows with the value cat
			out = append(out, sense{kind: tableSense, table: t, conds: []cond{equal(f, s.Values[0])}, score: 0.87})
		} else if _, known := inColumn(f.column, s.Values[0]); !known {
			out = append(out, sense{kind: valueSense, table: t, field: f, value: s.Values[0], score: 0.97})
		}
	}
	return out
}

// strangers returns names in the question that nothing explains, each with the columns that may hold them: display
// columns of the tables in spokenOf. The words of leftOut follow. There are at most maxUnseen.
func (p *parser) strangers() []Unseen {
	var out []Unseen
	for i := 0; i < len(p.toks); {
		j := p.nameEnd(i)
		if j == i {
			i++
			continue
		}
		for _, t := range p.spokenOf() {
			for _, c := range p.ix.info[t].display {
				if c.Class == schema.Text && !c.Profile.Complete && len(out) < maxUnseen {
					out = append(out, Unseen{t.Schema, t.Name, c.Name, p.text(i, j), false})
				}
			}
		}
		i = j
	}
	out = append(out, p.leftOut()...)
	return out[:min(len(out), maxUnseen)]
}

// spokenOf returns the tables that the question names, or else those whose columns it names. Tables that these refer
// to come next, then tables that a third table links to them.
func (p *parser) spokenOf() []*schema.Table {
	var named, beside, beyond []*schema.Table
	for _, t := range p.ix.snap.Tables {
		if p.mentioned[t] >= 0.75 && !p.dropped[t] {
			named = append(named, t)
		}
	}
	if len(named) == 0 {
		named = p.ownersOfColumns()
	}
	for _, t := range named {
		for _, e := range p.ix.graph.edges[t] {
			if e.toOne {
				beside = append(beside, e.to)
				continue
			}
			for _, f := range p.ix.graph.edges[e.to] {
				if f.toOne {
					beyond = append(beyond, f.to)
				}
			}
		}
	}
	var all []*schema.Table
	for _, t := range slices.Concat(named, beside, beyond) {
		if !slices.Contains(all, t) && !p.dropped[t] && p.ix.info[t] != nil {
			all = append(all, t)
		}
	}
	return all
}

// ownersOfColumns returns the tables whose columns the question names in full, about maxUnseen at most.
func (p *parser) ownersOfColumns() []*schema.Table {
	var out []*schema.Table
	for i := range p.toks {
		for j := i + 1; j <= min(len(p.toks), i+3); j++ {
			for _, s := range p.simple(i, j) {
				if s.kind == columnSense && s.full && s.score > 0.95 && !slices.Contains(out, s.table) && len(out) < maxUnseen {
					out = append(out, s.table)
				}
			}
		}
	}
	return out
}

// nameEnd returns the end of the name that starts at token i: a quoted text, or capitalised words that nothing
// explains. It returns i when none starts there.
func (p *parser) nameEnd(i int) int {
	if p.toks[i].kind == quoted {
		if len(p.ix.findValues(p.toks[i:i+1])) > 0 {
			return i
		}
		return i + 1
	}
	j := i
	for j < len(p.toks) && j-i < 5 && p.toks[j].kind == word && p.toks[j].upper && len(p.simple(j, j+1)) == 0 {
		if _, n := phraseAt(p.toks, j); n > 0 && !strings.EqualFold(p.toks[j].text, "of") {
			break
		}
		j++
	}
	if j > i && j < len(p.toks) && p.toks[j].kind == number && !p.toks[j].year {
		j++ // "Algebra 1"
	}
	return j
}
