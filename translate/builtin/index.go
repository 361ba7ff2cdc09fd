package builtin

import (
	"slices"
	"sort"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// name is a table or column that some words may name, and how well they fit.
type name struct {
	table  *schema.Table
	column *schema.Column // nil: the table itself
	score  float64        // 1: the words are the full name
	full   bool           // the words are the whole name, with or without the words of its table
	other  bool           // the words were found through a synonym
}

// index maps words to the tables, columns and values that they may mean. It is built once for a snapshot and never
// changes.
type index struct {
	snap   *schema.Snapshot
	names  map[string][]name // by the stems of their words, joined by spaces
	glued  map[string][]name // by the words of full names, unstemmed and without spaces
	values map[string][]stored
	info   map[*schema.Table]*tableInfo
	graph  *graph
	prefix string          // of all names of tables; it is ignored
	deeds  map[string]bool // stems of verbs in names of columns such as directed_by
	dated  map[string]bool // stems of the words in names of date columns
	// modules holds prefixes of names of tables, in lower case: sal for sal_order and sal_invoice; see modulesOf.
	modules map[string]bool
	// language maps words of the names to English; nil when they are English. See languageOf.
	language map[string]string
}

// tableInfo holds what the index derives from one table.
type tableInfo struct {
	words   []string                    // stems of the words of its name
	said    []string                    // the same, with abbreviations written out
	display []*schema.Column            // what to show for a row; see displayOf
	link    bool                        // its columns are all keys; see isLink
	parent  *edge                       // the key to the table that holds the names of its rows; see inherits
	columns map[*schema.Column][]string // stems of the words of their names
	spelled map[*schema.Column][]string // the same, with abbreviations written out
	english map[*schema.Column][]string // names in another language: their words in English, unstemmed
}

// indexKey is the key under which a snapshot keeps its index.
type indexKey struct{}

// indexOf returns the index of a snapshot, and builds it at the first call.
func indexOf(s *schema.Snapshot) *index {
	return s.Derive(indexKey{}, func() any { return newIndex(s) }).(*index)
}

// newIndex builds the index of a snapshot. The names of all tables come first, because the graph and the display
// columns need them.
func newIndex(s *schema.Snapshot) *index {
	ix := &index{snap: s, names: map[string][]name{}, glued: map[string][]name{}, values: map[string][]stored{},
		info: map[*schema.Table]*tableInfo{}, deeds: map[string]bool{}, dated: map[string]bool{}}
	ix.prefix, ix.modules, ix.language = tablePrefix(s.Tables), modulesOf(s.Tables), languageOf(s)
	usable := usable(s)
	for _, t := range s.Tables {
		if usable(t) {
			ix.addTable(t)
		}
	}
	ix.preferParts()
	ix.graph = newGraph(ix)
	for _, t := range s.Tables {
		if ti := ix.info[t]; ti != nil {
			ti.link = ix.isLink(t)
			ti.display = ix.displayOf(t)
		}
	}
	for _, t := range s.Tables {
		if ti := ix.info[t]; ti != nil {
			ti.parent = ix.inherits(t)
		}
	}
	for _, list := range ix.names {
		sort.SliceStable(list, func(i, j int) bool { return list[i].score > list[j].score })
	}
	return ix
}

// preferParts raises the score of "items" as a name of order_items when orders are a table, too: "items" then means
// those of orders. It does not when another table has "items" as its full name.
func (ix *index) preferParts() {
	for t, ti := range ix.info {
		for k := 1; k < len(ti.words); k++ {
			whole := ix.names[strings.Join(ti.words[:k], " ")]
			if !slices.ContainsFunc(whole, func(n name) bool { return n.column == nil && n.full && n.table != t }) {
				continue
			}
			parts := ix.names[strings.Join(ti.words[k:], " ")]
			if slices.ContainsFunc(parts, func(n name) bool { return n.column == nil && n.full }) {
				continue // where suppliers are a table, "suppliers" does not mean product_suppliers
			}
			for i := range parts {
				if parts[i].table == t && parts[i].column == nil && parts[i].score < partScore {
					parts[i].score = partScore
				}
			}
		}
	}
}

// partScore is a little higher than synonymScore.
const partScore = 0.88

// usable returns a function that reports whether a relation is indexed: it has columns, and is visible by its bare
// name or the only relation with that name. A name that two relations share would not tell which is meant.
func usable(s *schema.Snapshot) func(*schema.Table) bool {
	called := map[string]int{}
	for _, t := range s.Tables {
		called[strings.ToLower(t.Name)]++
	}
	return func(t *schema.Table) bool {
		return len(t.Columns) > 0 && (t.Visible || called[strings.ToLower(t.Name)] == 1)
	}
}

// tablePrefix returns the prefix that the names of all tables share, as in sbcustomer, sbticker; empty when there is
// none.
func tablePrefix(tables []*schema.Table) string {
	var names []string
	for _, t := range tables {
		names = append(names, strings.ToLower(t.Name))
	}
	return sharedPrefix(names, 4)
}

// sharedPrefix returns the common beginning of at least min names, up to its last underscore when it has one. It is
// empty when there are fewer names, or when the beginning may be part of a word.
func sharedPrefix(names []string, min int) string {
	if len(names) < min {
		return ""
	}
	p := names[0]
	for _, n := range names[1:] {
		for !strings.HasPrefix(n, p) {
			p = p[:len(p)-1]
		}
	}
	if i := strings.LastIndexByte(p, '_'); i >= 0 {
		return p[:i+1]
	}
	if len(p) < 2 {
		return ""
	}
	for _, n := range names {
		if len(n) < len(p)+2 || strings.Contains(n, "_") {
			return ""
		}
	}
	return p
}

// emptyWords are words in names of tables that say nothing about the rows.
var emptyWords = map[string]bool{"tbl": true, "tb": true, "ref": true, "dim": true, "fact": true, "list": true,
	"data": true, "info": true, "table": true, "all": true, "master": true, "record": true, "records": true, "rec": true, "recs": true, "t": true,
	"information": true, "details": true, "entity": true, "core": true, "vw": true, "view": true}

// addTable indexes the names of a table and of its columns.
func (ix *index) addTable(t *schema.Table) {
	ws := split(strings.TrimPrefix(strings.ToLower(t.Name), ix.prefix))
	if words := split(t.Name); ix.prefix == "" {
		ws = words
	}
	if len(ws) == 0 {
		ws = split(t.Name)
	}
	if len(ws) == 1 {
		ws = ix.unglueTable(ws[0])
	}
	ti := &tableInfo{said: stems(expand(split(t.Name))), columns: map[*schema.Column][]string{}, spelled: map[*schema.Column][]string{},
		english: map[*schema.Column][]string{}}
	ix.info[t] = ti
	if e := ix.inEnglish(ws); e != nil {
		ix.put(name{table: t, score: 1, full: true}, ws)
		ws = e
	}
	ti.words = stems(ws)
	if len(ws) > 1 && ix.modules[ws[0]] {
		ws = ix.addModular(t, ws)
	}
	ix.put(name{table: t, score: 1, full: true}, ws)
	core := dropEmpty(ws)
	if len(core) > 0 && len(core) < len(ws) {
		ix.put(name{table: t, score: 0.95, full: true}, core)
	}
	if expanded := expand(core); strings.Join(expanded, " ") != strings.Join(core, " ") {
		ix.put(name{table: t, score: 0.95, full: true}, expanded)
	}
	if n := len(core); n > 1 && !hasLinkWord(core) {
		for k := 1; k < n; k++ {
			if rest := core[k:]; len(rest) > 1 || strings.Trim(rest[0], "0123456789") != "" {
				ix.put(name{table: t, score: 0.8}, rest)
			}
		}
		if n > 2 {
			ix.put(name{table: t, score: 0.78}, []string{core[0], core[n-1]})
		}
		last := core[n-1]
		if genericTail[last] {
			ix.put(name{table: t, score: 0.78}, core[:n-1])
		}
	}
	prefix := columnPrefix(t)
	for _, c := range t.Columns {
		ix.addColumn(t, ti, c, prefix)
	}
}

// modulesOf returns the prefixes that name the module of an application that a table belongs to. It returns nil
// unless there are at least three, each on two tables or more, and two thirds of all tables have one.
func modulesOf(tables []*schema.Table) map[string]bool {
	count := map[string]int{}
	for _, t := range tables {
		if head, _, ok := strings.Cut(strings.ToLower(t.Name), "_"); ok && len(head) >= 2 && len(head) <= 4 && !emptyWords[head] {
			count[head]++
		}
	}
	covered := 0
	for head, n := range count {
		if n < 2 {
			delete(count, head)
		} else {
			covered += n
		}
	}
	if len(count) < 3 || covered*3 < len(tables)*2 {
		return nil
	}
	modules := map[string]bool{}
	for head := range count {
		modules[head] = true
	}
	return modules
}

// moduleWords maps the prefix of a module to the words that people use for it: "sales orders" are in sal_order.
var moduleWords = map[string][]string{"sal": {"sales"}, "sls": {"sales"}, "pur": {"purchase", "purchasing"}, "po": {"purchase"}, "inv": {"inventory", "stock"},
	"prd": {"production"}, "prod": {"production"}, "fin": {"finance"}, "gl": {"ledger"}, "mkt": {"marketing"}, "log": {"logistics"}, "qa": {"quality"}, "cfg": {"configuration"}}

// addModular adds the names of a table with the prefix of a module, and returns its words without the prefix.
func (ix *index) addModular(t *schema.Table, ws []string) []string {
	ix.put(name{table: t, score: 1, full: true}, ws)
	for _, w := range moduleWords[ws[0]] {
		ix.put(name{table: t, score: 0.97, full: true}, append([]string{w}, ws[1:]...))
	}
	return ws[1:]
}

// genericTail are last words of names of tables that people leave out: "customers" may mean customer_history. Other
// last words change the meaning: "treatments" does not mean treatment_types.
var genericTail = map[string]bool{"record": true, "records": true, "detail": true, "details": true, "history": true}

// hasLinkWord reports whether a name has a word after which its last words do not name the table: has, in, log,
// backup.
func hasLinkWord(ws []string) bool {
	for _, w := range ws {
		switch w {
		case "in", "of", "has", "have", "and", "to", "for", "by", "on", "at", "with", "archive", "backup", "old", "tmp", "temp", "audit", "log", "staging", "deleted":
			return true
		}
	}
	return false
}

// unglueTable splits a name such as dailyprice before a common last word.
func (ix *index) unglueTable(w string) []string {
	for _, tail := range []string{"price", "type", "detail", "details", "item", "items", "history", "order", "orders", "line", "status", "season"} {
		if head, ok := strings.CutSuffix(w, tail); ok && len(head) >= 4 {
			return []string{head, tail}
		}
	}
	return []string{w}
}

// dropEmpty returns the words without emptyWords; all of them when nothing else is left.
func dropEmpty(ws []string) []string {
	var out []string
	for _, w := range ws {
		if !emptyWords[w] {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return ws
	}
	return out
}

// put adds n under the words ws, unless that table or column is there already.
func (ix *index) put(n name, ws []string) {
	key := strings.Join(stems(ws), " ")
	for _, old := range ix.names[key] {
		if old.table == n.table && old.column == n.column {
			return
		}
	}
	ix.names[key] = append(ix.names[key], n)
	if n.full {
		glue := strings.Join(ws, "")
		ix.glued[glue] = append(ix.glued[glue], n)
	}
}

const (
	synonymScore    = 0.85
	maxSynonymWords = 3
)

// find returns the tables and columns that a span of at most six tokens may name, best first.
func (ix *index) find(toks []token) []name {
	if len(toks) == 0 || len(toks) > 6 {
		return nil
	}
	st, low := make([]string, len(toks)), make([]string, len(toks))
	for i, t := range toks {
		st[i], low[i] = t.stem, t.low
	}
	out := append([]name(nil), ix.names[strings.Join(st, " ")]...)
	if len(toks) > 1 {
		out = append(out, ix.glued[strings.Join(low, "")]...)
	} else if toks[0].kind == word {
		out = append(out, ix.glued[low[0]]...)
		out = append(out, ix.glued[singular(low[0])]...)
	}
	if len(out) == 0 && len(toks) == 1 && toks[0].kind == word {
		out = append(out, ix.foreignPlural(low[0])...)
	}
	for i, l := range low { // "avg qty", "firstname" in the question itself
		full := abbreviations[l]
		if full == "" || toks[i].kind != word {
			continue
		}
		alt := slices.Concat(st[:i], stems(strings.Fields(full)), st[i+1:])
		for _, n := range ix.names[strings.Join(alt, " ")] {
			n.score *= 0.97
			out = append(out, n)
		}
	}
	for i := range st {
		if judging[low[i]] {
			continue
		}
		for j := i + 1; j <= min(len(st), i+maxSynonymWords); j++ {
			for _, syn := range synonyms[strings.Join(st[i:j], " ")] {
				alt := append(append(append([]string(nil), st[:i]...), syn), st[j:]...)
				for _, n := range ix.names[strings.Join(alt, " ")] {
					n.score *= synonymScore
					n.full, n.other = false, true
					out = append(out, n)
				}
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].score > out[j].score })
	return unique(out)
}

// unique returns the first name for each table and column.
func unique(in []name) []name {
	var out []name
next:
	for _, n := range in {
		for _, o := range out {
			if o.table == n.table && o.column == n.column {
				continue next
			}
		}
		out = append(out, n)
	}
	return out
}
