package link

import (
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"

	"github.com/pgask/pgask/translate/semantic"
)

// stem returns the form of a lower-case word under which words of questions are compared with words of names.
func stem(w string) string {
	l := words()
	if base, ok := l.base[w]; ok {
		if l.base[base] == base || base == w {
			return base
		}
		w = base
	}
	if len(w) < 3 || strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxLatin1 }) {
		return w
	}
	if one := semantic.Singular(w); one != w && l.base[one] == one {
		return one // the singular is a word that keeps its form: animations, animation
	}
	return english.Stem(w, true)
}

// key returns the phrase under which lower-case words are indexed: their stems.
func key(ws []string) string {
	stems := make([]string, len(ws))
	for i, w := range ws {
		stems[i] = stem(w)
	}
	return strings.Join(stems, " ")
}

// singular returns lower-case words in the singular, as one phrase.
func singular(ws []string) string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = semantic.Singular(w)
	}
	return strings.Join(out, " ")
}

// letters spell what decomposing does not: ø has no accent that could be dropped.
var letters = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "ł", "l", "đ", "d", "ı", "i", "&", " and ")

// fold returns a text as values are compared: in lower case, without accents, each run of other signs than letters and digits a space.
func fold(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(letters.Replace(strings.ToLower(s))) {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’':
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
		default:
			gap = true
		}
	}
	return b.String()
}
