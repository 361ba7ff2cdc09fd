package guard

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

const boxes = `
	CREATE SCHEMA app; CREATE SCHEMA evil;
	CREATE TYPE app.pair AS (id int, name text);
	CREATE TYPE app.deep AS (pair app.pair, list app.pair[], x int, version text);
	CREATE DOMAIN app.fine AS app.deep;
	CREATE TYPE app.lone AS (n int);
	CREATE TABLE app.other (id int, note text);
	CREATE TABLE app.boxes (id int, pair app.pair, deep app.deep, fine app.fine, many app.pair[], other app.other, lone app.lone, lones app.lone[]);
	INSERT INTO app.boxes VALUES (1, ROW(2, 'two'), ROW(ROW(3, 'three'), ARRAY[ROW(4, 'four')::app.pair], 5, 'six'),
		ROW(ROW(7, 'seven'), NULL, 8, 'nine'), ARRAY[ROW(10, 'ten')::app.pair], ROW(11, 'eleven'), ROW(12), ARRAY[ROW(13)::app.lone]);
	CREATE FUNCTION evil.called() RETURNS int LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'called'; END$$;
	CREATE FUNCTION evil.x(anyelement) RETURNS int LANGUAGE sql AS 'SELECT evil.called()';
	CREATE FUNCTION evil.name(app.deep) RETURNS int LANGUAGE sql AS 'SELECT evil.called()';
	CREATE FUNCTION evil.id(app.pair) RETURNS int LANGUAGE sql AS 'SELECT evil.called()';
	CREATE FUNCTION evil.id(app.pair[]) RETURNS int LANGUAGE sql AS 'SELECT evil.called()';
	GRANT USAGE ON SCHEMA app, evil TO guard_reader; GRANT SELECT ON ALL TABLES IN SCHEMA app TO guard_reader;`

// TestFields: fields of columns of composite types, on a path with functions that would be called if they were none.
func TestFields(t *testing.T) {
	t.Parallel()
	reader := boxReader(t, boxes)
	g := mustNew(t, Policy{})
	facts := Facts{Snapshot: snapshotFor(t, reader)}
	for _, c := range []struct{ sql, sent, want string }{
		{"SELECT (pair).id FROM boxes", "SELECT (boxes.pair).id AS id FROM app.boxes boxes", "2"},
		{"SELECT (b.pair).name FROM app.boxes b", "SELECT (b.pair).name AS name FROM app.boxes b", "two"},
		{"SELECT (deep).x FROM boxes", "SELECT (boxes.deep).x AS x FROM app.boxes boxes", "5"},
		{"SELECT (deep).pair.name FROM boxes", "SELECT (boxes.deep).pair.name AS name FROM app.boxes boxes", "three"},
		{"SELECT ((deep).pair).name FROM boxes", "SELECT ((boxes.deep).pair).name AS name FROM app.boxes boxes", "three"},
		{"SELECT ((deep).list)[1].id FROM boxes", "", "4"},
		{"SELECT (deep).list[1].id FROM boxes", "", "4"},
		{"SELECT (fine).pair.id FROM boxes", "", "7"},
		{"SELECT (fine).version FROM boxes", "", "nine"},
		{"SELECT many[1].name FROM boxes", "", "ten"},
		{"SELECT (s.p).name FROM (SELECT pair AS p FROM boxes) s", "", "two"},
		{"WITH s(a, b) AS (SELECT pair, deep FROM boxes) SELECT (s.a).name || (b).pair.name FROM s", "", "twothree"},
		{"SELECT max((pair).id) FROM boxes WHERE (deep).x > 1 GROUP BY (pair).name ORDER BY (pair).name", "", "2"},
		{"SELECT (lone).n FROM boxes", "", "12"},
	} {
		v := g.Check(c.sql, facts)
		if v.Decision != Allow || c.sent != "" && v.Sent != c.sent {
			t.Errorf("%s: %s (%s), sent %s", c.sql, v.Decision, v.Why, v.Sent)
			continue
		}
		if again := g.Check(v.Sent, facts); again.Sent != v.Sent {
			t.Errorf("%s: again %s (%s)", v.Sent, again.Sent, again.Why)
		}
		if got := do(t, reader, v.Sent); string(got[0].Rows[0][0]) != c.want {
			t.Errorf("%s: got %s, want %s", c.sql, got[0].Rows[0][0], c.want)
		}
	}
	for _, sql := range []string{"SELECT (pair).x FROM boxes", "SELECT (deep).name FROM boxes", "SELECT (deep).pair.x FROM boxes",
		"SELECT (many).id FROM boxes", "SELECT (many[1:1]).id FROM boxes", "SELECT ((deep).list).id FROM boxes", "SELECT (deep).list[1:2].id FROM boxes",
		"SELECT (fine).name FROM boxes", "SELECT many[1].x FROM boxes", "SELECT (other).x FROM boxes",
		"SELECT (u.p).x FROM (SELECT pair AS p FROM boxes UNION SELECT pair FROM boxes) u"} {
		if v := g.Check(sql, facts); v.Decision != Invalid {
			t.Errorf("%s: %s, sent %s", sql, v.Decision, v.Sent)
		}
	}
}

// TestCastsOfComposites: a cast that somebody made for one type concerns the types that have it as a part, and no
// others.
func TestCastsOfComposites(t *testing.T) {
	t.Parallel()
	reader := boxReader(t, boxes+`
		CREATE TYPE app.mood AS ENUM ('sad', 'ok'); CREATE TYPE app.moody AS (m app.mood); CREATE TYPE app.deeper AS (list app.moody[], n int);
		CREATE TABLE app.felt (id int, mood app.mood, moody app.moody, deeper app.deeper);
		INSERT INTO app.felt VALUES (1, 'ok', ROW('ok'), ROW(ARRAY[ROW('ok')::app.moody], 1));
		GRANT SELECT ON app.felt TO guard_reader;
		CREATE FUNCTION evil.mood_json(app.mood) RETURNS json LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'called'; END$$;
		CREATE CAST (app.mood AS json) WITH FUNCTION evil.mood_json(app.mood);`)
	g := mustNew(t, Policy{})
	facts := Facts{Snapshot: snapshotFor(t, reader), OwnPath: true}
	for sql, want := range map[string]Decision{
		"SELECT lone FROM boxes": Allow, "SELECT to_json(lone) FROM boxes": Allow, "SELECT to_json(lones) FROM boxes": Allow,
		"SELECT (lone).n FROM boxes": Allow, "SELECT id FROM boxes": Allow,
		"SELECT to_json(mood) FROM felt": Invalid, "SELECT to_json(moody) FROM felt": Invalid, "SELECT to_json(deeper) FROM felt": Invalid,
		"SELECT to_json(felt) FROM felt": Invalid, "SELECT id FROM felt": Allow, "SELECT to_json(pair) FROM boxes": Allow,
		"SELECT to_json(deep) FROM boxes": Allow, "SELECT to_json(fine) FROM boxes": Allow,
		"SELECT to_json(other) FROM boxes": Invalid, // the row of a table, whose columns are not looked at
	} {
		v := g.Check(sql, facts)
		if v.Decision != want {
			t.Errorf("%s: %s (%s), want %s", sql, v.Decision, v.Why, want)
		}
		if v.Decision == Allow {
			do(t, reader, v.Sent)
		}
	}
	// The trap is set, and is in what is refused.
	for _, sql := range []string{"SELECT to_json(moody) FROM felt", "SELECT to_json(deeper) FROM felt"} {
		if _, err := reader.Exec(t.Context(), sql).ReadAll(); err == nil {
			t.Errorf("nothing happens at %s", sql)
		}
	}
}

// TestCastsOfMade: a cast concerns the types that are made of its own, and those that its own is made of: arrays,
// ranges and multiranges give one another without being named.
func TestCastsOfMade(t *testing.T) {
	t.Parallel()
	reader := boxReader(t, boxes+`
		CREATE FUNCTION evil.trap() RETURNS text LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'called'; END$$;
		CREATE TYPE app.e1 AS ENUM ('a', 'b'); CREATE TYPE app.er AS RANGE (subtype = app.e1);
		CREATE FUNCTION evil.e1_json(app.e1) RETURNS json LANGUAGE sql AS 'SELECT evil.trap()::json';
		CREATE CAST (app.e1 AS json) WITH FUNCTION evil.e1_json(app.e1);
		CREATE TYPE app.e2 AS ENUM ('a', 'b');
		CREATE FUNCTION evil.e2_text(app.e2[]) RETURNS text LANGUAGE sql AS 'SELECT evil.trap()';
		CREATE CAST (app.e2[] AS text) WITH FUNCTION evil.e2_text(app.e2[]) AS IMPLICIT;
		CREATE TYPE app.fr AS RANGE (subtype = float8);
		CREATE FUNCTION evil.fr_json(app.fr_multirange) RETURNS json LANGUAGE sql AS 'SELECT evil.trap()::json';
		CREATE CAST (app.fr_multirange AS json) WITH FUNCTION evil.fr_json(app.fr_multirange);
		CREATE TABLE app.poc2 (id int); INSERT INTO app.poc2 VALUES (1);
		CREATE FUNCTION evil.poc2_text(app.poc2[]) RETURNS text LANGUAGE sql AS 'SELECT evil.trap()';
		CREATE CAST (app.poc2[] AS text) WITH FUNCTION evil.poc2_text(app.poc2[]) AS IMPLICIT;
		CREATE TYPE app.plain AS ENUM ('a', 'b');
		CREATE TABLE app.enums (id int, name text, e1 app.e1, er app.er, e2 app.e2, e2a app.e2[], fr app.fr, plain app.plain, plains app.plain[]);
		INSERT INTO app.enums VALUES (1, 'n', 'a', '[a,b]', 'a', '{a}', '[1,2]', 'a', '{a}');
		GRANT SELECT ON app.enums, app.poc2 TO guard_reader;`)
	g := mustNew(t, Policy{})
	facts := Facts{Snapshot: snapshotFor(t, reader), OwnPath: true}
	for _, sql := range []string{"SELECT upper(e2a) FROM app.enums", "SELECT e2a::text FROM app.enums", "SELECT length(e2a) FROM app.enums",
		"SELECT e2a || 'x' FROM app.enums", "SELECT length(array_agg(e2)) FROM app.enums", "SELECT length(ARRAY[e2]) FROM app.enums",
		"SELECT length(enum_range(e2)) FROM app.enums", "SELECT upper('{a}'::app.e2[])", "SELECT text(e2a) FROM app.enums",
		"SELECT string_agg(e2a, ',') FROM app.enums", "SELECT name = e2a FROM app.enums", "SELECT coalesce(name, e2a) FROM app.enums",
		"SELECT name FROM app.enums UNION ALL SELECT e2a FROM app.enums", "SELECT length(array_agg(p)) FROM app.poc2 p",
		"SELECT to_json(lower(er)) FROM app.enums", "SELECT to_json(er) FROM app.enums",
		"SELECT to_json(multirange(fr)) FROM app.enums", "SELECT to_json(range_agg(fr)) FROM app.enums",
		"SELECT to_json(e) FROM app.enums e"} {
		if v := g.Check(sql, facts); v.Decision == Allow {
			t.Errorf("%s: allowed, sent %s", sql, v.Sent)
		}
	}
	for _, sql := range []string{"SELECT id, name, plain, plains FROM app.enums", "SELECT to_json(plains), to_json(plain) FROM app.enums",
		"SELECT array_agg(plain) FROM app.enums", "SELECT id FROM app.poc2"} {
		v := g.Check(sql, facts)
		if v.Decision != Allow {
			t.Errorf("%s: %s (%s)", sql, v.Decision, v.Why)
			continue
		}
		do(t, reader, v.Sent)
	}
	for _, sql := range []string{"SELECT upper(e2a) FROM app.enums", "SELECT length(array_agg(p)) FROM app.poc2 p",
		"SELECT to_json(lower(er)) FROM app.enums", "SELECT to_json(multirange(fr)) FROM app.enums"} {
		if _, err := reader.Exec(t.Context(), sql).ReadAll(); err == nil {
			t.Errorf("nothing happens at %s", sql)
		}
	}
}

// TestCastsBehind: definitions make JSON of values whose casts are somebody's, which only shows when they run.
func TestCastsBehind(t *testing.T) {
	t.Parallel()
	reader := boxReader(t, boxes+`
		CREATE FUNCTION evil.trap() RETURNS text LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'called'; END$$;
		CREATE TYPE app.e1 AS ENUM ('a', 'b'); CREATE TYPE app.plain AS ENUM ('a', 'b');
		CREATE TYPE app.fr AS RANGE (subtype = float8);
		CREATE DOMAIN app.checked AS text CHECK (length(to_json('a'::app.e1)::text) > 0); CREATE TYPE app.ctype AS (x app.checked);
		CREATE TABLE app.enums (id int, e1 app.e1, fr app.fr, plain app.plain);
		INSERT INTO app.enums VALUES (1, 'a', '[1,2]', 'a');
		CREATE TABLE app.made (id int, c app.ctype, d app.checked); INSERT INTO app.made (id, d) VALUES (1, 'x');
		CREATE FUNCTION evil.e1_json(app.e1) RETURNS json LANGUAGE sql AS 'SELECT evil.trap()::json';
		CREATE CAST (app.e1 AS json) WITH FUNCTION evil.e1_json(app.e1);
		CREATE FUNCTION evil.fr_json(app.fr_multirange) RETURNS json LANGUAGE sql AS 'SELECT evil.trap()::json';
		CREATE CAST (app.fr_multirange AS json) WITH FUNCTION evil.fr_json(app.fr_multirange);
		CREATE VIEW app.v1 AS SELECT to_json(e1) AS x FROM app.enums; CREATE VIEW app.v2 AS SELECT row_to_json(e) AS x FROM app.enums e;
		CREATE VIEW app.v3 AS SELECT json_agg(q) AS x FROM (SELECT e1 AS a FROM app.enums) q;
		CREATE VIEW app.v4 AS SELECT json_build_object('a', e1) AS x FROM app.enums;
		CREATE VIEW app.v5 AS SELECT array_to_json(ARRAY[e1]) AS x FROM app.enums;
		CREATE VIEW app.v6 AS SELECT to_jsonb(multirange(fr)) AS x FROM app.enums; CREATE VIEW app.v7 AS SELECT * FROM app.v1;
		CREATE VIEW app.v8 AS SELECT to_json('a'::app.e1) AS x; CREATE VIEW app.v9 AS SELECT id FROM app.enums WHERE to_json(enums) IS NULL;
		CREATE VIEW app.w2 AS SELECT id, to_json(id) AS x, to_json(plain) AS y FROM app.enums; CREATE VIEW app.w3 AS SELECT id, e1 FROM app.enums;
		CREATE TABLE app.ruled (id int, e1 app.e1); INSERT INTO app.ruled VALUES (1, 'a'); ALTER TABLE app.ruled ENABLE ROW LEVEL SECURITY;
		CREATE POLICY p ON app.ruled USING (to_json(e1)::text <> 'q');
		CREATE TABLE app.ruled2 (id int, e1 app.e1); ALTER TABLE app.ruled2 ENABLE ROW LEVEL SECURITY;
		CREATE POLICY p ON app.ruled2 USING (e1 = 'a');
		DO $$ BEGIN IF current_setting('server_version_num')::int >= 160000 THEN
			EXECUTE 'CREATE VIEW app.v10 AS SELECT JSON_OBJECT(''a'': e1) AS x FROM app.enums';
			EXECUTE 'CREATE VIEW app.v11 AS SELECT JSON_ARRAY(e1) AS x FROM app.enums';
			EXECUTE 'CREATE VIEW app.v12 AS SELECT JSON_ARRAYAGG(e1) AS x FROM app.enums';
			EXECUTE 'CREATE DOMAIN app.newer AS text CHECK (length(JSON_ARRAY(''a''::app.e1)::text) > 0)';
			EXECUTE 'CREATE TYPE app.ntype AS (x app.newer)'; EXECUTE 'CREATE TABLE app.made2 (id int, c app.ntype)';
			EXECUTE 'INSERT INTO app.made2 VALUES (1)';
		END IF; END $$;
		GRANT SELECT ON ALL TABLES IN SCHEMA app TO guard_reader;`)
	g := mustNew(t, Policy{})
	facts := Facts{Snapshot: snapshotFor(t, reader), OwnPath: true}
	bad := []string{"SELECT id FROM app.ruled", "SELECT jsonb_populate_record(c, '{\"x\": \"y\"}') FROM app.made",
		"SELECT jsonb_populate_record(c, '{\"x\": \"y\"}') FROM app.made2", "SELECT jsonb_populate_record(m, '{\"d\": \"y\"}') FROM app.made m"}
	for i := range 12 {
		bad = append(bad, fmt.Sprintf("SELECT * FROM app.v%d", i+1))
	}
	for _, sql := range bad {
		if v := g.Check(sql, facts); v.Decision == Allow {
			t.Errorf("%s: allowed, sent %s", sql, v.Sent)
		}
		if _, err := reader.Exec(t.Context(), sql).ReadAll(); err == nil {
			t.Errorf("nothing happens at %s", sql)
		}
	}
	for _, sql := range []string{"SELECT * FROM app.w2", "SELECT id FROM app.w3", "SELECT id FROM app.ruled2", "SELECT id, d FROM app.made"} {
		v := g.Check(sql, facts)
		if v.Decision != Allow {
			t.Errorf("%s: %s (%s)", sql, v.Decision, v.Why)
			continue
		}
		do(t, reader, v.Sent)
	}
}

// boxReader is a session of a reader in a database of its own.
func boxReader(t *testing.T, script string) *pgconn.PgConn {
	t.Helper()
	_, reader := workshop(t, script)
	do(t, reader, "SET search_path = app, evil, public")
	return reader
}
