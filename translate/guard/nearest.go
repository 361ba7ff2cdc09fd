package guard

import "github.com/agnivade/levenshtein"

// nearest returns the candidate that is closest to a mistyped name. It returns "" when none is close or two are
// equally close.
func nearest(name string, candidates func(yield func(string))) string {
	limit := 1 + len(name)/4
	best, found := limit+1, ""
	candidates(func(c string) {
		if len(c)-len(name) > limit || len(name)-len(c) > limit || len(c) > maxName || len(name) > maxName {
			return
		}
		switch d := levenshtein.ComputeDistance(name, c); {
		case d < best:
			best, found = d, c
		case d == best && d <= limit && c != found:
			found = ""
		}
	})
	if best > limit {
		return ""
	}
	return found
}

// maxName is the maximal length of a name in PostgreSQL, in bytes.
const maxName = 63
