package integration

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// own is a scripted model for questions about the session's own things.
var own = scripted{
	"product count":   "SELECT count(*) AS n FROM public.products",
	"my notes":        "SELECT m.v FROM mine m ORDER BY m.v",
	"support tickets": "SELECT count(*) AS n FROM public.support_tickets",
	"salaries":        "SELECT count(*) AS n FROM public.salaries",
	"fails":           "SELECT 1 / (p.id - 3) AS x FROM public.products p ORDER BY p.id",
}

// everyWay is how one question can be asked; each must leave the session as it was.
func everyWay(question string) map[string][]pgproto3.FrontendMessage {
	whole, inside := "ASK "+question, "SELECT * FROM ask('"+question+"') t"
	run := func(sql string) []pgproto3.FrontendMessage {
		return []pgproto3.FrontendMessage{parse("", sql), bind("", ""), describe('P', ""), execute("", 0), msgSync}
	}
	return map[string][]pgproto3.FrontendMessage{
		"whole, simple":    {query(whole)},
		"inside, simple":   {query(inside)},
		"whole, extended":  run(whole),
		"inside, extended": run(inside),
		"bound":            all("SELECT * FROM ask($1) t", question),
		"bound, as json":   all("SELECT * FROM ask_json($1) t", question),
	}
}

// session is everything of a session that a question might disturb.
const session = `SELECT concat_ws(' ', current_user, current_setting('search_path'), current_setting('statement_timeout'),
	current_setting('transaction_read_only'), current_setting('default_transaction_read_only'), current_setting('work_mem'),
	current_setting('ask.show_sql', true), (SELECT string_agg(name, ',' ORDER BY name) FROM pg_prepared_statements),
	(SELECT string_agg(name, ',' ORDER BY name) FROM pg_cursors WHERE name <> ''))`

// TestSessionUnchanged asks in every way, with and without success, in and outside transactions with settings, a
// prepared statement and a cursor of their own, and compares the session before with the one after.
func TestSessionUnchanged(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(own))
	for _, question := range []string{"product count", "fails", "delete all products"} {
		for way, messages := range everyWay(question) {
			for _, begin := range []string{"", "BEGIN", "BEGIN READ ONLY", "BEGIN ISOLATION LEVEL SERIALIZABLE"} {
				t.Run(fmt.Sprintf("%s %s %s", question, way, begin), func(t *testing.T) {
					t.Parallel()
					w := r.wire()
					w.tb = t
					setup := []string{"SET work_mem = '5MB'", "PREPARE theirs AS SELECT 1"}
					if begin != "" {
						setup = append(setup, begin, "SET LOCAL statement_timeout = '44s'", "SET LOCAL search_path = public, pg_catalog",
							"DECLARE theirs CURSOR FOR SELECT generate_series(1, 9)", "SAVEPOINT theirs")
					}
					for _, sql := range setup {
						w.send(query(sql))
						w.turn(1)
					}
					before := w.value(session)
					w.notices = true
					w.send(messages...)
					lines := w.turn(1)
					for _, l := range lines {
						if l[0] == 'S' {
							t.Errorf("a ParameterStatus reached the client: %s", l)
						}
					}
					w.notices = false
					status := map[bool]string{true: "Z I", false: "Z T"}[begin == ""]
					if begin != "" && question != "product count" {
						status = "Z E"
					}
					if got := lines[len(lines)-1]; got != status {
						t.Errorf("status %q, want %q: %q", got, status, lines)
					}
					if status == "Z E" {
						w.query("ROLLBACK TO theirs", "C ROLLBACK", "Z T")
					}
					if after := w.value(session); after != before {
						t.Errorf("before %q\nafter  %q", before, after)
					}
					if begin != "" {
						// The savepoint is the newest one, and the cursor is where it was.
						w.query("FETCH theirs", "T generate_series", "D 1", "C FETCH 1", "Z T")
						w.query("RELEASE theirs", "C RELEASE", "Z T")
						w.send(query("COMMIT"))
						lines := slices.DeleteFunc(w.turn(1), func(l string) bool { return l == `S search_path="$user", public` }) // 18 reports it
						if diff := cmp.Diff([]string{"C COMMIT", "Z I"}, lines); diff != "" {
							t.Errorf("COMMIT (-want +got):\n%s", diff)
						}
					}
				})
			}
		}
	}
}

// TestSessionOwn: questions see what the caller sees: temporary tables, uncommitted rows, row-level security, the role.
func TestSessionOwn(t *testing.T) {
	t.Parallel()
	r := setupOn(t, sandboxtest.OwnShop(t), withModel(own))
	w := r.wire()
	w.query("ASK support tickets", "T n", "D 208", "C SELECT 1", "Z I")
	w.query("ASK salaries", "E QA…", "Z I")
	w.query("CREATE TEMP TABLE mine (v int); INSERT INTO mine VALUES (1)", "C CREATE TABLE", "C INSERT 0 1", "Z I")
	w.query("SELECT * FROM ask('my notes') t", "T v", "D 1", "C SELECT 1", "Z I")
	w.query("BEGIN; INSERT INTO mine VALUES (2)", "C BEGIN", "C INSERT 0 1", "Z T")
	w.query("ASK my notes", "T v", "D 1", "D 2", "C SELECT 2", "Z T")
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
	w.query("ASK my notes", "T v", "D 1", "C SELECT 1", "Z I")
	dba := dialWire(t, r.addr, r.db, "dba")
	all := dba.value("SELECT count(*) FROM support_tickets")
	if got := dba.value("ASK support tickets"); got != all || got == "208" {
		t.Errorf("dba is told of %s tickets and sees %s", got, all)
	}
	// Another session of the same role has no such table, whatever the proxy remembers.
	w2 := r.wire()
	w2.query("ASK my notes", "E QA…", "Z I")
}

// TestSessionRole changes the role in the session, as poolers do for their users.
func TestSessionRole(t *testing.T) {
	t.Parallel()
	db := sandboxtest.OwnShop(t)
	server := sandboxtest.Server(t)
	if err := server.Exec(t.Context(), db, "CREATE ROLE switcher LOGIN NOINHERIT IN ROLE demo, dba"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Exec(context.Background(), db, "DROP ROLE switcher"); err != nil {
			t.Error(err)
		}
	})
	w := dialWire(t, setupOn(t, db, withModel(own)).addr, db, "switcher")
	for range 2 {
		w.query("SET ROLE demo", "C SET", "Z I")
		w.query("ASK support tickets", "T n", "D 208", "C SELECT 1", "Z I")
		w.query("ASK salaries", "E QA…", "Z I")
		w.query("SET ROLE dba", "C SET", "Z I")
		if got, want := w.value("ASK support tickets"), w.value("SELECT count(*) FROM support_tickets"); got != want || got == "208" {
			t.Errorf("as dba %s tickets, want %s", got, want)
		}
	}
}

// TestSessionNotify has a notification arrive while a question is worked on.
func TestSessionNotify(t *testing.T) {
	t.Parallel()
	began := make(chan struct{}, 1)
	r := setup(t, withModel(slow{began: began}))
	w := r.wire()
	w.query("LISTEN bell", "C LISTEN", "Z I")
	w.send(query("ASK anything"))
	awaits(t, began)
	other := r.wire()
	other.query("NOTIFY bell, 'rang'", "C NOTIFY", "Z I")
	// PostgreSQL sends it when the listening session is idle, which it is while the model works.
	if got := w.line(); got != "A bell rang" {
		t.Errorf("got %q", got)
	}
	cancelWire(t, r.addr, w.key)
	w.expect("E 57014 canceling statement due to user request", "Z I")
}
