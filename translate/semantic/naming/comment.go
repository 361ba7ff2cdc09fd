package naming

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

var headline = regexp.MustCompile(`^[^,;.(=:]{1,60}`)

// Headline returns the part of a comment that may name something: what stands before the first punctuation.
func Headline(comment string) string { return headline.FindString(comment) }

// Bounds of the part of a comment that is taken for a name.
const (
	maxHeading      = 5 // words
	maxHeadingBytes = 60
)

// Heading returns the first words of a comment, up to the first sign that ends them, without an article; nil when
// they are too many to be a name.
func Heading(comment string) []string {
	if i := strings.IndexAny(comment, ".,;:(=\n"); i >= 0 {
		comment = comment[:i]
	}
	if len(comment) > maxHeadingBytes {
		return nil
	}
	ws := strings.Fields(wordform.Fold(comment))
	if len(ws) > 0 && (ws[0] == "the" || ws[0] == "a" || ws[0] == "an") {
		ws = ws[1:]
	}
	if len(ws) > maxHeading {
		return nil
	}
	return ws
}

// maxTitle is the most words of a name that a comment begins with, maxTitleBytes how far into it is looked.
const maxTitle, maxTitleBytes = 3, 120

// Titles returns what a comment on a relation calls its rows, in the singular: what it begins with, up to what says
// more of it, and what stands there in parentheses, as other words for it. "Customer master (owners we manage
// property for)" are customers, "Lettable units (flats, shops)" lettable units, flats and shops. title is nil when
// the comment begins with no name.
func Titles(comment string) (title []string, also [][]string) {
	comment = strings.ToValidUTF8(comment[:min(len(comment), maxTitleBytes)], "")
	if end := strings.IndexAny(comment, ".;:=\n"); end >= 0 {
		comment = comment[:end]
	}
	if before, rest, found := strings.Cut(comment, "("); found {
		inside, after, _ := strings.Cut(rest, ")")
		for _, one := range strings.Split(inside, ",") {
			if ws := wordform.Singulars(strings.Fields(wordform.Fold(one))); len(ws) > 0 && len(ws) < maxTitle && lexicon.AllEnglish(ws) &&
				!slices.ContainsFunc(ws, titleEnds) {
				also = append(also, ws)
			}
		}
		comment = before + after
	}
	comment, _, _ = strings.Cut(comment, ",")
	ws := strings.Fields(wordform.Fold(comment))
	if n := slices.IndexFunc(ws, titleEnds); n >= 0 {
		if n > 0 && ws[n] == "and" && n+2 < len(ws) && wordform.Singular(ws[n-1]) == ws[n-1] && wordform.Singular(ws[n+2]) != ws[n+2] {
			return nil, nil // billing and delivery addresses
		}
		ws = ws[:n]
	}
	for len(ws) > 1 && lexicon.In("before title", ws[0]) {
		ws = ws[1:]
	}
	ws = wordform.Singulars(ws)
	for len(ws) > 1 && (lexicon.In("empty tail", ws[len(ws)-1]) || lexicon.In("title tail", ws[len(ws)-1])) {
		ws = ws[:len(ws)-1]
	}
	if len(ws) == 0 || len(ws) > maxTitle || lexicon.In("title tail", ws[0]) {
		return nil, nil
	}
	return ws, also
}

// titleEnds reports whether a word of a comment says more of what was named before it.
func titleEnds(w string) bool { return lexicon.In("behind title", w) }

// spell returns the words of a name with those that are cut short written out as in its own comment: exp in exp_dt,
// "expected on".
func (n *Schema) spell(ws []string, comment string) []string {
	if comment == "" {
		return ws
	}
	var said []string
	out := ws
	for i, w := range ws {
		if !n.cut(w) {
			continue
		}
		if said == nil {
			said, out = opening(comment), slices.Clone(ws)
		}
		if full := n.spells(w, said); full != "" {
			out[i], n.told[full] = full, true
		}
	}
	return out
}

// cut reports whether a word of a name may be one that is cut short.
func (n *Schema) cut(w string) bool {
	may, known := n.cuts[w]
	if !known {
		may = len(w) >= minCut && len(w) <= maxShort && ascii(w) && (n.words.Abbreviations[w] != nil || !n.known(w))
		n.cuts[w] = may
	}
	return may
}

// opening returns the first words of a comment up to a sign, in the singular.
func opening(comment string) []string {
	ws := Split(Headline(comment))
	return wordform.Singulars(ws[:min(len(ws), 8)])
}

// listing is the beginning of a comment that says what codes stand for, whose words are of the values and not of the
// name: "S sent, W won".
var listing = regexp.MustCompile(`^[\pL\pN+-]{1,3}\s?=?\s?[\pL ]+[,;|] ?[\pL\pN+-]{1,3}\s?=?\s?\pL`)

// speltOut returns what words of names are short for in this schema, where comments spell them out: ctr, in the name
// of rental contracts.
func (n *Schema) speltOut(s *schema.Snapshot) map[string]string {
	votes := map[string]map[string]int{}
	learn := func(name, comment string, surely bool) {
		if comment == "" {
			return
		}
		var said []string
		for _, w := range Tokens(name) {
			if !n.cut(w) {
				continue
			}
			if said == nil {
				said = opening(comment)
			}
			if full := n.spells(w, said); full != "" {
				if votes[w] == nil {
					votes[w] = map[string]int{}
				}
				if votes[w][full]++; surely || n.usually(w, full) {
					votes[w][full]++
				}
			}
		}
	}
	for _, t := range s.Tables {
		learn(t.Name, t.Comment, true)
		for _, c := range t.Columns {
			if !listing.MatchString(c.Comment) {
				learn(c.Name, c.Comment, false)
			}
		}
	}
	out := map[string]string{}
	for w, all := range votes {
		best, second := "", 0
		for full, k := range all {
			if k > all[best] {
				best, second = full, max(second, all[best])
			} else {
				second = max(second, k)
			}
		}
		if all[best] > max(second, 1) {
			out[w] = best
		}
	}
	n.chooseAlternatives(s, out)
	return out
}

// usually reports whether a comment on a single column is reason enough to read a word so: nothing that it usually
// stands for is left out.
func (n *Schema) usually(w, full string) bool {
	means := n.words.Abbreviations[w]
	return len(means) == 0 || slices.Equal(means, []string{full}) || slices.Contains(n.words.Alternatives[w], full)
}

// chooseAlternatives chooses among the words for which one of names may be short the only one that the schema says
// elsewhere, in its names, comments and the labels of its codes, and that no other word is short for.
func (n *Schema) chooseAlternatives(s *schema.Snapshot, out map[string]string) {
	said := map[string]bool{}
	say := func(name, comment string) {
		for _, w := range append(Tokens(name), Split(comment)...) {
			said[wordform.Singular(w)] = true
		}
	}
	for _, codes := range s.Codes {
		for _, row := range codes.Rows {
			say("", row.Label)
		}
	}
	for _, t := range s.Tables {
		say(t.Name, t.Comment)
		for _, c := range t.Columns {
			say(c.Name, c.Comment)
		}
	}
	taken := map[string]bool{}
	for range 2 { // first those of which one is left, then those of which one is left beside these
		var chosen []string
		for w, all := range n.words.Alternatives {
			known := slices.DeleteFunc(slices.Clone(all), func(full string) bool { return !said[full] || taken[full] })
			if out[w] == "" && said[w] && len(known) == 1 {
				out[w] = known[0]
				chosen = append(chosen, known[0])
			}
		}
		for _, full := range chosen {
			taken[full] = true
		}
	}
}

// spells returns the only one of the words that a word of a name that may be cut short stands for. Empty: there is
// none, or w is one of them.
func (n *Schema) spells(w string, said []string) string {
	if slices.Contains(said, w) {
		return ""
	}
	listed := n.words.Abbreviations[w] != nil
	best := ""
	for _, full := range said {
		may := Shortens(w, full) || !(listed && strings.ContainsAny(w, "aeiou")) && len(w) >= minShort && len(full) >= minLong &&
			w[0] == full[0] && leavesOut(w, full, len(full))
		if !may || full == best || math.IsInf(n.wordCost(full), 1) && !(len(said) == 1 && strings.HasPrefix(full, w)) {
			continue
		}
		if best != "" {
			return ""
		}
		best = full
	}
	return best
}
