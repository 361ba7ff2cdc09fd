package schema

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/borrow"
)

//go:embed sql/*.sql
var sqlFiles embed.FS

// Bounds on a snapshot. What exceeds them is left out, in the order of names.
const (
	MaxTables     = 20_000
	maxColumns    = 400_000
	maxTypes      = 200_000
	maxEnumLabels = 1_000     // labels of one type
	maxAttributes = 100_000   // attributes of composite types
	maxValues     = 100       // values of one column
	maxValueBytes = 200       // bytes of one value
	maxStatsBytes = 48 << 20  // bytes of all values
	maxDefinition = 4 << 20   // bytes of one stored query
	maxUses       = 500_000   // rows about the objects that definitions use
	maxShadows    = 50_000    // names in schemas
	maxCasts      = 10_000    // casts that run functions
	maxMade       = 100_000   // rows about the functions that run when a column's values are created
	MaxCheckText  = 500       // characters of one expression; sql/constraints.sql cuts there
	extractLimit  = "30000ms" // statement_timeout of the extraction
	rereadLimit   = "10000ms" // statement_timeout of Reread
)

// Extract reads everything that the role of the session may see, in one pipelined round trip, in a read-only
// transaction that is rolled back. print must be the fingerprint of this session, read just before. A server error is
// returned as *pgconn.PgError.
func Extract(ctx context.Context, conn *borrow.Conn, print Print) (*Snapshot, error) {
	return extract(ctx, conn, print, nil)
}

// Reread reads, in one pipelined round trip, what a proof needs to know about the relations with one of the given
// unqualified names, in any schema: their columns and types, their definitions, and the names that shadow functions and
// operators. It leaves out keys, checks, statistics and all other relations.
func Reread(ctx context.Context, conn *borrow.Conn, print Print, names []string) (*Snapshot, error) {
	if names == nil {
		names = []string{}
	}
	return extract(ctx, conn, print, names)
}

// extract reads all relations, or only those with one of the names when names is not nil.
func extract(ctx context.Context, conn *borrow.Conn, print Print, names []string) (*Snapshot, error) {
	results, err := readCatalog(ctx, conn, print, names)
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) && pgErr.Code == "XX000" && ctx.Err() == nil {
		// "cache lookup failed": an object was dropped between two reads of the catalog.
		results, err = readCatalog(ctx, conn, print, names)
	}
	if err != nil {
		return nil, fmt.Errorf("read catalog: %w", err)
	}
	s, err := build(results, print)
	if err != nil {
		return nil, fmt.Errorf("read catalog: %w", err)
	}
	return s, nil
}

// The statements of an extraction, in the order in which build reads them: each catalog table before those that refer
// to it.
const (
	relationsAt = iota
	typesAt
	enumsAt
	compositesAt
	columnsAt
	keysAt
	constraintsAt
	statisticsAt
	shadowsAt
	definitionsAt
	castsAt
	extensionsAt
	conversionsAt
	lineageAt // after the definitions, which name the operators
	statementCount
)

// notForProofs lists the statements whose results a plan needs and a proof does not.
var notForProofs = []int{keysAt, constraintsAt, statisticsAt}

func readCatalog(ctx context.Context, conn *borrow.Conn, print Print, names []string) ([]borrow.Result, error) {
	over := func(name string, args ...string) borrow.Statement { return overReadable(name, names, args...) }
	tables := strconv.Itoa(MaxTables + 1) // one more, to notice that there are too many
	stmts := make([]borrow.Statement, statementCount)
	stmts[relationsAt] = over("relations", tables)
	stmts[typesAt] = borrow.SQL(sqlFile("types"), strconv.Itoa(maxTypes))
	stmts[enumsAt] = borrow.SQL(sqlFile("enums"), strconv.Itoa(maxTypes))
	stmts[compositesAt] = over("composites", tables, strconv.Itoa(maxAttributes))
	stmts[columnsAt] = over("columns", tables, strconv.Itoa(maxColumns))
	stmts[keysAt] = over("keys", tables)
	stmts[constraintsAt] = over("constraints", tables)
	stmts[statisticsAt] = over("statistics", tables, strconv.Itoa(maxValues), strconv.Itoa(maxStatsBytes))
	stmts[shadowsAt] = borrow.SQL(sqlFile("shadows"), arrayLiteral(print.SearchPath), strconv.Itoa(maxShadows))
	stmts[definitionsAt] = over("definitions", tables, strconv.Itoa(maxDefinition), strconv.Itoa(maxUses))
	stmts[castsAt] = borrow.SQL(sqlFile("casts"), strconv.Itoa(maxCasts))
	stmts[extensionsAt] = borrow.SQL(sqlFile("extensions"))
	stmts[conversionsAt] = over("conversions", tables, strconv.Itoa(maxMade), strconv.Itoa(maxDefinition))
	stmts[lineageAt] = over("lineage", tables, strconv.Itoa(maxDefinition), strconv.Itoa(maxTrees), strconv.Itoa(maxOrigins))
	for i := range stmts {
		stmts[i] = stmts[i].As("catalog")
	}
	if names == nil {
		return conn.ReadOnly(ctx, readSettings(print, extractLimit), stmts...)
	}
	var wanted []borrow.Statement
	for i, stmt := range stmts {
		if !slices.Contains(notForProofs, i) {
			wanted = append(wanted, stmt)
		}
	}
	results, err := conn.ReadOnly(ctx, readSettings(print, rereadLimit), wanted...)
	for _, i := range notForProofs {
		if err == nil {
			results = slices.Insert(slices.Clone(results), i, borrow.Result{})
		}
	}
	return results, err
}

// readSettings returns settings that make the server's output independent of the session: dates in ISO form, text in
// UTF-8. The server cannot convert from SQL_ASCII, so such text is repaired after reading.
func readSettings(print Print, timeout string) map[string]string {
	encoding := "UTF8"
	if print.Encoding == "SQL_ASCII" {
		encoding = "SQL_ASCII"
	}
	return map[string]string{
		"client_encoding":   encoding,
		"DateStyle":         "ISO, YMD",
		"IntervalStyle":     "postgres",
		"TimeZone":          "UTC",
		"statement_timeout": timeout,
		"work_mem":          "32MB", // so that a thousand tables need no temporary files
		"jit":               "off",  // compiling costs more than it saves on short queries with high cost estimates
	}
}

func sqlFile(name string) string {
	text, err := sqlFiles.ReadFile("sql/" + name + ".sql")
	if err != nil {
		panic(err) // a missing file is a broken build
	}
	return string(text)
}

// overReadable returns a statement over the relations that the role may read, or only over those with one of the names
// when names is not nil.
func overReadable(name string, names []string, args ...string) borrow.Statement {
	text := sqlFile("readable") + sqlFile(name)
	if names != nil {
		args = append(args, arrayLiteral(names))
		text = strings.Replace(text, "-- named\n",
			fmt.Sprintf("AND c.relname OPERATOR(pg_catalog.=) ANY ($%d::pg_catalog.name[])\n", len(args)), 1)
	}
	return borrow.SQL(text, args...)
}
