package link

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/semantic"
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

// shorten notes the words of a name that may be cut short.
func (x *Index) shorten(ws []string) {
	for _, w := range ws {
		if semantic.Opaque(w) && !slices.Contains(x.short[w[0]], w) {
			x.short[w[0]] = append(x.short[w[0]], w)
		}
	}
}

// cut returns the words of names that are one of a question cut short: lbr, for labor.
func (r *reading) cut(low string) []string {
	var out []string
	if low == "" {
		return nil
	}
	for _, short := range r.short[low[0]] {
		if semantic.Shortens(short, wordform.Singular(low)) {
			out = append(out, wordform.Stem(short))
		}
	}
	return out
}
