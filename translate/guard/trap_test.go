package guard

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestTraps: a database in which operators, casts, domains, aggregates, views, policies and indexes are somebody's
// own, and what models write about it, told to by its comments or not. Whatever passes runs, on a path of its own and
// on the caller's, and calls none of them.
func TestTraps(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("testdata/traps.sql")
	if err != nil {
		t.Fatal(err)
	}
	owner, _ := workshop(t, string(script))
	config, err := pgconn.ParseConfig(sandboxtest.Server(t).URL(databaseOf(t, owner), "guard_reader"))
	if err != nil {
		t.Fatal(err)
	}
	var notices []string
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { notices = append(notices, n.Message) }
	reader, err := pgconn.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close(context.Background()) }) // the test's context is over
	do(t, reader, "SET search_path = app, public, evil; SET statement_timeout = '1min'")
	snap, g := snapshotFor(t, reader), mustNew(t, Policy{})
	ran := 0
	for _, b := range corpus(t, "testdata/trapped.sql") {
		for _, own := range []bool{true, false} {
			v := g.Check(b.sql, Facts{Snapshot: snap, OwnPath: own})
			if got := strings.TrimSpace(v.Decision.String() + " " + v.Rule); own && got != b.comments[0] {
				t.Errorf("trapped.sql:%d: got %s (%s), want %s\n%s", b.line, got, v.Why, b.comments[0], b.sql)
			}
			if v.Decision != Allow {
				continue
			}
			if own {
				do(t, reader, "BEGIN READ ONLY; SET LOCAL search_path = pg_catalog, pg_temp")
			} else {
				do(t, reader, "BEGIN READ ONLY")
			}
			_, _ = reader.Exec(t.Context(), v.Sent).ReadAll() // that it fails is no trap
			do(t, reader, "ROLLBACK")
			ran++
			if len(notices) > 0 {
				t.Errorf("trapped.sql:%d: own path %v: %q\n%s", b.line, own, notices, b.sql)
				notices = nil
			}
		}
	}
	// The traps are set: without the guard they snap.
	for _, sql := range []string{"SELECT * FROM app.v3", "SELECT DISTINCT worth FROM app.customers", "SELECT mood + 1 FROM app.customers"} {
		notices = nil
		if _, _ = reader.Exec(t.Context(), sql).ReadAll(); len(notices) == 0 {
			t.Errorf("nothing happens at %s", sql)
		}
	}
	if ran < 60 {
		t.Errorf("only %d ran", ran)
	}
}

func databaseOf(t testing.TB, conn *pgconn.PgConn) string {
	t.Helper()
	results, err := conn.Exec(t.Context(), "SELECT current_database()").ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return string(results[0].Rows[0][0])
}
