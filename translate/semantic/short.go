package semantic

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// spell returns the words of a name with those that are cut short written out as in its own comment: exp in exp_dt, "expected on".
func (n *naming) spell(ws []string, comment string) []string {
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
func (n *naming) cut(w string) bool {
	may, known := n.cuts[w]
	if !known {
		_, listed := n.abbreviations[w]
		may = len(w) >= minCut && len(w) <= maxShort && ascii(w) && (listed || !n.known(w))
		n.cuts[w] = may
	}
	return may
}

// opening returns the first words of a comment up to a sign, in the singular.
func opening(comment string) []string {
	ws := tokens(headline.FindString(comment))
	return singular(ws[:min(len(ws), 8)])
}

// listing is the beginning of a comment that says what codes stand for, whose words are of the values and not of the name: "S sent, W won".
var listing = regexp.MustCompile(`^[\pL\pN+-]{1,3}\s?=?\s?[\pL ]+[,;|] ?[\pL\pN+-]{1,3}\s?=?\s?\pL`)

// speltOut returns what words of names are short for in this schema, where comments spell them out: ctr, in the name of rental contracts.
func (n *naming) speltOut(s *schema.Snapshot) map[string]string {
	votes := map[string]map[string]int{}
	learn := func(name, comment string) {
		if comment == "" {
			return
		}
		var said []string
		for _, w := range tokens(cutName(name)) {
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
				votes[w][full]++
			}
		}
	}
	for _, t := range s.Tables {
		learn(t.Name, t.Comment)
		for _, c := range t.Columns {
			if !listing.MatchString(c.Comment) {
				learn(c.Name, c.Comment)
			}
		}
	}
	out := map[string]string{}
	for w, all := range votes {
		best, second := "", 0
		for full, k := range all {
			switch {
			case k > all[best]:
				best, second = full, max(second, all[best])
			default:
				second = max(second, k)
			}
		}
		if all[best] > second {
			out[w] = best
		}
	}
	return out
}

// spells returns the only one of the words that a word of a name that may be cut short stands for. Empty: there is none, or w is one of
// them.
func (n *naming) spells(w string, said []string) string {
	if slices.Contains(said, w) {
		return ""
	}
	_, listed := n.abbreviations[w]
	best := ""
	for _, full := range said {
		may := Shortens(w, full) || !(listed && strings.ContainsAny(w, "aeiou")) && len(w) >= minShort && inside(w, full)
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

// minCut is the length of the shortest word that a comment spells out.
const minCut = 2

// Shortens reports whether a word is another one cut short: its beginning, or its consonants.
func Shortens(short, full string) bool {
	if len(short) < minCut || len(full)-len(short) < 2 || len(full) < 4 || short[0] != full[0] || !ascii(full) {
		return false
	}
	return len(short) >= minShort && strings.HasPrefix(full, short) || consonants(short, full)
}

// inside reports whether the letters of a word stand in another in their order, the first one first.
func inside(short, full string) bool {
	at := 0
	for i := range len(full) {
		if at < len(short) && full[i] == short[at] {
			at++
		} else if i == 0 {
			return false
		}
	}
	return at == len(short) && len(full) >= minLong
}

// Opaque reports whether a word of a name may be one that is cut short: no word of the language.
func Opaque(w string) bool {
	return len(w) >= minShort && len(w) <= maxShort && ascii(w) && !English(w) && words().verbs[w] == nil && wordform.Singular(w) == w
}

// Least tables of a schema whose names begin with the same few words, and how large their part of all tables is: modules, and not things.
const leastModules, moduleTables = 3, 2

// findModules finds the words with which the names of the tables of a schema begin that only tell to which part of it they belong: crm,
// fin, hr. A module is a word of the language only where some table says it twice, as orders_order does: of another name nobody would.
func (n *naming) findModules(s *schema.Snapshot) {
	count, all, tables := map[string]int{}, 0, 0
	words := slices.ContainsFunc(s.Tables, func(t *schema.Table) bool {
		ws := tokens(cutName(t.Name))
		return len(ws) == 2 && wordform.Singular(ws[0]) == wordform.Singular(ws[1])
	})
	for _, t := range s.Tables {
		if t.Kind == schema.View {
			continue
		}
		ws := tokens(cutName(t.Name))
		if len(ws) < 2 || in("kind prefix", ws[0]) {
			continue // of a style that has no modules
		}
		if tables++; words || len(ws[0]) <= maxModule && n.cost[ws[0]] == 0 {
			count[ws[0]]++
		}
	}
	for w, k := range count {
		if k < moduleTables {
			delete(count, w)
			continue
		}
		all += k
	}
	if len(count) < leastModules || 3*all < 2*tables {
		return
	}
	for w := range count {
		n.modules[w] = true
	}
}

// maxModule is the length of the longest word that can name a part of a schema and is none of the language.
const maxModule = 5

// consonants reports whether short is made of consonants of full in their order, two thirds of them at least.
func consonants(short, full string) bool {
	if strings.ContainsAny(short, "aeiou") {
		return false
	}
	all, at := 0, 0
	for i := range len(full) {
		if strings.IndexByte("aeiou", full[i]) >= 0 {
			continue
		}
		all++
		if at < len(short) && short[at] == full[i] {
			at++
		}
	}
	return at == len(short) && 5*len(short) >= 3*all
}

// Bounds on glued names: words shorter than minGlued are never split, nor into more than maxParts.
const minGlued, maxGlued, maxParts = 5, 40, 5

// unglue splits a word that was written without separators: purchaserequestline. It returns the word alone when it is
// one word, or when no split has known words only.
func (n *naming) unglue(w string) []string {
	if parts, ok := n.glued[w]; ok {
		return parts
	}
	parts := []string{w}
	if len(w) == len("dname") && strings.HasSuffix(w, "name") && ascii(w) && !n.known(w) {
		parts = []string{"name"} // the letter before it is that of the table: dname of dept
	} else if len(w) >= minGlued && len(w) <= maxGlued && ascii(w) && !n.known(w) {
		parts = n.split(w)
	}
	n.glued[w] = parts
	return parts
}

// split returns the parts of a word that is none of the language: one that is cut short is whole, others are glued of words, of words that
// are cut short, or of anything before a word that is often last.
func (n *naming) split(w string) []string {
	if n.language != nil || n.listed[w] {
		return n.plainSplit(w)
	}
	cut, all := math.Inf(1), n.readings(w)
	if len(all) > 0 {
		cut = all[0].cost
	}
	if head := w[:len(w)-2]; in("glued tail", w[len(w)-2:]) && len(head) >= minShort && (n.known(head) ||
		n.readable(head) && (len(all) == 0 || all[0].how > fewSounds || strings.HasSuffix(w, "id"))) {
		return append(n.unglue(head), w[len(w)-2:])
	}
	parts, cost := n.cheapest(w, n.partCost)
	if cut < cost-2 {
		return []string{w}
	}
	if parts != nil {
		return parts
	}
	if n.cutting {
		if parts, _ = n.cheapest(w, n.cutPartCost); parts != nil {
			return parts
		}
	}
	return n.plainSplit(w)
}

// plainSplit splits a word into those of the language, or what stands before a word that is often last.
func (n *naming) plainSplit(w string) []string {
	if parts, _ := n.cheapest(w, n.partCost); parts != nil {
		return parts
	}
	if tail := n.beforeTail(w); tail != nil {
		return append(n.unglue(tail[0]), tail[1])
	}
	return []string{w}
}

// readable reports whether a word is known, or may be short for one that is.
func (n *naming) readable(w string) bool {
	if n.known(w) {
		return true
	}
	all := n.readings(w)
	return len(all) > 0 && all[0].cost < dearThree
}

// What a part of a glued name costs more that is cut short, and how long it is at most.
const (
	cutPart    = 3.0
	maxCutPart = 8
)

// cutPartCost is partCost for parts that may be cut short.
func (n *naming) cutPartCost(w string, first, last bool) float64 {
	cost := n.partCost(w, first, last)
	if len(w) < minShort || len(w) > maxCutPart || !math.IsInf(cost, 1) {
		if len(w) == 2 && last && n.abbreviations[w] != nil {
			return min(cost, 9)
		}
		return cost
	}
	if all := n.readings(w); len(all) > 0 && all[0].cost < dearThree {
		return all[0].cost + cutPart - math.Log(all[0].sure)
	}
	return cost
}

func ascii(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}

// known reports whether a word is one word, in any of its forms.
func (n *naming) known(w string) bool {
	if _, ok := n.abbreviations[w]; ok || n.language[w] != nil || n.verbs[w] != nil || n.told[w] {
		return true
	}
	return n.wordCost(w) < math.Inf(1)
}

// wordCost returns how unlikely w is as a word; infinite when it is none.
func (n *naming) wordCost(w string) float64 {
	if c, ok := n.cost[w]; ok {
		return c
	}
	if n.language[w] != nil {
		return 7
	}
	if v := n.verbs[w]; v != nil {
		return 8
	}
	for _, ending := range n.endings {
		base, ok := strings.CutSuffix(w, ending)
		if !ok || len(base) < 3 {
			continue
		}
		if (ending == "d" || ending == "r") && base[len(base)-1] != 'e' {
			continue // used and user of use; no word is made so of another one
		}
		for _, form := range []string{base, base + "e", strings.TrimSuffix(base, base[len(base)-1:])} {
			if c, ok := n.cost[form]; ok && len(form) >= 3 && (len(form) >= len(base) || strings.HasSuffix(form, base[len(base)-1:])) {
				return c + 1
			}
		}
	}
	if base, ok := strings.CutSuffix(w, "ies"); ok {
		if c, ok := n.cost[base+"y"]; ok {
			return c + 1
		}
	}
	return math.Inf(1)
}

// partCost returns the cost of w as the part of a glued name; infinite when it cannot be one. Short words stand in
// certain places only: is at the front, id at the end.
func (n *naming) partCost(w string, first, last bool) float64 {
	switch len(w) {
	case 1:
		return math.Inf(1)
	case 2:
		switch {
		case first && in("short first", w), last && in("short last", w), !first && !last && in("short middle", w):
			return 7
		case first && n.language == nil && n.abbreviations[w] != nil:
			return 11
		}
		return math.Inf(1)
	}
	c := n.wordCost(w)
	if n.vocabulary[w] && len(w) >= 4 {
		c = min(c, 7)
	}
	if _, ok := n.abbreviations[w]; ok {
		c = min(c, 9)
	}
	if len(w) == 3 {
		c += 2 // three letters are found everywhere
	}
	return c
}

// cheapest returns the split of w with the least cost, and that; nil when there is none.
func (n *naming) cheapest(w string, partCost func(w string, first, last bool) float64) ([]string, float64) {
	type best struct {
		cost float64
		from int
		n    int
	}
	at := make([]best, len(w)+1)
	for end := 1; end <= len(w); end++ {
		at[end].cost = math.Inf(1)
		for from := max(0, end-16); from < end; from++ {
			if from > 0 && math.IsInf(at[from].cost, 1) || at[from].n >= maxParts || from == 0 && end == len(w) {
				continue
			}
			if c := at[from].cost + partCost(w[from:end], from == 0, end == len(w)); c < at[end].cost {
				at[end] = best{c, from, at[from].n + 1}
			}
		}
	}
	if math.IsInf(at[len(w)].cost, 1) {
		return nil, at[len(w)].cost
	}
	var parts []string
	for end := len(w); end > 0; end = at[end].from {
		parts = append([]string{w[at[end].from:end]}, parts...)
	}
	return parts, at[len(w)].cost
}

func (n *naming) beforeTail(w string) []string {
	for _, t := range n.tails {
		if head, ok := strings.CutSuffix(w, t); ok && (len(head) >= 3 || len(head) == 2 && len(t) >= 3) {
			return []string{head, t}
		}
	}
	return nil
}
