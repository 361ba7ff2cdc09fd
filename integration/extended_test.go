package integration

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// knows is what the scripted model of the protocol tests can answer.
var knows = scripted{
	"product count":     "SELECT count(*) AS n FROM products",
	"five products":     "SELECT p.id FROM products p ORDER BY p.id LIMIT 5",
	"every product":     "SELECT p.id FROM products p ORDER BY p.id",
	"fails at once":     "SELECT 1 / (p.id - 1) AS x FROM products p ORDER BY p.id",
	"fails later":       "SELECT 1 / (p.id - 3) AS x FROM products p ORDER BY p.id",
	"no rows":           "SELECT p.id FROM products p WHERE p.id < 0",
	"unknown column":    "SELECT p.nonsense FROM products p",
	"dangerous":         "SELECT pg_sleep(1)",
	"products by price": "SELECT p.id, p.price FROM products p",
}

// unchanged checks that a question left nothing of ours in the session.
func (w *wire) unchanged(status string) {
	w.tb.Helper()
	notices := w.notices
	w.notices = false
	defer func() { w.notices = notices }()
	w.query(`SELECT (SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'pgask%'),
		(SELECT count(*) FROM pg_cursors WHERE name LIKE 'pgask%'), current_setting('transaction_read_only'),
		current_setting('search_path'), current_setting('statement_timeout')`,
		"T count count current_setting current_setting current_setting", `D 0 0 off "$user", public 0`, "C SELECT 1", "Z "+status)
}

func TestExtendedOutsideTransaction(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.send(parse("", "ASK product count"), bind("", ""), describe('P', ""), execute("", 0), msgSync)
	w.expect("1", "2", "T n", "D 288", "C SELECT 1", "Z I")
	w.unchanged("I")
}

func TestExtendedDescribeFirst(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	const sql = "SELECT x.id FROM ask('five products') x WHERE x.id > $1"
	w.send(parse("s", sql), describe('S', "s"), msgSync)
	w.expect("1", "t 23", "T id", "Z I")
	w.unchanged("I")
	for range 3 {
		w.send(bind("", "s", "3"), execute("", 0), msgSync)
		w.expect("2", "D 4", "D 5", "C SELECT 2", "Z I")
	}
	w.query("BEGIN", "C BEGIN", "Z T")
	w.send(bind("", "s", "4"), execute("", 0), msgSync)
	w.expect("2", "D 5", "C SELECT 1", "Z T")
	w.unchanged("T")
	w.query("COMMIT", "C COMMIT", "Z I")
	w.send(closing('S', "s"), msgSync)
	w.expect("3", "Z I")
	w.send(bind("", "s", "3"), execute("", 0), msgSync)
	w.expect(`E 26000 prepared statement "s" does not exist`, "Z I")
	w.unchanged("I")
}

func TestExtendedFlushWithoutSync(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.send(parse("s", "ASK five products"), describe('S', "s"), &pgproto3.Flush{})
	for _, want := range []string{"1", "t", "T id"} {
		if got := w.line(); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
	w.send(bind("", "s"), execute("", 2), &pgproto3.Flush{})
	for _, want := range []string{"2", "D 1", "D 2", "s"} {
		if got := w.line(); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
	w.send(execute("", 2), execute("", 0), msgSync)
	w.expect("D 3", "D 4", "s", "D 5", "C SELECT 1", "Z I")
	w.unchanged("I")
}

func TestExtendedBeginInTheSameBatch(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.send(parse("", "BEGIN"), bind("", ""), execute("", 0), parse("", "ASK product count"), bind("", ""), describe('P', ""), execute("", 0), msgSync)
	w.expect("1", "2", "C BEGIN", "1", "2", "T n", "D 288", "C SELECT 1", "Z T")
	w.unchanged("T")
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
}

func TestExtendedBehindOtherWork(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.send(parse("", "SELECT 7"), bind("", ""), execute("", 0), parse("", "ASK product count"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "D 7", "C SELECT 1", "E QA007 a question cannot stand behind other statements of its batch", "Z I")
	w.unchanged("I")
}

// TestExtendedBehindOtherWorkInABlock: in an open transaction block a Sync commits nothing, so a question may stand
// anywhere.
func TestExtendedBehindOtherWorkInABlock(t *testing.T) {
	t.Parallel()
	w := setupOn(t, sandboxtest.OwnShop(t), withModel(knows)).wire()
	run := func(sql string) []pgproto3.FrontendMessage {
		return []pgproto3.FrontendMessage{parse("", sql), bind("", ""), execute("", 0)}
	}
	group := func(statements ...string) []pgproto3.FrontendMessage {
		var all []pgproto3.FrontendMessage
		for _, sql := range statements {
			all = append(all, run(sql)...)
		}
		return append(all, msgSync)
	}
	const insert, asks = "INSERT INTO mine VALUES (1)", "SELECT n FROM ask('product count') t"
	answer := []string{"1", "2", "D 288", "C SELECT 1"}
	written := []string{"1", "2", "C INSERT 0 1"}
	count := func(n string) {
		t.Helper()
		w.query("SELECT count(*) FROM mine", "T count", "D "+n, "C SELECT 1", "Z I")
	}
	w.query("CREATE TEMP TABLE mine (v int)", "C CREATE TABLE", "Z I")

	// psycopg 3 in a pipeline: BEGIN, work and questions before one Sync.
	w.send(group("BEGIN", insert, asks, insert, asks)...)
	w.expect(slices.Concat([]string{"1", "2", "C BEGIN"}, written, answer, written, answer, []string{"Z T"})...)
	w.unchanged("T")
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
	count("0")
	// A block from before; pgjdbc with autosave puts a savepoint before every statement.
	w.query("BEGIN", "C BEGIN", "Z T")
	w.send(group("SAVEPOINT PGJDBC_AUTOSAVE", asks)...)
	w.expect(slices.Concat([]string{"1", "2", "C SAVEPOINT"}, answer, []string{"Z T"})...)
	w.send(group("RELEASE SAVEPOINT PGJDBC_AUTOSAVE", insert, "SELECT * FROM ask('fails at once')", insert)...)
	w.expect(slices.Concat([]string{"1", "2", "C RELEASE"}, written, []string{"1", "2", "E 22012 division by zero", "Z E"})...)
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
	count("0")
	// The end of a block, whatever stands before the word, leaves what follows without one.
	for _, end := range []string{"COMMIT", "/* a */ -- b\n ; end", "ABORT"} {
		w.query("BEGIN", "C BEGIN", "Z T")
		w.send(group(end, insert, asks)...)
		got := w.turn(1)
		if want := "E QA007 a question cannot stand behind other statements of its batch"; got[len(got)-2] != want || got[len(got)-1] != "Z I" {
			t.Errorf("%s: %q", end, got)
		}
		count("0") // the question's failure took the insert along
	}
	// Nor may an error before the question let it run.
	w.query("BEGIN", "C BEGIN", "Z T")
	w.send(group(insert, "SELECT 1/0", asks)...)
	w.expect(slices.Concat(written, []string{"1", "E 22012 division by zero", "Z E"})...)
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
	// Outside a block, and with groups in flight before.
	w.send(append(group("BEGIN"), group(insert, asks)...)...)
	w.expect(slices.Concat([]string{"1", "2", "C BEGIN", "Z T"}, written, answer, []string{"Z T"})...)
	w.send(append(group("COMMIT"), group(insert, asks)...)...)
	w.expect(slices.Concat([]string{"1", "2", "C COMMIT", "Z I"}, written, []string{"E QA007…", "Z I"})...)
	count("1")
	w.unchanged("I")
}

func TestExtendedBehindSyncedWork(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.send(parse("", "SELECT 1"), bind("", ""), execute("", 0), msgSync,
		parse("", "SELECT 1/0"), bind("", ""), execute("", 0), msgSync,
		parse("", "ASK product count"), bind("", ""), execute("", 0), msgSync,
		parse("", "SELECT 2"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "D 1", "C SELECT 1", "Z I", "1", "E 22012 division by zero", "Z I",
		"1", "2", "D 288", "C SELECT 1", "Z I", "1", "2", "D 2", "C SELECT 1", "Z I")
	w.unchanged("I")
}

func TestExtendedErrors(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	ask := func(q string) []pgproto3.FrontendMessage {
		return []pgproto3.FrontendMessage{parse("", q), bind("", ""), describe('P', ""), execute("", 0), msgSync}
	}
	cases := []struct {
		sql  string
		want []string
	}{
		{"ASK fails at once", []string{"1", "2", "T x", "E 22012 division by zero"}},
		{"ASK fails later", []string{"1", "2", "T x", "D 0", "D -1", "E 22012 division by zero"}},
		{"ASK dangerous", []string{"E QA003…"}},
		{"ASK delete all products", []string{"E QA003…"}},
		{"ASK what nobody knows", []string{"E QA002…"}},
		{"SELECT t.nope FROM ask('product count') t", []string{"E 42703 column t.nope does not exist"}},
		{"SELECT (t.id || 'x')::int FROM ask('five products') t", []string{"1", "2", "T int4", `E 22P02 invalid input syntax for type integer: "1x"`}},
		{"SELECT ask('product count')", []string{"E QA007…"}},
	}
	for _, c := range cases {
		w.send(ask(c.sql)...)
		w.expect(append(c.want, "Z I")...)
		w.unchanged("I")
		w.query("BEGIN", "C BEGIN", "Z T")
		w.send(ask(c.sql)...)
		w.expect(append(c.want, "Z E")...)
		w.send(ask("ASK product count")...)
		w.expect("E 25P02 current transaction is aborted, commands ignored until end of transaction block", "Z E")
		w.query("ROLLBACK", "C ROLLBACK", "Z I")
		w.unchanged("I")
	}
}

func TestExtendedSuspendedPortal(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	// Outside a transaction the Sync ends the portal, as it does for any statement.
	w.send(parse("", "ASK five products"), bind("p", ""), execute("p", 2), msgSync)
	w.expect("1", "2", "D 1", "D 2", "s", "Z I")
	w.send(execute("p", 2), msgSync)
	w.expect(`E 34000 portal "p" does not exist`, "Z I")
	w.unchanged("I")
	// Inside it lives on.
	w.query("BEGIN", "C BEGIN", "Z T")
	w.send(parse("", "ASK five products"), bind("p", ""), execute("p", 2), msgSync)
	w.expect("1", "2", "D 1", "D 2", "s", "Z T")
	w.unchanged("T")
	w.send(parse("", "ASK product count"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "D 288", "C SELECT 1", "Z T")
	w.send(execute("p", 2), msgSync)
	w.expect("D 3", "D 4", "s", "Z T")
	w.query("INSERT INTO pg_temp.nothing VALUES (1)", `E 42P01…`, "Z E")
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
	w.unchanged("I")
}

func TestExtendedKeepsTheClientsOwn(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.query("BEGIN", "C BEGIN", "Z T")
	w.send(parse("", "SELECT generate_series(1, 4)"), bind("mine", ""), execute("mine", 1), msgSync)
	w.expect("1", "2", "D 1", "s", "Z T")
	// A question with names of its own leaves the unnamed statement and the other portal alone.
	w.send(parse("q", "ASK product count"), bind("q", "q"), describe('P', "q"), execute("q", 0), msgSync)
	w.expect("1", "2", "T n", "D 288", "C SELECT 1", "Z T")
	w.send(bind("", ""), execute("", 1), execute("mine", 0), msgSync)
	w.expect("2", "D 1", "s", "D 2", "D 3", "D 4", "C SELECT 3", "Z T")
	w.query("COMMIT", "C COMMIT", "Z I")
}

func TestExtendedPrepareOnly(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	w := r.wire()
	w.send(parse("s", "ASK fails at once"), describe('S', "s"), msgSync)
	w.expect("1", "t", "T x", "Z I")
	w.unchanged("I")
	w.query("DEALLOCATE s", "C DEALLOCATE", "Z I")
	w.send(parse("s", "SELECT 5"), bind("", "s"), execute("", 0), msgSync)
	w.expect("1", "2", "D 5", "C SELECT 1", "Z I")
}

func TestExtendedTwoQuestionsInABatch(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.send(parse("a", "ASK product count"), parse("b", "ASK five products"), msgSync)
	w.expect("1", "1", "Z I")
	// Both are prepared; running both before one Sync shares one bracket.
	w.send(bind("", "a"), execute("", 0), bind("", "b"), execute("", 0), msgSync)
	w.expect("2", "D 288", "C SELECT 1", "2", "D 1", "D 2", "D 3", "D 4", "D 5", "C SELECT 5", "Z I")
	w.unchanged("I")
	// Drivers that split a text at its semicolons send this.
	w.send(parse("", "ASK product count"), bind("", ""), execute("", 0), parse("", "ASK five products"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "D 288", "C SELECT 1", "1", "2", "D 1", "D 2", "D 3", "D 4", "D 5", "C SELECT 5", "Z I")
	w.unchanged("I")
}

func TestExtendedWorkBehindAQuestion(t *testing.T) {
	t.Parallel()
	r := setupOn(t, sandboxtest.OwnShop(t), withModel(knows))
	w := r.wire()
	w.query("CREATE TEMP TABLE mine (v int)", "C CREATE TABLE", "Z I")
	w.send(parse("ins", "INSERT INTO mine VALUES ($1::int)"), msgSync)
	w.expect("1", "Z I")
	// The write runs outside the read-only bracket, and is kept.
	w.send(parse("", "ASK product count"), bind("", ""), execute("", 0), bind("", "ins", "1"), execute("", 0), msgSync)
	w.expect("1", "2", "D 288", "C SELECT 1", "2", "C INSERT 0 1", "Z I")
	// So does one that is parsed there, on the client's own search_path.
	w.send(parse("", "ASK product count"), bind("", ""), execute("", 0),
		parse("", "INSERT INTO mine SELECT 2 FROM regions LIMIT 1"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "D 288", "C SELECT 1", "1", "2", "C INSERT 0 1", "Z I")
	// A question that fails takes what stands behind it along, and leaves no transaction open.
	w.send(parse("", "ASK fails later"), bind("", ""), execute("", 0), bind("", "ins", "3"), execute("", 0), msgSync)
	w.expect("1", "2", "D 0", "D -1", "E 22012 division by zero", "Z I")
	w.query("BEGIN", "C BEGIN", "Z T")
	w.send(parse("", "ASK product count"), bind("", ""), execute("", 0), bind("", "ins", "4"), execute("", 0), msgSync)
	w.expect("1", "2", "D 288", "C SELECT 1", "2", "C INSERT 0 1", "Z T")
	w.query("COMMIT", "C COMMIT", "Z I")
	w.query("SELECT array_agg(v ORDER BY v) FROM mine", "T array_agg", "D {1,2,4}", "C SELECT 1", "Z I")
	w.unchanged("I")
}

func TestExtendedAfterAnEarlierError(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.query("SELECT 1/0", "E 22012 division by zero", "Z I")
	w.send(parse("", "BEGIN"), bind("", ""), execute("", 0), parse("", "ASK product count"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "C BEGIN", "1", "2", "D 288", "C SELECT 1", "Z T")
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
	w.send(parse("", "ASK fails at once"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "E 22012 division by zero", "Z I")
	w.query("ASK fails at once", "E QA001 None of…", "Z I")
	w.send(parse("", "BEGIN"), bind("", ""), execute("", 0), parse("", "ASK product count"), bind("", ""), execute("", 0), msgSync)
	w.expect("1", "2", "C BEGIN", "1", "2", "D 288", "C SELECT 1", "Z T")
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
	// BEGIN itself may fail; what is behind it is skipped.
	w.send(parse("", "BEGINN"), bind("", ""), execute("", 0), parse("", "ASK product count"), bind("", ""), execute("", 0), msgSync)
	w.expect(`E 42601 syntax error at or near "BEGINN" (at 1)`, "Z I")
	w.unchanged("I")
}

func TestExtendedIntoTheUsersOwnStatement(t *testing.T) {
	t.Parallel()
	r := setupOn(t, sandboxtest.OwnShop(t), withModel(knows))
	w := r.wire()
	w.query("CREATE TEMP TABLE mine (v int)", "C CREATE TABLE", "Z I")
	w.send(parse("", "INSERT INTO mine SELECT x.id FROM ask('five products') x WHERE x.id > $1"), bind("", "", "3"), execute("", 0), msgSync)
	w.expect("1", "2", "C INSERT 0 2", "Z I")
	if got, text := r.last(); got.Outcome != audit.Answered || got.Rows != 2 {
		t.Errorf("recorded %s", text)
	}
	w.query("SELECT array_agg(v ORDER BY v) FROM mine", "T array_agg", "D {4,5}", "C SELECT 1", "Z I")
	w.unchanged("I")
}
