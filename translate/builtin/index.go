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
	prefix string // that all tables share, cut off
}

// tableInfo is what the index knows about one table.
type tableInfo struct {
	words   []string // stems of its name
	display []*schema.Column
	link    bool // it only joins others
	columns map[*schema.Column][]string
}

// indexKey is the key under which a snapshot keeps the index made of it.
type indexKey struct{}

func indexOf(s *schema.Snapshot) *index {
	return s.Derive(indexKey{}, func() any { return newIndex(s) }).(*index)
}

func newIndex(s *schema.Snapshot) *index {
	ix := &index{snap: s, names: map[string][]name{}, glued: map[string][]name{}, values: map[string][]stored{},
		info: map[*schema.Table]*tableInfo{}}
	ix.prefix = tablePrefix(s.Tables)
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

// usable says whether a relation takes part: what is only reached by its qualified name is left to those who name it.
func usable(t *schema.Table) bool { return len(t.Columns) > 0 && t.Visible }

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
	"data": true, "info": true, "table": true, "all": true, "master": true, "record": true, "records": true, "t": true,
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
	ti := &tableInfo{words: stems(ws), columns: map[*schema.Column][]string{}}
	ix.info[t] = ti
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
			ix.put(name{table: t, score: 0.8}, core[k:])
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

// columnPrefix is what the names of all columns of a table begin with, as in sbtxtype, sbtxprice.
func columnPrefix(t *schema.Table) string {
	var names []string
	for _, c := range t.Columns {
		names = append(names, strings.ToLower(c.Name))
	}
	p := sharedPrefix(names, 3)
	if len(p) < 3 {
		return ""
	}
	return p
}

// expand replaces abbreviations by what they stand for.
func expand(ws []string) []string {
	var out []string
	for _, w := range ws {
		if full, ok := abbreviations[w]; ok {
			out = append(out, strings.Fields(full)...)
			continue
		}
		out = append(out, w)
	}
	return out
}

// columnTails are last words of column names that people leave out, and what leaving them out costs.
var columnTails = map[string]float64{"code": 0.9, "name": 0.9, "id": 0.7, "number": 0.82, "address": 0.85, "details": 0.85, "type": 0.72,
	"description": 0.8, "date": 0.8, "text": 0.85, "value": 0.8, "amount": 0.8, "yn": 0.9, "flag": 0.9, "title": 0.85, "datetime": 0.85, "time": 0.75, "at": 0.9,
	"count": 0.75, "rank": 0.7, "percentage": 0.75, "rate": 0.75, "year": 0.7, "line": 0.8, "cm": 0.95, "kg": 0.95, "feet": 0.9, "meters": 0.9, "usd": 0.95, "eur": 0.95}

func (ix *index) addColumn(t *schema.Table, ti *tableInfo, c *schema.Column, prefix string) {
	low := strings.ToLower(c.Name)
	ws := split(c.Name)
	if prefix != "" && len(low) > len(prefix) {
		ix.put(name{table: t, column: c, score: 1, full: true}, ws)
		ws = split(low[len(prefix):])
	}
	if len(ws) == 1 {
		ws = unglue(ws[0], tableForms(ti.words, t))
		if head, ok := strings.CutSuffix(ws[0], "name"); ok && len(ws) == 1 && head != "" && len(head) < 3 && strings.HasPrefix(strings.ToLower(t.Name), head) {
			ws = []string{head, "name"} // bname in bank
		}
	}
	if len(ws) == 0 {
		return
	}
	ti.columns[c] = stems(ws)
	own := stems(expand(dropEmpty(split(strings.TrimPrefix(strings.ToLower(t.Name), ix.prefix)))))
	seen := map[string]bool{}
	put := func(score float64, full bool, ws []string) {
		if len(ws) == 0 || seen[strings.Join(ws, " ")] || !full && slices.Equal(stems(expand(ws)), own) {
			return // the name of an employee is not "the employee"
		}
		seen[strings.Join(ws, " ")] = true
		ix.put(name{table: t, column: c, score: score, full: full}, ws)
	}
	forms := [][]string{ws}
	if e := expand(ws); strings.Join(e, " ") != strings.Join(ws, " ") && len(e) > 0 {
		forms = append(forms, e)
	}
	for _, f := range forms {
		if bare := cutTable(f, ti.words); len(bare) > 0 && len(bare) < len(f) {
			forms = append(forms, bare)
		}
	}
	for i, f := range forms {
		put(1-0.01*float64(i), true, f)
	}
	for _, f := range forms {
		ix.addParts(put, f)
	}
}

// addParts names a column by parts of its name.
func (ix *index) addParts(put func(float64, bool, []string), f []string) {
	n := len(f)
	switch f[n-1] {
	case "email", "mail":
		put(0.97, true, append(append([]string(nil), f...), "address"))
	case "phone", "fax", "telephone":
		put(0.97, true, append(append([]string(nil), f...), "number"))
	}
	if n < 2 {
		return
	}
	if last := f[n-1]; last == "number" || last == "count" {
		put(0.97, true, append([]string{"number", "of"}, f[:n-1]...))
	}
	if f[0] == "number" && f[1] != "of" {
		put(0.97, true, append([]string{"number", "of"}, f[1:]...))
	}
	if unitTail[f[n-1]] { // length_feet is a length in feet
		put(0.97, true, append(append(append([]string(nil), f[:n-1]...), "in"), f[n-1]))
	}
	if n > 2 && !linkWord[f[0]] && !linkWord[f[1]] && !linkWord[f[n-1]] {
		put(0.72, false, []string{f[0], f[n-1]})
	}
	if f[0] == "is" || f[0] == "has" {
		put(0.97, true, f[1:])
	}
	if s, ok := columnTails[f[n-1]]; ok {
		put(s, false, f[:n-1])
	}
	// "date of birth" and "birth date" are one name.
	if n == 2 {
		put(0.93, true, []string{f[1], "of", f[0]})
		put(0.82, false, []string{f[1], f[0]})
	}
	if n == 3 && (f[1] == "of" || f[1] == "in" || f[1] == "to") {
		put(0.95, true, []string{f[2], f[0]})
		if f[1] == "in" || f[1] == "of" {
			put(0.85, false, f[:1])
		}
	}
	for k := 1; k < n; k++ {
		if !linkWord[f[k]] {
			put(0.75, false, f[k:])
		}
	}
	for k := 1; k < n; k++ {
		if !linkWord[f[k-1]] {
			put(0.68, false, f[:k])
		}
	}
}

// unitTail are units at the end of the names of columns.
var unitTail = map[string]bool{"feet": true, "ft": true, "meters": true, "km": true, "miles": true, "kg": true, "lbs": true, "cm": true, "mm": true,
	"usd": true, "eur": true, "euros": true, "dollars": true, "days": true, "hours": true, "minutes": true, "seconds": true, "sec": true, "mw": true,
	"mg": true, "grams": true, "percent": true, "celsius": true, "years": true, "months": true, "weeks": true, "liters": true, "tons": true}

// linkWord are words of names that mean nothing at either end: "stores in" is not stores_in_stock.
var linkWord = map[string]bool{"in": true, "of": true, "to": true, "by": true, "for": true, "at": true, "on": true, "and": true, "from": true, "with": true, "per": true}

// tableForms are the ways in which a column may repeat its table: in full, in singular, its last or first word.
func tableForms(stemmed []string, t *schema.Table) []string {
	var out []string
	low := strings.ToLower(t.Name)
	out = append(out, low, strings.TrimSuffix(low, "s"), strings.TrimSuffix(low, "ies")+"y", strings.TrimSuffix(low, "es"))
	for _, w := range split(t.Name) {
		out = append(out, w, strings.TrimSuffix(w, "s"))
	}
	sort.SliceStable(out, func(i, j int) bool { return len(out[i]) > len(out[j]) })
	return out
}

// cutTable cuts the table's own words from the front of a column's: "customer" from customer_name.
func cutTable(ws, table []string) []string {
	st := stems(ws)
	for from := range table {
		part := table[from:]
		if len(part) < len(st) && strings.Join(st[:len(part)], " ") == strings.Join(part, " ") {
			return ws[len(part):]
		}
	}
	if len(st) > 1 && len(table) > 0 && st[0] == table[0] {
		return ws[1:]
	}
	// an abbreviation of the table: emp_lname in employee
	if len(ws) > 1 && (len(ws[0]) >= 2 || ws[1] == "name") && len(table) > 0 && len(table[0]) > len(ws[0]) && strings.HasPrefix(table[0], ws[0]) {
		return ws[1:]
	}
	return nil
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
