// Package lexicon holds what is known of words, as lists in data/: how common English ones are and what is short for
// them, sets of words with a meaning, verbs and what they tell of rows, units, adjectives that compare. It knows no
// schema: translate/semantic/naming reads the names of one by it, and translate/semantic finds out what they mean.
//
//	lexicon.go    sets of words, and lists of what single words mean
//	spelling.go   what tells which words a name is made of
//	verb.go       verbs with their forms, and the nouns that record them; unit.go units
package lexicon

import (
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate/wordform"
)

//go:embed data/*.txt
var data embed.FS

func lines(name string) []string { return wordform.Lines(data, name) }

// each calls a function for every word of a list whose lines are "head: words".
func each(name string, do func(head, word string)) {
	for _, line := range lines(name) {
		head, ws, _ := strings.Cut(line, ": ")
		for _, w := range strings.Fields(ws) {
			do(head, w)
		}
	}
}

// lexicon holds the lists of what words mean.
type lexicon struct {
	sets       map[[2]string]bool // by the name of the set, and a word
	roles      map[string]string
	labels     map[string]float64 // by words joined with spaces
	labelTails map[string]float64 // by the last word
	bounds     []bound
	units      map[string]Unit
	verbs      map[string]*Verb // by each of their forms
	nouns      map[string][]*Verb
	adjectives map[string][]Grade
}

// bound is a name of columns that bound others, and words of those.
type bound struct {
	name string
	of   []string
}

// Grade says which end of which attribute a gradable adjective means.
type Grade struct {
	Attributes []string // words that name the attribute: price, cost
	More       bool
}

// words returns the lists, read at the first call.
var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{sets: map[[2]string]bool{}, roles: map[string]string{}, labels: map[string]float64{},
		labelTails: map[string]float64{}, units: map[string]Unit{}, verbs: map[string]*Verb{}, nouns: map[string][]*Verb{},
		adjectives: map[string][]Grade{}}
	each("sets", func(set, w string) {
		l.sets[[2]string{set, w}], l.sets[[2]string{set, spaced(w)}] = true, true
	})
	each("roles", func(kind, w string) {
		if l.roles[w] == "" {
			l.roles[w] = kind
		}
	})
	each("labels", func(score, w string) {
		into := l.labels
		if tail, ok := strings.CutPrefix(score, "tail "); ok {
			score, into = tail, l.labelTails
		}
		n, err := strconv.Atoi(score)
		if err != nil {
			panic(err) // a broken build
		}
		into[spaced(w)] = float64(n) / 100
	})
	each("units", func(unit, name string) {
		of, size, _ := strings.Cut(unit, " ")
		l.units[name] = Unit{of, size, name}
	})
	each("adjectives", func(head, w string) {
		attributes := strings.Fields(head)
		last := len(attributes) - 1
		l.adjectives[w] = append(l.adjectives[w], Grade{attributes[:last], attributes[last] == "+"})
	})
	for _, line := range lines("bounds") {
		names, of, _ := strings.Cut(line, ": ")
		for _, n := range strings.Fields(names) {
			l.bounds = append(l.bounds, bound{spaced(n), strings.Fields(of)})
		}
	}
	l.readVerbs()
	return l
})

// spaced returns the words of a list that are written as one with underscores.
func spaced(w string) string { return strings.ReplaceAll(w, "_", " ") }

// In reports whether a word, or several joined with spaces, is in a set of data/sets.txt.
func In(set, w string) bool { return words().sets[[2]string{set, w}] }

// English reports whether a word in lower case is one of the commoner ones of the language.
func English(word string) bool { return spelling().Cost[word] > 0 }

// AllEnglish reports whether there are words, and all of them, or their singulars, are words of the language.
func AllEnglish(ws []string) bool {
	return len(ws) > 0 && !slices.ContainsFunc(ws, func(w string) bool { return !English(w) && !English(wordform.Singular(w)) })
}

// Role returns what kind of role a key has that is called by a word: from, of an origin. Empty: it says nothing.
func Role(word string) string { return words().roles[word] }

// Label returns how likely it is that a column with this name is what its rows are called; 0: the name says nothing.
func Label(name string) float64 { return words().labels[name] }

// LabelTail returns how likely that is by the last word of a name alone.
func LabelTail(word string) float64 { return words().labelTails[word] }

// Bounded returns words of what a column bounds by its name: spending, of a budget. nil: nothing.
func Bounded(name string) []string {
	for _, b := range words().bounds {
		if strings.Contains(" "+name+" ", " "+b.name+" ") {
			return b.of
		}
	}
	return nil
}

// Grades returns what a gradable adjective may compare: "expensive" the upper end of a price or cost. nil: it is not
// on the list.
func Grades(adjective string) []Grade { return words().adjectives[adjective] }
