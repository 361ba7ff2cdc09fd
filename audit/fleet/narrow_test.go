package fleet

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// A look whose statement takes too long has read a part.
func TestLateLook(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "edge-1")
	for i := range 30 {
		f.members[0].ask(fmt.Sprint("q", i), i)
	}
	f.copied()
	f.members[0].copies.Close()
	f.exec("ALTER TABLE records RENAME TO slow; CREATE VIEW records AS SELECT * FROM slow WHERE pg_sleep(0.02) IS NOT NULL")
	r := &Reader{URL: f.url, Table: "public.records"}
	for within, want := range map[time.Duration]int{50 * time.Millisecond: 0, 0: 5} {
		found, more, err := r.Newest(t.Context(), audit.Query{Questions: 5, Within: within})
		if err != nil || len(found) != want || !more {
			t.Errorf("within %v: %d questions, more %v, %v", within, len(found), more, err)
		}
	}
}

// What is searched by pieces of texts is found, whether there is an index of them or not, and by it where there is one.
func TestPieces(t *testing.T) {
	t.Parallel()
	for _, indexed := range []bool{false, true} {
		t.Run(fmt.Sprint("indexed ", indexed), func(t *testing.T) {
			t.Parallel()
			db := sandboxtest.Empty(t)
			if indexed {
				if err := sandboxtest.Server(t).Exec(t.Context(), db, "CREATE SCHEMA ext; CREATE EXTENSION pg_trgm SCHEMA ext"); err != nil {
					t.Fatal(err)
				}
			}
			f := newFleetIn(t, db, "edge-1", "edge-2")
			for i := range 300 {
				f.members[i%2].ask(fmt.Sprintf("q%03d", i), i, func(r *audit.Record) { r.Question = fmt.Sprint("orders of customer ", i) })
			}
			f.members[0].ask("percent", 301, func(r *audit.Record) { r.Question, r.Message = "what is 50% of it_all?", "ÄRGER mit Größe" })
			f.members[1].ask("named", 302, func(r *audit.Record) {
				r.Relations, r.Session, r.Application, r.Policy = []string{`odd."Ta""ble"`}, "5e55104", "nightly report", "hidden"
			})
			again := audit.Record{ID: "again", Time: noon.Add(303 * time.Second), Question: "tried twice", SQL: "SELECT first_try"}
			for _, again.SQL = range []string{"SELECT first_try", "SELECT second_try"} {
				if err := f.members[0].Intent(t.Context(), &again); err != nil {
					t.Fatal(err)
				}
			}
			again.Outcome = audit.Answered
			if err := f.members[0].Outcome(t.Context(), &again); err != nil {
				t.Fatal(err)
			}
			open := audit.Record{ID: "open", Time: noon.Add(304 * time.Second), Question: "what never ended"}
			if err := f.members[1].Intent(t.Context(), &open); err != nil {
				t.Fatal(err)
			}
			f.copied()
			r := f.reader(0)
			if indexed {
				f.untilIndexed()
			}
			for _, tt := range []struct {
				q    audit.Query
				text string
				want []string
			}{
				{audit.Query{}, "customer 217", []string{"q217"}},
				{audit.Query{}, "CUSTOMER 21", []string{"q219", "q218", "q217", "q216", "q215", "q214", "q213", "q212", "q211", "q210", "q021"}},
				{audit.Query{}, "50% of it_all", []string{"percent"}},
				{audit.Query{}, "50%of", nil},
				{audit.Query{}, "ärger MIT grÖße", []string{"percent"}},
				{audit.Query{}, "q217", []string{"q217"}},
				{audit.Query{}, "second_try", []string{"again"}},
				{audit.Query{}, "first_try", nil},
				{audit.Query{}, "never ended", []string{"open"}},
				{audit.Query{}, "21\x00", nil},
				{audit.Query{Table: `ta""BLE"`}, "", nil},
				{audit.Query{Table: `"ta""BLE"`}, "", []string{"named"}},
				{audit.Query{Session: "5e55104"}, "", []string{"named"}},
				{audit.Query{App: "nightly report"}, "", []string{"named"}},
				{audit.Query{Policy: "hidden"}, "", []string{"named"}},
			} {
				looked := 0
				tt.q.Pieces = []string{tt.text}
				tt.q.Match = func(e *audit.Entry) bool { looked++; return e.Holds(tt.text) }
				found, more, err := r.Newest(t.Context(), tt.q)
				if diff := cmp.Diff(tt.want, ids(found)); err != nil || more || diff != "" {
					t.Errorf("%+v %q: %v, %v (-want +got):\n%s", tt.q, tt.text, more, err, diff)
				}
				if indexed && tt.text == "customer 217" && looked != 1 {
					t.Errorf("%q: %d were looked at", tt.text, looked)
				}
			}
		})
	}
}
