package guard

import (
	"testing"

	"github.com/pgask/pgask/translate/schema"
)

// decided checks that statements are allowed, for which there is no rule, or refused by one.
func decided(t *testing.T, rules map[string]string) {
	t.Helper()
	g := mustNew(t, Policy{})
	for sql, want := range rules {
		v := g.Check(sql, facts())
		if want == "" && v.Decision != Allow || want != "" && (v.Decision != Invalid || v.Rule != want) {
			t.Errorf("%s: %v %s %s, want %q", sql, v.Decision, v.Rule, v.Why, want)
		}
	}
}

// TestCollectedOfConstants: how many rows a series gives is known, whatever the planner makes of the conditions on it.
func TestCollectedOfConstants(t *testing.T) {
	t.Parallel()
	decided(t, map[string]string{
		"SELECT range_agg(int4range(g*2, g*2+1)) FROM generate_series(1, 10000000) g WHERE g+0 = g":                    RuleSize,
		"SELECT array_agg(g) FROM generate_series(1, 9000000) g WHERE g+0 = g":                                         RuleSize,
		"SELECT array_agg(g) FROM generate_series(1, (SELECT 9000000)) g":                                              RuleSize,
		"SELECT array_agg(int4range(g, g+1)) FROM generate_series(1, 100000) g":                                        RuleSize,
		"SELECT array_agg(g) FROM generate_series(1, 3000) g, generate_series(1, 3000) h WHERE g+h = h+g":              RuleSize,
		"SELECT count(*) FROM (SELECT jsonb_object_agg(h, h) AS o FROM generate_series(1, 5000000) h WHERE h+0 = h) s": RuleSize,
		"SELECT cardinality(ARRAY(SELECT g FROM generate_series(1, 9000000) g WHERE g+0 = g))":                         RuleSize,
		"SELECT length(array_to_string(ARRAY(SELECT repeat('x', 10000) FROM generate_series(1, 10000)), ''))":          RuleSize,
		"SELECT array_agg(g) FROM generate_series(1, 1000) g WHERE g+0 = g":                                            "",
		"SELECT range_agg(int4range(g*2, g*2+1)) FROM generate_series(1, 1000) g":                                      "",
		"SELECT array_agg(d) FROM generate_series(timestamp '2020-01-01', '2030-01-01', interval '1 day') d":           "",
		"SELECT jsonb_object_agg(name, id) FROM customers":                                                             "",
		"SELECT array_to_string(ARRAY(SELECT name FROM customers ORDER BY name), ', ')":                                "",
		"SELECT y, (SELECT array_agg(id) FROM orders WHERE id = y) FROM generate_series(2000, 2030) y":                 "",
		"SELECT array_agg(y) FROM (SELECT g FROM generate_series(1, 9000000) g LIMIT 10) s(y)":                         "",
	})
}

// TestRangesAsText: a list of ranges is written as text by nothing but its column.
func TestRangesAsText(t *testing.T) {
	t.Parallel()
	const r = "range_agg(tstzrange(ordered_at, ordered_at + interval '1 day'))"
	const from = " FROM orders GROUP BY customer_id"
	decided(t, map[string]string{
		"SELECT " + r + "::text" + from:                                                          RuleSize,
		"SELECT length(" + r + "::varchar)" + from:                                               RuleSize,
		"SELECT format('%s', " + r + ")" + from:                                                  RuleSize,
		"SELECT concat(" + r + ")" + from:                                                        RuleSize,
		"SELECT '' || " + r + from:                                                               RuleSize,
		"SELECT to_json(" + r + ")" + from:                                                       RuleSize,
		"SELECT s.m::text FROM (SELECT " + r + " AS m" + from + ") s":                            RuleSize,
		"SELECT json_agg(s) FROM (SELECT " + r + " AS m" + from + ") s":                          RuleSize,
		"SELECT s.m, s.m FROM (SELECT " + r + " AS m" + from + ") s":                             RuleSize,
		"SELECT (" + r + " + " + r + ")::text" + from:                                            RuleSize,
		"SELECT array_agg(int4range(id::int, id::int + 1))::text FROM orders":                    RuleSize,
		"SELECT int4multirange(VARIADIC array_agg(int4range(id::int, id::int + 1))) FROM orders": RuleSize,
		"SELECT ARRAY(SELECT int4range(id::int, id::int + 1) FROM orders)::text":                 RuleSize,
		"SELECT customer_id, " + r + from:                                                        "",
		"SELECT lower(" + r + ")::text, upper(" + r + ")" + from:                                 "",
		"SELECT (" + r + " @> now())::text" + from:                                               "",
		"SELECT unnest(" + r + ")::text" + from:                                                  "",
		"SELECT int4range(1, 5)::text, int4multirange(int4range(1, 2), int4range(5, 6))::text":   "",
		"SELECT range_intersect_agg(int4range(id::int, id::int + 9))::text FROM orders":          "",
		"SELECT string_agg(int4range(id::int, id::int + 1)::text, ', ') FROM orders":             "",
	})
}

// TestHeadlines: ts_headline looks for phrases in texts of tables only.
func TestHeadlines(t *testing.T) {
	t.Parallel()
	const made = "SELECT length(ts_headline('simple', repeat('a b c ', 10000), "
	decided(t, map[string]string{
		made + "to_tsquery('simple', 'a <-> c <-> a')))":                                                                         RuleSize,
		made + "phraseto_tsquery('simple', 'a c')))":                                                                             RuleSize,
		made + "websearch_to_tsquery('simple', '\"a c\"')))":                                                                     RuleSize,
		made + "to_tsquery('simple', 'a-c-a')))":                                                                                 RuleSize,
		made + "to_tsquery('simple', 'a <' || '-> c')))":                                                                         RuleSize,
		made + "to_tsquery('simple', 'a') <-> to_tsquery('simple', 'c')))":                                                       RuleSize,
		made + "'a <-> c'::tsquery))":                                                                                            RuleSize,
		made + "plainto_tsquery('simple', 'a') && phraseto_tsquery('a c')))":                                                     RuleSize,
		"SELECT ts_headline(string_agg(name, ' '), to_tsquery('a <-> b')) FROM customers":                                        RuleSize,
		"SELECT ts_headline(repeat('a b ', 10000), q) FROM phraseto_tsquery('a b') q":                                            RuleSize,
		"SELECT ts_headline('simple', name, websearch_to_tsquery('simple', '\"a c\"')) FROM customers":                           "",
		"SELECT ts_headline(string_agg(name, ' '), plainto_tsquery('red shoes')) FROM customers":                                 "",
		"SELECT ts_headline('english', string_agg(name, ' '), to_tsquery('english', 'red & shoe'), 'MaxWords=9') FROM customers": "",
		"SELECT ts_headline(string_agg(c.name, ' '), q) FROM customers c, plainto_tsquery('red') q GROUP BY q":                   "",
	})
}

// TestPaths: a path of jsonb visits each part of a value a few times at most.
func TestPaths(t *testing.T) {
	t.Parallel()
	decided(t, map[string]string{
		"SELECT jsonb_path_query((repeat('[', 300) || repeat(']', 300))::jsonb, '$.**.**.**.**')":                      RuleSize,
		"SELECT jsonb_path_query(attrs, '$[*] ? ($[*] == @ + 1)') FROM products":                                       RuleSize,
		"SELECT jsonb_path_query(attrs, '$[*] ? (@[*] == @[0 to 9])') FROM products":                                   RuleSize,
		"SELECT jsonb_path_query(attrs, '$[0,0,0,0,0][0,0,0,0,0][0,0,0,0,0]') FROM products":                           RuleSize,
		"SELECT jsonb_path_query(attrs, '$.keyvalue().keyvalue()') FROM products":                                      RuleSize,
		"SELECT jsonb_path_query(attrs, '$.keyvalue().key\\u0076alue()') FROM products":                                RuleSize,
		"SELECT jsonb_path_query(attrs, ('$.**' || '.**')::jsonpath) FROM products":                                    RuleSize,
		"SELECT jsonb_path_exists(attrs, '$ ? ($ == @)'::jsonpath) FROM products":                                      RuleSize,
		"SELECT attrs @? '$.**.**' FROM products":                                                                      RuleSize,
		"SELECT attrs @@ '$.**.** == 1' FROM products":                                                                 RuleSize,
		"SELECT jsonb_path_query(p.attrs, q.x) FROM products p, (SELECT '$.**.**'::jsonpath) q(x)":                     RuleSize,
		"SELECT jsonb_path_query(attrs, '$.**{0 to last}.**{0 to last}.** ? (@ like_regex \"(a+)+b\")') FROM products": RuleSize,
		"SELECT jsonb_path_query(attrs, '$.** ? (@.price > 5 && @.price < 9)') FROM products":                          "",
		// Lists are compared each with each: two of 30,000 numbers in one value took a minute, whatever the timeout.
		"SELECT jsonb_path_exists(attrs, '$ ? (@.x == @.y)') FROM products":                                                         RuleSize,
		"SELECT jsonb_path_exists(attrs, '$[*] ? (@.x > @.y)') FROM products":                                                       RuleSize,
		"SELECT attrs @@ '$.x == $.y' FROM products":                                                                                RuleSize,
		"SELECT attrs @? '$ ? (-@.x <= -@.y)' FROM products":                                                                        RuleSize,
		"SELECT attrs @? '$ ? (@.x1 == @.y1)' FROM products":                                                                        RuleSize,
		"SELECT attrs @? '$ ? (@.\"1\" == @.\"2\")' FROM products":                                                                  RuleSize,
		"SELECT attrs @@ '($.x ? (1 == 1)) == $.y' FROM products":                                                                   RuleSize,
		"SELECT attrs @@ '$.a\\\"b == $.c\\\"d' FROM products":                                                                      RuleSize,
		"SELECT attrs @@ '$.a /* \" */ == $.b /* \" */' FROM products":                                                              RuleSize,
		"SELECT attrs @@ 'strict $.x[*] == $.y[*]' FROM products":                                                                   RuleSize,
		"SELECT jsonb_path_exists(attrs, '$ ? (@.x == $v)', attrs) FROM products":                                                   RuleSize,
		"SELECT jsonb_path_match(attrs, q.name::jsonpath) FROM products, customers q":                                               RuleSize,
		"SELECT jsonb_path_exists(attrs, '$ ? (@.x == $v && $w < @.y)', '{\"v\": 1, \"w\": 2}') FROM products":                      "",
		"SELECT jsonb_path_exists(attrs, '$.a[*] ? (5 <= @.x && @.note == \"a < b\" && @.z != null || @.y == true)') FROM products": "",
		"SELECT jsonb_path_query(attrs, 'strict $.items[*] ? (@.price > @.cost)') FROM products":                                    "",
		"SELECT attrs @@ '$.items.size() == 3' AND attrs @? '$.tags[*] ? (@ == \"x\")' FROM products":                               "",
		"SELECT jsonb_path_query(attrs, '$.a[0, 1].b[*] ? (@.c[*] == \"x\")') FROM products":                                        "",
		"SELECT jsonb_path_query(attrs, '$.keyvalue() ? (@.value > $n)', '{\"n\": 1}') FROM products":                               "",
	})
}

// TestHashedInMemory: INTERSECT, EXCEPT and a recursive UNION do not put their rows into files.
func TestHashedInMemory(t *testing.T) {
	t.Parallel()
	decided(t, map[string]string{
		"WITH RECURSIVE r(n) AS (SELECT 1 UNION SELECT n+1 FROM r WHERE n < 9000000) SELECT count(*) FROM r":                          RuleRecursion,
		"WITH RECURSIVE r(n) AS (SELECT 1 UNION SELECT n+1 FROM r WHERE n < 3000*3000) SELECT count(*) FROM r":                        RuleRecursion,
		"WITH RECURSIVE r(n) AS (SELECT 1 UNION SELECT n+1 FROM r WHERE n < 1000) SELECT count(*) FROM r":                             "",
		"WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r WHERE n < 9000000) SELECT count(*) FROM r":                      "",
		"WITH RECURSIVE r(n) AS (SELECT 1 UNION SELECT n + 0.0001 FROM r WHERE n < 1000) SELECT count(*) FROM r":                      RuleRecursion,
		"WITH RECURSIVE r(n) AS (SELECT -9000000 UNION SELECT n + 1 FROM r WHERE n < 0) SELECT count(*) FROM r":                       RuleRecursion,
		"WITH RECURSIVE r(n) AS (SELECT 1 UNION SELECT n + 1 FROM r WHERE n < 1000 OR n > 0) SELECT count(*) FROM r":                  RuleRecursion,
		"WITH RECURSIVE r(n, m) AS (SELECT 1, 1 UNION SELECT n + 1, n * m FROM r WHERE n < 1000) SELECT count(*) FROM r":              RuleRecursion,
		"WITH RECURSIVE r(n, m) AS (SELECT 1, 1 UNION SELECT n + 1, m + 1 FROM r WHERE n < 9000 AND m < 9000) SELECT count(*) FROM r": RuleRecursion,
		// What tables hold: nodes, and pairs of them.
		"WITH RECURSIVE t AS (SELECT id, parent_id FROM categories WHERE id = 1 UNION SELECT c.id, c.parent_id FROM categories c JOIN t ON c.parent_id = t.id) SELECT * FROM t":             "",
		"WITH RECURSIVE t(root, id) AS (SELECT id, id FROM categories UNION SELECT t.root, c.id FROM categories c JOIN t ON c.parent_id = t.id) SELECT root, count(*) FROM t GROUP BY root": "",
		"WITH RECURSIVE t(a, b, c) AS (SELECT id, id, id FROM categories UNION SELECT t.b, t.c, k.id FROM t JOIN categories k ON k.parent_id = t.c) SELECT * FROM t":                        RuleRecursion,
		"WITH RECURSIVE t(id, level) AS (SELECT id, 1 FROM categories UNION SELECT c.id, t.level + 1 FROM categories c JOIN t ON c.parent_id = t.id WHERE t.level < 20) SELECT * FROM t":    "",
		"WITH RECURSIVE t(id, level) AS (SELECT id, 1 FROM categories UNION SELECT c.id, t.level + 1 FROM categories c JOIN t ON c.parent_id = t.id AND t.level <= 20) SELECT * FROM t":     "",
		"WITH RECURSIVE t(id, level) AS (SELECT id, 1 FROM categories UNION SELECT c.id, t.level + 1 FROM categories c JOIN t ON c.parent_id = t.id) SELECT * FROM t":                       RuleRecursion,
		"WITH RECURSIVE t(id, path) AS (SELECT id, name FROM categories UNION SELECT c.id, t.path || c.name FROM categories c JOIN t ON c.parent_id = t.id) SELECT * FROM t":                RuleRecursion,
		"WITH RECURSIVE t(id, path) AS (SELECT id, name FROM categories UNION ALL SELECT c.id, t.path || c.name FROM categories c JOIN t ON c.parent_id = t.id) SELECT * FROM t":            "",
		"WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT t.n * 2 + o.id FROM t JOIN orders o ON o.id > t.n) SELECT count(*) FROM t":                                                           RuleRecursion,
		"WITH RECURSIVE t(n) AS (SELECT id FROM orders UNION SELECT o.id FROM t JOIN orders o ON o.customer_id = t.n) SELECT count(*) FROM t":                                               "",
		"WITH RECURSIVE t(n) AS (SELECT 1::bigint UNION SELECT g FROM t, generate_series(t.n, 100) g WHERE t.n < 5) SELECT count(*) FROM t":                                                 RuleRecursion,
		"SELECT count(*) FROM (SELECT g FROM generate_series(1, 9900000) g WHERE g+0 = g EXCEPT SELECT 1) s":                                                                                RuleSize,
		"SELECT count(*) FROM (SELECT 1 INTERSECT SELECT g FROM generate_series(1, 9900000) g WHERE g+0 = g) s":                                                                             RuleSize,
		"SELECT g FROM generate_series(1, 100000) g EXCEPT SELECT id FROM orders":                                                                                                           "",
		"SELECT count(*) FROM (SELECT g FROM generate_series(1, 9900000) g UNION SELECT 1) s":                                                                                               "",
	})
}

// TestPathsOfNewer: the functions of SQL/JSON that came with PostgreSQL 17 take paths, too, and so do columns of the
// type.
func TestPathsOfNewer(t *testing.T) {
	t.Parallel()
	known := facts()
	known.Snapshot.Server = 180001
	products := known.Snapshot.Table("app", "products")
	products.Columns = append(products.Columns, &schema.Column{Name: "path", Type: "jsonpath", TypeName: "jsonpath"})
	known.Snapshot = schema.New(*known.Snapshot)
	g := mustNew(t, Policy{})
	for sql, want := range map[string]string{
		"SELECT json_exists(attrs, '$.**.** ? (@.x == 1)') FROM products":                               RuleSize,
		"SELECT json_value(attrs, '$.a[1,2,3,4,5,6][1,2,3,4,5,6]') FROM products":                       RuleSize,
		"SELECT json_query(attrs, '$.x == $.y') FROM products":                                          RuleSize,
		"SELECT json_exists(attrs, path) FROM products":                                                 RuleSize,
		"SELECT jsonb_path_exists(attrs, path) FROM products":                                           RuleSize,
		"SELECT attrs @? path FROM products":                                                            RuleSize,
		"SELECT attrs @@ path FROM products":                                                            RuleSize,
		"SELECT x.a @@ x.p FROM (SELECT attrs AS a, path AS p FROM products) x":                         RuleSize,
		"SELECT json_value(attrs, '$.size'), json_exists(attrs, '$.a ? (@.b > 1)'), path FROM products": "",
		"SELECT to_tsvector(c.name) @@ plainto_tsquery('x') FROM customers c":                           "",
	} {
		if v := g.Check(sql, known); v.Rule != want {
			t.Errorf("%s: %v %s %s", sql, v.Decision, v.Rule, v.Why)
		}
	}
}
