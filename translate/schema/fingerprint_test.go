package schema

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

const workshop = `
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE TYPE place AS (x int, y int);
CREATE DOMAIN price AS numeric(10,2) CHECK (VALUE >= 0);
CREATE TABLE makers (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE tools (id int PRIMARY KEY, maker_id int, label text, feeling mood, cost price);
CREATE TABLE logs (day date NOT NULL, line text) PARTITION BY RANGE (day);
CREATE TABLE logs_2025 PARTITION OF logs FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE VIEW cheap AS SELECT * FROM tools WHERE cost < 10;
CREATE MATERIALIZED VIEW counted AS SELECT count(*) AS n FROM tools;
CREATE SEQUENCE numbers;
CREATE TABLE heirs (id int NOT NULL, name text NOT NULL);
CREATE EXTENSION file_fdw;
CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql AS 'SELECT $1 * 2';
INSERT INTO tools SELECT g, g % 5, 'tool ' || g FROM generate_series(1, 100) g;
`

// workshopFor creates the database and the role READER in it, and returns the sessions of the owner and of the reader.
// READER in the SQL of a test stands for the name of that role.
func workshopFor(t *testing.T) (owner, reader *session, sql func(string) string) {
	t.Helper()
	db := sandboxtest.Empty(t)
	role := db + "_reader"
	sql = strings.NewReplacer("READER", role).Replace
	owner = connect(t, db, sandbox.Superuser)
	owner.do(workshop)
	owner.do(sql("CREATE ROLE READER LOGIN; CREATE ROLE READER_group; GRANT SELECT ON tools TO READER"))
	return owner, connect(t, db, role), sql
}

func TestFingerprintChangesWith(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	outside := reader.print()
	for name, change := range map[string]string{
		"create table":          `CREATE TABLE more (id int)`,
		"drop table":            `DROP TABLE makers`,
		"rename table":          `ALTER TABLE makers RENAME TO factories`,
		"move table":            `CREATE SCHEMA s; ALTER TABLE makers SET SCHEMA s`,
		"create schema":         `CREATE SCHEMA s`,
		"owner":                 `ALTER TABLE makers OWNER TO READER`,
		"add column":            `ALTER TABLE tools ADD COLUMN extra text`,
		"drop column":           `ALTER TABLE makers DROP COLUMN name`,
		"rename column":         `ALTER TABLE tools RENAME COLUMN label TO title`,
		"column type":           `ALTER TABLE makers ALTER COLUMN name TYPE varchar(50)`,
		"not null":              `ALTER TABLE tools ALTER COLUMN maker_id SET NOT NULL`,
		"enum label":            `ALTER TYPE mood ADD VALUE 'calm'`,
		"rename enum label":     `ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'`,
		"create type":           `CREATE TYPE pace AS ENUM ('slow')`,
		"rename type":           `ALTER TYPE mood RENAME TO temper`,
		"add attribute":         `ALTER TYPE place ADD ATTRIBUTE z int`,
		"rename attribute":      `ALTER TYPE place RENAME ATTRIBUTE y TO z`,
		"attribute type":        `ALTER TYPE place ALTER ATTRIBUTE y TYPE bigint`,
		"create composite type": `CREATE TYPE spot AS (x int)`,
		"move composite type":   `CREATE SCHEMA s; ALTER TYPE place SET SCHEMA s`,
		"operator class":        `CREATE OPERATOR CLASS moods DEFAULT FOR TYPE mood USING hash AS FUNCTION 1 hashenum(anyenum)`,
		"domain check":          `ALTER DOMAIN price ADD CHECK (VALUE < 1000)`,
		"foreign key":           `ALTER TABLE tools ADD FOREIGN KEY (maker_id) REFERENCES makers NOT VALID`,
		"unique key":            `ALTER TABLE tools ADD UNIQUE (label)`,
		"unique index":          `CREATE UNIQUE INDEX ON tools (label)`,
		"check":                 `ALTER TABLE tools ADD CHECK (id > 0)`,
		"drop key":              `ALTER TABLE tools DROP CONSTRAINT tools_pkey`,
		"table comment":         `COMMENT ON TABLE tools IS 'what we work with'`,
		"column comment":        `COMMENT ON COLUMN tools.label IS 'on the handle'`,
		"grant":                 `GRANT SELECT ON makers TO READER`,
		"grant to public":       `GRANT SELECT ON makers TO PUBLIC`,
		"revoke":                `REVOKE SELECT ON tools FROM READER`,
		"column grant":          `GRANT SELECT (id) ON makers TO READER`,
		"schema grant":          `GRANT CREATE ON SCHEMA public TO READER`,
		"function grant":        `REVOKE EXECUTE ON FUNCTION twice FROM PUBLIC`,
		"create view":           `CREATE VIEW dear AS SELECT * FROM tools WHERE cost > 100`,
		"replace view":          `CREATE OR REPLACE VIEW cheap AS SELECT * FROM tools WHERE cost < 5`,
		"view option":           `ALTER VIEW cheap SET (security_barrier = true)`,
		"materialised view":     `DROP MATERIALIZED VIEW counted`,
		"row security":          `ALTER TABLE tools ENABLE ROW LEVEL SECURITY`,
		"forced row security":   `ALTER TABLE tools FORCE ROW LEVEL SECURITY`,
		"policy":                `CREATE POLICY p ON tools USING (true)`,
		"rule":                  `CREATE RULE r AS ON DELETE TO makers DO INSTEAD NOTHING`,
		"create function":       `CREATE FUNCTION thrice(int) RETURNS int LANGUAGE sql AS 'SELECT $1 * 3'`,
		"replace function":      `CREATE OR REPLACE FUNCTION twice(int) RETURNS int LANGUAGE sql AS 'SELECT $1 + $1'`,
		"drop function":         `DROP FUNCTION twice`,
		"aggregate":             `CREATE AGGREGATE total (int) (SFUNC = int4pl, STYPE = int)`,
		"operator":              `CREATE OPERATOR ### (LEFTARG = int, RIGHTARG = int, FUNCTION = int4pl)`,
		"cast":                  `CREATE CAST (int AS mood) WITH INOUT AS ASSIGNMENT`,
		"extension":             `CREATE EXTENSION citext`,
		"membership":            `GRANT READER_group TO READER`,
		"membership behind":     `GRANT pg_read_all_data TO READER_group; GRANT READER_group TO READER`,
		"superuser":             `ALTER ROLE READER SUPERUSER`,
		"row security bypassed": `ALTER ROLE READER BYPASSRLS`,
		"nothing inherited":     `ALTER ROLE READER NOINHERIT`,
		"foreign partition":     `CREATE FOREIGN TABLE far PARTITION OF logs DEFAULT SERVER files OPTIONS (filename '/dev/null')`,
		"inheritance":           `ALTER TABLE heirs INHERIT makers`,
		"partition set free":    `ALTER TABLE logs DETACH PARTITION logs_2025`,
	} {
		t.Run(name, func(t *testing.T) {
			owner := owner.in(t)
			owner.do(sql("BEGIN; SET LOCAL ROLE READER"))
			before := owner.print()
			if before.Hash != outside.Hash {
				t.Error("depends on who logged in")
			}
			owner.do("RESET ROLE; " + sql(change) + sql("; SET LOCAL ROLE READER"))
			if owner.print().Hash == before.Hash {
				t.Error("did not change")
			}
			if reader.print().Hash != before.Hash {
				t.Error("changed for others before it was committed")
			}
			owner.do("ROLLBACK")
			owner.do(sql("SET ROLE READER"))
			if owner.print().Hash != before.Hash {
				t.Error("still changed after the rollback")
			}
			owner.do("RESET ROLE")
		})
	}
}

func TestFingerprintChangesWithCommits(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	seen := map[string]string{reader.print().Hash: "nothing"}
	for _, change := range []string{
		"ALTER TABLE tools ADD COLUMN extra text",
		"ALTER TABLE tools DROP COLUMN extra",
		"GRANT SELECT ON makers TO READER",
		"REVOKE SELECT ON makers FROM READER",
		"COMMENT ON TABLE tools IS 'x'",
		"COMMENT ON TABLE tools IS NULL; COMMENT ON TABLE tools IS 'x'",
		"DROP FUNCTION twice",
	} {
		owner.do(sql(change))
		hash := reader.print().Hash
		if earlier, ok := seen[hash]; ok {
			t.Errorf("%s: as after %s", change, earlier)
		}
		seen[hash] = change
	}
}

func TestFingerprintStaysWith(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	before := reader.print()
	for _, test := range []struct{ name, event string }{
		{"rows", `INSERT INTO makers VALUES (1, 'x'); UPDATE tools SET label = 'y'; DELETE FROM tools WHERE id = 1`},
		{"analyze", `ANALYZE`},
		{"vacuum", `DELETE FROM tools; VACUUM`},
		{"vacuum freeze", `VACUUM (FREEZE, ANALYZE)`},
		{"vacuum full", `VACUUM FULL tools`},
		{"truncate", `TRUNCATE tools`},
		{"refresh", `REFRESH MATERIALIZED VIEW counted`},
		{"reindex", `REINDEX TABLE tools`},
		{"plain index", `CREATE INDEX ON makers (name)`},
		{"sequence", `SELECT nextval('numbers')`},
		{"new partition", `CREATE TABLE logs_2026 PARTITION OF logs FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')`},
		{"drop partition", `DROP TABLE logs_2025`},
		{"temporary table", `CREATE TEMPORARY TABLE mine (id int PRIMARY KEY, name text CHECK (name <> ''))`},
		{"temporary view", `CREATE TEMPORARY VIEW seen AS SELECT 1 AS one`},
		{"temporary function", `CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'`},
		{"another role", `CREATE ROLE READER_other; GRANT READER_group TO READER_other`},
		{"another database", `ALTER ROLE READER SET search_path = nowhere`},
		{"temporary and dropped", `CREATE TEMPORARY TABLE gone (id int); DROP TABLE gone`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, statement := range strings.Split(sql(test.event), ";") {
				owner.in(t).do(statement) // one at a time: VACUUM runs in no transaction
			}
			if diff := cmp.Diff(before, reader.print()); diff != "" {
				t.Errorf("changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestFingerprintOfTheSessionItself(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	owner.do(sql("GRANT READER_group TO READER; CREATE SCHEMA other; GRANT USAGE ON SCHEMA other TO PUBLIC"))
	before := reader.print()
	for _, step := range []struct {
		name, do string
		changes  bool
	}{
		{"a setting of ours", `SET ask."limit" = 5`, false},
		{"another setting", "SET TimeZone = 'Asia/Tokyo'; SET DateStyle = 'SQL, DMY'; SET standard_conforming_strings = off", false},
		{"an encoding", "SET client_encoding = LATIN1", false},
		{"a transaction", "BEGIN; SELECT 1", false},
		{"another search path", "SET search_path = other, public", true},
		{"another order", "SET search_path = public, other", true},
		{"a schema that is not there", "SET search_path = public, nowhere", false},
		{"another role", "SET ROLE READER_group", true},
		{"a temporary table", "CREATE TEMPORARY TABLE tools (id int)", true},
	} {
		reader.do(sql(step.do))
		if got := reader.print(); (got.Hash != before.Hash) != step.changes {
			t.Errorf("%s: changed is %v, want %v", step.name, !step.changes, step.changes)
		}
		reader.do("ROLLBACK; RESET ROLE; RESET ALL")
	}
}

// Two changes of one row in one transaction must both change the hash, although the same transaction wrote both
// versions.
func TestFingerprintWithinATransaction(t *testing.T) {
	t.Parallel()
	owner, _, _ := workshopFor(t)
	owner.do("BEGIN; ALTER TABLE tools RENAME COLUMN label TO one")
	first := owner.print()
	owner.do("ALTER TABLE tools RENAME COLUMN one TO two")
	if owner.print().Hash == first.Hash {
		t.Error("the second change did not count")
	}
	owner.do("COMMIT")
}

func TestFingerprintIsSharedBetweenSessions(t *testing.T) {
	t.Parallel()
	owner, reader, _ := workshopFor(t)
	db := reader.print().Database
	again := connect(t, db, reader.print().Role)
	if reader.print().Hash != again.print().Hash {
		t.Error("two sessions of one role differ")
	}
	if reader.print().Hash == owner.print().Hash {
		t.Error("two roles are alike")
	}
	// Each session gets an empty temporary schema with a number of its own.
	for _, s := range []*session{reader, again} {
		s.do("CREATE TEMPORARY TABLE gone (id int); DROP TABLE gone")
	}
	if reader.print().Hash != again.print().Hash {
		t.Error("two sessions with empty temporary schemas differ")
	}
}

func TestFingerprintFacts(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	reader.do(`SET ask."limit" = '7'; SET ask.clarify = 'zwölf "\'; SET client_encoding = LATIN1; SET client_min_messages = warning;
		SET default_transaction_read_only = on; SET search_path = "$user", public, pg_catalog`)
	p, err := Fingerprint(t.Context(), reader.conn, []string{"ask.limit", "ask.clarify", "ask.engine", `ask.odd"\`})
	if err != nil {
		t.Fatal(err)
	}
	db := owner.print().Database
	want := Print{
		Hash: p.Hash, Database: db, Role: sql("READER"), SessionRole: sql("READER"),
		SearchPath: []string{"public", "pg_catalog"}, Server: p.Server, Encoding: "UTF8", ClientMinMessages: "warning",
		ReadOnly: true,
		Settings: map[string]string{"ask.limit": "7", "ask.clarify": `zwölf "\`, "ask.engine": "", `ask.odd"\`: ""},
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Error(diff)
	}
	if len(p.Hash) != 32 || p.Server < 140000 {
		t.Errorf("hash %q, server %d", p.Hash, p.Server)
	}
}

func TestFingerprintFindsTheUsersOwnAsk(t *testing.T) {
	t.Parallel()
	owner, _, _ := workshopFor(t)
	owner.do("CREATE SCHEMA hidden")
	for definition, want := range map[string]bool{
		`public.ask(text)`:                           true,
		`public.ask(question varchar, n int = 3)`:    true,
		`public.ask()`:                               false,
		`public.ask(a text, b text)`:                 false,
		`hidden.ask(text)`:                           false,
		`public."ASK"(text)`:                         false,
		`public.ask(VARIADIC words text[])`:          true,
		`public.ask(question text, OUT answer text)`: true,
	} {
		t.Run(definition, func(t *testing.T) {
			owner := owner.in(t)
			returns := " RETURNS text"
			if strings.Contains(definition, "OUT") {
				returns = ""
			}
			owner.do("BEGIN; CREATE FUNCTION " + definition + returns + " LANGUAGE sql AS $$ SELECT 'x' $$")
			if got := owner.print().OwnAsk; got != want {
				t.Errorf("OwnAsk is %v", got)
			}
			owner.do("ROLLBACK")
		})
	}
}

// The agent's queries must neither end nor fail the owner's transaction.
func TestFingerprintInsideATransaction(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	owner.do(sql("GRANT INSERT ON makers TO READER"))
	outside := reader.print()
	reader.do("BEGIN; INSERT INTO makers VALUES (1, 'kept')")
	if reader.print().Hash != outside.Hash {
		t.Error("a transaction changes the fingerprint")
	}
	if _, err := Extract(t.Context(), reader.conn, outside); err != nil {
		t.Fatal(err)
	}
	reader.do("INSERT INTO makers VALUES (2, 'kept'); COMMIT")
	if got := owner.one("SELECT count(*) FROM makers"); got != "2" {
		t.Errorf("%s rows were kept", got)
	}
}
