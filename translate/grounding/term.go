package grounding

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

//go:embed data/terms.txt
var termsFile string

// term is a word of trade that is computed of things which it does not name: a margin is of sales and of costs.
type term struct {
	words []string   // stems
	parts [][]string // stems of the words of relations; one relation of each part is needed
}

var terms = sync.OnceValue(func() []term {
	var out []term
	for line := range strings.Lines(termsFile) {
		said, of, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || said[0] == '#' {
			continue
		}
		var parts [][]string
		for part := range strings.SplitSeq(of, " | ") {
			parts = append(parts, stemsOf(strings.Fields(part)))
		}
		for t := range strings.SplitSeq(said, ", ") {
			out = append(out, term{stemsOf(strings.Fields(t)), parts})
		}
	}
	return out
})

func stemsOf(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = wordform.Stem(w)
	}
	return out
}

// Shares of a relation by where a word stands that a term is computed of.
const (
	termInName    = 0.9
	termInComment = 0.6
)

// compute raises the relations of which the terms of a question are computed, each part of a term by as much.
func compute(m *semantic.Model, l *link.Lattice, score map[*semantic.Relation]float64) {
	var said []string
	for _, w := range l.Words {
		said = append(said, w.Stem)
	}
	for _, t := range terms() {
		if !holds(said, t.words) {
			continue
		}
		for _, part := range t.parts {
			computed(m, part, score)
		}
	}
}

// holds reports whether some words stand in a row.
func holds(said, words []string) bool {
	for i := 0; i+len(words) <= len(said); i++ {
		if slices.Equal(said[i:i+len(words)], words) {
			return true
		}
	}
	return false
}

// computed raises the relations that have words of one part of a term, those most that have most of them.
func computed(m *semantic.Model, part []string, score map[*semantic.Relation]float64) {
	fits := map[*semantic.Relation]float64{}
	best := 0.0
	for _, r := range m.Relations {
		if r.Standing > semantic.Subset {
			continue
		}
		name, comment := stemsOf(r.Name.Words), stemsOf(strings.Fields(wordform.Fold(r.Table.Comment)))
		s := 0.0
		for _, w := range part {
			switch {
			case slices.Contains(name, w):
				s += termInName
			case slices.Contains(comment, w):
				s += termInComment
			}
		}
		if s > 0 {
			fits[r], best = s, max(best, s)
		}
	}
	n := 0.0
	for _, s := range fits {
		if s >= asGood*best {
			n++
		}
	}
	for r, s := range fits {
		score[r] += termInName * s / best / math.Sqrt(max(1, n/2))
	}
}
