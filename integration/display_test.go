package integration

import (
	"context"
	"net"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/guard"
)

// TestNoticesOfTheDatabase: what functions behind a question's statement say reaches a person as the words of the
// database, each on one line, and not without end; inside SQL that the client wrote it passes as it is.
func TestNoticesOfTheDatabase(t *testing.T) {
	t.Parallel()
	db := sandboxtest.Empty(t)
	conn, err := pgx.Connect(t.Context(), sandboxtest.Server(t).URL(db, sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, _ = conn.Exec(t.Context(), "CREATE ROLE demo LOGIN") // another test may have made it
	if _, err := conn.Exec(t.Context(), `CREATE FUNCTION say(int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN
			RAISE NOTICE E'SQL: SELECT 1\nNOTICE:  approved by pgask\x1b[2J' USING DETAIL = E'a\nERROR:  b', HINT = E'c\x07\nSQL: d';
			IF $1 = 2 THEN RAISE WARNING '%', repeat('x', 300000); END IF; RETURN $1; END $$;
		CREATE VIEW said AS SELECT say(g) AS id FROM generate_series(1, 2) g; CREATE VIEW many AS SELECT say(1) AS id FROM generate_series(1, 5000) g;
		GRANT SELECT ON said, many TO demo`); err != nil {
		t.Fatal(err)
	}
	r := setupOn(t, db, withModel(scripted{"heard": "SELECT id FROM said", "a lot": "SELECT count(id) FROM many"}), func(_ *proxy.Config, c *translate.Config) {
		c.Guard = guard.Policy{Relations: []string{"said", "many"}}
	})
	out, told := r.psql("ASK heard;\nSELECT 'still there';", "-qAt")
	if out != "1\n2\nstill there\n" || strings.Contains(told, "\x1b") || strings.Contains(told, "\nNOTICE:  approved") || strings.Contains(told, "\nSQL: d") ||
		!strings.Contains(told, `NOTICE:  The database says: SQL: SELECT 1\nNOTICE:  approved by pgask\u001b[2J`) || !strings.Contains(told, `DETAIL:  a\nERROR:  b`) {
		t.Errorf("%s%.3000s", out, told)
	}
	if !strings.Contains(told, "WARNING:  The database says: ") || len(told) > 20_000 {
		t.Errorf("%d bytes: %.3000s", len(told), told)
	}
	out, told = r.psql("ASK a lot;", "-qAt")
	if n := strings.Count(told, "The database says: "); out != "5000\n" || n < 10 || n > 100 || !strings.Contains(told, "said more") {
		t.Errorf("%s%d messages: %.2000s", out, n, told)
	}
	var bound []string
	cfg, err := pgx.ParseConfig(r.url("demo"))
	if err != nil {
		t.Fatal(err)
	}
	cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { bound = append(bound, n.Message) }
	extended, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer extended.Close(context.Background())
	if _, err := extended.Exec(t.Context(), "ASK heard", pgx.QueryExecModeDescribeExec); err != nil || len(bound) < 3 || strings.Contains(strings.Join(bound, ""), "\x1b") {
		t.Errorf("bound: %v %.2000q", err, bound)
	}
	if _, told = r.psql("SELECT id FROM said LIMIT 1; SELECT * FROM ask('heard') LIMIT 1;", "-qAt"); strings.Count(told, "NOTICE:  SQL: SELECT 1\nNOTICE:  approved") != 2 {
		t.Errorf("SQL of the client's own: %.2000s", told)
	}
}

// Names, comments, values, questions and texts of models that would move a terminal's cursor, turn text round or
// begin a line of their own reach psql as escapes, in whatever message they stand.
func TestHostileTextsAtPsql(t *testing.T) {
	t.Parallel()
	const evil = "x\x1b[2J\u009b1m\x1b]0;t\x07\u202ey\u200bz\nNOTICE:  approved by pgask\nSQL: "
	db := sandboxtest.Empty(t)
	conn, err := pgx.Connect(t.Context(), sandboxtest.Server(t).URL(db, sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	name := func(s string) string { return pgx.Identifier{s}.Sanitize() }
	literal := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	returns, supplier := name(evil[:40]+" returns"), name("supplier returns\nNOTICE:  approved")
	for _, sql := range []string{
		"CREATE ROLE demo LOGIN", "GRANT USAGE ON SCHEMA public TO demo",
		"CREATE TABLE " + returns + " (id int PRIMARY KEY, " + name("co\nNOTICE:  approved\x1b[2Jst") + " numeric, label text)",
		"CREATE TABLE " + supplier + " (id int PRIMARY KEY, label text)",
		"COMMENT ON TABLE " + returns + " IS " + literal("Goods "+evil), "COMMENT ON TABLE " + supplier + " IS " + literal(evil),
		"INSERT INTO " + returns + " VALUES (1, 2, " + literal(evil) + "), (2, 3, 'fine')",
		"INSERT INTO " + supplier + " VALUES (1, " + literal(evil) + ")",
		"GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo", "ANALYZE",
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil && !strings.Contains(err.Error(), "already exists") {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	r := setupOn(t, db, withModel(scripted{
		"quoted":  "SELECT label AS " + name(evil[:30]) + " FROM public." + returns + " WHERE label <> " + literal(evil),
		"casts":   "SELECT label::int FROM public." + supplier,
		"unknown": "SELECT " + name("no\nNOTICE:  approved\x1b") + " FROM public." + returns,
		"refused": "SELECT " + name("f\nNOTICE:  approved\x1b") + "(label) FROM public." + returns,
	}))
	for _, script := range []string{"ASK quoted;", "ASK casts;", "ASK unknown;", "ASK refused;", "ASK which tables are there;", "ASK describe returns;", "ASK show returns;",
		"ASK how many returns;\nASK 7;\nASK 1;", "ASK how many \x1b[2Jreturns\u202e are\u200b there;", "ASK delete \x1b]0,t\x07 everything;", "ASK sql: quoted;", "ASK explain: quoted;",
		"SET ask.engine = E'\\x1b\\nNOTICE:  approved';\nASK quoted;", "SET ask.nosuch = 1;", "ASK bad: \x1b[2J;", "ASK pin;", "\\set VERBOSITY verbose\nASK casts;",
		"SET ask.engine = 'builtin';\nASK total cost of returns;\nASK returns with label x;\nASK unknown words of \x1b[2J quality;"} {
		_, told := r.psql(script)
		for line := range strings.Lines(told) {
			if strings.HasPrefix(line, "NOTICE:  approved") || strings.HasPrefix(line, "SQL:") {
				t.Errorf("%q: a line of others: %q", script, line)
			}
			for _, c := range strings.TrimSuffix(line, "\n") {
				if display.Hidden(c) {
					t.Errorf("%q: %U in %q", script, c, line)
					break
				}
			}
		}
	}
	if _, told := r.psql("ASK quoted;"); !strings.Contains(told, `\u001b[2J`) || !strings.Contains(told, "\n  FROM ") {
		t.Errorf("the notice does not show what it escapes, or has no lines: %s", told)
	}
}

// TestHostileNamesOfEverything: the names of roles and databases, what lessons and pins say, comments of columns and
// values of settings reach psql as escapes, too.
func TestHostileNamesOfEverything(t *testing.T) {
	t.Parallel()
	const evil = "x\x1b[2J\u202ey\nNOTICE:  approved by pgask\nSQL: "
	server := sandboxtest.Server(t)
	admin, err := pgx.Connect(t.Context(), server.URL(sandboxtest.Empty(t), sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	name := func(s string) string { return pgx.Identifier{s}.Sanitize() }
	db, role := "db "+evil, "role "+evil
	for _, sql := range []string{"CREATE ROLE " + name(role) + " LOGIN", "CREATE DATABASE " + name(db) + " TEMPLATE template0"} {
		if _, err := admin.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		ctx := context.Background()
		admin, err := pgx.Connect(ctx, server.URL("postgres", sandbox.Superuser))
		if err != nil {
			return
		}
		defer admin.Close(ctx)
		_, _ = admin.Exec(ctx, "DROP DATABASE "+name(db)+" WITH (FORCE)")
		_, _ = admin.Exec(ctx, "DROP ROLE "+name(role))
	})
	cfg, err := pgx.ParseConfig(server.URL("postgres", sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Database = db
	conn, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	literal := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	for _, sql := range []string{
		"CREATE TABLE goods (id int PRIMARY KEY, label text, kind text); INSERT INTO goods VALUES (1, 'a', 'b'), (2, 'c', 'd')",
		"COMMENT ON COLUMN goods.label IS " + literal(evil), "COMMENT ON TABLE goods IS " + literal(evil),
		"GRANT SELECT ON goods TO " + name(role), "CREATE SCHEMA " + name(evil), "GRANT USAGE ON SCHEMA " + name(evil) + " TO " + name(role),
		"CREATE TABLE " + name(evil) + ".goods (id int)", "GRANT SELECT ON " + name(evil) + ".goods TO " + name(role),
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	m := scripted{"labels": "SELECT label FROM public.goods", "elsewhere": "SELECT label FROM " + name(db+"x") + ".public.goods", "both": "SELECT nosuch FROM " + name(evil) + ".goods"}
	r := setupOn(t, db, withMemory(t, state.Config{Dir: t.TempDir()}), withModel(m), func(_ *proxy.Config, c *translate.Config) {
		c.PinWriters = []string{role}
		for _, l := range []lessons.Lesson{{Kind: lessons.Column, Words: "wares", Means: "goods " + evil}, {Kind: lessons.Table, Words: "stuff", Means: "goods"},
			{Kind: lessons.Column, Words: "labels", Means: "goods.label = " + literal(evil), Note: evil}} {
			l.Source, l.Confidence, l.Status = lessons.FromCommand, 1, lessons.Approved
			_ = c.Lessons.Import(t.Context(), []lessons.Lesson{l}) // what the library does not take, it cannot tell
		}
	})
	escaped := 0
	for _, script := range []string{"ASK labels;", "ASK elsewhere;", "ASK both;", "ASK wares;", "ASK explain: labels;", "ASK sql: wares;", "ASK explain table goods;", "ASK describe goods;", "ASK which tables are there;",
		"ASK pin: " + strings.ReplaceAll(evil, "\n", " ") + " => SELECT label FROM goods;", "ASK pin: my \u202e\x1b[2Jpin => SELECT nosuch FROM goods;", "ASK pin;", "ASK labels;\nASK pin;\nASK labels;",
		"SET ask.language = E'\\x1b\\nNOTICE:  approved';\nASK labels;", "SET ask.max_rows = E'\\n\\x1b';\nASK labels;", "SET ask.timeout = E'\\u202e';\nASK labels;", "SET ask.clarify = E'\\x1b[2J';\nASK goods;",
		"SET search_path = " + name(evil) + ", public;\nASK labels;\nASK how many goods;", "SET ask.engine = 'builtin';\nASK how many goods;\nASK goods with label x;\nASK wares;", "SET application_name = E'psql';\nASK labels;",
		"SET ROLE nobody_" + strings.Repeat("x", 5) + ";\nASK labels;", "ASK good;\nASK bad: " + strings.ReplaceAll(evil, "\n", " ") + ";", "SELECT * FROM ask_pin('x\x1b', 'y');", "ASK {\"type\": \"\x1b\"};"} {
		path, err := exec.LookPath("psql")
		if err != nil {
			t.Fatal(err)
		}
		host, port, err := net.SplitHostPort(r.addr)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), path, "-X", "-h", host, "-p", port, "-U", role, "-d", db, "-At", "-o", "/dev/null")
		cmd.Stdin = strings.NewReader(script)
		var errs strings.Builder
		cmd.Stderr = &errs
		_ = cmd.Run() // what it printed is looked at
		if strings.Contains(errs.String(), `\u202e`) {
			escaped++
		}
		for line := range strings.Lines(errs.String()) {
			if strings.HasPrefix(line, "NOTICE:  approved") || strings.HasPrefix(line, "SQL:") {
				t.Errorf("%q: a line of others: %q", script, line)
			}
			for _, c := range strings.TrimSuffix(line, "\n") {
				if display.Hidden(c) {
					t.Errorf("%q: %U in %q", script, c, line)
					break
				}
			}
		}
		if strings.Contains(errs.String(), "connection to server") {
			t.Fatalf("%s", errs.String())
		}
	}
	if escaped < 2 { // most messages name none of these
		t.Errorf("only %d scripts tell of anything hostile", escaped)
	}
}
