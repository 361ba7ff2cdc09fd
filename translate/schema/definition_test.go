package schema

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const behind = `
CREATE EXTENSION pg_trgm;
CREATE TABLE people (id int, name text, secret text, tenant text);
CREATE TABLE private (id int, other int);
CREATE FUNCTION noisy(text) RETURNS text LANGUAGE sql AS $$ SELECT $1 $$;
CREATE FUNCTION same(text, text) RETURNS boolean LANGUAGE sql AS $$ SELECT $1 = $2 $$;
CREATE OPERATOR === (LEFTARG = text, RIGHTARG = text, FUNCTION = same);
CREATE DOMAIN loud AS text CHECK (noisy(VALUE) = VALUE);
CREATE DOMAIN louder AS loud;
CREATE TYPE pair AS (a int, b louder);
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE FUNCTION as_text(mood) RETURNS text LANGUAGE sql AS $$ SELECT 'mood' $$;
CREATE CAST (mood AS text) WITH FUNCTION as_text(mood) AS IMPLICIT;
CREATE VIEW nothing AS SELECT 1 AS x;
CREATE VIEW escape AS SELECT id, set_config('a.b', name, false) AS s FROM people;
CREATE VIEW over AS SELECT count(*) FILTER (WHERE s === 'x') OVER (), sum(id) AS total FROM escape GROUP BY s;
CREATE VIEW narrow AS SELECT p.name FROM people p JOIN private q USING (id) ORDER BY p.tenant;
CREATE VIEW entire AS SELECT row_to_json(p) AS j FROM people p;
CREATE VIEW domained AS SELECT name::louder AS l FROM people;
CREATE VIEW rows AS SELECT json_populate_record(NULL::pair, '{}') AS r;
CREATE VIEW sampled AS SELECT name % 'x' AS near, similarity(name, 'x') FROM people TABLESAMPLE bernoulli (10);
CREATE VIEW system AS SELECT rolname FROM pg_authid;
CREATE VIEW far AS SELECT * FROM mixed;
CREATE MATERIALIZED VIEW stored AS SELECT noisy(name) FROM people;
CREATE VIEW "odd :funcid 2078 " AS SELECT 1 AS ":relid 1260 ";
CREATE TABLE fenced (id int, tenant text);
ALTER TABLE fenced ENABLE ROW LEVEL SECURITY;
CREATE POLICY mine ON fenced FOR SELECT USING (tenant = noisy(current_setting('app.tenant')) AND id IN (SELECT other FROM private));
CREATE POLICY writing ON fenced FOR INSERT WITH CHECK (pg_sleep(0) IS NULL);
CREATE VIEW through AS SELECT id FROM fenced;
`

func TestDefinitions(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	owner.do("DROP TYPE IF EXISTS mood CASCADE; CREATE EXTENSION IF NOT EXISTS file_fdw;" +
		"CREATE SERVER IF NOT EXISTS files FOREIGN DATA WRAPPER file_fdw; CREATE TABLE mixed (day date) PARTITION BY LIST (day);" +
		"CREATE FOREIGN TABLE mixed_far PARTITION OF mixed DEFAULT SERVER files OPTIONS (filename '/dev/null')")
	owner.do(behind)
	owner.do(sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO READER; REVOKE ALL ON private, people FROM READER"))
	snap := reader.snapshot()
	uses := func(s *Snapshot, table string) string {
		t.Helper()
		found := s.Table("public", table)
		if found == nil {
			t.Fatalf("no %s", table)
		}
		d := s.Definitions[found.OID]
		if d == nil {
			return "none"
		}
		var list []string
		for _, u := range d.Uses {
			text := string(u.Kind) + " " + u.Name
			if u.Kind == UsesRelation {
				text += " " + u.Relation.String()
			}
			for _, s := range []string{u.Detail, u.Extension} {
				if s != "" {
					text += " " + s
				}
			}
			if u.Volatile {
				text += " volatile"
			}
			list = append(list, text)
		}
		slices.Sort(list)
		for name, on := range map[string]bool{"opaque": d.Opaque, "policies": d.Policies} {
			if on {
				list = append(list, name)
			}
		}
		return strings.Join(list, ", ")
	}
	for table, want := range map[string]string{
		"nothing":  "",
		"escape":   "c people id, c people name, f set_config volatile, r people table",
		"over":     "c escape id, c escape s, f count, f sum, o === public.same volatile, r escape view",
		"narrow":   "c people id, c people name, c people tenant, c private id, o = pg_catalog.int4eq, r people table, r private table",
		"entire":   "c people id, c people name, c people secret, c people tenant, f row_to_json, r people table, t people",
		"domained": "c people name, f noisy volatile, o = pg_catalog.texteq, r people table, t louder",
		"rows":     "f json_populate_record, f noisy volatile, o = pg_catalog.texteq, t pair",
		"sampled":  "c people name, f bernoulli volatile, f float4, f similarity pg_trgm, o % public.similarity_op pg_trgm, r people table",
		"system":   "r pg_authid table",
		"far":      "c mixed day, r mixed foreign table",
		"stored":   "c people name, f noisy volatile, r people table",
		"fenced": "c fenced id, c fenced tenant, c private other, f current_setting, f noisy volatile, o = pg_catalog.int4eq, " +
			"o = pg_catalog.texteq, r private table, policies",
		"through":           "c fenced id, r fenced table",
		"odd :funcid 2078 ": "",
	} {
		if got := uses(snap, table); got != want {
			t.Errorf("%s uses %s\nwant %s", table, got, want)
		}
	}
	if got := uses(owner.snapshot(), "fenced"); strings.Contains(got, "policies") {
		t.Errorf("the policies apply to the owner: %s", got)
	}
	var want []Cast
	for _, concerned := range []string{"_mood", "mood"} {
		want = append(want, Cast{"public", "mood", "pg_catalog", "text", "public", "as_text", "public", concerned})
	}
	if diff := cmp.Diff(want, snap.Casts); diff != "" {
		t.Error(diff)
	}
	if snap.NamesOmitted {
		t.Error("names omitted")
	}
	owner.do("CREATE TABLE moods (now mood, was mood[])")
	for _, c := range owner.snapshot().Table("public", "moods").Columns {
		if c.TypeSchema != "public" || c.TypeName != "mood" {
			t.Errorf("%s has type %s.%s", c.Name, c.TypeSchema, c.TypeName)
		}
	}
}

// What exceeds the bounds counts as unknown, not as absent.
func TestDefinitionsAreBounded(t *testing.T) {
	t.Parallel()
	r := catalog()
	for range maxUses - 1 {
		r[definitionsAt].Rows = append(r[definitionsAt].Rows, values("20000", "f", "1", "public", "f", "-", "-", "f"))
	}
	r[definitionsAt].Rows = append(r[definitionsAt].Rows, values("20001", "v", "-", "-", "-", "-", "-", "f"))
	s, err := build(r, Print{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Definitions[20000].Opaque || !s.Definitions[20001].Opaque || s.Definitions[20002] != nil {
		t.Error("the last definition counts as complete")
	}
}
