package lookup

import (
	"fmt"

	"github.com/pgask/pgask/translate/schema"
)

// Way is how a column can be searched cheaply.
type Way byte

// The ways.
const (
	None    Way = iota // not cheaply
	ByScan             // all rows of a small table: in any spelling
	ByIndex            // a large table with an index on the column: in the spellings that people write
)

// MaxScanned is how many rows a table has at most that is searched without an index, by the planner's estimate.
const MaxScanned = 20_000

// wayOf returns how a column can be searched: only the server's own text types, and only local tables without row
// security, whose policies are code of others. The known indexes are the unique keys.
func wayOf(t *schema.Table, c *schema.Column) Way {
	switch {
	case c.Masked || c.Array || t.RowSecurity || t.Remote || t.Rows < 0,
		t.Kind != schema.Ordinary && t.Kind != schema.Partitioned && t.Kind != schema.Materialised,
		c.TypeName != "text" && c.TypeName != "varchar" && c.TypeName != "bpchar" || c.TypeSchema != "" && c.TypeSchema != "pg_catalog":
		return None
	case t.Rows <= MaxScanned:
		return ByScan
	case c.TypeName == "bpchar":
		return None // its index cannot be used to compare with text
	}
	for _, key := range append([][]string{t.PrimaryKey}, t.Unique...) {
		if len(key) > 0 && key[0] == c.Name {
			return ByIndex
		}
	}
	return None
}

// source returns the query for the values of a column, with its number: c, v.
func source(number int, w Want, way Way, spellings int) string {
	column, table := "t."+schema.Quoted(w.Column.Name), schema.Quoted(w.Table.Schema)+"."+schema.Quoted(w.Table.Name)
	read := fmt.Sprintf(`(SELECT %d AS c, %s::text COLLATE "default" AS v FROM %s t`, number, column, table)
	if way == ByIndex {
		return read + fmt.Sprintf(" WHERE %s = ANY ($%d::text[]) LIMIT %d)", column, spellings, maxRead)
	}
	return read + fmt.Sprintf(" LIMIT %d)", maxRead)
}
