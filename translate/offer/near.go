package offer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Near asks which table is meant by the one word of a question that nothing explains: tables with a similar name or
// description, with which the whole question can be read. Without the word it would be another question, so that is
// never offered. It returns nil when there is nothing to offer.
func Near(a Asked) *Offer {
	if len(a.Unfit) > 0 || len(a.Unplaced) != 1 {
		return nil
	}
	words := wordsOf(a.Question)
	at := slices.IndexFunc(words, func(w word) bool { return strings.EqualFold(a.Unplaced[0], a.Question[w.start:w.end]) })
	if at < 0 || functionWords[words[at].low] {
		return nil
	}
	w := words[at]
	phrase := a.Question[w.start:w.end]
	o := &Offer{Kind: Nothing, Phrase: phrase, Message: fmt.Sprintf("Nothing here is called “%s”. Is one of these meant?", phrase), Choices: a.nearby(w)}
	if len(o.Choices) == 0 {
		return nil
	}
	return o
}

// nearby returns the tables that a word may mean and with which the question can be read.
func (a *Asked) nearby(w word) []Choice {
	var all []Choice
	for _, n := range near(a.Snapshot, w.low) {
		c := plan.Constraint{Kind: plan.UseTable, Phrase: a.Question[w.start:w.end], Schema: n.table.Schema, Table: n.table.Name}
		again := instead(a.Question, w.start, w.end, spokenName(n.table.Name))
		p := a.read(again, c)
		if p == nil || !slices.ContainsFunc(p.Tables(), func(t plan.Name) bool { return t.Table == n.table.Name }) {
			continue
		}
		if all = append(all, Choice{Label: n.table.Name, Meaning: p.Reading, Settles: []plan.Constraint{c},
			Rephrased: again}); len(all) == maxChoices {
			break
		}
	}
	return all
}

// nearTable is a table and its similarity to a word, 0 to 1.
type nearTable struct {
	table *schema.Table
	score float64
}

// Scores of the similarity of a table to a word.
const (
	inName        = 0.9  // the word is one of several in its name
	inTableNote   = 0.8  // the word occurs in the table's comment
	inColumnName  = 0.7  // the word occurs in the name of a column
	inColumnNote  = 0.5  // the word occurs in the comment of a column
	leastLikeness = 0.65 // the least score, by equal letters, that counts
)

// near returns up to 2*maxChoices tables that are similar to a word, the most similar first.
func near(s *schema.Snapshot, word string) []nearTable {
	stem := strings.Join(stems(word), " ")
	if stem == "" {
		return nil
	}
	var all []nearTable
	for _, t := range s.Tables {
		if score := nearness(t, stem); score > 0 {
			all = append(all, nearTable{t, score})
		}
	}
	slices.SortStableFunc(all, func(a, b nearTable) int { return cmp.Compare(b.score, a.score) })
	return all[:min(len(all), 2*maxChoices)]
}

func nearness(t *schema.Table, stem string) float64 {
	score := spelling.Likeness(strings.Join(stems(t.Name), " "), stem)
	for _, w := range stems(t.Name) {
		if w == stem {
			score = max(score, inName)
		}
		score = max(score, spelling.Likeness(w, stem))
	}
	if slices.Contains(stems(t.Comment), stem) {
		score = max(score, inTableNote)
	}
	for _, c := range t.Columns {
		if slices.Contains(stems(c.Name), stem) {
			score = max(score, inColumnName)
		}
		if slices.Contains(stems(c.Comment), stem) {
			score = max(score, inColumnNote)
		}
	}
	if score < leastLikeness {
		return 0
	}
	return score
}
