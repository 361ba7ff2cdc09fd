package cost

import (
	"slices"
	"strings"
	"testing"
	"time"

	pg_query "github.com/pganalyze/pg_query_go/v5"
)

func statement(t testing.TB, sql string) *pg_query.SelectStmt {
	t.Helper()
	parsed, err := pg_query.Parse(sql)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Stmts[0].Stmt.GetSelectStmt()
}

// TestWeights: what the planner makes of a statement, by statements in the normal form that the guard proves.
func TestWeights(t *testing.T) {
	t.Parallel()
	const twice = "SELECT t2.x + t2.x AS x FROM (SELECT t1.a AS x FROM app.t AS t1) AS t2"
	for sql, want := range map[string]weight{
		"SELECT t1.a AS a FROM app.t AS t1":                                                                  {relations: 1},
		"SELECT t1.a AS a FROM app.t AS t1 JOIN app.t AS t2 ON t1.a = t2.a":                                  {relations: 2, matches: 2},
		"SELECT t1.a AS a FROM app.t AS t1, app.t AS t2, app.t AS t3 WHERE t1.a = t2.a AND t2.a = t3.a":      {relations: 3, matches: 6},
		"WITH c AS (SELECT t1.a AS a FROM app.t AS t1) SELECT t2.a AS a FROM c AS t2":                        {relations: 1},
		"WITH c AS NOT MATERIALIZED (SELECT t1.a AS a FROM app.t AS t1) SELECT 1 AS x FROM c AS t2, c AS t3": {relations: 2},
		"WITH c AS (SELECT t1.a AS a FROM app.t AS t1) SELECT 1 AS x FROM c AS t2, c AS t3":                  {relations: 3},
		"SELECT count(*) AS n FROM app.t AS t1 GROUP BY CUBE (t1.a, t1.b), ROLLUP (t1.c)":                    {relations: 1, sets: 9},
		"SELECT 1 AS n FROM app.t AS t1 GROUP BY GROUPING SETS (CUBE (t1.a, t1.b), (t1.c), ())":              {relations: 1, sets: 6},
		twice: {relations: 1},
	} {
		c := newChecker(nil)
		stmt := statement(t, sql)
		c.references(stmt)
		got := c.query(stmt).weight
		if got.relations != want.relations || got.matches != want.matches || got.sets != want.sets {
			t.Errorf("%s: %+v", sql, got)
		}
	}
	c := newChecker(nil)
	c.names = map[string]*uses{}
	if v := c.query(statement(t, twice)).columns[0]; v.inlined.nodes != 3 {
		t.Errorf("x + x has %v parts", v.inlined.nodes)
	}
}

// TestProbe: recursive queries whose values double are told from those that append.
func TestProbe(t *testing.T) {
	t.Parallel()
	const query = "WITH RECURSIVE r AS (SELECT t1.s AS a, t1.s AS b, t1.s AS c, 1 AS n FROM app.t AS t1 UNION ALL SELECT §, t2.n + 1 FROM r AS t2 WHERE t2.n < 30) SELECT t3.a AS a FROM r AS t3"
	for step, doubles := range map[string]bool{
		"t2.a || 'x', t2.b, t2.c": false, "t2.a || t2.b, t2.b || t2.c, t2.c || 'x'": false, "t2.a || t2.b, t2.b || '/', t2.c": false,
		"t2.a || t2.a, t2.b, t2.c": true, "t2.b, t2.a || t2.b, t2.c": true, "t2.b || t2.b, t2.c, t2.a": true, "repeat(t2.a, t2.n), t2.b, t2.c": true,
		"replace(t2.a, 'x', 'xx'), t2.b, t2.c": true, "lower(t2.a), upper(t2.b), t2.c || ', ' || t2.n": false,
	} {
		_, e := Check(statement(t, strings.Replace(query, "§", step, 1)), nil)
		if doubles != (e != nil && (e.Kind == Recursion || e.Kind == Size)) {
			t.Errorf("%s: %+v", step, e)
		}
	}
}

// BenchmarkCheck reports the time of a statement of many parts.
func BenchmarkCheck(b *testing.B) {
	stmt := statement(b, `WITH c AS (SELECT t1.a AS a, sum(t1.b) AS s FROM app.t AS t1 JOIN app.u AS t2 ON t1.id = t2.id WHERE t1.x IN (1, 2, 3) GROUP BY 1)
		SELECT t3.a AS a, CASE WHEN t3.s > 10 THEN 'many' ELSE 'few' END AS k, rank() OVER (ORDER BY t3.s DESC) AS r FROM c AS t3 ORDER BY 3 LIMIT 10`)
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		if _, e := Check(stmt, nil); e != nil {
			b.Fatal(e.Why)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
}
