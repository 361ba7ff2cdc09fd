package lattice

import (
	"slices"

	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/link"
)

// slips reads a word that nothing explains, and that is one slip away from one little word alone, as that: tpo,
// withot, dont.
func (t *lattice) slips() {
	cloned := false
	for i, w := range t.Words {
		if w.Shape != link.Plain || w.Upper && i > 0 || len(w.Low) < 3 || t.known(i) {
			continue
		}
		meant := wordlist.Slipped(w.Low)
		if meant == "" {
			continue
		}
		if !cloned { // the words of the question stay as they were
			again := *t.Lattice
			again.Words = slices.Clone(t.Words)
			t.Lattice, cloned = &again, true
		}
		t.Words[i].Low, t.Words[i].Text = meant, meant
	}
}

// known reports whether a word is on a list, or something in the database may be meant by it.
func (t *lattice) known(i int) bool {
	low := t.Words[i].Low
	if _, skipped := wordlist.Skip(low); skipped || wordlist.Determiner(low) || wordlist.Token(low) {
		return true
	}
	return slices.ContainsFunc(t.Chunks, func(c link.Chunk) bool { return c.From <= i && i < c.To })
}
