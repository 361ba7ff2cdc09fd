package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// edge is one way to join a table to another: over a declared foreign key, or over columns that look like one.
type edge struct {
	from, to         *schema.Table
	fromCols, toCols []string
	toOne            bool // at most one row of to for each row of from
	cost             float64
	declared         bool
}

// graph holds the keys of a snapshot as edges, each in both directions.
type graph struct {
	edges map[*schema.Table][]edge
}

// newGraph builds the graph of the declared, inferred and similar keys. It also indexes the known values of the
// tables.
func newGraph(ix *index) *graph {
	g := &graph{edges: map[*schema.Table][]edge{}}
	for _, t := range ix.snap.Tables {
		if ix.info[t] == nil {
			continue
		}
		ix.addValues(t)
		for _, fk := range t.ForeignKeys {
			if ref := ix.snap.References(fk); ref != nil && ix.info[ref] != nil && readable(t, fk.Columns) && readable(ref, fk.RefColumns) {
				g.add(t, ref, fk.Columns, fk.RefColumns, fk.Confidence, !fk.Inferred)
			}
		}
	}
	g.addLookalikes(ix)
	return g
}

// readable reports whether the table has all the columns, and there is at least one.
func readable(t *schema.Table, cols []string) bool {
	for _, c := range cols {
		if t.Column(c) == nil {
			return false
		}
	}
	return len(cols) > 0
}

// add adds an edge and its reverse, unless it is there already. An undeclared key costs more, the more so the lower
// its confidence, 0 to 1.
func (g *graph) add(t, ref *schema.Table, cols, refCols []string, confidence float64, declared bool) {
	for _, e := range g.edges[t] {
		if e.to == ref && strings.Join(e.fromCols, ",") == strings.Join(cols, ",") && strings.Join(e.toCols, ",") == strings.Join(refCols, ",") {
			return
		}
	}
	cost := 1.0
	if !declared {
		cost = 1.3 + (1 - confidence)
	}
	g.edges[t] = append(g.edges[t], edge{from: t, to: ref, fromCols: cols, toCols: refCols, toOne: true, cost: cost, declared: declared})
	if t == ref {
		return
	}
	g.edges[ref] = append(g.edges[ref], edge{from: ref, to: t, fromCols: refCols, toCols: cols, toOne: isUnique(t, cols), cost: cost, declared: declared})
}

// isUnique reports whether the columns include a whole primary or unique key of the table.
func isUnique(t *schema.Table, cols []string) bool {
	for _, key := range append([][]string{t.PrimaryKey}, t.Unique...) {
		if len(key) == 0 {
			continue
		}
		all := true
		for _, k := range key {
			all = all && slices.Contains(cols, k)
		}
		if all {
			return true
		}
	}
	return false
}

// addLookalikes adds edges between tables without a declared key between them: where a column has the name of the
// single-column key of another table, and that name is not so common that any table might use it.
func (g *graph) addLookalikes(ix *index) {
	byName := columnsByName(ix)
	for _, ref := range ix.snap.Tables {
		if ix.info[ref] == nil || ref.Kind == schema.View {
			continue
		}
		key := keyOf(ref)
		if key == nil {
			continue
		}
		for _, name := range keyNames(ix, ref, key) {
			for _, f := range byName[name] {
				if f.table != ref && f.column.Class == key.Class && !g.joined(f.table, ref) && !ownKey(f) {
					g.add(f.table, ref, []string{f.column.Name}, []string{key.Name}, 0.9, false)
				}
			}
		}
	}
}

// columnsByName returns the columns of tables by their names in lower case with = before them, and by the stems of
// their words.
func columnsByName(ix *index) map[string][]field {
	m := map[string][]field{}
	for _, t := range ix.snap.Tables {
		if ix.info[t] == nil || t.Kind == schema.View {
			continue
		}
		for _, c := range t.Columns {
			exact := "=" + strings.ToLower(c.Name)
			m[exact] = append(m[exact], field{t, c})
			ws := strings.Join(ix.info[t].columns[c], " ")
			m[ws] = append(m[ws], field{t, c})
			// Also with abbreviations written out: customer_id for cust_id.
			if full := strings.Join(stems(expand(ix.info[t].columns[c])), " "); full != ws {
				m[full] = append(m[full], field{t, c})
			}
		}
	}
	return m
}

// keyNames returns the names, as in columnsByName, under which other tables may refer to the key of ref: its own,
// unless it is one of commonKeys, and with the name of the table: customer_id for customer(id).
func keyNames(ix *index, ref *schema.Table, key *schema.Column) []string {
	words := ix.info[ref].columns[key]
	var names []string
	if !commonKeys[strings.ToLower(key.Name)] {
		names = append(names, "="+strings.ToLower(key.Name))
	}
	if len(words) > 1 {
		names = append(names, strings.Join(words, " "))
	}
	bare := cutTable(words, ix.info[ref].words)
	if len(bare) == 0 {
		bare = words
	}
	return append(names, strings.Join(append(append([]string(nil), ix.info[ref].words...), bare...), " "))
}

// ownKey reports whether a column alone is the primary key of its table. Such a column is not taken for a reference:
// of two tables with the same key, neither is a detail of the other.
func ownKey(f field) bool {
	return len(f.table.PrimaryKey) == 1 && f.table.PrimaryKey[0] == f.column.Name
}

// keyOf returns the column that identifies the rows of a table: its primary key, or one that looks like one; nil when
// there is none.
func keyOf(t *schema.Table) *schema.Column {
	if len(t.PrimaryKey) == 1 {
		return t.Column(t.PrimaryKey[0])
	}
	if len(t.PrimaryKey) > 1 {
		return nil
	}
	var key *schema.Column
	for _, c := range t.Columns {
		if isUnique(t, []string{c.Name}) {
			return c
		}
		if c.NotNull && c.Profile.Distinct == -1 {
			if key != nil {
				return nil
			}
			key = c
		}
	}
	if key == nil {
		return likelyKey(t)
	}
	return key
}

// likelyKey returns the column that identifies the rows of a table without declared keys and NOT NULL columns: the
// only one that by the statistics is never null, holds each value once, and is called an id, a code or a number.
func likelyKey(t *schema.Table) *schema.Column {
	var key *schema.Column
	for _, c := range t.Columns {
		ws := split(c.Name)
		if len(ws) == 1 {
			ws = unglue(ws[0], nil)
		}
		if c.Profile.Distinct != -1 || c.Profile.NullFrac > 0 || len(ws) == 0 || !keyTail[ws[len(ws)-1]] {
			continue
		}
		if key != nil {
			return nil
		}
		key = c
	}
	if key == nil {
		key = namingKey(t)
	}
	return key
}

// namingKey returns the only text column of such a table that holds each value once and whose name ends with "name",
// with a word before it: city_name.
func namingKey(t *schema.Table) *schema.Column {
	var key *schema.Column
	for _, c := range t.Columns {
		if ws := split(c.Name); c.Class != schema.Text || c.Profile.Distinct != -1 || c.Profile.NullFrac > 0 || len(ws) < 2 || ws[len(ws)-1] != "name" {
			continue
		}
		if key != nil {
			return nil
		}
		key = c
	}
	return key
}

// keyTail are last words of names of keys.
var keyTail = map[string]bool{"id": true, "code": true, "no": true, "number": true, "nr": true, "num": true, "key": true}

// joined reports whether an edge joins a to b.
func (g *graph) joined(a, b *schema.Table) bool {
	for _, e := range g.edges[a] {
		if e.to == b {
			return true
		}
	}
	return false
}

// commonKeys are names of keys that many tables use, so that the same name elsewhere is no reference.
var commonKeys = map[string]bool{"id": true, "name": true, "code": true, "number": true, "key": true, "no": true, "title": true,
	"date": true, "type": true, "year": true, "status": true, "description": true}

// isLink reports whether a table only links others: it refers to at least two, and every column is part of a foreign
// key or its own single-column primary key.
func (ix *index) isLink(t *schema.Table) bool {
	refs := map[string]bool{}
	n := 0
	for _, e := range ix.graph.edges[t] {
		if e.toOne && e.to != t {
			n++
			for _, c := range e.fromCols {
				refs[c] = true
			}
		}
	}
	if n < 2 {
		return false
	}
	for _, c := range t.Columns {
		if !refs[c.Name] && !(len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == c.Name) {
			return false
		}
	}
	return true
}

// near reports whether each row of from has at most one row of to, over one or two keys.
func (ix *index) near(from, to *schema.Table) bool {
	for _, e := range ix.graph.edges[from] {
		if e.toOne && e.to == to {
			return true
		}
	}
	for _, e := range ix.graph.edges[from] {
		if !e.toOne {
			continue
		}
		for _, f := range ix.graph.edges[e.to] {
			if f.toOne && f.to == to {
				return true
			}
		}
	}
	return false
}
