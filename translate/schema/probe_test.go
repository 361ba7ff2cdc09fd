package schema

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

func TestProbe(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	owner.do(`CREATE TABLE plain (kind text, code varchar(5), n int, "Odd ""name" char(3), nothing text, prose text);
		INSERT INTO plain SELECT CASE WHEN g % 4 = 0 THEN NULL WHEN g % 4 = 1 THEN 'a' ELSE 'b' END, 'c' || g, g, 'x', NULL, repeat('p', 300)
			FROM generate_series(1, 200) g;
		CREATE TABLE known (kind text); INSERT INTO known VALUES ('k'), ('k'); ANALYZE known; INSERT INTO known VALUES ('new');
		CREATE TABLE guarded (kind text); INSERT INTO guarded VALUES ('secret'); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
		CREATE TABLE empty (kind text);
		CREATE TABLE locked (kind text); INSERT INTO locked VALUES ('l');
		CREATE TABLE after_locked (kind text); INSERT INTO after_locked VALUES ('z');
		CREATE FUNCTION shout() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a view was read'; END $$;
		CREATE VIEW loud AS SELECT shout() AS kind`)
	owner.do(sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO READER"))
	print := reader.print()
	snap, err := Extract(t.Context(), reader.conn, print)
	if err != nil {
		t.Fatal(err)
	}
	before := profiles(snap)

	owner.do("BEGIN; LOCK TABLE locked")
	probed, err := Probe(t.Context(), reader.conn, print, snap, ProbeBudget{Rows: 150, Time: time.Minute})
	owner.do("ROLLBACK")
	if err != nil {
		t.Fatal(err)
	}
	if after := profiles(snap); !cmp.Equal(after, before) {
		t.Error("the snapshot itself was changed")
	}
	profile := func(table, column string) Profile { return probed.Table("public", table).Column(column).Profile }
	if got := profile("plain", "kind"); !cmp.Equal(got.Values, []string{"b", "a"}) || got.Complete || got.Distinct != 0 {
		t.Errorf("a part of the rows: %+v", got)
	}
	for _, column := range []string{"n", "nothing", "prose"} {
		if got := profile("plain", column); len(got.Values) != 0 || got.Complete {
			t.Errorf("%s: %+v", column, got)
		}
	}
	if got := profile("known", "kind"); !cmp.Equal(got.Values, []string{"k"}) {
		t.Errorf("what was known was read again: %+v", got)
	}
	for _, table := range []string{"guarded", "empty", "locked", "loud"} {
		if got := profile(table, "kind"); len(got.Values) != 0 {
			t.Errorf("%s: %+v", table, got)
		}
	}
	if got := profile("after_locked", "kind"); !cmp.Equal(got, Profile{Values: []string{"z"}, Freqs: []float64{1}, Complete: true, Distinct: 1}) {
		t.Errorf("after_locked: %+v", got)
	}

	all, err := Probe(t.Context(), reader.conn, print, snap, ProbeBudget{Time: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	plain := all.Table("public", "plain")
	if got, want := plain.Column("kind").Profile, (Profile{
		Values: []string{"b", "a"}, Freqs: []float64{0.5, 0.25}, Complete: true, Distinct: 2, NullFrac: 0.25,
	}); !cmp.Equal(got, want) {
		t.Errorf("kind: %+v", got)
	}
	if got := plain.Column("code").Profile; len(got.Values) != maxValues || got.Complete || got.Distinct != 200 {
		t.Errorf("code: %+v", got)
	}
	if got := plain.Column(`Odd "name`).Profile; !cmp.Equal(got.Values, []string{"x  "}) && !cmp.Equal(got.Values, []string{"x"}) {
		t.Errorf("odd name: %+v", got)
	}
}

func TestProbeStaysWithinItsBudget(t *testing.T) {
	t.Parallel()
	owner, _, _ := workshopFor(t)
	for _, name := range []string{"a", "b", "c"} {
		owner.do("CREATE TABLE " + name + " (x text, y text); INSERT INTO " + name + " VALUES ('1', '2')")
	}
	print, snap := owner.print(), owner.snapshot()
	count := func(s *Snapshot) (n int) {
		for _, table := range s.Tables {
			for _, c := range table.Columns {
				if c.Class == Text && len(c.Profile.Values) > 0 {
					n++
				}
			}
		}
		return n
	}
	s, err := Probe(t.Context(), owner.conn, print, snap, ProbeBudget{Columns: 3, Time: time.Minute})
	if err != nil || count(s) != 3 {
		t.Errorf("%d columns, %v", count(s), err)
	}
	if s, err = Probe(t.Context(), owner.conn, print, snap, ProbeBudget{Time: time.Nanosecond}); err != nil || count(s) != 0 {
		t.Errorf("without time: %d columns, %v", count(s), err)
	}
	owner.do("BEGIN; SELECT 1")
	if s, err = Probe(t.Context(), owner.conn, print, snap, ProbeBudget{Time: time.Minute}); err != nil || s != snap {
		t.Errorf("inside a transaction: %v", err)
	}
	if got := owner.one("SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND relation = 'a'::regclass"); got != "0" {
		t.Error("inside a transaction a table was locked")
	}
}

// Names and values are read as UTF-8 from any database and under any client_encoding of the session.
func TestEncodings(t *testing.T) {
	t.Parallel()
	server := sandboxtest.Server(t)
	for _, encoding := range []string{"LATIN1", "SQL_ASCII", "EUC_JP", "UTF8"} {
		t.Run(encoding, func(t *testing.T) {
			t.Parallel()
			db := "enc_" + strings.ToLower(encoding)
			err := server.Exec(t.Context(), sandbox.Superuser,
				"CREATE DATABASE "+db+" TEMPLATE template0 LOCALE 'C' ENCODING '"+encoding+"'")
			if err != nil {
				t.Fatal(err)
			}
			s := connect(t, db, sandbox.Superuser)
			s.do(`SET client_encoding = 'UTF8'`) // alone: a message is converted as a whole
			s.do(`CREATE SCHEMA "é"; SET search_path = "é", public;
				CREATE TABLE "né" (v text); INSERT INTO "né" VALUES ('café'), ('café'); COMMENT ON TABLE "né" IS 'où'`)
			want := "né où café"
			if encoding == "SQL_ASCII" {
				s.do(`INSERT INTO "né" VALUES (E'\xff'), (E'\xff')`)
				want = "né où café,\uFFFD"
			}
			if encoding != "EUC_JP" && encoding != "SQL_ASCII" {
				s.do("SET client_encoding = LATIN1")
			}
			for _, analysed := range []bool{false, true} {
				if analysed {
					s.do(`ANALYZE`)
				}
				print := s.print()
				snap, err := Extract(t.Context(), s.conn, print)
				if err != nil {
					t.Fatal(err)
				}
				if snap, err = Probe(t.Context(), s.conn, print, snap, ProbeBudget{Time: time.Minute}); err != nil {
					t.Fatal(err)
				}
				table := snap.Table("é", "né")
				if table == nil || !table.Visible {
					t.Fatalf("not found on the path %q", snap.SearchPath)
				}
				got := table.Name + " " + table.Comment + " " + strings.Join(table.Columns[0].Profile.Values, ",")
				if got != want {
					t.Errorf("analysed %v: %q, want %q", analysed, got, want)
				}
			}
		})
	}
}

// TestProbeIsWitnessed checks that the witness gets each statement as it is sent, before it is sent, and that nothing
// is read if the witness fails.
func TestProbeIsWitnessed(t *testing.T) {
	t.Parallel()
	owner, reader, sql := workshopFor(t)
	owner.do("CREATE TABLE one (kind text, code text); INSERT INTO one VALUES ('a', 'b'); CREATE TABLE two (kind text); INSERT INTO two VALUES ('c')")
	owner.do(sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO READER"))
	print := reader.print()
	snap, err := Extract(t.Context(), reader.conn, print)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]Sample{}
	budget := ProbeBudget{Time: time.Minute, Witness: func(_ context.Context, all []Sample) error {
		for _, s := range all {
			told[s.Table.Name] = s
		}
		return nil
	}}
	probed, err := Probe(t.Context(), reader.conn, print, snap, budget)
	if err != nil || !cmp.Equal(told["one"].Columns, []string{"kind", "code"}) || !cmp.Equal(told["two"].Columns, []string{"kind"}) {
		t.Fatalf("told %+v, %v", told, err)
	}
	if !strings.HasSuffix(told["one"].SQL, " /* pgask sample */") || len(probed.Table("public", "one").Column("kind").Profile.Values) != 1 {
		t.Errorf("told %s", told["one"].SQL)
	}
	refused := errors.New("disk full")
	budget.Witness = func(context.Context, []Sample) error { return refused }
	if same, err := Probe(t.Context(), reader.conn, print, snap, budget); !errors.Is(err, refused) || same != snap {
		t.Errorf("without a witness it was read: %v", err)
	}
}

// profiles returns what a snapshot knows of the values of its columns.
func profiles(s *Snapshot) (all []Profile) {
	for _, t := range s.Tables {
		for _, c := range t.Columns {
			all = append(all, c.Profile)
		}
	}
	return all
}
