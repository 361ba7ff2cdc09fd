package guard

import "testing"

// What no timeout ends, and what is like it and is asked every day.
func TestUnstoppable(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	const recursive = "WITH RECURSIVE t(s, n) AS (SELECT name, 1 FROM customers UNION ALL SELECT "
	const up = ", n + 1 FROM t WHERE n < 30) SELECT max(length(s::text)) FROM t"
	for sql, want := range map[string]string{
		"SELECT path(string_agg(name, ',')) FROM customers":                                                             RuleSize,
		"SELECT polygon(path(string_agg(name, ','))) FROM customers":                                                    RuleSize,
		"SELECT path(name), polygon('((0,0),(1,1),(2,0))'), path(place::text::path) FROM products":                      "",
		"SELECT translate(name, repeat('x', 9999), '') FROM customers":                                                  RuleSize,
		"SELECT btrim(name, (SELECT string_agg(city, '') FROM customers)) FROM customers":                               RuleSize,
		"SELECT translate(name, 'äöü', 'aou'), trim(name), trim(both ' .' from name), ltrim(name, city) FROM customers": "",
		"SELECT array_agg(a.id) && (SELECT array_agg(-b.id) FROM orders b) FROM orders a":                               RuleSize,
		"SELECT jsonb_agg(id) <@ (SELECT jsonb_agg(id) FROM orders) FROM orders":                                        RuleSize,
		"SELECT ARRAY(SELECT id FROM orders) <@ ARRAY(SELECT -id FROM orders)":                                          RuleSize,
		"WITH x AS (SELECT array_agg(id) AS a FROM orders) SELECT x.a && y.a FROM x, x y":                               RuleSize,
		"WITH x AS (SELECT array_agg(id) AS a FROM orders) SELECT array_agg(id) && (SELECT a FROM x) FROM orders":       RuleSize,
		"SELECT p.a @> q.b FROM (SELECT array_agg(id) FROM orders) p(a), (SELECT array_agg(id) b FROM orders) q":        RuleSize,
		"SELECT city FROM customers GROUP BY city HAVING array_agg(name) @> ARRAY['Ada', 'Bo']":                         "",
		"SELECT id FROM products WHERE tags && ARRAY['a'] AND tags <@ ARRAY['a', 'b'] AND attrs @> '{\"a\": 1}'":        "",
		"SELECT a.id FROM products a JOIN products b ON a.tags && b.tags":                                               "",
		"SELECT 1 FROM products a, products b WHERE string_to_array(a.name, ' ') && string_to_array(b.name, ' ')":       "",
		recursive + "s || s" + up:                                                    RuleRecursion,
		recursive + "concat(s, s)" + up:                                              RuleRecursion,
		recursive + "format('%s%1$s', s)" + up:                                       RuleRecursion,
		recursive + "regexp_replace(s, '(.*)', '\\1\\1')" + up:                       RuleRecursion,
		recursive + "encode(s::bytea, 'hex')" + up:                                   RuleRecursion,
		recursive + "ARRAY[s, s]::text" + up:                                         RuleRecursion,
		recursive + "(SELECT string_agg(x, '') FROM unnest(ARRAY[t.s, t.s]) x)" + up: RuleRecursion,
		"WITH RECURSIVE t(a, b, n) AS (SELECT name, city, 1 FROM customers UNION ALL SELECT a || b, b || a, n + 1 FROM t WHERE n < 40) SELECT a FROM t":                      RuleRecursion,
		"WITH RECURSIVE t(s, n) AS (SELECT name, 1 FROM customers UNION ALL SELECT q.z || q.z, q.n + 1 FROM (SELECT s AS z, n FROM t) q WHERE n < 30) SELECT s FROM t":       RuleRecursion,
		"WITH RECURSIVE t(s, n) AS (SELECT name, 1 FROM customers UNION ALL (WITH q AS (SELECT s AS z, n FROM t) SELECT z || z, n + 1 FROM q WHERE n < 30)) SELECT s FROM t": RuleRecursion,
		// Trees, paths and series as people write them.
		"WITH RECURSIVE t AS (SELECT id, name AS path, 1 AS level FROM categories WHERE parent_id IS NULL UNION ALL " +
			"SELECT c.id, t.path || ' > ' || c.name, t.level + 1 FROM categories c JOIN t ON c.parent_id = t.id) SELECT path FROM t": "",
		"WITH RECURSIVE t AS (SELECT id, name, ARRAY[id] AS path FROM categories WHERE parent_id IS NULL UNION ALL " +
			"SELECT c.id, t.name || '/' || c.name, t.path || c.id FROM categories c JOIN t ON c.parent_id = t.id WHERE NOT c.id = ANY (t.path)) SELECT * FROM t": "",
		"WITH RECURSIVE t AS (SELECT id, name, 0 AS level, name AS label FROM categories WHERE parent_id IS NULL UNION ALL " +
			"SELECT c.id, c.name, t.level + 1, repeat('  ', t.level + 1) || c.name FROM categories c JOIN t ON c.parent_id = t.id WHERE t.level < 10) SELECT label FROM t": "",
		"WITH RECURSIVE f(a, b) AS (SELECT 0, 1 UNION ALL SELECT b, a + b FROM f WHERE b < 1000) SELECT a FROM f": "",
	} {
		v := g.Check(sql, facts())
		if want == "" && v.Decision != Allow || want != "" && (v.Decision != Invalid || v.Rule != want) {
			t.Errorf("%s: %v %s %s", sql, v.Decision, v.Rule, v.Why)
		}
	}
}
