package cost

import (
	"context"
	"math"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/schema"
)

// TestViewsWeighAsSubqueries: whatever a view's query is made of, reading the view weighs what the same subquery
// weighs.
func TestViewsWeighAsSubqueries(t *testing.T) {
	t.Parallel()
	bodies := map[string]string{
		"joins":     "SELECT x.a, y.b FROM public.t x JOIN public.t y ON x.a = y.a LEFT JOIN public.t z ON z.a = y.b",
		"merged":    "SELECT a, x.b FROM public.t x JOIN public.t y USING (a) FULL JOIN public.t z USING (a)",
		"sublinks":  "SELECT a, (SELECT max(y.b) FROM public.t y WHERE y.a = x.a) AS b FROM public.t x WHERE EXISTS (SELECT 1 FROM public.t z WHERE z.b = x.b) AND x.a IN (SELECT w.b FROM public.t w)",
		"unions":    "SELECT a, b FROM public.t UNION ALL (SELECT a, b FROM public.t EXCEPT SELECT b, a FROM public.t)",
		"with":      "WITH c AS (SELECT a, b FROM public.t), d AS (SELECT x.a, y.b FROM c x, c y WHERE x.a = y.b) SELECT d.a, e.b FROM d, (WITH f AS (SELECT b FROM public.t) SELECT b FROM f) e",
		"recursive": "WITH RECURSIVE r AS (SELECT a, b FROM public.t UNION ALL SELECT x.a, x.b FROM public.t x JOIN r ON r.a = x.b) SELECT a, b FROM r",
		"groups":    "SELECT a, b, count(*) AS n FROM public.t GROUP BY CUBE (a, b), ROLLUP (f)",
		"sets":      "SELECT a, b FROM public.t GROUP BY GROUPING SETS ((a, b), ROLLUP (a, b), ())",
		"values":    "SELECT a, b FROM (VALUES (1, 2), (3, 4)) v (a, b), LATERAL (SELECT w.f FROM public.t w WHERE w.a = v.a) w",
		"windows":   "SELECT a, sum(b) OVER w AS b, rank() OVER (PARTITION BY b ORDER BY a) FROM public.t WINDOW w AS (ORDER BY a) ORDER BY 1 LIMIT 10",
		"functions": "SELECT a, g AS b FROM public.t x, generate_series(1, x.a) g, unnest(ARRAY[x.b, x.a]) WITH ORDINALITY u (v, o)",
	}
	script := "CREATE TABLE t (a int, b int, f boolean);"
	for name, body := range bodies {
		script += "CREATE VIEW " + name + "_ AS " + body + ";"
	}
	snap := snapshot(t, script)
	for name, body := range bodies {
		weigh := func(from string) weight {
			c := newChecker(snap)
			stmt := statement(t, "SELECT q.a + q.a AS a FROM "+from+" q WHERE q.b = 1")
			c.references(stmt)
			return c.query(stmt).weight
		}
		view, subquery := weigh("public."+name+"_"), weigh("("+body+")")
		t.Logf("%-10s %+v", name, view)
		if view.relations != subquery.relations || view.sets != subquery.sets || view.matches != subquery.matches ||
			math.Abs(view.nodes-subquery.nodes) > subquery.nodes/2 {
			t.Errorf("%s: %+v as a view, %+v as a subquery", name, view, subquery)
		}
	}
}

// snapshot makes relations in a database of their own and reads its catalog.
func snapshot(t *testing.T, script string) *schema.Snapshot {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(sandboxtest.Empty(t), sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) }) // the test's context is over
	if _, err := conn.Exec(t.Context(), script).ReadAll(); err != nil {
		t.Fatal(err)
	}
	c := borrow.New(conn)
	print, err := schema.Fingerprint(t.Context(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	snap, err := schema.Extract(t.Context(), c, print)
	if err != nil {
		t.Fatal(err)
	}
	return snap
}
