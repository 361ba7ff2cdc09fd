package guard

import "testing"

// TestNumbersAsNames: a number that is taken for a table or a type is shown as its name, so all of them list the catalog.
func TestNumbersAsNames(t *testing.T) {
	t.Parallel()
	g := mustNew(t, Policy{})
	for sql, want := range map[string]string{
		"SELECT 'app.customers'::regclass UNION ALL SELECT g FROM generate_series(16384, 17000) g":                                 RuleType,
		"SELECT coalesce(to_regclass('nosuch'), id::int)::text FROM customers":                                                     RuleType,
		"SELECT (CASE WHEN id = 0 THEN 'app.customers'::regclass ELSE id::int END)::text FROM customers":                           RuleType,
		"SELECT (ARRAY['app.customers'::regclass, 16400])::text[]":                                                                 RuleType,
		"SELECT v.x::text FROM (VALUES ('app.customers'::regclass), (16400)) v(x)":                                                 RuleType,
		"SELECT greatest('app.customers'::regclass, 16400)::text":                                                                  RuleType,
		"SELECT pg_typeof(1) UNION SELECT 16400":                                                                                   RuleType,
		"SELECT x FROM (SELECT pg_typeof(1) AS x) q UNION SELECT 16400":                                                            RuleType,
		"WITH q AS (SELECT pg_typeof(id) AS x FROM customers) SELECT coalesce(x, 16400) FROM q":                                    RuleType,
		"SELECT array_append(ARRAY[16400], pg_typeof(1))":                                                                          RuleType,
		"SELECT ARRAY[16400] || pg_typeof(1)":                                                                                      RuleType,
		"SELECT lag(16400, 1, pg_typeof(1)) OVER () FROM customers":                                                                RuleType,
		"SELECT nullif(pg_typeof(1), 16400)":                                                                                       RuleType,
		"SELECT format_type(id::int, NULL) FROM customers":                                                                         RuleFunction,
		"SELECT relid::text FROM customers, pg_partition_tree(id::int)":                                                            RuleFunction,
		"SELECT pg_partition_root(id::int)::text FROM customers":                                                                   RuleFunction,
		"SELECT obj_description(id::int, 'pg_class') FROM customers":                                                               RuleFunction,
		"SELECT col_description(id::int, 1) FROM customers":                                                                        RuleFunction,
		"SELECT shobj_description(1, 'pg_database')":                                                                               RuleFunction,
		"SELECT pg_typeof(total), pg_typeof(id)::text FROM orders":                                                                 "",
		"SELECT x.t FROM (SELECT pg_typeof(id)::text AS t FROM customers) x":                                                       "",
		"SELECT pg_typeof(attrs -> 'a'), count(*) FROM products GROUP BY pg_typeof(attrs -> 'a') ORDER BY pg_typeof(attrs -> 'a')": "",
		"SELECT count(*) FROM customers WHERE pg_typeof(id) = pg_typeof(1) AND to_regclass('app.customers') IS NOT NULL":           "",
		"SELECT format('%s: %s', name, pg_typeof(name)) FROM customers":                                                            "",
		"SELECT obj_description('app.customers'::regclass), col_description('app.customers'::regclass, 1)":                         "",
		"SELECT pg_size_pretty(pg_total_relation_size('app.customers'::regclass)), 'app.customers'::regclass::text":                "",
	} {
		v := g.Check(sql, facts())
		if want == "" && v.Decision != Allow || want != "" && (v.Decision == Allow || v.Rule != want) {
			t.Errorf("%s: %v %s %s", sql, v.Decision, v.Rule, v.Why)
		}
	}
}
