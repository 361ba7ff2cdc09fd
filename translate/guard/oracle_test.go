package guard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/translate/schema"
)

// oracle runs statements on a server of its own, on which nothing else happens, and says what they changed.
type oracle struct {
	subject  *pgconn.PgConn // a plain role, who runs the statements
	observer *pgconn.PgConn // a superuser, who compares
	snapshot *schema.Snapshot
	pid      string // of the session that runs statements
	url      string // for more sessions of the plain role
}

// quietly are settings under which an idle server writes nothing by itself.
var quietly = map[string]string{"autovacuum": "off", "wal_level": "minimal", "max_wal_senders": "0", "checkpoint_timeout": "1d",
	"max_parallel_workers_per_gather": "0", "work_mem": "16MB", "max_connections": "20", "temp_file_limit": "1GB"}

func newOracle(tb testing.TB, more ...string) *oracle {
	tb.Helper()
	server, err := sandbox.Start(tb.Context(), sandbox.Options{Settings: quietly})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := server.Close(); err != nil {
			tb.Error(err)
		}
	})
	if err := server.CreateDatabase(tb.Context(), "oracle"); err != nil {
		tb.Fatal(err)
	}
	connect := func(role string) *pgconn.PgConn {
		conn, err := pgconn.Connect(tb.Context(), server.URL("oracle", role))
		if err != nil {
			tb.Fatal(err)
		}
		tb.Cleanup(func() { _ = conn.Close(context.Background()) }) // the test's context is over
		return conn
	}
	o := &oracle{observer: connect(sandbox.Superuser), url: server.URL("oracle", "plain")}
	script, err := os.ReadFile("testdata/oracle.sql")
	if err != nil {
		tb.Fatal(err)
	}
	do(tb, o.observer, string(script))
	for _, sql := range more {
		do(tb, o.observer, sql)
	}
	do(tb, o.observer, "VACUUM (FREEZE, ANALYZE)")
	do(tb, o.observer, "VACUUM (FREEZE)") // what a session still saw the first time; reading it would prune it
	do(tb, o.observer, "CHECKPOINT")
	// Somebody else of the same role, who could be signalled, with a session to be disturbed.
	do(tb, connect("plain"), "SELECT pg_advisory_lock(77)")
	o.subject = connect("plain")
	do(tb, o.subject, "SET statement_timeout = '5min'; SET lock_timeout = '1min'; SET search_path = pg_catalog, app, public")
	o.snapshot = snapshotFor(tb, o.subject)
	o.pid = o.one(tb, o.subject, "SELECT pg_backend_pid()::text")[0]
	return o
}

// one returns the single row of a query.
func (o *oracle) one(tb testing.TB, conn *pgconn.PgConn, sql string) []string {
	tb.Helper()
	results, err := conn.Exec(tb.Context(), sql).ReadAll()
	if err != nil {
		tb.Fatalf("%v\n%.300s", err, sql)
	}
	var row []string
	for _, v := range results[len(results)-1].Rows[0] {
		row = append(row, string(v))
	}
	return row
}

// digests are what is compared, by name. Each is one value of one row.
var digests = [][2]string{
	{"next transaction id", "pg_snapshot_xmax(pg_current_snapshot())::text"},
	{"write-ahead log", "pg_current_wal_insert_lsn()::text"},
	{"rows", "(SELECT sum(hashtextextended(query_to_xml(format('SELECT ctid, xmin, xmax, * FROM %s t', oid::regclass), true, true, '')::text, 0)) " +
		"FROM pg_class WHERE oid >= 16384 AND relkind IN ('r', 'm'))"},
	{"sequences", "(SELECT json_agg(s)::text FROM pg_sequences s)"},
	{"large objects", "(SELECT concat(count(*), sum(hashtextextended(encode(data, 'hex'), 0))) FROM pg_largeobject) || (SELECT count(*) FROM pg_largeobject_metadata)"},
	{"catalog", catalogDigest()},
	{"advisory locks", "(SELECT json_agg(row(pid, objid, mode) ORDER BY pid, objid)::text FROM pg_locks WHERE locktype = 'advisory')"},
	{"other sessions", "(SELECT json_agg(row(pid, state, query, state_change) ORDER BY pid)::text FROM pg_stat_activity " +
		"WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND pid <> %PID%)"},
	{"background workers", "(SELECT count(*)::text FROM pg_stat_activity WHERE backend_type NOT IN ('client backend', 'parallel worker'))"},
	{"slots and prepared transactions", "(SELECT count(*) FROM pg_replication_slots) || '/' || (SELECT count(*) FROM pg_prepared_xacts)"},
	{"files", "(SELECT json_agg(d.n ORDER BY d.n)::text FROM (SELECT pg_ls_dir(p) AS n FROM unnest(ARRAY['.', 'pg_replslot', 'pg_logical', " +
		"'pg_snapshots', 'pg_wal', 'base/' || (SELECT oid FROM pg_database WHERE datname = current_database())]) p) d WHERE d.n !~ '^pg_internal')"},
}

// catalogDigest sums up the row versions of catalogs.
func catalogDigest() string {
	var sums []string
	for _, c := range []string{"pg_class", "pg_proc", "pg_authid", "pg_auth_members", "pg_database", "pg_db_role_setting", "pg_namespace",
		"pg_type", "pg_attribute", "pg_extension", "pg_replication_origin", "pg_foreign_server", "pg_statistic", "pg_rewrite"} {
		sums = append(sums, "(SELECT sum(hashtidextended(ctid, xmin::text::int8)) FROM "+c+")")
	}
	return "concat_ws(' ', " + strings.Join(sums, ", ") + ")"
}

func (o *oracle) digest(tb testing.TB) []string {
	tb.Helper()
	var list []string
	for _, d := range digests {
		list = append(list, d[1])
	}
	return o.one(tb, o.observer, strings.ReplaceAll("SELECT "+strings.Join(list, ", "), "%PID%", o.pid))
}

// settings of the subject's session.
func (o *oracle) settings(tb testing.TB) string {
	tb.Helper()
	return o.one(tb, o.subject, "SELECT string_agg(name || '=' || setting, chr(10) ORDER BY name) FROM pg_settings")[0]
}

// held is what the subject holds while its transaction is open: locks that are not for reading, a transaction id.
func (o *oracle) held(tb testing.TB) string {
	tb.Helper()
	return strings.Join(o.one(tb, o.observer, strings.ReplaceAll(`SELECT
		(SELECT coalesce(string_agg(concat(locktype, ' ', mode), ', '), '') FROM pg_locks WHERE pid = %PID%
			AND mode <> 'AccessShareLock' AND locktype <> 'virtualxid'),
		(SELECT concat(backend_xid) FROM pg_stat_activity WHERE pid = %PID%)`, "%PID%", o.pid)), "")
}

// state is all that a statement may not change.
type state struct {
	cluster  []string
	settings string
}

func (o *oracle) state(tb testing.TB) state {
	tb.Helper()
	return state{o.digest(tb), o.settings(tb)}
}

// changed names what differs.
func (before state) changed(after state) []string {
	list := changes(before.cluster, after.cluster)
	if before.settings != after.settings {
		list = append(list, "settings")
	}
	return list
}

// run executes one statement in a read-only transaction that is committed, so that nothing is undone by accident. It
// returns the statement's own error, and what it held before the end.
func (o *oracle) run(tb testing.TB, sql string) (held string, failed error) {
	tb.Helper()
	do(tb, o.subject, "BEGIN READ ONLY; SELECT 1")
	reader := o.subject.ExecParams(tb.Context(), sql, nil, nil, nil, nil)
	for reader.NextRow() {
	}
	_, failed = reader.Close()
	if failed == nil {
		held = o.held(tb)
	}
	if o.subject.IsClosed() {
		tb.Fatalf("the connection is lost: %v", failed)
	}
	do(tb, o.subject, "COMMIT")
	return held, failed
}

// withPostGIS adds the extension where the machine has it; its library is loaded before a session's settings are
// looked at.
const withPostGIS = `DO $$ BEGIN
	IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'postgis') THEN
		CREATE EXTENSION postgis;
		ALTER DATABASE oracle SET session_preload_libraries = plpgsql, pg_trgm, unaccent, fuzzystrmatch, hstore, ltree, citext, _int, cube, earthdistance, pgcrypto, 'postgis-3';
	END IF; END $$`

// TestAllowedChangesNothing runs what the guard allows on a real server.
func TestAllowedChangesNothing(t *testing.T) {
	t.Parallel()
	o := newOracle(t, withPostGIS)
	g := mustNew(t, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	before := o.state(t)
	ran := 0
	var together []string // statements since the last comparison
	blocks := corpus(t, "testdata/allow.sql")
	for _, b := range corpus(t, "testdata/extensions.sql") {
		if _, installed := o.snapshot.Extensions[b.comments[0]]; installed {
			blocks = append(blocks, b)
		}
	}
	for i, b := range blocks {
		var first int // "16 is the first server that knows it."
		if _, err := fmt.Sscanf(strings.Join(b.comments, " "), "%d is the first server", &first); err == nil && o.snapshot.Server/10000 < first {
			continue
		}
		v := g.Check(b.sql, Facts{Snapshot: o.snapshot})
		if v.Decision != Allow {
			t.Errorf("line %d: by the facts of the server: %s %s: %s", b.line, v.Decision, v.Rule, v.Why)
			continue
		}
		held, err := o.run(t, v.Sent)
		if held != "" {
			t.Errorf("line %d: it held %s", b.line, held)
		}
		if err != nil {
			t.Errorf("line %d: %v\n%s", b.line, err, v.SQL)
		} else {
			ran++
		}
		if together = append(together, v.Sent); i%8 != 7 && i != len(blocks)-1 {
			continue // comparing takes longer than running
		}
		after := o.state(t)
		list := before.changed(after)
		for try := 0; try < 3 && slices.Equal(list, []string{background}); try++ {
			before = after
			for _, sql := range together {
				_, _ = o.run(t, sql) // what it says was looked at before
			}
			after = o.state(t)
			list = before.changed(after)
		}
		if list != nil {
			t.Errorf("line %d, or one of the seven before it: it changed %s", b.line, strings.Join(list, ", "))
			before = after
		}
		together = together[:0]
	}
	if ran < 180 {
		t.Errorf("only %d ran", ran)
	}
}

// codeOf is the SQLSTATE of an error, "" if it has none.
func codeOf(err error) string {
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		return pgErr.Code
	}
	return ""
}

// TestOracleSees proves that the oracle would notice, by what the guard refuses.
func TestOracleSees(t *testing.T) {
	t.Parallel()
	o := newOracle(t)
	for sql, want := range map[string][]string{
		"SELECT pg_advisory_lock(1)": {"advisory locks"},
		"SELECT set_config('transaction_read_only', NULL, true), nextval('app.ids')": {"next transaction id", "sequences", "write-ahead log"},
		"SELECT set_config('transaction_read_only', NULL, true), app.write()":        {"next transaction id", "rows", "write-ahead log"},
		"SELECT lo_create(0)":                             {"large objects", "next transaction id", "write-ahead log"},
		"SELECT pg_logical_emit_message(false, 'a', 'b')": {"write-ahead log"},
		"SELECT txid_current()":                           {"next transaction id"},
		"SELECT pg_notify('a', 'b')":                      {"next transaction id", "write-ahead log"},
		"SELECT set_config('DateStyle', 'German', false)": {"settings"},
		"SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE usename = 'plain' AND pid <> pg_backend_pid()":            nil,
		"SELECT pg_terminate_backend(pid, 100000) FROM pg_stat_activity WHERE usename = 'plain' AND pid <> pg_backend_pid()": {"advisory locks", "other sessions"},
	} {
		before := o.state(t)
		_, err := o.run(t, sql)
		if o.snapshot.Server >= 160000 && (strings.Contains(sql, "transaction_read_only") || strings.Contains(sql, "lo_create")) {
			if code := codeOf(err); code != "0A000" && code != "25006" { // the server itself refuses it now
				t.Errorf("%s: %v", sql, err)
			}
			want = nil
		} else if err != nil {
			t.Errorf("%s: %v", sql, err)
		}
		got := before.changed(o.state(t))
		slices.Sort(got)
		if missing := cmp.Diff(want, slices.DeleteFunc(got, func(s string) bool { return !slices.Contains(want, s) })); missing != "" {
			t.Errorf("%s (-want +seen):\n%s", sql, missing)
		}
	}
	for sql, want := range map[string]string{
		"SELECT pg_advisory_xact_lock(1)": "advisory ExclusiveLock",
		"SELECT txid_current()":           "transactionid ExclusiveLock",
	} {
		if held, err := o.run(t, sql); err != nil || !strings.Contains(held, want) {
			t.Errorf("%s: held %q, %v", sql, held, err)
		}
	}
}
