package link

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/semantic/naming"
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

// shorten notes the words of a name that may be cut short.
func (x *Index) shorten(ws []string) {
	for _, w := range ws {
		if naming.Opaque(w) && !slices.Contains(x.short[w[0]], w) {
			x.short[w[0]] = append(x.short[w[0]], w)
		}
	}
}

// cut returns the words of names that are one of a question cut short: lbr, for labor, and mpl, for employee.
func (r *reading) cut(low string) []string {
	var out []string
	one := wordform.Singular(low)
	sounds := naming.Consonants(one)
	if sounds == "" {
		return nil
	}
	for _, short := range r.short[one[0]] {
		if naming.Shortens(short, one) {
			out = append(out, wordform.Stem(short))
		}
	}
	if sounds[0] != one[0] {
		for _, short := range r.short[sounds[0]] {
			if strings.HasPrefix(sounds, short) {
				out = append(out, wordform.Stem(short))
			}
		}
	}
	return out
}
