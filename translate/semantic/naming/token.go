package naming

import (
	"strings"
	"unicode"
)

// maxName bounds the bytes of an identifier that are looked at; PostgreSQL's own limit is 63.
const maxName = 128

// Tokens returns the words of an identifier as it is written.
func Tokens(name string) []string {
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "")
	}
	return Split(name)
}

// Split cuts a text into lower-case words at punctuation and before capital letters.
func Split(text string) []string {
	if lowerName(text) {
		return lowerTokens(text)
	}
	var out []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			out = append(out, strings.ToLower(string(cur)))
			cur = cur[:0]
		}
	}
	runes := []rune(text)
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
