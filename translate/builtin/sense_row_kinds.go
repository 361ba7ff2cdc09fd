package builtin

import (
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// kindsOfRows reads "clerks" at token i as the rows that have the value Clerk, when exactly one column is known to
// hold it. named says that the word also names a table or column; the result is then nil.
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

// oneOfKind reports whether the word before token i allows a singular to mean a kind of rows: "the biggest house", "a
// house".
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

// lists reports whether a table only lists the values of column f under a key: types of properties, genres.
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

// rowsOfKind reads a value of a table such as room types or genres as the rows that refer to it: "suites" as the
// rooms of that type, "comedies" as the films that a link table gives that genre. It returns nil unless exactly one
// table refers to the types.
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

// paired returns the other table that a link table leads to from one of its two; nil when there is none, or more than
// one.
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

// linked reports whether exactly one link table joins the two tables.
func (ix *index) linked(a, b *schema.Table) bool {
	n := 0
	for _, e := range ix.graph.edges[a] {
		if !e.toOne && ix.info[e.to].link && ix.paired(e.to, a) == b {
			n++
		}
	}
	return n == 1
}
