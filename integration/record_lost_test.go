package integration

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/audit"
)

// ofRun is what the journal has of a question that runs: its intent, and the outcome behind that, if there is one by
// now. A statement that is bound has an outcome before its intent as well: that it is prepared.
func (r *rig) ofRun() (intent bool, outcome audit.Record) {
	for _, rec := range r.journal.all() {
		if rec.Event == audit.Intent {
			intent = true
		} else if intent {
			outcome = rec
		}
	}
	return intent, outcome
}

// awaitIntent waits until the journal has an intent: from then on the record must say how it ended.
func (r *rig) awaitIntent() {
	r.tb.Helper()
	eventually(r.tb, "no intent", func() bool {
		intent, _ := r.ofRun()
		return intent
	})
}

// awaitOutcome waits until the record says how what had an intent ended.
func (r *rig) awaitOutcome() audit.Record {
	r.tb.Helper()
	eventually(r.tb, "no outcome behind the intent", func() bool {
		_, outcome := r.ofRun()
		return outcome.Event != ""
	})
	_, outcome := r.ofRun()
	return outcome
}

// awaitStatement waits until the server has begun with the statement of a question that has an intent. What it shows as
// active before that may be the agent's EXPLAIN, or the Parse of what is bound only then.
func (r *rig) awaitStatement(watch *wire, pid uint32) {
	r.tb.Helper()
	r.awaitIntent()
	eventually(r.tb, "the statement does not run", func() bool {
		return watch.value(fmt.Sprintf("SELECT count(*) FROM pg_stat_activity WHERE pid = %d AND state = 'active' AND query NOT LIKE 'EXPLAIN%%' AND query LIKE '%%/* pgask%%'", pid)) != "0"
	})
}

// TestRecordLostUpstream: when the server ends the session of a statement that has an intent, wherever that is by
// then, the record says so.
func TestRecordLostUpstream(t *testing.T) {
	t.Parallel()
	const long = "SELECT count(*) AS n FROM public.order_items a, public.order_items b, public.order_items c WHERE a.quantity + b.quantity + c.quantity = 4"
	for way, messages := range everyWay("runs long") {
		for name, await := range map[string]func(r *rig, watch *wire, pid uint32){
			"at once": func(r *rig, _ *wire, _ uint32) { r.awaitIntent() },
			"running": (*rig).awaitStatement,
		} {
			t.Run(way+", "+name, func(t *testing.T) {
				t.Parallel()
				r := setup(t, withModel(scripted{"runs long": long}))
				w := r.wire()
				admin := dialWire(t, r.addr, r.db, "postgres")
				w.send(messages...)
				await(r, admin, w.key.ProcessID)
				if ended := admin.value(fmt.Sprintf("SELECT pg_terminate_backend(%d)", w.key.ProcessID)); ended != "t" {
					t.Fatal("the session has gone by itself")
				}
				if rec := r.awaitOutcome(); rec.Outcome != audit.Failed || rec.SQLState != "57P01" && rec.SQLState != "08006" {
					t.Errorf("%s %s %s", rec.Outcome, rec.SQLState, rec.Message)
				}
			})
		}
	}
}

// TestRecordLostClients: a client that goes away while its statement runs, in whatever form, leaves a record that ends.
func TestRecordLostClients(t *testing.T) {
	t.Parallel()
	const long = "SELECT count(*) AS n FROM public.order_items a, public.order_items b, public.order_items c WHERE a.quantity + b.quantity + c.quantity = 3"
	for way, messages := range everyWay("runs long") {
		for name, leave := range map[string]func(*rig, *wire){
			"closed": func(_ *rig, w *wire) { w.conn.Close() },
			"goodbye": func(_ *rig, w *wire) {
				w.fe.Send(&pgproto3.Terminate{})
				w.flush()
				w.conn.Close()
			},
			"cancelled": func(r *rig, w *wire) {
				// Between two messages of a batch a server ignores a cancel request, so one presses Ctrl-C again.
				again := time.NewTicker(100 * time.Millisecond)
				defer again.Stop()
				eventually(t, "the cancel requests end nothing", func() bool {
					cancelWire(t, r.addr, w.key)
					<-again.C
					_, outcome := r.ofRun()
					return outcome.Event != ""
				})
			},
		} {
			t.Run(way+", "+name, func(t *testing.T) {
				t.Parallel()
				r := setup(t, withModel(scripted{"runs long": long}))
				w := r.wire()
				w.send(messages...)
				r.awaitIntent()
				leave(r, w)
				if rec := r.awaitOutcome(); rec.Outcome != audit.Cancelled && rec.Outcome != audit.Failed || rec.Rows != 0 || rec.SQLState == "" {
					t.Errorf("ended as %s %s, %d rows", rec.Outcome, rec.SQLState, rec.Rows)
				}
			})
		}
	}
}
