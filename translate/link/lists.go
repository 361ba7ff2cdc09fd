package link

import (
	"github.com/pgask/pgask/translate/wordform"

	"embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

//go:embed data/*.txt
var data embed.FS

func lines(name string) []string { return wordform.Lines(data, name) }

// lists are the word lists. Phrases are in the form of key.
type lists struct {
	synonyms map[string][]string // phrases that may stand for one
	values   map[string][]string // how else a value may be stored: demonyms, countries and their codes, genders
	legal    map[string]bool     // last words of names of companies that people leave out
	empty    map[string]bool     // words that are never a name alone
	numbered map[string]bool     // words before a code or number
	unlooked map[string]bool     // words that are not looked for among values
}

var words = sync.OnceValue(func() *lists {
	l := &lists{synonyms: map[string][]string{}, values: map[string][]string{}, legal: map[string]bool{}, empty: map[string]bool{},
		numbered: map[string]bool{}, unlooked: map[string]bool{}}
	for _, w := range lines("legal") {
		l.legal[w] = true
	}
	for _, line := range lines("empty") {
		for _, w := range strings.Fields(line) {
			l.empty[w] = true
		}
	}
	for _, line := range lines("unlooked") {
		for _, w := range strings.Fields(line) {
			l.unlooked[w] = true
		}
	}
	for _, w := range []string{"code", "codes", "no", "nr", "number", "numbers", "reference", "ref", "id"} {
		l.numbered[w] = true
	}
	for _, line := range lines("demonyms") {
		word, names, _ := strings.Cut(line, ": ")
		l.values[word] = append(l.values[word], strings.Split(names, ", ")...)
	}
	l.countries()
	l.languages()
	return l
})

// groups are the synonyms, read after words, whose stems they are kept by.
var groups = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, line := range lines("synonyms") {
		group := strings.Split(line, ", ")
		for i, p := range group {
			group[i] = stems{}.key(strings.Fields(p))
		}
		for _, p := range group {
			for _, q := range group {
				if p != q && !slices.Contains(out[p], q) {
					out[p] = append(out[p], q)
				}
			}
		}
	}
	return out
})

// languages adds the codes of languages under their English names.
func (l *lists) languages() {
	names := display.English.Languages()
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			base, err := language.ParseBase(string([]rune{a, b}))
			if err != nil || base.String() != string([]rune{a, b}) {
				continue
			}
			if name := wordform.Fold(names.Name(base)); name != "" {
				l.values[name] = append(l.values[name], base.String(), strings.ToLower(base.ISO3()))
			}
		}
	}
}

// countries adds the codes of countries under their English names, and the names under the codes.
func (l *lists) countries() {
	english := display.English.Regions()
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			region, err := language.ParseRegion(string([]rune{a, b}))
			if err != nil || !region.IsCountry() || region.String() != string([]rune{a, b}) {
				continue
			}
			name := wordform.Fold(english.Name(region))
			short, long := strings.ToLower(region.String()), strings.ToLower(region.ISO3())
			l.values[name] = append(l.values[name], short, long)
			l.values[long] = append(l.values[long], name)
		}
	}
}
