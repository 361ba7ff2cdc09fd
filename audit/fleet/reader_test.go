package fleet

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/audit/sink"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/state"
)

// member is a proxy's log, and what copies it.
type member struct {
	t   *testing.T
	dir string
	id  string
	*audit.Log
	copies *sink.Forwarder
}

// fleet is some proxies with one table.
type fleet struct {
	t       *testing.T
	url     string
	members []*member
}

func newFleet(t *testing.T, names ...string) *fleet {
	t.Helper()
	return newFleetIn(t, sandboxtest.Empty(t), names...)
}

func newFleetIn(t *testing.T, db string, names ...string) *fleet {
	t.Helper()
	f := &fleet{t: t, url: sandboxtest.Server(t).URL(db, "postgres")}
	for _, name := range names {
		m := &member{t: t, dir: t.TempDir()}
		var err error
		if m.id, err = audit.Identify(m.dir, ""); err != nil {
			t.Fatal(err)
		}
		if m.Log, err = audit.Open(audit.Config{Dir: m.dir, Proxy: name, Name: m.id, Logger: slog.New(slog.DiscardHandler)}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = m.Log.Close() })
		f.members = append(f.members, m)
		f.copy(m)
	}
	return f
}

func (f *fleet) copy(m *member) {
	m.copies = sink.Forward(sink.Config{Name: "table", Dir: m.dir, Newest: m.Seq, Logger: slog.New(slog.DiscardHandler)},
		&sink.Table{URL: f.url, Name: "public.records", Log: m.id})
	f.t.Cleanup(m.copies.Close)
}

// copied waits until the table has everything.
func (f *fleet) copied() {
	f.t.Helper()
	for _, m := range f.members {
		for end := time.Now().Add(2 * time.Minute); m.copies.State().Behind > 0; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				f.t.Fatalf("%+v", m.copies.State())
			}
		}
	}
}

// untilIndexed waits until the table has all indexes, and each partition, too.
func (f *fleet) untilIndexed() {
	f.t.Helper()
	conn, err := pgx.Connect(f.t.Context(), f.url)
	if err != nil {
		f.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var wholes, parts int
	for end := time.Now().Add(2 * time.Minute); wholes != 7 || parts != 14; time.Sleep(5 * time.Millisecond) {
		if err := conn.QueryRow(f.t.Context(), `SELECT count(*) FILTER (WHERE relkind = 'I'), count(*) FILTER (WHERE relkind = 'i')
			FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE relname LIKE 'records%' AND indisvalid AND (relispartition OR relkind = 'I')
			AND relname !~ 'usage|open|copied'`).Scan(&wholes, &parts); err != nil || time.Now().After(end) {
			f.t.Fatal(wholes, parts, err)
		}
	}
}

// reader is that of one of the proxies.
func (f *fleet) reader(i int) *Reader {
	m := f.members[i]
	return &Reader{URL: f.url, Table: "public.records", Log: m.id, Dir: m.dir, Proxy: fmt.Sprint("edge-", i+1)}
}

var noon = time.Date(2026, 3, 31, 23, 59, 0, 0, time.UTC)

// ask records a question at a second after noon.
func (m *member) ask(id string, second int, change ...func(*audit.Record)) {
	m.t.Helper()
	r := audit.Record{ID: id, Time: noon.Add(time.Duration(second) * time.Second), Question: "how many orders?", Role: "demo", Datasource: "shop",
		SQL: "SELECT 1", Relations: []string{"public.orders"}}
	for _, c := range change {
		c(&r)
	}
	if err := m.Intent(m.t.Context(), &r); err != nil {
		m.t.Fatal(err)
	}
	r.Outcome, r.Total = audit.Answered, time.Second
	if err := m.Outcome(m.t.Context(), &r); err != nil {
		m.t.Fatal(err)
	}
}

func ids(found []audit.Entry) (all []string) {
	for _, e := range found {
		all = append(all, e.ID)
	}
	return all
}

// Whichever proxy is asked, the answer is about all of them, in one order; what of its own log is not copied is in
// it, too.
func TestFleet(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1", "edge-2", "edge-3")
	var want []string
	for i := range 150 { // over the end of a month
		id := fmt.Sprintf("q%03d", i)
		want = append(want, id)
		f.members[i%3].ask(id, i, func(r *audit.Record) {
			if i%10 == 0 {
				r.Role, r.Application = "ann", "psql"
			}
		})
	}
	f.members[0].ask("good", 200, func(r *audit.Record) { r.Verb, r.About, r.Feedback, r.Question = "good", "q003", audit.Good, "nice" })
	slices.Reverse(want)
	f.copied()
	for i := range f.members {
		found, more, err := f.reader(i).Newest(t.Context(), audit.Query{})
		if err != nil || more {
			t.Fatal(more, err)
		}
		if diff := cmp.Diff(append([]string{"good"}, want...), ids(found)); diff != "" {
			t.Errorf("from edge-%d (-want +got):\n%s", i+1, diff)
		}
		if e := found[147]; e.ID != "q003" || e.Feedback != audit.Good || e.FeedbackReason != "nice" || e.Proxy != "edge-1" || e.Outcome != audit.Answered {
			t.Errorf("the entry %+v", e)
		}
	}
	for name, tt := range map[string]struct {
		q    audit.Query
		n    int
		more bool
	}{
		"a proxy":           {audit.Query{Proxy: "edge-2"}, 50, false},
		"a role":            {audit.Query{Role: "ann"}, 15, false},
		"an application":    {audit.Query{App: "psql", Proxy: "edge-1"}, 5, false},
		"a span":            {audit.Query{Since: noon.Add(30 * time.Second), Until: noon.Add(90 * time.Second)}, 60, false},
		"as many as wanted": {audit.Query{Questions: 20}, 20, true},
		"a table":           {audit.Query{Table: "orders"}, 151, false},
		"another table":     {audit.Query{Table: "order"}, 0, false},
	} {
		found, more, err := f.reader(1).Newest(t.Context(), tt.q)
		if err != nil || len(found) != tt.n || more != tt.more {
			t.Errorf("%s: %d, %v, %v", name, len(found), more, err)
		}
		if local, _, err := audit.Newest(t.Context(), f.members[1].dir, tt.q); err != nil || len(local) > len(found) {
			t.Errorf("%s: a proxy alone has %d, %v", name, len(local), err)
		}
	}
	all, err := f.reader(2).Find(t.Context(), "q003")
	if err != nil || len(all) != 4 || all[0].Event != audit.Intent || all[1].Event != audit.Finished || all[3].ID != "good" {
		t.Errorf("all of one: %v, %v", all, err)
	}
	// One proxy's copies stop: who asks it sees its newest all the same, who asks another does not, and both are told
	// how far it goes.
	f.members[1].copies.Close()
	f.members[1].ask("late", 300)
	for i, newest := range []string{"good", "late"} {
		found, _, err := f.reader(i).Newest(t.Context(), audit.Query{Questions: 1})
		if err != nil || found[0].ID != newest {
			t.Errorf("from edge-%d: %v, %v", i+1, ids(found), err)
		}
	}
	s, err := f.reader(1).Scope(t.Context())
	if err != nil || len(s.Logs) != 3 || s.Logs[1].Own != 2 || s.Logs[1].Seq != 100 || !strings.HasPrefix(s.String(), "the logs of 3 proxies: edge-1 to record 102 of ") {
		t.Errorf("%s: %+v, %v", s, s, err)
	}
}

// Before anything is copied there is no table, and what the own log has is there.
func TestNoTableYet(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1")
	r := &Reader{URL: f.url, Table: "none_yet", Log: "x", Dir: f.members[0].dir, Proxy: "edge-1"}
	f.members[0].ask("q", 1)
	found, _, err := r.Newest(t.Context(), audit.Query{})
	s, serr := r.Scope(t.Context())
	all, ferr := r.Find(t.Context(), "q")
	if err != nil || serr != nil || ferr != nil || len(found) != 1 || len(all) != 2 || len(s.Logs) != 1 || s.Logs[0].Own != 2 {
		t.Errorf("%v %v, %v %v, %v %v", found, err, s, serr, all, ferr)
	}
	if err := r.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// What the login may not do is told before it fails.
func TestRights(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1")
	f.members[0].ask("q", 1)
	f.copied()
	conn, err := pgx.Connect(t.Context(), f.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	role := "reader_" + strings.ToLower(f.members[0].id[:8])
	if _, err := conn.Exec(t.Context(), "CREATE ROLE "+role+" LOGIN; GRANT INSERT ON records TO "+role+"; REVOKE CREATE ON SCHEMA public FROM public"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn, err := pgx.Connect(context.Background(), f.url)
		if err == nil {
			_, _ = conn.Exec(context.Background(), "DROP OWNED BY "+role+"; DROP ROLE "+role)
			conn.Close(context.Background())
		}
	})
	r := f.reader(0)
	r.URL = strings.Replace(r.URL, "postgres@", role+"@", 1)
	err = r.Check(t.Context())
	for _, want := range []string{`has not SELECT on "public"."records"`, "may not create tables", `has not SELECT, INSERT, UPDATE on "public"."records_copied"`,
		`has not SELECT, INSERT, UPDATE, DELETE on "public"."records_usage"`, `on "public"."records_open"`, `on "public"."records_usage_to"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, _, err := r.Newest(t.Context(), audit.Query{}); err == nil || strings.Contains(err.Error(), "postgres://") {
		t.Errorf("reading without the right: %v", err)
	}
	if _, err := conn.Exec(t.Context(), "GRANT ALL ON ALL TABLES IN SCHEMA public TO "+role+"; GRANT CREATE ON SCHEMA public TO "+role); err != nil {
		t.Fatal(err)
	}
	if err := r.Check(t.Context()); err == nil || err.Error() != `audit.table_url: its role does not own "public"."records": a partition is made each month` {
		t.Errorf("with all rights: %v", err)
	}
	r.URL = strings.Replace(r.URL, role+"@", "nobody:secret@", 1)
	if _, err := r.Scope(t.Context()); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a login that does not exist: %v", err)
	}
}

// The table may be in the database of the state store, under its default name: no table of the one is taken for one
// of the other.
func TestTableBesideTheState(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1")
	cfg := state.Config{URL: f.url, Timeout: time.Minute, Tables: []state.Tables{{Owner: "audit", Migrations: audit.Migrations()},
		{Owner: "audit_writers", Migrations: audit.WriterMigrations()}, {Owner: "audit_seals", Migrations: audit.SealMigrations()}}}
	store, err := state.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	m := f.members[0]
	m.ask("q", 1)
	table := sink.Table{URL: f.url, Name: "pgask_audit", Log: m.id}
	if _, err := table.Start(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	entries, err := audit.From(m.dir, 0).Next(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Write(t.Context(), entries); err != nil {
		t.Fatal(err)
	}
	r := &Reader{URL: f.url, Table: "pgask_audit", Log: m.id, Dir: m.dir}
	if s, err := r.Scope(t.Context()); err != nil || len(s.Logs) != 1 || s.Logs[0].Seq != 2 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A look that somebody stops has what it found until then, however far apart that was, and questions without an
// outcome are in it.
func TestStoppedLook(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1")
	m := f.members[0]
	var wg sync.WaitGroup
	for part := range 20 { // together they share an fsync
		wg.Go(func() {
			for i := range 120 {
				n := part*120 + i
				m.ask(fmt.Sprintf("q%04d", n), n, func(r *audit.Record) {
					if n%100 == 7 {
						r.Question = "rare"
					}
				})
			}
		})
	}
	wg.Wait()
	open := audit.Record{ID: "open", Time: noon.Add(3000 * time.Second), Question: "rare", Role: "demo"}
	for range 2 { // there is an intent for each attempt
		if err := m.Intent(t.Context(), &open); err != nil {
			t.Fatal(err)
		}
	}
	f.copied()
	r := f.reader(0)
	n, looked := 0, 0
	found, more, err := r.Newest(t.Context(), audit.Query{
		Match: func(e *audit.Entry) bool {
			looked++
			n += strings.Count(e.Question, "rare")
			return e.Question == "rare"
		},
		Stop: func() bool { return n == 15 },
	})
	if err != nil || !more || len(found) != 15 || found[0].ID != "open" || found[1].ID != "q2307" || found[14].ID != "q1007" || looked != 2400-1007+1 {
		t.Errorf("%v of %d, %v, %v", ids(found), looked, more, err)
	}
	all, more, err := r.Newest(t.Context(), audit.Query{})
	if err != nil || more || len(all) != 2401 || all[0].ID != "open" {
		t.Errorf("%d, %v, %v", len(all), more, err)
	}
}
