package cmd

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/guard"
)

// With --dsn the names are those of the database, looked up along the session's own path.
func TestCheckAgainstADatabase(t *testing.T) {
	t.Parallel()
	database := sandboxtest.Empty(t)
	dsn := sandboxtest.Server(t).URL(database, sandbox.Superuser)
	owner, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background())
	do := func(sql string) {
		t.Helper()
		if _, err := owner.Exec(t.Context(), sql).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
	do(`CREATE EXTENSION pg_trgm; CREATE EXTENSION intarray; CREATE EXTENSION pgcrypto;
		CREATE TABLE words (id int, word text, ids int[]);
		CREATE VIEW counted AS SELECT count(*) AS n FROM words;
		CREATE VIEW escape AS SELECT set_config('transaction_read_only', NULL, true) AS s`)
	h := house{t, t.TempDir(), dsn}
	check := func(sql, want string, flags ...string) {
		t.Helper()
		code, out, errOut := h.pgask(t.Context(), "", append(append([]string{"check", "--dsn", dsn}, flags...), sql)...)
		if !strings.HasPrefix(out, want) || errOut != "" || (code == cli.OK) != (want == "allow") {
			t.Errorf("%s: exit code %d, %s%s; want %s", sql, code, out, errOut, want)
		}
	}
	// What extensions brought into public is no hijack.
	check("SELECT id % 2, ids && ARRAY[1], gen_random_uuid() FROM words", "allow")
	check("SELECT similarity(word, 'x') FROM words", "reject: invalid (function)")
	check("SELECT similarity(word, 'x') FROM words WHERE word % 'x'", "allow", "--set", "guard.extensions=pg_trgm")
	check("SELECT n FROM counted", "allow")
	check("SELECT s FROM escape", "reject: unsafe (definition)")
	check("SELECT s FROM escape", "allow", "--set", "guard.relations=public.escape")
	check("SELECT w.touch FROM words w", "reject: invalid (column)")
	do("CREATE FUNCTION lower(varchar) RETURNS text LANGUAGE sql AS 'SELECT $1::text'")
	check("SELECT lower(word) FROM words", "reject: invalid (shadowed)")
	check("SELECT pg_catalog.lower(word) FROM words", "allow")
	// What a policy denies to the role is denied here, too.
	file := filepath.Join(t.TempDir(), "policies.yaml")
	if err := os.WriteFile(file, []byte("policies:\n  - name: words\n    roles: ["+sandbox.Superuser+"]\n    deny: {tables: [public.words]}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"SELECT word FROM words", "SELECT n FROM counted"} {
		check(sql, "reject: ", "--set", "policies.file="+file)
	}
}

// TestCheckUncleanLines: what is no clean text is rejected, not judged by what JSON makes of it.
func TestCheckUncleanLines(t *testing.T) {
	t.Parallel()
	g, err := guard.New(guard.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	judge := func(sql string) guard.Verdict { return g.Check(sql, guard.Facts{}) }
	for line, want := range map[string]string{
		`{"id": 1, "sql": "SELECT 'ü \u00fc \ud83d\ude00 \\ud800'"}`: "allow",
		"{\"id\": 1, \"sql\": \"SELECT '\xff'\"}":                    "encoding",
		"{\"id\": 1, \"sql\": \"SELECT '\xed\xa0\x80'\"}":            "encoding", // half a character
		`{"id": 1, "sql": "SELECT '\ud800'"}`:                        "encoding",
		`{"id": 1, "sql": "SELECT '\ud800\u0041'"}`:                  "encoding",
		`{"id": 1, "sql": "SELECT '\udc00\ud800'"}`:                  "encoding",
		`{"id": 1, "sql": "SELECT '\u0000'"}`:                        "encoding",
		`{"id": 1, "sql_b64": "U0VMRUNUICfDKCc="}`:                   "encoding",
		`{"id": 1, "sql_b64": "U0VMRUNUIDE="}`:                       "allow",
	} {
		v := judgeLine([]byte(line), judge)
		got := v.Verdict
		if got != "allow" {
			got = v.Why
		}
		if !strings.Contains(got, want) || string(v.ID) != "1" {
			t.Errorf("%q: got %+v, want %s", line, v, want)
		}
	}
}
