package builtin

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// countryCodes returns a map from the English names of countries to their ISO 3166 codes of two and three letters,
// all in lower case.
var countryCodes = sync.OnceValue(func() map[string][]string {
	names := display.English.Regions()
	codes := map[string][]string{}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			r, err := language.ParseRegion(string(a) + string(b))
			if err != nil || !r.IsCountry() || r.Canonicalize() != r {
				continue
			}
			codes[strings.ToLower(names.Name(r))] = []string{strings.ToLower(r.String()), strings.ToLower(r.ISO3())}
		}
	}
	return codes
})

// codedCountries returns the stored values that are the code of the country that key names: DE in a column of
// countries for Germany.
func (ix *index) codedCountries(key string) []stored {
	var out []stored
	for _, name := range append([]string{key}, demonyms[key]...) {
		for _, code := range countryCodes()[name] {
			for _, s := range ix.values[code] {
				ws := stems(expand(split(s.column.Name)))
				if len(s.value) == len(code) && slices.ContainsFunc(ws, func(w string) bool { return w == "countri" || w == "nation" || w == "nationality" }) {
					s.score = 0.95
					out = append(out, s)
				}
			}
		}
	}
	return out
}
