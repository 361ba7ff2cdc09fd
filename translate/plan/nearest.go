package plan

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/wordform"
)

// MaxCandidates bounds the number of choices in a complaint.
const MaxCandidates = 6

// Nearest returns the names that a wrong name most likely means. sure is the name to put in its place: the only one of
// the best class, or one clearly nearer than the rest of that class (see clearly); others then do not matter. Otherwise
// sure is "", and others are the choices, best first.
//
// The classes: equal but for case; equal but for separators, inflection and a repeated table name (customer_name for
// name in customers); a few letters apart.
func Nearest(wrong string, names []string, context string) (sure string, others []string) {
	stem, of := Stemmed(wrong), Stemmed(context)
	for _, like := range []func(string) bool{
		func(n string) bool { return strings.EqualFold(n, wrong) },
		func(n string) bool { return Stemmed(n) == stem },
		func(n string) bool { return of != "" && (Stemmed(n) == of+" "+stem || stem == of+" "+Stemmed(n)) },
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
			return clearly(wrong, found), found[:min(len(found), MaxCandidates)]
		}
	}
	return closest(wrong, names)
}

// clearly returns the only name that differs by one letter, if all others differ by at least three: customer, not
// custom, for customers. Otherwise it returns "".
func clearly(wrong string, names []string) string {
	best := ""
	for _, n := range names {
		switch d := spelling.Distance(strings.ToLower(wrong), strings.ToLower(n), 2); {
		case d == 1 && best == "":
			best = n
		case d < 3:
			return ""
		}
	}
	return best
}

// closest ranks names by edit distance. sure is the nearest name, if it is the only one at that distance and within
// the distance of a typing error; otherwise others are the choices, best first: those in reach, then those that share
// a word.
func closest(wrong string, names []string) (sure string, others []string) {
	near := spelling.Ranked(wrong, names)
	if len(near) > 0 && near[0].Away <= spelling.Typos(wrong) && (len(near) == 1 || near[1].Away > near[0].Away) {
		return near[0].Name, nil
	}
	for _, n := range near {
		others = append(others, n.Name)
	}
	for _, n := range names {
		if !slices.Contains(others, n) && shareWord(n, wrong) {
			others = append(others, n)
		}
	}
	return "", others[:min(len(others), MaxCandidates)]
}

// Words splits a name at separators, digits and changes of case, in lower case.
func Words(name string) []string {
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

// Stemmed returns a name reduced to the stems of its words, so that customers, Customer and CUSTOMER are equal.
func Stemmed(name string) string {
	all := Words(name)
	for i, w := range all {
		all[i] = wordform.Stem(w)
	}
	return strings.Join(all, " ")
}

func shareWord(a, b string) bool {
	other := Words(b)
	return slices.ContainsFunc(Words(a), func(w string) bool {
		return len(w) > 2 && slices.ContainsFunc(other, func(o string) bool { return wordform.Stem(o) == wordform.Stem(w) })
	})
}
