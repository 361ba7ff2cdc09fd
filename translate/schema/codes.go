package schema

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/borrow"
)

// CodeTable is a table that may hold the codes of many columns: sets of codes, each set under a name of its own.
type CodeTable struct {
	Table            *Table
	Set, Code, Label *Column
	Language         *Column // nil: all labels are in one language
}

// Codes are the rows of a code table.
type Codes struct {
	Table, Set, Code, Label, Language string // the table as schema.name, and its columns; Language may be empty
	Rows                              []CodeRow
}

// CodeRow is a code of a set, and what it stands for: texts of the database, never SQL.
type CodeRow struct{ Set, Code, Label, Language string }

// Of reports whether the codes are those of a table.
func (c Codes) Of(t *Table) bool { return c.Table == t.Qualified() }

// Bounds of the code tables that are read.
const (
	maxCodeTables = 3
	MaxCodeRows   = 3_000 // a table with more is not read
	maxCodeBytes  = 40    // of a code or the name of a set; rows with longer ones are left out
	maxLabelBytes = 80
)

// may reports whether a code table may be read.
func (c CodeTable) may() bool {
	if !c.Table.readable() || c.Table.Rows > MaxCodeRows {
		return false
	}
	return !slices.ContainsFunc(c.columns(), func(c *Column) bool {
		return c.Masked || c.Array || len(c.Runs) > 0 || c.TypeSchema != "" && c.TypeSchema != "pg_catalog" ||
			c.Class != Text && c.Class != Integer
	})
}

func (c CodeTable) columns() []*Column {
	all := []*Column{c.Set, c.Code, c.Label}
	if c.Language != nil {
		all = append(all, c.Language)
	}
	return all
}

// reads returns the statement that reads a code table, and what is told of it.
func (c CodeTable) reads(conn *borrow.Conn) (borrow.Statement, Sample) {
	var shown, short, names []string
	for i, col := range c.columns() {
		text := "t." + Quoted(col.Name) + "::pg_catalog.text"
		names, shown = append(names, col.Name), append(shown, text)
		most := map[bool]string{false: "$2", true: "$3"}[i == 2]
		short = append(short, "pg_catalog.octet_length("+text+") OPERATOR(pg_catalog.<=) "+most+"::pg_catalog.int4")
	}
	s := borrow.SQL("SELECT "+strings.Join(shown, ", ")+" FROM "+Quoted(c.Table.Schema)+"."+Quoted(c.Table.Name)+" t WHERE "+
		strings.Join(short, " AND ")+" LIMIT $1::pg_catalog.int8",
		strconv.Itoa(MaxCodeRows+1), strconv.Itoa(maxCodeBytes), strconv.Itoa(maxLabelBytes)).As("codes")
	return s, Sample{SQL: conn.Text(s), Table: c.Table, Columns: names}
}

// read returns the rows that the statement found; nothing when there are more than may be kept.
func (c CodeTable) read(result borrow.Result) (Codes, bool) {
	out := Codes{Table: c.Table.Qualified(), Set: c.Set.Name, Code: c.Code.Name, Label: c.Label.Name}
	if c.Language != nil {
		out.Language = c.Language.Name
	}
	for _, row := range result.Rows {
		if len(row) != len(c.columns()) {
			return Codes{}, false
		}
		one := CodeRow{Set: string(row[0]), Code: string(row[1]), Label: string(row[2])}
		if c.Language != nil {
			one.Language = string(row[3])
		}
		out.Rows = append(out.Rows, one)
	}
	return out, len(out.Rows) > 0 && len(out.Rows) <= MaxCodeRows
}
