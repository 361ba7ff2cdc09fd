package plan

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pgask/pgask/translate/wordform"
)

// maxCandidates bounds the number of choices in a complaint.
const maxCandidates = 6

// nearest returns the names that a wrong name most likely means. sure is the name to put in its place: the only one of
// the best class, or one clearly nearer than the rest of that class (see clearly); others then do not matter. Otherwise
// sure is "", and others are the choices, best first.
//
// The classes: equal but for case; equal but for separators, inflection and a repeated table name (customer_name for
// name in customers); a few letters apart.
func nearest(wrong string, names []string, context string) (sure string, others []string) {
	stem, of := stemmed(wrong), stemmed(context)
	for _, like := range []func(string) bool{
		func(n string) bool { return strings.EqualFold(n, wrong) },
		func(n string) bool { return stemmed(n) == stem },
		func(n string) bool { return of != "" && (stemmed(n) == of+" "+stem || stem == of+" "+stemmed(n)) },
	} {
		var found []string
		for _, n := range names {
			if like(n) {
				found = append(found, n)
			}
		}
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return clearly(wrong, found), found[:min(len(found), maxCandidates)]
		}
	}
	return closest(wrong, names)
}

// clearly returns the only name that differs by one letter, if all others differ by at least three: customer, not
// custom, for customers. Otherwise it returns "".
func clearly(wrong string, names []string) string {
	best := ""
	for _, n := range names {
		switch d := distance(strings.ToLower(wrong), strings.ToLower(n), 3); {
		case d == 1 && best == "":
			best = n
		case d < 3:
			return ""
		}
	}
	return best
}

// closest ranks names by edit distance. sure is the nearest name, if it is the only one at that distance and within the
// distance of a typing error; otherwise others are the choices, best first.
func closest(wrong string, names []string) (sure string, others []string) {
	type scored struct {
		name string
		d    int
	}
	limit := max(1, len([]rune(wrong))/3)
	var near []scored
	w := strings.ToLower(wrong)
	for _, n := range names {
		if d := distance(w, strings.ToLower(n), limit+1); d <= limit {
			near = append(near, scored{n, d})
		} else if shareWord(n, wrong) {
			near = append(near, scored{n, limit + 1})
		}
	}
	slices.SortStableFunc(near, func(a, b scored) int { return a.d - b.d })
	if len(near) > 0 && near[0].d <= typos(w) && (len(near) == 1 || near[1].d > near[0].d) {
		return near[0].name, nil
	}
	for _, s := range near[:min(len(near), maxCandidates)] {
		others = append(others, s.name)
	}
	return "", others
}

// typos returns how many letters of a word may be wrong; with more, it counts as another word.
func typos(word string) int {
	switch n := len([]rune(word)); {
	case n < 4:
		return 0
	case n < 8:
		return 1
	default:
		return 2
	}
}

// words splits a name at separators, digits and changes of case, in lower case.
func words(name string) []string {
	var all []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			all = append(all, strings.ToLower(string(cur)))
			cur = nil
		}
	}
	prevLower := false
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			flush()
			prevLower = false
			continue
		}
		if unicode.IsUpper(r) && prevLower {
			flush()
		}
		cur = append(cur, r)
		prevLower = unicode.IsLower(r)
	}
	flush()
	return all
}

// stemmed returns a name reduced to the stems of its words, so that customers, Customer and CUSTOMER are equal.
func stemmed(name string) string {
	all := words(name)
	for i, w := range all {
		all[i] = wordform.Stem(w)
	}
	return strings.Join(all, " ")
}

func shareWord(a, b string) bool {
	other := words(b)
	for _, w := range words(a) {
		if len(w) > 2 && slices.ContainsFunc(other, func(o string) bool { return wordform.Stem(o) == wordform.Stem(w) }) {
			return true
		}
	}
	return false
}

// distance returns the number of insertions, deletions, changes and swaps of adjacent letters that turn a into b.
// When it would be more than limit, the result is at least limit.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d >= limit || -d >= limit {
		return limit
	}
	before, prev, cur := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(x); i++ {
		cur[0] = i
		best := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
			best = min(best, cur[j])
		}
		if best >= limit {
			return limit
		}
		before, prev, cur = prev, cur, before
	}
	return min(prev[len(y)], limit)
}
