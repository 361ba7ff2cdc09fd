package link

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/pgask/pgask/translate/wordform"
)

//go:embed data/*.txt
var data embed.FS

func lines(name string) []string { return wordform.Lines(data, name) }

// lists are the word lists. Phrases are in the form of key.
type lists struct {
	values   map[string][]string // how else a value may be stored: demonyms, countries and states and their codes, genders
	legal    map[string]bool     // last words of names of companies that people leave out
	empty    map[string]bool     // words that are never a name alone
	commands map[string]bool     // those of them that are one where they command nothing: the shows of a channel
	verbal   map[string]bool     // words behind which such a word is a verb
	numbered map[string]bool     // words before a code or number
	unlooked map[string]bool     // words that are not looked for among values
	// contraries are words by those that say the contrary.
	contraries map[string][]string
}

// set returns the words of a list.
func set(name string) map[string]bool {
	all := map[string]bool{}
	for _, line := range lines(name) {
		for _, w := range strings.Fields(line) {
			all[w] = true
		}
	}
	return all
}

var words = sync.OnceValue(func() *lists {
	l := &lists{values: map[string][]string{}, legal: set("legal"), empty: set("empty"), commands: set("commands"), verbal: set("verbal"),
		numbered: set("numbered"), unlooked: set("unlooked"), contraries: map[string][]string{}}
	for _, line := range lines("contraries") {
		a, b, _ := strings.Cut(line, ", ")
		l.contraries[a], l.contraries[b] = append(l.contraries[a], b), append(l.contraries[b], a)
	}
	maps.Copy(l.empty, l.commands)
	l.countries()
	for _, line := range lines("demonyms") { // and by their codes
		word, names, _ := strings.Cut(line, ": ")
		for _, name := range strings.Split(names, ", ") {
			l.values[word] = append(append(l.values[word], name), l.values[name]...)
		}
	}
	l.also("languages")
	l.also("states")
	return l
})

// groups returns the synonyms by the stems of the words that they are for.
func groups() map[string][]string { return synonyms().stems }

// synonyms are read after words, by the stems of the words that they are for, and by these as they are written.
var synonyms = sync.OnceValue(func() (all struct{ stems, written map[string][]string }) {
	all.stems, all.written = map[string][]string{}, map[string][]string{}
	for _, line := range lines("synonyms") {
		written := strings.Split(line, ", ")
		group := make([]string, len(written))
		for i, p := range written {
			group[i] = stems{}.key(strings.Fields(p))
		}
		for i, p := range group {
			for _, q := range group {
				if p != q && !slices.Contains(all.stems[p], q) {
					all.stems[p] = append(all.stems[p], q)
				}
				if p != q && !slices.Contains(all.written[written[i]], q) {
					all.written[written[i]] = append(all.written[written[i]], q)
				}
			}
		}
	}
	return all
})

// synonymsOf returns the stems of the synonyms of a word, by its stem; of one who does something those that it has as it
// is written, as officers are no offices.
func synonymsOf(word, stem string) []string {
	if own := synonyms().written[word]; own != nil && (strings.HasSuffix(word, "er") || strings.HasSuffix(word, "or")) {
		return own
	}
	return groups()[stem]
}

// also adds the codes of a list under the English names: of languages, of states.
func (l *lists) also(list string) {
	for _, line := range lines(list) {
		name, codes, _ := strings.Cut(line, ": ")
		l.values[name] = append(l.values[name], strings.Split(codes, ", ")...)
	}
}

// countries adds the codes of countries under their English names, and the names under the codes.
func (l *lists) countries() {
	for _, line := range lines("countries") {
		name, codes, _ := strings.Cut(line, ": ")
		short, long, _ := strings.Cut(codes, ", ")
		l.values[name] = append(l.values[name], short, long)
		l.values[long] = append(l.values[long], name)
	}
}
