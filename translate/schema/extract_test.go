package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

const zoo = `
CREATE SCHEMA other;
CREATE TYPE mood AS ENUM ('sad', 'happy', 'calm');
CREATE DOMAIN code AS varchar(8) NOT NULL;
CREATE DOMAIN inner_code AS code;
CREATE DOMAIN feeling AS mood;
CREATE TABLE "Keepers" ("Id" int PRIMARY KEY, "order" text UNIQUE, UNIQUE ("order", "Id"));
COMMENT ON TABLE "Keepers" IS 'who feeds';
CREATE TABLE animals (
	a int, b int, gone int, name text NOT NULL, keeper int REFERENCES "Keepers", pair_a int, pair_b int,
	feeling feeling, feelings mood[], code inner_code, weight numeric(6,2) CHECK (weight > 0), born date, seen timestamptz,
	fed time, awake interval, tame bool, data jsonb, chip uuid, photo bytea, place point, tags text[],
	PRIMARY KEY (b, a), FOREIGN KEY (pair_a, pair_b) REFERENCES animals (a, b) DEFERRABLE, UNIQUE (a, b),
	CHECK (a < b));
ALTER TABLE animals DROP COLUMN gone;
CREATE UNIQUE INDEX ON animals (name) INCLUDE (born);
CREATE UNIQUE INDEX ON animals (lower(name));
CREATE UNIQUE INDEX ON animals (code) WHERE tame;
COMMENT ON COLUMN animals.weight IS E'in kilograms\nwithout "ticks"';
CREATE VIEW tame AS SELECT name, feeling FROM animals WHERE tame;
CREATE MATERIALIZED VIEW counts AS SELECT count(*) AS n FROM animals;
CREATE TABLE visits (day date, n int) PARTITION BY RANGE (day);
CREATE TABLE visits_1 PARTITION OF visits FOR VALUES FROM ('2025-01-01') TO ('2025-02-01') PARTITION BY RANGE (day);
CREATE TABLE visits_1a PARTITION OF visits_1 FOR VALUES FROM ('2025-01-01') TO ('2025-01-15');
CREATE TABLE visits_2 PARTITION OF visits FOR VALUES FROM ('2025-02-01') TO ('2025-03-01');
INSERT INTO visits SELECT '2025-01-03', g FROM generate_series(1, 30) g;
INSERT INTO visits SELECT '2025-02-03', g FROM generate_series(1, 12) g;
CREATE TABLE parent (x int); CREATE TABLE child () INHERITS (parent);
INSERT INTO parent VALUES (1), (2); INSERT INTO child VALUES (3);
CREATE TABLE other.animals (id int);
CREATE TABLE secret (id int);
CREATE TABLE half (id int PRIMARY KEY, shown text, hidden text UNIQUE, FOREIGN KEY (id) REFERENCES secret_ref);
CREATE FOREIGN TABLE passwords (line text) SERVER files OPTIONS (filename '/dev/null');
CREATE TABLE mixed (day date) PARTITION BY LIST (day);
CREATE FOREIGN TABLE mixed_far PARTITION OF mixed DEFAULT SERVER files OPTIONS (filename '/dev/null');
CREATE TABLE unreachable.t (id int);
`

func TestExtract(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	owner.do("DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw; CREATE SCHEMA unreachable; CREATE TABLE secret_ref (id int PRIMARY KEY)")
	owner.do(zoo)
	owner.do(sql(`GRANT USAGE ON SCHEMA public, other TO READER;
		GRANT SELECT ON ALL TABLES IN SCHEMA public, other, unreachable TO READER;
		REVOKE ALL ON secret, secret_ref, half FROM READER; GRANT SELECT (id, shown) ON half TO READER`))
	owner.do("ANALYZE visits_1a; ANALYZE visits_2; ANALYZE parent; ANALYZE child")
	reader.do("SET search_path = other, public; CREATE TEMPORARY TABLE own (id int)")
	owner.do("CREATE TEMPORARY TABLE foreign_temp (id int)")
	snap := reader.snapshot()

	var names []string
	for _, table := range snap.Tables {
		name := table.Qualified() + " " + table.Kind.String()
		if !table.Visible {
			name += " hidden"
		}
		if table.Remote {
			name += " remote"
		}
		if strings.HasPrefix(name, "pg_temp_") {
			name = "pg_temp" + name[strings.Index(name, "."):]
		}
		names = append(names, name)
	}
	want := []string{
		"other.animals table", "pg_temp.own table", "public.Keepers table", "public.animals table hidden",
		"public.child table", "public.counts materialised view", "public.half table", "public.mixed partitioned table remote",
		"public.parent table", "public.passwords foreign table remote", "public.tame view", "public.visits partitioned table",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}

	half := snap.Table("public", "half")
	if diff := cmp.Diff(&Table{
		OID: half.OID, Schema: "public", Name: "half", Kind: Ordinary, Rows: -1, Visible: true, PrimaryKey: []string{"id"},
		Columns: []*Column{
			{Name: "id", Type: "integer", Class: Integer, TypeSchema: "pg_catalog", TypeName: "int4", NotNull: true},
			{Name: "shown", Type: "text", Class: Text, TypeSchema: "pg_catalog", TypeName: "text"},
		},
	}, half); diff != "" {
		t.Error(diff)
	}
	for name, rows := range map[string]float64{"visits": 42, "parent": 3, "child": 1, "Keepers": -1} {
		if got := snap.Table("public", name).Rows; got != rows {
			t.Errorf("%s has %v rows, want %v", name, got, rows)
		}
	}
	if got := snap.Table("", "animals"); got.Schema != "other" {
		t.Errorf("animals is found in %s", got.Schema)
	}
}

func TestExtractColumnsAndKeys(t *testing.T) {
	t.Parallel()
	owner, _, _ := workshopFor(t)
	owner.do("CREATE SCHEMA unreachable; CREATE TABLE secret_ref (id int PRIMARY KEY); DROP TYPE mood CASCADE")
	owner.do(zoo)
	snap := owner.snapshot()
	animals := snap.Table("public", "animals")
	mood := []string{"sad", "happy", "calm"}
	want := &Table{
		OID: animals.OID, Schema: "public", Name: "animals", Kind: Ordinary, Rows: -1, Visible: true,
		PrimaryKey: []string{"b", "a"}, Unique: [][]string{{"a", "b"}, {"name"}},
		ForeignKeys: []ForeignKey{
			{Name: "animals_keeper_fkey", Columns: []string{"keeper"}, RefSchema: "public", RefTable: "Keepers",
				RefColumns: []string{"Id"}, Confidence: 1},
			{Name: "animals_pair_a_pair_b_fkey", Columns: []string{"pair_a", "pair_b"}, RefSchema: "public", RefTable: "animals",
				RefColumns: []string{"a", "b"}, Confidence: 1},
		},
		Checks: []string{"(a < b)", "(weight > (0)::numeric)"},
		Columns: []*Column{
			{Name: "a", Type: "integer", Class: Integer, TypeName: "int4", NotNull: true},
			{Name: "b", Type: "integer", Class: Integer, TypeName: "int4", NotNull: true},
			{Name: "name", Type: "text", Class: Text, TypeName: "text", NotNull: true},
			{Name: "keeper", Type: "integer", Class: Integer, TypeName: "int4"},
			{Name: "pair_a", Type: "integer", Class: Integer, TypeName: "int4"},
			{Name: "pair_b", Type: "integer", Class: Integer, TypeName: "int4"},
			{Name: "feeling", Type: "feeling", Class: Enum, TypeName: "mood", Enum: mood,
				Profile: Profile{Values: mood, Freqs: []float64{0, 0, 0}, Complete: true}},
			{Name: "feelings", Type: "mood[]", Class: Enum, TypeName: "mood", Array: true, Enum: mood},
			{Name: "code", Type: "inner_code", Class: Text, TypeName: "varchar", NotNull: true},
			{Name: "weight", Type: "numeric(6,2)", Class: Decimal, TypeName: "numeric", Comment: "in kilograms\nwithout \"ticks\""},
			{Name: "born", Type: "date", Class: Date, TypeName: "date"},
			{Name: "seen", Type: "timestamp with time zone", Class: Instant, TypeName: "timestamptz"},
			{Name: "fed", Type: "time without time zone", Class: TimeOnly, TypeName: "time"},
			{Name: "awake", Type: "interval", Class: Interval, TypeName: "interval"},
			{Name: "tame", Type: "boolean", Class: Boolean, TypeName: "bool"},
			{Name: "data", Type: "jsonb", Class: JSON, TypeName: "jsonb"},
			{Name: "chip", Type: "uuid", Class: UUID, TypeName: "uuid"},
			{Name: "photo", Type: "bytea", Class: Binary, TypeName: "bytea"},
			{Name: "place", Type: "point", TypeName: "point"},
			{Name: "tags", Type: "text[]", Class: Text, TypeName: "text", Array: true},
		},
	}
	for _, c := range want.Columns {
		c.TypeSchema = "pg_catalog"
		if c.Class == Enum {
			c.TypeSchema = "public"
		}
	}
	if diff := cmp.Diff(want, animals, cmpopts.SortSlices(func(a, z []string) bool { return a[0] < z[0] })); diff != "" {
		t.Error(diff)
	}
	keepers := snap.References(animals.ForeignKeys[0])
	if keepers == nil || keepers.Comment != "who feeds" || len(keepers.Unique) != 2 {
		t.Errorf("the referenced table is %+v", keepers)
	}
	if snap.TableByOID(keepers.OID) != keepers || len(snap.Named("KEEPERS")) != 1 {
		t.Error("the indexes do not find it")
	}
}

func TestExtractProfile(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	owner.do(`CREATE TABLE facts (
			kind text, feeling mood, n int, day date, unique_name text, note text, nothing text, state varchar(20), flag bool, odd text[]);
		INSERT INTO facts SELECT CASE WHEN g % 10 = 0 THEN NULL WHEN g % 3 = 0 THEN 'it''s "b", {x}' ELSE E'a\n\\' END, 'happy', g % 4,
			date '2025-01-01' + g, 'name ' || g, repeat('x', 300 + g), NULL, 'state ' || g % 150, g % 5 = 0, ARRAY['a', 'b"' || g % 2]
			FROM generate_series(1, 1000) g;
		CREATE TABLE few (name text);
		INSERT INTO few VALUES ('north'), ('south'), ('east'), (NULL);
		CREATE TABLE guarded (name text);
		INSERT INTO guarded SELECT 'x' FROM generate_series(1, 50);
		ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
		ANALYZE facts; ANALYZE few; ANALYZE guarded`)
	owner.do(sql("GRANT SELECT ON facts, few, guarded TO READER"))
	reader.do("SET DateStyle = 'German'; SET client_encoding = LATIN1")
	snap := reader.snapshot()
	profile := func(s *Snapshot, table, column string) Profile {
		return s.Table("public", table).Column(column).Profile
	}

	if got := profile(snap, "facts", "kind"); !cmp.Equal(got.Values, []string{"a\n\\", `it's "b", {x}`}) || !got.Complete ||
		got.NullFrac != 0.1 || got.Distinct != 2 || got.Freqs[0] != 0.6 {
		t.Errorf("kind: %+v", got)
	}
	if got := profile(snap, "facts", "feeling"); !cmp.Equal(got.Values, []string{"happy", "sad"}) || !got.Complete {
		t.Errorf("feeling: %+v", got)
	}
	if got := profile(snap, "facts", "n"); len(got.Values) != 4 || !got.Complete {
		t.Errorf("n: %+v", got)
	}
	if got := profile(snap, "facts", "day"); got.Min != "2025-01-02" || got.Max != "2027-09-28" || got.Complete {
		t.Errorf("day: %+v", got)
	}
	if got := profile(snap, "facts", "unique_name"); len(got.Values) != maxValues || got.Complete || got.Distinct != -1 {
		t.Errorf("unique_name: %+v", got)
	}
	if got := profile(snap, "facts", "note"); len(got.Values) != 0 || got.Complete {
		t.Errorf("note: %+v", got)
	}
	if got := profile(snap, "facts", "nothing"); got.NullFrac != 1 {
		t.Errorf("nothing: %+v", got)
	}
	if got := profile(snap, "facts", "state"); len(got.Values) != maxValues || got.Complete || got.Distinct != -0.15 {
		t.Errorf("state: %+v", got)
	}
	if got := profile(snap, "facts", "flag"); !cmp.Equal(got.Values, []string{"f", "t"}) || !got.Complete {
		t.Errorf("flag: %+v", got)
	}
	if got := profile(snap, "few", "name"); !cmp.Equal(got.Values, []string{"east", "north", "south"}) || !got.Complete ||
		got.Freqs[0] != 0.25 {
		t.Errorf("few: %+v", got)
	}
	for who, s := range map[string]*Snapshot{"reader": snap, "superuser": owner.snapshot()} {
		if got := profile(s, "guarded", "name"); len(got.Values) != 0 || !s.Table("public", "guarded").RowSecurity {
			t.Errorf("%s sees values behind row-level security: %+v", who, got)
		}
	}
}

func TestShadows(t *testing.T) {
	t.Parallel()
	owner, _, sql := workshopFor(t)
	if got := strings.Join(owner.snapshot().Shadows, " "); got != "twice" {
		t.Errorf("shadows in a clean database: %q", got)
	}
	owner.do(`CREATE EXTENSION citext; CREATE EXTENSION intarray; CREATE SCHEMA away;
		CREATE FUNCTION lower(varchar) RETURNS text LANGUAGE sql AS 'SELECT 1::text';
		CREATE FUNCTION away.upper(varchar) RETURNS text LANGUAGE sql AS 'SELECT 1::text';
		CREATE FUNCTION no(text, varchar) RETURNS bool LANGUAGE sql AS 'SELECT false';
		CREATE OPERATOR = (LEFTARG = text, RIGHTARG = varchar, FUNCTION = no)`)
	owner.do(`CREATE EXTENSION pg_trgm; CREATE FUNCTION away.similarity(varchar, varchar) RETURNS real LANGUAGE sql AS 'SELECT 1::real'`)
	snap := owner.snapshot()
	// Functions of an extension were installed by a superuser and are not shadows. All others on the path are.
	if got := strings.Join(snap.Shadows, " "); got != "= lower no twice" {
		t.Errorf("shadows: %q", got)
	}
	// In other schemas they matter when a question runs with a path of its own.
	if got := strings.Join(snap.ShadowsIn["away"], " "); got != "similarity upper" {
		t.Errorf("shadows in another schema: %q", got)
	}
	if snap.Extensions["intarray"] != "public" {
		t.Errorf("extensions: %v", snap.Extensions)
	}
	if !snap.Shadowed("no") || snap.Shadowed("upper") || !snap.ShadowedIn("away", "upper") || snap.ShadowedIn("nowhere", "upper") {
		t.Error("what is looked up is not what is listed")
	}
	// The owner of an extension can add a function of their own to it.
	owner.do(`CREATE FUNCTION upper(varchar) RETURNS text LANGUAGE sql AS 'SELECT 1::text';
		ALTER EXTENSION pg_trgm ADD FUNCTION upper(varchar)`)
	if got := strings.Join(owner.snapshot().Shadows, " "); got != "= lower no twice" {
		t.Errorf("shadows after a superuser added to an extension: %q", got)
	}
	owner.do(sql("ALTER FUNCTION upper(varchar) OWNER TO READER"))
	if got := strings.Join(owner.snapshot().Shadows, " "); got != "= lower no twice upper" {
		t.Errorf("shadows after another role added to an extension: %q", got)
	}
}

func TestExtractShop(t *testing.T) {
	t.Parallel()
	snap := connect(t, sandboxtest.Shop(t), "demo").snapshot()
	if snap.Table("", "salaries") != nil {
		t.Error("salaries are shown to who may not read them")
	}
	if got := snap.Table("", "regions").Column("name").Profile; !got.Complete || len(got.Values) != 6 {
		t.Errorf("regions: %+v", got)
	}
	if snap.Role != "demo" || snap.Server < 140000 || len(snap.Tables) < 20 || snap.Omitted || snap.Stale {
		t.Errorf("role %q, server %d, %d tables", snap.Role, snap.Server, len(snap.Tables))
	}
}

// TestUncheckedKeys checks that a key declared NOT VALID is marked, since older rows may violate it.
func TestUncheckedKeys(t *testing.T) {
	t.Parallel()
	owner, _, _ := workshopFor(t)
	owner.do(`CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (x int REFERENCES a, y int);
		ALTER TABLE b ADD FOREIGN KEY (y) REFERENCES a NOT VALID`)
	s := owner.snapshot()
	for _, fk := range s.Table("public", "b").ForeignKeys {
		if want := fk.Columns[0] == "y"; fk.Unchecked != want {
			t.Errorf("%s: unchecked %v", fk.Columns[0], fk.Unchecked)
		}
	}
}
