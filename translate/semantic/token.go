package semantic

import (
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/wordform"
)

func cutName(name string) string {
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "")
	}
	return name
}

// Tokens returns the words of an identifier as it is written.
func Tokens(name string) []string { return tokens(cutName(name)) }

// tokens cuts an identifier into lower-case words at punctuation and before capital letters.
func tokens(name string) []string {
	if lowerName(name) {
		return lowerTokens(name)
	}
	var out []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			out = append(out, strings.ToLower(string(cur)))
			cur = cur[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			continue
		}
		if i > 0 && len(cur) > 0 && unicode.IsUpper(r) {
			prev := runes[i-1]
			next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(prev) || next {
				flush()
			}
		}
		cur = append(cur, r)
	}
	flush()
	return out
}

// lowerTokens cuts a name in lower case at its underscores.
func lowerTokens(name string) []string {
	out := make([]string, 0, 1+strings.Count(name, "_"))
	for name != "" {
		word, rest, _ := strings.Cut(name, "_")
		if word != "" {
			out = append(out, word)
		}
		name = rest
	}
	return out
}

// lowerName reports whether a name has ASCII letters in lower case, digits and underscores only.
func lowerName(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}

var accents = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "é", "e", "è", "e", "ê", "e", "à", "a", "â", "a",
	"ç", "c", "ô", "o",
	"û", "u", "î", "i", "á", "a", "í", "i", "ó", "o", "ú", "u", "ñ", "n")

// unaccented spells a word without accents: größe is groesse.
func unaccented(w string) string {
	if ascii(w) {
		return w
	}
	return accents.Replace(w)
}

// singular returns the words with each in the singular.
func singular(ws []string) []string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = wordform.Singular(w)
	}
	return out
}
