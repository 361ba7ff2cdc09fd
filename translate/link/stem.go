package link

import (
	"strings"

	"github.com/pgask/pgask/translate/wordform"
)

// stems remembers the forms of the words of one question or index: they come again in many phrases.
type stems map[string]forms

type forms struct{ stem, one string }

func (s stems) of(w string) forms {
	f, ok := s[w]
	if !ok {
		f = forms{wordform.Stem(w), wordform.Singular(w)}
		s[w] = f
	}
	return f
}

// key returns the phrase under which lower-case words are indexed: their stems.
func (s stems) key(ws []string) string {
	return written(ws, func(w string) string { return s.of(w).stem })
}

// singular returns lower-case words in the singular, as one phrase.
func (s stems) singular(ws []string) string {
	return written(ws, func(w string) string { return s.of(w).one })
}

// singular returns lower-case words in the singular, as one phrase.
func singular(ws []string) string { return written(ws, wordform.Singular) }

func written(ws []string, form func(string) string) string {
	if len(ws) == 1 {
		return form(ws[0])
	}
	var out [maxNameWords + 2]string
	all := out[:0]
	for _, w := range ws {
		all = append(all, form(w))
	}
	return strings.Join(all, " ")
}
