package reads

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/say"
)

// TestEstimateIsBounded: planning calls immutable functions, and one of them says under which settings. Nothing of
// these outlives the savepoint of the caller's transaction.
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
	r := Reader{Conn: borrow.New(pg)}
	for _, begin := range []string{"SET statement_timeout = '44s'; SET jit = on", "BEGIN; SET LOCAL statement_timeout = '33s'"} {
		run(begin)
		const settings = "SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('jit'), current_setting('transaction_read_only'))"
		before := run(settings)
		if _, err := r.Estimate(t.Context(), guard.Verdict{Sent: "SELECT public.planned()"}); err == nil || !strings.Contains(err.Error(), "timeout 10s, jit off") {
			t.Errorf("after %s: %v", begin, err)
		}
		if after := run(settings); after != before {
			t.Errorf("after %s: the settings were %s and are %s", begin, before, after)
		}
	}
}

// TestLongLists: what collects more than a server should hold is refused with what to do instead, by what its
// conditions leave.
func TestLongLists(t *testing.T) {
	t.Parallel()
	pg, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close(t.Context()) })
	for sql, refused := range map[string]bool{
		"SELECT array_agg(i.i) FROM generate_series(1, 5000000) i(i)":                                                 true,
		"SELECT string_agg(i.i::text, ', ') FROM generate_series(1, 5000000) i(i)":                                    true,
		"SELECT ARRAY(SELECT i.i FROM generate_series(1, 5000000) i(i))":                                              true,
		"SELECT 1 FROM generate_series(1, 5000000) i(i) HAVING cardinality(array_agg(i.i)) > 3":                       true,
		"SELECT json_agg(x.l) FROM (SELECT array_agg(i.i) AS l FROM generate_series(1, 5000000) i(i) GROUP BY i.i) x": true,
		"SELECT array_agg(i.i) FROM generate_series(1, 5000000) i(i) WHERE i.i = 7":                                   false,
		"SELECT array_agg(x.i) FROM (SELECT i.i FROM generate_series(1, 5000000) i(i) LIMIT 1000) x":                  false,
		"SELECT i.i, array_agg(i.i) FROM generate_series(1, 5000000) i(i) GROUP BY i.i ORDER BY i.i":                  true,
		"SELECT array_agg(x.n) FROM (SELECT count(*) AS n FROM generate_series(1, 5000000) i(i)) x":                   false,
	} {
		est, err := Reader{Conn: borrow.New(pg)}.Estimate(t.Context(), guard.Verdict{Sent: sql, Lists: true})
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if err := est.Check(0); (err != nil) != refused || refused && (say.State(err) != say.CodeBudget || !strings.Contains(err.Error(), "MB")) {
			t.Errorf("%s: %.0f bytes, %v", sql, est.lists, err)
		}
	}
	one := guard.Verdict{Sent: "SELECT count(*) FROM generate_series(1, 5000000)"}
	if est, err := (Reader{Conn: borrow.New(pg)}).Estimate(t.Context(), one); err != nil || est.lists != 0 || est.Check(0) != nil {
		t.Errorf("no list: %+v, %v", est, err)
	}
}
