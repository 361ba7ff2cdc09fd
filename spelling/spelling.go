// Package spelling tells which names are near to a mistyped one. It has the one distance between words by which
// settings, tables, columns, functions and stored values are compared; what is done about a near name is for its
// callers to say.
package spelling

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxLetters bounds the words that are compared: the time that a distance takes grows with the product of two lengths.
const maxLetters = 100

// Distance returns the number of insertions, deletions, changes and swaps of adjacent letters that turn a into b.
// When it would be more than limit, or a word is too long to be compared, the result is limit + 1.
func Distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d > limit || -d > limit || max(len(x), len(y)) > maxLetters {
		return limit + 1
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
		if best > limit {
			return limit + 1
		}
		before, prev, cur = prev, cur, before
	}
	return min(prev[len(y)], limit+1)
}

// Slip reports whether two words differ in one letter that is wrong, missing, too many, or swapped with its
// neighbour: whether their distance is 1, told without computing it.
func Slip(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	switch {
	case i == len(y): // the same
		return false
	case len(y)-len(x) == 1:
		return slices.Equal(x[i:], y[i+1:])
	case len(x) == len(y):
		return slices.Equal(x[i+1:], y[i+1:]) || i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && slices.Equal(x[i+2:], y[i+2:])
	}
	return false
}

// Typos returns how many letters of a word may be wrong for it to be mended without asking; with more, it counts as
// another word.
func Typos(word string) int {
	switch n := utf8.RuneCountInString(word); {
	case n < 4:
		return 0
	case n < 8:
		return 1
	default:
		return 2
	}
}

// reach returns how far a name may be from another one to be offered in its place. TestReach measures it.
func reach(word string) int { return max(1, utf8.RuneCountInString(word)/3) }

// Near is a name and its distance from another one.
type Near struct {
	Name string
	Away int
}

// Ranked returns the names within the reach of a word, the nearest first, whatever their case.
func Ranked(word string, names []string) []Near {
	var out []Near
	limit, low := reach(word), strings.ToLower(word)
	if word == "" {
		return nil
	}
	for _, n := range names {
		if d := Distance(low, strings.ToLower(n), limit); d <= limit {
			out = append(out, Near{n, d})
		}
	}
	slices.SortStableFunc(out, func(a, b Near) int { return a.Away - b.Away })
	return out
}

// Nearest returns the name that is nearest to a word; "" when none is in reach, or two are equally near.
func Nearest(word string, names []string) string {
	near := Ranked(word, names)
	if len(near) == 0 || slices.ContainsFunc(near, func(n Near) bool { return n.Away == near[0].Away && n.Name != near[0].Name }) {
		return ""
	}
	return near[0].Name
}

// Likeness returns how alike two words are, 0 to 1, by the share of letters that are the same in the same order.
func Likeness(a, b string) float64 {
	longer := max(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	if longer == 0 {
		return 0
	}
	return 1 - float64(min(Distance(a, b, longer), longer))/float64(longer)
}
