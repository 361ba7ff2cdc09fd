package builtin

import (
	"slices"
	"sort"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// name is one way of naming a table or a column.
type name struct {
	table  *schema.Table
	column *schema.Column // nil: the table itself
	score  float64        // 1: the full name
	full   bool           // the words are the whole name, with or without the table's own
	other  bool           // found through a synonym
}

// index finds what words may name. It is built once for a snapshot and never changes.
type index struct {
	snap   *schema.Snapshot
	names  map[string][]name // stems joined by spaces
	glued  map[string][]name // the same without spaces, unstemmed
	values map[string][]stored
	info   map[*schema.Table]*tableInfo
	graph  *graph
	prefix string          // that all tables share, cut off
	deeds  map[string]bool // stems of what columns such as directed_by say was done
	// modules are prefixes that several tables each share, in lower case: sal_order and sal_invoice; see modulesOf.
	modules map[string]bool
	// language has words of the names in English; nil where they are English already. See languageOf.
	language map[string]string
}

// tableInfo is what the index knows about one table.
type tableInfo struct {
	words   []string // stems of its name
	said    []string // the same with abbreviations written out
	display []*schema.Column
	link    bool  // it only joins others
	parent  *edge // to the rows that its rows are as well, which have their names; see inherits
	columns map[*schema.Column][]string
	spelled map[*schema.Column][]string // the same with abbreviations written out
	english map[*schema.Column][]string // its words in English, unstemmed, of names in another language
}

// indexKey is the key under which a snapshot keeps the index made of it.
type indexKey struct{}

func indexOf(s *schema.Snapshot) *index {
	return s.Derive(indexKey{}, func() any { return newIndex(s) }).(*index)
}

func newIndex(s *schema.Snapshot) *index {
	ix := &index{snap: s, names: map[string][]name{}, glued: map[string][]name{}, values: map[string][]stored{},
		info: map[*schema.Table]*tableInfo{}, deeds: map[string]bool{}}
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

// preferParts makes the last word of order_items a better name for it where orders are a table, too: the items there are,
// are those of orders.
func (ix *index) preferParts() {
	for t, ti := range ix.info {
		for k := 1; k < len(ti.words); k++ {
			whole := ix.names[strings.Join(ti.words[:k], " ")]
			if !slices.ContainsFunc(whole, func(n name) bool { return n.column == nil && n.full && n.table != t }) {
				continue
			}
			parts := ix.names[strings.Join(ti.words[k:], " ")]
			if slices.ContainsFunc(parts, func(n name) bool { return n.column == nil && n.full }) {
				continue // product_suppliers are not the suppliers
			}
			for i := range parts {
				if parts[i].table == t && parts[i].column == nil && parts[i].score < partScore {
					parts[i].score = partScore
				}
			}
		}
	}
}

// partScore is better than a synonym.
const partScore = 0.88

// usable returns which relations take part: those that are found by their bare names, and those of other schemas whose name no
// other relation has, because a name that two have would not tell which is meant.
func usable(s *schema.Snapshot) func(*schema.Table) bool {
	called := map[string]int{}
	for _, t := range s.Tables {
		called[strings.ToLower(t.Name)]++
	}
	return func(t *schema.Table) bool {
		return len(t.Columns) > 0 && (t.Visible || called[strings.ToLower(t.Name)] == 1)
	}
}

// tablePrefix is what all table names begin with, as in sbcustomer, sbticker; empty when they share nothing.
func tablePrefix(tables []*schema.Table) string {
	var names []string
	for _, t := range tables {
		names = append(names, strings.ToLower(t.Name))
	}
	return sharedPrefix(names, 4)
}

// sharedPrefix is the common beginning of at least min names, cut back to a separator when they have one.
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

// emptyWords are parts of table names that say nothing about what is in them.
var emptyWords = map[string]bool{"tbl": true, "tb": true, "ref": true, "dim": true, "fact": true, "list": true,
	"data": true, "info": true, "table": true, "all": true, "master": true, "record": true, "records": true, "rec": true, "recs": true, "t": true,
	"information": true, "details": true, "entity": true, "core": true, "vw": true, "view": true}

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

// modulesOf are the prefixes of table names that say to which part of an application a table belongs, where most tables have one.
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

// moduleWords are what people say for the prefix of a module: sales orders are in sal_order.
var moduleWords = map[string][]string{"sal": {"sales"}, "sls": {"sales"}, "pur": {"purchase", "purchasing"}, "po": {"purchase"}, "inv": {"inventory", "stock"},
	"prd": {"production"}, "prod": {"production"}, "fin": {"finance"}, "gl": {"ledger"}, "mkt": {"marketing"}, "log": {"logistics"}, "qa": {"quality"}, "cfg": {"configuration"}}

// addModular names a table whose first word is the prefix of a module, and returns the other words.
func (ix *index) addModular(t *schema.Table, ws []string) []string {
	ix.put(name{table: t, score: 1, full: true}, ws)
	for _, w := range moduleWords[ws[0]] {
		ix.put(name{table: t, score: 0.97, full: true}, append([]string{w}, ws[1:]...))
	}
	return ws[1:]
}

// genericTail are last words of table names that people leave out: "treatment types" are not treatments, but the
// "customer master" is customers.
var genericTail = map[string]bool{"record": true, "records": true, "detail": true, "details": true, "history": true}

func hasLinkWord(ws []string) bool {
	for _, w := range ws {
		switch w {
		case "in", "of", "has", "have", "and", "to", "for", "by", "on", "at", "with", "archive", "backup", "old", "tmp", "temp", "audit", "log", "staging", "deleted":
			return true
		}
	}
	return false
}

// unglueTable splits a name such as dailyprice when its parts are words of other names or common ones.
func (ix *index) unglueTable(w string) []string {
	for _, tail := range []string{"price", "type", "detail", "details", "item", "items", "history", "order", "orders", "line", "status", "season"} {
		if head, ok := strings.CutSuffix(w, tail); ok && len(head) >= 4 {
			return []string{head, tail}
		}
	}
	return []string{w}
}

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

// find lists what a span of words may name, best first.
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
