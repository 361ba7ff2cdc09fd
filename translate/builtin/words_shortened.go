package builtin

import (
	"slices"
	"strings"
)

// Words of names are taken for shortened ones if they are between minShort and maxShort letters long, and those that they may
// stand for if they are at least minLong.
const minShort, maxShort, minLong = 3, 5, 5

// shortened is the only word of the names of the schema that w may be written as when it is cut short: "alc" for alcohol, "vnyd"
// for vineyard. It is empty when there is none, or more than one.
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

// shortens says whether s is the beginning of w, or the first and some more of its consonants in their order.
func shortens(s, w string) bool {
	if s[0] != w[0] || len(w)-len(s) < 2 {
		return false
	}
	if rest, ok := strings.CutPrefix(w, s); ok {
		return !endings[rest] // "opened" is no word that "open" shortens
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

// endings turn a whole word into another form of it.
var endings = map[string]bool{"ed": true, "ing": true, "er": true, "ers": true, "est": true, "ly": true, "al": true, "ion": true, "ment": true, "ings": true}

type shortWordsKey struct{}

// shortWords are the words of names that may be shortened ones, without those that are known to be or that the grammar knows.
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
