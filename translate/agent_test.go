package translate

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/model"
)

const (
	countOrders = `SELECT count(*) AS orders FROM orders o`
	noOrders    = `SELECT o.id FROM orders o WHERE o.id < 0`
	repeatedSum = `SELECT sum(o.total_amount) AS s FROM orders o JOIN order_items i ON i.order_id = o.id WHERE i.quantity > 1`
	badCast     = `SELECT count(*) AS n FROM customers c WHERE c.name::integer > 1`
)

const (
	begun    = "intent freshness extract recall link "
	drafted  = "plan review confidence synthesize guard explain "
	finished = "execute learn"
	asSQL    = "plan guard review confidence explain "                 // a model's draft
	mended   = "diagnose review confidence synthesize guard diagnose " // taken apart, to no avail
)

// TestStates holds the machine against the table in agent.go: which states a question passes through, and how it ends.
func TestStates(t *testing.T) {
	t.Parallel()
	clarify := `{"reading": "", "ambiguities": [{"kind": "table", "phrase": "returns", "question": "Which returns?", "options": [{"label": "customers' returns", "table": "order_returns"}, {"label": "to suppliers", "table": "supplier_returns"}]}], "decision": "clarify", "reason": "", "assumptions": [], "confidence": 0.4}`
	terminate := `{"reading": "", "ambiguities": [], "decision": "terminate", "reason": "There is no weather here.", "assumptions": [], "confidence": 0.9}`
	tests := []struct {
		name     string
		question string
		cfg      Config
		answers  []any // of the model; nil: there is none
		want     string
		code     string // SQLSTATE of the error; empty: an answer
		asks     string // part of the clarification; empty: none
		calls    int    // of the model
		engine   string
	}{
		{name: "built-in", question: "how many orders are there", want: begun + drafted + finished, engine: EngineBuiltin},
		{name: "built-in before the model", question: "how many orders are there", answers: []any{}, want: begun + drafted + finished, engine: EngineBuiltin},
		{name: "model", question: "how many orders are there", cfg: Config{Engine: EngineModel}, answers: []any{wrote(countOrders)},
			want: begun + asSQL + finished, calls: 1, engine: EngineModel},
		{name: "model after silence", question: "colourless green ideas sleep furiously", answers: []any{wrote(countOrders)},
			want: begun + asSQL + finished, calls: 1, engine: EngineModel},
		{name: "silence", question: "colourless green ideas sleep furiously", want: begun + "plan", code: CodeUnanswered},
		{name: "write", question: "delete all orders", want: "intent", code: CodeUnsafe},
		{name: "empty", question: "   ", want: "intent", code: CodeUnanswered},
		{name: "catalog", question: "which tables are there?", want: "intent freshness extract recall execute learn", engine: "catalog"},
		{name: "ambiguous table", question: "show returns", want: begun + "plan clarify", asks: "supplier_returns"},
		{name: "model asks back", question: "show returns", cfg: Config{Engine: EngineModel}, answers: []any{clarify},
			want: begun + "plan clarify", asks: "Which returns?", calls: 1, engine: EngineModel},
		{name: "model gives up", question: "what is the weather", cfg: Config{Engine: EngineModel}, answers: []any{terminate},
			want: begun + "plan", code: CodeUnanswered, calls: 1},
		{name: "server error, then right", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(badCast), wrote(countOrders)},
			want: begun + asSQL + "execute " + mended + asSQL + finished, calls: 2, engine: EngineModel},
		{name: "unlisted function, then right", question: "q", cfg: Config{Engine: EngineModel},
			answers: []any{wrote(`SELECT nosuch(o.id) AS s FROM orders o`), wrote(countOrders)},
			want:    begun + "plan guard " + mended + asSQL + finished, calls: 2, engine: EngineModel},
		{name: "what EXPLAIN refuses, then right", question: "q", cfg: Config{Engine: EngineModel},
			answers: []any{wrote(`SELECT o.id / 0 AS s FROM orders o WHERE 1 / 0 = 1`), wrote(countOrders)},
			want:    begun + asSQL + mended + asSQL + finished, calls: 2, engine: EngineModel},
		{name: "a sum that a join repeats, then right", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(repeatedSum), wrote(countOrders)},
			want: begun + "plan guard review confidence diagnose " + asSQL + finished, calls: 2, engine: EngineModel},
		{name: "a sum that a join repeats, insisted on", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(repeatedSum), wrote(repeatedSum)},
			want: begun + "plan guard review confidence diagnose " + asSQL + finished, calls: 2, engine: EngineModel},
		{name: "a sum that a join repeats, in the only attempt", question: "q", cfg: Config{Engine: EngineModel, MaxAttempts: 1}, answers: []any{wrote(repeatedSum)},
			want: begun + asSQL + finished, calls: 1, engine: EngineModel},
		{name: "nonsense, then right", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{"I cannot do that, Dave.", wrote(countOrders)},
			want: begun + "plan diagnose " + asSQL + finished, calls: 2, engine: EngineModel},
		{name: "nonsense to the end", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{"a", "b", "c"},
			want: begun + "plan diagnose plan diagnose plan diagnose plan clarify", asks: "Attempt 3", calls: 3, engine: EngineModel},
		{name: "refused", question: "q", cfg: Config{Engine: EngineModel, MaxAttempts: 1}, answers: []any{&model.Error{Kind: model.ErrRefused, Message: "no"}},
			want: begun + "plan diagnose plan clarify", asks: "Attempt 1", calls: 1, engine: EngineModel},
		{name: "unavailable", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{&model.Error{Kind: model.ErrUnavailable, Message: "down"}},
			want: begun + "plan", code: CodeModel, calls: 1},
		{name: "unsafe is final", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(`SELECT pg_sleep(1) AS s`), wrote(countOrders)},
			want: begun + "plan guard", code: CodeUnsafe, calls: 1},
		{name: "empty, refined, then right", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(noOrders), wrote(countOrders)},
			want: begun + asSQL + "execute refine " + asSQL + finished, calls: 2, engine: EngineModel},
		{name: "empty stays empty", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(noOrders), wrote(noOrders)},
			want: begun + asSQL + "execute refine " + asSQL + finished, calls: 2, engine: EngineModel},
		{name: "empty, refined into nonsense", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(noOrders), "nonsense"},
			want: begun + asSQL + "execute refine plan diagnose learn", calls: 2, engine: EngineModel},
		{name: "empty, refined into what does not exist", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(noOrders), wrote(badCast)},
			want: begun + asSQL + "execute refine " + asSQL + "execute " + mended + "learn", calls: 2, engine: EngineModel},
		{name: "empty, the model asks back", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(noOrders), clarify},
			want: begun + asSQL + "execute refine plan clarify", asks: "Which returns?", calls: 2, engine: EngineModel},
		{name: "empty, the model gives up", question: "q", cfg: Config{Engine: EngineModel}, answers: []any{wrote(noOrders), terminate},
			want: begun + asSQL + "execute refine plan learn", calls: 2, engine: EngineModel},
		{name: "empty, the model is away", question: "q", cfg: Config{Engine: EngineModel},
			answers: []any{wrote(noOrders), &model.Error{Kind: model.ErrUnavailable, Message: "down"}},
			want:    begun + asSQL + "execute refine plan learn", calls: 2, engine: EngineModel},
		{name: "empty, then unsafe", question: "q", cfg: Config{Engine: EngineModel},
			answers: []any{wrote(noOrders), wrote(`SELECT pg_sleep(1) AS s`)},
			want:    begun + asSQL + "execute refine plan guard", code: CodeUnsafe, calls: 2},
		{name: "too expensive", question: "how many orders are there", cfg: Config{MaxCost: 0.01},
			want: begun + "plan review confidence synthesize guard explain", code: CodeBudget},
		{name: "unsure", question: "q", cfg: Config{Engine: EngineModel, AnswerConfidence: 0.95}, answers: []any{wrote(countOrders)},
			want: begun + "plan guard review confidence clarify", asks: "I am not sure", calls: 1, engine: EngineModel},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{answers: tt.answers}
			if tt.answers != nil {
				tt.cfg.Model = m
			}
			d := setup(t, tt.cfg)
			answer, trace, err := d.ask(t, Question{Text: tt.question})
			if got := states(trace); got != tt.want {
				t.Errorf("states %s\nwant   %s", got, tt.want)
			}
			if tt.code != "" {
				if Code(err) != tt.code {
					t.Errorf("error %v, want %s", err, tt.code)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if c := answer.Clarification; (c != nil) != (tt.asks != "") || c != nil && !strings.Contains(string(c.Text()), tt.asks) {
				t.Errorf("clarification %+v, want %q", c, tt.asks)
			}
			if len(m.prompts) != tt.calls || trace.Calls != tt.calls {
				t.Errorf("%d model calls, %d in the trace, want %d", len(m.prompts), trace.Calls, tt.calls)
			}
			if strings.HasPrefix(tt.name, "empty, ") && strings.HasSuffix(tt.want, " learn") && !strings.HasSuffix(tt.want, finished) &&
				(!d.runner.delivered || answer.Statement.Notices == nil || !strings.Contains(trace.SQL, "id < 0") || trace.Verdict != "allow") {
				t.Errorf("the empty result was not delivered: %+v, %s", answer, trace.SQL)
			}
			if tt.engine != "" && trace.Engine != tt.engine {
				t.Errorf("engine %q, want %q", trace.Engine, tt.engine)
			}
			if d.pg.TxStatus() != 'I' {
				t.Errorf("transaction status %q afterwards", d.pg.TxStatus())
			}
		})
	}
}

func TestRetryPromptTellsWhatFailed(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote(badCast), wrote(countOrders)}}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	if _, _, err := d.ask(t, Question{Text: "q"}); err != nil {
		t.Fatal(err)
	}
	retry := m.prompts[1].User
	if !strings.Contains(retry, "TYPE_MISMATCH") {
		t.Errorf("the second prompt does not say what was wrong:\n%s", retry)
	}
	// The server's message quotes a stored name, which must not reach the model.
	if i := strings.Index(retry, "invalid input syntax"); i >= 0 && !strings.Contains(retry[i:i+60], "…") {
		t.Errorf("the second prompt quotes a stored value: %s", retry[i:])
	}
}

// TestRetryPromptHasEveryAttempt: the last prompt holds all drafts that failed before, each with its class and what
// to do. A function in FROM keeps them from being repaired.
func TestRetryPromptHasEveryAttempt(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{
		`{"decision": "proceed", "confidence": 0.9, "sql": "SELECT max(o.custmer_id) AS n FROM orders o, generate_series(1, 1) r"}`,
		`{"decision": "proceed", "confidence": 0.9, "sql": "SELECT o.status, count(*) AS n FROM orders o, generate_series(1, 1) r"}`,
		`{"decision": "proceed", "confidence": 0.9, "sql": "SELECT count(*) AS n FROM orders o"}`}}
	answer, trace, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: "q"})
	if err != nil || answer.Clarification != nil || len(trace.Attempts) != 2 {
		t.Fatalf("%v, %d attempts", err, len(trace.Attempts))
	}
	last := m.prompts[2].User
	for _, want := range []string{"Attempt 1 failed", "max(o.custmer_id)", "Failed: COLUMN_NOT_FOUND", "orders.customer_id",
		"Attempt 2 failed", "SELECT o.status, count(*)", "Failed: GROUPING"} {
		if !strings.Contains(last, want) {
			t.Errorf("%q is missing:\n%s", want, last[strings.Index(last, "Attempt"):])
		}
	}
	if trace.Calls != 3 || trace.TokensIn != 300 || trace.TokensOut != 30 {
		t.Errorf("the record has %d calls, %d tokens in and %d out", trace.Calls, trace.TokensIn, trace.TokensOut)
	}
}

// TestRetryPromptKeepsStoredValues: the review links a literal to the value as it is stored; a model that may not see
// values does not learn it from its own failed attempt.
func TestRetryPromptKeepsStoredValues(t *testing.T) {
	t.Parallel()
	fails := `SELECT count(*) AS n FROM customer_addresses a WHERE a.country = 'germany' AND a.country::integer > 1`
	m := &scripted{answers: []any{wrote(fails), wrote(countOrders)}}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	_, trace, err := d.ask(t, Question{Text: "q"})
	if err != nil {
		t.Fatal(err)
	}
	if len(trace.Attempts) != 1 || !strings.Contains(trace.Attempts[0].Draft, "'Germany'") {
		t.Errorf("the record does not show the statement as it was tried: %+v", trace.Attempts)
	}
	retry := m.prompts[1].User
	if !strings.Contains(retry, "germany") || strings.Contains(retry, "Germany") {
		t.Errorf("the second prompt shows a stored value, or not the model's own draft:\n%s", retry)
	}
}

func TestRemembered(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote(countOrders)}}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	first, _, err := d.ask(t, Question{Text: "how many orders?"})
	if err != nil {
		t.Fatal(err)
	}
	again, trace, err := d.ask(t, Question{Text: "  how many   orders "})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := states(trace), "intent freshness recall guard explain execute learn"; got != want {
		t.Errorf("states %s, want %s", got, want)
	}
	strip := func(s string) string { s, _, _ = strings.Cut(s, " /*"); return s }
	if d := cmp.Diff(strip(first.Statement.SQL), strip(again.Statement.SQL)); d != "" || trace.Calls != 0 {
		t.Errorf("%d calls, SQL differs: %s", trace.Calls, d)
	}
}

func TestClarificationAnswered(t *testing.T) {
	t.Parallel()
	for _, reply := range []string{"2", "supplier_returns", "use table supplier_returns", "select supplier_returns not order_returns",
		`{"type":"table_selection","selected_table":"supplier_returns","rejected_tables":["order_returns"]}`, "the supplier_returns please"} {
		t.Run(reply, func(t *testing.T) {
			t.Parallel()
			d := setup(t, Config{})
			answer, _, err := d.ask(t, Question{Text: "show returns"})
			if err != nil {
				t.Fatal(err)
			}
			q, err := answer.Clarification.Settle(reply)
			if err != nil {
				t.Fatal(err)
			}
			answer, trace, err := d.ask(t, q)
			if err != nil {
				t.Fatal(err)
			}
			if answer.Clarification != nil || len(trace.Relations) != 1 || trace.Relations[0] != "public.supplier_returns" {
				t.Errorf("reads %v, asks %+v", trace.Relations, answer.Clarification)
			}
		})
	}
}

func TestClarificationRefusesOtherReplies(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{})
	answer, _, err := d.ask(t, Question{Text: "show returns"})
	if err != nil || answer.Clarification == nil {
		t.Fatalf("not asked back: %v", err)
	}
	for _, reply := range []string{"0", "3", "99999999999999999999", "", "{}", `{"type":"choice","choice":7}`, `{"type":"choice"} trailing`, "-1", "# 9", `{"type":"table_selection"}`} {
		if _, err := answer.Clarification.Settle(reply); Code(err) != CodeUnanswered {
			t.Errorf("reply %q: %v", reply, err)
		}
	}
}

func TestInsideTransaction(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote(badCast), wrote(countOrders)}}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	ctx := context.Background()
	if _, err := d.pg.Exec(ctx, "BEGIN; CREATE TEMP TABLE mine (n int); SET LOCAL lock_timeout = '7s'").ReadAll(); err != nil {
		t.Fatal(err)
	}
	answer, _, err := d.ask(t, Question{Text: "q"})
	if err != nil {
		t.Fatal(err)
	}
	if answer.Statement.SearchPath != "" {
		t.Error("a search_path of our own inside the caller's transaction")
	}
	res, err := d.pg.Exec(ctx, "INSERT INTO mine VALUES (1); SHOW lock_timeout; SELECT count(*) FROM pg_prepared_statements").ReadAll()
	if err != nil {
		t.Fatal("the caller's transaction is not as it was: ", err)
	}
	if got := string(res[1].Rows[0][0]); got != "7s" {
		t.Errorf("lock_timeout %s", got)
	}
	if got := string(res[2].Rows[0][0]); got != "0" {
		t.Errorf("%s prepared statements left behind", got)
	}
}

// TestRowCap: an answer without a limit of its own is cut, whoever wrote the statement.
func TestRowCap(t *testing.T) {
	t.Parallel()
	written := func(sql string) string {
		return `{"reading": "As asked.", "ambiguities": [], "decision": "proceed", "reason": "", "confidence": 0.9, "sql": "` + sql + `"}`
	}
	tests := []struct {
		name, question string
		answer         string // of the model; empty: the built-in translator answers
		inline         bool
		want           int64
	}{
		{name: "built-in", question: "customers", want: 7},
		{name: "built-in with a limit", question: "top 5 customers by revenue", want: 0},
		{name: "SQL", question: "q", answer: written("SELECT id FROM orders"), want: 7},
		{name: "SQL with a limit", question: "q", answer: written("SELECT id FROM orders LIMIT 3"), want: 0},
		{name: "inline", question: "customers", inline: true, want: 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cfg := Config{MaxRows: 7}
			if tt.answer != "" {
				cfg.Engine, cfg.Model = EngineModel, &scripted{answers: []any{tt.answer}}
			}
			answer, _, err := setup(t, cfg).ask(t, Question{Text: tt.question, Inline: tt.inline})
			if err != nil {
				t.Fatal(err)
			}
			if answer.Statement.MaxRows != tt.want {
				t.Errorf("cut after %d, want %d: %s", answer.Statement.MaxRows, tt.want, answer.Statement.SQL)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := d.agent.Ask(ctx, d.pg, Question{ID: "x", Text: "how many orders are there"}, d.runner)
	if Code(err) != CodeCancelled {
		t.Errorf("%v", err)
	}
}

func TestVerbs(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{})
	show := func(verb Verb, want ...string) {
		t.Helper()
		if _, _, err := d.ask(t, Question{Text: "how many orders are there", Verb: verb}); err != nil {
			t.Fatal(err)
		}
		res, err := d.runner.conn.Query(context.Background(), borrow.SQL(d.runner.ran[len(d.runner.ran)-1].SQL))
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, row := range res[0].Rows {
			for _, v := range row {
				text.Write(append(v, ' '))
			}
		}
		for _, w := range want {
			if !strings.Contains(text.String(), w) {
				t.Errorf("%s does not show %q:\n%s", verb, w, text.String())
			}
		}
	}
	show(SQL, "SELECT count(*)", "FROM public.orders")
	show(Explain, "reading", "engine builtin", "tables public.orders", "plan {", "sql SELECT count(*)", "confidence", "prompt", "states intent → freshness")
}
