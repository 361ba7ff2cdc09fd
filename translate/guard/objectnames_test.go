package guard

import (
	"bytes"
	"testing"
)

// TestNumbersAsNames: a number that is taken for a table or a type is shown as its name, so all of them list the
// catalog.
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

// TestNamedRelations: a constant that names a relation names one that may be read, on any path.
func TestNamedRelations(t *testing.T) {
	t.Parallel()
	_, reader := workshop(t, `CREATE SCHEMA pay; CREATE SCHEMA app; CREATE TABLE pay.hidden (id int, a int); COMMENT ON COLUMN pay.hidden.a IS 'x';
		CREATE TABLE app.orders (id int, total int); CREATE TABLE app."Odd ""one" (id int);
		GRANT USAGE ON SCHEMA pay, app TO guard_reader; GRANT SELECT ON ALL TABLES IN SCHEMA pay, app TO guard_reader`)
	do(t, reader, "SET search_path = app, pay")
	snap := snapshotFor(t, reader)
	do(t, reader, "SET search_path = pg_catalog, pg_temp")
	g := mustNew(t, Policy{DeniedTables: []string{"pay.hidden"}, DeniedColumns: []string{"app.orders.total"}})
	for sql, want := range map[string]string{
		"SELECT pg_relation_size('pay.hidden')":                         RulePolicy,
		"SELECT pg_relation_size('pay.hidden', 'main')":                 RulePolicy,
		"SELECT pg_relation_size('hidden')":                             RulePolicy,
		"SELECT pg_relation_size(' Pay.\"hidden\"')":                    RulePolicy,
		"SELECT pg_table_size('pay.hidden'::regclass)":                  RulePolicy,
		"SELECT pg_total_relation_size(CAST('pay.hidden' AS regclass))": RulePolicy,
		"SELECT 'pay.hidden'::regclass":                                 RulePolicy,
		"SELECT regclass 'pay.hidden'":                                  RulePolicy,
		"SELECT to_regclass('pay.hidden') IS NULL":                      RulePolicy,
		"SELECT to_regclass('pay.' || 'hidden') IS NULL":                RuleFunction,
		"SELECT pg_relation_size(16384)":                                RuleFunction,
		"SELECT pg_relation_size('16384')":                              RuleFunction,
		"SELECT pg_relation_size(id) FROM app.orders":                   RuleFunction,
		"SELECT obj_description('pay.hidden'::regclass)":                RulePolicy,
		"SELECT col_description('pay.hidden'::regclass, 2)":             RulePolicy,
		"SELECT col_description('app.orders'::regclass, 2)":             RulePolicy,
		"SELECT pg_relation_size('pay.nothing')":                        RuleRelation,
		"SELECT pg_total_relation_size('orders')":                       "",
		"SELECT pg_relation_size('app.orders'), 'orders'::regclass":     "",
		"SELECT pg_size_pretty(pg_table_size('app.\"Odd \"\"one\"'))":   "",
		"SELECT obj_description('app.orders'::regclass)":                "",
	} {
		for _, own := range []bool{true, false} {
			v := g.Check(sql, Facts{Snapshot: snap, OwnPath: own})
			if v.Decision == Allow && want == "" {
				do(t, reader, v.Sent)
				if again := g.Check(v.Sent, Facts{Snapshot: snap, OwnPath: own}); again.Sent != v.Sent {
					t.Errorf("%s is not the same again: %s", v.Sent, again.Sent)
				}
			} else if v.Rule != want {
				t.Errorf("%s: %v %s %s, want %s", sql, v.Decision, v.Rule, v.Why, want)
			}
		}
	}
}

// TestTypesOfTheCaller: types that the caller makes in pg_temp stand in for none of PostgreSQL's own.
func TestTypesOfTheCaller(t *testing.T) {
	t.Parallel()
	_, reader := workshop(t, "CREATE TABLE t (d text); GRANT SELECT ON t TO guard_reader")
	do(t, reader, `CREATE DOMAIN pg_temp.numeric AS text CHECK (VALUE <> '1'); CREATE TYPE pg_temp.date AS ENUM ('x'); CREATE DOMAIN pg_temp.uuid AS int`)
	snap := snapshotFor(t, reader)
	g := mustNew(t, Policy{})
	for _, sql := range []string{
		"SELECT '1'::numeric, '2024-01-01'::date, date '2024-01-01', date('2024-01-01'), CAST('1' AS numeric(10, 2))",
		"SELECT '6f1c8b0e-3f3b-4d0c-9d2e-111111111111'::uuid, ARRAY['2024-01-01']::date[], uuid('6f1c8b0e-3f3b-4d0c-9d2e-111111111111')",
		`SELECT x.a FROM jsonb_to_recordset('[{"a": "2024-01-01"}]') AS x(a date)`,
	} {
		v := g.Check(sql, Facts{Snapshot: snap})
		if v.Decision != Allow {
			t.Errorf("%s: %s", sql, v.Why)
			continue
		}
		do(t, reader, v.Sent)
		if again := g.Check(v.Sent, Facts{Snapshot: snap}); again.Sent != v.Sent {
			t.Errorf("%s is not the same again: %s", v.Sent, again.Sent)
		}
	}
}

// TestNamedTypesAndSchemas: a constant that names a type or a schema names one that a statement may name, on any path.
func TestNamedTypesAndSchemas(t *testing.T) {
	t.Parallel()
	owner, reader := workshop(t, `CREATE SCHEMA pay; CREATE SCHEMA app; CREATE TABLE pay.hidden (id int); CREATE TYPE app."Mood" AS ENUM ('x');
		CREATE TABLE app.orders (id int, mood app."Mood"); CREATE TABLE app.names (id int, t regtype, n regnamespace);
		INSERT INTO app.names VALUES (1, 'timestamptz[]', 'app'); CREATE DOMAIN app.odd AS int;
		GRANT USAGE ON SCHEMA pay, app TO guard_reader; GRANT SELECT ON ALL TABLES IN SCHEMA pay, app TO guard_reader`)
	do(t, owner, `CREATE SCHEMA "Odd ""one"; CREATE TABLE "Odd ""one".t (id int); GRANT USAGE ON SCHEMA "Odd ""one" TO guard_reader;
		GRANT SELECT ON "Odd ""one".t TO guard_reader`)
	do(t, reader, `SET search_path = app, pay; CREATE DOMAIN pg_temp.numeric AS text`)
	snap := snapshotFor(t, reader)
	do(t, reader, "SET search_path = pg_catalog, pg_temp")
	g := mustNew(t, Policy{DeniedSchemas: []string{"pay"}})
	for sql, want := range map[string]string{ // to the text of the row, or the rule
		"SELECT 'int4'::regtype":                                                "integer",
		"SELECT regtype 'timestamp with time zone'":                             "timestamp with time zone",
		"SELECT 'numeric(10, 2)'::regtype::text":                                "numeric",
		"SELECT CAST(' Pg_Catalog . \"varchar\" (20) [] [3]' AS regtype)":       "character varying[]",
		"SELECT '\"char\"'::regtype, 'char'::regtype, 'bit varying'::regtype":   `"char",character,bit varying`,
		"SELECT 'app.\"Mood\"'::regtype = 'int4'::regtype":                      "f",
		"SELECT '\"Mood\"[]'::regtype IS NOT NULL":                              "t",
		"SELECT pg_typeof(1) = 'int'::regtype":                                  "t",
		"SELECT pg_typeof(1) IN ('int'::regtype, 'text'::regtype)":              "t",
		"SELECT count(*) FROM app.names WHERE t = 'timestamptz[]'::regtype":     "1",
		"SELECT count(*) FROM app.names WHERE n IN ('App'::regnamespace)":       "1",
		"SELECT 'Odd'::regnamespace":                                            RuleType,
		"SELECT '\"Odd \"\"one\"'::regnamespace = 'app'::regnamespace":          "f",
		"SELECT 'pay'::regnamespace":                                            RuleType,
		"SELECT 'nosuch'::regnamespace":                                         RuleType,
		"SELECT 'app.orders'::regnamespace":                                     RuleType,
		"SELECT '2200'::regnamespace":                                           RuleType,
		"SELECT 2200::regnamespace":                                             RuleType,
		"SELECT 'pg_catalog'::regnamespace":                                     RuleType,
		"SELECT '16384'::regtype":                                               RuleType,
		"SELECT 'pay.hidden'::regtype":                                          RuleType,
		"SELECT 'app.odd'::regtype":                                             RuleType,
		"SELECT 'nosuch'::regtype":                                              RuleType,
		"SELECT 'setof int'::regtype":                                           RuleType,
		"SELECT 'app.orders.id%type'::regtype":                                  RuleType,
		"SELECT 'int, 1'::regtype":                                              RuleType,
		"SELECT 'int AS a'::regtype":                                            RuleType,
		"SELECT 'int FROM pay.hidden'::regtype":                                 RuleType,
		"SELECT 'int; SELECT 1'::regtype":                                       RuleType,
		"SELECT 'int COLLATE \"C\"'::regtype":                                   RuleType,
		"SELECT '-'::regtype":                                                   RuleType,
		"SELECT 'regrole'::regtype":                                             RuleType,
		"SELECT ('in' || 't4')::regtype":                                        RuleType,
		"SELECT ARRAY['int4'::regtype, 16400]":                                  RuleType,
		"SELECT coalesce('app'::regnamespace, 16400)":                           RuleType,
		"SELECT 'int4'::regtype UNION SELECT 16400":                             RuleType,
		"SELECT 'postgres'::regrole":                                            RuleType,
		"SELECT '{int4}'::regtype[]":                                            RuleType,
		"SELECT 'int4'::regtype::oid::regnamespace":                             RuleType,
		"SELECT x FROM json_to_recordset('[{\"x\": 1}]') AS r(x regnamespace)":  RuleType,
		"SELECT CASE WHEN true THEN 'int4'::regtype ELSE 16400 END FROM orders": RuleType,
	} {
		for _, own := range []bool{true, false} {
			v := g.Check(sql, Facts{Snapshot: snap, OwnPath: own})
			if v.Decision != Allow {
				if v.Rule != want {
					t.Errorf("%s: %v %s %s, want %s", sql, v.Decision, v.Rule, v.Why, want)
				}
				continue
			}
			results, err := reader.Exec(t.Context(), v.Sent).ReadAll()
			if err != nil || string(bytes.Join(results[0].Rows[0], []byte(","))) != want {
				t.Errorf("%s: %v %s, want %s", v.Sent, err, results[0].Rows, want)
			}
			if again := g.Check(v.SQL, Facts{Snapshot: snap, OwnPath: own}); again.Sent != v.Sent || g.check(v.Sent, Facts{Snapshot: snap, OwnPath: own}, formLimits).Sent != v.Sent {
				t.Errorf("%s is not the same again: %s", v.Sent, again.Sent)
			}
		}
	}
}
