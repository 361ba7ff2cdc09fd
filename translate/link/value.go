package link

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// values holds what columns are known to hold, by folded phrases.
type values struct {
	exact  map[string][]Link // the folded value
	loose  map[string][]Link // without what people leave out, in any order, by stems
	part   map[string][]Link // by each word of several
	number int
	made   map[string]*phrases // while it is made: those of texts
}

// phrases are those under which a text is indexed; none: it is no value.
type phrases struct {
	folded string
	loose  []scored
	parts  []string // of which it has several
}

type scored struct {
	phrase string
	score  float64
}

// Bounds of the values that are indexed.
const (
	maxValues       = 200_000
	maxValueBytes   = 80
	maxValueWords   = 7
	maxPartsPerWord = 16
	minPart         = 4 // letters of a word that is taken for a value of several
	maxPartSaid     = 3 // words that are taken for a part of a value
	maxMade         = 20_000
)

// Scores by how a value is named.
const (
	scoreStored  = 1.0
	scoreFolded  = 0.98
	scoreElement = 0.88 // one of a list that is stored as a text
	scoreBarer   = 0.93 // without its legal form, or its words in another order
	scorePlainer = 0.9  // Mueller for Müller
	scoreStems   = 0.88
	scoreOther   = 0.9  // French for France, DE for Germany
	scoreMeant   = 0.72 // movie for film
	scoreFew     = 0.65 // two or three words of several
	scoreOne     = 0.5  // one word of several
	slipped      = 0.8  // factor for one wrong letter
)

func newValues() *values {
	return &values{exact: map[string][]Link{}, loose: map[string][]Link{}, part: map[string][]Link{}, made: map[string]*phrases{}}
}

// add indexes the values of a column that statistics, its type or its labels tell.
func (v *values) add(r *semantic.Relation, c *semantic.Column, forms stems) {
	if !visible(c.Column) {
		return
	}
	for _, code := range c.Codes {
		k := Link{Kind: Value, Relation: r, Column: c, Value: code.Value, How: Named, Score: scoreFolded}
		if wordform.Fold(code.Label) == wordform.Fold(code.Value) {
			k.How = Stemmed // nothing but how it is stored, as the values of a text are
		}
		v.addOne(k, code.Label, forms)
		k.Score = scoreBarer
		v.addOne(k, stateOf(c, code), forms)
		if kinds := kindsIn(code.Label); len(kinds) > 1 {
			for _, kind := range kinds {
				v.addOne(k, kind, forms)
			}
		}
	}
	if c.Column.Class != schema.Text && c.Column.Class != schema.Enum {
		return
	}
	known := c.Column.Profile.Values
	if c.Column.Class == schema.Enum {
		known = c.Column.Enum
	}
	if len(known) == 0 { // statistics of rows that not everybody may see are not told
		known, _ = c.Listed()
	}
	for _, value := range known {
		score := scoreFolded
		if c.Reading != nil && c.Reading.Kind == semantic.List {
			score = scoreElement
		}
		for _, one := range elements(c, value) {
			v.addOne(Link{Kind: Value, Relation: r, Column: c, Value: one, How: Stemmed, Score: score}, one, forms)
		}
	}
}

// stateOf returns what the label of a code begins with, where the rest only says for what or by whom a row is so: locked,
// of "locked for new orders". Empty: it says nothing more, begins with no state, or with that of another code.
func stateOf(c *semantic.Column, code semantic.Code) string {
	first, rest, _ := strings.Cut(code.Label, " ")
	next, _, _ := strings.Cut(rest, " ")
	if !strings.HasSuffix(first, "ed") && lexicon.BaseOf(first) == first || !slices.Contains(further, next) ||
		slices.ContainsFunc(c.Codes, func(o semantic.Code) bool { return o.Value != code.Value && strings.HasPrefix(o.Label, first) }) {
		return ""
	}
	return first
}

// kindsIn returns the kinds that the label of a code names, where it stands for several: hotel/restaurant/cafe, sold or
// scrapped, school & institution.
func kindsIn(label string) []string {
	for _, sign := range []string{" or ", " & ", "/"} {
		label = strings.ReplaceAll(label, sign, "|")
	}
	kinds := strings.Split(label, "|")
	if slices.ContainsFunc(kinds, func(kind string) bool { return len(strings.TrimSpace(kind)) < minPart }) {
		return nil
	}
	return kinds
}

// elements returns the single values of what a column holds: those of a list in one text. The statistics of an array
// tell its elements.
func elements(c *semantic.Column, value string) []string {
	if c.Reading == nil || c.Reading.Kind != semantic.List || c.Reading.Separator == "" || len(value) > 40*maxValueBytes {
		return []string{value}
	}
	out := strings.Split(value, c.Reading.Separator)
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// addOne indexes a value under a text by which people call it.
func (v *values) addOne(k Link, text string, forms stems) {
	if v.number >= maxValues || len(text) > maxValueBytes {
		return
	}
	p := v.phrasesOf(text, forms)
	if p.folded == "" {
		return
	}
	v.number++
	put := func(m map[string][]Link, phrase string, score float64, most int) {
		if phrase == "" || len(m[phrase]) >= most || slices.ContainsFunc(m[phrase], k.same) {
			return
		}
		k.Score = min(score, k.Score)
		m[phrase] = append(m[phrase], k)
	}
	put(v.exact, p.folded, k.Score, maxPerPhrase)
	for _, one := range p.loose {
		put(v.loose, one.phrase, one.score, maxPerPhrase)
	}
	k.How = Part
	for _, w := range p.parts {
		put(v.part, w, scoreOne, maxPartsPerWord)
	}
}

// phrasesOf returns the phrases of a text: many columns have the same values.
func (v *values) phrasesOf(text string, forms stems) *phrases {
	p := v.made[text]
	if p != nil {
		return p
	}
	p = &phrases{}
	if len(v.made) < maxMade {
		v.made[text] = p
	}
	folded := wordform.Fold(text)
	ws := strings.Fields(folded)
	if len(ws) == 0 || len(ws) > maxValueWords || words().empty[folded] && !capitals(text) && !titled(text) {
		return p
	}
	bare := bare(folded)
	joined := strings.Join(bare, " ")
	p.folded = folded
	p.loose = []scored{{joined, scoreBarer}, {anyOrder(bare), scoreBarer}, {plainer(folded), scorePlainer}, {plainer(joined), scorePlainer},
		{forms.key(bare), scoreStems}, {unpointed(folded), scorePlainer}}
	if base := lexicon.BaseOf(folded); base != "" && base != folded && !words().empty[base] { // won: win
		p.loose = append(p.loose, scored{wordform.Stem(base), scoreStems})
	}
	if len(bare) > 1 {
		for _, w := range bare {
			if len(w) >= minPart && !words().empty[w] {
				p.parts = append(p.parts, plainer(w))
			}
		}
	}
	return p
}

// capitals reports whether a text is written in capital letters: US, IT.
func capitals(s string) bool { return len(s) > 1 && s == strings.ToUpper(s) && s != strings.ToLower(s) }

// titled reports whether a text begins with a capital letter: Up, the title of a song.
func titled(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// anyOrder returns a phrase that is the same for all orders of words.
func anyOrder(ws []string) string {
	sorted := slices.Clone(ws)
	slices.Sort(sorted)
	return "~" + strings.Join(sorted, " ")
}

// minUnpointed is the number of letters and digits from which a number is known without the signs between them.
const minUnpointed = 5

// unpointed returns what a number or code that is folded holds without the signs that people set within it or leave
// out; empty when it is none.
func unpointed(folded string) string {
	joined := strings.ReplaceAll(folded, " ", "")
	if len(joined) < minUnpointed || !strings.ContainsAny(joined, "0123456789") {
		return ""
	}
	return "#" + joined
}

// find returns the known values that a text may name, as stored first. parts allows one word to name a value of
// several.
func (v *values) find(text string, parts bool, forms stems) []Link {
	if len(text) > 2*maxValueBytes {
		return nil
	}
	folded := wordform.Fold(text)
	ws := strings.Fields(folded)
	if len(ws) == 0 || len(ws) > maxValueWords {
		return nil
	}
	var out []Link
	for _, k := range v.exact[folded] {
		if words().empty[folded] && k.Value != text && !capitals(text) {
			continue // up is no title, Up may be one
		}
		if k.How == Stemmed && k.Value == text {
			k.How, k.Score = Exact, scoreStored
		}
		out = append(out, k)
	}
	out = append(out, v.loose[folded]...)
	out = append(out, v.loose[anyOrder(ws)]...)
	if !strings.Contains(text, " ") {
		out = append(out, v.loose[unpointed(folded)]...)
	}
	for _, k := range v.loose[plainer(folded)] {
		k.Score = min(k.Score, scorePlainer)
		out = append(out, k)
	}
	stemmed := forms.key(ws)
	for _, k := range slices.Concat(v.loose[stemmed], v.exact[stemmed]) {
		k.Score = min(k.Score, scoreStems)
		out = append(out, k)
	}
	for _, other := range slices.Concat(words().values[folded], words().values[singular(ws)]) {
		for _, k := range slices.Concat(v.exact[other], v.loose[other]) {
			k.How, k.Score = Synonym, k.Score*scoreOther
			out = append(out, k)
		}
	}
	for _, other := range groups()[stemmed] {
		for _, k := range v.loose[other] {
			k.How, k.Score = Synonym, k.Score*scoreMeant
			out = append(out, k)
		}
	}
	if parts {
		out = append(out, v.within(ws)...)
	}
	return out
}

// within returns the values of which the words are a part. Several words must stand in one value together, and tell
// more than one of them.
func (v *values) within(ws []string) []Link {
	if len(ws) > maxPartSaid {
		return nil
	}
	first := v.part[plainer(ws[0])]
	if len(ws) == 1 {
		return first
	}
	var out []Link
	for _, k := range first {
		if !slices.ContainsFunc(ws[1:], func(w string) bool { return !slices.ContainsFunc(v.part[plainer(w)], k.same) }) {
			k.Score = max(k.Score, scoreFew)
			out = append(out, k)
		}
	}
	return out
}
