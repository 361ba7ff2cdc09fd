package naming

import (
	"math"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// sharedPrefix returns the beginning that at least least names have in common, up to its last underscore; empty when
// there is none.
func sharedPrefix(names []string, least int) string {
	if len(names) < least {
		return ""
	}
	p := commonPrefix(names[0], names[1:])
	return p[:strings.LastIndexByte(p, '_')+1]
}

// commonPrefix returns as much of the beginning of a text as all of some names begin with.
func commonPrefix(p string, names []string) string {
	for _, name := range names {
		for !strings.HasPrefix(name, p) {
			p = p[:len(p)-1]
		}
	}
	return p
}

// ownShort returns the word that is short for the name of a relation in the names of its key and of other columns of
// it: don, of don_no and don_dt of donation. Elsewhere it may be a word. Empty: there is none.
func ownShort(t *schema.Table, name *Name) string {
	if len(t.PrimaryKey) != 1 || len(name.one) != 1 {
		return ""
	}
	ws := Tokens(t.PrimaryKey[0])
	if len(ws) != 2 || len(ws[0]) < minShort || !Shortens(ws[0], name.one[0]) {
		return ""
	}
	for _, c := range t.Columns {
		if all := Tokens(c.Name); c.Name != t.PrimaryKey[0] && len(all) > 1 && all[0] == ws[0] {
			return ws[0]
		}
	}
	return ""
}

// columnPrefix returns the prefix that the columns of a table share: emp_ in tbl_employee. Identifiers of other
// relations may lack it.
func (n *Schema) columnPrefix(t *schema.Table) string {
	if len(t.Columns) < 3 {
		return ""
	}
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = strings.ToLower(c.Name)
	}
	if !strings.Contains(t.Columns[0].Name, "_") {
		return n.gluedPrefix(strings.ToLower(t.Name), names)
	}
	p := sharedPrefix(names, 3)
	if len(p) > 2 && slices.Contains(names, strings.TrimSuffix(p, "_")) {
		return ""
	}
	return p
}

// Letters of a prefix that is glued to names, how many names must have it, and the share of them that must be words
// without it.
const minGluedPrefix, maxGluedPrefix, maxOwnLetters, leastPrefixed, glueShare = 2, 8, 4, 4, 0.75

// gluedPrefix returns the letters that all of some names begin with, and without which they are words: cu of cuno,
// cunm and cucity, sbtx of sbtxid and sbtxamount; without such, those that ownLetters finds. table is what has
// columns of these names; "": they are names of tables. Empty: there are none.
func (n *Schema) gluedPrefix(table string, names []string) (prefix string) {
	if len(names) < leastPrefixed || n.worded(names, 0) > len(names)/2 {
		return ""
	}
	p := commonPrefix(names[0], names[1:])
	most := int(math.Ceil(glueShare*float64(len(names)))) - 1
	for at := min(len(p), maxGluedPrefix); at >= minGluedPrefix && ascii(p); at-- {
		if found := n.worded(names, at); found > most {
			prefix, most = p[:at], found
		}
	}
	if prefix == "" {
		return ownLetters(table, names)
	}
	return prefix
}

// worded counts the names that are words, or are made of them, from a letter on.
func (n *Schema) worded(names []string, from int) (count int) {
	for _, name := range names {
		if !slices.ContainsFunc(n.unglue(name[from:]), func(w string) bool { return len(w) < 2 || !ascii(w[:1]) || !n.known(w) }) {
			count++
		}
	}
	return count
}

// ownLetters returns the first letters of the name of a table that all of its columns begin with, also where they are
// not words without them: un, of unno, unprno and unst of unmast. Empty: there are none.
func ownLetters(table string, columns []string) string {
	p := commonPrefix(table[:min(maxOwnLetters, len(table))], columns)
	for ; len(p) >= minGluedPrefix; p = p[:len(p)-1] {
		if !slices.ContainsFunc(columns, func(name string) bool { return len(name) < len(p)+2 || !ascii(name[len(p):len(p)+1]) }) {
			break
		}
	}
	if len(p) < minGluedPrefix {
		return ""
	}
	return p
}
