package offer

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/schema"
)

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
