package builtin

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// displayOf returns the columns that tell a person which row it is: a name, a title, or a first and a last name. For
// a table with none of these it returns its key.
func (ix *index) displayOf(t *schema.Table) []*schema.Column {
	ti := ix.info[t]
	by := map[string]*schema.Column{}
	for _, c := range t.Columns {
		if c.Masked {
			continue
		}
		ws := strings.Join(stems(expand(unstem(ti, c))), " ")
		if _, taken := by[ws]; !taken {
			by[ws] = c
		}
		if bare := cutTable(unstem(ti, c), ti.words); len(bare) > 0 {
			if k := strings.Join(stems(expand(bare)), " "); by[k] == nil {
				by[k] = c
			}
		}
	}
	pick := func(names ...string) *schema.Column {
		for _, n := range names {
			if c := by[strings.Join(stems(strings.Fields(n)), " ")]; c != nil && c.Class == schema.Text {
				return c
			}
		}
		return nil
	}
	first := pick("first name", "given name", "forename", "personal name")
	last := pick("last name", "surname", "family name", "surname name")
	if whole := pick("name", "full name", "display name"); whole != nil && first != nil && last == nil && whole != first {
		return []*schema.Column{first, whole} // beside a first name, "name" is the last name
	} else if whole != nil {
		return []*schema.Column{whole}
	}
	if first != nil && last != nil {
		return []*schema.Column{first, last}
	}
	if c := pick("title", "label", "caption", "username", "user name", "nickname", "nick name", "login", "handle"); c != nil {
		return []*schema.Column{c}
	}
	if c := by[strings.Join(ti.words, " ")]; c != nil && c.Class == schema.Text {
		return []*schema.Column{c}
	}
	if c := ix.onlyTail(t, "name"); c != nil {
		return []*schema.Column{c}
	}
	if c := ix.onlyTail(t, "titl"); c != nil {
		return []*schema.Column{c}
	}
	keys := ix.keyColumns(t)
	if c := ix.onlyTail(t, "descript"); c != nil && len(keys) == 1 && cryptic(keys[0]) {
		return []*schema.Column{keys[0], c} // a code and its description
	}
	return keys
}

// cryptic reports whether the known values of a column are all codes of one or two letters, which say little to
// people.
func cryptic(c *schema.Column) bool {
	vs := known(c)
	return c.Class == schema.Text && len(vs) > 0 && !slices.ContainsFunc(vs, func(v string) bool { return len(v) > 2 })
}

// unstem returns the words of a column as written, or in English. It returns the stems when the name was split
// without a separator.
func unstem(ti *tableInfo, c *schema.Column) []string {
	if e := ti.english[c]; e != nil {
		return e
	}
	ws := split(c.Name)
	if len(stems(ws)) != len(ti.columns[c]) {
		return ti.columns[c]
	}
	return ws
}

// onlyTail returns the text column whose name ends with the stem tail; nil when there is none, or more than one.
func (ix *index) onlyTail(t *schema.Table, tail string) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		ws := ix.info[t].columns[c]
		if len(ws) == 0 || ws[len(ws)-1] != tail || c.Class != schema.Text {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// keyColumns returns the columns of the primary key; else the column that looks like a key; else all columns.
func (ix *index) keyColumns(t *schema.Table) []*schema.Column {
	var out []*schema.Column
	for _, k := range t.PrimaryKey {
		if c := t.Column(k); c != nil {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		if c := keyOf(t); c != nil {
			return []*schema.Column{c}
		}
		return t.Columns
	}
	return out
}

// hasName reports whether the rows of a table have a name: its display columns are text, and not only its primary
// key.
func (ix *index) hasName(t *schema.Table) bool {
	d := ix.info[t].display
	return len(d) > 0 && !slices.Contains(t.PrimaryKey, d[0].Name) && d[0].Class == schema.Text
}

// isKey reports whether a column is part of the primary key or of a foreign key of its table.
func (ix *index) isKey(t *schema.Table, c *schema.Column) bool {
	if slices.Contains(t.PrimaryKey, c.Name) {
		return true
	}
	for _, e := range ix.graph.edges[t] {
		if e.toOne && slices.Contains(e.fromCols, c.Name) {
			return true
		}
	}
	return false
}

// dateOf returns the column that says when a row of the table happened: the only date, or the only one with a plain
// name such as date or time, or the one named after the table. It returns nil when there is none of these.
func (ix *index) dateOf(t *schema.Table) *schema.Column {
	var found []*schema.Column
	for _, c := range t.Columns {
		if c.Class.Temporal() {
			found = append(found, c)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	var best *schema.Column
	n := 0
	for _, c := range found {
		ws := ix.info[t].columns[c]
		bare := cutTable(ws, ix.info[t].words)
		if len(bare) == 0 {
			bare = ws
		}
		switch strings.Join(bare, " ") {
		case "date", "at", "on", "time", "datetim", "timestamp", "day", "when":
			best = c
			n++
		}
	}
	if n == 1 {
		return best
	}
	// The name of the table as a verb: ordered_at in orders.
	for _, c := range found {
		ws := ix.info[t].columns[c]
		if len(ws) > 0 && len(ix.info[t].words) > 0 && ws[0] == ix.info[t].words[len(ix.info[t].words)-1] {
			return c
		}
	}
	return nil
}

// yearOf returns the column that holds the calendar year of a row: the only one whose name ends with "year", or the
// one called just that. It returns nil when there is none, or when several compete.
func (ix *index) yearOf(t *schema.Table) *schema.Column {
	var found *schema.Column
	for _, c := range t.Columns {
		ws := ix.info[t].columns[c]
		if len(ws) == 0 || ws[len(ws)-1] != "year" || !c.Class.Numeric() && c.Class != schema.Text {
			continue
		}
		if found != nil {
			if strings.EqualFold(found.Name, "year") {
				return found
			}
			if !strings.EqualFold(c.Name, "year") {
				return nil
			}
		}
		found = c
	}
	return found
}
