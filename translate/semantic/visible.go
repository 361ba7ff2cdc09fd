package semantic

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// Visible returns the model of the snapshot as a caller sees it. may reports whether the caller may see a relation, or with a
// column that column. The model is made anew without what is hidden, so that no fact of it can tell of that.
func Visible(s *schema.Snapshot, o Options, may func(t *schema.Table, column string) bool) *Model {
	seen := *s
	seen.Tables = nil
	for _, t := range s.Tables {
		if may(t, "") {
			seen.Tables = append(seen.Tables, visibleTable(s, t, may))
		}
	}
	return Build(schema.New(seen), o)
}

func visibleTable(s *schema.Snapshot, t *schema.Table, may func(t *schema.Table, column string) bool) *schema.Table {
	hidden := func(column string) bool { return !may(t, column) }
	if !slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return hidden(c.Name) }) &&
		!slices.ContainsFunc(t.ForeignKeys, func(fk schema.ForeignKey) bool { return refersToHidden(s, fk, may) }) {
		return t
	}
	seen := *t
	seen.Columns, seen.Unique, seen.ForeignKeys, seen.Checks = nil, nil, nil, nil // a CHECK may name what is hidden
	for _, c := range t.Columns {
		if !hidden(c.Name) {
			seen.Columns = append(seen.Columns, c)
		}
	}
	if slices.ContainsFunc(t.PrimaryKey, hidden) {
		seen.PrimaryKey = nil
	}
	for _, key := range t.Unique {
		if !slices.ContainsFunc(key, hidden) {
			seen.Unique = append(seen.Unique, key)
		}
	}
	for _, fk := range t.ForeignKeys {
		if !slices.ContainsFunc(fk.Columns, hidden) && !refersToHidden(s, fk, may) {
			seen.ForeignKeys = append(seen.ForeignKeys, fk)
		}
	}
	return &seen
}

func refersToHidden(s *schema.Snapshot, fk schema.ForeignKey, may func(t *schema.Table, column string) bool) bool {
	ref := s.References(fk)
	return ref == nil || !may(ref, "") || slices.ContainsFunc(fk.RefColumns, func(c string) bool { return !may(ref, c) })
}
