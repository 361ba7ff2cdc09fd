package guard

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// hijack makes operators in a schema that fit the columns of app.t better than PostgreSQL's own, and say so when they
// are called.
const hijack = `
CREATE FUNCTION SCHEMA.say(text) RETURNS void LANGUAGE plpgsql AS $f$ BEGIN RAISE NOTICE 'TRAPPED %', $1; END $f$;
DO $d$ DECLARE op text; l text; r text; n int := 0; BEGIN
	FOREACH op IN ARRAY ARRAY['=', '<>', '<', '<=', '>', '>=', '~~', '!~~', '~~*', '!~~*', '~', '!~', '~*', '+', '-', '*', '||', '@>', '<@', '&&', '->', '->>', '^@', '%'] LOOP
		FOREACH l IN ARRAY ARRAY['text', 'varchar', 'bpchar', 'name', 'int4', 'int8', 'date', 'text[]', 'varchar[]', 'int4[]', 'jsonb', 'bool', 'interval', 'record', 'anyelement'] LOOP
			FOREACH r IN ARRAY ARRAY[l, 'text', 'int4', 'anyarray'] LOOP
				n := n + 1;
				BEGIN
					EXECUTE format('CREATE FUNCTION SCHEMA.f%s(%s, %s) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS %L', n, l, r,
						'BEGIN PERFORM SCHEMA.say(''' || op || ' of ' || l || ' and ' || r || '''); RETURN true; END');
					EXECUTE format('CREATE OPERATOR SCHEMA.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = SCHEMA.f%s)', op, l, r, n);
				EXCEPTION WHEN OTHERS THEN NULL; -- there is one of these types already, or none may be
				END;
			END LOOP;
		END LOOP;
	END LOOP;
END $d$`

// comparing are constructs in which operators are looked up by name, most of which cannot be written with their schema.
var comparing = []string{
	"SELECT id FROM app.t WHERE v LIKE 'a%'",
	"SELECT id FROM app.t WHERE v NOT LIKE x",
	"SELECT id FROM app.t WHERE c ILIKE 'A%'",
	"SELECT id FROM app.t WHERE v NOT ILIKE 'b'",
	"SELECT id FROM app.t WHERE v LIKE 'a!%' ESCAPE '!'",
	"SELECT id FROM app.t WHERE v SIMILAR TO 'a|b'",
	"SELECT id FROM app.t WHERE v LIKE ANY (ARRAY['a', 'b'])",
	"SELECT id FROM app.t WHERE v NOT LIKE ALL (vs)",
	"SELECT id FROM app.t WHERE v IN ('a', 'b')",
	"SELECT id FROM app.t WHERE v NOT IN ('a', x)",
	"SELECT id FROM app.t WHERE id IN (1, 2)",
	"SELECT id FROM app.t WHERE v = ANY (vs)",
	"SELECT id FROM app.t WHERE v <> ALL (vs)",
	"SELECT id FROM app.t WHERE 3 > ANY (ns)",
	"SELECT id FROM app.t WHERE v = SOME (ARRAY['a', 'b'])",
	"SELECT id FROM app.t WHERE v IN (SELECT v FROM app.t)",
	"SELECT id FROM app.t WHERE id = ANY (SELECT id FROM app.t)",
	"SELECT id FROM app.t WHERE v > ALL (SELECT x FROM app.t)",
	"SELECT id FROM app.t WHERE (id, v) IN (SELECT id, v FROM app.t)",
	"SELECT id FROM app.t WHERE (id, v) NOT IN (SELECT id, v FROM app.t)",
	"SELECT id FROM app.t WHERE id BETWEEN 1 AND 5",
	"SELECT id FROM app.t WHERE v NOT BETWEEN 'a' AND 'b'",
	"SELECT id FROM app.t WHERE d BETWEEN SYMMETRIC '2024-01-01' AND '2020-01-01'",
	"SELECT nullif(v, 'a'), nullif(id, 1) FROM app.t",
	"SELECT CASE v WHEN 'a' THEN 1 ELSE 2 END FROM app.t",
	"SELECT CASE id WHEN 1 THEN 'x' END FROM app.t",
	"SELECT id FROM app.t WHERE v IS DISTINCT FROM x",
	"SELECT id FROM app.t WHERE id IS NOT DISTINCT FROM 1",
	"SELECT id FROM app.t WHERE (id, v) = (1, 'a')",
	"SELECT id FROM app.t WHERE (id, v) < (2, 'b')",
	"SELECT id FROM app.t WHERE (id, v) <> (1, x)",
	"SELECT id FROM app.t WHERE ROW(id, v) IS DISTINCT FROM ROW(1, 'a')",
	"SELECT a.id FROM app.t a JOIN app.t b USING (v)",
	"SELECT id FROM app.t a NATURAL JOIN app.t b",
	"SELECT id FROM app.t a FULL JOIN app.t b USING (id)",
	"SELECT v, count(*) FROM app.t GROUP BY v HAVING count(*) > 0",
	"SELECT DISTINCT v, c FROM app.t",
	"SELECT DISTINCT ON (v) v, id FROM app.t ORDER BY v, id",
	"SELECT count(DISTINCT v), min(v), max(c) FROM app.t",
	"SELECT v FROM app.t ORDER BY v USING <",
	"SELECT v FROM app.t ORDER BY v DESC",
	"SELECT v FROM app.t UNION SELECT x FROM app.t",
	"SELECT v FROM app.t INTERSECT SELECT v FROM app.t",
	"SELECT v FROM app.t EXCEPT SELECT 'a'",
	"SELECT greatest(v, x), least(id, 2) FROM app.t",
	"SELECT rank() OVER (PARTITION BY v ORDER BY id), sum(id) OVER (ORDER BY d RANGE BETWEEN '1 day' PRECEDING AND CURRENT ROW) FROM app.t",
	"SELECT id FROM app.t WHERE (d, d) OVERLAPS (d, interval '1 day')",
	"SELECT position('a' IN v), substring(v FROM 'a'), overlay(v PLACING 'x' FROM 1), trim(v) FROM app.t",
	"SELECT id + 1, v || 'x', ns || 3, d - 1, j -> 'a', j ->> 'a', -id FROM app.t",
	"SELECT id FROM app.t WHERE v ^@ 'a' OR v ~ 'a' OR v !~ 'b' OR vs @> ARRAY['a']::varchar[] OR j @> '{}' OR ns && ARRAY[1]",
	"SELECT id FROM app.t WHERE v = 'a' AND id <> 2 AND c < 'b' AND n >= 'a'",
	"WITH RECURSIVE r(n) AS (SELECT 1 UNION SELECT n + 1 FROM r WHERE n < 3) SELECT n FROM r",
	"SELECT g FROM generate_series(1, 3) g WHERE g % 2 = 0",
	"SELECT array_position(vs, 'a'), array_remove(ns, 1) FROM app.t",
	"SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY v), mode() WITHIN GROUP (ORDER BY id) FROM app.t",
	"SELECT id FROM app.t GROUP BY CUBE (id, v)",
	"SELECT p.id FROM app.t p, app.t q WHERE p = q",
	"SELECT id FROM app.t WHERE b = true AND NOT b",
	"SELECT id FROM app.t WHERE ns = ARRAY[1] OR vs < ARRAY['a']::varchar[]",
	"SELECT id FROM app.t ORDER BY v COLLATE \"C\" LIMIT 2",
}

// TestOperatorsOfOthers: operators that somebody has put on the caller's path, in its temporary schema or in one that
// holds extensions are called by nothing that passes, even where the syntax has no place for an operator's schema.
func TestOperatorsOfOthers(t *testing.T) {
	t.Parallel()
	owner, reader := workshop(t, `CREATE SCHEMA app; CREATE TABLE app.t (id int PRIMARY KEY, v varchar, x text, c char(3), n name, d date, b bool, vs varchar[], ns int[], j jsonb);
		INSERT INTO app.t SELECT g, 'a' || g, 'a', 'b', 'n', '2024-01-01', true, '{a}', '{1}', '{"a": 1}' FROM generate_series(1, 4) g;
		GRANT USAGE ON SCHEMA app TO guard_reader; GRANT SELECT ON app.t TO guard_reader`)
	honest := snapshotFor(t, reader)
	do(t, owner, strings.ReplaceAll(hijack, "SCHEMA", "public"))
	do(t, owner, "GRANT TEMPORARY ON DATABASE \""+databaseOf(t, owner)+"\" TO guard_reader")
	config, err := pgconn.ParseConfig(sandboxtest.Server(t).URL(databaseOf(t, owner), "guard_reader"))
	if err != nil {
		t.Fatal(err)
	}
	var notices []string
	config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { notices = append(notices, n.Message) }
	hostile, err := pgconn.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = hostile.Close(context.Background()) }) // the test's context is over
	do(t, hostile, strings.ReplaceAll(hijack, "SCHEMA", "pg_temp"))
	passed := map[string]int{}
	for name, path := range map[string]string{"public first": "public, pg_catalog, app", "public last": "app, public", "temporary first": "pg_temp, pg_catalog, app", "temporary": "app"} {
		do(t, hostile, "SET search_path = "+path)
		snap := snapshotFor(t, hostile)
		for _, sql := range comparing {
			for _, p := range []Policy{{}, {ExtensionSchemas: []string{"public"}, ExtensionSets: []string{"citext", "pg_trgm"}}} {
				for _, own := range []bool{true, false} {
					v := mustNew(t, p).Check(sql, Facts{Snapshot: snap, OwnPath: own})
					if v.Decision != Allow {
						if v.Rule != RuleShadowed {
							t.Errorf("%s, own path %v: %s: %s %s", name, own, sql, v.Rule, v.Why)
						}
						continue
					}
					passed[name]++
					do(t, hostile, "BEGIN READ ONLY")
					if own {
						do(t, hostile, "SET LOCAL search_path = "+strings.Join(slices.Concat([]string{"pg_catalog"}, p.ExtensionSchemas, []string{"pg_temp"}), ", "))
					}
					notices = nil
					if _, err := hostile.Exec(t.Context(), v.Sent).ReadAll(); err != nil || len(notices) > 0 {
						t.Errorf("%s, own path %v, extensions in %v: %q %v\n%s", name, own, p.ExtensionSchemas, slices.Compact(notices), err, v.Sent)
					}
					do(t, hostile, "ROLLBACK")
				}
			}
		}
	}
	t.Logf("%v of %d passed", passed, 4*len(comparing))
	// The traps are set, and the statements are ones that pass where there are none.
	do(t, hostile, "SET search_path = public, pg_catalog, app")
	trapped := 0
	for _, sql := range comparing {
		notices = nil
		if _, _ = hostile.Exec(t.Context(), sql).ReadAll(); len(notices) > 0 {
			trapped++
		}
		if v := mustNew(t, Policy{}).Check(sql, Facts{Snapshot: honest}); v.Decision != Allow {
			t.Errorf("%s: %s", sql, v.Why)
		}
	}
	if trapped < len(comparing)/2 {
		t.Errorf("only %d of %d statements are trapped without the guard", trapped, len(comparing))
	}
	for name, want := range map[string]int{"temporary": 3 * len(comparing), "temporary first": 3 * len(comparing), "public first": len(comparing), "public last": len(comparing)} {
		if passed[name] < want*9/10 {
			t.Errorf("%s: only %d of %d pass", name, passed[name], want)
		}
	}
}
