package semantic

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// Name is what an identifier says.
type Name struct {
	Raw   []string // its words as written, in lower case, without prefixes that say nothing
	Words []string // the same in English, abbreviations written out
	one   []string // Words in the singular
	all   string   // one, with spaces between
	// module is how many of the first words only tell to which part of the schema a table belongs: crm of crm_contact.
	module int
	// Sure is how sure the words are: 1 where they are as written or there is evidence for them, less where one is only the likeliest
	// reading of one that is cut short.
	Sure float64
}

func nameOf(raw, words []string) Name {
	one := singular(words)
	return Name{raw, words, one, strings.Join(one, " "), 0, 1}
}

// singularFrom returns the words from the n-th on in the singular, joined with spaces.
func (n *Name) singularFrom(at int) string {
	cut := 0
	for _, w := range n.one[:at] {
		cut += len(w) + 1
	}
	return n.all[min(cut, len(n.all)):]
}

// Phrase returns the words in English, separated by spaces.
func (n Name) Phrase() string { return strings.Join(n.Words, " ") }

// maxName bounds the bytes of an identifier that are looked at; PostgreSQL's own limit is 63.
const maxName = 128

// naming knows what the names of one schema have in common.
type naming struct {
	*lexicon.Spelling
	vocabulary map[string]bool     // words of the schema's names that stand between separators
	language   map[string][]string // words of the schema's language in English; nil: it is English
	prefix     string              // of the names of all tables
	whole      []string            // words of names of tables that others may shorten, sorted
	glued      map[string][]string // what unglue returned
	short      map[string]string   // what shortened returned
	read       map[written]*Name   // what names say once all were learned; nil: not yet
	own        map[string]bool     // names of tables in one word that is none of the language
	cuts       map[string]bool     // what cut returned
	spelt      map[string]string   // words cut short that comments spell out
	told       map[string]bool     // by which words
	modules    map[string]bool     // words that tell to which part of the schema a table belongs
	reads      map[string][]reread // what readings returned
	theirs     [26][]full          // words of the schema's own names that others may be cut from
	moments    map[string]bool     // words of names of dates and flags
	cutting    bool                // many words of the schema's names are cut short
	keyed      map[string]string   // words cut short in the names of keys, by what the relation is called that they lead to
}

// written is a name as it stands in the catalog, without the prefix that others have, too.
type written struct {
	name     string
	temporal bool
}

func newNaming(s *schema.Snapshot) *naming {
	n := &naming{Spelling: lexicon.Names(), vocabulary: map[string]bool{}, glued: map[string][]string{}, short: map[string]string{},
		cuts: map[string]bool{}, own: map[string]bool{}, modules: map[string]bool{}, reads: map[string][]reread{},
		told: map[string]bool{}, moments: map[string]bool{}, keyed: map[string]string{}}
	n.spelt = n.speltOut(s)
	n.findModules(s)
	pace := s.Pace()
	var tables []string
	all, learned := map[string]bool{}, map[string]bool{}
	for _, t := range s.Tables {
		pace.Step()
		tables = append(tables, strings.ToLower(t.Name))
		n.learn(t.Name, all)
		for _, c := range t.Columns {
			if !learned[c.Name] {
				learned[c.Name] = true
				n.learn(c.Name, all)
			}
		}
	}
	if n.prefix = sharedPrefix(tables, 4); n.prefix == "" {
		n.prefix = n.gluedPrefix("", tables)
		clear(n.glued)
		clear(n.reads) // not all words were known by which names are read
	}
	n.language = n.languageOf(all)
	clear(n.cuts) // words of the language are not cut short
	if n.language == nil {
		n.learnWhole(s)
		n.cutting = n.cutsMany(all)
		n.findKeyWords(s)
	}
	clear(n.glued)
	for _, t := range s.Tables {
		pace.Step()
		if w := strings.ToLower(t.Name); len(w) >= minLong && ascii(w) && !n.known(w) && n.unread(w) {
			n.own[w] = true
		}
	}
	for _, t := range s.Tables {
		pace.Step()
		title, _ := Titles(t.Comment)
		for _, w := range slices.Concat(n.table(t).Words, title) {
			if at, found := slices.BinarySearch(n.whole, wordform.Singular(w)); !found && len(w) >= minLong && ascii(w) {
				n.whole = slices.Insert(n.whole, at, wordform.Singular(w))
			}
		}
	}
	n.read = map[written]*Name{}
	clear(n.short) // not all words that may be shortened were known
	return n
}

// learn adds the words of a name: to all of them, and to the vocabulary where separators show where they end.
func (n *naming) learn(name string, all map[string]bool) {
	ws := tokens(name)
	for _, w := range ws {
		w = unaccented(w)
		all[w] = true
		if len(ws) > 1 && len(w) >= 4 {
			n.vocabulary[w] = true
		}
	}
}

// minForeign and foreignShare: a schema is in a language if its names have at least minForeign different words of it
// that English has not, and they are at least one in foreignShare of all.
const minForeign, foreignShare = 4, 7

func (n *naming) languageOf(all map[string]bool) map[string][]string {
	var best map[string][]string
	most := max(minForeign, (len(all)+foreignShare-1)/foreignShare) - 1
	for _, language := range n.Languages {
		found := 0
		for w := range all {
			if language[w] != nil && n.Abbreviations[w] == nil && !(len(language[w]) == 1 && language[w][0] == w) {
				found++
			}
		}
		if found > most {
			best, most = language, found
		}
	}
	return best
}

// Bare returns the words of the name of a relation without those that people leave out: food for food_desc, contact for crm_contact.
func (n Name) Bare() []string {
	ws := n.Words[n.module:]
	if k := len(ws); k > 1 && lexicon.In("empty tail", wordform.Singular(ws[k-1])) {
		return ws[:k-1]
	}
	return ws
}

// bare returns the words of Bare in the singular.
func (n Name) bare() []string { return n.one[n.module : n.module+len(n.Bare())] }

// table returns what the name of a relation says.
func (n *naming) table(t *schema.Table) Name {
	name := cutName(t.Name)
	if n.prefix != "" && len(name) > len(n.prefix) {
		name = name[len(n.prefix):]
	}
	ws := tokens(name)
	for len(ws) > 1 && lexicon.In("kind prefix", ws[0]) {
		ws = ws[1:]
	}
	ws = n.spell(ws, t.Comment)
	for _, tail := range []string{"dim", "fact", "tbl", "table"} {
		if len(ws) > 1 && ws[len(ws)-1] == tail {
			ws = ws[:len(ws)-1]
		}
	}
	if len(ws) == 1 && !n.known(unaccented(ws[0])) {
		if parts := n.unglue(unaccented(ws[0])); len(parts) > 1 && lexicon.In("glued prefix", parts[0]) {
			ws = parts[1:]
		}
	}
	out := n.named(ws)
	if len(ws) > 1 && len(out.one) > 1 && out.one[0] == out.one[1] && out.Raw[0] != out.Raw[1] {
		out = n.named(ws[1:]) // ast_asset
	}
	if first := tokens(name); len(ws) > 1 && len(ws) == len(first) && n.modules[first[0]] {
		out.module = min(len(n.expand(first[0])), len(out.Words)-1)
	}
	return out
}

// column returns what the name of a column of a relation says. prefix is columnPrefix of its table, short what ownShort returned.
func (n *naming) column(c *schema.Column, r *Relation, prefix, short string) *Name {
	name := cutName(c.Name)
	if len(name) > len(prefix) {
		name = name[len(prefix):]
	}
	key := written{name, c.Class.Temporal()}
	if said := n.read[key]; said != nil && c.Comment == "" && short == "" {
		return said
	}
	plain := tokens(name)
	ws := slices.Clone(n.spell(plain, c.Comment))
	if short != "" && len(ws) > 1 && ws[0] == short {
		ws[0] = r.Name.one[0]
	}
	spelt := !slices.Equal(ws, plain) // by its own comment, and not wherever it is called so
	if said := n.read[key]; said != nil && !spelt {
		return said
	}
	for i, w := range ws {
		if full := dateWords[w]; full != "" && key.temporal {
			ws[i] = full
		}
		if w == "ts" && i > 0 && i == len(ws)-1 && key.temporal && done(n.alone(ws[i-1])) {
			ws[i] = "at" // crtd_ts: created at
		}
	}
	of := n.named(ws)
	said := &of
	if spelt && len(said.Raw) == len(plain) {
		said.Raw = plain
	}
	if n.read != nil && !spelt {
		n.read[key] = said
	}
	return said
}

// dateWords are what abbreviations mean in names of dates and nowhere else.
var dateWords = map[string]string{"exp": "expiry", "eff": "effective", "term": "termination", "rec": "received",
	"reg": "registered", "ret": "returned", "comp": "completed", "req": "required", "inv": "invoice", "mod": "modified",
	"pub": "published", "rel": "released"}

// nameless stands for a name without letters and digits: every name has a word.
const nameless = "unnamed"

// named splits what is glued and writes out what is short.
func (n *naming) named(ws []string) Name {
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
		if read, is := n.cutShort(w); read != "" && full[0] == read {
			sure = min(sure, is)
		}
		out = append(out, full...)
	}
	if len(out) == 0 {
		out = raw
	}
	said := nameOf(slices.Clip(raw), slices.Clip(out))
	said.Sure = sure
	return said
}

// expand returns what a word of a name means in English.
func (n *naming) expand(w string) []string {
	if means := n.language[w]; means != nil {
		return means
	}
	if full := n.spelt[w]; full != "" {
		return []string{full}
	}
	if full := n.keyed[w]; full != "" {
		return []string{full}
	}
	if own := n.jargon(w); own != "" {
		return []string{own}
	}
	if means, ok := n.Abbreviations[w]; ok {
		return means
	}
	if full := n.shortened(w); full != "" {
		return []string{full}
	}
	if full, _ := n.cutShort(w); full != "" {
		return []string{full}
	}
	return []string{w}
}

// unread reports whether a word is made of no others, nor short for one.
func (n *naming) unread(w string) bool {
	full, _ := n.cutShort(w)
	return full == "" && len(n.split(w)) == 1
}

// jargon returns the only name of a table that is no word of the language and begins with w: lang is short for langual where there is
// such a table. Empty: there is none, or more than one.
func (n *naming) jargon(w string) string {
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
func (n *naming) shortened(w string) string {
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
		few := len(full)-len(w) >= 2 && len(w) <= maxShort && (strings.HasPrefix(full, w) || consonants(w, full))
		if !few && !vowelless(w, full) {
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

// vowelless reports whether short is full without some of its vowels: footnt for footnote.
func vowelless(short, full string) bool {
	at := 0
	for i := range len(full) {
		if at < len(short) && short[at] == full[i] {
			at++
		} else if strings.IndexByte("aeiou", full[i]) < 0 {
			return false
		}
	}
	return at == len(short) && len(short) < len(full)
}
