package integration

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
)

// all is what one-batch drivers send for a statement with parameters.
func all(sql string, params ...string) []pgproto3.FrontendMessage {
	return []pgproto3.FrontendMessage{parse("", sql), bind("", "", params...), describe('P', ""), execute("", 0), msgSync}
}

// TestBoundQuestion: a question that is a parameter is translated at Bind, for drivers that describe the portal.
func TestBoundQuestion(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	w := r.wire()
	const asks = "SELECT * FROM ask($1)"
	// Other questions, other columns: nothing was described before.
	for range 2 {
		w.send(all(asks, "product count")...)
		w.expect("1", "2", "T n", "D 288", "C SELECT 1", "Z I")
		w.send(all(asks, "five products")...)
		w.expect("1", "2", "T id", "D 1", "D 2", "D 3", "D 4", "D 5", "C SELECT 5", "Z I")
	}
	w.send(all("ASK $1", "product count")...)
	w.expect("1", "2", "T n", "D 288", "C SELECT 1", "Z I")
	w.send(all("SELECT a.id, b.n FROM ask($2::text) a JOIN ask($3) b ON a.id > $1 ORDER BY 1", "3", "five products", "product count")...)
	w.expect("1", "2", "T id n", "D 4 288", "D 5 288", "C SELECT 2", "Z I")
	w.send(all(asks, "sql: product count")...)
	w.expect("1", "2", "T sql", "D SELECT count(*) AS n FROM public.products", "C SELECT 1", "Z I")
	w.send(all("SELECT $1 AS said, t.n FROM ask($1) t", "product count")...)
	w.expect("1", "2", "T said n", "D product count 288", "C SELECT 1", "Z I")
	w.unchanged("I")
	if got, text := r.last(); got.Outcome != audit.Answered || got.Question != "product count" || got.Form != "function" {
		t.Errorf("recorded %s", text)
	}
	// In a transaction, begun in the same batch even.
	w.send(append([]pgproto3.FrontendMessage{parse("", "BEGIN"), bind("", ""), execute("", 0)}, all(asks, "product count")...)...)
	w.expect("1", "2", "C BEGIN", "1", "2", "T n", "D 288", "C SELECT 1", "Z T")
	w.unchanged("T")
	w.query("COMMIT", "C COMMIT", "Z I")
	// A type that is text, and one that is not.
	w.send(&pgproto3.Parse{Query: asks, ParameterOIDs: []uint32{1043}}, bind("", "", "product count"), describe('P', ""), execute("", 0), msgSync)
	w.expect("1", "2", "T n", "D 288", "C SELECT 1", "Z I")
	w.send(&pgproto3.Parse{Query: asks, ParameterOIDs: []uint32{23}}, bind("", "", "product count"), execute("", 0), msgSync)
	w.expect("E QA007 a question must be text, and the client says that $1 is not", "Z I")
	w.unchanged("I")
}

// TestBoundQuestionPrepared: a named statement that is bound again and again, each time with another question.
func TestBoundQuestionPrepared(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	w := r.wire()
	w.send(parse("s", "SELECT * FROM ask($1)"), msgSync)
	w.expect("1", "Z I")
	for _, tt := range []struct{ question, columns, row string }{
		{"product count", "T n", "D 288"}, {"product count", "T n", "D 288"}, {"no rows", "T id", ""}, {"product count", "T n", "D 288"},
	} {
		w.send(bind("", "s", tt.question), describe('P', ""), execute("", 0), msgSync)
		want := []string{"2", tt.columns, tt.row, "C SELECT 1", "Z I"}
		if tt.row == "" {
			want = []string{"2", tt.columns, "C SELECT 0", "Z I"}
		}
		w.expect(want...)
	}
	// pgjdbc leaves Describe out from some time on. What it does not describe must have the columns that it knows.
	w.send(bind("", "s", "product count"), execute("", 0), msgSync)
	w.expect("2", "D 288", "C SELECT 1", "Z I")
	w.send(bind("", "s", "five products"), execute("", 0), msgSync)
	w.expect("2", "E QA007 the statement was described with the columns of another question", "Z I")
	if got, text := r.last(); got.Outcome != audit.Unanswered || got.Question != "five products" {
		t.Errorf("recorded %s", text)
	}
	w.send(bind("", "s", "five products"), describe('P', ""), execute("", 1), msgSync)
	w.expect("2", "T id", "D 1", "s", "Z I")
	w.send(bind("", "s", "every product"), execute("", 1), msgSync)
	w.expect("2", "D 1", "s", "Z I")
	w.send(bind("", "s", "dangerous"), describe('P', ""), execute("", 0), msgSync)
	w.expect("E QA003…", "Z I")
	w.send(bind("", "s", "product count"), describe('P', ""), execute("", 0), msgSync)
	w.expect("2", "T n", "D 288", "C SELECT 1", "Z I")
	w.send(closing('S', "s"), msgSync)
	w.expect("3", "Z I")
	w.send(bind("", "s", "product count"), msgSync)
	w.expect(`E 26000 prepared statement "s" does not exist`, "Z I")
	// The same name again, and DEALLOCATE by SQL.
	w.send(parse("s", "SELECT * FROM ask($1)"), parse("s", "SELECT * FROM ask($1)"), msgSync)
	w.expect("1", `E 42P05 prepared statement "s" already exists`, "Z I")
	w.query("DEALLOCATE s", "C DEALLOCATE", "Z I")
	w.send(parse("s", "SELECT 1 AS plain"), describe('S', "s"), bind("", "s"), execute("", 0), msgSync)
	w.expect("1", "t", "T plain", "2", "D 1", "C SELECT 1", "Z I")
	w.unchanged("I")
}

// TestBoundQuestionDescribedFirst: who describes the statement before a question is bound cannot know its columns.
func TestBoundQuestionDescribedFirst(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	for _, status := range []string{"Z I", "Z E"} {
		if status == "Z E" {
			w.query("BEGIN", "C BEGIN", "Z T")
		}
		w.send(parse("s"+status, "SELECT * FROM ask($1)"), describe('S', "s"+status), msgSync)
		w.expect("1", "E QA007 the question is a parameter, so the columns of its answer are not known before it is bound", status)
	}
	w.query("ROLLBACK", "C ROLLBACK", "Z I")
	// Once it is bound they are known, and what was told then holds.
	w.send(bind("", "sZ I", "five products"), msgSync, describe('S', "sZ I"), msgSync)
	w.expect("2", "Z I", "t 25", "T id", "Z I")
	w.send(bind("", "sZ I", "every product"), execute("", 1), msgSync)
	w.expect("2", "D 1", "s", "Z I")
	w.send(bind("", "sZ I", "product count"), execute("", 1), msgSync)
	w.expect("2", "E QA007…", "Z I")
	// Another statement under the name is never taken for the question.
	w.send(parse("sZ I", "SELECT 7"), msgSync, bind("", "sZ I"), execute("", 0), msgSync)
	w.expect("1", "Z I", "2", "D 7", "C SELECT 1", "Z I")
	w.unchanged("I")
}

// TestAskJSON: one column of json whatever is asked, so drivers that describe first can have the question as a
// parameter.
func TestAskJSON(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	w := r.wire()
	const asks = "SELECT * FROM ask_json($1)"
	w.send(parse("s", asks), describe('S', "s"), msgSync)
	w.expect("1", "t 25", "T ask_json", "Z I")
	for range 2 {
		w.send(bind("", "s", "product count"), execute("", 0), msgSync)
		w.expect("2", `D {"n":288}`, "C SELECT 1", "Z I")
		w.send(bind("", "s", "five products"), execute("", 2), msgSync)
		w.expect("2", `D {"id":1}`, `D {"id":2}`, "s", "Z I")
	}
	// asyncpg describes and waits before it binds, by Flush; parameters beside the question have types of their own.
	w.send(parse("a", "SELECT ask_json->>'id' AS id FROM ask_json($1) WHERE (ask_json->>'id')::int > $2 LIMIT $3"), describe('S', "a"), &pgproto3.Flush{})
	for _, want := range []string{"1", "t 25 23 20", "T id"} {
		if got := w.line(); got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	}
	w.send(bind("", "a", "five products", "2", "2"), execute("", 0), msgSync)
	w.expect("2", "D 3", "D 4", "C SELECT 2", "Z I")
	w.query("SELECT j.ask_json FROM ask_json('five products') j LIMIT 1", "T ask_json", `D {"id":1}`, "C SELECT 1", "Z I")
	w.query("SELECT * FROM ask_json($$five products$$) WHERE (ask_json->>'id')::int > 4", "T ask_json", `D {"id":5}`, "C SELECT 1", "Z I")
	w.query("SELECT * FROM ask_json('no rows')", "T ask_json", "C SELECT 0", "Z I")
	w.query("SELECT * FROM ask_json('dangerous')", "E QA003…", "Z I")
	w.send(parse("", "SELECT * FROM ask_sql($1)"), describe('S', ""), bind("", "", "product count"), execute("", 0), msgSync)
	w.expect("1", "t 25", "T sql", "2", "D SELECT count(*) AS n FROM public.products", "C SELECT 1", "Z I")
	w.send(parse("", "SELECT aspect FROM ask_explain($1) LIMIT 1"), describe('S', ""), bind("", "", "product count"), execute("", 0), msgSync)
	w.expect("1", "t 25", "T aspect", "2", "D question", "C SELECT 1", "Z I")
	w.unchanged("I")
	if n := len(r.journal.all()); n == 0 {
		t.Error("nothing was recorded")
	}
}

// TestAskJSONValues: the values keep their JSON types, and the names of columns their order.
func TestAskJSONValues(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(scripted{"typed": "SELECT p.id, p.price, p.name, p.introduced_on, NULL::text AS nothing FROM products p ORDER BY p.id LIMIT 1"})).wire()
	text := w.value("SELECT * FROM ask_json('typed')")
	var got map[string]any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if _, ok := got["price"].(float64); !ok || got["id"] != 1.0 || got["nothing"] != nil || !strings.HasPrefix(text, `{"id":1,"price":`) {
		t.Errorf("got %s", text)
	}
}

// TestBoundQuestionErrors: what cannot be bound is an error of this turn, and nothing is left of it.
func TestBoundQuestionErrors(t *testing.T) {
	t.Parallel()
	w := setup(t, withModel(knows)).wire()
	const asks = "SELECT * FROM ask($1)"
	null := &pgproto3.Bind{Parameters: [][]byte{nil}}
	long := strings.Repeat("x", 2<<20)
	for _, tt := range []struct {
		name string
		send []pgproto3.FrontendMessage
		want []string
	}{
		{"NULL", []pgproto3.FrontendMessage{parse("", asks), null, execute("", 0), msgSync}, []string{"1", "E QA007 the question, $1, is NULL"}},
		{"no value", []pgproto3.FrontendMessage{parse("", asks), bind("", ""), execute("", 0), msgSync},
			[]string{"1", "E 08P01 bind message supplies 0 parameters, but $1 is a question"}},
		{"a value too many", all(asks, "product count", "y"), []string{"1", `E 08P01 bind message supplies 2 parameters, but prepared statement "" requires 1`}},
		{"NUL", all(asks, "a\x00b"), []string{"1", "E 22021…"}},
		{"not UTF-8", all(asks, "a\xff"), []string{"1", "E 22021…"}},
		{"nobody knows", all(asks, "what nobody knows"), []string{"1", "E QA002…"}},
		{"empty", all(asks, ""), []string{"1", "E QA002…"}},
		{"long", all(asks, long), []string{"1", "E 54000…"}},
		{"syntax error beside", all("SELECT * FORM x WHERE 1 = (SELECT n FROM ask($1))", "product count"), []string{"1", `E 42601 syntax error at or near "FORM"`}},
		{"unknown column", all("SELECT t.nope FROM ask($1) t", "product count"), []string{"1", "E 42703 column t.nope does not exist"}},
		{"fails", all(asks, "fails at once"), []string{"1", "2", "T x", "E 22012 division by zero"}},
		{"in a PREPARE", all("PREPARE p AS SELECT * FROM ask($1)"), []string{"E QA007…"}},
		{"in a function", all("CREATE FUNCTION f(text) RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT n FROM ask($1); END"), []string{"E QA007…"}},
		{"described in the batch", []pgproto3.FrontendMessage{parse("", asks), describe('S', ""), bind("", "", "product count"), execute("", 0), msgSync},
			[]string{"1", "E QA007…"}},
	} {
		for _, status := range []string{"Z I", "Z E"} {
			if status == "Z E" {
				w.query("BEGIN", "C BEGIN", "Z T")
			}
			w.send(tt.send...)
			got := w.turn(1)
			want := append(append([]string{}, tt.want...), status)
			if g := strings.Join(shortened(got, want), "\n"); g != strings.Join(want, "\n") {
				t.Errorf("%s: got\n%s\nwant\n%s", tt.name, g, strings.Join(want, "\n"))
			}
			if status == "Z E" {
				w.send(all(asks, "product count")...)
				w.expect("E 25P02 current transaction is aborted, commands ignored until end of transaction block", "Z E")
				w.query("ROLLBACK", "C ROLLBACK", "Z I")
			}
			w.send(all(asks, "product count")...)
			w.expect("1", "2", "T n", "D 288", "C SELECT 1", "Z I")
			w.unchanged("I")
		}
	}
	w.send(append([]pgproto3.FrontendMessage{parse("", "SELECT 7"), bind("", ""), execute("", 0)}, all(asks, "product count")...)...)
	w.expect("1", "2", "D 7", "C SELECT 1", "E QA007 a question cannot stand behind…", "Z I")
	w.query("SELECT * FROM ask($1)", "E QA007 the question is the parameter $1, which has no value here", "Z I")
	w.query("PREPARE p AS SELECT * FROM ask($1)", "E QA007…", "Z I")
}

// TestBoundQuestionBeside: long parameters beside the question, and writes of the user's own.
func TestBoundQuestionBeside(t *testing.T) {
	t.Parallel()
	r := setupOn(t, sandboxtest.OwnShop(t), withModel(knows))
	w := r.wire()
	long := strings.Repeat("x", 300_000)
	for range 2 {
		w.send(all("SELECT length($1::text) FROM ask($2) t", long, "product count")...)
		w.expect("1", "2", "T length", "D 300000", "C SELECT 1", "Z I")
	}
	w.query("CREATE TEMP TABLE mine (v int)", "C CREATE TABLE", "Z I")
	w.send(all("INSERT INTO mine SELECT t.id FROM ask($1) t WHERE t.id > $2", "five products", "3")...)
	w.expect("1", "2", "n", "C INSERT 0 2", "Z I")
	w.send(all("WITH i AS (INSERT INTO mine SELECT t.id FROM ask($1) t RETURNING v) SELECT count(*) FROM i", "five products")...)
	w.expect("1", "2", "T count", "D 5", "C SELECT 1", "Z I")
	w.query("SELECT array_agg(v) FROM mine", "T array_agg", "D {4,5,1,2,3,4,5}", "C SELECT 1", "Z I")
	w.unchanged("I")
}

// TestBoundReply: the answer to a clarification as a parameter, beside a question that is one or is not.
func TestBoundReply(t *testing.T) {
	t.Parallel()
	w := setup(t).wire()
	const clarifies = "show returns"
	w.send(all("SELECT * FROM ask($1)", clarifies)...)
	w.expect("1", "E QA001…", "Z I")
	for _, sql := range []string{"SELECT count(*) > 0 AS some FROM ask($1, answer => $2)", "SELECT count(*) > 0 AS some FROM ask(answer => $2, question => $1)"} {
		w.send(all(sql, clarifies, "1")...)
		w.expect("1", "2", "T some", "D t", "C SELECT 1", "Z I")
	}
	w.send(all("SELECT count(*) > 0 AS some FROM ask('show returns', answer => $1)", "supplier_returns")...)
	w.expect("1", "2", "T some", "D t", "C SELECT 1", "Z I")
	w.query("SELECT count(*) > 0 AS some FROM ask('show returns', answer => '2')", "T some", "D t", "C SELECT 1", "Z I")
	w.query("SELECT count(*) > 0 AS some FROM ask_json('show returns', answer => '2')", "T some", "D t", "C SELECT 1", "Z I")
}

// TestBoundQuestionCancelled: a question is stopped while it is translated at Bind, by a cancel request and by a
// client that leaves.
func TestBoundQuestionCancelled(t *testing.T) {
	t.Parallel()
	began := make(chan struct{}, 1)
	r := setup(t, withModel(slow{began: began}))
	w := r.wire()
	w.send(parse("s", "SELECT * FROM ask($1)"), msgSync)
	w.expect("1", "Z I")
	w.send(bind("", "s", "anything"), describe('P', ""), execute("", 0), msgSync)
	awaits(t, began)
	cancelWire(t, r.addr, w.key)
	w.expect("E 57014 canceling statement due to user request", "Z I")
	w.unchanged("I")
	w.send(bind("", "s", "anything"), describe('P', ""), execute("", 0), msgSync)
	awaits(t, began)
	w.conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := r.server.Shutdown(ctx); err != nil {
		t.Errorf("the question goes on: %v", err)
	}
}

// TestBoundQuestionUnrecorded: what cannot be recorded is not run.
func TestBoundQuestionUnrecorded(t *testing.T) {
	t.Parallel()
	r := setup(t, withModel(knows))
	w := r.wire()
	r.journal.refuseWith(errors.New("no space left on device"))
	w.send(all("SELECT * FROM ask($1)", "product count")...)
	w.expect("1", "E QA006 the question was not run because it could not be recorded", "Z I")
	w.unchanged("I")
}

// TestBoundQuestionOwnFunction: a function ask of the database's own that comes after the question was prepared.
func TestBoundQuestionOwnFunction(t *testing.T) {
	t.Parallel()
	db := sandboxtest.OwnShop(t)
	w := setupOn(t, db, withModel(knows)).wire()
	w.send(parse("s", "SELECT * FROM ask($1)"), parse("l", "SELECT count(*) >= 0 AS ok FROM ask_pins()"), msgSync)
	w.expect("1", "1", "Z I")
	if err := sandboxtest.Server(t).Exec(t.Context(), db, "CREATE FUNCTION public.ask(text) RETURNS text LANGUAGE sql AS $$SELECT 'theirs: ' || $1$$"); err != nil {
		t.Fatal(err)
	}
	for _, messages := range [][]pgproto3.FrontendMessage{{bind("", "s", "product count"), execute("", 0), msgSync}, {bind("", "l"), execute("", 0), msgSync}} {
		w.send(messages...)
		w.expect("E QA007 the database has a function ask of its own by now", "Z I")
	}
	w.send(all("SELECT * FROM ask($1)", "you")...)
	w.expect("1", "2", "T ask", "D theirs: you", "C SELECT 1", "Z I")
}

// TestPreparedRelation: a prepared statement over what the proxy knows shows what is true when it is bound.
func TestPreparedRelation(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	w := setup(t, func(_ *proxy.Config, c *translate.Config) {
		c.Log = func(context.Context, audit.Query) ([]audit.Entry, bool, error) {
			return make([]audit.Entry, asked.Load()), false, nil
		}
	}).wire()
	w.send(parse("l", "SELECT count(*) FROM ask_log()"), describe('S', "l"), parse("since", "SELECT count(*) FROM ask_log($1)"), msgSync)
	w.expect("1", "t", "T count", "1", "Z I")
	for _, want := range []string{"D 0", "D 1", "D 2"} {
		w.send(bind("", "l"), execute("", 0), bind("", "l"), execute("", 0), msgSync, bind("", "since", "7 days"), execute("", 0), msgSync)
		w.expect("2", want, "C SELECT 1", "2", want, "C SELECT 1", "Z I", "2", want, "C SELECT 1", "Z I")
		asked.Add(1)
	}
	w.send(bind("", "since", "soon"), execute("", 0), msgSync)
	w.expect("E QA007 ask_log() does not understand \"soon\"", "Z I")
	w.unchanged("I")
}
