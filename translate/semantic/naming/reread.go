package naming

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// reread is what a word of names that is none of the language is read as.
type reread struct {
	word string
	cost float64 // of the word, and of cutting it so
	how  float64 // of cutting it so
	sure float64 // 0 to 1, how far it is ahead of others
}

// How sure a reading must be to be taken, what it may cost, and what words cost that stand in names of the same schema.
const (
	sureRead   = 0.6
	dearest    = 14.0
	sureAlone  = 0.75 // in a schema that cuts few words
	dearAlone  = 8.8
	dearThree  = 10.5 // where three letters are left
	dearBegun  = 12.0 // where they are its beginning
	tableCost  = 4.5
	columnCost = 5.5
)

// maxReread is the length of the longest word that is read as one that is cut short.
const maxReread = 16

// readings returns what a word may be short for, the best first, each with what it costs.
func (n *Schema) readings(w string) []reread {
	if len(w) < minShort || len(w) > maxReread || !ascii(w) {
		return nil
	}
	if known, ok := n.reads[w]; ok || len(n.reads) >= maxReads {
		return known
	}
	var out []reread
	moment := unlikelyVerb
	if n.moments[w] {
		moment = -unlikelyVerb
	}
	try := func(short string, one bool) {
		has := lettersOf(short)
		for _, list := range [2][]full{fulls()[short[0]-'a'], n.theirs[short[0]-'a']} {
			for i := range list {
				f := &list[i]
				if has&^f.letters != 0 {
					continue
				}
				how := cutCost(short, f)
				c := f.cost + how
				switch {
				case done(f.word) && !one: // nothing was dones
					continue
				case done(f.word):
					c += moment
				case strings.HasSuffix(f.word, "ing"):
					c += perIng
				}
				if c < dearest {
					out = keep(out, reread{word: plural(f.word, one), cost: c, how: how})
				}
			}
		}
	}
	try(w, true)
	if short, ok := strings.CutSuffix(w, "s"); ok && len(short) >= minShort {
		try(short, false)
	}
	weighReadings(out)
	n.reads[w] = out
	return out
}

// unlikelyVerb is what a participle costs more outside names of dates and flags, and less in them.
const unlikelyVerb = 1.5

// perIng is what a word in -ing costs more.
const perIng = 0.7

// done reports whether a word says that something was done.
func done(w string) bool {
	v := lexicon.VerbOf(w)
	return v != nil && (strings.HasSuffix(w, "ed") || v.Base != w && !strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ing"))
}

// Bounds on the readings of a word, and on the words of a schema, parts of glued names included, that are compared
// with others.
const maxReadings, maxReads = 5, 6000

// keep adds a reading to the best ones, which are in order.
func keep(all []reread, r reread) []reread {
	if i := slices.IndexFunc(all, func(o reread) bool { return o.word == r.word }); i >= 0 {
		if all[i].cost <= r.cost {
			return all
		}
		all = slices.Delete(all, i, i+1)
	}
	i := slices.IndexFunc(all, func(o reread) bool { return o.cost > r.cost })
	if i < 0 {
		i = len(all)
	}
	all = slices.Insert(all, i, r)
	return all[:min(len(all), maxReadings)]
}

// weighReadings says how sure each reading is. Forms of one word are no rivals.
func weighReadings(all []reread) {
	stems := make([]string, len(all))
	for i := range all {
		stems[i] = wordform.Stem(all[i].word)
	}
	for i := range all {
		rivals := 1.0
		for j := range all {
			if j != i && stems[j] != stems[i] && !strings.HasPrefix(all[j].word, all[i].word) {
				rivals += math.Exp(all[i].cost - all[j].cost)
			}
		}
		all[i].sure = 1 / rivals
	}
}

// cutShort returns the word that one of a name is short for, and how sure that is; empty: nobody can tell. A word of
// the language is one only in a schema that cuts many short, if it is much rarer than the other.
func (n *Schema) cutShort(w string) (string, float64) {
	known := n.known(w)
	if n.language != nil || n.words.Listed[w] || n.words.Abbreviations[w] != nil ||
		known && (!n.cutting || n.words.Common[wordform.Singular(w)] || n.words.Common[w] || len(w) > maxShort+1) {
		return "", 0
	}
	all := n.readings(w)
	if len(all) == 0 || all[0].sure < sureRead || strings.HasSuffix(w, "id") && all[0].how > beginning+perMissing {
		return "", 0
	}
	best := all[0]
	if !n.cutting && (len(w) == minShort || best.sure < sureAlone || best.cost > dearAlone) {
		return "", 0
	}
	if len(w) == minShort && best.cost > dearThree && (best.how > fewSounds || best.cost > dearBegun) {
		return "", 0
	}
	if known && (vowel(w[len(w)-1]) || best.cost+muchRarer > n.wordCost(w) || !n.words.Common[wordform.Singular(best.word)]) {
		return "", 0
	}
	return best.word, best.sure
}

// beside returns the word that one of a name is short for so that it makes a phrase with one beside it: first, in
// fir_nm. Empty: there is none.
func (n *Schema) beside(ws []string, i int) string {
	w := ws[i]
	known := n.known(w)
	if w == "pay" && i+1 < len(ws) && n.words.Pairs[[2]string{"payment", n.alone(ws[i+1])}] > 0 {
		return "payment" // also where few words are cut short
	}
	if len(ws) < 2 || n.language != nil || n.spelt[w] != "" || n.keyed[w] != "" || known && !n.cutting {
		return ""
	}
	var before, behind string
	if i > 0 {
		before = n.alone(ws[i-1])
	}
	if i+1 < len(ws) {
		behind = n.alone(ws[i+1])
	}
	gain := func(word string) float64 {
		return max(n.words.Pairs[[2]string{before, word}], n.words.Pairs[[2]string{word, behind}])
	}
	if gain(w) > 0 {
		return ""
	}
	for _, alternative := range n.words.Alternatives[w] {
		if gain(alternative) > 0 {
			return alternative
		}
	}
	all := n.readings(w)
	if !slices.ContainsFunc(all, func(r reread) bool { return gain(r.word) > 0 }) {
		return ""
	}
	all = slices.Clone(all)
	for j := range all {
		all[j].cost -= gain(all[j].word)
	}
	slices.SortStableFunc(all, func(a, b reread) int { return cmp.Compare(a.cost, b.cost) })
	weighReadings(all)
	if all[0].sure < sureRead || known && all[0].cost+perMissing > n.wordCost(w) {
		return ""
	}
	return all[0].word
}

// alone returns what a word of a name means in one word in the singular, whatever stands beside it.
func (n *Schema) alone(w string) string {
	if all := n.expand(w); len(all) == 1 {
		return wordform.Singular(all[0])
	}
	return ""
}

// muchRarer is how much more a word of the language costs than the one that it is read as.
const muchRarer = 2.0

// leastCut and cutShare: a schema cuts words short if at least leastCut different ones of its names are, and one in
// cutShare, or if with those of the list all but one in mostShort are. Of many about maxJudged are looked at.
const leastCut, cutShare, mostShort, maxJudged = 5, 12, 4, 2000

// cutsMany reports whether many of the words of a schema's names are cut short.
func (n *Schema) cutsMany(all map[string]bool) bool {
	cut, listed, total := 0, 0, 0
	words := slices.Sorted(maps.Keys(all))
	for i := 0; i < len(words); i += 1 + len(words)/maxJudged {
		w := words[i]
		if n.words.Abbreviations[w] != nil && n.words.Cost[w] == 0 {
			listed++
		}
		if len(w) < minFull || !ascii(w) {
			continue
		}
		total++
		if !n.known(w) && !n.words.Listed[w] && n.mayCut(w) {
			cut++
		}
	}
	return cut >= leastCut && cut*cutShare >= total || cut > 0 && mostShort*(cut+listed) >= total*(mostShort-1)
}

// mayCut reports whether a word that is none of the language is short for another one, or glued of some that are.
func (n *Schema) mayCut(w string) bool {
	if all := n.readings(w); len(all) > 0 && all[0].sure >= sureRead && !strings.HasSuffix(w, "id") {
		return true
	}
	if len(w) > maxReread {
		return false
	}
	if parts, _ := n.cheapest(w, n.partCost); parts != nil {
		return false
	}
	parts, _ := n.cheapest(w, n.cutPartCost)
	return parts != nil
}

// learnWhole notes the words of the schema's own names that others may be cut from.
func (n *Schema) learnWhole(s *schema.Snapshot) {
	seen := map[string]float64{}
	learn := func(name string, cost float64) {
		for _, w := range Tokens(name) {
			if one := wordform.Singular(w); len(one) > minFull && ascii(one) && n.known(one) {
				if old, ok := seen[one]; !ok || cost < old {
					seen[one] = cost
				}
			}
		}
	}
	for _, t := range s.Tables {
		learn(t.Name, tableCost)
		for _, c := range t.Columns {
			learn(c.Name, columnCost)
			if c.Class.Temporal() || c.Class == schema.Boolean {
				ws := Tokens(c.Name)
				for len(ws) > 1 && lexicon.In("moment tail", ws[len(ws)-1]) {
					ws = ws[:len(ws)-1]
				}
				if len(ws) > 0 {
					n.moments[ws[len(ws)-1]] = true
				}
			}
		}
	}
	for w, c := range seen {
		n.theirs[w[0]-'a'] = append(n.theirs[w[0]-'a'], fullOf(w, c))
	}
	for _, list := range n.theirs {
		slices.SortFunc(list, func(a, b full) int { return strings.Compare(a.word, b.word) })
	}
}
