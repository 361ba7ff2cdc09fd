package normal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rename says what the draft calls an item of FROM, or a WITH query, that has another name in the normal form, or
// columns that have.
type Rename struct {
	Form, Draft string
	Columns     []ColumnRename
	Query       bool // it is a WITH query
}

// ColumnRename says what the draft calls a column.
type ColumnRename struct{ Form, Draft string }

// Renames lists what has other names in a normal form than in its draft. An item and a WITH query may have the same
// name.
type Renames []Rename

// maxTold bounds the messages in which names are looked for: the server's own about a statement are short.
const maxTold = 4 << 10

// Told returns a message of the server about a statement in the normal form with the names of the draft: an item
// counts before a dot (c_1.id), a WITH query between quotation marks of whatever language ("q_1"), and pg_catalog,
// which the form writes, goes. All else stays. Messages that may quote values must not be given to it.
func (r Renames) Told(message string) string {
	if len(message) > maxTold {
		return message
	}
	var out strings.Builder
	before := ' '
	for rest := message; rest != ""; {
		if !inName(before) {
			if form, draft := r.at(rest, !unicode.IsSpace(before)); form != "" {
				out.WriteString(draft)
				before, rest = 'x', rest[len(form):] // the name has ended, and nothing begins in the middle of another
				continue
			}
			if named, ok := strings.CutPrefix(rest, "pg_catalog."); ok && begins(named) {
				rest = named
				continue
			}
		}
		c, n := utf8.DecodeRuneInString(rest)
		out.WriteString(rest[:n])
		before, rest = c, rest[n:]
	}
	return out.String()
}

// at returns the longest name of the form that a text begins with, with the column behind it if that has another
// name, too, and what the draft has in their place; both empty: there is none.
func (r Renames) at(text string, marked bool) (form, draft string) {
	for _, one := range r {
		rest, ok := strings.CutPrefix(text, one.Form)
		if !ok || len(one.Form) < len(form) {
			continue
		}
		next, _ := utf8.DecodeRuneInString(rest)
		switch {
		case one.Query:
			if marked && rest != "" && !inName(next) && !unicode.IsSpace(next) {
				form, draft = one.Form, one.Draft
			}
		case next == '.':
			form, draft = one.Form, one.Draft
			longest := 0
			for _, c := range one.Columns {
				after, ok := strings.CutPrefix(rest[1:], c.Form)
				if end, _ := utf8.DecodeRuneInString(after); ok && len(c.Form) > longest && (after == "" || !inName(end)) {
					longest = len(c.Form)
					form, draft = one.Form+"."+c.Form, one.Draft+"."+c.Draft
				}
			}
		}
	}
	return form, draft
}

// begins reports whether a text begins with a name or an operator.
func begins(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(c) || c == '_' || c < utf8.RuneSelf && strings.ContainsRune("+-*/<>=~!@#%^&|`?", c)
}

// inName reports whether a rune is part of a name as people write them, or stands between the parts of one.
func inName(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' || c == '$' || c == '.'
}

// renames returns what has other names in the form.
func (b *binder) renames() Renames {
	var all Renames
	for _, i := range b.items {
		one := Rename{Form: i.alias.Aliasname, Draft: i.name}
		for _, c := range i.columns {
			if c.name != c.real && c.name != "" && c.real != "" {
				one.Columns = append(one.Columns, ColumnRename{c.real, c.name})
			}
		}
		if one.Draft != "" && (one.Form != one.Draft || len(one.Columns) > 0) {
			all = append(all, one)
		}
	}
	for _, c := range b.queries {
		if c.node.Ctename != c.name && c.name != "" {
			all = append(all, Rename{Form: c.node.Ctename, Draft: c.name, Query: true})
		}
	}
	return slices.Clip(all)
}
