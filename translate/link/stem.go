package link

import (
	"strings"

	"github.com/pgask/pgask/translate/wordform"
)

// stems remembers the stems of one question or index: its words come again in many phrases.
type stems map[string]string

// key returns the phrase under which lower-case words are indexed: their stems.
func (s stems) key(ws []string) string {
	out := make([]string, len(ws))
	for i, w := range ws {
		stem, ok := s[w]
		if !ok {
			stem = wordform.Stem(w)
			s[w] = stem
		}
		out[i] = stem
	}
	return strings.Join(out, " ")
}

// singular returns lower-case words in the singular, as one phrase.
func singular(ws []string) string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = wordform.Singular(w)
	}
	return strings.Join(out, " ")
}
