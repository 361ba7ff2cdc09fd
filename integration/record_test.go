package integration

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// TestRecordOutcomes asks what ends in every way, and compares the lines of the record.
func TestRecordOutcomes(t *testing.T) {
	t.Parallel()
	model := withModel(knows)
	extended := func(sql string) func(*wire) {
		return func(w *wire) {
			w.send(parse("", sql), bind("", ""), execute("", 0), msgSync)
			w.turn(1)
		}
	}
	simple := func(sql string) func(*wire) {
		return func(w *wire) {
			w.send(query(sql))
			w.turn(1)
		}
	}
	cases := []struct {
		name string
		ask  func(*wire)
		want []string // event outcome sqlstate rows
	}{
		{"answered", simple("ASK five products"), []string{"intent", "outcome answered 5"}},
		{"answered, empty", simple("ASK no rows"), []string{"intent", "outcome answered 0"}},
		{"inside", simple("SELECT 1 FROM ask('five products') t"), []string{"intent", "outcome answered 5"}},
		{"inside, the user's own statement", simple("CREATE TEMP TABLE x AS SELECT * FROM ask('five products') t"), []string{"intent", "outcome answered 5"}},
		{"two inside", simple("SELECT 1 FROM ask('five products') t, ask('product count') u"), []string{"intent", "intent", "outcome answered 5", "outcome answered 5"}},
		{"shown", simple("ask sql: five products"), []string{"intent", "outcome prepared 1"}},
		{"not in this form", simple("SELECT * FROM ask_log(now()) l"), []string{"outcome unanswered QA007"}},
		{"prepared and run", extended("ASK five products"), []string{"outcome prepared", "intent", "outcome answered 5"}},
		{"prepared and failed", extended("ASK fails later"), []string{"outcome prepared", "intent", "outcome failed 22012 2"}},
		{"refused", simple("ASK dangerous"), []string{"outcome refused QA003"}},
		{"refused by its words", simple("ASK delete all products"), []string{"outcome refused QA003"}},
		{"unanswered", simple("ASK what nobody knows"), []string{"outcome unanswered QA002"}},
		{"clarified", simple("ASK unknown column"), []string{"outcome clarified QA001"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := setup(t, model)
			w := r.wire()
			c.ask(w)
			// The outcome of what the server answers itself is written as its ReadyForQuery passes.
			w.query("SELECT 1", "T ?column?", "D 1", "C SELECT 1", "Z I")
			var got []string
			for _, rec := range r.journal.all() {
				line := string(rec.Event)
				if rec.Event == audit.Finished {
					line += " " + string(rec.Outcome)
					if rec.SQLState != "" {
						line += " " + rec.SQLState
					}
					if rec.Outcome == audit.Answered || rec.Rows > 0 {
						line += " " + itoa(rec.Rows)
					}
				}
				got = append(got, line)
				if rec.ID == "" || rec.Role != "demo" || rec.Datasource != r.db || rec.Session == "" || rec.Question == "" || rec.Time.IsZero() {
					t.Errorf("incomplete: %+v", rec)
				}
				if rec.Event == audit.Intent && (rec.SQL == "" || rec.Verdict != "allow") {
					t.Errorf("an intent without its statement: %+v", rec)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestRecordRefused: what cannot be recorded is not run, in any form, and nothing of it reaches the server.
func TestRecordRefused(t *testing.T) {
	t.Parallel()
	knows := scripted{"writes a mark": "SELECT count(*) AS n FROM public.regions a, public.regions b"}
	for way, messages := range everyWay("writes a mark") {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			r := setup(t, withModel(knows))
			r.journal.refuseWith(errors.New("disk full"))
			w := r.wire()
			w.send(messages...)
			lines := w.turn(1)
			if got := strings.Join(lines[len(lines)-2:], ", "); got != "E QA006 the question was not run because it could not be recorded, Z I" {
				t.Errorf("got %q", lines)
			}
			w.unchanged("I")
			// The transaction of the user fails with it, as it does for any error.
			w.query("BEGIN", "C BEGIN", "Z T")
			w.send(messages...)
			lines = w.turn(1)
			if got := lines[len(lines)-1]; got != "Z E" {
				t.Errorf("got %q", lines)
			}
			w.query("ROLLBACK", "C ROLLBACK", "Z I")
			for _, rec := range r.journal.all() {
				if rec.Outcome == audit.Answered {
					t.Errorf("answered without an intent: %+v", rec)
				}
			}
		})
	}
}

// TestRecordMarker: the statement bears the id of its record while it runs, so a DBA finds one from the other.
func TestRecordMarker(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(scripted{"runs long": "SELECT count(*) AS n FROM public.order_items a, public.order_items b, public.order_items c WHERE a.quantity + b.quantity + c.quantity = 1"}))
	w := r.wire()
	watch := r.wire()
	w.send(query("ASK what runs long"))
	var text string
	eventually(t, "no marker in pg_stat_activity", func() bool {
		text = watch.value(`SELECT coalesce(max(query), '') FROM pg_stat_activity WHERE query LIKE 'SELECT pg_catalog.count(*) AS n FROM public.order_items%'
			AND query LIKE '%' || '/* pgask' || '%' AND pid = ` + itoa(int64(w.key.ProcessID)))
		return strings.Contains(text, "/* pgask ")
	})
	rec, _ := r.last()
	if rec.Event != audit.Intent || !strings.HasSuffix(text, "/* pgask "+rec.ID+" */") {
		t.Errorf("the server runs %q, the record is %s %s", text, rec.Event, rec.ID)
	}
	cancelWire(t, r.addr, w.key)
	w.expect("E 57014 canceling statement due to user request", "Z I")
	if rec, _ := r.last(); rec.Outcome != audit.Cancelled || rec.SQLState != "57014" {
		t.Errorf("recorded %s %s", rec.Outcome, rec.SQLState)
	}
}

// TestRecordLostClient: a client that goes away stops its question, and the record says how it ended.
func TestRecordLostClient(t *testing.T) {
	t.Parallel()
	began := make(chan struct{}, 1)
	r := setup(t, withModel(slow{began: began}))
	w := r.wire()
	w.send(query("ASK anything"))
	awaits(t, began)
	w.conn.Close()
	eventually(t, "the question is not recorded as cancelled", func() bool {
		rec, _ := r.last()
		return rec.Outcome == audit.Cancelled
	})
}

// TestStatementTimeout: what a question became is ended by the proxy's limit, in every form and inside transactions
// too.
func TestStatementTimeout(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(scripted{"runs long": "SELECT count(*) AS n FROM public.order_items a, public.order_items b, public.order_items c WHERE a.quantity + b.quantity + c.quantity = 2"}),
		func(c *proxy.Config, _ *translate.Config) { c.StatementTimeout = 300 * time.Millisecond })
	for way, messages := range everyWay("runs long") {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			w := r.wire()
			for _, status := range []string{"I", "E"} {
				if status == "E" {
					w.query("BEGIN", "C BEGIN", "Z T")
				}
				w.send(messages...)
				lines := w.turn(1)
				end := lines[len(lines)-2]
				if !strings.HasPrefix(end, "E 57014 canceling statement due to ") || lines[len(lines)-1] != "Z "+status {
					t.Errorf("got %q", lines)
				}
			}
		})
	}
}
