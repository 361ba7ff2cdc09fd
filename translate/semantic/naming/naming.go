// Package naming reads the names of a schema: it cuts them into words, splits those that are glued, writes out those
// that are cut short, and says all in English. New looks at all names of a snapshot first, as people are consistent:
// what is a prefix, a module, a word cut short or one of another language shows in many names only.
//
//	naming.go    a schema: what its names have in common, and the names of its tables and columns
//	name.go      a name: its words, and what a word of a name means; token.go cuts names at their signs
//	prefix.go    what names begin with that says nothing; comment.go what comments call things, and which words they spell out
//	abridge.go   how people cut words short, reread.go which word one is short for in this schema, keyword.go by the relations that keys
//	             lead to; glue.go splits names that are run together
//
// What words mean, and which there are, is in translate/semantic/lexicon; what tables and columns mean is found by
// translate/semantic.
package naming

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/wordform"
)

// Schema knows what the names of one schema have in common, and reads them.
type Schema struct {
	words      *lexicon.Spelling
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
	modules    map[string]int      // words that tell to which part of the schema a table belongs, by how many tables
	reads      map[string][]reread // what readings returned
	theirs     [26][]full          // words of the schema's own names that others may be cut from
	moments    map[string]bool     // words of names of dates and flags
	cutting    bool                // many words of the schema's names are cut short
	tables     map[string]bool     // words of names of tables, as they are written
	keyed      map[string]string   // words cut short in the names of keys, by what the relation is called that they lead to
}

// written is a name as it stands in the catalog, without the prefix that others have, too.
type written struct {
	name     string
	temporal bool
}

// New learns the names of a snapshot. What it returns is for one goroutine.
func New(s *schema.Snapshot) *Schema {
	n := &Schema{words: lexicon.Names(), vocabulary: map[string]bool{}, glued: map[string][]string{}, short: map[string]string{},
		cuts: map[string]bool{}, own: map[string]bool{}, reads: map[string][]reread{},
		told: map[string]bool{}, moments: map[string]bool{}, tables: map[string]bool{},
		keyed: map[string]string{}}
	n.spelt = n.speltOut(s)
	n.findModules(s)
	pace := s.Pace()
	var tables []string
	all, learned := map[string]bool{}, map[string]bool{}
	for _, t := range s.Tables {
		pace.Step()
		tables = append(tables, strings.ToLower(t.Name))
		for _, w := range Tokens(t.Name) {
			n.tables[w] = true
		}
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
		for _, w := range slices.Concat(n.Table(t).Words, title) {
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
func (n *Schema) learn(name string, all map[string]bool) {
	ws := Tokens(name)
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

func (n *Schema) languageOf(all map[string]bool) map[string][]string {
	var best map[string][]string
	most := max(minForeign, (len(all)+foreignShare-1)/foreignShare) - 1
	for _, language := range n.words.Languages {
		found := 0
		for w := range all {
			if language[w] != nil && n.words.Abbreviations[w] == nil && !(len(language[w]) == 1 && language[w][0] == w) {
				found++
			}
		}
		if found > most {
			best, most = language, found
		}
	}
	return best
}

// Least tables of a schema whose names begin with the same few words, and how large their part of all tables is:
// modules, and not things.
const leastModules, moduleTables = 3, 2

// findModules finds the words with which the names of the tables of a schema begin that only tell to which part of it
// they belong: crm, fin, hr. A module is a word of the language only where some table says it twice, as orders_order
// does: of another name nobody would.
func (n *Schema) findModules(s *schema.Snapshot) {
	count, all, tables := map[string]int{}, 0, 0
	things := map[string]bool{} // that have headers or masters: ctr, of ctr_hdr
	words := slices.ContainsFunc(s.Tables, func(t *schema.Table) bool {
		ws := Tokens(t.Name)
		return len(ws) == 2 && wordform.Singular(ws[0]) == wordform.Singular(ws[1])
	})
	for _, t := range s.Tables {
		if t.Kind == schema.View {
			continue
		}
		ws := Tokens(t.Name)
		if len(ws) < 2 || lexicon.In("kind prefix", ws[0]) {
			continue // of a style that has no modules
		}
		if len(ws) == 2 && lexicon.In("head tail", n.written(ws[1])) {
			things[ws[0]] = true
		}
		if tables++; words || len(ws[0]) <= maxModule && n.words.Cost[ws[0]] == 0 {
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
	n.modules = count
}

// written returns what a word is short for by the list alone.
func (n *Schema) written(w string) string {
	if full := n.words.Abbreviations[w]; len(full) == 1 {
		return full[0]
	}
	return w
}

// maxModule is the length of the longest word that can name a part of a schema and is none of the language.
const maxModule = 5

// Table returns what the name of a relation says.
func (n *Schema) Table(t *schema.Table) Name {
	name := t.Name
	if n.prefix != "" && len(name) > len(n.prefix) {
		name = name[len(n.prefix):]
	}
	ws := Tokens(name)
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
	if len(ws) > 1 && ws[0] == "ct" && n.unread("ct") {
		ws = append([]string{"contract"}, ws[1:]...)
	}
	out := n.named(ws)
	if len(ws) == 1 && ws[0] == "pay" && n.language == nil && !slices.ContainsFunc(t.Columns, ofStaff) {
		out = Of(out.Raw, []string{"payment"})
	}
	if len(ws) > 1 && len(out.one) > 1 && out.one[0] == out.one[1] && out.Raw[0] != out.Raw[1] {
		out = n.named(ws[1:]) // ast_asset
	}
	if first := Tokens(name); len(ws) > 1 && len(ws) == len(first) && n.modules[first[0]] > 0 {
		out.module = min(len(n.expand(first[0])), len(out.Words)-1)
	}
	return out
}

// ofStaff reports whether a column is called after those who are paid, or their pay.
func ofStaff(c *schema.Column) bool {
	return slices.ContainsFunc(Tokens(c.Name), func(w string) bool {
		return strings.HasPrefix(w, "emp") || strings.HasPrefix(w, "sal") || strings.HasPrefix(w, "wage")
	})
}

// Columns returns what the names of the columns of a relation say, in their order. Columns that are called alike
// share it.
func (n *Schema) Columns(t *schema.Table, called *Name) []*Name {
	prefix, short := n.columnPrefix(t), ownShort(t, called)
	out := make([]*Name, len(t.Columns))
	for i, c := range t.Columns {
		out[i] = n.column(c, called, prefix, short)
	}
	return out
}

// column returns what the name of a column of a relation says. prefix is columnPrefix of its table, short what
// ownShort returned.
func (n *Schema) column(c *schema.Column, of *Name, prefix, short string) *Name {
	name := c.Name
	if len(name) > len(prefix) {
		name = name[len(prefix):]
	}
	key := written{name, c.Class.Temporal()}
	if said := n.read[key]; said != nil && c.Comment == "" && short == "" {
		return said
	}
	plain := Tokens(name)
	ws := slices.Clone(n.spell(plain, c.Comment))
	if short != "" && len(ws) > 1 && ws[0] == short {
		ws[0] = of.one[0]
	}
	spelt := !slices.Equal(ws, plain) // by its own comment, and not wherever it is called so
	if said := n.read[key]; said != nil && !spelt {
		return said
	}
	for i, w := range ws {
		switch full := dateWords[w]; {
		case full != "" && key.temporal:
			ws[i] = full
		case w == "tx" && i > 0 && i == len(ws)-1 && c.Class == schema.Text:
			ws[i] = "text"
		case w == "ct" && i == 0 && len(ws) > 1:
			ws[i] = "contract" // and at the end, cents
		case w == "del" && len(ws) > 1:
			ws[i] = delWord(ws, i)
		}
		if w == "ts" && i > 0 && i == len(ws)-1 && key.temporal && done(n.alone(ws[i-1])) {
			ws[i] = "at" // crtd_ts: created at
		}
	}
	made := n.named(ws)
	said := &made
	if spelt && len(said.Raw) == len(plain) {
		said.Raw = plain
	}
	if n.read != nil && !spelt {
		n.read[key] = said
	}
	return said
}

// delWord reads del in a name of several words: deleted where the others say that it is a mark of the row, or how
// much of it was delivered, and else delivery.
func delWord(ws []string, at int) string {
	word := "delivery"
	for i, w := range ws {
		switch {
		case i == at:
		case lexicon.In("deleted beside", w):
			return "deleted"
		case w == "qty" || w == "quantity":
			word = "delivered"
		}
	}
	return word
}

// dateWords are what abbreviations mean in names of dates and nowhere else.
var dateWords = map[string]string{"exp": "expiry", "eff": "effective", "term": "termination", "rec": "received",
	"reg": "registered", "ret": "returned", "comp": "completed", "req": "required", "inv": "invoice", "mod": "modified",
	"pub": "published", "rel": "released", "rep": "reported"}
