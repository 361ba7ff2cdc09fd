package translate

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/model"
)

// player is a model that answers each kind of request by a function of its prompt.
type player struct {
	room    int
	play    func(r model.Request) (string, error)
	mu      sync.Mutex
	prompts []model.Request
}

func (m *player) Name() string { return "player" }
func (m *player) Room(model.Input) int {
	if m.room == 0 {
		return 1 << 20
	}
	return m.room
}

func (m *player) Complete(_ context.Context, r model.Request) (model.Response, error) {
	m.mu.Lock()
	m.prompts = append(m.prompts, r)
	m.mu.Unlock()
	text, err := m.play(r)
	return model.Response{Text: text, Requests: 1, TokensIn: r.Tokens(), TokensOut: model.Tokens(text)}, err
}

// drafting answers every request with a plan.
func drafting(plan string) func(r model.Request) (string, error) {
	return func(model.Request) (string, error) { return wrote(plan), nil }
}

// crowd makes a database of a shop among many tables, and returns its URL.
func crowd(t *testing.T) string {
	t.Helper()
	database := sandboxtest.OwnShop(t)
	var ddl strings.Builder
	for i := range 120 {
		fmt.Fprintf(&ddl, "CREATE TABLE depot_%d (id int, label text, opened date, area_m2 numeric); GRANT SELECT ON depot_%d TO demo;", i, i)
	}
	if err := sandboxtest.Server(t).Exec(t.Context(), database, ddl.String()); err != nil {
		t.Fatal(err)
	}
	return sandboxtest.Server(t).URL(database, "demo")
}

// TestPromptOfManyTables: in a large schema those that the question speaks of are in full, with what their keys lead
// to, and all others by name; a model gets what it asks for, a refusal is tried once with everything, and what stands
// is told as it is.
func TestPromptOfManyTables(t *testing.T) {
	t.Parallel()
	url := crowd(t)
	asks := func(names ...string) string {
		text, err := json.Marshal(map[string]any{"reading": "", "decision": "terminate", "reason": "not shown", "missing": names})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	refuses := `{"reading": "", "ambiguities": [], "decision": "terminate", "reason": "no data on moons"}`
	depots := `SELECT count(*) AS n FROM depot_7 d`
	tests := []struct {
		name, question string
		answers        []any
		states         string
		full           []string // in the last prompt
		named          bool     // depot_9 is in the last prompt by name only
		fails          string
	}{
		{"at once", "how many orders has each customer", []any{wrote(countOrders)}, begun + asSQL + finished, []string{"orders", "customers"}, true, ""},
		{"asked for", "how many orders", []any{asks("depot_7", "nonsense"), wrote(depots)}, begun + "plan link " + asSQL + finished, []string{"orders", "depot_7"}, true, ""},
		{"asked for in vain", "how many orders", []any{asks("nonsense"), wrote(countOrders)}, begun + "plan link " + asSQL + finished, []string{"orders", "depot_9"}, false, ""},
		{"refused", "how many orders", []any{refuses, wrote(countOrders)}, begun + "plan link " + asSQL + finished, []string{"orders", "depot_9"}, false, ""},
		{"refused twice", "how many orders", []any{refuses, refuses}, begun + "plan link plan", []string{"depot_9"}, false, "cannot be answered from this database: no data on moons"},
		{"a change", "how many orders", []any{`{"decision": "refuse", "reason": "it asks for passwords"}`}, begun + "plan", []string{"orders"}, true, "refused: it asks for passwords"},
		{"asks without end", "how many orders", []any{asks("depot_1"), asks("depot_2"), asks("depot_3"), asks("depot_4")}, begun + "plan link plan link plan link plan",
			[]string{"depot_1", "depot_9"}, false, "cannot be answered"},
		{"no word known", "colourless ideas furiously", []any{wrote(countOrders)}, begun + asSQL + finished, []string{"orders", "depot_9"}, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := &scripted{answers: tt.answers}
			d := setup(t, Config{Engine: EngineModel, Model: m})
			d.connect(t, url)
			_, trace, err := d.ask(t, Question{Text: tt.question})
			if got := states(trace); got != tt.states {
				t.Errorf("states %s\nwant   %s", got, tt.states)
			}
			if (err != nil) != (tt.fails != "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Fatal(err)
			}
			last := m.prompts[len(m.prompts)-1].User
			for _, table := range tt.full {
				if !strings.Contains(last, "## "+table+" (") {
					t.Errorf("%s is not in full:\n%s", table, last)
				}
			}
			if got := strings.Contains(last, "depot_9,") || strings.Contains(last, "depot_9("); got != tt.named {
				t.Errorf("by name is %v:\n%s", got, last)
			}
			if (trace.Retrieval != nil) != tt.named {
				t.Errorf("the record has %+v", trace.Retrieval)
			}
		})
	}
}

// TestSchemaThatFitsIsOneCall: the model is asked once, and has seen everything.
func TestSchemaThatFitsIsOneCall(t *testing.T) {
	t.Parallel()
	m := &player{play: drafting(countOrders)}
	_, trace, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: "q"})
	if err != nil || trace.Calls != 1 || trace.Retrieval != nil || strings.Contains(m.prompts[0].User, "by name only") {
		t.Errorf("%d calls: %+v, %v", trace.Calls, trace.Retrieval, err)
	}
}

// TestSmallWindowKeepsToItsTokens: no prompt of a model with a small window exceeds its budget.
func TestSmallWindowKeepsToItsTokens(t *testing.T) {
	t.Parallel()
	const room = 600
	m := &player{room: room, play: drafting(countOrders)}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	d.connect(t, crowd(t))
	if _, _, err := d.ask(t, Question{Text: "q about orders and customers"}); err != nil {
		t.Fatal(err)
	}
	bare := model.Prompt(model.Input{Question: "q about orders and customers"}).Tokens()
	for _, p := range m.prompts {
		if n := p.Tokens() - bare; n > room+60 {
			t.Errorf("%d tokens of schema", n)
		}
	}
}

// TestExplainTellsOfTheTables: ask explain: lists what was shown in full and why, and what by name.
func TestExplainTellsOfTheTables(t *testing.T) {
	t.Parallel()
	m := &player{play: drafting(countOrders)}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	d.connect(t, crowd(t))
	if _, _, err := d.ask(t, Question{Text: "how many orders has each customer", Verb: Explain}); err != nil {
		t.Fatal(err)
	}
	res, err := d.runner.conn.Query(context.Background(), borrow.SQL(d.runner.ran[0].SQL))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, row := range res[0].Rows {
		text.WriteString(string(row[0]) + " | " + string(row[1]) + "\n")
	}
	for _, want := range []string{"schema | links: ", "in full | orders: the question speaks of it", "by name | ", "depot_1", "link ("} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not told:\n%s", want, text.String())
		}
	}
}

// TestForgottenConditionCostsNoCall: what the review mends alone is not sent back to the model.
func TestForgottenConditionCostsNoCall(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote("SELECT c.name FROM orders o, customers c")}}
	answer, trace, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: "q"})
	if err != nil || trace.Calls != 1 || !strings.Contains(answer.Statement.SQL, "ON o.customer_id = c.id") {
		t.Errorf("%d calls, %v: %+v", trace.Calls, err, answer)
	}
}
