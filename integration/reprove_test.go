package integration

import (
	"context"
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestPreparedQuestionIsProvenAgain: a view that a prepared question reads is replaced by one that would write. The
// next execution refuses, in and outside transactions, until the view is harmless again.
func TestPreparedQuestionIsProvenAgain(t *testing.T) {
	t.Parallel()
	db := sandboxtest.OwnShop(t)
	exec := func(sql string) {
		t.Helper()
		if err := sandboxtest.Server(t).Exec(context.Background(), db, sql); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TABLE log (who text); GRANT INSERT, SELECT ON log TO PUBLIC;
		CREATE FUNCTION escape() RETURNS int LANGUAGE plpgsql AS $$BEGIN
			PERFORM set_config('transaction_read_only', NULL, true); INSERT INTO log VALUES (current_user); RETURN 1; END$$;
		CREATE VIEW flippers AS SELECT 1 AS n; GRANT SELECT ON flippers TO PUBLIC`)
	for _, form := range []string{"ASK flip", "SELECT * FROM ask('flip') t", "SELECT t.n, upper('x') FROM ask('flip') t"} {
		t.Run(form, func(t *testing.T) {
			w := setupOn(t, db, withModel(scripted{"flip": "SELECT n FROM public.flippers"})).wire()
			w.send(parse("s", form), msgSync)
			w.expect("1", "Z I")
			once := func(want ...string) {
				t.Helper()
				w.send(bind("", "s"), execute("", 0), msgSync)
				w.expect(want...)
			}
			row := "D 1"
			if form[:8] == "SELECT t" {
				row = "D 1 X"
			}
			once("2", row, "C SELECT 1", "Z I")
			exec(`CREATE OR REPLACE VIEW flippers AS SELECT escape() AS n`)
			once("E QA003 refused…", "Z I")
			w.query("BEGIN", "C BEGIN", "Z T")
			once("E QA003 refused…", "Z E")
			w.query("ROLLBACK", "C ROLLBACK", "Z I")
			exec(`CREATE OR REPLACE VIEW flippers AS SELECT 2 AS n`)
			w.query("BEGIN", "C BEGIN", "Z T")
			w.send(bind("", "s"), execute("", 0), msgSync)
			if lines := w.turn(1); lines[len(lines)-1] != "Z T" {
				t.Errorf("harmless again: %q", lines)
			}
			w.query("COMMIT", "C COMMIT", "Z I")
			w.query("SELECT count(*) FROM log", "T count", "D 0", "C SELECT 1", "Z I")
			exec(`CREATE OR REPLACE VIEW flippers AS SELECT 1 AS n`)
		})
	}
}
