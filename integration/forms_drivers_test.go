package integration

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// turn is what a driver sends in one go, and what it hears up to the last ReadyForQuery in want, or, without one, up
// to where it has all that it waits for.
type turn struct {
	send []pgproto3.FrontendMessage
	want []string
}

// driverForms are the messages that drivers send for one call of their API, in the order and with the names that they
// use.
var driverForms = map[string][]turn{
	"asyncpg: fetch, twice, from its cache": {
		{on(parse("__asyncpg_stmt_1__", "SELECT * FROM ask('five products') t WHERE t.id > $1"), describe('S', "__asyncpg_stmt_1__"), msgFlush), said("1", "t 23", "T id")},
		{on(binaryBind("", "__asyncpg_stmt_1__", "\x00\x00\x00\x03"), execute("", 0), msgSync), said("2", `D \x00000004`, `D \x00000005`, "C SELECT 2", "Z I")},
		{on(binaryBind("", "__asyncpg_stmt_1__", "\x00\x00\x00\x04"), execute("", 0), msgSync), said("2", `D \x00000005`, "C SELECT 1", "Z I")},
		{on(closing('S', "__asyncpg_stmt_1__"), msgSync), said("3", "Z I")},
	},
	"asyncpg: a cursor in a transaction": {
		{on(query("BEGIN;")), said("C BEGIN", "Z T")},
		{on(parse("s", "SELECT * FROM ask('five products')"), describe('S', "s"), msgFlush), said("1", "t", "T id")},
		{on(bind("p", "s"), execute("p", 2), msgSync), said("2", "D 1", "D 2", "s", "Z T")},
		{on(execute("p", 50), msgSync), said("D 3", "D 4", "D 5", "C SELECT 3", "Z T")},
		{on(query("ROLLBACK;")), said("C ROLLBACK", "Z I")},
	},
	"pg8000: everything flushed": {
		{on(parse("s", "SELECT * FROM ask('product count')"), msgFlush), said("1")},
		{on(describe('S', "s"), msgFlush), said("t", "T n")},
		{on(msgSync), said("Z I")},
		{on(bind("p", "s"), msgFlush), said("2")},
		{on(execute("p", 100), msgFlush), said("D 288", "C SELECT 1")},
		{on(msgSync), said("Z I")},
	},
	"psycopg 3: from the fifth run on by name": {
		{on(parse("", "SELECT * FROM ask('product count')"), bind("", ""), describe('P', ""), execute("", 0), msgSync), said("1", "2", "T n", "D 288", "C SELECT 1", "Z I")},
		{on(parse("_pg3_0", "SELECT * FROM ask('product count')"), msgSync), said("1", "Z I")},
		{on(bind("", "_pg3_0"), describe('P', ""), execute("", 0), msgSync), said("2", "T n", "D 288", "C SELECT 1", "Z I")},
		{on(query("DEALLOCATE ALL")), said("C DEALLOCATE ALL", "Z I")},
		{on(parse("_pg3_0", "SELECT 7"), bind("", "_pg3_0"), describe('P', ""), execute("", 0), msgSync), said("1", "2", "T ?column?", "D 7", "C SELECT 1", "Z I")},
	},
	"pgx: described, then cached": {
		{on(parse("stmtcache_1", "SELECT * FROM ask('five products') t LIMIT $1"), describe('S', "stmtcache_1"), msgSync), said("1", "t 20", "T id", "Z I")},
		{on(binaryBind("", "stmtcache_1", "\x00\x00\x00\x00\x00\x00\x00\x01"), execute("", 0), msgSync), said("2", `D \x00000001`, "C SELECT 1", "Z I")},
		{on(binaryBind("", "stmtcache_1", "\x00\x00\x00\x00\x00\x00\x00\x02"), execute("", 0), msgSync), said("2", `D \x00000001`, `D \x00000002`, "C SELECT 2", "Z I")},
		{on(query("-- ping")), said("I", "Z I")},
		{on(query("deallocate stmtcache_1")), said("C DEALLOCATE", "Z I")},
		{on(binaryBind("", "stmtcache_1", "\x00\x00\x00\x00\x00\x00\x00\x01"), execute("", 0), msgSync), said(`E 26000 prepared statement "stmtcache_1" does not exist`, "Z I")},
	},
	"lib/pq: unnamed, described first": {
		{on(query(";")), said("I", "Z I")},
		{on(parse("", "SELECT * FROM ask('five products') t WHERE id = $1"), describe('S', ""), msgSync), said("1", "t 23", "T id", "Z I")},
		{on(bind("", "", "3"), execute("", 0), msgSync), said("2", "D 3", "C SELECT 1", "Z I")},
	},
	"node-postgres: pg-cursor": {
		{on(parse("", "SELECT * FROM ask('five products')"), bind("", ""), describe('P', ""), msgFlush), said("1", "2", "T id")},
		{on(execute("", 2), msgFlush), said("D 1", "D 2", "s")},
		{on(execute("", 2), msgFlush), said("D 3", "D 4", "s")},
		{on(closing('P', ""), msgSync), said("3", "Z I")},
	},
	"postgres.js: described in its batch": {
		{on(parse("abc1", "SELECT * FROM ask('five products') WHERE id = $1"), describe('S', "abc1"), msgFlush), said("1", "t 23", "T id")},
		{on(bind("", "abc1", "2"), execute("", 0), msgSync), said("2", "D 2", "C SELECT 1", "Z I")},
	},
	"pgjdbc: Statement": {
		{on(parse("", "SELECT * FROM ask('product count')"), bind("", ""), describe('P', ""), execute("", 0), msgSync), said("1", "2", "T n", "D 288", "C SELECT 1", "Z I")},
		{on(parse("", "-- ask: product count"), bind("", ""), describe('P', ""), execute("", 0), msgSync), said("1", "2", "T n", "D 288", "C SELECT 1", "Z I")},
	},
	"pgjdbc: setMaxRows, as Metabase sets it": {
		{on(parse("", "-- Metabase:: userID: 1 queryType: native queryHash: ab\nSELECT * FROM ask('five products')"), bind("", ""), describe('P', ""), execute("", 3), msgSync),
			said("1", "2", "T id", "D 1", "D 2", "D 3", "s", "Z I")},
	},
	"pgjdbc: autocommit off and a fetch size": {
		{on(parse("", "BEGIN"), bind("", ""), execute("", 0), parse("S_1", "SELECT * FROM ask('five products')"), bind("C_2", "S_1"), describe('P', "C_2"), execute("C_2", 2), msgSync),
			said("1", "2", "C BEGIN", "1", "2", "T id", "D 1", "D 2", "s", "Z T")},
		{on(execute("C_2", 2), msgSync), said("D 3", "D 4", "s", "Z T")},
		{on(execute("C_2", 2), msgSync), said("D 5", "C SELECT 1", "Z T")},
		{on(closing('P', "C_2"), parse("S_3", "COMMIT"), bind("", "S_3"), execute("", 1), msgSync), said("3", "1", "2", "C COMMIT", "Z I")},
	},
	"pgjdbc: setReadOnly": {
		{on(parse("", "BEGIN READ ONLY"), bind("", ""), execute("", 0), parse("", "SELECT * FROM ask('product count')"), bind("", ""), describe('P', ""), execute("", 0), msgSync),
			said("1", "2", "C BEGIN", "1", "2", "T n", "D 288", "C SELECT 1", "Z T")},
		{on(query("SHOW transaction_read_only")), said("T transaction_read_only", "D on", "C SHOW", "Z T")},
		{on(query("COMMIT")), said("C COMMIT", "Z I")},
		{on(parse("", "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"), bind("", ""), execute("", 1), msgSync), said("1", "2", "C SET", "S default_transaction_read_only=on", "Z I")},
		{on(parse("", "ASK product count"), bind("", ""), describe('P', ""), execute("", 0), msgSync), said("1", "2", "T n", "D 288", "C SELECT 1", "Z I")},
		{on(query("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE")), said("C SET", "S default_transaction_read_only=off", "Z I")},
	},
	"pgjdbc: isValid": {
		{on(parse("", ""), bind("", ""), describe('P', ""), execute("", 1), msgSync), said("1", "2", "n", "I", "Z I")},
	},
	"pgjdbc: getMetaData, never run": {
		{on(parse("", "SELECT * FROM ask('products by price') t"), describe('S', ""), msgSync), said("1", "t", "T id price", "Z I")},
	},
	"pgjdbc: by name from the fifth run, undescribed from the sixth": {
		{on(parse("S_1", "SELECT * FROM ask($1)"), bind("", "S_1", "product count"), describe('P', ""), execute("", 0), msgSync), said("1", "2", "T n", "D 288", "C SELECT 1", "Z I")},
		{on(binaryBind("", "S_1", "product count"), execute("", 0), msgSync), said("2", `D \x0000000000000120`, "C SELECT 1", "Z I")},
		{on(binaryBind("", "S_1", "five products"), execute("", 0), msgSync), said("2", "E QA007 the statement was described with the columns of another question", "Z I")},
		{on(closing('S', "S_1"), msgSync), said("3", "Z I")},
	},
	"pgjdbc: two statements in one text": {
		{on(parse("", "SELECT * FROM ask('product count')"), bind("", ""), describe('P', ""), execute("", 0), parse("", "SELECT * FROM ask('no rows')"), bind("", ""), describe('P', ""),
			execute("", 0), msgSync), said("1", "2", "T n", "D 288", "C SELECT 1", "1", "2", "T id", "C SELECT 0", "Z I")},
	},
	"psqlODBC: prepared on the server": {
		{on(parse("_PLAN0x1", "SELECT * FROM ask('five products') t WHERE t.id = $1"), msgSync), said("1", "Z I")},
		{on(describe('S', "_PLAN0x1"), msgSync), said("t 23", "T id", "Z I")},
		{on(bind("", "_PLAN0x1", "2"), describe('P', ""), execute("", 0), msgSync), said("2", "T id", "D 2", "C SELECT 1", "Z I")},
		{on(query(`DEALLOCATE "_PLAN0x1"`)), said("C DEALLOCATE", "Z I")},
	},
	"PDO: prepared by name, deallocated by SQL": {
		{on(parse("pdo_stmt_00000001", "SELECT * FROM ask($1)"), msgSync), said("1", "Z I")},
		{on(bind("", "pdo_stmt_00000001", "product count"), describe('P', ""), execute("", 0), msgSync), said("2", "T n", "D 288", "C SELECT 1", "Z I")},
		{on(query("DEALLOCATE pdo_stmt_00000001")), said("C DEALLOCATE", "Z I")},
		{on(parse("pdo_stmt_00000001", "SELECT * FROM ask('five products') LIMIT 1"), msgSync), said("1", "Z I")},
		{on(bind("", "pdo_stmt_00000001"), describe('P', ""), execute("", 0), msgSync), said("2", "T id", "D 1", "C SELECT 1", "Z I")},
	},
	"Npgsql: a batch of two": {
		{on(parse("", "SELECT * FROM ask('product count')"), bind("", ""), describe('P', ""), execute("", 0), parse("", "SELECT 7"), bind("", ""), describe('P', ""), execute("", 0), msgSync),
			said("1", "2", "T n", "D 288", "C SELECT 1", "1", "2", "T ?column?", "D 7", "C SELECT 1", "Z I")},
	},
	"Npgsql: columns only, as Power BI asks": {
		{on(parse("", "select \"_\".* from (SELECT * FROM ask('products by price')) \"_\" limit 0"), describe('S', ""), msgSync), said("1", "t", "T id price", "Z I")},
	},
	"ODBC: SQLPrepare only, as Tableau does": {
		{on(parse("p", `SELECT * FROM (SELECT * FROM ask('products by price')) "Custom SQL Query" WHERE 1=0`), describe('S', "p"), msgSync), said("1", "t", "T id price", "Z I")},
		{on(closing('S', "p"), msgSync), said("3", "Z I")},
	},
	"psql: \\gdesc and \\bind": {
		{on(parse("", "SELECT * FROM ask('products by price')"), msgSync), said("1", "Z I")},
		{on(describe('S', ""), msgSync), said("t", "T id price", "Z I")},
		{on(parse("", "SELECT * FROM ask($1)"), bind("", "", "product count"), describe('P', ""), execute("", 0), msgSync), said("1", "2", "T n", "D 288", "C SELECT 1", "Z I")},
	},
	"a pool: reset between two users": {
		{on(parse("s", "SELECT * FROM ask('product count')"), msgSync), said("1", "Z I")},
		{on(query("DISCARD ALL")), said("C DISCARD ALL", "Z I")},
		{on(parse("s", "SELECT * FROM ask('five products') LIMIT 1"), bind("", "s"), execute("", 0), msgSync), said("1", "2", "D 1", "C SELECT 1", "Z I")},
	},
}

func on(messages ...pgproto3.FrontendMessage) []pgproto3.FrontendMessage { return messages }

func said(lines ...string) []string { return lines }

// binaryBind is a Bind whose parameters and results are in binary.
func binaryBind(portal, statement string, params ...string) *pgproto3.Bind {
	b := bind(portal, statement, params...)
	b.ParameterFormatCodes, b.ResultFormatCodes = []int16{1}, []int16{1}
	return b
}

func TestDriverForms(t *testing.T) {
	t.Parallel()
	r := setupOn(t, sandboxtest.OwnShop(t), withModel(knows))
	for name, turns := range driverForms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := r.wire()
			w.tb = t
			for _, turn := range turns {
				w.send(turn.send...)
				got := make([]string, len(turn.want))
				for i := range got {
					if got[i] = w.line(); strings.HasPrefix(got[i], "E ") && !strings.HasPrefix(turn.want[i], "E ") {
						t.Fatalf("got %s, want %s; so far:\n%s", got[i], turn.want[i], w.said.String())
					}
				}
				if g, want := strings.Join(got, "\n"), strings.Join(turn.want, "\n"); g != want {
					t.Fatalf("got\n%s\nwant\n%s", g, want)
				}
			}
			w.unchanged("I")
		})
	}
}
