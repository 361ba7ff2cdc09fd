package guard

import (
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

// TestCastsOfComposites: a cast that somebody made for one type concerns the types that have it as a part, and no others.
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

// TestCastsOfMade: a cast concerns the types that are made of its own, and those that its own is made of: arrays, ranges and
// multiranges give one another without being named.
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

// boxReader is a session of a reader in a database of its own.
func boxReader(t *testing.T, script string) *pgconn.PgConn {
	t.Helper()
	_, reader := workshop(t, script)
	do(t, reader, "SET search_path = app, evil, public")
	return reader
}
