package diagnose

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/schema"
)

// TestErrorClasses holds the classes against the errors of a real server: the class, the name that it is about, and
// what is offered in its place.
func TestErrorClasses(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	pg, err := pgconn.Connect(ctx, sandboxtest.Server(t).URL(sandboxtest.Shop(t), "demo"))
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close(context.Background())
	conn := borrow.New(pg)
	print, err := schema.Fingerprint(ctx, conn, nil)
	if err != nil {
		t.Fatal(err)
	}
	snap, err := schema.Extract(ctx, conn, print)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		sql, class, name string
		says             string // part of the advice
	}{
		{"SELECT * FROM ordrs", "TABLE_NOT_FOUND", "ordrs", "Nearest names: orders"},
		{"SELECT * FROM nowhere.orders", "TABLE_NOT_FOUND", "nowhere.orders", "Nearest names: orders"},
		{"SELECT o.custmer_id FROM orders o", "COLUMN_NOT_FOUND", "o.custmer_id", "orders.customer_id"},
		{"SELECT zzyzx FROM orders", "COLUMN_NOT_FOUND", "zzyzx", "Use only columns"},
		{"SELECT FROM FROM orders", "SYNTAX_ERROR", "FROM", "Write PostgreSQL"},
		{"SELECT CASE WHEN true THEN 1 ELSE now() END", "TYPE_MISMATCH", "", "Cast one side"},
		{"SELECT now()::boolean", "TYPE_MISMATCH", "", "no such cast"},
		{"SELECT 'abc'::int", "TYPE_MISMATCH", "", "…"},
		{"SELECT 'abc'::date", "TYPE_MISMATCH", "", "YYYY-MM-DD"},
		{"SELECT 99999999999::int", "TYPE_MISMATCH", "", "range"},
		{"SELECT id FROM orders JOIN customers ON true", "AMBIGUOUS_COLUMN", "id", "alias"},
		{"SELECT 1 FROM orders JOIN orders ON true", "DUPLICATE_ALIAS", "orders", "alias of its own"},
		{"SELECT o.status, count(*) FROM orders o", "GROUPING", "o.status", "group_by"},
		{"SELECT 1 FROM orders WHERE count(*) > 1", "GROUPING", "", "no aggregate in where"},
		{"SELECT 1 FROM orders WHERE row_number() OVER () = 1", "WINDOW", "", "outer query"},
		{"SELECT DISTINCT status FROM orders ORDER BY id", "ORDER_BY", "", "DISTINCT"},
		{"SELECT frobnicate(id) FROM orders", "FUNCTION_NOT_FOUND", "frobnicate(integer)", "cast the arguments"},
		{"SELECT 1 FROM customers WHERE name = 1", "FUNCTION_NOT_FOUND", "text = integer", "cast the arguments"},
		{"SELECT 1 / (id - id) FROM orders", "DIVISION_BY_ZERO", "", "nullif"},
		{"SELECT (SELECT id FROM orders)", "CARDINALITY", "", "IN"},
		{"SELECT * FROM pg_catalog.pg_authid", "PERMISSION", "pg_authid", "may not read"},
		{"SELECT pg_catalog.pg_sleep(60)", "TIMEOUT", "", "Read less"},
	} {
		limit := "5min"
		if tt.class == "TIMEOUT" {
			limit = "100ms"
		}
		_, err := conn.ReadOnly(ctx, map[string]string{"statement_timeout": limit}, borrow.SQL(tt.sql))
		var server *pgconn.PgError
		if !errors.As(err, &server) {
			t.Errorf("%s: %v", tt.sql, err)
			continue
		}
		a := Advise(err, snap)
		if a.Class != tt.class || a.Name != tt.name || !strings.Contains(a.Text, tt.says) {
			t.Errorf("%s: %s\n got %s about %q: %s\nwant %s about %q: …%s…", tt.sql, server.Code, a.Class, a.Name, a.Text, tt.class, tt.name, tt.says)
		}
		if again, final := Retryable(err), tt.class == "PERMISSION" || tt.class == "TIMEOUT"; again == final {
			t.Errorf("%s: tried again: %v", tt.sql, again)
		}
	}
}

// TestStoredValuesStayOutOfAdvice: the server quotes stored values in errors of several classes, in the quotes of its
// language; what a model may see has none of them.
func TestStoredValuesStayOutOfAdvice(t *testing.T) {
	t.Parallel()
	for name, pg := range map[string]*pgconn.PgError{
		"english":                 {Code: "22P02", Message: `invalid input syntax for type integer: "s3cret"`},
		"quotes within the value": {Code: "22P02", Message: `invalid input syntax for type integer: "a" s3cret "b"`},
		"line breaks":             {Code: "22007", Message: "invalid input syntax for type date: \"a\n\"s3cret\""},
		"german":                  {Code: "22P02", Message: "ungültige Eingabesyntax für Typ integer: »s3cret«"},
		"french":                  {Code: "22P02", Message: "syntaxe en entrée invalide pour le type integer : « s3cret »"},
		"chinese":                 {Code: "22P02", Message: "无效的类型 integer 输入语法：“s3cret”"},
		"value first":             {Code: "22003", Message: `value "s3cret" is out of range for type integer`},
		"single quotes":           {Code: "22023", Message: `unknown unit 's3cret'`},
		"a query text in a row":   {Code: "42601", Message: `syntax error in tsquery: "s3cret &"`},
		"a name in a row":         {Code: "42P01", Message: `relation "s3cret" does not exist`},
		"a name in a row, german": {Code: "42P01", Message: `Relation »s3cret« existiert nicht`},
		"a signature in a row":    {Code: "42883", Message: "function s3cret(integer) does not exist"},
	} {
		a := Advise(pg, nil)
		if strings.Contains(a.Text, "s3cret") || a.Name != "" {
			t.Errorf("%s: about %q: %s", name, a.Name, a.Text)
		}
		if a.Class == "" || a.Text == "" {
			t.Errorf("%s: class %q: %q", name, a.Class, a.Text)
		}
	}
	// What the parser finds in the statement itself is the model's own text.
	if a := Advise(&pgconn.PgError{Code: "42703", Message: `column o.custmer_id does not exist`, Position: 8}, nil); a.Name != "o.custmer_id" {
		t.Errorf("about %q: %s", a.Name, a.Text)
	}
}
