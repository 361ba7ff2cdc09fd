package integration

import (
	"strings"
	"testing"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestCursorKeepsItsPlan: what a cursor reads was resolved when it was declared. A view that is replaced before the
// first FETCH is not looked at again.
func TestCursorKeepsItsPlan(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	w := setupOn(t, trap.db, withModel(scripted{"flip": "SELECT n FROM public.flippers"})).wire()
	w.query("DECLARE c CURSOR WITH HOLD FOR SELECT * FROM ask('flip') t", "C DECLARE CURSOR", "Z I")
	trap.spring()
	w.query("FETCH ALL FROM c", "T n", "D 1", "C FETCH 1", "Z I")
	trap.untouched(w)
}

// TestTemporaryTableDoesNotShadow: a statement names the schema of each table, so a temporary table of the same name,
// made between the question and its run or long before, is not read in its place.
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

// TestPathSetInTheSameQuery: questions of a Query are translated before any of it runs, so a statement before them
// must not change what their names lead to.
func TestPathSetInTheSameQuery(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	w := setupOn(t, trap.db, withModel(scripted{"flip": "SELECT lower(name) AS low FROM public.flippers"})).wire()
	for _, before := range []string{"SET search_path = evil, pg_catalog, public", "SELECT set_config('search_path', 'evil, pg_catalog, public', false)"} {
		w.query(before+"; SELECT * FROM ask('flip') t", "E QA007 a question cannot stand…", "Z I")
		trap.untouched(w)
	}
}

// TestPathSetByFunctionInTheSameQuery: what a function, a trigger or a cast of somebody's own does to the path or the
// role is seen when it has run. Nothing of our check reaches the client.
func TestPathSetByFunctionInTheSameQuery(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	trap.exec(`CREATE FUNCTION turn() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS $$BEGIN
			PERFORM set_config('search_path', 'evil, pg_catalog, public', false); RETURN 1; END$$;
		CREATE FUNCTION stay() RETURNS int LANGUAGE plpgsql SET search_path = evil AS $$BEGIN
			PERFORM set_config('search_path', 'evil, pg_catalog, public', true); RETURN 1; END$$;
		CREATE FUNCTION turned() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM public.turn(); RETURN NEW; END$$;
		CREATE FUNCTION turner(text) RETURNS int LANGUAGE sql AS 'SELECT public.turn()';
		CREATE TABLE fired (n int); GRANT ALL ON fired TO PUBLIC;
		CREATE TRIGGER t BEFORE INSERT ON fired FOR EACH ROW EXECUTE FUNCTION turned();
		CREATE TABLE filled (n int DEFAULT public.turn()); GRANT ALL ON filled TO PUBLIC;
		CREATE DOMAIN checked AS int CHECK (public.turn() = VALUE);
		CREATE VIEW turns AS SELECT public.turn() AS n; GRANT SELECT ON turns TO PUBLIC;
		CREATE PROCEDURE turning() LANGUAGE sql AS 'SELECT public.turn()'`)
	w := setupOn(t, trap.db, withModel(scripted{"flip": "SELECT lower(name) AS low FROM public.flippers"})).wire()
	const ask = "; SELECT * FROM ask('flip') t"
	for before, tag := range map[string]string{
		"SELECT turn()": "C SELECT 1", "WITH x AS (SELECT turn() AS n) SELECT n FROM x": "C SELECT 1", "SELECT turner('x')": "C SELECT 1",
		"TABLE turns": "C SELECT 1", "INSERT INTO fired VALUES (1)": "C INSERT 0 1", "INSERT INTO filled DEFAULT VALUES": "C INSERT 0 1",
		"SELECT 1::checked": "C SELECT 1", "CREATE TEMP TABLE made AS SELECT turn()": "C SELECT 1", "EXPLAIN ANALYZE SELECT turn()": "C EXPLAIN",
		"PREPARE p AS SELECT turn(); EXECUTE p": "C SELECT 1", "DECLARE c CURSOR FOR SELECT turn(); FETCH c": "C FETCH 1",
		"COPY (SELECT turn()) TO STDOUT": "C COPY 1", "SELECT * FROM ask('flip') t; SELECT turn()": "C SELECT 1",
	} {
		w.send(&pgproto3.Query{String: before + ask})
		lines := w.turn(1)
		n := len(lines)
		if n < 3 || lines[n-1] != "Z I" || !strings.HasPrefix(lines[n-2], "E QA007 a question cannot stand in one message behind") || lines[n-3] != tag {
			t.Errorf("%s: %q", before, lines)
		}
		w.query("BEGIN", "C BEGIN", "Z T")
		w.send(&pgproto3.Query{String: before + ask})
		if lines := w.turn(1); lines[len(lines)-1] != "Z E" || !strings.HasPrefix(lines[len(lines)-2], "E QA007") {
			t.Errorf("%s in a transaction: %q", before, lines)
		}
		w.query("ROLLBACK", "C ROLLBACK", "Z I")
		trap.untouched(w)
	}
	// What leaves them as they are is not refused: a function with a path of its own, a temporary table, an error of
	// the client's own.
	for before, replies := range map[string][]string{
		"SELECT stay()":                  {"T stay", "D 1", "C SELECT 1"},
		"INSERT INTO log VALUES ('me')":  {"C INSERT 0 1"},
		"CREATE TEMP TABLE held (n int)": {"C CREATE TABLE"},
		"SELECT turn(), 1/0":             nil,
	} {
		w.query("BEGIN", "C BEGIN", "Z T")
		if replies == nil {
			w.query(before+ask, "E 22012 division by zero", "Z E")
		} else {
			w.query(before+ask, append(replies, "T low", "D a", "C SELECT 1", "Z T")...)
		}
		w.query("ROLLBACK", "C ROLLBACK", "Z I")
	}
	trap.untouched(w)
}

// TestKeptSQL: what keeps the SQL of a question runs it as the client's own ever after, like any other SQL that it
// sends: docs/security.md says so. What the server runs by itself is no question.
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
