package naming

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// Name is what an identifier says.
type Name struct {
	Raw   []string // its words as written, in lower case, without prefixes that say nothing
	Words []string // the same in English, abbreviations written out
	// Sure is how sure the words are: 1 where they are as written or there is evidence for them, less where one is
	// only the likeliest reading of one that is cut short.
	Sure float64

	one []string // Words in the singular
	all string   // one, with spaces between
	// module is how many of the first words only tell to which part of the schema a table belongs: crm of crm_contact.
	module int
}

// Of returns the name that says some words, raw as they are written and words in English.
func Of(raw, words []string) Name {
	one := wordform.Singulars(words)
	return Name{Raw: raw, Words: words, Sure: 1, one: one, all: strings.Join(one, " ")}
}

// Phrase returns the words in English, separated by spaces.
func (n *Name) Phrase() string { return strings.Join(n.Words, " ") }

// Singular returns the words in English, each in the singular.
func (n *Name) Singular() []string { return n.one }

// SingularPhrase returns the words of Singular, separated by spaces.
func (n *Name) SingularPhrase() string { return n.all }

// SingularFrom returns the words of Singular from the one at a position on, separated by spaces.
func (n *Name) SingularFrom(at int) string {
	cut := 0
	for _, w := range n.one[:at] {
		cut += len(w) + 1
	}
	return n.all[min(cut, len(n.all)):]
}

// Bare returns the words of the name of a relation without those that people leave out: food for food_desc, contact
// for crm_contact.
func (n *Name) Bare() []string {
	ws := n.Words[n.module:]
	if k := len(ws); k > 1 && lexicon.In("empty tail", wordform.Singular(ws[k-1])) {
		return ws[:k-1]
	}
	return ws
}

// BareSingular returns the words of Bare in the singular.
func (n *Name) BareSingular() []string { return n.one[n.module : n.module+len(n.Bare())] }

// WithoutModule returns the words in the singular, without those that only tell to which part of the schema a table
// belongs.
func (n *Name) WithoutModule() []string { return n.one[n.module:] }

// TableWords returns how many words at the front of the name of a column are those of its table, or those of it that
// people say; 0 when nothing else is left.
func (n *Name) TableWords(table *Name) int {
	bare := table.BareSingular()
	for from := range table.one {
		if n.begins(table.one[from:]) {
			return len(table.one) - from
		}
		if at := from - table.module; at >= 0 && at < len(bare) && n.begins(bare[at:]) {
			return len(bare) - at
		}
	}
	if len(n.one) > 1 && len(table.one) > 0 && n.one[0] == table.one[0] {
		return 1
	}
	return 0
}

// begins reports whether a name begins with words and goes on.
func (n *Name) begins(ws []string) bool {
	return len(ws) < len(n.one) && slices.Equal(n.one[:len(ws)], ws)
}

// nameless stands for a name without letters and digits: every name has a word.
const nameless = "unnamed"

// named splits what is glued and writes out what is short.
func (n *Schema) named(ws []string) Name {
	if len(ws) == 0 {
		ws = []string{nameless} // a name of signs alone
	}
	var raw, out []string
	sure := 1.0
	for _, w := range ws {
		raw = append(raw, n.unglue(unaccented(w))...)
	}
	for i, w := range raw {
		if full := n.beside(raw, i); full != "" {
			out = append(out, full)
			continue
		}
		full := n.expand(w)
		if next := n.next(raw, i); lexicon.In("key tail", next) || lexicon.In("person", next) {
			if who := n.person(w); who != "" && !n.tables[w] {
				full = []string{who}
			}
		}
		if read, is := n.cutShort(w); read != "" && full[0] == read {
			sure = min(sure, is)
		}
		out = append(out, full...)
	}
	if len(out) == 0 {
		out = raw
	}
	said := Of(slices.Clip(raw), slices.Clip(out))
	said.Sure = sure
	return said
}

// next returns what the word behind one of a name means; empty: there is none.
func (n *Schema) next(raw []string, i int) string {
	if i+1 == len(raw) {
		return ""
	}
	return n.alone(raw[i+1])
}

// personCost is how much more it may cost that a word is short for what a person is called, in the name of a key.
const personCost = 2.5

// person returns what a person is called, where a word that is none of the language is likely to be short for it:
// driver, in drv_no. Empty: it is not.
func (n *Schema) person(w string) string {
	if n.known(w) || n.language != nil || n.spelt[w] != "" || n.keyed[w] != "" {
		return ""
	}
	all := n.readings(w)
	for _, r := range all {
		if r.cost < min(all[0].cost+personCost, dearThree) && lexicon.In("person", r.word) {
			return r.word
		}
	}
	return ""
}

// expand returns what a word of a name means in English.
func (n *Schema) expand(w string) []string {
	if means := n.language[w]; means != nil {
		return means
	}
	if full := cmp.Or(n.spelt[w], n.keyed[w], n.jargon(w)); full != "" {
		return []string{full}
	}
	if means, ok := n.words.Abbreviations[w]; ok {
		return means
	}
	if full := n.shortened(w); full != "" {
		return []string{full}
	}
	if full, _ := n.cutShort(w); full != "" {
		return []string{full}
	}
	if said := n.numbered(w); said != nil {
		return said
	}
	return []string{w}
}

// numbered reads a word that is cut short and numbered: nm1 is name 1. nil: it is none.
func (n *Schema) numbered(w string) []string {
	last := len(w) - 1
	if last < 2 || w[last] < '1' || w[last] > '9' {
		return nil
	}
	if full := n.words.Abbreviations[w[:last]]; len(full) == 1 {
		return []string{full[0], w[last:]}
	}
	return nil
}

// unread reports whether a word is made of no others, nor short for one.
func (n *Schema) unread(w string) bool {
	full, _ := n.cutShort(w)
	return full == "" && len(n.split(w)) == 1
}

// jargon returns the only name of a table that is no word of the language and begins with w: lang is short for
// langual where there is such a table. Empty: there is none, or more than one.
func (n *Schema) jargon(w string) string {
	if n.known(w) { // what costs is no cost centre
		return ""
	}
	best := ""
	for own := range n.own {
		if len(w) >= minShort && len(own)-len(w) >= 2 && strings.HasPrefix(own, w) {
			if best != "" {
				return ""
			}
			best = own
		}
	}
	return best
}

// A word of a name may be a shortened one if it has minShort to maxShort letters; the word it stands for has at least
// minLong.
const minShort, maxShort, minLong = 3, 5, 6

// shortened returns the only word in the names of tables of which w is the beginning or the consonants: decl for
// declaration, trn for training. Empty: there is none, or more than one, or w is a word itself.
func (n *Schema) shortened(w string) string {
	if len(w) < minShort || !ascii(w) || n.known(w) {
		return ""
	}
	if full, ok := n.short[w]; ok {
		return full
	}
	best := ""
	at, _ := slices.BinarySearch(n.whole, w[:1])
	for _, full := range n.whole[at:] {
		if full[0] != w[0] {
			break
		}
		few := len(full)-len(w) >= 2 && len(w) <= maxShort && (strings.HasPrefix(full, w) || consonants(w, full) &&
			(len(w) > minShort || strings.HasPrefix(Skeleton(full), w)))
		if !few && (len(w) >= len(full) || !leavesOut(w, full, 0)) {
			continue
		}
		if best != "" {
			best = ""
			break
		}
		best = full
	}
	n.short[w] = best
	return best
}
