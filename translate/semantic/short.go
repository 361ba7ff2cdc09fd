package semantic

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
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
		_, listed := n.Abbreviations[w]
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
	n.chooseAlternatives(s, out)
	return out
}

// chooseAlternatives chooses among the words for which one of names may be short the only one that the schema says elsewhere.
func (n *naming) chooseAlternatives(s *schema.Snapshot, out map[string]string) {
	said := map[string]bool{}
	say := func(name, comment string) {
		for _, w := range append(tokens(cutName(name)), tokens(comment)...) {
			said[wordform.Singular(w)] = true
		}
	}
	for _, t := range s.Tables {
		say(t.Name, t.Comment)
		for _, c := range t.Columns {
			say(c.Name, c.Comment)
		}
	}
	for w, all := range n.Alternatives {
		known := slices.DeleteFunc(slices.Clone(all), func(full string) bool { return !said[full] })
		if out[w] == "" && said[w] && len(known) == 1 {
			out[w] = known[0]
		}
	}
}

// spells returns the only one of the words that a word of a name that may be cut short stands for. Empty: there is none, or w is one of
// them.
func (n *naming) spells(w string, said []string) string {
	if slices.Contains(said, w) {
		return ""
	}
	_, listed := n.Abbreviations[w]
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
	return len(w) >= minShort && len(w) <= maxShort && ascii(w) && !lexicon.English(w) && lexicon.VerbOf(w) == nil && wordform.Singular(w) == w
}

// Least tables of a schema whose names begin with the same few words, and how large their part of all tables is: modules, and not things.
const leastModules, moduleTables = 3, 2

// findModules finds the words with which the names of the tables of a schema begin that only tell to which part of it they belong: crm,
// fin, hr. A module is a word of the language only where some table says it twice, as orders_order does: of another name nobody would.
func (n *naming) findModules(s *schema.Snapshot) {
	count, all, tables := map[string]int{}, 0, 0
	things := map[string]bool{} // that have headers and lines: ctr, of ctr_hdr
	words := slices.ContainsFunc(s.Tables, func(t *schema.Table) bool {
		ws := tokens(cutName(t.Name))
		return len(ws) == 2 && wordform.Singular(ws[0]) == wordform.Singular(ws[1])
	})
	for _, t := range s.Tables {
		if t.Kind == schema.View {
			continue
		}
		ws := tokens(cutName(t.Name))
		if len(ws) < 2 || lexicon.In("kind prefix", ws[0]) {
			continue // of a style that has no modules
		}
		if len(ws) == 2 && (ws[1] == "header" || slices.Equal(n.Abbreviations[ws[1]], []string{"header"})) {
			things[ws[0]] = true
		}
		if tables++; words || len(ws[0]) <= maxModule && n.Cost[ws[0]] == 0 {
			count[ws[0]]++
		}
	}
	for w, k := range count {
		if k < moduleTables || things[w] {
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

func ascii(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}
