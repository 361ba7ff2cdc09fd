package builtin

import (
	"slices"
	"strings"
)

// A word of a name may be a shortened one if it has minShort to maxShort letters; the word it stands for has at least
// minLong.
const minShort, maxShort, minLong = 3, 5, 5

// shortened returns the word in the names of the schema that is a shortened form of w: "alc" for alcohol, "vnyd" for
// vineyard. It is empty when there is none, or more than one.
func (ix *index) shortened(w string) string {
	w = singular(w)
	if len(w) < minLong || !isLatin(w) {
		return ""
	}
	best := ""
	for _, s := range ix.snap.Derive(shortWordsKey{}, func() any { return ix.shortWords() }).([]string) {
		if !shortens(s, w) {
			continue
		}
		if best != "" {
			return ""
		}
		best = s
	}
	return best
}

// shortens reports whether s is a shortened form of w: its beginning, or its first letter and at least two thirds of
// its consonants in order.
func shortens(s, w string) bool {
	if s[0] != w[0] || len(w)-len(s) < 2 {
		return false
	}
	if rest, ok := strings.CutPrefix(w, s); ok {
		return !endings[rest] // "open" is not short for "opened"
	}
	if strings.ContainsAny(s, "aeiou") {
		return false
	}
	consonants, at := 0, 0
	for i := range len(w) {
		if strings.IndexByte("aeiou", w[i]) >= 0 {
			continue
		}
		consonants++
		if at < len(s) && s[at] == w[i] {
			at++
		}
	}
	return at == len(s) && 3*len(s) >= 2*consonants
}

// endings are suffixes that make another form of a word, so that the word without them is not a shortened one.
var endings = map[string]bool{"ed": true, "ing": true, "er": true, "ers": true, "est": true, "ly": true, "al": true, "ion": true, "ment": true, "ings": true}

type shortWordsKey struct{}

// shortWords returns, sorted, the words of names that may be shortened ones, without known abbreviations, synonyms
// and words of the grammar.
func (ix *index) shortWords() []string {
	seen := map[string]bool{}
	add := func(name string) {
		for _, w := range split(name) {
			_, known := abbreviations[w]
			if len(w) >= minShort && len(w) <= maxShort && isLatin(w) && !known && !emptyWords[w] && measureUnits[w].of == "" && phrases[w] == (phrase{}) &&
				!genericVerbs[stem(w)] && len(synonyms[stem(w)]) == 0 {
				seen[w] = true
			}
		}
	}
	for _, t := range ix.snap.Tables {
		if ix.info[t] == nil {
			continue
		}
		add(t.Name)
		for _, c := range t.Columns {
			add(c.Name)
		}
	}
	words := make([]string, 0, len(seen))
	for w := range seen {
		words = append(words, w)
	}
	slices.Sort(words)
	return words
}
