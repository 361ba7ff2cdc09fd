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

// boxReader is a session of a reader in a database of its own.
func boxReader(t *testing.T, script string) *pgconn.PgConn {
	t.Helper()
	_, reader := workshop(t, script)
	do(t, reader, "SET search_path = app, evil, public")
	return reader
}
