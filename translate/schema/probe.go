package schema

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pgask/pgask/translate/borrow"
)

// ProbeBudget holds the limits of Probe. Zero means the default.
type ProbeBudget struct {
	Rows    int           // rows of each table, the first that a scan finds; default 10,000
	Columns int           // in all; default 50
	Time    time.Duration // in all; default 500 ms
	// Skip reports whether a column must not be read; nil: all may be.
	Skip func(*Table, *Column) bool
	// Witness is called with all statements before the first is sent; when it fails, nothing is read. nil: no call.
	Witness func(ctx context.Context, all []Sample) error
}

// Sample is a statement that reads a part of a table.
type Sample struct {
	SQL     string // as it is sent
	Table   *Table
	Columns []string
	// Ref is the table in which values of the first column are looked up, and RefColumn its column; nil: none is.
	Ref       *Table
	RefColumn string
}

func (b ProbeBudget) withDefaults() ProbeBudget {
	if b.Rows <= 0 {
		b.Rows = 10_000
	}
	if b.Columns <= 0 {
		b.Columns = 50
	}
	if b.Time <= 0 {
		b.Time = 500 * time.Millisecond
	}
	return b
}

// Probe reads common values of text columns without statistics, all in one round trip, and returns a snapshot with
// them, or s itself when there is nothing to read. It reads ordinary, partitioned and materialised tables that have
// neither row-level security nor foreign partitions, in a read-only transaction, and skips tables that take too long or
// are locked. Inside a transaction of the session's owner it reads nothing, because that would have visible effects: on
// locks, and on the dependencies of a serialisable transaction.
//
// An error means that the connection failed or the context ended. The snapshot still has what was read before that.
func Probe(ctx context.Context, conn *borrow.Conn, print Print, s *Snapshot, budget ProbeBudget) (*Snapshot, error) {
	if conn.InTransaction() {
		return s, nil
	}
	budget = budget.withDefaults()
	probes := s.probes(budget)
	if len(probes) == 0 || budget.Time < time.Millisecond {
		return s, nil
	}
	stmts, samples := make([]borrow.Statement, len(probes)), make([]Sample, len(probes))
	for i, p := range probes {
		stmts[i] = borrow.SQL(probeSQL(p.table.Schema, p.table.Name, p.columns), strconv.Itoa(budget.Rows),
			strconv.Itoa(maxValues+1), strconv.Itoa(maxValueBytes)).As("sample")
		samples[i] = Sample{SQL: conn.Text(stmts[i]), Table: p.table, Columns: p.columns}
	}
	if budget.Witness != nil {
		if err := budget.Witness(ctx, samples); err != nil {
			return s, err
		}
	}
	settings := readSettings(print, strconv.FormatInt(budget.Time.Milliseconds(), 10)+"ms")
	settings["lock_timeout"] = "50ms"
	settings["max_parallel_workers_per_gather"] = "0"
	outcomes, failed := conn.Each(ctx, settings, budget.Time, stmts...)
	found := map[*Table]map[string]Profile{}
	for i, o := range outcomes {
		if o.Err != nil {
			continue // the server refused, or it took too long
		}
		profiles, err := probes[i].read(o.Result, budget.Rows)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("probe %s: %w", probes[i].table.Qualified(), err))
			continue
		}
		found[probes[i].table] = profiles
	}
	return s.with(found), failed
}

// tableProbe holds the columns of one table that are to be read.
type tableProbe struct {
	table   *Table
	columns []string
}

// probes returns the probes that the budget allows, in the order of the tables.
func (s *Snapshot) probes(budget ProbeBudget) (all []tableProbe) {
	for _, t := range s.Tables {
		columns := t.unknown(budget.Skip)
		columns = columns[:min(len(columns), budget.Columns)]
		budget.Columns -= len(columns)
		if len(columns) > 0 {
			all = append(all, tableProbe{t, columns})
		}
	}
	return all
}

// unknown returns the text columns without a profile that may be read.
func (t *Table) unknown(skip func(*Table, *Column) bool) []string {
	if !t.readable() {
		return nil
	}
	var names []string
	for _, c := range t.Columns {
		// Only the server's own types, because comparing values of other types runs the code of others.
		builtin := c.TypeName == "text" || c.TypeName == "varchar" || c.TypeName == "bpchar"
		if builtin && !c.Array && !c.Profile.known() && (skip == nil || !skip(t, c)) {
			names = append(names, c.Name)
		}
	}
	return names
}

// read returns profiles from the result of a probe.
func (p tableProbe) read(result borrow.Result, rows int) (map[string]Profile, error) {
	read := make([]Profile, len(p.columns))
	err := eachRow(result, 6, func(r *row) {
		if at := r.number(); at >= 0 && at < len(p.columns) {
			read[at].addProbed(r, rows)
		}
	})
	profiles := map[string]Profile{}
	for i, name := range p.columns {
		read[i].Complete = read[i].Distinct > 0 && float64(len(read[i].Values)) == read[i].Distinct
		profiles[name] = read[i]
	}
	return profiles, err
}

// addProbed adds one value of the column, or its share of NULLs.
func (p *Profile) addProbed(r *row, rows int) {
	total, distinct := r.float(), r.float()
	value, count, long := r.json(), r.float(), r.flag()
	if total <= 0 {
		return
	}
	if total < float64(rows) {
		p.Distinct = distinct // the whole table was read
	}
	switch {
	case value == nil:
		p.NullFrac = count / total
	case !long && len(p.Values) < maxValues:
		p.Values = append(p.Values, strings.ToValidUTF8(string(value), "\uFFFD"))
		p.Freqs = append(p.Freqs, count/total)
	}
}

// probeSQL returns a statement that selects, for each column: its position, the rows read, the number of distinct
// values, and the most common values with their row counts. $1 bounds the rows, $2 the values, $3 the bytes of a value.
func probeSQL(schema, table string, columns []string) string {
	var list, values []string
	for i, name := range columns {
		list = append(list, fmt.Sprintf("t.%s AS c%d", Quoted(name), i))
		values = append(values, fmt.Sprintf("(%d, s.c%d::pg_catalog.text)", i, i))
	}
	return `WITH counted AS (
    SELECT v.at, v.value, pg_catalog.count(*) AS n
    FROM (SELECT ` + strings.Join(list, ", ") + ` FROM ` + Quoted(schema) + "." + Quoted(table) + ` t LIMIT $1::pg_catalog.int8) AS s
    CROSS JOIN LATERAL (VALUES ` + strings.Join(values, ", ") + `) AS v (at, value)
    GROUP BY v.at, v.value
), ranked AS (
    SELECT c.at, c.value, c.n, pg_catalog.sum(c.n) OVER (PARTITION BY c.at) AS total,
        pg_catalog.count(c.value) OVER (PARTITION BY c.at) AS different,
        pg_catalog.row_number() OVER (PARTITION BY c.at ORDER BY c.n DESC, c.value) AS place
    FROM counted c
)
SELECT r.at, r.total, r.different, pg_catalog.left(r.value, $3::pg_catalog.int4), r.n,
    pg_catalog.octet_length(r.value) OPERATOR(pg_catalog.>) $3::pg_catalog.int4
FROM ranked r
WHERE r.place OPERATOR(pg_catalog.<=) $2::pg_catalog.int8 OR r.value IS NULL
ORDER BY r.at, r.place`
}

// with returns the snapshot with the given profiles. It copies the tables and columns that change.
func (s *Snapshot) with(found map[*Table]map[string]Profile) *Snapshot {
	if len(found) == 0 {
		return s
	}
	changed := *s
	changed.Tables = make([]*Table, len(s.Tables))
	for i, t := range s.Tables {
		changed.Tables[i] = t
		profiles := found[t]
		if profiles == nil {
			continue
		}
		table := *t
		table.Columns = make([]*Column, len(t.Columns))
		for j, c := range t.Columns {
			column := *c
			if p, ok := profiles[c.Name]; ok {
				column.Profile = p
			}
			table.Columns[j] = &column
		}
		changed.Tables[i] = &table
	}
	return New(changed)
}
