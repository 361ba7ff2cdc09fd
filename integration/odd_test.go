package integration

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

func TestSeveralStatementsInAQuery(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.query("BEGIN; SELECT * FROM ask('product count') t; COMMIT", "C BEGIN", "T n", "D 288", "C SELECT 1", "C COMMIT", "Z I")
	w.query("SELECT 1; ASK product count; SELECT 2", "T ?column?", "D 1", "C SELECT 1", "T n", "D 288", "C SELECT 1", "T ?column?", "D 2", "C SELECT 1", "Z I")
	w.query("SELECT * FROM ask('product count') t; SELECT 1/0; SELECT 3", "T n", "D 288", "C SELECT 1", "E 22012 division by zero", "Z I")
	w.query("SELECT 4; SELECT * FROM ask('dangerous') t", "E QA003…", "Z I")
	w.query("BEGIN; SELECT * FROM ask('fails at once') t; SELECT 5", "C BEGIN", "T x", "E 22012 division by zero", "Z E")
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
	w.unchanged("I")
}

func TestQueryBehindUnsyncedWork(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	// The server answers a simple Query in the middle of the extended protocol, and so does the proxy.
	w.send(parse("", "SELECT 7"), bind("", ""), execute("", 0), query("ASK product count"))
	w.expect("1", "2", "D 7", "C SELECT 1", "T n", "D 288", "C SELECT 1", "Z I")
	w.send(parse("", "ASK five products"), bind("", ""), execute("", 2), query("ASK product count"))
	w.expect("1", "2", "D 1", "D 2", "s", "T n", "D 288", "C SELECT 1", "Z I")
	w.unchanged("I")
	// After an error it is skipped, up to the Sync.
	w.send(parse("", "SELECT 1/0"), bind("", ""), execute("", 0), query("ASK product count"), msgSync)
	w.expect("1", "E 22012 division by zero", "Z I")
	w.unchanged("I")
}

func TestLongMessages(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	long := strings.Repeat("x", 300_000)
	const beside = "SELECT length($1::text) FROM ask('product count') t"
	for range 2 {
		w.send(parse("", beside), bind("", "", long), execute("", 0), msgSync)
		w.expect("1", "2", "D 300000", "C SELECT 1", "Z I")
	}
	w.query("SELECT length('"+long+"')", "T length", "D 300000", "C SELECT 1", "Z I")
	// A question is looked for in the first max_question_bytes; behind them the server sees what was written.
	w.query("SELECT length('"+long+"') FROM ask('product count') t", "E 42883 function ask(unknown) does not exist…", "Z I")
}

func TestLongText(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	text := "SELECT * FROM ask('product count') t WHERE '" + strings.Repeat("x", 100_000) + "' <> ''"
	for _, status := range []string{"Z I", "Z E"} {
		if status == "Z E" {
			w.query("BEGIN", "C BEGIN", "Z T")
		}
		w.query(text, "E 54000…", status)
		if status == "Z E" {
			w.query("ROLLBACK; BEGIN", "C ROLLBACK", "C BEGIN", "Z T")
		}
		w.send(parse("", text), bind("", ""), execute("", 0), msgSync)
		w.expect("E 54000…", status)
	}
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
}

func TestWrongParameters(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	const beside = "SELECT t.id FROM ask('five products') t WHERE t.id > $1"
	w.send(parse("", beside), bind("", ""), execute("", 0), msgSync)
	w.expect("1", `E 08P01 bind message supplies 0 parameters, but prepared statement "" requires 1`, "Z I")
	w.send(parse("", beside), bind("", "", "many"), execute("", 0), msgSync)
	w.expect("1", `E 22P02 invalid input syntax for type integer: "many"`, "Z I")
	w.unchanged("I")
}

func TestClientEncoding(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.query("SET client_encoding = 'LATIN1'", "C SET", "S client_encoding=LATIN1", "Z I")
	w.query("ASK product count", "T n", "D 288", "C SELECT 1", "Z I")
	w.query("SET client_encoding = 'UTF8'", "C SET", "S client_encoding=UTF8", "Z I")
	w.query("ASK product count", "T n", "D 288", "C SELECT 1", "Z I")
}

func TestCopyBesideQuestions(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	w.query("CREATE TEMP TABLE mine (v int)", "C CREATE TABLE", "Z I")
	copyIn := func() {
		w.send(query("COPY mine FROM STDIN"))
		if got := w.line(); got != "*pgproto3.CopyInResponse" {
			t.Fatalf("got %s", got)
		}
		w.send(&pgproto3.CopyData{Data: []byte("1\n2\n")}, &pgproto3.CopyDone{})
		w.expect("C COPY 2", "Z I")
	}
	copyIn()
	w.query("ASK product count", "T n", "D 288", "C SELECT 1", "Z I")
	copyIn()
	// A question may stand right behind the data.
	w.send(query("TRUNCATE mine; COPY mine FROM STDIN"), data("1\n2\n3\n4\n"), msgDone, query("ASK product count"))
	w.expect("C TRUNCATE TABLE", "*pgproto3.CopyInResponse", "C COPY 4", "Z I", "T n", "D 288", "C SELECT 1", "Z I")
	w.query("SELECT count(*) FROM mine, ask('product count') t", "T count", "D 4", "C SELECT 1", "Z I")
	w.query("COPY (SELECT id FROM ask('five products') t WHERE id < 3) TO STDOUT", "*pgproto3.CopyOutResponse", "*pgproto3.CopyData", "*pgproto3.CopyData", "*pgproto3.CopyDone", "C COPY 2", "Z I")
	w.query("ASK product count", "T n", "D 288", "C SELECT 1", "Z I")
	w.unchanged("I")
}

// TestOwnFunction: a database with its own function ask(text) keeps it, in both protocols; the other forms still ask.
func TestOwnFunction(t *testing.T) {
	t.Parallel()
	db := sandboxtest.OwnShop(t)
	r := setupOn(t, db, withModel(knows))
	w := r.wire()
	w.query("CREATE FUNCTION pg_temp.ask(text) RETURNS text LANGUAGE sql AS $$SELECT 'mine: ' || $1$$", "C CREATE FUNCTION", "Z I")
	// No unqualified name finds a function in pg_temp, so this is still a question.
	w.query("SELECT * FROM ask('product count') t", "T n", "D 288", "C SELECT 1", "Z I")
	w.query("SELECT pg_temp.ask('you')", "T ask", "D mine: you", "C SELECT 1", "Z I")
	if err := sandboxtest.Server(t).Exec(t.Context(), db, "CREATE FUNCTION public.ask(text) RETURNS text LANGUAGE sql AS $$SELECT 'theirs: ' || $1$$"); err != nil {
		t.Fatal(err)
	}
	const sql = "SELECT * FROM ask('product count')"
	w.query(sql, "T ask", "D theirs: product count", "C SELECT 1", "Z I")
	w.query("SELECT ask('you')", "T ask", "D theirs: you", "C SELECT 1", "Z I")
	w.send(parse("s", sql), describe('S', "s"), msgSync, bind("", "s"), execute("", 0), msgSync)
	w.expect("1", "t", "T ask", "Z I", "2", "D theirs: product count", "C SELECT 1", "Z I")
	w.send(parse("", "SELECT * FROM ask($1)"), bind("", "", "you"), execute("", 0), msgSync)
	w.expect("1", "2", "D theirs: you", "C SELECT 1", "Z I")
	w.query("ASK product count", "T n", "D 288", "C SELECT 1", "Z I")
	w.query("/* ask: product count */", "T n", "D 288", "C SELECT 1", "Z I")
	if n := len(r.journal.all()); n != 6 {
		t.Errorf("%d lines were recorded, want those of the three questions", n)
	}
}
