package naming

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// full is a word that others may be cut from.
type full struct {
	word     string
	skeleton string  // without vowels, but for a first one, and without doubled letters
	letters  uint32  // that it has
	cost     float64 // how unlikely it is in a name, as in lexicon.Spelling
}

// What words cost at most that names in databases use, and verbs.
const commonCost, verbCost = 7.0, 8.0

// fulls returns the words of the language that names may cut short, by their first letter.
var fulls = sync.OnceValue(func() [26][]full {
	l := lexicon.Names()
	cost := map[string]float64{}
	add := func(w string, c float64) {
		if old, known := cost[w]; len(w) >= minFull && ascii(w) && (!known || c < old) {
			cost[w] = c
		}
	}
	for w := range l.Common {
		add(w, commonCost)
	}
	for w, c := range l.Cost {
		add(w, c)
	}
	for form := range lexicon.Forms() {
		add(form, verbCost)
	}
	var out [26][]full
	for w, c := range cost {
		out[w[0]-'a'] = append(out[w[0]-'a'], fullOf(w, c))
	}
	for i := range out {
		slices.SortFunc(out[i], func(a, b full) int { return strings.Compare(a.word, b.word) })
	}
	return out
})

// minFull is the length of the shortest word that is cut short.
const minFull = 4

func fullOf(w string, cost float64) full {
	return full{w, Skeleton(w), lettersOf(w), cost}
}

func lettersOf(w string) uint32 {
	var set uint32
	for i := range len(w) {
		if c := w[i] - 'a'; c < 26 {
			set |= 1 << c
		}
	}
	return set
}

func vowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

// Skeleton returns a word without its vowels, but for the first letter, and without doubled letters: inventory,
// invntry.
func Skeleton(w string) string {
	out := make([]byte, 0, len(w))
	for i := range len(w) {
		if c := w[i]; i == 0 || !vowel(c) && out[len(out)-1] != c {
			out = append(out, c)
		}
	}
	return string(out)
}

// Consonants returns a word without its vowels, and without doubled letters.
func Consonants(w string) string {
	short := Skeleton(w)
	if short != "" && vowel(short[0]) {
		return short[1:]
	}
	return short
}

// Initials returns the first letters of words.
func Initials(ws []string) string {
	out := ""
	for _, w := range ws {
		if w != "" {
			out += w[:1]
		}
	}
	return out
}

// What the ways to cut a word short cost: how seldom people take them.
const (
	noVowels   = 0.8  // all vowels: shpmnt
	someVowels = 1.6  // some of them, and no other letter: footnt
	beginning  = 1.2  // the rest: subscr
	openEnd    = 0.7  // more, where what is left ends with a vowel
	fewSounds  = 2.2  // the vowels, and the rest: cstm
	toTheEnd   = 2.8  // letters in between, and not the last consonant: acct, mgr
	anyLetters = 3.6  // letters anywhere: custmr
	perSkipped = 0.5  // for each consonant that is left out in between
	threeOnly  = 1.0  // more, where three letters are left
	perMissing = 0.15 // for each letter that is missing at the end
)

// cutCost returns what it costs to read a word as another one cut short; infinite: it is not.
func cutCost(short string, f *full) float64 {
	n, m := len(short), len(f.word)
	if n < 2 || n >= m || short[0] != f.word[0] {
		return math.Inf(1)
	}
	cost := math.Inf(1)
	if n >= minShort && strings.HasPrefix(f.word, short) {
		cost = beginning + perMissing*float64(m-n)
		if vowel(short[n-1]) {
			cost += openEnd
		}
	}
	switch {
	case short == f.skeleton:
		cost = min(cost, noVowels)
	case n >= minShort && strings.HasPrefix(f.skeleton, short):
		cost = min(cost, fewSounds)
	}
	if math.IsInf(cost, 1) {
		cost = between(short, f)
	}
	if n <= minShort {
		cost += threeOnly
	}
	return cost
}

// between returns what it costs to read a word as another one of which letters in between are left out.
func between(short string, f *full) float64 {
	at, others := 0, 0
	for i := range len(f.word) {
		c := f.word[i]
		switch {
		case at < len(short) && short[at] == c:
			at++
		case vowel(c):
		case i > 0 && f.word[i-1] == c: // a doubled letter
		default:
			others++
		}
	}
	if at < len(short) || others > 0 && strings.ContainsAny(short[1:], "aeiou") &&
		!strings.HasPrefix(f.word, short[:min(minShort, len(short))]) {
		return math.Inf(1)
	}
	last := f.word[len(f.word)-1]
	if vowel(last) {
		last = f.skeleton[len(f.skeleton)-1]
	}
	switch {
	case others == 0:
		return someVowels
	case len(short) >= minShort && short[len(short)-1] == last && 2*others <= len(f.skeleton):
		return toTheEnd + perSkipped*float64(others-1)
	case len(short) > minShort && 2*others <= len(f.skeleton):
		return anyLetters + perSkipped*float64(others-1)
	}
	return math.Inf(1)
}

// plural returns a word in the form of the one that is short for it: bookings of bkngs.
func plural(w string, one bool) string {
	if one {
		return w
	}
	return wordform.Plural(w)
}

// minCut is the length of the shortest word that a comment spells out.
const minCut = 2

// Shortens reports whether a word is another one cut short: its beginning, or its consonants.
func Shortens(short, full string) bool {
	if len(short) < minCut || len(full) <= len(short) || len(full) < 4 || short[0] != full[0] || !ascii(full) {
		return false
	}
	if len(full)-len(short) < 2 {
		return short == Skeleton(full)
	}
	return len(short) >= minShort && strings.HasPrefix(full, short) || consonants(short, full)
}

// Opaque reports whether a word of a name may be one that is cut short: no word of the language.
func Opaque(w string) bool {
	return len(w) >= minShort && len(w) <= maxShort && ascii(w) && !lexicon.English(w) && lexicon.VerbOf(w) == nil && wordform.Singular(w) == w
}

// Beginnings returns the beginnings of a word that may be short for it: dec, of declaration, to decla.
func Beginnings(w string) []string {
	var out []string
	for k := minShort; k <= min(maxShort, len(w)-2); k++ {
		out = append(out, w[:k])
	}
	return out
}

// leavesOut reports whether the letters of a word stand in another in their order, and at most so many more there are
// no vowels.
func leavesOut(short, full string, most int) bool {
	at := 0
	for i := range len(full) {
		if at < len(short) && short[at] == full[i] {
			at++
		} else if !vowel(full[i]) {
			if most--; most < 0 {
				return false
			}
		}
	}
	return at == len(short)
}

// consonants reports whether short is made of consonants of full in their order, and of at least three fifths of them.
func consonants(short, full string) bool {
	return !strings.ContainsAny(short, "aeiou") && leavesOut(short, full, 2*len(short)/3)
}

func ascii(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}
