package integration

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/model"
)

// summary is what a DBA would read of a record that matters to how it ended.
func summary(rec audit.Record) string {
	line := string(rec.Event)
	if rec.Event == audit.Finished {
		line = fmt.Sprintf("%s %s rows=%d", rec.Outcome, rec.SQLState, rec.Rows)
	}
	if rec.Truncated {
		line += " truncated"
	}
	if rec.Within != "" {
		line += " within"
	}
	return strings.Join(strings.Fields(line), " ")
}

// TestRecordSaysWhatHappened: whatever a client does with what it asked, the record says no more and no less.
func TestRecordSaysWhatHappened(t *testing.T) {
	t.Parallel()
	const five = "SELECT * FROM ask('five products') t"
	for _, tt := range []struct {
		name string
		send [][]pgproto3.FrontendMessage // each up to a Sync or a Query
		want []string
	}{
		{"bound and never executed", [][]pgproto3.FrontendMessage{{parse("", "ASK five products"), bind("", ""), msgSync}},
			[]string{"prepared rows=0", "intent", "prepared rows=0"}},
		{"fetched in part", [][]pgproto3.FrontendMessage{{parse("", "ASK five products"), bind("", ""), execute("", 2), msgSync}},
			[]string{"prepared rows=0", "intent", "answered rows=2 truncated"}},
		{"fetched piece by piece", [][]pgproto3.FrontendMessage{{parse("", "ASK five products"), bind("", ""), execute("", 2), execute("", 2), execute("", 2), msgSync}},
			[]string{"prepared rows=0", "intent", "answered rows=5"}},
		{"two portals, executed in another order", [][]pgproto3.FrontendMessage{{parse("a", five), parse("b", "SELECT * FROM ask('product count') t"),
			bind("p", "a"), bind("q", "b"), execute("q", 0), execute("p", 0), msgSync}},
			[]string{"prepared rows=0", "prepared rows=0", "intent within", "intent within", "answered rows=5 within", "answered rows=1 within"}},
		{"a statement of the client's own behind it", [][]pgproto3.FrontendMessage{{parse("a", "CREATE TEMP TABLE x AS "+five), parse("b", "SELECT generate_series(1, 9)"),
			bind("p", "a"), bind("q", "b"), execute("p", 0), execute("q", 0), msgSync}},
			[]string{"prepared rows=0", "intent within", "answered rows=5 within"}},
		{"prepared once, run twice", [][]pgproto3.FrontendMessage{{parse("a", "ASK five products"), msgSync}, {bind("", "a"), execute("", 0), msgSync}, {bind("", "a"), execute("", 0), msgSync}},
			[]string{"prepared rows=0", "intent", "answered rows=5", "intent", "answered rows=5"}},
		{"an error in the middle of the rows", [][]pgproto3.FrontendMessage{{query("SELECT x FROM ask('fails later') t")}},
			[]string{"intent within", "failed 22012 rows=2 within"}},
		{"skipped after an error", [][]pgproto3.FrontendMessage{{parse("a", "ASK five products"), parse("b", "ASK fails at once"), bind("p", "b"), execute("p", 0), bind("q", "a"), execute("q", 0), msgSync}},
			[]string{"prepared rows=0", "prepared rows=0", "intent", "failed 22012 rows=0"}},
		{"other statements around it", [][]pgproto3.FrontendMessage{{query("SELECT generate_series(1, 100); " + five + "; SELECT generate_series(1, 50)")}},
			[]string{"intent within", "answered rows=5 within"}},
		{"an error in the statement behind it", [][]pgproto3.FrontendMessage{{query(five + "; SELECT 1/0")}},
			[]string{"intent within", "answered rows=5 within"}},
		{"an error in the statement before it", [][]pgproto3.FrontendMessage{{query("SELECT 1/0; " + five)}},
			[]string{"intent within", "failed 25P02 rows=0 within"}},
		{"an error at the commit", [][]pgproto3.FrontendMessage{{query("CREATE TEMP TABLE u (id int8 UNIQUE DEFERRABLE INITIALLY DEFERRED)")}, {query("INSERT INTO u SELECT 1 FROM ask('five products') t")}},
			[]string{"intent within", "failed 23505 rows=0 within"}},
		{"a parameter", [][]pgproto3.FrontendMessage{{parse("", "SELECT * FROM ask($1) t"), bind("", "", "five products"), describe('P', ""), execute("", 0), msgSync}},
			[]string{"prepared rows=0", "intent within", "answered rows=5 within"}},
		{"a parameter of two runs", [][]pgproto3.FrontendMessage{{parse("p", "SELECT * FROM ask_json($1) t"), msgSync}, {bind("", "p", "five products"), execute("", 0), msgSync},
			{bind("", "p", "product count"), execute("", 0), msgSync}},
			[]string{"prepared rows=0", "intent within", "answered rows=5 within", "prepared rows=0", "intent within", "answered rows=1 within"}},
		{"COPY", [][]pgproto3.FrontendMessage{{query("COPY (" + five + ") TO STDOUT")}}, []string{"intent within", "answered rows=5 within"}},
		{"a cursor that nobody fetches", [][]pgproto3.FrontendMessage{{query("BEGIN")}, {query("DECLARE c CURSOR FOR " + five)}, {query("ROLLBACK")}},
			[]string{"intent within", "answered rows=0 within"}},
		{"rolled back", [][]pgproto3.FrontendMessage{{query("BEGIN")}, {query("ASK five products")}, {query("ROLLBACK")}}, []string{"intent", "answered rows=5"}},
		{"EXPLAIN", [][]pgproto3.FrontendMessage{{query("EXPLAIN (COSTS off) " + five)}}, []string{"intent within", "answered rows=2 within"}},
		{"choices as rows", [][]pgproto3.FrontendMessage{{query("SET ask.clarify = rows")}, {query("ASK unknown column")}}, []string{"intent", "clarified QA001 rows=0"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := setup(t, withModel(knows))
			w := r.wire()
			for _, messages := range tt.send {
				w.send(messages...)
				w.turn(1)
			}
			w.send(query("SELECT 1")) // the outcome of what the server answers itself is written as its ReadyForQuery passes
			w.turn(1)
			var got []string
			seen := map[string]int{}
			for _, rec := range r.journal.all() {
				got = append(got, summary(rec))
				if rec.Event == audit.Finished {
					seen[rec.ID]++
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for id, n := range seen {
				if n != 1 {
					t.Errorf("%s has %d outcomes", id, n)
				}
			}
		})
	}
}

// TestRecordFields: what a record tells of an answered question, in the intent too, so that a crash leaves as much.
func TestRecordFields(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	w := r.wire("application_name", "bi")
	ask := func(sql string) (intent, outcome audit.Record) {
		t.Helper()
		before := len(r.journal.all())
		w.send(query(sql))
		w.turn(1)
		w.value("SELECT 1")
		all := r.journal.all()[before:]
		if len(all) != 2 {
			t.Fatalf("%s: %d records", sql, len(all))
		}
		return all[0], all[1]
	}
	intent, outcome := ask("-- Metabase:: userID: 7 queryType: native queryHash: 0a\nASK five products")
	for _, rec := range []audit.Record{intent, outcome} {
		if rec.Actor != "metabase:7" || !strings.HasPrefix(rec.Remark, "Metabase:: userID: 7") || rec.Application != "bi" {
			t.Errorf("actor %q, remark %q", rec.Actor, rec.Remark)
		}
		if rec.Cost <= 0 || rec.PlanRows != 5 || len(rec.Fingerprint) != 16 || rec.Model == "" || len(rec.Prompt) != 64 || rec.Calls != 1 {
			t.Errorf("%s lacks something: %+v", rec.Event, rec)
		}
		if !cmp.Equal(rec.Relations, []string{"public.products"}) || !cmp.Equal(rec.Columns, []string{"public.products.id"}) {
			t.Errorf("reads %v, %v", rec.Relations, rec.Columns)
		}
	}
	// Five rows "1" to "5": a header of seven bytes, a length and a digit each.
	if outcome.Bytes != 5*12 || outcome.FirstRow <= 0 || outcome.FirstRow > outcome.Total || outcome.FirstRow < outcome.Translate {
		t.Errorf("%d bytes, first row %v of %v", outcome.Bytes, outcome.FirstRow, outcome.Total)
	}
	intent, outcome = ask("SELECT count(*) FROM ask('five products') t, ask('product count') u; SELECT 'theirs'"[:41] + "t WHERE id < 3; SELECT 'theirs'")
	if !strings.HasSuffix(intent.SQL, "/* pgask "+intent.ID+" */") || !strings.Contains(intent.Within, "WHERE id < 3") || strings.Contains(intent.Within, "theirs") {
		t.Errorf("within %q", intent.Within)
	}
	if intent.Engine != "model" || !cmp.Equal(outcome.Relations, []string{"public.products"}) {
		t.Errorf("a question inside has lost what is known of it: %+v", outcome)
	}
}

// TestRecordConversation: replies, changes and feedback refer to what they are about.
func TestRecordConversation(t *testing.T) {
	t.Parallel()
	dir, change := withLog(t)
	r := setup(t, change)
	w := r.wire("application_name", "psql")
	last := func() audit.Entry {
		t.Helper()
		w.value("SELECT 1")
		found, _, err := audit.Newest(t.Context(), dir, audit.Query{Questions: 1})
		if err != nil || len(found) != 1 {
			t.Fatalf("%v, %v", found, err)
		}
		return found[0]
	}
	say := func(sql string) audit.Entry {
		t.Helper()
		w.send(query(sql))
		w.turn(1)
		return last()
	}
	unclear := say("ASK show returns")
	if unclear.Outcome != audit.Clarified || unclear.Clarified == "" {
		t.Fatalf("%+v", unclear)
	}
	if again := say("ASK answer: 1"); again.About != unclear.ID || again.Reply != "1" || again.Question != "show returns" || again.Outcome != audit.Answered {
		t.Errorf("the reply: about %q, reply %q, question %q", again.About, again.Reply, again.Question)
	}
	say("ASK show returns")
	if none := say("ASK answer: 77"); none.About == "" || none.Reply != "77" || none.Outcome != audit.Unanswered {
		t.Errorf("no such choice: about %q, reply %q, %s", none.About, none.Reply, none.Outcome)
	}
	answered := say("ASK how many products")
	good := say("ASK good: just so")
	if good.About != answered.ID || good.Feedback != audit.Good {
		t.Errorf("feedback %q about %q", good.Feedback, good.About)
	}
	if bad := say("ASK bad: not those"); bad.Feedback != audit.Bad || bad.About != answered.ID {
		t.Errorf("feedback %q about %q", bad.Feedback, bad.About)
	}
	found, _, err := audit.Newest(context.Background(), dir, audit.Query{Match: func(e *audit.Entry) bool { return e.ID == answered.ID }})
	if err != nil || len(found) != 1 || found[0].Feedback != audit.Bad || found[0].FeedbackReason != "not those" {
		t.Errorf("the question itself: %+v, %v", found, err)
	}
	if all, err := audit.Find(dir, answered.ID); err != nil || len(all) < 6 {
		t.Errorf("%d lines by its id, %v", len(all), err)
	}
	if out, errs := r.asRole("dba", "SELECT question, feedback, feedback_reason FROM ask_log() WHERE feedback = 'bad' AND verb IS NULL"); out != "how many products|bad|not those\n" {
		t.Errorf("%s%s", out, errs)
	}
	// In one go, for pools: both attempts are in the one record.
	w.send(query("SELECT * FROM ask('show returns', answer => '1') t"))
	w.turn(1)
	one := last()
	attempts := 0
	for _, st := range one.States {
		if st.Name == "intent" {
			attempts++
		}
	}
	if one.Reply != "1" || one.Clarified == "" || attempts != 2 || one.Outcome != audit.Answered {
		t.Errorf("in one go: reply %q, clarification %q, %d attempts, %s", one.Reply, one.Clarified, attempts, one.Outcome)
	}
}

// TestRecordExplains: of "ask explain:" the record has the statement that was explained, and not the prompt that was
// shown.
func TestRecordExplains(t *testing.T) {
	t.Parallel()
	r := setup(t)
	const counted = "SELECT count(*) AS number_of_products FROM public.products"
	for _, asked := range []string{"ASK explain: how many products are there", "SELECT * FROM ask_explain('how many products are there') t",
		"SELECT count(*) FROM ask_explain('how many products are there') t", "ASK how many products are there; ASK explain"} {
		if _, errs := r.psql(asked); strings.Contains(errs, "ERROR") {
			t.Fatal(errs)
		}
		all := r.journal.all()
		for _, rec := range all[len(all)-2:] {
			if rec.SQL != counted || rec.Verb != "explain" || len(rec.Within) > 200 {
				t.Errorf("%s: the %s has %.200s, within %.200s", asked, rec.Event, rec.SQL, rec.Within)
			}
		}
	}
}

// TestRecordTrials: drafts that are run to be compared have intents of their own, and without them are not run.
func TestRecordTrials(t *testing.T) {
	t.Parallel()
	change := func(_ *proxy.Config, tc *translate.Config) { tc.Candidates, tc.Engine = 2, translate.EngineModel }
	r := setup(t, withModel(knows), change)
	w := r.wire()
	w.query("ASK product count", "T n", "D 288", "C SELECT 1", "Z I")
	var got []string
	id := ""
	for _, rec := range r.journal.all() {
		line := summary(rec)
		if rec.Trial {
			line += " trial"
			if !strings.Contains(rec.SQL, "FROM public.products") || !strings.HasSuffix(rec.SQL, "/* pgask "+rec.ID+" trial */") || rec.Verdict != "allow" {
				t.Errorf("a trial's intent: %+v", rec)
			}
		}
		if got = append(got, line); id == "" {
			id = rec.ID
		}
		if rec.ID != id {
			t.Errorf("%s is another question", rec.ID)
		}
	}
	if diff := cmp.Diff([]string{"intent trial", "intent trial", "intent", "answered rows=1"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	r = setup(t, withModel(knows), change)
	r.journal.refuseWith(errors.New("disk full"))
	w = r.wire()
	w.query("ASK product count", "E QA006 the question was not run because it could not be recorded", "Z I")
}

// inTurn is a model that writes one statement after the other, whatever it is asked.
type inTurn struct{ statements chan string }

func (m inTurn) Name() string         { return "in turn" }
func (m inTurn) Room(model.Input) int { return 1 << 20 }
func (m inTurn) Complete(context.Context, model.Request) (model.Response, error) {
	return model.Response{Text: `{"decision":"proceed","sql":` + strconv.Quote(<-m.statements) + `}`, Requests: 1}, nil
}

// TestRecordOfSeveralAttempts: each statement that is run has an intent, and the outcome is about the last draft,
// refused or not.
func TestRecordOfSeveralAttempts(t *testing.T) {
	t.Parallel()
	for last, want := range map[string]string{"SELECT count(*) AS n FROM public.products p": "answered", "SELECT pg_sleep(1)": "refused"} {
		m := inTurn{make(chan string, 2)}
		m.statements <- "SELECT 1 / (p.id - p.id) AS x FROM public.products p"
		m.statements <- last
		r := setup(t, func(_ *proxy.Config, tc *translate.Config) { tc.Model, tc.Engine = m, translate.EngineModel })
		w := r.wire()
		w.send(query("ASK anything"))
		w.turn(1)
		var sent []string
		var end audit.Record
		for _, rec := range r.journal.all() {
			if end = rec; rec.Event == audit.Intent {
				sent = append(sent, rec.SQL)
			}
		}
		if string(end.Outcome) != want || !strings.HasPrefix(end.SQL, last) || len(end.Attempts) < 1 || end.Attempts[0].SQLState != "22012" || end.Calls != 2 {
			t.Errorf("ended as %s with %s after %+v", end.Outcome, end.SQL, end.Attempts)
		}
		if n := map[string]int{"answered": 2, "refused": 1}[want]; len(sent) != n || !strings.Contains(sent[0], "1 / (p.id - p.id)") {
			t.Errorf("intents %q", sent)
		}
	}
}

// TestRecordRoles: who logged in and whose rights counted are both told.
func TestRecordRoles(t *testing.T) {
	t.Parallel()
	r := setup(t)
	w := dialWire(t, r.addr, r.db, "postgres")
	w.query("SET ROLE demo", "C SET", "S is_superuser=off", "Z I")
	w.send(query("ASK how many products"))
	w.turn(1)
	if rec, text := r.last(); rec.Role != "postgres" || rec.Acting != "demo" {
		t.Errorf("%s", text)
	}
	w = r.wire()
	w.send(query("ASK how many products"))
	w.turn(1)
	if rec, text := r.last(); rec.Role != "demo" || rec.Acting != "" {
		t.Errorf("%s", text)
	}
}
