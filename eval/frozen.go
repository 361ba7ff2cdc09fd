package eval

import (
	_ "embed"
	"strings"
)

//go:embed frozen.txt
var frozenList string

var frozen = lines(frozenList)

// Frozen reports whether a database is kept unseen until an issue is closed: see frozen.txt for the rule.
func Frozen(db string) bool { return frozen[db] }

// Unfrozen returns the questions whose databases are not frozen, and how many it left out.
func Unfrozen(all []Question) (rest []Question, left int) {
	for _, q := range all {
		if Frozen(q.DB) {
			left++
			continue
		}
		rest = append(rest, q)
	}
	return rest, left
}

// lines returns the lines of a list as a set, without blank ones and comments.
func lines(list string) map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(list) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			set[line] = true
		}
	}
	return set
}
