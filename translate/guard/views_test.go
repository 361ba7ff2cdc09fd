package guard

import (
	"strings"
	"testing"
)

// TestViewsThatReadOneAnother: CREATE OR REPLACE can make views that read one another. The server refuses to read them; the
// guard must come to an end.
func TestViewsThatReadOneAnother(t *testing.T) {
	t.Parallel()
	_, reader := workshop(t, `CREATE VIEW a AS SELECT 1 AS x; CREATE VIEW b AS SELECT x + x AS x FROM a; CREATE OR REPLACE VIEW a AS SELECT l.x FROM b l, b r;
		GRANT SELECT ON a, b TO guard_reader`)
	facts := Facts{Snapshot: snapshotFor(t, reader), OwnPath: true}
	if v := mustNew(t, Policy{}).Check("SELECT a.x FROM a, b", facts); v.Decision != Allow {
		t.Error(v.Why)
	}
	if _, err := reader.Exec(t.Context(), "SELECT x FROM a").ReadAll(); err == nil || !strings.Contains(err.Error(), "infinite recursion") {
		t.Error(err)
	}
}

// TestViewsCountAsSubqueries: whatever a view's query is made of, reading it costs what the same subquery costs: for each, the
// statement reads it so often that one more relation, or one more grouping set, is too much for both.
func TestViewsCountAsSubqueries(t *testing.T) {
	t.Parallel()
	bodies := map[string]string{
		"joins":     "SELECT x.a, y.b FROM t x JOIN t y ON x.a = y.a LEFT JOIN t z ON z.a = y.b",
		"merged":    "SELECT a, x.b FROM t x JOIN t y USING (a) FULL JOIN t z USING (a)",
		"sublinks":  "SELECT a, (SELECT max(y.b) FROM t y WHERE y.a = x.a) AS b FROM t x WHERE EXISTS (SELECT 1 FROM t z WHERE z.b = x.b) AND a IN (SELECT b FROM t)",
		"unions":    "SELECT a, b FROM t UNION ALL (SELECT a, b FROM t EXCEPT SELECT b, a FROM t)",
		"with":      "WITH c AS (SELECT a, b FROM t), d AS (SELECT x.a, y.b FROM c x, c y WHERE x.a = y.b) SELECT d.a, e.b FROM d, (WITH c AS (SELECT b FROM t) SELECT b FROM c) e",
		"recursive": "WITH RECURSIVE r AS (SELECT a, b FROM t UNION ALL SELECT t.a, t.b FROM t JOIN r ON r.a = t.b) SELECT a, b FROM r",
		"groups":    "SELECT a, b, count(*) AS n FROM t GROUP BY CUBE (a, b), ROLLUP (f)",
		"sets":      "SELECT a, b FROM t GROUP BY GROUPING SETS ((a, b), ROLLUP (a, b), ())",
		"values":    "SELECT a, b FROM (VALUES (1, 2), (3, 4)) v (a, b), LATERAL (SELECT t.f FROM t WHERE t.a = v.a) w",
		"windows":   "SELECT a, sum(b) OVER w AS b, rank() OVER (PARTITION BY b ORDER BY a) FROM t WINDOW w AS (ORDER BY a) ORDER BY 1 LIMIT 10",
		"functions": "SELECT a, g AS b FROM t, generate_series(1, t.a) g, unnest(ARRAY[t.b, t.a]) WITH ORDINALITY u (v, o)",
	}
	script := "CREATE TABLE t (a int, b int, f boolean);"
	for name, body := range bodies {
		script += "CREATE VIEW " + name + "_ AS " + body + ";"
	}
	_, reader := workshop(t, script+"GRANT SELECT ON ALL TABLES IN SCHEMA public TO guard_reader")
	facts := Facts{Snapshot: snapshotFor(t, reader), OwnPath: true}
	g := mustNew(t, Policy{MaxRelations: 1000})
	for name, body := range bodies {
		most := func(what string) (n int) {
			for n = 1; n < 400; n++ {
				sql := "SELECT 1 FROM " + strings.TrimPrefix(strings.Repeat(", "+what, n), ", ") + " WHERE qa.a IS NOT NULL"
				for i := range n {
					sql = strings.Replace(sql, "§", "q"+string(rune('a'+i%26))+strings.Repeat("z", i/26), 1)
				}
				if v := g.Check(sql, facts); v.Decision != Allow {
					if v.Rule != RuleBounds {
						t.Fatalf("%s: %s: %s", name, v.Rule, v.Why)
					}
					return n
				}
			}
			return n
		}
		view, subquery := most(name+"_ §"), most("("+body+") §")
		t.Logf("%-10s refused at %d as a view, at %d as a subquery", name, view, subquery)
		if view > subquery && subquery > 30 || view < subquery*2/3 {
			t.Errorf("%s", name)
		}
	}
}
