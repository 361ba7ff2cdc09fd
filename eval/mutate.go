package eval

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// mutant is a database that is not quite the one of a question, and how its names are those of the real one.
type mutant struct {
	snap *schema.Snapshot
	back map[string]string // its names, where they differ, by what they are called here
}

// without returns a database without a column; nil where keys need that.
func without(snap *schema.Snapshot, o Object) *mutant {
	t := snap.Table(o.Schema, o.Table)
	if t == nil || t.Column(o.Column) == nil || keyColumn(snap, t, o.Column) {
		return nil
	}
	again := *t
	again.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c *schema.Column) bool { return c.Name == o.Column })
	if len(again.Columns) == 0 {
		return nil
	}
	return &mutant{snap: with(snap, t, &again)}
}

// rivalled returns a database in which two columns are what one was: origin_x and destination_x, both with its values.
func rivalled(snap *schema.Snapshot, o Object) *mutant {
	t := snap.Table(o.Schema, o.Table)
	if t == nil || t.Column(o.Column) == nil || keyColumn(snap, t, o.Column) {
		return nil
	}
	first, second := "origin_"+o.Column, "destination_"+o.Column
	again := *t
	again.Columns = nil
	for _, c := range t.Columns {
		if c.Name != o.Column {
			again.Columns = append(again.Columns, c)
			continue
		}
		a, b := *c, *c
		a.Name, b.Name = first, second
		again.Columns = append(again.Columns, &a, &b)
	}
	return &mutant{with(snap, t, &again), map[string]string{first: o.Column, second: o.Column}}
}

// keyColumn reports whether a column is part of a key.
func keyColumn(snap *schema.Snapshot, t *schema.Table, name string) bool {
	used := slices.Contains(t.PrimaryKey, name)
	for _, k := range t.Unique {
		used = used || slices.Contains(k, name)
	}
	for _, other := range snap.Tables {
		for _, k := range other.ForeignKeys {
			used = used || other == t && slices.Contains(k.Columns, name) ||
				k.RefSchema == t.Schema && k.RefTable == t.Name && slices.Contains(k.RefColumns, name)
		}
	}
	return used
}

func with(snap *schema.Snapshot, old, t *schema.Table) *schema.Snapshot {
	again := *snap
	again.Tables = slices.Clone(snap.Tables)
	again.Tables[slices.Index(snap.Tables, old)] = t
	return schema.New(again)
}

// renamed returns a database whose relations and columns have other names; nil where two would have the same one.
func renamed(snap *schema.Snapshot, table, column func(string) string) *mutant {
	m := &mutant{back: map[string]string{}}
	fits := true
	name := func(f func(string) string, old string) string {
		made := f(old)
		if known, ok := m.back[made]; ok && known != old {
			fits = false
		}
		m.back[made] = old
		return made
	}
	names := func(all []string) (out []string) {
		for _, c := range all {
			out = append(out, name(column, c))
		}
		return out
	}
	again := *snap
	again.Tables = nil
	for _, t := range snap.Tables {
		one := *t
		one.Name, one.Columns, one.Unique, one.ForeignKeys = name(table, t.Name), nil, nil, nil
		one.PrimaryKey, one.Query, one.Checks = names(t.PrimaryKey), "", nil
		for _, u := range t.Unique {
			one.Unique = append(one.Unique, names(u))
		}
		for _, c := range t.Columns {
			col := *c
			col.Name = name(column, c.Name)
			one.Columns = append(one.Columns, &col)
		}
		for _, k := range t.ForeignKeys {
			k.Columns, k.RefTable, k.RefColumns = names(k.Columns), name(table, k.RefTable), names(k.RefColumns)
			one.ForeignKeys = append(one.ForeignKeys, k)
		}
		again.Tables = append(again.Tables, &one)
	}
	if !fits {
		return nil
	}
	m.snap = schema.New(again)
	return m
}

// Names as some databases have them.
func glued(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }

func prefixed(s string) string { return "tbl_" + strings.ToLower(s) }

func abbreviated(s string) string {
	parts := strings.Split(strings.ToLower(s), "_")
	for i, p := range parts {
		if len(p) > 6 {
			parts[i] = p[:5]
		}
	}
	return strings.Join(parts, "_")
}

func same(s string) string { return s }

var token = regexp.MustCompile(`'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_][A-Za-z0-9_]*`)

// real returns a statement about the mutant as one about the real database.
func (m *mutant) real(sql string) string {
	return token.ReplaceAllStringFunc(sql, func(s string) string {
		if s[0] == '\'' {
			return s
		}
		if old, ok := m.back[strings.Trim(s, `"`)]; ok {
			return `"` + strings.ReplaceAll(old, `"`, `""`) + `"`
		}
		return s
	})
}
