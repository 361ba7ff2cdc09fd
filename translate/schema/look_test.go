package schema

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/translate/borrow"
)

// quiet is a server of a test's own: on a shared one others move the snapshot.
type quiet struct {
	*testing.T
	server *sandbox.Server
	looks  Looks
	second Looks // takes no first look, as where others write all the time
}

func newQuiet(t *testing.T) *quiet {
	t.Helper()
	q := start(t, sandbox.Options{Settings: map[string]string{"autovacuum": "off", "max_prepared_transactions": "4"}})
	q.connect(sandbox.Superuser).do(`CREATE ROLE reader LOGIN; CREATE ROLE readers; CREATE ROLE other LOGIN; GRANT CREATE ON SCHEMA public TO reader;
		CREATE TYPE place AS (x int, y int); CREATE TABLE tools (id int, label text); GRANT SELECT, INSERT ON tools TO reader;
		CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql AS 'SELECT $1 * 2';
		CREATE FUNCTION makes() RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$BEGIN EXECUTE 'CREATE TABLE made (id int)'; END$$`)
	q.connect(sandbox.Superuser).do("CREATE DATABASE elsewhere")
	return q
}

func start(t *testing.T, o sandbox.Options) *quiet {
	t.Helper()
	server, err := sandbox.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return &quiet{T: t, server: server}
}

func (q *quiet) connect(role string, database ...string) *session {
	q.Helper()
	pg, err := pgconn.Connect(q.Context(), q.server.URL(append(database, sandbox.Superuser)[0], role))
	if err != nil {
		q.Fatal(err)
	}
	q.Cleanup(func() { _ = pg.Close(context.Background()) })
	return &session{q.T, pg, borrow.New(pg)}
}

// look returns what a look finds, and whether it was short. It is what a whole fingerprint finds, before it and after
// it.
func (q *quiet) look(s *session) (p Print, short bool) {
	q.Helper()
	whole := func() Print {
		p, err := Fingerprint(q.Context(), s.conn, []string{"ask.limit"})
		if err != nil {
			q.Fatal(err)
		}
		return p
	}
	before, short := whole(), true
	q.second.first.pause, q.second.second = 1<<30, hope{}
	for _, l := range []*Looks{&q.looks, &q.second} {
		kept := q.remembered(l)
		var err error
		if p, err = l.Fingerprint(q.Context(), s.conn, []string{"ask.limit"}); err != nil {
			q.Fatal(err)
		}
		_, g, _, err := readPrint(q.Context(), s.conn, versionsSQL, nil)
		if err != nil {
			q.Fatal(err)
		}
		short = short && kept[g.backend] != nil && kept[g.backend] == q.remembered(l)[g.backend] && g.tide+g.versions != "" && !p.OneSnapshot
		for _, other := range []Print{before, whole()} {
			if other.Age = p.Age; !cmp.Equal(other, p) {
				q.Errorf("a look differs from a fingerprint:\n%s", cmp.Diff(other, p))
			}
		}
	}
	return p, short
}

// remembered are the sums that each process has found, by where they are kept.
func (q *quiet) remembered(l *Looks) map[string]*byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := map[string]*byte{}
	for backend, w := range l.last {
		all[backend] = &w.sums[0]
	}
	return all
}

// TestLooksSeeEverything: whatever changes is seen by the next look, and where nothing does the look is short.
func TestLooksSeeEverything(t *testing.T) {
	t.Parallel()
	q := newQuiet(t)
	owner, reader := q.connect(sandbox.Superuser), q.connect("reader")
	elsewhere := q.connect(sandbox.Superuser, "elsewhere")
	q.look(reader)
	for _, step := range []struct {
		name    string
		by      *session
		do      string
		changes bool // for the reader, at once
	}{
		{"nothing", owner, "SELECT 1", false},
		{"reading", owner, "BEGIN; SELECT * FROM tools; COMMIT", false},
		{"reading of one's own", reader, "BEGIN; SELECT * FROM tools; COMMIT", false},
		{"DDL", owner, "ALTER TABLE tools ADD COLUMN extra text", true},
		{"DDL that is not committed", owner, "BEGIN; ALTER TABLE tools ADD COLUMN more text", false},
		{"another that is, meanwhile", elsewhere, "CREATE ROLE third", false},
		{"its commit", owner, "COMMIT", true},
		{"DDL that is rolled back", owner, "BEGIN; ALTER TABLE tools DROP COLUMN extra; ROLLBACK", false},
		{"in a savepoint", owner, "BEGIN; SAVEPOINT s; ALTER TABLE tools DROP COLUMN extra; RELEASE s; COMMIT", true},
		{"behind a savepoint", owner, "BEGIN; SAVEPOINT s; ALTER TABLE tools DROP COLUMN more; ROLLBACK TO s; ALTER TABLE tools DROP COLUMN more; COMMIT", true},
		{"prepared", owner, "BEGIN; ALTER TABLE tools ADD COLUMN two text; PREPARE TRANSACTION 'p'", false},
		{"nothing while it is", owner, "SELECT 1", false},
		{"the commit of it", owner, "COMMIT PREPARED 'p'", true},
		{"GRANT", owner, "GRANT UPDATE ON tools TO reader", true},
		{"REVOKE", owner, "REVOKE UPDATE ON tools FROM reader", true},
		{"GRANT of a column", owner, "GRANT UPDATE (label) ON tools TO reader", true},
		{"membership", owner, "GRANT readers TO reader", true},
		{"membership by another database", elsewhere, "REVOKE readers FROM reader", true},
		{"an attribute of the role by another database", elsewhere, "ALTER ROLE reader NOINHERIT", true},
		{"a function", owner, "ALTER FUNCTION twice(int) STABLE", true},
		{"a function of the name ask", owner, "CREATE FUNCTION ask(text) RETURNS text LANGUAGE sql AS 'SELECT $1'", true},
		{"a composite type", owner, "ALTER TYPE place ADD ATTRIBUTE z int", true},
		{"a function that writes", reader, "SELECT makes()", true},
		{"search_path", reader, "SET search_path = public, pg_catalog", true},
		{"search_path again", reader, "RESET search_path", true},
		{"a setting", reader, "SET ask.\"limit\" = 7", false},
		{"an encoding", reader, "SET client_encoding = 'LATIN1'", false},
		{"another role", owner, "GRANT other TO reader", true},
		{"to be it", reader, "SET ROLE other", true},
		{"to be it no more", reader, "RESET ROLE", true},
		{"a temporary table", reader, "CREATE TEMPORARY TABLE mine (id int)", true},
		{"a change of it", reader, "ALTER TABLE mine ADD COLUMN label text", true},
		{"the end of it", reader, "DISCARD TEMP", true},
		{"DDL of one's own", reader, "BEGIN; CREATE TABLE own (id int)", true},
		{"more of it", reader, "ALTER TABLE own ADD COLUMN label text", true},
		{"in a savepoint of one's own", reader, "SAVEPOINT s; ALTER TABLE own DROP COLUMN label", true},
		{"the end of that", reader, "ROLLBACK TO s", true},
		{"the end of all", reader, "ROLLBACK", true},
		{"VACUUM", owner, "VACUUM", false},
		{"one snapshot", reader, "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1", false},
		{"DDL meanwhile", owner, "ALTER TABLE tools ADD COLUMN seen text", false},
		{"after it", reader, "COMMIT", true},
	} {
		q.looks.first, q.looks.second = hope{}, hope{} // however many before it were not
		before, _ := q.look(reader)
		if step.name != "DDL meanwhile" && step.name != "after it" && step.name != "nothing while it is" {
			if _, short := q.look(reader); !short && reader.pg.TxStatus() == 'I' {
				t.Errorf("before %s: a look at what has not changed was not short", step.name)
			}
		}
		step.by.do(step.do)
		if after, short := q.look(reader); (after.Hash != before.Hash) != step.changes || short && step.changes && step.by != reader {
			t.Errorf("%s: changed: %v, want %v; short: %v", step.name, after.Hash != before.Hash, step.changes, short)
		}
	}
}

// TestLooksAreShort: reading does not move the snapshot, whoever reads, and the statement is a fraction of the long
// one.
func TestLooksAreShort(t *testing.T) {
	t.Parallel()
	q := newQuiet(t)
	owner, reader := q.connect(sandbox.Superuser), q.connect("reader")
	q.look(reader)
	for range 3 {
		owner.do("SELECT count(*) FROM pg_class; SET work_mem = '8MB'")
		reader.do("SELECT count(*) FROM tools")
		if _, short := q.look(reader); !short {
			t.Error("not short")
		}
	}
	// Another session of the role has not looked yet, and another process is another session.
	if _, short := q.look(q.connect("reader")); short {
		t.Error("short at the first look of a session")
	}
	if strings.Contains(fingerprintSQL+lookSQL+versionsSQL, "--") || len(lookSQL) > 2_000 || len(versionsSQL) > 3_500 {
		t.Errorf("%d, %d and %d bytes", len(lookSQL), len(versionsSQL), len(fingerprintSQL))
	}
	t.Logf("%d, %d and %d bytes", len(lookSQL), len(versionsSQL), len(fingerprintSQL))
}

// TestLooksWhileOthersWrite: rows that are written move the snapshot, and the whole fingerprint is not read for them.
func TestLooksWhileOthersWrite(t *testing.T) {
	t.Parallel()
	q := newQuiet(t)
	owner, reader := q.connect(sandbox.Superuser), q.connect("reader")
	read := func(write string) (sums *byte) {
		owner.do(write)
		if _, err := q.looks.Fingerprint(t.Context(), reader.conn, nil); err != nil {
			t.Fatal(err)
		}
		for _, sums = range q.remembered(&q.looks) {
		}
		return sums
	}
	first := read("TRUNCATE tools") // which writes pg_class
	for range 20 {
		if read("INSERT INTO tools SELECT 1, 'x'; UPDATE tools SET label = 'y'; DELETE FROM tools; ANALYZE tools") != first || read("VACUUM tools") != first {
			t.Error("the whole fingerprint was read for rows")
		}
	}
}

// TestLooksOnAStandby: its snapshots do not name the transactions that run, so looks there go by the versions of rows.
func TestLooksOnAStandby(t *testing.T) {
	t.Parallel()
	settings := map[string]string{"wal_level": "replica", "max_wal_senders": "4", "autovacuum": "off"}
	primary := start(t, sandbox.Options{Settings: settings})
	owner := primary.connect(sandbox.Superuser)
	standby := start(t, sandbox.Options{Settings: settings, Primary: primary.server})
	reader := standby.connect(sandbox.Superuser)
	before, _ := standby.look(reader)
	if _, short := standby.look(reader); !short {
		t.Error("a look was not short")
	}
	for _, w := range standby.looks.last {
		if w.tide != "" || w.versions == "" {
			t.Errorf("by %q and %q", w.tide, w.versions)
		}
	}
	owner.do("CREATE TABLE new (id int)")
	for range 600 {
		p, err := standby.looks.Fingerprint(t.Context(), reader.conn, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.Hash != before.Hash {
			standby.look(reader)
			return
		}
		time.Sleep(100 * time.Millisecond) // until it is replayed
	}
	t.Error("what the primary did is not seen")
}

// TestLooksInVain: where the snapshot moves all the time, hardly any fingerprint begins with a look, and once it
// rests all do again.
func TestLooksInVain(t *testing.T) {
	t.Parallel()
	var l Looks
	tried := 0
	for range 1_000 {
		if l.worthwhile(&l.first) {
			tried++
		}
	}
	if tried < 1_000/(maxPause+1) || tried > patience+7+1_000/maxPause {
		t.Errorf("%d of 1,000", tried)
	}
	for without := 0; !l.worthwhile(&l.first); without++ {
		if without > maxPause {
			t.Fatal("no look is tried again")
		}
	}
	l.helped(&l.first, nil, glance{})
	for range patience {
		if !l.worthwhile(&l.first) {
			t.Error("not after one that helped")
		}
	}
	t.Logf("%d of 1,000 fingerprints began with a look in vain", tried)
}

// TestLooksAreBounded: what is remembered has an end.
func TestLooksAreBounded(t *testing.T) {
	t.Parallel()
	var l Looks
	for i := range 2*maxLooks + 1 {
		l.keep(&whole{glance: glance{backend: strings.Repeat("x", i%maxLooks), tide: "1:1:"}}, Print{})
		l.keep(&whole{glance: glance{backend: string(rune('A' + i)), tide: "1:1:"}}, Print{})
		if len(l.last) > maxLooks {
			t.Fatal(len(l.last))
		}
	}
	if l.keep(&whole{glance: glance{backend: "a"}}, Print{}); l.of("a") != nil {
		t.Error("a look that cannot be compared is remembered")
	}
}
