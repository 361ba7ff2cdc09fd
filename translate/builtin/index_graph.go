package builtin

import (
	"math"
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

// cost returns the sum of the costs of the edges.
func (p path) cost() float64 {
	c := 0.0
	for _, e := range p {
		c += e.cost
	}
	return c
}

// toOne reports whether each row at the start has at most one row at the end.
func (p path) toOne() bool {
	for _, e := range p {
		if !e.toOne {
			return false
		}
	}
	return true
}

// maxHops is the length of the longest path that is looked for, in edges.
const maxHops = 4

// valley reports whether a path goes to a parent and from there to other children. Questions seldom mean to join rows
// that only share a parent.
func (p path) valley() bool {
	for i := 1; i < len(p); i++ {
		if p[i-1].toOne && !p[i].toOne {
			return true
		}
	}
	return false
}

// paths returns the result of index.paths, which it keeps for the question.
func (p *parser) paths(from, to *schema.Table) []path {
	key := [2]*schema.Table{from, to}
	ps, ok := p.known[key]
	if !ok {
		ps = p.ix.paths(from, to)
		p.known[key] = ps
	}
	return ps
}

// paths returns the cheapest paths from one table to another: all whose cost is within sameCost of the lowest. See
// pathCost.
func (ix *index) paths(from, to *schema.Table) []path {
	if from == to {
		return []path{{}}
	}
	w := &walker{ix: ix, to: to, best: math.Inf(1), seen: map[*schema.Table]bool{from: true}}
	for w.limit = 1; w.limit <= maxHops; w.limit++ {
		// A path of this length costs at least this, so no longer one can be cheaper.
		if float64(w.limit)*cheapestHop > w.best {
			break
		}
		w.steps = 0
		w.walk(from, nil)
	}
	var out []path
	for _, p := range w.found {
		if ix.pathCost(p) <= w.best+sameCost {
			out = append(out, p)
		}
	}
	return out
}

const (
	cheapestHop = 0.7
	sameCost    = 0.01
	maxSearch   = 20000 // how many edges are followed for paths of one length
)

// walker finds the paths of limit edges to a table. It is run for each length, shortest first.
type walker struct {
	ix    *index
	to    *schema.Table
	limit int
	steps int
	best  float64 // the lowest cost so far
	seen  map[*schema.Table]bool
	found []path
	// barred holds edges that no path may use.
	barred path
}

// walk extends the path p, which ends at the table at, and adds the paths of w.limit edges that reach w.to to
// w.found.
func (w *walker) walk(at *schema.Table, p path) {
	for _, e := range w.ix.graph.edges[at] {
		if w.steps++; w.steps > maxSearch {
			return
		}
		if w.seen[e.to] || slices.ContainsFunc(w.barred, e.same) {
			continue
		}
		q := append(p[:len(p):len(p)], e)
		if e.to == w.to {
			if c := w.ix.pathCost(q); len(q) == w.limit && c <= w.best+sameCost {
				w.best = min(w.best, c)
				w.found = append(w.found, q)
			}
			continue
		}
		if len(q) < w.limit {
			w.seen[e.to] = true
			w.walk(e.to, q)
			w.seen[e.to] = false
		}
	}
}

// pathCost returns the cost of a path. A path through a link table costs a little less than one through a table with
// data of its own, and a valley costs more.
func (ix *index) pathCost(p path) float64 {
	c := p.cost()
	for i, e := range p {
		if i < len(p)-1 && ix.info[e.to].link {
			c -= 0.3
		}
		// A valley joins rows that only share a parent.
		if i > 0 && p[i-1].toOne && !e.toOne {
			c += 0.8
		}
	}
	return c
}

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
