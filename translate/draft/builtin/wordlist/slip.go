package wordlist

import (
	"slices"
	"strings"
	"sync"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// little are the lists of little words that change what a question means, and that may be mistyped.
var little = sync.OnceValue(func() []string {
	var out []string
	for _, list := range []string{"top", "bottom", "no", "not", "most", "fewest", "highest", "lowest", "more", "between", "howmany", "agg", "per", "sorted", "recent",
		"before", "after", "since", "with", "unit", "months", "asks", "withtheir", "mailed"} {
		for phrase := range words().values[list] {
			for _, w := range strings.Fields(phrase) {
				if len(w) > 2 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && !slices.Contains(out, w) {
					out = append(out, w)
				}
			}
		}
	}
	return out
})

// Slipped returns the only little word that a word is one slip away from; "": none, or it is a word itself.
func Slipped(w string) string {
	if before, ok := strings.CutSuffix(w, "nt"); ok && has(words().values["not"], before+"n't") {
		return before + "n't"
	}
	if lexicon.English(w) || lexicon.English(wordform.Singular(w)) {
		return ""
	}
	meant, best := "", 0
	for _, one := range little() {
		likely := 1
		switch {
		case sameLetters(one, w):
			likely = 3
		case len(one) > len(w): // a letter that was left out: wich
			likely = 2
		}
		switch short := len(one) < 4 || len(w) < 4; {
		case short && likely < 3 || likely < best || !spelling.Slip(w, one):
		case likely > best:
			meant, best = one, likely
		default:
			meant = "" // of two none is certain
		}
	}
	return meant
}

// sameLetters reports whether words have the same letters in another order.
func sameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}
