package integration

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// TestErrorNames: an error of the server about a question's statement has the names of the statement that people
// read, not those of the form in which it was sent, and no position, which would point into that. What it quotes
// stays as it is.
func TestErrorNames(t *testing.T) {
	t.Parallel()
	const ungrouped = " must appear in the GROUP BY clause or be used in an aggregate function (SQLSTATE 42803)"
	cases := []struct{ sql, want string }{
		{"SELECT (SELECT max(c.id) FROM categories c) AS top, (SELECT c.name FROM stores c GROUP BY c.city LIMIT 1) AS n FROM customers c",
			`column "c.name"` + ungrouped},
		{"SELECT x.a, count(*) FROM categories AS x(a, b) GROUP BY x.b", `column "x.a"` + ungrouped},
		{"SELECT d.name FROM (SELECT c.name, s.city FROM categories c, stores s) AS d(name, town) GROUP BY d.town", `column "d.name"` + ungrouped},
		{"SELECT count(*), (SELECT s.name FROM stores s WHERE s.id = c.id) AS s FROM customers c GROUP BY c.name",
			`subquery uses ungrouped column "c.id" from outer query (SQLSTATE 42803)`},
		{"SELECT lower(c.name, 2) AS l FROM customers c", "function lower(text, integer) does not exist (SQLSTATE 42883)"},
		{"SELECT lower(name.name, 3) AS x FROM customers name", "function lower(text, integer) does not exist (SQLSTATE 42883)"},
		{"SELECT c.name + 1 AS l FROM customers c", "operator does not exist: text + integer (SQLSTATE 42883)"},
		{"SELECT lower(DISTINCT c.name) AS l FROM customers c", "DISTINCT specified, but lower is not an aggregate function (SQLSTATE 42809)"},
		{"SELECT rank() AS r FROM customers c", "window function rank requires an OVER clause (SQLSTATE 42809)"},
		{"SELECT c.id::date AS d FROM customers c", "cannot cast type integer to date (SQLSTATE 42846)"},
		{"SELECT (SELECT c.id FROM categories c) AS top FROM customers c",
			"more than one row returned by a subquery used as an expression (SQLSTATE 21000)"},
		{"SELECT c.id / (c.id - c.id) AS d FROM customers c", "division by zero (SQLSTATE 22012)"},
		{"SELECT make_date(2025, 13, 1) AS d FROM customers c", "date field value out of range: 2025-13-01 (SQLSTATE 22008)"},
		{"SELECT c.id FROM customers c WHERE c.id = 'pg_catalog.c_1.x'",
			`invalid input syntax for type integer: "pg_catalog.c_1.x" (SQLSTATE 22P02)`},
		{"SELECT 'pg_catalog.c_1.x y'::tsquery AS q FROM customers c", `syntax error in tsquery: "pg_catalog.c_1.x y" (SQLSTATE 42601)`},
	}
	script := scripted{"five products": "SELECT p.id, p.name FROM products p ORDER BY p.id LIMIT 5"}
	name := func(i int) string { return "case " + string(rune('a'+i)) + " of them" }
	for i, c := range cases {
		script[name(i)] = c.sql
	}
	conn := setup(t, withModel(script)).connect()
	told := func(sql string) *pgconn.PgError {
		_, err := conn.PgConn().Exec(t.Context(), sql).ReadAll()
		var pg *pgconn.PgError
		if !errors.As(err, &pg) {
			t.Fatalf("%s: %v", sql, err)
		}
		if pg.Position != 0 || pg.InternalPosition != 0 {
			t.Errorf("%s: position %d, %d", sql, pg.Position, pg.InternalPosition)
		}
		return pg
	}
	for i, c := range cases {
		want := "None of the statements that I tried worked. Attempt 1: ERROR: " + c.want + ". Say it in other words, or name the tables and columns."
		if got := told("ASK the " + name(i)); got.Message != want || strings.Contains(got.Hint, "pg_catalog") {
			t.Errorf("%s:\n got %s\n     %s\nwant %s", c.sql, got.Message, got.Hint, want)
		}
	}
	for sql, want := range map[string]string{
		"SELECT t.nope FROM ask('five products') t":                    "column t.nope does not exist",
		"SELECT t.name + 1 FROM ask('five products') t":                "operator does not exist: text + integer",
		"SELECT 1 AS a; SELECT t.name + 1 FROM ask('five products') t": "operator does not exist: text + integer",
	} {
		if got := told(sql); !strings.HasSuffix(got.Message, want) {
			t.Errorf("%s: %s, want %s", sql, got.Message, want)
		}
	}
}

// TestErrorNamesPrepared: the schema changes behind a question that was prepared, so that its proof still holds and
// the server cannot plan it. Its error has the names that people read, in all the ways in which it may be run.
func TestErrorNamesPrepared(t *testing.T) {
	t.Parallel()
	const ungrouped = `column "c.name" must appear in the GROUP BY clause or be used in an aggregate function`
	db := sandboxtest.OwnShop(t)
	conn := setupOn(t, db, withModel(scripted{
		"grouped":  "SELECT (SELECT max(c.id) FROM stores c) AS top, (SELECT c.name FROM categories c GROUP BY c.id LIMIT 1) AS n FROM customers c LIMIT 5",
		"numbered": "SELECT sum(p.price + 1) AS s FROM products p",
	})).connect()
	owner, err := pgx.Connect(t.Context(), sandboxtest.Server(t).URL(db, sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = owner.Close(context.Background()) }) // the test's context is over
	asked := map[string]string{
		"ASK the grouped one":                          ungrouped,
		"SELECT n FROM ask('the grouped one') t":       ungrouped,
		"SELECT c_1.n FROM ask('the grouped one') c_1": ungrouped,
		"ASK the numbered one":                         "operator does not exist: text + integer",
		"SELECT s FROM ask('the numbered one') t":      "operator does not exist: text + integer",
	}
	for sql := range asked {
		if _, err := conn.Prepare(t.Context(), sql, sql); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if _, err := owner.Exec(t.Context(), "ALTER TABLE categories DROP CONSTRAINT categories_pkey CASCADE; ALTER TABLE products DROP CONSTRAINT products_price_check; ALTER TABLE products ALTER price TYPE text"); err != nil {
		t.Fatal(err)
	}
	for sql, want := range asked {
		_, err := conn.Exec(t.Context(), sql)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Message != want || pg.Position != 0 || strings.Contains(pg.Hint, "pg_catalog") {
			t.Errorf("%s: %v, want %s", sql, err, want)
		}
	}
}
