package schema

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/pgask/pgask/translate/borrow"
)

// Join is two columns that may belong together: one may refer to the other.
type Join struct {
	Table     *Table
	Column    *Column
	Ref       *Table
	RefColumn *Column
}

// Fit is how many different values of one column are found in another, in a sample.
type Fit struct {
	Table, Column, Ref, RefColumn string // the tables as schema.name
	Values, Found                 int
}

// Of reports whether the fit is that of a join.
func (f Fit) Of(j Join) bool {
	return f.Column == j.Column.Name && f.RefColumn == j.RefColumn.Name && f.Table == j.Table.Qualified() && f.Ref == j.Ref.Qualified()
}

// Bounds of Measure.
const (
	MeasureTime  = 500 * time.Millisecond // in all
	maxMeasured  = 40                     // joins
	sampledRows  = 5_000                  // of the table that refers, the first that a scan finds
	sampledKeys  = 400                    // different values of them
	maxUnindexed = 20_000                 // rows of a table that is searched without a unique index, by the planner's estimate
	mostlyNull   = 0.99                   // share of NULLs from which a large table would be read to its end
	largeTable   = 200_000                // rows
)

// Wanted is what Measure is to look at in the data.
type Wanted struct {
	Joins []Join
	Codes []CodeTable
}

// Measured is what it found.
type Measured struct {
	Fits  []Fit
	Codes []Codes
}

// Measure looks up how well columns fit, as far as that is cheap, and reads code tables, all in one round trip, and
// returns what it learned. Of joins it reads a sample of one column and looks its values up in a key or a small
// table, in a read-only transaction; what takes too long or is locked is left out. It reads no table with row-level
// security, no foreign one and no column that is masked, and inside a transaction of the session's owner nothing at
// all; see Probe. witness is called with all statements before the first is sent.
//
// An error means that the connection failed, the context ended or the witness refused.
func Measure(ctx context.Context, conn *borrow.Conn, print Print, want Wanted,
	witness func(context.Context, []Sample) error) (found Measured, err error) {
	joins := slices.DeleteFunc(slices.Clone(want.Joins), func(j Join) bool { return !j.cheap() })
	joins = joins[:min(len(joins), maxMeasured)]
	codes := slices.DeleteFunc(slices.Clone(want.Codes), func(c CodeTable) bool { return !c.may() })
	codes = codes[:min(len(codes), maxCodeTables)]
	if conn.InTransaction() || len(joins)+len(codes) == 0 {
		return found, nil
	}
	var stmts []borrow.Statement
	var samples []Sample
	for _, c := range codes {
		stmt, sample := c.reads(conn)
		stmts, samples = append(stmts, stmt), append(samples, sample)
	}
	for _, j := range joins {
		stmt := borrow.SQL(j.sql(), strconv.Itoa(sampledRows), strconv.Itoa(sampledKeys)).As("join")
		stmts = append(stmts, stmt)
		samples = append(samples, Sample{SQL: conn.Text(stmt), Table: j.Table, Columns: []string{j.Column.Name}, Ref: j.Ref,
			RefColumn: j.RefColumn.Name})
	}
	if err := witness(ctx, samples); err != nil {
		return found, err
	}
	settings := readSettings(print, strconv.FormatInt(MeasureTime.Milliseconds(), 10)+"ms")
	settings["lock_timeout"] = "20ms"
	settings["max_parallel_workers_per_gather"] = "0"
	settings["jit"] = "off"
	outcomes, err := conn.Each(ctx, settings, MeasureTime, stmts...)
	for i, o := range outcomes {
		switch {
		case o.Err != nil: // refused, or it took too long
		case i < len(codes):
			if read, ok := codes[i].read(o.Result); ok {
				found.Codes = append(found.Codes, read)
			}
		default:
			if f, ok := joins[i-len(codes)].read(o.Result); ok {
				found.Fits = append(found.Fits, f)
			}
		}
	}
	return found, err
}

// read returns what the statement found.
func (j Join) read(result borrow.Result) (Fit, bool) {
	if len(result.Rows) != 1 || len(result.Rows[0]) != 2 {
		return Fit{}, false
	}
	values, verr := strconv.Atoi(string(result.Rows[0][0]))
	found, ferr := strconv.Atoi(string(result.Rows[0][1]))
	return Fit{j.Table.Qualified(), j.Column.Name, j.Ref.Qualified(), j.RefColumn.Name, values, found}, verr == nil && ferr == nil && values > 0
}

// cheap reports whether a join may be measured, and costs little.
func (j Join) cheap() bool {
	if j.Ref.Rows == 0 { // nothing is found in an empty table, which says nothing
		return false
	}
	if j.Table == j.Ref && j.Column == j.RefColumn || !j.Table.readable() || !j.Ref.readable() {
		return false
	}
	text := func(c *Column) bool { return c.TypeName == "text" || c.TypeName == "varchar" }
	whole := func(c *Column) bool { return c.TypeName == "int2" || c.TypeName == "int4" || c.TypeName == "int8" }
	uuid := func(c *Column) bool { return c.TypeName == "uuid" }
	same := func(is func(*Column) bool) bool { return is(j.Column) && is(j.RefColumn) }
	for _, c := range []*Column{j.Column, j.RefColumn} {
		if c.Masked || c.Array || c.TypeSchema != "" && c.TypeSchema != "pg_catalog" || len(c.Runs) > 0 {
			return false // comparing values of others' types runs the code of others
		}
	}
	if !same(text) && !same(whole) && !same(uuid) || j.Table.Rows > largeTable && j.Column.Profile.NullFrac > mostlyNull {
		return false
	}
	indexed := slices.ContainsFunc(append([][]string{j.Ref.PrimaryKey}, j.Ref.Unique...), func(key []string) bool {
		return len(key) > 0 && key[0] == j.RefColumn.Name
	})
	return indexed || j.Ref.Rows >= 0 && j.Ref.Rows <= maxUnindexed
}

// readable reports whether pgask may read rows of the table for itself.
func (t *Table) readable() bool {
	return !t.RowSecurity && !t.Remote && (t.Kind == Ordinary || t.Kind == Partitioned || t.Kind == Materialised)
}

// sql returns the statement that counts the values of a sample, and those of them that are found. $1 bounds its rows,
// $2 the values.
func (j Join) sql() string {
	equal := "r." + Quoted(j.RefColumn.Name) + " OPERATOR(pg_catalog.=) s.v"
	return fmt.Sprintf(`SELECT pg_catalog.count(*), pg_catalog.count(*) FILTER (WHERE EXISTS (SELECT 1 FROM %s r WHERE %s))
FROM (SELECT DISTINCT k.v FROM (SELECT t.%s AS v FROM %s t WHERE t.%[3]s IS NOT NULL LIMIT $1::pg_catalog.int8) k LIMIT $2::pg_catalog.int8) s`,
		Quoted(j.Ref.Schema)+"."+Quoted(j.Ref.Name), equal, Quoted(j.Column.Name), Quoted(j.Table.Schema)+"."+Quoted(j.Table.Name))
}
