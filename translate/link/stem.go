package link

import (
	"strings"

	"github.com/pgask/pgask/translate/wordform"
)

// key returns the phrase under which lower-case words are indexed: their stems.
func key(ws []string) string {
	stems := make([]string, len(ws))
	for i, w := range ws {
		stems[i] = wordform.Stem(w)
	}
	return strings.Join(stems, " ")
}

// singular returns lower-case words in the singular, as one phrase.
func singular(ws []string) string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = wordform.Singular(w)
	}
	return strings.Join(out, " ")
}
