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

// respell reads the phrases of words that nothing explains and that are no English ones once more, each word as the
// only name, in whatever form, that it is one letter away from: loan paymnts, never orderd.
func (r *reading) respell(covered []bool) {
	ws := r.lattice.Words
	for i := range ws {
		if w := ws[i].Low; covered[i] || !r.misspelt(i) || strings.ContainsRune(w, '\'') || lexicon.English(wordform.Singular(w)) || lexicon.BaseOf(w) != "" {
			continue
		}
		low, stem := r.meant(ws[i])
		if stem == "" {
			continue
		}
		was := ws[i]
		ws[i].Low, ws[i].Stem = low, stem
		found := false
		for from := max(0, i-maxSpan+1); from <= i; from++ {
			for to := i + 1; to <= min(len(ws), from+maxSpan); to++ {
				links := slices.DeleteFunc(r.said(from, to, r.text(from, to)), func(k Link) bool { return k.Kind == Value || k.Score < scoreHead })
				if len(links) == 0 {
					continue
				}
				for j := range links {
					links[j].How, links[j].Score = Slip, links[j].Score*slipped
				}
				r.lattice.Chunks = append(r.lattice.Chunks, Chunk{from, to, links})
				found = true
			}
		}
		if covered[i] = found; !found {
			ws[i] = was
		}
	}
}

// misspelt reports whether a word is in plain letters and no English one.
func (r *reading) misspelt(i int) bool {
	w := r.lattice.Words[i]
	return w.Shape == Plain && !w.bare() && !lexicon.English(w.Low) && !strings.ContainsFunc(w.Low, unicode.IsDigit) && !r.dated(i)
}

// meant returns the only name, in its form, that a word is one letter away from, and its stem; "": there is none, or
// there are several. Names are known by their stems.
func (r *reading) meant(w Word) (low, stem string) {
	end, cut := strings.CutPrefix(w.Low, w.Stem)
	for _, near := range append(r.spelt.near(w.Stem), r.spelt.near(w.Low)...) {
		switch {
		case stem != "" && (near == stem || r.forms.of(near).stem == stem):
			continue
		case stem != "":
			return "", ""
		}
		if lastLetter(near) == lastLetter(w.Low) || cut && end != "" || strings.HasSuffix(w.Low, "d") { // capita is no capital
			low, stem = near, near
		}
	}
	if stem != "" && cut {
		low = stem + end
	}
	return low, stem
}

// lastLetter returns the letter that a word ends with, but for an s.
func lastLetter(w string) byte {
	if w = strings.TrimSuffix(w, "s"); w == "" {
		return 0
	}
	return w[len(w)-1]
}

// slips reads the words that nothing explains and that are no English ones once more, each with one letter changed: a
// height is no weight.
func (r *reading) slips(covered []bool) {
	for i, w := range r.lattice.Words {
		if covered[i] || !r.misspelt(i) {
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
