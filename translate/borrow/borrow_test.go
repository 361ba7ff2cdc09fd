package borrow

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// owner is a connection as a session owns it: what is cancelled is cancelled on the server and the connection lives on.
type owner struct {
	testing.TB
	pg *pgconn.PgConn
}

func connect(tb testing.TB, database string) *owner {
	tb.Helper()
	config, err := pgconn.ParseConfig(sandboxtest.Server(tb).URL(database, sandbox.Superuser))
	if err != nil {
		tb.Fatal(err)
	}
	config.BuildContextWatcherHandler = func(pg *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: pg, DeadlineDelay: time.Minute}
	}
	pg, err := pgconn.ConnectConfig(tb.Context(), config)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = pg.Close(context.Background()) })
	return &owner{tb, pg}
}

// do runs SQL for the owner and returns the first value of the last result.
func (o *owner) do(sql string) string {
	o.Helper()
	res, err := o.pg.Exec(o.Context(), sql).ReadAll()
	if err != nil {
		o.Fatalf("%s: %v", sql, err)
	}
	if last := res[len(res)-1]; len(last.Rows) > 0 {
		return string(last.Rows[0][0])
	}
	return ""
}

// asBefore fails when something of ours is left on the connection.
func (o *owner) asBefore(status byte) {
	o.Helper()
	if got := o.pg.TxStatus(); got != status {
		o.Errorf("transaction status %c, want %c", got, status)
	}
	if got := o.do("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'pgask%'"); got != "0" {
		o.Errorf("%s statements of ours are left", got)
	}
}

func code(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestQuery(t *testing.T) {
	t.Parallel()
	o := connect(t, sandboxtest.Empty(t))
	got, err := New(o.pg).Query(t.Context(),
		SQL("SELECT $1::text AS a, NULL AS b, '' AS c", "it's"),
		Statement{SQL: "SELECT $1::int IS NULL", Args: [][]byte{nil}},
		SQL("SELECT WHERE false"),
		SQL("SELECT g FROM generate_series(1, 3) g"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Result{
		{Columns: []string{"a", "b", "c"}, Rows: [][][]byte{{[]byte("it's"), nil, {}}}, Tag: "SELECT 1"},
		{Columns: []string{"?column?"}, Rows: [][][]byte{{[]byte("t")}}, Tag: "SELECT 1"},
		{Tag: "SELECT 0"},
		{Columns: []string{"g"}, Rows: [][][]byte{{[]byte("1")}, {[]byte("2")}, {[]byte("3")}}, Tag: "SELECT 3"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	o.asBefore('I')
}

// A client's own statements, also the unnamed one, outlive what we do, whether it succeeds or fails.
func TestOwnersStatementsSurvive(t *testing.T) {
	t.Parallel()
	for _, transaction := range []string{"", "BEGIN"} {
		for _, sql := range []string{"SELECT 1", "SELECT 1/0", "no such thing"} {
			o := connect(t, sandboxtest.Shop(t))
			o.do(transaction + "; SELECT 1")
			for _, name := range []string{"", "theirs"} {
				if _, err := o.pg.Prepare(t.Context(), name, "SELECT 42", nil); err != nil {
					t.Fatal(err)
				}
			}
			_, _ = New(o.pg).Query(t.Context(), SQL(sql))
			_, _ = New(o.pg).ReadOnly(t.Context(), nil, SQL("SELECT 2"), SQL(sql))
			for _, name := range []string{"", "theirs"} {
				res := o.pg.ExecPrepared(t.Context(), name, nil, nil, nil).Read()
				if res.Err != nil || string(res.Rows[0][0]) != "42" {
					t.Errorf("%s %s: statement %q: %v", transaction, sql, name, res.Err)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, sql, code string
	}{
		{"in parse", "SELEC 1", "42601"},
		{"in analysis", "SELECT no_such_column", "42703"},
		{"in execution", "SELECT 1/0", "22012"},
		{"after rows", "SELECT 1/(3 - g) FROM generate_series(1, 5) g", "22012"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := connect(t, sandboxtest.Empty(t))
			o.do("CREATE TABLE kept (n int)")
			c := New(o.pg)
			calls := map[string]func() ([]Result, error){
				"query":     func() ([]Result, error) { return c.Query(t.Context(), SQL("SELECT 1"), SQL(test.sql), SQL("SELECT 2")) },
				"read only": func() ([]Result, error) { return c.ReadOnly(t.Context(), nil, SQL("SELECT 1"), SQL(test.sql)) },
			}
			for name, call := range calls {
				if res, err := call(); code(err) != test.code || res != nil {
					t.Errorf("%s: %v, %v", name, res, err)
				}
				o.asBefore('I')
				o.do("BEGIN; INSERT INTO kept VALUES (1)")
				if _, err := call(); code(err) != test.code {
					t.Errorf("%s inside a transaction: %v", name, err)
				}
				o.asBefore('T')
				o.do("INSERT INTO kept VALUES (2); COMMIT")
				if got := o.do("SELECT count(*) FROM kept; TRUNCATE kept; SELECT 'done'"); got != "done" {
					t.Error(got)
				}
				if res, err := call(); res != nil || err == nil {
					t.Errorf("%s once more: %v, %v", name, res, err)
				}
			}
		})
	}
}

// What the owner wrote before and after stands, and nobody sees our savepoint.
func TestOwnersTransactionSurvives(t *testing.T) {
	t.Parallel()
	o := connect(t, sandboxtest.Empty(t))
	o.do("CREATE TABLE kept (n int)")
	c := New(o.pg)
	o.do("BEGIN; INSERT INTO kept VALUES (1); SAVEPOINT theirs")
	if _, err := c.Query(t.Context(), SQL("SELECT 1/0")); err == nil {
		t.Error("no error")
	}
	if _, err := c.ReadOnly(t.Context(), map[string]string{"DateStyle": "German"}, SQL("SELECT 1")); err != nil {
		t.Error(err)
	}
	o.do("INSERT INTO kept VALUES (2); ROLLBACK TO theirs; INSERT INTO kept VALUES (3); COMMIT")
	if got := o.do("SELECT string_agg(n::text, ',' ORDER BY n) FROM kept"); got != "1,3" {
		t.Errorf("kept %s", got)
	}
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	for _, transaction := range []string{"", "BEGIN"} {
		t.Run("within "+transaction, func(t *testing.T) {
			t.Parallel()
			o := connect(t, sandboxtest.Empty(t))
			o.do("CREATE TABLE kept (n int); CREATE TEMPORARY TABLE mine AS SELECT 7 AS n; SET search_path = public; SET DateStyle = 'German, DMY'")
			o.do(transaction + "; SELECT 1")
			status := o.pg.TxStatus()
			c := New(o.pg)
			settings := map[string]string{"DateStyle": "ISO", "search_path": "it's, \"odd\"", "statement_timeout": "12s"}
			res, err := c.ReadOnly(t.Context(), settings,
				SQL("SELECT current_setting('DateStyle'), current_setting('search_path'), current_setting('statement_timeout')"),
				SQL("SELECT n, current_setting('transaction_read_only') FROM pg_temp.mine"))
			if err != nil {
				t.Fatal(err)
			}
			got := string(res[0].Rows[0][0]) + "|" + string(res[0].Rows[0][1]) + "|" + string(res[0].Rows[0][2])
			if got != `ISO, DMY|it's, "odd"|12s` {
				t.Errorf("settings inside: %s", got)
			}
			if got := string(res[1].Rows[0][0]) + string(res[1].Rows[0][1]); got != "7on" {
				t.Errorf("the owner's temporary table, read only: %s", got)
			}
			if _, err := c.ReadOnly(t.Context(), nil, SQL("INSERT INTO kept VALUES (1)")); code(err) != "25006" {
				t.Errorf("a write: %v", err)
			}
			o.asBefore(status)
			after := o.do("SELECT concat_ws('|', current_setting('DateStyle'), current_setting('search_path'), current_setting('transaction_read_only'))")
			if after != "German, DMY|public|off" {
				t.Errorf("settings afterwards: %s", after)
			}
			o.do("INSERT INTO kept VALUES (1)")
		})
	}
}

// TestSettingsInOneStatement: and those that the encoding says how to read behind it.
func TestSettingsInOneStatement(t *testing.T) {
	t.Parallel()
	if all := local(map[string]string{"client_encoding": "UTF8", "search_path": "a", "jit": "off"}); len(all) != 1 {
		t.Errorf("%d statements", len(all))
	}
	o := connect(t, sandboxtest.Empty(t))
	o.do("SET client_encoding = LATIN1")
	path := `"schön", "日本"`
	res, err := New(o.pg).ReadOnly(t.Context(), map[string]string{"client_encoding": "UTF8", "DateStyle": "ISO", "search_path": path},
		SQL("SELECT current_setting('search_path'), current_setting('search_path') = $1", path))
	if err != nil || string(res[0].Rows[0][0]) != path || string(res[0].Rows[0][1]) != "t" {
		t.Errorf("%q, %v", res, err)
	}
	if got := o.do("SELECT current_setting('client_encoding')"); got != "LATIN1" {
		t.Error(got)
	}
}

// TestOutside: the timeout holds unless the owner's own is shorter.
func TestOutside(t *testing.T) {
	t.Parallel()
	o := connect(t, sandboxtest.Empty(t))
	for _, test := range []struct{ own, path, want string }{
		{"0", "pg_catalog", "5s pg_catalog off on"}, {"1min", "", "5s \"$user\", public off on"}, {"3s", "pg_catalog", "3s pg_catalog off on"},
	} {
		o.do("SET statement_timeout = '" + test.own + "'")
		b := Outside(test.path, 5*time.Second)
		if len(b.Open) != 2 {
			t.Errorf("%d statements", len(b.Open))
		}
		res, err := New(o.pg).bracket(t.Context(), b, []Statement{SQL(`SELECT concat_ws(' ', current_setting('statement_timeout'),
			current_setting('search_path'), current_setting('jit'), current_setting('transaction_read_only'))`)})
		if err != nil || string(res[0].Rows[0][0]) != test.want {
			t.Errorf("%v: %q, %v", test, res, err)
		}
		o.asBefore('I')
	}
}

func TestInAFailedTransaction(t *testing.T) {
	t.Parallel()
	o := connect(t, sandboxtest.Empty(t))
	c := New(o.pg)
	o.do("BEGIN; SAVEPOINT theirs")
	_, _ = o.pg.Exec(t.Context(), "SELECT 1/0").ReadAll()
	for name, call := range map[string]func() ([]Result, error){
		"query":     func() ([]Result, error) { return c.Query(t.Context(), SQL("SELECT 1")) },
		"read only": func() ([]Result, error) { return c.ReadOnly(t.Context(), nil, SQL("SELECT 1")) },
	} {
		if _, err := call(); code(err) != "25P02" || strings.Contains(err.Error(), "roll back") {
			t.Errorf("%s: %v", name, err)
		}
		if got := o.pg.TxStatus(); got != 'E' {
			t.Errorf("%s: status %c", name, got)
		}
	}
	o.do("ROLLBACK TO theirs")
	o.asBefore('T')
}

// A call whose context ends is cancelled on the server, and the owner goes on with the same connection.
func TestCancel(t *testing.T) {
	t.Parallel()
	for _, transaction := range []string{"", "BEGIN"} {
		t.Run("within "+transaction, func(t *testing.T) {
			t.Parallel()
			db := sandboxtest.Empty(t)
			o, observer := connect(t, db), connect(t, db)
			o.do(transaction + "; SELECT 1")
			status := o.pg.TxStatus()
			pid := o.do("SELECT pg_backend_pid()")
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				// The lock is seen when the statement runs.
				for observer.do("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = "+pid) == "0" {
				}
				cancel()
			}()
			_, err := New(o.pg).Query(ctx, SQL("SELECT pg_advisory_lock(1)"), SQL("SELECT pg_sleep(60)"), SQL("SELECT 3"))
			if err == nil {
				t.Fatal("no error")
			}
			if o.pg.IsClosed() {
				t.Fatal("the connection was given up")
			}
			o.asBefore(status)
		})
	}
}

func TestTooLarge(t *testing.T) {
	t.Parallel()
	o := connect(t, sandboxtest.Empty(t))
	c := New(o.pg)
	c.limit = 10_000
	for name, sql := range map[string]string{
		"long values": "SELECT repeat('x', 1000) FROM generate_series(1, 1000)",
		"many nulls":  "SELECT NULL, NULL FROM generate_series(1, 1000)",
	} {
		o.do("BEGIN")
		if _, err := c.Query(t.Context(), SQL(sql), SQL("SELECT 1")); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
		o.asBefore('T')
		o.do("COMMIT")
		if _, err := c.Query(t.Context(), SQL(sql)); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
		o.asBefore('I')
	}
	if res, err := c.Query(t.Context(), SQL("SELECT 1")); err != nil || len(res) != 1 {
		t.Errorf("afterwards: %v", err)
	}
}

func TestLostConnection(t *testing.T) {
	t.Parallel()
	db := sandboxtest.Empty(t)
	o, other := connect(t, db), connect(t, db)
	other.do("SELECT pg_terminate_backend(" + o.do("SELECT pg_backend_pid()") + ", 60000)")
	if _, err := New(o.pg).Query(t.Context(), SQL("SELECT 1")); err == nil {
		t.Error("no error")
	}
	if !o.pg.IsClosed() {
		t.Error("the connection still counts as open")
	}
}
