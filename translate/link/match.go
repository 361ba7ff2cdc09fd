package link

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pgask/pgask/spelling"
	"github.com/pgask/pgask/translate/wordform"
)

// maxMatching is how many values of a column a text can name by some of their words; a text that more of them hold is
// no name.
const maxMatching = 8

// match returns how a text names a stored value, and how well, 0 to 1; 0 when it does not.
func match(text, stored string) (How, float64) {
	if text == stored {
		return Exact, scoreStored
	}
	if len(stored) > 2*maxValueBytes {
		return 0, 0
	}
	a, b := wordform.Fold(text), wordform.Fold(stored)
	switch {
	case a == "" || b == "":
		return 0, 0
	case a == b:
		return Stemmed, scoreFolded
	case strings.ContainsAny(a, "0123456789") && strings.ReplaceAll(a, " ", "") == strings.ReplaceAll(b, " ", ""):
		return Stemmed, scoreFolded // 9403.60 for 940360
	case anyOrder(bare(a)) == anyOrder(bare(b)):
		return Part, scoreBarer
	case plainer(a) == plainer(b) || plainer(strings.Join(bare(a), " ")) == plainer(strings.Join(bare(b), " ")):
		return Stemmed, scorePlainer
	case !strings.ContainsAny(a, "0123456789") && singular(strings.Fields(a)) == singular(strings.Fields(b)):
		return Stemmed, scoreStems // cats for cat
	}
	for _, other := range words().values[a] {
		if other == b {
			return Synonym, scoreOther
		}
	}
	if digits := strings.ContainsAny(a, "0123456789"); !digits && slip(a, b) || !digits &&
		slip(strings.Join(bare(a), " "), strings.Join(bare(b), " ")) {
		return Slip, slipped
	}
	if ws := strings.Fields(a); len(a) >= minLabelLength && holds(strings.Fields(b), ws) {
		return Part, scoreOne + 0.2*float64(len(ws))/float64(len(strings.Fields(b)))
	}
	return 0, 0
}

// holds reports whether a value has all words of a text, each as it is or in the singular.
func holds(value, text []string) bool {
	for _, w := range text {
		one := wordform.Singular(w)
		if !slices.ContainsFunc(value, func(v string) bool { return v == w || wordform.Singular(v) == one }) {
			return false
		}
	}
	return true
}

// Common returns the part of a word that its singular and its plural have: values name a banana that a question has
// in the plural.
func Common(w string) string {
	if one := wordform.Singular(w); len(one) >= minLabelLength && strings.HasPrefix(w, one) {
		return one
	}
	return w
}

// ampersands are words for & in the languages of names; & itself is folded to the first.
var ampersands = []string{"and", "und", "et", "y", "og", "och", "en", "e", "i"}

// bare returns the words of a folded value without what people leave out.
func bare(folded string) []string {
	ws := strings.Fields(folded)
	joined(ws)
	for n := len(ws); n > 1 && (words().legal[ws[n-1]] || ws[n-1] == ampersands[0]); n-- {
		ws = ws[:n-1] // GmbH & Co. KG
	}
	if len(ws) > 1 && ws[0] == "the" {
		ws = ws[1:]
	}
	return ws
}

// joined replaces the words for & between others by the same one.
func joined(ws []string) {
	for i := 1; i < len(ws)-1; i++ {
		if slices.Contains(ampersands, ws[i]) {
			ws[i] = ampersands[0]
		}
	}
}

// umlauts are written as they are spelt out where a keyboard has none of them: Mueller for Müller.
var umlauts = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "aa", "a")

// plainer returns a folded text as it is written by those who have no umlauts, and without the gaps between single
// letters: N/A, NA.
func plainer(folded string) string {
	var b strings.Builder
	alone := false
	ws := strings.Fields(folded)
	joined(ws)
	for i, w := range ws {
		single := utf8.RuneCountInString(w) == 1
		if i > 0 && !(alone && single) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
		alone = single
	}
	plain := b.String()
	if !spelled(plain) {
		return plain
	}
	return umlauts.Replace(plain)
}

// spelled reports whether a text may have umlauts that are spelt out.
func spelled(s string) bool {
	return strings.Contains(s, "ae") || strings.Contains(s, "oe") || strings.Contains(s, "ue") || strings.Contains(s, "aa")
}

// Spelt returns the words of a text, folded, with each umlaut spelt out.
func Spelt(text string) []string {
	return strings.Fields(wordform.Fold(spelt.Replace(strings.ToLower(text))))
}

var spelt = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ø", "oe", "å", "aa")

// Gaps returns a pattern for LIKE in which an umlaut may be spelt out or not.
func Gaps(word string) string { return gaps.Replace(word) }

var gaps = strings.NewReplacer("ae", "a%", "oe", "o%", "ue", "u%", "aa", "a%", "ss", "%")

// slip reports whether two texts, long enough to be no other words, differ in one letter.
func slip(a, b string) bool {
	return utf8.RuneCountInString(a) >= minSlip && utf8.RuneCountInString(b) >= minSlip-1 && spelling.Slip(a, b)
}

// Ampersand reports whether a word of a folded text may stand for &.
func Ampersand(w string) bool { return slices.Contains(ampersands, w) }

// Matching returns the stored values that a text names, the best first. Those that it names by some of their words or
// but for a slip count only when there are no better ones.
func Matching(text string, stored []Stored) []Stored {
	type graded struct {
		Stored
		score float64
	}
	var all []graded
	for _, s := range stored {
		if _, score := match(text, s.Value); score > 0 {
			all = append(all, graded{s, score})
		}
	}
	slices.SortStableFunc(all, func(a, b graded) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.Rows, a.Rows)) })
	if len(all) > 0 && all[0].score >= scoreOther {
		all = slices.DeleteFunc(all, func(g graded) bool { return g.score < scoreOther })
	} else if len(all) > 0 && all[0].score < slipped && len(all) > maxMatching {
		return nil
	}
	out := make([]Stored, len(all))
	for i, g := range all {
		out[i] = g.Stored
	}
	return out
}
