package integration

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// pgxModes are the ways in which pgx sends one statement: named and described, described each time, all at once, and as
// text only.
var pgxModes = map[string]pgx.QueryExecMode{
	"cache_statement": pgx.QueryExecModeCacheStatement,
	"cache_describe":  pgx.QueryExecModeCacheDescribe,
	"describe_exec":   pgx.QueryExecModeDescribeExec,
	"exec":            pgx.QueryExecModeExec,
	"simple_protocol": pgx.QueryExecModeSimpleProtocol,
}

// pgxForms all ask for the same number.
var pgxForms = map[string]string{
	"function":        "SELECT * FROM ask('product count') t",
	"nested":          "WITH a AS (SELECT n FROM ask($$product count$$) x) SELECT n FROM a",
	"line comment":    "-- ask: what's the product count?\n",
	"block comment":   "/* ask: what's the product count? */",
	"bare":            "ASK product count",
	"bare apostrophe": "ASK what's the product count",
}

func TestPgxModes(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	for name, mode := range pgxModes {
		for form, sql := range pgxForms {
			t.Run(name+" "+form, func(t *testing.T) {
				t.Parallel()
				ctx, conn := r.pgx(t)
				count := func(q interface {
					QueryRow(context.Context, string, ...any) pgx.Row
				}) {
					t.Helper()
					var n int64
					if err := q.QueryRow(ctx, sql, mode).Scan(&n); err != nil || n != 288 {
						t.Fatalf("got %d, %v", n, err)
					}
				}
				count(conn)
				count(conn)
				tx, err := conn.Begin(ctx)
				if err != nil {
					t.Fatal(err)
				}
				count(tx)
				if _, err := tx.Exec(ctx, "CREATE TEMP TABLE kept (v int) ON COMMIT DROP"); err != nil {
					t.Fatal(err)
				}
				count(tx)
				if err := tx.Commit(ctx); err != nil {
					t.Fatal(err)
				}
				count(conn)
			})
		}
	}
}

func TestPgxParametersBeside(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	for name, mode := range pgxModes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, conn := r.pgx(t)
			for floor := range 5 {
				rows, err := conn.Query(ctx, "SELECT t.id FROM ask('five products') t WHERE t.id > $1", mode, floor)
				if err != nil {
					t.Fatal(err)
				}
				got, err := pgx.CollectRows(rows, pgx.RowTo[int32])
				if want := []int32{1, 2, 3, 4, 5}[floor:]; err != nil || !slices.Equal(got, want) {
					t.Errorf("above %d: %v, %v", floor, got, err)
				}
			}
			// A question in the place of a parameter has no columns that could be described before it is bound.
			var n int64
			err := conn.QueryRow(ctx, "SELECT * FROM ask($1)", mode, "product count").Scan(&n)
			if mode == pgx.QueryExecModeSimpleProtocol || mode == pgx.QueryExecModeExec {
				if err != nil || n != 288 {
					t.Errorf("as text: %d, %v", n, err)
				}
			} else if code := stateOf(err); code != "QA007" {
				t.Errorf("a parameter as the question: %v", err)
			}
			for range 3 {
				var answer struct{ N int64 }
				if err := conn.QueryRow(ctx, "SELECT * FROM ask_json($1)", mode, "product count").Scan(&answer); err != nil || answer.N != 288 {
					t.Errorf("as JSON: %+v, %v", answer, err)
				}
			}
		})
	}
}

func TestPgxErrors(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	cases := map[string]string{
		"SELECT * FROM ask('fails later') t":                        "22012",
		"SELECT (id || 'x')::int FROM ask('five products') t":       "22P02",
		"SELECT nope FROM ask('five products') t":                   "42703",
		"SELECT * FROM ask('dangerous') t":                          "QA003",
		"SELECT * FROM ask('unheard of') t":                         "QA002",
		"SELECT * FROM ask('five products') t; DROP TABLE products": "42601", // two statements
	}
	for name, mode := range pgxModes {
		for sql, want := range cases {
			if want == "42601" && mode == pgx.QueryExecModeSimpleProtocol {
				want = "42501" // there two statements are allowed, and the second is the user's own: not theirs to drop
			}
			t.Run(name+" "+sql, func(t *testing.T) {
				t.Parallel()
				ctx, conn := r.pgx(t)
				for range 2 {
					rows, err := conn.Query(ctx, sql, mode) // Exec would not prepare
					if err == nil {
						rows.Close()
						err = rows.Err()
					}
					if stateOf(err) != want {
						t.Errorf("error %v, want %s", err, want)
					}
					if status := conn.PgConn().TxStatus(); status != 'I' {
						t.Errorf("status %q", status)
					}
					var one int
					if err := conn.QueryRow(ctx, "SELECT 1", mode).Scan(&one); err != nil || one != 1 {
						t.Fatalf("the next turn: %v", err)
					}
				}
			})
		}
	}
}

// TestPgxBatch sends several statements before one Sync.
func TestPgxBatch(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	ctx, conn := r.pgx(t)
	var b pgx.Batch
	b.Queue("SELECT * FROM ask('product count') t")
	b.Queue("SELECT * FROM ask('five products') t WHERE id > $1", 3)
	results := conn.SendBatch(ctx, &b)
	var n int64
	if err := results.QueryRow().Scan(&n); err != nil || n != 288 {
		t.Errorf("first: %d, %v", n, err)
	}
	rows, err := results.Query()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := pgx.CollectRows(rows, pgx.RowTo[int32]); err != nil || !slices.Equal(got, []int32{4, 5}) {
		t.Errorf("second: %v, %v", got, err)
	}
	if err := results.Close(); err != nil {
		t.Error(err)
	}
}

// pgx is a connection of a subtest's own.
func (r *rig) pgx(t *testing.T) (context.Context, *pgx.Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	conn, err := pgx.Connect(ctx, r.url("demo"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return ctx, conn
}

// stateOf is the SQLSTATE of an error; empty when it has none.
func stateOf(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}
