package semantic

import (
	"embed"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate/wordform"
)

//go:embed data/*.txt
var data embed.FS

func lines(name string) []string { return wordform.Lines(data, name) }

// lexicon holds the word lists.
type lexicon struct {
	cost          map[string]float64  // how unlikely a word is as a part of a glued name
	abbreviations map[string][]string // what they stand for; empty: nothing
	alternatives  map[string][]string // the words of which some stand for one, the likeliest first
	languages     []map[string][]string
	roles         map[string]string
	units         map[string]Unit
	verbs         map[string]*verb // by each of their forms
	nouns         map[string][]*verb
	adjectives    map[string][]Grade
	bounds        []bound
	sets          map[string]map[string]bool
	endings       []string
	tails         []string
	labels        map[string]float64    // by words joined with spaces
	labelTails    map[string]float64    // by the last word
	listed        map[string]bool       // words of sets, roles, units and labels, that are none of the language too
	common        map[string]bool       // words that names in databases use
	phrases       map[[2]string]float64 // pairs of them, and how much likelier one makes the other
}

// bound is a name of columns that bound others, and words of those.
type bound struct {
	name string
	of   []string
}

// verb is an entry of the list of verbs.
type verb struct {
	kind  EventKind
	base  string // words joined with spaces: pick up
	nouns []string
}

// Grade says which end of which attribute a gradable adjective means.
type Grade struct {
	Attributes []string // words that name the attribute: price, cost
	More       bool
}

// words returns the word lists, read at the first call.
var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{cost: map[string]float64{}, abbreviations: map[string][]string{}, alternatives: map[string][]string{},
		roles: map[string]string{}, units: map[string]Unit{}, verbs: map[string]*verb{}, nouns: map[string][]*verb{},
		adjectives: map[string][]Grade{}, sets: map[string]map[string]bool{}, labels: map[string]float64{},
		labelTails: map[string]float64{}, listed: map[string]bool{},
		common: map[string]bool{}, phrases: map[[2]string]float64{}}
	l.readCosts()
	for _, line := range lines("abbreviations") {
		short, long, _ := strings.Cut(line, ": ")
		first, more, several := strings.Cut(long, " | ")
		l.abbreviations[short] = strings.Fields(strings.TrimPrefix(first, "-"))
		if several {
			l.alternatives[short] = append([]string{first}, strings.Split(more, " | ")...)
		}
	}
	l.readForeign()
	for _, line := range lines("roles") {
		kind, list, _ := strings.Cut(line, ": ")
		for _, w := range strings.Fields(list) {
			if l.roles[w] == "" {
				l.roles[w] = kind
			}
		}
	}
	for _, line := range lines("units") {
		unit, names, _ := strings.Cut(line, ": ")
		of, size, _ := strings.Cut(unit, " ")
		for _, n := range strings.Fields(names) {
			l.units[n] = Unit{Of: of, Size: size, Name: n}
		}
	}
	l.readSets()
	l.readLabels()
	for _, list := range []string{"sets", "labels", "phrases"} {
		for _, line := range lines(list) {
			for _, w := range strings.Fields(line) {
				if pair := strings.Split(w, "_"); len(pair) == 2 {
					l.phrases[[2]string(pair)] = phraseGain[list]
				}
			}
		}
	}
	for _, list := range []string{"sets", "roles", "units", "labels"} {
		for _, line := range lines(list) {
			for _, w := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '_' || r == ':' }) {
				l.listed[w] = true
			}
		}
	}
	l.readVerbs()
	l.readAdjectives()
	l.readBounds()
	return l
})

// in reports whether a word, or several joined with spaces, is in a set of data/sets.txt.
func in(set, w string) bool { return words().sets[set][w] }

// phraseGain is how much less a word costs that makes a pair of a list with one beside it.
var phraseGain = map[string]float64{"phrases": 3, "sets": 1.5, "labels": 1.5}

// readSets reads the sets of words, and the lists whose order matters.
func (l *lexicon) readSets() {
	for _, line := range lines("sets") {
		name, list, _ := strings.Cut(line, ": ")
		if l.sets[name] == nil {
			l.sets[name] = map[string]bool{}
		}
		for _, w := range strings.Fields(list) {
			l.sets[name][w] = true
			l.sets[name][strings.ReplaceAll(w, "_", " ")] = true
		}
	}
	for _, line := range lines("lists") {
		if name, list, _ := strings.Cut(line, ": "); name == "ending" {
			l.endings = strings.Fields(list)
		} else {
			l.tails = strings.Fields(list)
		}
	}
}

func (l *lexicon) readLabels() {
	for _, line := range lines("labels") {
		score, list, _ := strings.Cut(line, ": ")
		into := l.labels
		if tail, ok := strings.CutPrefix(score, "tail "); ok {
			score, into = tail, l.labelTails
		}
		n, err := strconv.Atoi(score)
		if err != nil {
			panic(err) // a broken build
		}
		for _, w := range strings.Fields(list) {
			into[strings.ReplaceAll(w, "_", " ")] = float64(n) / 100
		}
	}
}

// readCosts reads how common words are: the n-th of them costs about the logarithm of n.
func (l *lexicon) readCosts() {
	for i, w := range lines("words") {
		l.cost[w] = 7 + math.Log(float64(i+1)/10+1)
	}
	for _, line := range lines("schemawords") {
		for _, w := range strings.Fields(line) {
			l.cost[w], l.common[w] = schemaCost, true
		}
	}
	for _, line := range lines("common") {
		for _, w := range strings.Fields(line) {
			if l.common[w] = true; l.cost[w] == 0 {
				l.cost[w] = rareCost
			}
		}
	}
}

// What a word costs that names in databases use, and one of those that the list of the language has not.
const schemaCost, rareCost = 6, 12

func (l *lexicon) readForeign() {
	for _, line := range lines("foreign") {
		if line[0] == '@' {
			l.languages = append(l.languages, map[string][]string{})
			continue
		}
		w, means, _ := strings.Cut(line, ": ")
		l.languages[len(l.languages)-1][w] = strings.Fields(means)
	}
}

var eventKinds = []string{"birth", "begin", "change", "end", "remove", "plan"}

func (l *lexicon) readVerbs() {
	for _, line := range lines("verbs") {
		head, nouns, _ := strings.Cut(line, " = ")
		fields := strings.Fields(head)
		v := &verb{kind: EventKind(slices.Index(eventKinds, fields[0])), base: strings.ReplaceAll(fields[1], "_", " "),
			nouns: strings.Fields(nouns)}
		forms := fields[2:]
		if !strings.Contains(fields[1], "_") {
			forms = append(forms, regularForms(fields[1])...)
		}
		for _, f := range append(forms, fields[1]) {
			f = strings.ReplaceAll(f, "_", " ")
			if l.verbs[f] == nil {
				l.verbs[f] = v
			}
		}
		for _, n := range v.nouns {
			l.nouns[n] = append(l.nouns[n], v)
		}
	}
}

// regularForms returns the forms of a verb in -s, -ed and -ing.
func regularForms(base string) []string {
	n := len(base)
	switch {
	case strings.HasSuffix(base, "e"):
		return []string{base + "s", base + "d", base[:n-1] + "ing"}
	case strings.HasSuffix(base, "y") && !strings.ContainsRune("aeiou", rune(base[n-2])):
		return []string{base[:n-1] + "ies", base[:n-1] + "ied", base + "ing"}
	case n <= 5 && n >= 3 && !strings.ContainsRune("aeiouwxy", rune(base[n-1])) && strings.ContainsRune("aeiou", rune(base[n-2])) &&
		!strings.ContainsRune("aeiou", rune(base[n-3])):
		last := base[n-1:]
		return []string{base + "s", base + "ed", base + last + "ed", base + "ing", base + last + "ing"}
	}
	return []string{base + "s", base + "es", base + "ed", base + "ing"}
}

func (l *lexicon) readBounds() {
	for _, line := range lines("bounds") {
		names, of, _ := strings.Cut(line, ": ")
		for _, n := range strings.Fields(names) {
			l.bounds = append(l.bounds, bound{strings.ReplaceAll(n, "_", " "), strings.Fields(of)})
		}
	}
}

func (l *lexicon) readAdjectives() {
	for _, line := range lines("adjectives") {
		head, list, _ := strings.Cut(line, ": ")
		attributes := strings.Fields(head)
		more := attributes[len(attributes)-1] == "+"
		g := Grade{Attributes: attributes[:len(attributes)-1], More: more}
		for _, a := range strings.Fields(list) {
			l.adjectives[a] = append(l.adjectives[a], g)
		}
	}
}

// Told returns the verbs of what a noun in the singular records: deliver for delivery.
func Told(noun string) []string {
	var out []string
	for _, v := range words().nouns[noun] {
		out = append(out, v.base)
	}
	return out
}

// English reports whether a word in lower case is one of the commoner ones of the language.
func English(word string) bool { return words().cost[word] > 0 }

// UnitNamed returns the unit with a name in lower case: hours. ok is false when it names none.
func UnitNamed(name string) (u Unit, ok bool) {
	if short := spelled[name]; short != "" {
		name = short
	}
	u, ok = words().units[name]
	return u, ok
}

// spokenLetters are the letters by which people say units behind a number, by quantity: 90 m of a length are metres, of a time minutes.
var spokenLetters = map[string]map[string]string{
	"m": {"length": "1", "time": "60", "money": "1000000"}, "h": {"time": "3600"}, "s": {"time": "1"},
	"d": {"time": "86400"}, "t": {"mass": "1000000"},
}

// UnitSaid returns the unit of a quantity that people say by a name or letter in lower case.
func UnitSaid(name, of string) (u Unit, ok bool) {
	if size := spokenLetters[name][of]; size != "" {
		return Unit{Of: of, Size: size, Name: name}, true
	}
	u, ok = UnitNamed(name)
	return u, ok && u.Of == of
}

// QuantitiesSaid returns of which quantities people say a unit by a name or letter in lower case; none: it is no unit.
func QuantitiesSaid(name string) []string {
	out := slices.Sorted(maps.Keys(spokenLetters[name]))
	if u, ok := UnitNamed(name); ok && !slices.Contains(out, u.Of) {
		out = append(out, u.Of)
	}
	return out
}

// Grades returns what a gradable adjective may compare: "expensive" the upper end of a price or cost. nil: it is not
// on the list.
func Grades(adjective string) []Grade { return words().adjectives[adjective] }

// Verb returns the base form of a verb on the list, given any of its forms, and the kind of its event.
func Verb(form string) (base string, kind EventKind, ok bool) {
	if v := words().verbs[form]; v != nil {
		return v.base, v.kind, true
	}
	return "", 0, false
}
