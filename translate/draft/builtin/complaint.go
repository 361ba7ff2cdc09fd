package builtin

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/wordform"
)

// A complaint is why an answer to the same question was called wrong. It may tell which of the other readings was
// meant: "count the tickets, not the priorities".

// against separates what is wanted from what is not.
var against = regexp.MustCompile(`(?i)[,;]?\s*\b(?:and not|but not|not|instead of|rather than)\b\s*`)

// saidOf are words of a complaint that no reading is told by.
var saidOf = []string{"the", "and", "that", "this", "should", "have", "has", "was", "were", "are", "must", "mean",
	"meant", "want", "wanted",
	"only", "one", "wrong", "please", "need", "for", "with", "them", "all", "answer", "question", "count", "show", "number", "different"}

// farther is by how much a reading may be dearer than the wrong one: what is less likely still is no reading.
const farther = 2.5

// told returns the reading that complaints about the one that would be the answer tell: of those that explain all
// that was said the only one that has most of what is wanted and least of what is not; nil: none does.
func (res *Result) told(wrong *Reading, complaints []string) *Reading {
	var best *Reading
	most, ties := 0, false
	for _, r := range res.Readings {
		if r == wrong || r.key == wrong.key || !r.complete() || r.repeats([]*Reading{wrong}) || r.doubts() > wrong.doubts() ||
			r.Cost-wrong.Cost > farther {
			continue
		}
		score := 0
		for _, c := range complaints {
			score += res.fits(r, wrong, c)
		}
		if score > most {
			best, most, ties = r, score, false
		} else if score == most && best != nil && best.Say() != r.Say() && r.Cost-best.Cost < nearly {
			ties = true
		}
	}
	if ties {
		return nil
	}
	return best
}

// fits is how much better than a wrong reading another does what a complaint says: what it asks for counts twice, of
// which rows once.
func (res *Result) fits(r, wrong *Reading, complaint string) int {
	parts := against.Split(complaint, 2)
	wanted, unwanted := telling(parts[0]), []string(nil)
	if len(parts) == 2 {
		unwanted = telling(parts[1])
	}
	asks := func(r *Reading) []string { return telling(clausesOf(r.Say())[0]) }
	score := 0
	for weight, words := range map[int][2][]string{2: {asks(r), asks(wrong)}, 1: {res.spoken(r), res.spoken(wrong)}} {
		for _, w := range wanted {
			score += weight * (count(words[0], w) - count(words[1], w))
		}
		for _, w := range unwanted {
			score += weight * (count(words[1], w) - count(words[0], w))
		}
	}
	return score
}

// count returns 1 if words have a word, else 0.
func count(words []string, w string) int {
	if slices.Contains(words, w) {
		return 1
	}
	return 0
}

// spoken returns the words of a reading, and of what is said of the tables that it reads.
func (res *Result) spoken(r *Reading) []string {
	words := telling(r.Say())
	for _, n := range r.Plan.Tables() {
		for _, rel := range res.reader.model.Relations {
			if rel.Table.Schema == n.Schema && rel.Table.Name == n.Table {
				words = append(words, telling(rel.Table.Comment)...)
			}
		}
	}
	return words
}

// telling returns the words of a text that may tell readings apart, in the singular.
func telling(text string) []string {
	words := wordform.Plain(strings.ReplaceAll(text, "_", " "))
	words = slices.DeleteFunc(words, func(w string) bool { return len(w) < 3 || slices.Contains(saidOf, w) })
	for i, w := range words {
		words[i] = wordform.Singular(w)
	}
	return words
}
