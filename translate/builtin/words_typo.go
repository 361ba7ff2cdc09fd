package builtin

import (
	"slices"
	"strings"
)

// Shorter words are not corrected, because too many other words are similar. A replaced letter needs a longer word than
// one that was left out, added or swapped: it more often makes a different word than a typing error.
const (
	minCorrected   = 5
	minSubstituted = 7
)

// respell corrects the words in unplaced: each is replaced by the only word of the schema or the vocabulary that
// differs by one typing error, or gets the stem of the only shortened form of it. It returns the tokens and the
// corrections to tell the user; nil when it corrected nothing.
func (ix *index) respell(toks []token, unplaced []string) ([]token, []string) {
	var out []token
	var said []string
	for i, t := range toks {
		if t.kind != word || !slices.Contains(unplaced, t.text) || i > 0 && t.upper {
			continue
		}
		if w := ix.nearest(t.low); w != "" {
			if out == nil {
				out = slices.Clone(toks)
			}
			out[i].low, out[i].stem = w, stem(w)
			said = append(said, "“"+t.text+"” is read as “"+w+"”")
		} else if w := ix.shortened(t.low); w != "" {
			if out == nil {
				out = slices.Clone(toks)
			}
			out[i].stem = stem(w) // low stays, because its ending tells a verb from a noun
			said = append(said, "“"+t.text+"” is read as “"+w+"”")
		}
	}
	return out, said
}

// nearest returns the only known word that differs from w by one typing error; empty when there is none, or more than
// one.
func (ix *index) nearest(w string) string {
	if len(w) < minCorrected || otherWords[w] || otherWords[strings.TrimSuffix(w, "s")] || !isLatin(w) {
		return ""
	}
	best := ""
	for _, k := range ix.spellings() {
		if !slip(w, k) {
			continue
		}
		if best != "" && stem(best) != stem(k) {
			return ""
		}
		best = k
	}
	return best
}

// slip reports whether w is k with one letter left out, added, swapped with the next, or, in words of minSubstituted
// letters and more, replaced. The first letters must be equal, because typing errors there are rare.
func slip(w, k string) bool {
	if w[0] != k[0] || w == k {
		return false
	}
	at := commonStart(w, k)
	rest := func(a, b int) bool { return at+a <= len(w) && at+b <= len(k) && w[at+a:] == k[at+b:] }
	switch len(w) - len(k) {
	case 1:
		return rest(1, 0)
	case -1:
		return rest(0, 1)
	case 0:
		if at+1 < len(w) && w[at] == k[at+1] && w[at+1] == k[at] && rest(2, 2) {
			return true
		}
		return len(w) >= minSubstituted && rest(1, 1)
	}
	return false
}

// spellings returns, sorted, the words that a misspelt word may be corrected to: those of names in singular and
// plural, and those of the vocabulary.
func (ix *index) spellings() []string {
	return ix.snap.Derive(spellingsKey{}, func() any { return ix.allSpellings() }).([]string)
}

type spellingsKey struct{}

func (ix *index) allSpellings() []string {
	seen := map[string]bool{}
	add := func(w string) {
		if len(w) >= minCorrected-1 {
			seen[w] = true
		}
	}
	name := func(s string) {
		for _, w := range expand(split(s)) {
			for _, part := range unglue(w, nil) {
				add(part)
				add(singular(part))
				add(pluralOf(part))
			}
		}
	}
	for _, t := range ix.snap.Tables {
		if ix.info[t] == nil {
			continue
		}
		name(t.Name)
		for _, c := range t.Columns {
			name(c.Name)
		}
	}
	for ph := range phrases {
		for _, w := range strings.Fields(ph) {
			add(w)
		}
	}
	for w := range months {
		add(w)
	}
	for w := range units {
		add(w)
	}
	words := make([]string, 0, len(seen))
	for w := range seen {
		words = append(words, w)
	}
	slices.Sort(words)
	return words
}

// pluralOf returns the regular plural of an English noun.
func pluralOf(s string) string {
	switch {
	case strings.HasSuffix(s, "s"):
		return s
	case strings.HasSuffix(s, "y") && len(s) > 2 && !strings.ContainsAny(s[len(s)-2:len(s)-1], "aeiou"):
		return s[:len(s)-1] + "ies"
	case strings.HasSuffix(s, "ch"), strings.HasSuffix(s, "sh"), strings.HasSuffix(s, "x"):
		return s + "es"
	}
	return s + "s"
}

// otherWords holds correct words that differ by one letter from words frequent in schemas. They are never corrected.
var otherWords = byWord(`county counties costume costumes desert dessert trail trails trial trials planet planets patent patents
	string strings spring springs career careers carrier carriers coarse course angle angles angel angels dairy diary
	signer signers singer singers estate estates personal personnel causal casual martial marital untied united fight fights
	flight flights fright trait traits train trains tiles titles fiend fiends friend friends advice advise device devise
	bread broad board boards brand brands bland blend stare stair stairs store stores storey story stories score scores
	state states stage stages sport sports spot spots plane planes plant plants place places palace palaces price prices
	prize prizes pride privet private parent parents present presents percent prevent event events even event
	house houses horse horses hours hour course courses source sources sauce through thorough though thought
	quite quiet suite suites suit suits weather whether whither member members remember number numbers
	title tile mount mounts month months mouth mouths amount amounts count counts court courts county country countries
	region regions legion religion religions relation relations ration rations ratio ratios rating ratings
	station stations nation nations notion notions motion emotion edition editions addition additions
	office offices officer officers offer offers order orders older elder former former format formal
	worker workers works words world worlds sword swords wards awards award reward rewards
	customer customers custom customs costumer costumers producer producers product products produce project projects
	contract contracts contact contacts contrast constant content contents context continent continents consent
	later letter letters latter ladder leader leaders reader readers header headers
	closed clothes close closet closest classes glasses class clash crash cash
	return returns retune returned retired ruined region reign resign design designs designer designers
	minister ministers minster master masters muster monster monsters
	patient patients passenger passengers messenger message messages massage massages passage
	review reviews revenue revenues avenue avenues venue venues
	machine machines marine marines medicine medicines medical musical
	charge charges change changes chance chances charger
	quantity quality qualities status statue statues stature statute
	minute minutes minuet tablet tablets table tables stable stables cable cables
	invoice invoices invoke voice voices choice choices
	bridge bridges bride brides badge badges budget budgets gadget gadgets
	delivery deliver delivered deliveries recover record records recorder
	singer finger single singles signal signals simple sample samples
	lender lenders gender genders tender fender sender senders`)

// byWord returns the set of the words in s.
func byWord(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}
