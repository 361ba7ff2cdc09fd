package retrieve

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// affixes are words in the name of a copy of a table that distinguish it from the original.
var affixes = map[string]bool{"archive": true, "archived": true, "arch": true, "backup": true, "bak": true, "bkp": true, "copy": true,
	"history": true, "hist": true, "old": true, "new": true, "tmp": true, "temp": true, "stg": true, "staging": true, "stage": true,
	"raw": true, "landing": true, "snapshot": true, "snap": true, "test": true, "deleted": true, "all": true, "v": true, "vw": true,
	"view": true, "mv": true, "shadow": true, "import": true, "export": true, "load": true}

// copies returns, by position, the tables whose name is another table's name with affixes or a year added, and these
// words. A question without such a word means the original table.
func copies(tables []*schema.Table) map[int][]string {
	plain := map[string]int{}
	for i, t := range tables {
		plain[strings.Join(split(t.Name), " ")] = i
	}
	found := map[int][]string{}
	for i, t := range tables {
		words := split(t.Name)
		var rest, says []string
		for _, w := range words {
			if affixes[w] || year(w) {
				says = append(says, w)
			} else {
				rest = append(rest, w)
			}
		}
		if len(says) == 0 || len(rest) == 0 {
			continue
		}
		if _, ok := plain[strings.Join(rest, " ")]; ok {
			found[i] = says
		}
	}
	return found
}

// year reports whether a word is a year, a month (200801) or a day (20080131) in digits.
func year(w string) bool {
	digits := !slices.ContainsFunc([]rune(w), func(r rune) bool { return r < '0' || r > '9' })
	return digits && (len(w) == 4 || len(w) == 6 || len(w) == 8) && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20"))
}
