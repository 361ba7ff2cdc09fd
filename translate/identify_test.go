package translate

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/model"
)

// player is a model that answers each kind of request by a function of its prompt.
type player struct {
	tier    model.Tier
	room    int
	play    func(r model.Request) (string, error)
	mu      sync.Mutex
	prompts []model.Request
}

func (m *player) Name() string     { return "player" }
func (m *player) Tier() model.Tier { return m.tier }
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

func (m *player) kinds() []string {
	var all []string
	for _, p := range m.prompts {
		all = append(all, strings.TrimPrefix(p.Name, "pgask_"))
	}
	return all
}

var headings = regexp.MustCompile(`(?m)^## ("[^"]+"|\S+) \(`)

// judging answers the questions about tables by lists of those that are needed and those that a review removes, and any
// other request with a plan.
func judging(needed, removed []string, plan string) func(r model.Request) (string, error) {
	type verdict struct {
		Table      string   `json:"table"`
		Relevant   bool     `json:"relevant"`
		Confidence float64  `json:"confidence"`
		Columns    []string `json:"columns"`
		Reason     string   `json:"reason"`
	}
	return func(r model.Request) (string, error) {
		switch r.Name {
		case "pgask_judge":
			var all []verdict
			for _, m := range headings.FindAllStringSubmatch(r.User, -1) {
				all = append(all, verdict{m[1], slices.Contains(needed, m[1]), 0.9, []string{"id", "no_such_column"}, "as the list has it"})
			}
			text, err := json.Marshal(map[string]any{"tables": all})
			return string(text), err
		case "pgask_refine":
			var all []verdict
			for _, name := range removed {
				all = append(all, verdict{Table: name, Reason: "another one holds it"})
			}
			text, err := json.Marshal(map[string]any{"removed": all})
			return string(text), err
		case "pgask_outline":
			return `{"joins": ["orders.customer_id = customers.id"], "filters": [], "aggregations": ["count of orders"], "ordering": []}`, nil
		}
		return planned(plan), nil
	}
}

// TestTablesAreIdentified: over a schema that does not fit, the tables are judged in three phases before the plan is drafted,
// and the plan's prompt holds those chosen and the outline.
func TestTablesAreIdentified(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		question string
		cfg      Config
		want     string // states
	}{
		{"too large", "q about orders of customers", Config{Engine: EngineModel, SchemaTokens: 1500}, begun + drafted + finished},
		{"after the built-in's silence", "colourless green customers have orders furiously", Config{SchemaTokens: 1500},
			begun + "plan retrieve " + drafted + finished},
		{"mode all", "q about orders of customers", Config{Engine: EngineModel, RetrieveMode: "all"}, begun + drafted + finished},
		{"mode filter", "q about orders of customers", Config{Engine: EngineModel, RetrieveMode: "filter"}, begun + drafted + finished},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := &player{tier: model.Full, play: judging([]string{"orders", "customers", "order_returns"}, []string{"order_returns"}, countOrders)}
			tt.cfg.Model = m
			_, trace, err := setup(t, tt.cfg).ask(t, Question{Text: tt.question})
			if err != nil {
				t.Fatal(err)
			}
			if got := states(trace); got != tt.want {
				t.Errorf("states %s\nwant   %s", got, tt.want)
			}
			kinds := m.kinds()
			if n := len(kinds); n < 4 || !slices.Equal(kinds[n-3:], []string{"refine", "outline", "full"}) || kinds[0] != "judge" || trace.Calls != n {
				t.Errorf("calls %v, %d in the trace", kinds, trace.Calls)
			}
			last := m.prompts[len(m.prompts)-1].User
			if !strings.Contains(last, "## orders (") || strings.Contains(last, "## order_returns (") || !strings.Contains(last, "<<OUTLINE") ||
				!strings.Contains(last, "aggregations: count of orders") {
				t.Errorf("the plan's prompt:\n%s", last)
			}
			r := trace.Retrieval
			if r == nil || len(r.Chosen) != 2 || len(r.Removed) == 0 || len(r.Phases) != 3 || r.Outline == "" || r.Chosen[0].Confidence != 0.9 ||
				!slices.Equal(r.Chosen[0].Columns, []string{"id"}) {
				t.Errorf("the record has %+v", r)
			}
		})
	}
}

// TestSchemaThatFitsIsOneCall: nothing is judged, and the model is asked once.
func TestSchemaThatFitsIsOneCall(t *testing.T) {
	t.Parallel()
	m := &player{tier: model.Full, play: judging(nil, nil, countOrders)}
	_, trace, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: "q"})
	if err != nil || trace.Calls != 1 || !slices.Equal(m.kinds(), []string{"full"}) || trace.Retrieval != nil {
		t.Errorf("%d calls: %v, %+v, %v", trace.Calls, m.kinds(), trace.Retrieval, err)
	}
}

// TestBuiltinCostsNoJudgement: what the built-in translator answers needs no model, however large the schema is.
func TestBuiltinCostsNoJudgement(t *testing.T) {
	t.Parallel()
	m := &player{tier: model.Full, play: judging(nil, nil, countOrders)}
	_, trace, err := setup(t, Config{Model: m, SchemaTokens: 500}).ask(t, Question{Text: "how many orders are there"})
	if err != nil || trace.Calls != 0 || trace.Engine != EngineBuiltin {
		t.Errorf("%d calls, engine %s, %v", trace.Calls, trace.Engine, err)
	}
}

// TestIdentificationResumes: after a crash, the calls that were answered before are not paid again.
func TestIdentificationResumes(t *testing.T) {
	t.Parallel()
	shared := &memoryAnswers{}
	cfg := Config{Engine: EngineModel, RetrieveMode: "all", CallTokens: 1500, Answers: shared}
	down := errors.New("power cut")
	play := judging([]string{"orders", "customers"}, nil, countOrders)
	ctx, crash := context.WithCancel(context.Background())
	calls := 0
	var mu sync.Mutex
	first := &player{tier: model.Full, play: func(r model.Request) (string, error) {
		mu.Lock()
		defer mu.Unlock()
		if calls++; calls > 2 {
			crash()
			return "", down
		}
		return play(r)
	}}
	cfg.Model = first
	d := setup(t, cfg)
	if _, _, err := d.agent.Ask(ctx, d.pg, Question{ID: "x", Text: "q", Datasource: "shop"}, d.runner); err == nil {
		t.Fatal("the crash was not noticed")
	}
	second := &player{tier: model.Full, play: play}
	cfg.Model = second
	_, trace, err := setup(t, cfg).ask(t, Question{Text: "q"})
	if err != nil {
		t.Fatal(err)
	}
	if trace.CachedCalls != 2 || trace.Calls != len(second.prompts) {
		t.Errorf("%d calls, %d of them remembered, %d made", trace.Calls, trace.CachedCalls, len(second.prompts))
	}
	third := &player{tier: model.Full, play: play}
	cfg.Model = third
	if _, trace, err = setup(t, cfg).ask(t, Question{Text: "q"}); err != nil || trace.Calls != 0 || len(third.prompts) != 0 {
		t.Errorf("a third time: %d calls, %v", trace.Calls, err)
	}
}

// TestSmallWindowKeepsToItsTokens: no prompt of a minimal model exceeds its budget, whichever phase it belongs to.
func TestSmallWindowKeepsToItsTokens(t *testing.T) {
	t.Parallel()
	const limit = 2500
	small := `{"tables": [{"name": "orders", "alias": "o"}], "joins": [], "select": [{"expr": "count(*)", "as": "n"}], "filters": [], "group_by": [], "order_by": [], "limit": null}`
	m := &player{tier: model.Minimal, room: 600, play: judging([]string{"orders", "customers", "products", "order_items"}, nil, small)}
	_, trace, err := setup(t, Config{Engine: EngineModel, Model: m, CallTokens: limit}).ask(t, Question{Text: "q about orders and customers"})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range m.prompts {
		if n := p.Tokens(); n > limit {
			t.Errorf("%s: %d tokens", p.Name, n)
		}
	}
	if trace.Calls < 4 {
		t.Errorf("%d calls: %v", trace.Calls, m.kinds())
	}
}

// TestExplainTellsOfTheTables: ask explain: lists the judgements, what was left out and why, and the outline.
func TestExplainTellsOfTheTables(t *testing.T) {
	t.Parallel()
	m := &player{tier: model.Full, play: judging([]string{"orders", "customers"}, nil, countOrders)}
	d := setup(t, Config{Engine: EngineModel, Model: m, RetrieveMode: "all"})
	if _, _, err := d.ask(t, Question{Text: "q", Verb: Explain}); err != nil {
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
	for _, want := range []string{"identification | judge: ", "judged | orders (id): relevant, confidence 0.90: as the list has it",
		"left out | products: judged irrelevant (0.90)", "outline | joins: ", "retrieve ("} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not told:\n%s", want, text.String())
		}
	}
}

// TestAttemptsOverMoreTables: when every attempt over the chosen tables has failed, one more looks at more of them.
func TestAttemptsOverMoreTables(t *testing.T) {
	t.Parallel()
	judge := judging([]string{"orders"}, nil, countOrders)
	drafts := 0
	m := &player{tier: model.Full}
	m.play = func(r model.Request) (string, error) {
		if r.Name != "pgask_full" {
			return judge(r)
		}
		if drafts++; drafts <= 2 {
			return "no idea", nil
		}
		return judge(r)
	}
	answer, trace, err := setup(t, Config{Engine: EngineModel, Model: m, SchemaTokens: 1500, MaxAttempts: 2, TopK: 2}).ask(t, Question{Text: "q orders"})
	if err != nil || answer.Clarification != nil {
		t.Fatal(err, answer)
	}
	want := begun + "plan diagnose plan diagnose plan retrieve " + drafted + finished
	if got := states(trace); got != want {
		t.Errorf("states %s\nwant   %s", got, want)
	}
}

// TestForgottenConditionCostsNoCall: what the review mends alone is not sent back to the model.
func TestForgottenConditionCostsNoCall(t *testing.T) {
	t.Parallel()
	m := &scripted{tier: model.Full, answers: []any{planned(`{"select": [{"expr": "c.name"}], "from": {"table": "orders", "alias": "o"},
		"joins": [{"kind": "inner", "source": {"table": "customers", "alias": "c"}, "on": []}]}`)}}
	answer, trace, err := setup(t, Config{Engine: EngineModel, Model: m}).ask(t, Question{Text: "q"})
	if err != nil || trace.Calls != 1 || !strings.Contains(answer.Statement.SQL, "ON o.customer_id = c.id") {
		t.Errorf("%d calls, %v: %+v", trace.Calls, err, answer)
	}
}
