package builtin

import (
	"slices"
	"sort"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// columnPrefix returns the prefix that the names of all columns of a table share, as in sbtxtype, sbtxprice; empty
// when there is none.
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

// expand replaces abbreviations by the words they stand for.
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

// columnTails maps last words of names of columns that people leave out to the score of the name without them.
var columnTails = map[string]float64{"code": 0.9, "name": 0.9, "id": 0.7, "number": 0.82, "address": 0.85, "details": 0.85, "type": 0.72,
	"description": 0.8, "date": 0.8, "text": 0.85, "value": 0.8, "amount": 0.8, "yn": 0.9, "flag": 0.9, "title": 0.85, "datetime": 0.85, "time": 0.75, "at": 0.9,
	"count": 0.75, "rank": 0.7, "percentage": 0.75, "rate": 0.75, "year": 0.7, "line": 0.8, "cm": 0.95, "kg": 0.95, "feet": 0.9, "meters": 0.9, "usd": 0.95, "eur": 0.95}

// addColumn indexes the names of a column. prefix is the columnPrefix of its table.
func (ix *index) addColumn(t *schema.Table, ti *tableInfo, c *schema.Column, prefix string) {
	low := strings.ToLower(c.Name)
	ws := split(c.Name)
	if prefix != "" && len(low) > len(prefix) {
		ix.put(name{table: t, column: c, score: 1, full: true}, ws)
		ws = split(low[len(prefix):])
	}
	if e := ix.inEnglish(ws); e != nil {
		ix.put(name{table: t, column: c, score: 1, full: true}, ws)
		ti.english[c], ws = e, e
	} else if len(ws) == 1 {
		ws = unglue(ws[0], tableForms(ti.words, t))
		if head, ok := strings.CutSuffix(ws[0], "name"); ok && len(ws) == 1 && head != "" && len(head) < 3 && strings.HasPrefix(strings.ToLower(t.Name), head) {
			ws = []string{head, "name"} // bname in table bank
		}
	}
	if len(ws) == 0 {
		return
	}
	ti.columns[c] = stems(ws)
	if c.Class.Temporal() {
		for _, w := range ti.columns[c] {
			ix.dated[w] = true
		}
	}
	if n := len(ws); n > 1 && ws[n-1] == "by" {
		ix.deeds[stem(ws[n-2])] = true
	}
	ti.spelled[c] = stems(expand(unstem(ti, c)))
	own := stems(expand(dropEmpty(split(strings.TrimPrefix(strings.ToLower(t.Name), ix.prefix)))))
	seen := map[string]bool{}
	put := func(score float64, full bool, ws []string) {
		if len(ws) == 0 || seen[strings.Join(ws, " ")] || !full && len(ws) <= len(own) && slices.Equal(stems(expand(ws)), own[len(own)-len(ws):]) {
			return // "employee" means the table, not employee_name
		}
		seen[strings.Join(ws, " ")] = true
		ix.put(name{table: t, column: c, score: score, full: full}, ws)
	}
	forms := [][]string{ws}
	if e := expand(ws); strings.Join(e, " ") != strings.Join(ws, " ") && len(e) > 0 {
		forms = append(forms, e)
	}
	_, measured := unitOf(c)
	if n := len(ws); measured && n > 1 { // in dur_sec, "sec" means seconds, not section
		e := expand(ws[:n-1])
		forms = append(forms[:1], slices.Concat(e, ws[n-1:]), e)
	}
	for _, f := range forms {
		if bare := cutTable(f, ti.words); len(bare) > 0 && len(bare) < len(f) && !(len(bare) == 1 && linkWord[bare[0]]) {
			forms = append(forms, bare)
		}
	}
	for i, f := range forms {
		put(1-0.01*float64(i), true, f)
	}
	if slices.Contains(ws, "not") || slices.Contains(ws, "no") && c.Class == schema.Boolean {
		return // a part of do_not_call would mean the opposite
	}
	for _, f := range forms {
		ix.addParts(put, f)
	}
}

// addParts adds names of a column that people derive from f, the words of its name: parts of it, other orders, and
// words added to it. put adds one of them, with its score and whether it stands for the whole name.
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
	doerNames(put, f)
	if last := f[n-1]; last == "count" || last == "number" && (f[n-2] != singular(f[n-2]) || f[n-2] == "staff") {
		// The plural tells staff_count from line_number, which is not a number of lines.
		put(0.97, true, append([]string{"number", "of"}, f[:n-1]...))
	}
	if f[0] == "number" && f[1] != "of" {
		put(0.97, true, append([]string{"number", "of"}, f[1:]...))
	}
	if unitTail[f[n-1]] { // length_feet: "length in feet"
		put(0.97, true, append(append(append([]string(nil), f[:n-1]...), "in"), f[n-1]))
	}
	if n > 2 && !linkWord[f[0]] && !linkWord[f[1]] && !linkWord[f[n-1]] {
		put(0.72, false, []string{f[0], f[n-1]})
	}
	if f[0] == "is" || f[0] == "has" {
		put(0.97, true, f[1:])
	}
	if f[n-1] == "on" || f[n-1] == "at" { // due_on: "due date"
		put(0.95, true, append(slices.Clone(f[:n-1]), "date"))
		put(0.85, false, f[:n-1])
	}
	if s, ok := columnTails[f[n-1]]; ok {
		put(s, false, f[:n-1])
	}
	// "date of birth" and "birth date" mean the same.
	if n == 2 && f[1] != "number" { // room_number is not the number of rooms
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
		if !linkWord[f[k-1]] && f[k] != "by" { // "directed" does not mean directed_by
			put(0.68, false, f[:k])
		}
	}
}

// unitTail are units that names of columns end with.
var unitTail = map[string]bool{"feet": true, "ft": true, "meters": true, "km": true, "miles": true, "kg": true, "lbs": true, "cm": true, "mm": true,
	"usd": true, "eur": true, "euros": true, "dollars": true, "days": true, "hours": true, "minutes": true, "seconds": true, "sec": true, "mw": true,
	"mg": true, "grams": true, "percent": true, "celsius": true, "years": true, "months": true, "weeks": true, "liters": true, "tons": true}

// linkWord are prepositions and conjunctions in names. Parts of a name that begin or end with one are not names:
// "stores in" does not mean stores_in_stock.
var linkWord = map[string]bool{"in": true, "of": true, "to": true, "by": true, "for": true, "at": true, "on": true, "and": true, "from": true, "with": true, "per": true}

// tableForms returns the ways in which the name of a column may repeat that of its table, longest first: the whole
// name or one of its words, with or without a plural ending.
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

// cutTable returns the words of a column without those of its table at the front: name for customer_name. It returns
// nil when they do not begin with words of the table or an abbreviation of it.
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
	// The first word abbreviates the table: emp_lname in employee.
	if len(ws) > 1 && (len(ws[0]) >= 2 || ws[1] == "name") && len(table) > 0 && len(table[0]) > len(ws[0]) && strings.HasPrefix(table[0], ws[0]) {
		return ws[1:]
	}
	return nil
}

// Words that people add to the name of a column without changing its meaning: emptyTails for numbers, timeTails for
// dates.
var (
	emptyTails = map[string]bool{"size": true, "sizes": true, "number": true, "numbers": true, "amount": true, "amounts": true, "value": true, "values": true,
		"figure": true, "figures": true, "level": true, "levels": true}
	timeTails = map[string]bool{"date": true, "dates": true, "time": true, "times": true, "day": true}
)

// sizeOfColumn returns the columns that the tokens from i up to j name with a redundant last word: "enrollment size"
// for the column enrollment, "creation time" for created.
func (p *parser) sizeOfColumn(i, j int) []sense {
	last := p.toks[j-1]
	if j-i < 2 || last.kind != word || !emptyTails[last.low] && !timeTails[last.low] {
		return nil
	}
	var out []sense
	for _, s := range p.simple(i, j-1) {
		c := s.field.column
		if s.kind != columnSense || !s.full || p.ix.isKey(s.table, c) {
			continue
		}
		if emptyTails[last.low] && c.Class.Numeric() || timeTails[last.low] && c.Class.Temporal() {
			s.score, s.full = s.score*0.93, false
			out = append(out, s)
		}
	}
	return out
}
