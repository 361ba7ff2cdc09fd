package link

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// speller finds words that differ from a known one in one letter: one wrong, missing, too many, or two swapped.
type speller struct {
	known   map[string]bool
	deleted map[string][]string // words by what they are without one letter
}

// Bounds of a speller.
const (
	minSlip      = 5 // letters of a word in which a slip is looked for
	maxSlipBytes = 24
	maxSpelt     = 60_000
	maxNearWords = 4
)

func newSpeller() *speller { return &speller{map[string]bool{}, map[string][]string{}} }

// learn adds the words of a phrase.
func (s *speller) learn(phrase string) {
	for _, w := range strings.Fields(phrase) {
		if s.known[w] || len(s.known) >= maxSpelt {
			continue
		}
		s.known[w] = true
		for _, d := range deletions(w) {
			s.deleted[d] = append(s.deleted[d], w)
		}
	}
}

// deletions returns a word without each of its letters; nothing for short and long ones.
func deletions(w string) []string {
	if n := utf8.RuneCountInString(w); n < minSlip || len(w) > maxSlipBytes {
		return nil
	}
	var out []string
	for i, r := range w {
		out = append(out, w[:i]+w[i+utf8.RuneLen(r):])
	}
	return out
}

// near returns known words that differ from w in one letter; nothing if w is known itself.
func (s *speller) near(w string) []string {
	if s.known[w] {
		return nil
	}
	var out []string
	if len(w) == minSlip-1 { // a short one has two letters swapped, and no other slip
		for i := range len(w) - 1 {
			if c := w[:i] + w[i+1:i+2] + w[i:i+1] + w[i+2:]; s.known[c] {
				out = append(out, c)
			}
		}
	}
	if utf8.RuneCountInString(w) < minSlip {
		return out
	}
	add := func(c string) {
		if len(out) >= maxNearWords || c == w || c[1:] == w[1:] { // gmail is no email
			return
		}
		for _, o := range out {
			if o == c {
				return
			}
		}
		out = append(out, c)
	}
	for _, c := range s.deleted[w] { // a letter is missing in w
		add(c)
	}
	for _, d := range deletions(w) {
		if s.known[d] {
			add(d)
		}
		for _, c := range s.deleted[d] {
			if spelling.Slip(c, w) {
				add(c)
			}
		}
	}
	return out
}

// slips reads the words that nothing explains and that are no English ones once more, each with one letter changed: a
// height is no weight.
func (r *reading) slips(covered []bool) {
	for i, w := range r.lattice.Words {
		if covered[i] || w.Shape != Plain || w.bare() || lexicon.English(w.Low) ||
			strings.ContainsFunc(w.Low, unicode.IsDigit) || r.dated(i) {
			continue
		}
		var links []Link
		for _, near := range append(r.spelt.near(w.Low), r.spelt.near(w.Stem)...) {
			for _, k := range append(slices.Clone(r.names[wordform.Stem(near)]), r.find(near, false)...) {
				k.How, k.Score = Slip, k.Score*slipped
				links = append(links, k)
			}
		}
		if len(links) > 0 {
			r.lattice.Chunks = append(r.lattice.Chunks, Chunk{i, i + 1, links})
		}
	}
}
