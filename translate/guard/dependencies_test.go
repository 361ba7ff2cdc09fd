package guard

import (
	"os"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

func TestDependencies(t *testing.T) {
	t.Parallel()
	if major, err := sandboxtest.Server(t).Major(t.Context()); err != nil || major < 15 {
		t.Skipf("PostgreSQL %d has no security_invoker: %v", major, err)
	}
	script, err := os.ReadFile("testdata/dependencies.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, reader := workshop(t, string(script))
	snap := snapshotFor(t, reader)
	none := Policy{}
	noIBAN := Policy{DeniedColumns: []string{"hr.salaries.iban"}}
	for _, tt := range []struct {
		policy Policy
		sql    string
		want   string // decision, rule, and a word of the reason
	}{
		{none, "SELECT * FROM app.plain", "allow"},
		{none, "SELECT * FROM app.rich", "allow"},
		{none, "SELECT id FROM app.rich_xml", "unsafe definition xpath"},
		{none, "SELECT * FROM app.configured", "allow"},
		{none, "SELECT * FROM app.trigram", "allow"},
		{none, "SELECT * FROM app.keyed", "allow"},
		{none, "SELECT * FROM app.nested", "allow"},
		{none, "SELECT * FROM app.positive_only", "allow"},
		{none, "SELECT * FROM app.generated", "allow"},
		{none, "SELECT id FROM app.escape", "unsafe definition set_config"},
		{none, "SELECT * FROM app.over_escape", "unsafe definition app.over_escape reads app.escape calls set_config"},
		{none, "WITH e AS (SELECT 1 FROM app.over_escape) SELECT count(*) FROM app.plain", "unsafe definition"},
		{none, "SELECT (SELECT count(*) FROM app.sequence)", "unsafe definition nextval"},
		{none, "SELECT * FROM app.sleepy", "unsafe definition pg_sleep"},
		{none, "SELECT * FROM app.locking", "unsafe definition app.locking locks rows"},
		{none, "SELECT * FROM app.over_locking", "unsafe definition app.over_locking reads app.locking locks rows"},
		{none, "SELECT n FROM app.locking_below", "unsafe definition app.locking_below locks rows"},
		{none, "SELECT * FROM app.locked_once", "allow"},
		{none, "SELECT t FROM app.no_lock", "allow"},
		{Policy{Relations: []string{"app.locking"}}, "SELECT * FROM app.over_locking", "allow"},
		{none, "SELECT * FROM app.quiet", "invalid definition app.promised"},
		{none, "SELECT * FROM app.noisy", "invalid definition app.log_write"},
		{none, "SELECT * FROM app.operated", "invalid definition app.same"},
		{none, "SELECT * FROM app.glued", "invalid definition app.glue"},
		{none, "SELECT * FROM app.domained", "invalid definition app.log_write"},
		{none, "SELECT * FROM app.remote", "unsafe definition foreign"},
		{none, "SELECT * FROM app.passwords", "unsafe definition pg_authid"},
		{none, "SELECT * FROM app.activity", "unsafe definition pg_stat_activity"},
		{none, "SELECT * FROM app.tables", "unsafe definition pg_class"},
		{none, "SELECT * FROM app.pay", "allow"}, // that is what views are for
		{none, "SELECT * FROM app.stored", "allow"},
		{none, "SELECT * FROM app.over_stored", "allow"},
		{none, "SELECT * FROM app.fenced", "allow"},
		{none, "SELECT * FROM app.trapped", "invalid definition app.log_write"},
		{none, "SELECT * FROM app.over_trapped", "invalid definition app.over_trapped reads app.trapped"},
		{none, "SELECT * FROM app.disabled", "allow"},
		{none, "SELECT mood FROM app.people", "invalid type app.mood_text"},
		{none, "SELECT lower(mood::text) FROM app.people", "invalid type app.mood_text"},
		{none, "SELECT row_to_json(p) FROM app.people p", "invalid type app.mood_text"},
		{none, "SELECT * FROM app.people", "invalid type app.mood_text"},
		{none, "SELECT p.moods FROM app.people p", "invalid type app.mood_text"},
		{none, "SELECT 'sad'::app.mood", "invalid type app.mood_text"},
		{none, "SELECT id, plain, loud FROM app.made WHERE loud = 'x' OR loud IN ('y', 'z') OR coalesce(loud, 'a') < 'b'", "allow"},
		{none, "SELECT array_agg(plain), lag(plain, 1, 2) OVER (ORDER BY id) FROM app.made", "allow"},
		{none, "SELECT lag(loud, 1, 'x') OVER (ORDER BY id) FROM app.made", "invalid type app.log_write"},
		{none, "SELECT lag(v.renamed, 1, 'x') OVER (ORDER BY id) FROM app.made_view v", "invalid type app.log_write"},
		{none, "SELECT lag(q.l, 1, 'x') OVER () FROM (SELECT loud AS l FROM app.made) q", "invalid type app.log_write"},
		{none, "SELECT array_agg(loud) @> '{x}' FROM app.made", "invalid type app.log_write"},
		{none, "SELECT ARRAY[loud] @> '{x}' FROM app.made", "invalid type app.log_write"},
		{none, "SELECT ARRAY(SELECT loud FROM app.made) @> '{x}'", "invalid type app.log_write"},
		{none, "SELECT json_populate_record(m, '{}') FROM app.made m", "invalid type app.log_write"},
		{none, "SELECT louds @> '{x}' FROM app.made", "invalid type app.log_write"},
		{none, "SELECT r FROM app.populated", "invalid definition app.log_write"},
		{Policy{Functions: []string{"app.log_write", "app.mood_text", "app.row_text"}}, "SELECT json_populate_record(m, '{}') FROM app.made m", "allow"},
		{none, "SELECT * FROM app.rowed", "allow"},
		{none, "SELECT r::text FROM app.rowed r", "invalid type app.row_text"},
		{none, "SELECT upper(r.*) FROM app.rowed r", "invalid type app.row_text"},
		{none, "SELECT id, span FROM app.spans WHERE span && '[1,2)'", "allow"},
		{none, "SELECT id FROM app.spans WHERE trap && '[1,2)'", "invalid type app.far"},
		{none, "SELECT id, size FROM app.people WHERE size = 'small'::app.size", "allow"},
		{none, "SELECT id FROM app.people WHERE size = 'small'::size", "allow"},
		{Policy{Functions: []string{"app.mood_text"}}, "SELECT mood FROM app.people", "allow"},
		{Policy{Functions: []string{"app.log_write"}}, "SELECT * FROM app.noisy", "allow"},
		{Policy{Functions: []string{"log_write"}}, "SELECT * FROM app.trapped", "allow"},
		{Policy{Functions: []string{"app.same"}}, "SELECT * FROM app.operated", "allow"},
		{Policy{Relations: []string{"app.escape"}}, "SELECT id FROM app.escape", "allow"},
		{Policy{Relations: []string{"app.escape"}}, "SELECT * FROM app.over_escape", "allow"},
		{Policy{Relations: []string{"app.over_*"}}, "SELECT * FROM app.escape", "unsafe definition"},
		{Policy{Relations: []string{"trapped"}}, "SELECT * FROM app.trapped", "allow"},
		{Policy{Relations: []string{"app.lines"}}, "SELECT * FROM app.lines", "allow"},
		{Policy{Relations: []string{"app.lines"}}, "SELECT * FROM app.remote", "allow"},
		{Policy{Relations: []string{"app.remote"}}, "SELECT * FROM app.lines", "unsafe relation"},
		{Policy{Relations: []string{"*"}, DeniedTables: []string{"escape"}}, "SELECT * FROM app.escape", "unsafe policy"},
		{Policy{ForeignTables: true}, "SELECT * FROM app.remote", "allow"},
		{Policy{Catalogs: true}, "SELECT * FROM app.tables", "allow"},
		{Policy{Catalogs: true}, "SELECT * FROM app.activity", "unsafe definition"},
		{Policy{Relations: []string{"app.activity"}}, "SELECT * FROM app.activity", "allow"},
		{Policy{DeniedSchemas: []string{"hr"}}, "SELECT * FROM app.pay", "unsafe policy hr.salaries"},
		{Policy{DeniedTables: []string{"salaries"}}, "SELECT * FROM app.stored_pay", "unsafe policy hr.salaries"},
		{Policy{AllowedSchemas: []string{"app"}}, "SELECT * FROM app.pay", "allow"},
		{noIBAN, "SELECT * FROM app.pay", "allow"},
		{noIBAN, "SELECT * FROM app.counted", "allow"},
		{noIBAN, "SELECT * FROM app.accounts", "unsafe policy hr.salaries.iban"},
		{noIBAN, "SELECT * FROM app.rows", "unsafe policy hr.salaries.iban"},
		{noIBAN, "SELECT iban FROM app.stored_pay", "unsafe policy hr.salaries.iban"},
		{noIBAN, "SELECT name FROM app.stored_pay", "allow"},
		{Policy{DeniedColumns: []string{"iban"}, Relations: []string{"app.accounts"}}, "SELECT * FROM app.accounts", "allow"},
	} {
		for _, ownPath := range []bool{true, false} {
			v := mustNew(t, tt.policy).Check(tt.sql, Facts{Snapshot: snap, OwnPath: ownPath})
			got := v.Decision.String() + " " + v.Rule + " " + v.Why
			if v.Decision == Allow {
				got = "allow"
			}
			for _, word := range strings.Fields(tt.want) {
				if !strings.Contains(got, word) {
					t.Errorf("%s: got %s, want %s", tt.sql, got, tt.want)
					break
				}
			}
		}
	}
}

// TestExtensionsOnAServer: names are an extension's only if it is installed, and nobody else's of the same name.
func TestExtensionsOnAServer(t *testing.T) {
	t.Parallel()
	owner, reader := workshop(t, `
		CREATE EXTENSION pg_trgm; CREATE EXTENSION intarray; CREATE EXTENSION pgcrypto; CREATE EXTENSION citext; CREATE EXTENSION hstore;
		CREATE TABLE words (id int, word text, nick citext, ids int[], attrs hstore);
		GRANT SELECT ON words TO guard_reader`)
	plain := mustNew(t, Policy{})
	sets := mustNew(t, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	check := func(g *Guard, own bool, sql, want string) {
		t.Helper()
		v := g.Check(sql, Facts{Snapshot: snapshotFor(t, reader), OwnPath: own})
		if got := strings.TrimSpace(v.Decision.String() + " " + v.Rule); got != want {
			t.Errorf("%s: got %s (%s), want %s", sql, got, v.Why, want)
		}
	}
	for _, sql := range []string{
		"SELECT id % 2, ids && ARRAY[1], gen_random_uuid() FROM words WHERE id & 1 = 0",
		"SELECT word FROM words WHERE word = 'a' AND lower(word) = 'b' AND nick = 'c' AND nick LIKE 'd%'",
	} {
		check(plain, false, sql, "allow")
		check(plain, true, sql, "allow")
	}
	trigram := "SELECT word FROM words WHERE word % 'x' ORDER BY similarity(word, 'x') DESC"
	for _, own := range []bool{false, true} {
		check(sets, own, trigram, "allow")
		check(sets, own, "SELECT public.similarity(word, 'x'), nick::public.citext, attrs -> 'a', akeys(attrs) FROM words", "allow")
		check(sets, own, "SELECT st_area('POINT(1 1)'::geometry)", "invalid function")
		check(sets, own, "SELECT '[1]'::vector", "invalid type")
		check(sets, own, "SELECT unaccent(word) FROM words", "invalid function")
	}
	do(t, owner, "CREATE FUNCTION similarity(varchar, varchar) RETURNS real LANGUAGE sql AS 'SELECT 1::real'")
	for _, own := range []bool{false, true} {
		check(sets, own, trigram, "invalid shadowed")
		check(sets, own, "SELECT public.similarity(word, 'x') FROM words", "invalid shadowed")
	}
	do(t, owner, `CREATE SCHEMA mine; GRANT USAGE ON SCHEMA mine TO guard_reader;
		CREATE FUNCTION mine.lower(varchar) RETURNS text LANGUAGE sql AS 'SELECT ''x'''`)
	check(plain, false, "SELECT lower(word) FROM words", "allow")
	do(t, reader, "SET search_path = mine, public")
	check(plain, false, "SELECT lower(word) FROM words", "invalid shadowed")
	check(plain, false, "SELECT pg_catalog.lower(word) FROM words", "allow")
	check(plain, true, "SELECT lower(word) FROM words", "allow")
}

// TestBodies: where a name is redefined along the path, functions of extensions that are written in SQL are not called,
// because they look their own names up there.
func TestBodies(t *testing.T) {
	t.Parallel()
	owner, reader := workshop(t, `CREATE EXTENSION cube; CREATE EXTENSION earthdistance; CREATE EXTENSION citext;
		CREATE TABLE places (name citext, at point); GRANT SELECT ON places TO guard_reader`)
	g := mustNew(t, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	check := func(own bool, sql, want string) {
		t.Helper()
		v := g.Check(sql, Facts{Snapshot: snapshotFor(t, reader), OwnPath: own})
		if got := strings.TrimSpace(v.Decision.String() + " " + v.Rule); got != want {
			t.Errorf("own path %v: %s: got %s (%s), want %s", own, sql, got, v.Why, want)
		}
	}
	far := "SELECT earth_distance(ll_to_earth(1, 2), ll_to_earth(3, 4))"
	check(false, far, "allow")
	check(false, "SELECT replace(name, 'a', 'b') FROM places", "allow")
	do(t, owner, `CREATE SCHEMA mine; GRANT USAGE ON SCHEMA mine TO guard_reader;
		CREATE FUNCTION mine.cos(real) RETURNS real LANGUAGE sql AS 'SELECT 1::real'`)
	do(t, reader, "SET search_path = mine, public")
	check(false, far, "invalid shadowed")
	check(false, "SELECT public.ll_to_earth(1, 2)", "invalid shadowed")
	check(false, "SELECT replace(name, 'a', 'b') FROM places", "invalid shadowed")
	check(false, "SELECT upper(name) FROM places", "allow")
	check(true, far, "allow") // mine is not on a statement's own path
}
