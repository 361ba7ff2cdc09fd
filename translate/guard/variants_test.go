package guard

import (
	"testing"
)

// variants is a database of which newer servers have more: virtual generated columns, temporal keys and constraints
// that are not enforced.
const variants = `CREATE SCHEMA app; CREATE EXTENSION btree_gist;
CREATE TABLE app.emp (id int PRIMARY KEY, name text, salary int, code text UNIQUE, tags text[], doc jsonb, during daterange, twice int GENERATED ALWAYS AS (salary * 2) STORED);
INSERT INTO app.emp SELECT g, 'n' || g % 3, g * 1000, 'c' || g, '{a,b}', '{"a": [1, 2], "b": "x"}', daterange('2024-01-01', '2024-02-01') FROM generate_series(1, 6) g;
CREATE TABLE app.badge (id int, code text, during daterange); INSERT INTO app.badge VALUES (1, 'c1', '[2024-01-01,2024-01-05)');
CREATE TABLE app.room (id int, during daterange);
DO $$ BEGIN IF current_setting('server_version_num')::int >= 180000 THEN
	EXECUTE 'ALTER TABLE app.emp ADD thrice int GENERATED ALWAYS AS (salary * 3) VIRTUAL, ADD label text GENERATED ALWAYS AS (name || ''!'') VIRTUAL';
	EXECUTE 'ALTER TABLE app.badge ADD CONSTRAINT loose FOREIGN KEY (code) REFERENCES app.emp (code) NOT ENFORCED, ADD CONSTRAINT positive CHECK (id > 0) NOT ENFORCED';
	EXECUTE 'ALTER TABLE app.room ADD PRIMARY KEY (id, during WITHOUT OVERLAPS)';
	EXECUTE 'CREATE TABLE app.stay (id int, room_id int, during daterange, FOREIGN KEY (room_id, PERIOD during) REFERENCES app.room (id, PERIOD during))';
	EXECUTE 'CREATE VIEW app.virtual AS SELECT id, thrice, label FROM app.emp';
END IF; END $$;
GRANT USAGE ON SCHEMA app TO guard_reader; GRANT SELECT ON ALL TABLES IN SCHEMA app TO guard_reader`

// TestVariants: what newer servers can say is decided as what it says, and what is allowed is understood by them.
func TestVariants(t *testing.T) {
	t.Parallel()
	_, reader := workshop(t, variants)
	do(t, reader, "SET search_path = app, public")
	snap := snapshotFor(t, reader)
	g := mustNew(t, Policy{MaskedColumns: []string{"salary", "code", "room.during", "stay.during", "room.id", "room_id"}})
	for _, tt := range []struct {
		since int
		sql   string
		want  string // the rule; "": allowed
	}{
		{14, "SELECT name, count(*) FROM app.emp GROUP BY DISTINCT ROLLUP (name, id), ROLLUP (name)", ""},
		{14, "SELECT name, count(*) FROM app.emp GROUP BY ALL ROLLUP (name, id)", ""},
		{14, "SELECT count(*) FROM app.emp GROUP BY DISTINCT ROLLUP (salary), CUBE (salary, name)", RulePolicy},
		{14, "SELECT salary FROM app.emp GROUP BY DISTINCT ROLLUP (salary)", RulePolicy},
		{14, "SELECT range_agg(during), range_intersect_agg(during) FROM app.emp", ""},
		{14, "SELECT r FROM app.emp, unnest(datemultirange(during)) r", ""},
		{14, "SELECT twice FROM app.emp", RulePolicy},
		{14, "SELECT count(twice) FROM app.emp", RulePolicy},
		{14, "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SEARCH DEPTH FIRST BY n SET o SELECT n FROM t ORDER BY o", ""},
		{14, "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 9) CYCLE n SET c USING p SELECT n FROM t", ""},
		{14, "SELECT * FROM app.emp AS j JOIN app.badge b USING (id) AS m", RulePolicy},
		{14, "SELECT m.id FROM app.emp AS j JOIN app.badge b USING (id) AS m", ""},
		{14, "SELECT m.code FROM app.emp AS j JOIN app.badge b USING (id, code) AS m", RulePolicy},
		{14, "SELECT * FROM XMLTABLE('/a' PASSING '<a/>' COLUMNS v int PATH '.') x", RuleNode},
		{14, "MERGE INTO app.emp e USING app.badge b ON e.id = b.id WHEN MATCHED THEN DELETE", RuleSelect},
		{14, "WITH x AS (MERGE INTO app.emp e USING app.badge b ON e.id = b.id WHEN MATCHED THEN DELETE RETURNING merge_action(), e.id) SELECT * FROM x", RuleSyntax},
		{14, "WITH x AS (UPDATE app.emp SET name = 'x' RETURNING old.salary, new.salary) SELECT * FROM x", RuleWrites},
		{14, "WITH x AS (DELETE FROM app.emp RETURNING WITH (OLD AS o, NEW AS n) o.name) SELECT * FROM x", RuleSyntax},
		{14, "INSERT INTO app.emp (id) VALUES (1) RETURNING new.id", RuleSelect},
		{14, "SELECT old.name, new.name FROM app.emp old JOIN app.emp new ON old.id = new.id", ""},
		{15, "SELECT regexp_count(name, 'n'), regexp_substr(name, '[0-9]'), regexp_instr(name, '1'), regexp_like(name, 'n') FROM app.emp", ""},
		{16, "SELECT name, any_value(id) FROM app.emp GROUP BY name", ""},
		{16, "SELECT any_value(salary) FROM app.emp", RulePolicy},
		{16, "SELECT JSON_ARRAYAGG(name ORDER BY id), JSON_OBJECTAGG(id: name) FROM app.emp", ""},
		{16, "SELECT JSON_ARRAYAGG(name ORDER BY id NULL ON NULL RETURNING jsonb) FROM app.emp", ""},
		{16, "SELECT JSON_OBJECTAGG(id: name ABSENT ON NULL WITH UNIQUE KEYS RETURNING jsonb) FILTER (WHERE id > 1) FROM app.emp", ""},
		{16, "SELECT JSON_ARRAYAGG(salary) FROM app.emp", RulePolicy},
		{16, "SELECT JSON_OBJECTAGG(name: id ORDER BY salary) FROM app.emp", RuleSyntax},
		{16, "SELECT JSON_OBJECTAGG(name: salary) FROM app.emp", RulePolicy},
		{16, "SELECT JSON_OBJECT('a': id, 'b': name ABSENT ON NULL), JSON_ARRAY(id, name NULL ON NULL) FROM app.emp", ""},
		{16, "SELECT JSON_ARRAY(SELECT name FROM app.emp ORDER BY id)", ""},
		{16, "SELECT JSON_ARRAY(SELECT salary FROM app.emp)", RulePolicy},
		{16, "SELECT name IS JSON, '{}' IS JSON OBJECT WITH UNIQUE KEYS FROM app.emp", ""},
		{16, "SELECT salary::text IS JSON SCALAR FROM app.emp", RulePolicy},
		{16, "SELECT array_sample(tags, 1), array_shuffle(tags) FROM app.emp", ""},
		{16, "SELECT 1_000, 0xFF, 0o7, 0b1", ""},
		{17, "SELECT * FROM JSON_TABLE('[]', '$[*]' COLUMNS (a int PATH '$.a')) t", RuleSyntax},
		{17, "SELECT JSON_QUERY(doc, '$.a'), JSON_VALUE(doc, '$.b'), JSON_EXISTS(doc, '$.a[*] ? (@ > 1)') FROM app.emp", ""},
		{17, "SELECT JSON_QUERY(doc, '$.a' WITH WRAPPER) FROM app.emp", RuleSyntax},
		{17, "SELECT JSON_QUERY(doc, '$.**.**') FROM app.emp", RuleSize},
		{17, "SELECT JSON_VALUE(doc, '$.a == $.b') FROM app.emp", RuleSize},
		{17, "SELECT JSON_EXISTS(to_jsonb(salary), '$ ? (@ > 3000)') FROM app.emp", RulePolicy},
		{17, "SELECT JSON_SCALAR(name), JSON_SERIALIZE('{}'), JSON('{}') FROM app.emp", ""},
		{17, "SELECT JSON_SCALAR(salary) FROM app.emp", RulePolicy},
		{17, "SELECT random(1, 10) BETWEEN 1 AND 10, to_bin(5), to_oct(8), unicode_assigned('a')", ""},
		{18, "SELECT thrice FROM app.emp", RulePolicy},
		{18, "SELECT count(thrice) FROM app.emp", RulePolicy},
		{18, "SELECT id FROM app.emp WHERE thrice = 3000", RulePolicy},
		{18, "SELECT thrice FROM app.virtual", RulePolicy},
		{18, "SELECT label, id FROM app.emp", ""},
		{18, "SELECT label FROM app.virtual", ""},
		{18, "SELECT e.id FROM app.emp e JOIN app.badge b ON e.code = b.code", RulePolicy}, // NOT ENFORCED: anything may be in it
		{18, "SELECT s.id FROM app.stay s JOIN app.room r ON s.room_id = r.id", ""},
		{18, "SELECT s.id FROM app.stay s JOIN app.room r ON s.room_id = r.id AND s.during = r.during", RulePolicy},
		{18, "SELECT s.id FROM app.stay s JOIN app.room r ON s.room_id = r.id AND s.during && r.during", RulePolicy},
		{18, "SELECT array_sort(tags), array_reverse(tags), casefold(name), uuidv4() IS NOT NULL, uuidv7() IS NOT NULL, crc32('a'::bytea), gamma(3) FROM app.emp", ""},
		{18, "SELECT array_sort(ARRAY[salary]) FROM app.emp", RulePolicy},
		{18, "SELECT reverse('ab'::bytea), json_strip_nulls('{\"a\": null}', true), to_number('XII', 'RN'), max(tags), min(ROW(id, name)) FROM app.emp", ""},
		{18, "SELECT max(ROW(id, salary)) FROM app.emp", RulePolicy},
		{18, "SELECT name COLLATE pg_unicode_fast FROM app.emp ORDER BY 1", ""},
		{18, "SELECT pg_get_acl('pg_class'::regclass, 'app.emp'::regclass, 0)", RuleFunction},
		{18, "SELECT count(*) FROM pg_get_loaded_modules()", RuleFunction},
	} {
		if snap.Server/10000 < tt.since {
			continue
		}
		for _, own := range []bool{true, false} {
			v := g.Check(tt.sql, Facts{Snapshot: snap, OwnPath: own})
			if v.Rule != tt.want {
				t.Errorf("own path %v: %s: %s %s %s, want %s", own, tt.sql, v.Decision, v.Rule, v.Why, tt.want)
				continue
			}
			if v.Decision == Allow {
				if got := told(t, reader, v, own); len(got) > 6 && got[:6] == "ERROR:" {
					t.Errorf("%s\n%s: %s", tt.sql, v.Sent, got)
				}
			}
		}
	}
}
