package integration

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgproto3/v2"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/model"
)

// trapped is a database in which somebody waits to have a function of theirs called by whoever asks: log holds who did.
type trapped struct {
	tb testing.TB
	db string
}

// setTraps makes the view flippers, and in schema evil a function lower that is a better match for what is asked than
// PostgreSQL's own.
func setTraps(tb testing.TB) trapped {
	tb.Helper()
	t := trapped{tb, sandboxtest.OwnShop(tb)}
	t.exec(`CREATE TABLE log (who text); GRANT INSERT, SELECT ON log TO PUBLIC;
		CREATE FUNCTION escape() RETURNS int LANGUAGE plpgsql AS $$BEGIN
			PERFORM set_config('transaction_read_only', NULL, true); INSERT INTO public.log VALUES (current_user); RETURN 1; END$$;
		CREATE SCHEMA evil; GRANT USAGE ON SCHEMA evil TO PUBLIC;
		CREATE FUNCTION evil.lower(varchar) RETURNS text LANGUAGE plpgsql AS $$BEGIN PERFORM public.escape(); RETURN 'trapped'; END$$;
		CREATE VIEW flippers AS SELECT 1 AS n, 'A'::varchar AS name; GRANT SELECT ON flippers TO PUBLIC`)
	return t
}

func (t trapped) exec(sql string) {
	t.tb.Helper()
	if err := sandboxtest.Server(t.tb).Exec(context.Background(), t.db, sql); err != nil {
		t.tb.Fatal(err)
	}
}

// spring replaces the view by one that calls the function.
func (t trapped) spring() {
	t.tb.Helper()
	t.exec(`CREATE OR REPLACE VIEW flippers AS SELECT escape() AS n, 'A'::varchar AS name`)
}

// untouched fails if the function was called.
func (t trapped) untouched(w *wire) {
	t.tb.Helper()
	w.query("SELECT count(*) FROM public.log", "T count", "D 0", "C SELECT 1", "Z I")
}

// TestOwnStatementBetweenParseAndBind: what the client runs in the same group of messages, between the Parse of a
// question and its Bind, may change what its names lead to. It is proven again.
func TestOwnStatementBetweenParseAndBind(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	asks := withModel(scripted{"flip": "SELECT lower(name) AS low FROM public.flippers"})
	for _, form := range []string{"ASK flip", "SELECT * FROM ask('flip') t", "SELECT t.low || random()::text FROM ask('flip') t", "INSERT INTO public.log SELECT low FROM ask('flip') t"} {
		t.Run(form, func(t *testing.T) {
			w := setupOn(t, trap.db, asks).wire()
			w.query("BEGIN", "C BEGIN", "Z T")
			w.send(parse("q", form), parse("p", "SET LOCAL search_path = evil, pg_catalog, public"), bind("", "p"), execute("", 0), bind("", "q"), execute("", 0), msgSync)
			if lines := w.turn(1); lines[len(lines)-1] != "Z E" {
				t.Errorf("%q", lines)
			}
			w.query("ROLLBACK", "C ROLLBACK", "Z I")
			trap.untouched(w)
			// Nothing changed: the same goes through.
			w.query("BEGIN", "C BEGIN", "Z T")
			w.send(parse("q2", form), parse("p2", "SELECT 1"), bind("", "p2"), execute("", 0), bind("", "q2"), execute("", 0), msgSync)
			if lines := w.turn(1); lines[len(lines)-1] != "Z T" {
				t.Errorf("with a harmless one between: %q", lines)
			}
			w.query("ROLLBACK", "C ROLLBACK", "Z I")
		})
	}
}

// changing is a model during whose work something happens.
type changing struct {
	scripted
	during func()
}

func (m changing) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	m.during()
	return m.scripted.Complete(ctx, r)
}

// TestViewReplacedWhileModelThinks: a model may think for a minute. What its SQL reads is proven as it is then, not
// as it was when the question came.
func TestViewReplacedWhileModelThinks(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	w := setupOn(t, trap.db, withModel(changing{scripted{"flip": "SELECT n FROM public.flippers"}, trap.spring})).wire()
	for range 2 { // the second is refused by what was read for the first
		w.query("ASK flip;", "E QA001 None of the statements that I tried worked. Attempt 1: public.flippers calls public.escape…", "Z I")
	}
	trap.untouched(w)
}

// TestFunctionMadeBehindFlush: a Parse and a Flush open a group of messages that may stay open for hours. The server
// has locked what the statement reads by then, but no function; PostgreSQL looks names up again when a table's
// statistics change. After a second the Bind is proven again.
func TestFunctionMadeBehindFlush(t *testing.T) {
	t.Parallel()
	trap := setTraps(t)
	w := setupOn(t, trap.db, withModel(scripted{"flip": "SELECT lower(name) AS low FROM public.flippers"}),
		func(c *proxy.Config, _ *translate.Config) { c.ProofAge = time.Nanosecond }).wire()
	for _, form := range []string{"SELECT * FROM ask('flip') t", "SELECT t.low || random()::text FROM ask('flip') t"} {
		w.send(parse("", form), describe('S', ""), &pgproto3.Flush{})
		for _, want := range []string{"1", "t", "T"} {
			if got := w.line(); !strings.HasPrefix(got, want) {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
		trap.exec(`CREATE FUNCTION public.lower(varchar) RETURNS text LANGUAGE sql AS 'SELECT evil.lower($1)'`)
		w.send(bind("", ""), execute("", 0), msgSync)
		w.expect("E QA003 refused as unsafe: lower is redefined…", "Z I")
		trap.untouched(w)
		trap.exec(`DROP FUNCTION public.lower(varchar)`)
	}
}

// TestViewReplacedInOldSnapshot: a REPEATABLE READ transaction reads the catalog as it was when it began, and
// PostgreSQL runs a view as it is now. When the transaction is no longer young, it may ask about tables that are
// still the same, and about no views.
func TestViewReplacedInOldSnapshot(t *testing.T) {
	t.Parallel()
	script := scripted{"flip": "SELECT n FROM public.flippers", "products": "SELECT count(*) AS n FROM public.products", "gone": "SELECT n FROM public.plain",
		"stored": "SELECT n FROM public.stored"}
	setup := func(t *testing.T, age time.Duration) (trapped, *wire) {
		trap := setTraps(t)
		trap.exec(`CREATE TABLE plain (n int); INSERT INTO plain VALUES (7); CREATE MATERIALIZED VIEW stored AS SELECT 8 AS n; GRANT SELECT ON plain, stored TO PUBLIC`)
		return trap, setupOn(t, trap.db, withModel(script), func(_ *proxy.Config, c *translate.Config) { c.SnapshotAge = age }).wire()
	}
	for _, level := range []string{"REPEATABLE READ", "SERIALIZABLE"} {
		t.Run(level, func(t *testing.T) {
			t.Parallel()
			trap, w := setup(t, time.Nanosecond)
			w.send(parse("early", "ASK flip"), msgSync)
			w.expect("1", "Z I")
			begin := func() {
				t.Helper()
				w.query("BEGIN ISOLATION LEVEL "+level, "C BEGIN", "Z T")
				w.query("SELECT 1 AS n", "T n", "D 1", "C SELECT 1", "Z T") // the snapshot is taken
			}
			refused := func(why string) {
				t.Helper()
				w.expect("E QA003 refused as unsafe: "+why+"…", "Z E")
				w.query("ROLLBACK", "C ROLLBACK", "Z I")
			}
			begin()
			trap.spring()
			w.send(&pgproto3.Query{String: "ASK flip;"})
			refused("public.flippers is a view")
			begin()
			w.send(bind("", "early"), execute("", 0), msgSync)
			refused("public.flippers")
			begin()
			w.query("ASK gone;", "T n", "D 7", "C SELECT 1", "Z T")
			w.query("ASK stored;", "T n", "D 8", "C SELECT 1", "Z T")
			w.query("ROLLBACK", "C ROLLBACK", "Z I")
			begin()
			trap.exec(`DROP TABLE plain; CREATE VIEW plain AS SELECT escape() AS n; GRANT SELECT ON plain TO PUBLIC`)
			w.send(&pgproto3.Query{String: "ASK gone;"})
			refused("what it reads was replaced")
			begin()
			trap.exec(`ALTER TABLE products ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON products USING (escape() > 0)`)
			w.send(&pgproto3.Query{String: "ASK products;"})
			refused("what it reads was replaced, or has row-level security")
			trap.untouched(w)
		})
	}
	t.Run("young", func(t *testing.T) {
		t.Parallel()
		trap, w := setup(t, time.Hour)
		w.query("BEGIN ISOLATION LEVEL REPEATABLE READ", "C BEGIN", "Z T")
		w.query("ASK flip;", "T n", "D 1", "C SELECT 1", "Z T")
		w.query("COMMIT", "C COMMIT", "Z I")
		trap.untouched(w)
	})
}
