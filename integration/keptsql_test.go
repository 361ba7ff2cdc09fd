package integration

import (
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestCursorKeepsItsPlan: what a cursor reads was resolved when it was declared. A view that is replaced before the first FETCH is
// not looked at again.
func TestCursorKeepsItsPlan(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	w := setupOn(t, trap.db, withModel(scripted{"flip": "SELECT n FROM public.flippers"})).wire()
	w.query("DECLARE c CURSOR WITH HOLD FOR SELECT * FROM ask('flip') t", "C DECLARE CURSOR", "Z I")
	trap.spring()
	w.query("FETCH ALL FROM c", "T n", "D 1", "C FETCH 1", "Z I")
	trap.untouched(w)
}

// TestTemporaryTableDoesNotShadow: a statement names the schema of each table, so a temporary table of the same name, made between the
// question and its run or long before, is not read in its place.
func TestTemporaryTableDoesNotShadow(t *testing.T) {
	t.Parallel()
	db := sandboxtest.OwnShop(t)
	w := setupOn(t, db, withModel(scripted{"many": "SELECT count(*) AS n FROM public.products"})).wire()
	real := w.value("SELECT count(*) FROM public.products")
	w.send(parse("early", "SELECT * FROM ask('how many') t"), msgSync)
	w.expect("1", "Z I")
	w.query("CREATE TEMP TABLE products (id int)", "C CREATE TABLE", "Z I")
	w.query("ASK how many;", "T n", "D "+real, "C SELECT 1", "Z I")
	w.send(bind("", "early"), execute("", 0), msgSync)
	w.expect("2", "D "+real, "C SELECT 1", "Z I")
	// In one message, the question is translated before the table is there.
	w.query("CREATE TEMP TABLE customers (id int); SELECT * FROM ask('how many') t", "C CREATE TABLE", "T n", "D "+real, "C SELECT 1", "Z I")
}

// TestPathSetInTheSameQuery: questions of a Query are translated before any of it runs, so a statement before them must not change what
// their names lead to.
func TestPathSetInTheSameQuery(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	w := setupOn(t, trap.db, withModel(scripted{"flip": "SELECT lower(name) AS low FROM public.flippers"})).wire()
	for _, before := range []string{"SET search_path = evil, pg_catalog, public", "SELECT set_config('search_path', 'evil, pg_catalog, public', false)"} {
		w.query(before+"; SELECT * FROM ask('flip') t", "E QA007 a question cannot stand…", "Z I")
		trap.untouched(w)
	}
}

// TestKeptSQL: what keeps the SQL of a question runs it as the client's own ever after, like any other SQL that it sends: docs/security.md
// says so. What the server runs by itself is no question.
func TestKeptSQL(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	w := setupOn(t, trap.db, withModel(scripted{"flip": "SELECT n FROM public.flippers"})).wire()
	w.query("PREPARE p AS SELECT * FROM ask('flip') t", "C PREPARE", "Z I")
	w.query("CREATE TEMP VIEW v AS SELECT * FROM ask('flip') t", "C CREATE VIEW", "Z I")
	w.query("EXECUTE p", "T n", "D 1", "C SELECT 1", "Z I")
	w.query("SELECT * FROM v", "T n", "D 1", "C SELECT 1", "Z I")
	w.query("DO $$ BEGIN EXECUTE 'SELECT * FROM ask(''flip'') t'; END $$", "E 42883 function ask(unknown) does not exist", "Z I")
	trap.untouched(w)
}

// TestTwoPhase: a question in a transaction that is prepared leaves nothing of itself behind.
func TestTwoPhase(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	w := setupOn(t, trap.db, withModel(scripted{"flip": "SELECT n FROM public.flippers"})).wire()
	w.query("BEGIN", "C BEGIN", "Z T")
	w.query("ASK flip;", "T n", "D 1", "C SELECT 1", "Z T")
	w.query("PREPARE TRANSACTION 'x'", "E 55000 prepared transactions are disabled", "Z I")
	w.query("ASK flip;", "T n", "D 1", "C SELECT 1", "Z I")
}
