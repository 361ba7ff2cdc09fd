// Package wordform knows the forms of English words and the letters of others: stems, singulars, texts without
// accents. It is the one place that does, so that a word of a question, of a name and of a value are compared alike.
package wordform

import (
	"embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

//go:embed data/stems.txt
var stems string

// bases are irregular forms with their base forms. A word that is its own base keeps its form.
var bases = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(stems) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		form, base, ok := strings.Cut(line, ": ")
		if !ok {
			base = form
		}
		out[form] = base
	}
	return out
})

// Plain returns the words of a text in lower case, without punctuation.
func Plain(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '\''
	})
}

// Holds reports whether the words of part stand together in all.
func Holds(all, part string) bool {
	return strings.Contains(" "+strings.Join(Plain(all), " ")+" ", " "+strings.Join(Plain(part), " ")+" ")
}

// Stem returns the form of a lower-case word under which it is compared with others.
func Stem(w string) string {
	base := bases()
	if b, ok := base[w]; ok {
		if base[b] == b || b == w {
			return b
		}
		w = b
	}
	if len(w) < 3 || strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxLatin1 }) {
		return w
	}
	if one := Singular(w); one != w && base[one] != "" {
		return Stem(one) // the list knows the singular: animations, departures
	}
	return english.Stem(w, true)
}

// singulars holds plurals that end otherwise than in s, and words in s that are no plurals.
var singulars = map[string]string{"people": "person", "persons": "person", "men": "man", "women": "woman", "children": "child",
	"feet": "foot",
	"mice": "mouse", "teeth": "tooth", "indices": "index", "matrices": "matrix", "criteria": "criterion", "series": "series",
	"species": "species",
	"news":    "news", "customs": "customs", "sales": "sale", "movies": "movie", "cookies": "cookie", "calories": "calorie", "lens": "lens",
	"status": "status", "bus": "bus", "buses": "bus", "gas": "gas", "address": "address", "analysis": "analysis", "basis": "basis",
	"lives": "life", "wives": "wife", "knives": "knife", "halves": "half", "loaves": "loaf", "scarves": "scarf",
	"calves": "calf", "wolves": "wolf",
	"shelves": "shelf", "leaves": "leave", "goods": "goods", "statuses": "status", "aliases": "alias", "taxes": "tax",
	"bonus": "bonus", "campus": "campus", "diagnoses": "diagnosis", "analyses": "analysis", "crises": "crisis", "theses": "thesis",
	"hypotheses": "hypothesis", "prognoses": "prognosis", "synopses": "synopsis"}

// Singular returns the singular of a lower-case word, judged by a list and its ending.
func Singular(w string) string {
	if s, ok := singulars[w]; ok {
		return s
	}
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		return w[:n-3] + "y"
	case n > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes") ||
		strings.HasSuffix(w, "xes")):
		return w[:n-2]
	case n > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:n-1]
	}
	return w
}

// plurals holds the singulars of plurals that end otherwise than in s.
var plurals = func() map[string]string {
	out := map[string]string{}
	for plural, one := range singulars {
		if plural != one && !strings.HasSuffix(plural, "s") {
			out[one] = plural
		}
	}
	return out
}()

// uncounted are nouns that have no plural, or are one as they stand.
var uncounted = map[string]bool{"series": true, "species": true, "news": true, "customs": true, "goods": true,
	"equipment": true, "staff": true,
	"stock": true, "inventory": true, "data": true, "feedback": true, "information": true, "mail": true, "software": true, "hardware": true,
	"traffic": true, "weather": true, "personnel": true, "luggage": true, "media": true}

// Singulars returns the words with each in the singular.
func Singulars(ws []string) []string {
	out := make([]string, len(ws))
	for i, w := range ws {
		out[i] = Singular(w)
	}
	return out
}

// Plural returns the plural of a lower-case word, by the same list; one that is a plural stays as it is.
func Plural(w string) string {
	n := len(w)
	switch {
	case plurals[w] != "":
		return plurals[w]
	case n < 2 || Singular(w) != w || uncounted[w]:
		return w
	case strings.HasSuffix(w, "sis"):
		return w[:n-2] + "es"
	case w[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(w[n-2])):
		return w[:n-1] + "ies"
	case w[n-1] == 's' || w[n-1] == 'x' || strings.HasSuffix(w, "ch") || strings.HasSuffix(w, "sh"):
		return w + "es"
	}
	return w + "s"
}

// letters spell what decomposing does not: ø has no accent that could be dropped.
var letters = strings.NewReplacer("ß", "ss", "ø", "o", "æ", "ae", "œ", "oe", "ł", "l", "đ", "d", "ı", "i", "&", " and ")

// Fold returns a text as values are compared: in lower case, without accents, each run of other signs than letters
// and digits a space.
func Fold(s string) string {
	s = strings.ToLower(s)
	if strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || r == '&' }) { // there may be an accent
		s = norm.NFD.String(letters.Replace(s))
	}
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
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

// Lines returns the lines of a word list, data/name.txt, without comments and empty lines.
func Lines(data embed.FS, name string) []string {
	text, err := data.ReadFile("data/" + name + ".txt")
	if err != nil {
		panic(err) // a missing file is a broken build
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}
