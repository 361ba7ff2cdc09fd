package builtin

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// kindsOfRows reads "clerks" as the rows that have the value Clerk, where one column alone holds it. The word is token i.
func (p *parser) kindsOfRows(i int, values []stored, named bool) []sense {
	t := p.toks[i]
	if len(values) != 1 || t.kind != word || named {
		return nil
	}
	v := values[0]
	one := singular(t.low)
	if v.column.Class != schema.Text && v.column.Class != schema.Enum || one == t.low && !p.oneOfKind(i) ||
		!strings.EqualFold(one, v.value) && !strings.EqualFold(t.low, v.value) {
		return nil
	}
	if f := (field{v.table, v.column}); p.identifies(f) || p.ix.lists(f) {
		return p.rowsOfKind(f, v.value)
	}
	if one == t.low || !strings.EqualFold(one, v.value) {
		return nil
	}
	return []sense{{kind: tableSense, table: v.table, conds: []cond{equal(field{v.table, v.column}, v.value)}, score: 0.9}}
}

// oneOfKind says whether the singular at token i stands where a kind of rows does: "the biggest house", "a house".
func (p *parser) oneOfKind(i int) bool {
	if i == 0 {
		return false
	}
	switch p.toks[i-1].low {
	case "a", "an", "each", "every", "per":
		return true
	}
	for k := 1; k <= 2 && k <= i; k++ {
		if ph, n := phraseAt(p.toks, i-k); n == k && ph.role == superl {
			return true
		}
	}
	return false
}

// lists says whether a table does nothing but list the values of a column under keys: types of properties, genres.
func (ix *index) lists(f field) bool {
	texts := 0
	for _, c := range f.table.Columns {
		if !ix.isKey(f.table, c) && c.Class != schema.Text {
			return false
		}
		if !ix.isKey(f.table, c) {
			texts++
		}
	}
	return texts == 1 && len(f.table.PrimaryKey) == 1 && !ix.isKey(f.table, f.column)
}

// rowsOfKind reads "suites" as the rooms whose type is called so, and "comedies" as the films that a table of pairs gives that
// genre: of the types themselves there is but one. Only one table may refer to the types.
func (p *parser) rowsOfKind(f field, value string) []sense {
	var of *schema.Table
	for _, e := range p.ix.graph.edges[f.table] {
		to := e.to
		if e.to == f.table || e.toOne {
			continue
		}
		if p.ix.info[to].link {
			to = p.ix.paired(to, f.table)
		}
		if to == nil || of != nil {
			return nil
		}
		of = to
	}
	if of == nil {
		return nil
	}
	return []sense{{kind: tableSense, table: of, conds: []cond{equal(f, value)}, score: 0.85}}
}

// paired is what a table that links two others leads to from one of them; nil when that is not one table.
func (ix *index) paired(link, from *schema.Table) *schema.Table {
	var other *schema.Table
	for _, e := range ix.graph.edges[link] {
		if !e.toOne || e.to == from {
			continue
		}
		if other != nil {
			return nil
		}
		other = e.to
	}
	return other
}

// linked says whether one table of pairs alone links two others.
func (ix *index) linked(a, b *schema.Table) bool {
	n := 0
	for _, e := range ix.graph.edges[a] {
		if !e.toOne && ix.info[e.to].link && ix.paired(e.to, a) == b {
			n++
		}
	}
	return n == 1
}
