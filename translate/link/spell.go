package link

import (
	"strings"
	"unicode/utf8"
)

// spelling finds words that differ from a known one in one letter: one wrong, missing, too many, or two swapped.
type spelling struct {
	known   map[string]bool
	deleted map[string][]string // words by what they are without one letter
}

// Bounds of spelling.
const (
	minSlip      = 5 // letters of a word in which a slip is looked for
	maxSlipBytes = 24
	maxSpelt     = 60_000
	maxNearWords = 4
)

func newSpelling() *spelling { return &spelling{map[string]bool{}, map[string][]string{}} }

// learn adds the words of a phrase.
func (s *spelling) learn(phrase string) {
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
func (s *spelling) near(w string) []string {
	if s.known[w] || utf8.RuneCountInString(w) < minSlip {
		return nil
	}
	var out []string
	add := func(c string) {
		if len(out) >= maxNearWords || c == w {
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
			if len(c) == len(w) && oneWrong(c, w) {
				add(c)
			}
		}
	}
	return out
}

// oneWrong reports whether two words of the same length differ in one place, or in two neighbours that are swapped.
func oneWrong(a, b string) bool {
	first, n := -1, 0
	for i := range len(a) {
		if a[i] != b[i] {
			if first < 0 {
				first = i
			}
			n++
		}
	}
	return n == 1 || n == 2 && first+1 < len(a) && a[first] == b[first+1] && a[first+1] == b[first]
}
