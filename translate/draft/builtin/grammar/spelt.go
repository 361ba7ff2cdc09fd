package grammar

import (
	"slices"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/semantic"
)

// shortestSlip is the length of the shortest word that may be misspelt.
const shortestSlip = 5

// spelt returns a question with the words of the language as they are spelt: befor is before, where nothing is called so.
func spelt(l *link.Lattice) *link.Lattice {
	var again *link.Lattice
	for i, w := range l.Words {
		if w.Shape != link.Plain || w.Upper || len(w.Low) < shortestSlip-1 || semantic.English(w.Low) || words().phrases[w.Low] != nil {
			continue
		}
		if slices.ContainsFunc(l.Chunks, func(c link.Chunk) bool { return c.From <= i && i < c.To }) {
			continue
		}
		only, several := "", false
		for meant := range words().values["slips"] {
			if len(meant) >= shortestSlip && spelling.Slip(w.Low, meant) {
				only, several = meant, only != ""
			}
		}
		if only == "" || several {
			continue
		}
		if again == nil {
			one := *l
			one.Words = slices.Clone(l.Words)
			again = &one
		}
		again.Words[i].Low = only
	}
	if again == nil {
		return l
	}
	return again
}
