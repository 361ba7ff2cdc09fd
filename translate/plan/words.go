package plan

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pgask/pgask/translate/wordform"
)

// Sentence returns s with a capital first letter and a period at its end.
func Sentence(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	if first != utf8.RuneError {
		s = string(unicode.ToUpper(first)) + s[n:]
	}
	return strings.TrimSuffix(s, ".") + "."
}

// uncountable lists words whose plural is the same as the singular.
var uncountable = nameSet("staff", "inventory", "stock", "equipment", "history", "news", "data", "media", "people", "information",
	"series", "species", "children", "men", "women", "feedback", "traffic", "weather", "personnel", "content", "metadata")

// Singular returns a table's name as a word for one of its rows.
func Singular(name string) string {
	all := Words(name)
	if len(all) == 0 {
		return name
	}
	last := all[len(all)-1]
	if !uncountable[last] && len(last) >= 4 {
		last = wordform.Singular(last)
	}
	all[len(all)-1] = last
	return strings.Join(all, " ")
}
