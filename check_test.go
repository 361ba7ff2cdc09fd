package main

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
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
		if !strings.HasPrefix(out, want) || errOut != "" || (code == exitOK) != (want == "allow") {
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
}
