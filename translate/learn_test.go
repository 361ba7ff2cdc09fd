package translate

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/lessons"
	store "github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// library is one that learns, in a store of its own.
func library(t *testing.T, cfg lessons.Config) *lessons.Library {
	t.Helper()
	s, err := store.Open(t.Context(), store.Config{Dir: t.TempDir(), Timeout: time.Minute,
		Tables: []store.Tables{{Owner: "lessons", Migrations: lessons.Migrations()}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	cfg.Store, cfg.Every = s, 20*time.Millisecond
	l, err := lessons.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	return l
}

// crm is a desk in front of a small database whose tables all have a prefix. exec runs SQL there as its owner.
func crm(t *testing.T, cfg Config) (d *desk, exec func(sql string)) {
	t.Helper()
	sandboxtest.Shop(t) // makes the roles
	server, database := sandboxtest.Server(t), sandboxtest.Empty(t)
	exec = func(sql string) {
		t.Helper()
		if err := server.Exec(t.Context(), database, sql); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE TABLE crm_customers (id integer PRIMARY KEY, name text NOT NULL, city text);
		CREATE TABLE crm_orders (id integer PRIMARY KEY, customer_id integer REFERENCES crm_customers, total numeric(10,2), placed date);
		CREATE TABLE crm_visits (id integer PRIMARY KEY, customer_id integer REFERENCES crm_customers);
		INSERT INTO crm_customers VALUES (1, 'Ann', 'Berlin'), (2, 'Bob', 'Paris');
		INSERT INTO crm_orders VALUES (1, 1, 10, '2024-01-02'), (2, 2, 20, '2025-02-03');
		INSERT INTO crm_visits VALUES (1, 1);
		GRANT SELECT ON ALL TABLES IN SCHEMA public TO demo`)
	agent, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	pg, err := pgconn.Connect(t.Context(), server.URL(database, "demo"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pg.Close(context.Background()) })
	return &desk{agent, pg, &runner{conn: borrow.New(pg)}}, exec
}

func brief(all []lessons.Lesson) string {
	var list []string
	for _, l := range all {
		list = append(list, fmt.Sprintf("%s %s=%s %s %.2f %s", l.Kind, l.Words, l.Means, l.Rule, l.Confidence, l.Status))
	}
	return strings.Join(list, "; ")
}

func count(table string) string {
	return wrote(`SELECT count(*) AS n FROM ` + table + ` t`)
}

// A table's name that failed, and the one that did not, teach a mapping with its rule; the rule is then tried on other
// names that the catalog lacks, and only where the result exists.
func TestErrorThenSuccessTeachesATable(t *testing.T) {
	t.Parallel()
	sql := func(table string) string {
		return `{"reading": "As asked.", "ambiguities": [], "decision": "proceed", "reason": "", "assumptions": [], "confidence": 0.9, "sql": "SELECT count(*) FROM ` + table + `"}`
	}
	m := &scripted{answers: []any{sql("orders"), sql("crm_orders"), sql("customers"), sql("visits"), sql("invoices"), sql("crm_visits")}}
	l := library(t, lessons.Config{})
	d, _ := crm(t, Config{Engine: EngineModel, Model: m, Lessons: l})
	ask := func(text string, calls int) {
		t.Helper()
		before := len(m.prompts)
		if _, tr, err := d.ask(t, Question{Text: text}); err != nil {
			t.Fatalf("%s: %v\n%s", text, err, states(tr))
		}
		if n := len(m.prompts) - before; n != calls {
			t.Errorf("%s: %d model calls, want %d", text, n, calls)
		}
	}
	ask("how many purchases", 2)
	if got, want := brief(l.For("shop", "demo")), "table orders=crm_orders prefix crm_ 0.80 proposed"; got != want {
		t.Fatalf("learned %q, want %q", got, want)
	}
	if got := brief(l.For("shop", "dba")); got != "" {
		t.Errorf("another role has %q", got)
	}
	ask("how many clients", 1)
	ask("how many calls", 1)
	ask("how many bills", 2) // crm_invoices does not exist
}

func TestErrorThenSuccessTeachesAColumn(t *testing.T) {
	t.Parallel()
	sum := func(column string) string {
		return wrote(`SELECT sum(o.` + column + `) AS s FROM crm_orders o`)
	}
	m := &scripted{answers: []any{sum("turnover"), sum("total"), sum("turnover")}}
	l := library(t, lessons.Config{})
	d, _ := crm(t, Config{Engine: EngineModel, Model: m, Lessons: l})
	for _, text := range []string{"what did we sell", "what did we earn"} {
		if _, tr, err := d.ask(t, Question{Text: text}); err != nil {
			t.Fatalf("%s: %v\n%s", text, err, states(tr))
		}
	}
	if got, want := brief(l.For("shop", "demo")), "column crm_orders.turnover=crm_orders.total  0.85 proposed"; got != want {
		t.Errorf("learned %q, want %q", got, want)
	}
	if len(m.prompts) != 3 {
		t.Errorf("%d model calls, want 3: the second question is mended by the lesson", len(m.prompts))
	}
}

// Where a strong model writes SQL, a known name is changed in its tree without asking again.
func TestMappingInSQL(t *testing.T) {
	t.Parallel()
	sql := `{"reading": "As asked.", "ambiguities": [], "decision": "proceed", "reason": "", "assumptions": [], "confidence": 0.9, "sql": "WITH big AS (SELECT customer_id FROM orders WHERE orders.total > 5) SELECT count(*) FROM big JOIN crm_customers c ON c.id = big.customer_id"}`
	m := &scripted{answers: []any{sql}}
	l := lessons.Fixed(lessons.Lesson{Kind: lessons.Table, Words: "customers", Means: "crm_customers", Rule: lessons.Rule{Prefix: "crm_"}})
	d, _ := crm(t, Config{Engine: EngineModel, Model: m, Lessons: l})
	answer, tr, err := d.ask(t, Question{Text: "how many orders"})
	if err != nil {
		t.Fatalf("%v\n%s", err, states(tr))
	}
	if sql := answer.Statement.SQL; !strings.Contains(sql, "public.crm_orders orders") || strings.Contains(sql, "crm_big") {
		t.Errorf("ran %s", sql)
	}
}

// What went wrong with a clause is told to the model when a question like it comes, without the values.
func TestMistakes(t *testing.T) {
	t.Parallel()
	cast := func(where string) string {
		return wrote(`SELECT count(*) AS n FROM crm_customers c WHERE ` + where + ``)
	}
	m := &scripted{answers: []any{cast("c.name::integer > 77"), cast("length(c.name) > 2"), cast("length(c.name) > 2")}}
	l := library(t, lessons.Config{})
	d, _ := crm(t, Config{Engine: EngineModel, Model: m, Lessons: l})
	for _, text := range []string{"how many customers have a long name", "how many customers have a long long name"} {
		if _, tr, err := d.ask(t, Question{Text: text}); err != nil {
			t.Fatalf("%s: %v\n%s", text, err, states(tr))
		}
	}
	got := brief(l.For("shop", "demo"))
	if !strings.HasPrefix(got, "error TYPE_MISMATCH with WHERE") || strings.Contains(got, "77") || !strings.Contains(got, "length(") {
		t.Errorf("learned %q", got)
	}
	if last := m.prompts[len(m.prompts)-1].User; !strings.Contains(last, "avoid: TYPE_MISMATCH") {
		t.Errorf("the prompt does not tell of it:\n%s", last)
	}
}

// An answer to a clarification is remembered for the role that gave it, and not asked for again.
func TestAnswerIsRemembered(t *testing.T) {
	t.Parallel()
	l := library(t, lessons.Config{})
	d := setup(t, Config{Lessons: l})
	first, _, err := d.ask(t, Question{Text: "show returns"})
	if err != nil || first.Clarification == nil {
		t.Fatalf("not asked back: %v", err)
	}
	settled, err := first.Clarification.Settle("supplier_returns")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.ask(t, settled); err != nil {
		t.Fatal(err)
	}
	if got, want := brief(l.For("shop", "demo")), "table returns=supplier_returns  0.95 proposed"; got != want {
		t.Fatalf("learned %q, want %q", got, want)
	}
	again, tr, err := d.ask(t, Question{Text: "how many returns are there"})
	if err != nil || again.Clarification != nil || !strings.Contains(again.Statement.SQL, "supplier_returns") {
		t.Errorf("another question with the word: %+v, %v\n%s", again, err, states(tr))
	}
	if explained, _, err := d.ask(t, Question{Text: "show returns", Verb: Explain}); err != nil || !strings.Contains(explained.Statement.SQL, "(table, proposed): returns is the table supplier_returns") {
		t.Errorf("explain does not name the lesson: %v", err)
	}
	other, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL(sandboxtest.Shop(t), "dba"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(context.Background())
	if a, _, err := d.agent.Ask(t.Context(), other, Question{ID: NewID(), Datasource: "shop", Text: "show returns"}, nil); err != nil || a.Clarification == nil {
		t.Errorf("another role is not asked: %v", err)
	}
	// Called wrong, it is asked again.
	if _, _, err := d.ask(t, Question{Verb: Bad, Text: "the others", About: again.Past()}); err != nil {
		t.Fatal(err)
	}
	if a, _, err := d.ask(t, Question{Text: "show returns"}); err != nil || a.Clarification == nil {
		t.Errorf("after ask bad: not asked back: %v", err)
	}
}

// A lesson never carries a stored value that models may not see, unless the user wrote it.
func TestNoStoredValueIsLearned(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		question string
		share    schema.Share
		masked   bool
		want     bool
	}{
		{"customers in the capital", schema.Share{}, false, false},
		{"customers in the capital", schema.Share{Level: schema.Values}, false, true},
		{"customers in the capital", schema.Share{Level: schema.Values}, true, false},
		{"customers in berlin, the capital", schema.Share{}, false, true},
	} {
		w := &reader{caller: caller{agent: &Agent{cfg: Config{Share: tt.share}}, question: Question{Text: tt.question, Datasource: "shop"}, snapshot: schema.New(schema.Snapshot{
			Tables: []*schema.Table{{Schema: "public", Name: "crm_customers", Visible: true, Columns: []*schema.Column{{Name: "city", Type: "text", Masked: tt.masked}}}}})}}
		w.question.Settled = append(w.question.Settled, plan.Constraint{Kind: plan.UseValue, Phrase: "capital", Schema: "public", Table: "crm_customers", Column: "city", Value: "Berlin"})
		if got := len(w.known().Corrections()) == 1; got != tt.want {
			t.Errorf("%q with %+v: learned is %v", tt.question, tt.share, got)
		}
	}
}

// A lesson that makes a draft fail is left out of the next, and loses confidence.
func TestFailingLessonIsDropped(t *testing.T) {
	t.Parallel()
	wrong := lessons.Lesson{Kind: lessons.Column, Words: "zork", Means: "sum(crm_customers.name)"}
	l := library(t, lessons.Config{})
	l.Learn(lessons.Lesson{Kind: wrong.Kind, Words: wrong.Words, Means: wrong.Means, Author: "demo", Confidence: 0.8, Source: lessons.FromError})
	m := &scripted{answers: []any{wrote(`SELECT sum(o.total) AS s FROM crm_orders o`)}}
	d, _ := crm(t, Config{Model: m, Lessons: l})
	answer, tr, err := d.ask(t, Question{Text: "what is the zork"})
	if err != nil {
		t.Fatalf("%v\n%s", err, states(tr))
	}
	if !strings.Contains(states(tr), "diagnose plan") || answer.Engine != EngineModel {
		t.Errorf("states %s, engine %s", states(tr), answer.Engine)
	}
	if strings.Contains(m.prompts[0].User, "zork: sum(") {
		t.Error("the lesson that failed is told to the model")
	}
	if got := l.For("shop", "demo"); len(got) == 0 || got[0].Confidence >= 0.8 {
		t.Errorf("the lesson keeps its confidence: %s", brief(got))
	}
}

// What names no existing column is passed over, and off is off.
func TestLessonsThatAreNotUsed(t *testing.T) {
	t.Parallel()
	l := lessons.Fixed(lessons.Lesson{Words: "zork", Means: "sum(crm_orders.gone)"}, lessons.Lesson{Words: "gleam", Means: "sum(crm_orders.total)"})
	d, _ := crm(t, Config{Lessons: l})
	if _, _, err := d.ask(t, Question{Text: "what is the zork"}); Code(err) != CodeUnanswered {
		t.Errorf("a lesson about a column that does not exist: %v", err)
	}
	if _, _, err := d.ask(t, Question{Text: "what is the gleam"}); err != nil {
		t.Errorf("a lesson about one that does: %v", err)
	}
	if err := d.pg.Exec(t.Context(), "SET ask.lessons = off").Close(); err != nil {
		t.Fatal(err)
	}
	if a, _, err := d.ask(t, Question{Text: "what is the gleam"}); err == nil {
		t.Errorf("with ask.lessons = off: %s", a.Statement.SQL)
	}
}

func TestPromptBudget(t *testing.T) {
	t.Parallel()
	var many []lessons.Lesson
	for i := range 60 {
		many = append(many, lessons.Lesson{Words: fmt.Sprintf("word%d", i), Means: strings.Repeat("meaning ", 20)})
	}
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, " word%d", i)
	}
	agent, err := New(Config{Lessons: lessons.Fixed(many...)})
	if err != nil {
		t.Fatal(err)
	}
	w := &reader{caller: caller{agent: agent, settings: Settings{Lessons: true}, snapshot: schema.New(schema.Snapshot{}),
		question: Question{Text: "show" + text.String()}}}
	w.recalled.lessons = w.known().Fitting()
	told := w.known().Told()
	n := 0
	for _, l := range told {
		n += len(l.String())
	}
	if len(told) < 5 || n > memory.MaxPrompt {
		t.Errorf("%d lessons in %d bytes are told", len(told), n)
	}
}

func TestFeedbackTeaches(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{count("crm_orders"), count("crm_visits")}}
	l := library(t, lessons.Config{})
	d, _ := crm(t, Config{Engine: EngineModel, Model: m, Lessons: l})
	a, _, err := d.ask(t, Question{Text: "how many orders did we get"})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := d.ask(t, Question{Verb: Good, About: a.Past()}); err != nil {
		t.Fatal(err)
	}
	if got := brief(l.For("shop", "demo")); !strings.HasPrefix(got, "query how many orders did we get=SELECT count(*)") {
		t.Errorf("learned %q", got)
	}
	if _, _, err := d.ask(t, Question{Verb: Bad, Text: "not those of yesterday", About: a.Past()}); err != nil {
		t.Fatal(err)
	}
	if got := brief(l.For("shop", "demo")); !strings.Contains(got, "it was called wrong: not those of yesterday") || strings.Contains(got, "query how many") {
		t.Errorf("learned %q", got) // what was called right before is taken back
	}
	// What was called wrong is not answered from memory.
	if _, _, err := d.ask(t, Question{Text: "how many orders did we get"}); err != nil || len(m.prompts) != 2 {
		t.Errorf("%d model calls, %v", len(m.prompts), err)
	}
}
