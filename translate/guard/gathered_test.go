package guard

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/guard/cost"
)

// gathered are statements that collect lists of so many rows of t, in all the ways that there are.
var gathered = map[string]string{
	"numbers":        "SELECT array_agg(x.a) FROM (%s) x",
	"texts":          "SELECT array_agg(x.d) FROM (%s) x",
	"joined":         "SELECT string_agg(x.d, ', ') FROM (%s) x",
	"twice":          "SELECT string_agg(x.d || x.d || x.d || x.d, ', ') FROM (%s) x",
	"both":           "SELECT array_agg(x.d), array_agg(x.a), array_agg(x.g) FROM (%s) x",
	"json":           "SELECT json_agg(x.d) FROM (%s) x",
	"json objects":   "SELECT json_object_agg(x.a, x.d) FROM (%s) x",
	"jsonb":          "SELECT jsonb_agg(x.d) FROM (%s) x",
	"jsonb objects":  "SELECT jsonb_object_agg(x.d, x.a) FROM (%s) x",
	"built objects":  "SELECT jsonb_agg(jsonb_build_object('number', x.a, 'text', x.d, 'figure', x.g)) FROM (%s) x",
	"rows":           "SELECT json_agg(x) FROM (%s) x",
	"rows as jsonb":  "SELECT jsonb_agg(x) FROM (%s) x",
	"array of rows":  "SELECT array_agg(x) FROM (%s) x",
	"a subquery":     "SELECT ARRAY(SELECT x.d FROM (%s) x)",
	"by group":       "SELECT x.f, array_agg(x.d) FROM (%s) x GROUP BY x.f",
	"lists of lists": "SELECT json_agg(y.l) FROM (SELECT x.a, array_agg(x.d) AS l FROM (%s) x GROUP BY x.a) y",
	"of one window":  "SELECT max(y.n) FROM (SELECT cardinality(array_agg(x.d) OVER ()) AS n FROM (%s) x LIMIT 1) y",
	"made below":     "SELECT string_agg(y.l, '') FROM (SELECT x.d || x.d || x.d AS l FROM (%s) x OFFSET 0) y",
}

// TestGathered holds the bound on lists against a server: of every way to collect one, the longest that the bound
// lets pass is collected by a backend that may use 256 MB.
func TestGathered(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("collects millions of rows")
	}
	server := newPlanner(t)
	for name, sql := range gathered {
		t.Run(name, func(t *testing.T) {
			b := server.backend(t)
			lists := func(n int) (float64, string) {
				text := fmt.Sprintf(sql, fmt.Sprintf("SELECT t.a, t.d, t.g, t.f FROM public.t CROSS JOIN public.t u LIMIT %d", n))
				if b.conn == nil {
					b.connect(t)
					do(t, b.conn, "SET statement_timeout = '60s'; SET jit = off; SET max_parallel_workers_per_gather = 0")
				}
				res, err := b.conn.Exec(t.Context(), "EXPLAIN (FORMAT JSON, VERBOSE) "+text).ReadAll()
				if err != nil {
					t.Fatal(err)
				}
				bytes, err := cost.Gathered(res[0].Rows[0][0], server.facts.Snapshot)
				if err != nil {
					t.Fatal(err)
				}
				return bytes, text
			}
			least, most := 1000, 4_000_000
			for most-least > least/16 {
				if n := (least + most) / 2; must1(lists(n)) <= cost.MaxGathered {
					least = n
				} else {
					most = n
				}
			}
			_, text := lists(least)
			do(t, b.conn, "SELECT 1 FROM public.t LIMIT 1")
			b.base = b.status(t, "VmPeak")
			err := collect(t, b.conn, text)
			memory := b.status(t, "VmPeak") - b.base
			t.Logf("%-16s %7d rows: %3d MB, %v", name, least, memory>>20, err)
			if err != nil || memory > planMemory {
				t.Errorf("%d rows: %d MB, %v", least, memory>>20, err)
			}
		})
	}
}

func must1(bytes float64, _ string) float64 { return bytes }

// collect runs a statement and drops its rows.
func collect(t *testing.T, conn *pgconn.PgConn, sql string) error {
	t.Helper()
	rows := conn.Exec(t.Context(), sql)
	for rows.NextResult() {
		for rows.ResultReader().NextRow() {
		}
	}
	err := rows.Close()
	var server *pgconn.PgError
	if err != nil && !errors.As(err, &server) {
		t.Fatal(err)
	}
	return err
}

// TestListsAreSeen: whatever collects a list is known to, also behind a view's column; nothing else is.
func TestListsAreSeen(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	known := facts()
	for sql, want := range map[string]bool{
		"SELECT array_agg(id) FROM orders":                                                                         true,
		"SELECT string_agg(name, ', ') FROM customers GROUP BY city":                                               true,
		"SELECT ARRAY(SELECT id FROM orders)":                                                                      true,
		"SELECT 1 FROM customers HAVING cardinality(array_agg(id)) > 1":                                            true,
		"WITH x AS (SELECT jsonb_agg(name) AS l FROM customers) SELECT count(*) FROM x":                            true,
		"SELECT JSON_ARRAYAGG(name) FROM customers":                                                                true,
		"SELECT id FROM orders ORDER BY (SELECT json_agg(c.id)::text FROM customers c)":                            true,
		"SELECT count(*) FROM orders":                                                                              false,
		"SELECT repeat(name, 3) FROM customers":                                                                    false,
		"SELECT c.name, (SELECT count(*) FROM orders o WHERE o.customer_id = c.id) FROM customers c":               false,
		"SELECT array_length(ARRAY[1, 2], 1)":                                                                      false,
		"SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total), sum(total) OVER () FROM orders GROUP BY total": false,
	} {
		if v := g.Check(sql, known); v.Decision != Allow || v.Lists != want {
			t.Errorf("%s: %v %v %s", sql, v.Decision, v.Lists, v.Why)
		}
	}
}
