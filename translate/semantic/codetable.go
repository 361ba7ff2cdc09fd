package semantic

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic/lexicon"
	"github.com/pgask/pgask/translate/semantic/naming"
	"github.com/pgask/pgask/translate/wordform"
)

// mostCodeColumns is the number of columns up to which a table may be one of codes, leastSets that of sets in one.
const mostCodeColumns, leastSets = 10, 2

// Wanted returns what of a snapshot is worth a look at the data: see Joins; and tables that hold the codes of many
// columns.
func Wanted(s *schema.Snapshot) schema.Wanted {
	joins := Joins(s)
	m := begin(s)
	var codes []schema.CodeTable
	for _, r := range m.Relations {
		if c, ok := codeTable(r); ok {
			codes = append(codes, c)
		}
	}
	begun(s).Store(m) // for WithKeys
	slices.SortStableFunc(codes, func(a, b schema.CodeTable) int { return cmp.Compare(b.Table.Rows, a.Table.Rows) })
	return schema.Wanted{Joins: joins, Codes: codes}
}

// codeTable reads a relation as a table of the codes of many columns: a small one whose rows are known by the name of
// a set and a code in it, with a label.
func codeTable(r *Relation) (schema.CodeTable, bool) {
	t := r.Table
	if t.Kind != schema.Ordinary || t.RowSecurity || t.Remote || t.Rows <= 0 || t.Rows > schema.MaxCodeRows || len(t.Columns) > mostCodeColumns {
		return schema.CodeTable{}, false
	}
	for _, key := range append([][]string{t.PrimaryKey}, t.Unique...) {
		c := schema.CodeTable{Table: t}
		var pair []*Column
		for _, name := range key {
			switch col := r.Column(name); {
			case col == nil:
			case len(key) == 3 && c.Language == nil && col.endsIn("language column"):
				c.Language = col.Column
			default:
				pair = append(pair, col)
			}
		}
		if len(pair) != 2 || len(key) > 2 && c.Language == nil {
			continue
		}
		set, code, ok := setAndCode(r, pair[0], pair[1])
		label := codeLabel(r, key)
		if ok && label != nil {
			c.Set, c.Code, c.Label = set.Column, code.Column, label
			return c, true
		}
	}
	return schema.CodeTable{}, false
}

// setAndCode tells the name of a set from a code in it: there are fewer of it.
func setAndCode(r *Relation, a, b *Column) (set, code *Column, ok bool) {
	rows := r.Table.Rows
	sets, codes := a.Column.Profile.Count(rows), b.Column.Profile.Count(rows)
	if sets > codes {
		a, b, sets = b, a, codes
	}
	for _, c := range []*Column{a, b} {
		if c.Column.Class != schema.Text && c.Column.Class != schema.Integer || c.Column.Array || c.Column.Masked || refersBy(r.Table, c.Column) {
			return nil, nil, false
		}
	}
	ok = sets >= leastSets && sets*2 <= rows && b.endsIn("code column") && (a.endsIn("set column") || slices.ContainsFunc(r.Name.Raw,
		func(w string) bool { return lexicon.In("code table", wordform.Singular(w)) }))
	return a, b, ok
}

// refersBy reports whether a column is one of a declared key to another table.
func refersBy(t *schema.Table, c *schema.Column) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(k schema.ForeignKey) bool { return !k.Inferred && slices.Contains(k.Columns, c.Name) })
}

// codeLabel returns the column that says what a code stands for.
func codeLabel(r *Relation, key []string) (label *schema.Column) {
	most := 0.0
	for _, c := range r.Columns {
		if slices.Contains(key, c.Column.Name) {
			continue
		}
		if score := labelScore(r, c); score > most {
			label, most = c.Column, score
		}
	}
	return label
}

// endsIn reports whether the last word of a column is in a set of words, as it is read or as it is written, also
// where another is glued before it: ctyp.
func (c *Column) endsIn(set string) bool {
	raw := strings.ToLower(c.Column.Name)
	if ws := naming.Tokens(c.Column.Name); len(ws) > 0 {
		raw = ws[len(ws)-1]
	}
	if lexicon.In(set, c.last()) || lexicon.In(set, raw) {
		return true
	}
	for from := 1; from+3 <= len(raw); from++ {
		if lexicon.In(set, raw[from:]) {
			return true
		}
	}
	return false
}
