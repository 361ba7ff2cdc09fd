package integration

import (
	"testing"
	"time"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

// follows waits until what the primary has written so far can be read on the replica.
func follows(t *testing.T, primary, replica *sandbox.Server, db string) {
	t.Helper()
	lsn := asked(t, connect(t, primary.URL(db, sandbox.Superuser)), "SELECT pg_current_wal_insert_lsn()")
	conn := connect(t, replica.URL(db, sandbox.Superuser))
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(time.Minute); asked(t, conn, "SELECT pg_last_wal_replay_lsn() >= '"+lsn+"'") != "t"; {
		select {
		case <-deadline:
			t.Fatalf("the replica does not reach %s", lsn)
		case <-tick.C:
		}
	}
}

// TestEngineReplica: questions over a streaming replica, and dashboards sent there while all else goes to the
// primary. A replica only reads, and so do questions: in their own transaction and in the caller's.
func TestEngineReplica(t *testing.T) {
	everyClient(t)
	t.Parallel()
	settings := map[string]string{"wal_level": "replica", "max_wal_senders": "4"}
	primary, err := sandbox.Start(t.Context(), sandbox.Options{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = primary.Close() })
	const db = "shop"
	if err := primary.CreateDatabase(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if err := primary.LoadShop(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	replica, err := sandbox.Start(t.Context(), sandbox.Options{Settings: settings, Primary: primary})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = replica.Close() })
	r := setupOn(t, db, func(pc *proxy.Config, _ *translate.Config) {
		up, to := upstreamOf(t, primary, db), upstreamOf(t, replica, db)
		up.Routes = []login.Route{{Application: "Grafana*", To: to}}
		pc.Datasources[db] = up
	})
	dashboard, other := r.connect("application_name", "Grafana"), r.connect("application_name", "psql")
	for sql, want := range map[string][2]string{
		"SELECT pg_is_in_recovery()":                                                   {"f", "t"},
		"SELECT * FROM ask('how many products are there') t":                           {"288", "288"},
		"BEGIN; SELECT * FROM ask('how many products are there') t; COMMIT":            {"", ""},
		"SELECT t.id FROM ask('show products') t ORDER BY t.id LIMIT 1":                {"1", "1"},
		"SELECT pg_is_in_recovery(), t.* FROM ask('how many stores are there') t":      {"f 25", "t 25"},
		"CREATE TEMP TABLE kept AS SELECT * FROM ask('how many stores are there') t":   {"", "error 25006"},
		"SELECT * FROM ask('delete all products') t":                                   {"error QA003", "error QA003"},
		"EXPLAIN (COSTS OFF) SELECT * FROM ask('how many products are there') AS t":    {"Aggregate;   ->  Seq Scan on products", "Aggregate;   ->  Seq Scan on products"},
		"SELECT count(*) FROM ask('show returns', answer => 'order_returns') AS t":     {"1425", "1425"},
		"SELECT * FROM ask_sql('how many stores are there') AS t WHERE t.sql LIKE '%'": {"SELECT count(*) AS number_of_stores FROM public.stores", "SELECT count(*) AS number_of_stores FROM public.stores"},
	} {
		if got := asked(t, other, sql); got != want[0] {
			t.Errorf("primary: %s: %q, want %q", sql, got, want[0])
		}
		if got := asked(t, dashboard, sql); got != want[1] {
			t.Errorf("replica: %s: %q, want %q", sql, got, want[1])
		}
	}
	// What changes on the primary changes on the replica: the snapshot of the schema follows.
	mustExec(t, primary, db, "CREATE TABLE gadgets (id int PRIMARY KEY, label text); INSERT INTO gadgets VALUES (1, 'a'), (2, 'b'); GRANT SELECT ON gadgets TO demo")
	follows(t, primary, replica, db)
	if got := asked(t, dashboard, "SELECT * FROM ask('how many gadgets are there') t"); got != "2" {
		t.Errorf("a new table on the replica: %q", got)
	}
	asked(t, dashboard, "BEGIN")
	for _, want := range []string{"288", "288"} {
		if got := asked(t, dashboard, "ASK how many products are there"); got != want {
			t.Errorf("in a transaction on the replica: %q", got)
		}
	}
	asked(t, dashboard, "COMMIT")
}
