package lexicon

import (
	"math"
	"strings"
	"sync"
)

// Spelling is what tells which words the names of a schema are made of. It is shared: nobody may change it.
type Spelling struct {
	Cost          map[string]float64    // how unlikely a word is as a part of a glued name
	Abbreviations map[string][]string   // what they stand for; empty: nothing
	Alternatives  map[string][]string   // the words of which some stand for one, the likeliest first
	Languages     []map[string][]string // words of other languages, and what they mean in English
	Endings       []string              // what makes another word of one
	Tails         []string              // words behind which the rest of a glued name may be anything
	Listed        map[string]bool       // words of sets, roles, units and labels, that are none of the language too
	Common        map[string]bool       // words that names in databases use
	Pairs         map[[2]string]float64 // pairs of them, and how much likelier one makes the other
}

// Names returns what tells which words names are made of, read at the first call.
func Names() *Spelling { return spelling() }

// What a word costs that names in databases use, and one of those that the list of the language has not.
const schemaCost, rareCost = 6, 12

// pairGain is how much less a word costs that makes a pair of a list with one beside it.
var pairGain = map[string]float64{"phrases": 3, "sets": 1.5, "labels": 1.5}

var spelling = sync.OnceValue(func() *Spelling {
	s := &Spelling{Cost: map[string]float64{}, Abbreviations: map[string][]string{}, Alternatives: map[string][]string{},
		Listed: map[string]bool{}, Common: map[string]bool{}, Pairs: map[[2]string]float64{}}
	s.readCosts()
	for _, line := range lines("abbreviations") {
		short, long, _ := strings.Cut(line, ": ")
		first, more, several := strings.Cut(long, " | ")
		s.Abbreviations[short] = strings.Fields(strings.TrimPrefix(first, "-"))
		if several {
			s.Alternatives[short] = append([]string{first}, strings.Split(more, " | ")...)
		}
	}
	for _, line := range lines("foreign") {
		if line[0] == '@' {
			s.Languages = append(s.Languages, map[string][]string{})
			continue
		}
		w, means, _ := strings.Cut(line, ": ")
		s.Languages[len(s.Languages)-1][w] = strings.Fields(means)
	}
	for _, line := range lines("lists") {
		if name, list, _ := strings.Cut(line, ": "); name == "ending" {
			s.Endings = strings.Fields(list)
		} else {
			s.Tails = strings.Fields(list)
		}
	}
	for _, list := range []string{"sets", "labels", "phrases"} {
		for _, w := range strings.Fields(text(list)) {
			if pair := strings.Split(w, "_"); len(pair) == 2 {
				s.Pairs[[2]string(pair)] = pairGain[list]
			}
		}
	}
	for _, list := range []string{"sets", "roles", "units", "labels"} {
		for _, w := range strings.FieldsFunc(text(list), func(r rune) bool { return strings.ContainsRune(" _:\n", r) }) {
			s.Listed[w] = true
		}
	}
	return s
})

func text(name string) string { return strings.Join(lines(name), "\n") }

// readCosts reads how common words are: the n-th of them costs about the logarithm of n.
func (s *Spelling) readCosts() {
	for i, w := range lines("words") {
		s.Cost[w] = 7 + math.Log(float64(i+1)/10+1)
	}
	for _, w := range strings.Fields(text("schemawords")) {
		s.Cost[w], s.Common[w] = schemaCost, true
	}
	for _, w := range strings.Fields(text("common")) {
		if s.Common[w] = true; s.Cost[w] == 0 {
			s.Cost[w] = rareCost
		}
	}
}
