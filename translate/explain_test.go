package translate

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
)

// TestEstimateIsBounded: planning calls immutable functions, and one of them says under which settings. Nothing of these
// outlives the savepoint of the caller's transaction.
func TestEstimateIsBounded(t *testing.T) {
	t.Parallel()
	pg, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close(t.Context()) })
	run := func(sql string) string {
		t.Helper()
		res, err := pg.Exec(t.Context(), sql).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if len(res) == 0 || len(res[0].Rows) == 0 {
			return ""
		}
		return string(res[0].Rows[0][0])
	}
	run(`CREATE FUNCTION planned() RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN
		RAISE EXCEPTION 'timeout %, jit %', current_setting('statement_timeout'), current_setting('jit'); END $$`)
	w := &work{conn: borrow.New(pg), verdict: guard.Verdict{Sent: "SELECT public.planned()"}}
	for _, begin := range []string{"SET statement_timeout = '44s'; SET jit = on", "BEGIN; SET LOCAL statement_timeout = '33s'"} {
		run(begin)
		const settings = "SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('jit'), current_setting('transaction_read_only'))"
		before := run(settings)
		if _, err := w.estimate(t.Context()); err == nil || !strings.Contains(err.Error(), "timeout 10s, jit off") {
			t.Errorf("after %s: %v", begin, err)
		}
		if after := run(settings); after != before {
			t.Errorf("after %s: the settings were %s and are %s", begin, before, after)
		}
	}
}
