package translate

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/translate/model"
)

// flat embeds every text alike, and tells what it took.
type flat struct {
	each  int // tokens of a text
	texts int
}

func (f *flat) Name() string { return "flat" }

func (f *flat) Embed(_ context.Context, texts []string) ([][]float32, int, error) {
	f.texts += len(texts)
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = []float32{1, 1}
	}
	return vectors, f.each * len(texts), nil
}

// embedPhase is what the record has of the vectors of a question.
func embedPhase(t *testing.T, tr Trace) string {
	t.Helper()
	if tr.Retrieval == nil {
		t.Fatal("the record has no choice of tables")
	}
	i := slices.IndexFunc(tr.Retrieval.Phases, func(p string) bool { return strings.HasPrefix(p, "embed: ") })
	if i < 0 {
		t.Fatalf("no phase embed in %q", tr.Retrieval.Phases)
	}
	return tr.Retrieval.Phases[i]
}

// TestVectorsAreCounted: what the embedding model takes is in the record and in the role's day, the tables' vectors once.
func TestVectorsAreCounted(t *testing.T) {
	t.Parallel()
	ledger := &memoryLedger{}
	today := func() int64 {
		n, err := ledger.Add(t.Context(), "demo", now(), 0)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	m := &player{tier: model.Full, play: judging([]string{"orders"}, nil, countOrders)}
	f := &flat{each: 7}
	d := setup(t, Config{Engine: EngineModel, Model: m, SchemaTokens: 1500, Embedder: f, TokensPerRole: 1 << 30, Ledger: ledger,
		Prices: map[string]Price{"flat": {In: 1e6}}})
	_, trace, err := d.ask(t, Question{Text: "q about orders"})
	if err != nil {
		t.Fatal(err)
	}
	prompts := 0
	for _, p := range m.prompts {
		prompts += p.Tokens()
	}
	if f.texts < 10 || trace.TokensIn != prompts+7*f.texts || trace.ModelCost != float64(7*f.texts) || trace.Calls != len(m.prompts) {
		t.Errorf("%d texts: %d tokens in the record, of which %d are of prompts; cost %v; %d calls", f.texts, trace.TokensIn, prompts, trace.ModelCost, trace.Calls)
	}
	if got, want := today(), int64(trace.TokensIn+trace.TokensOut); got != want {
		t.Errorf("the role's day has %d tokens, the record %d", got, want)
	}
	if got := embedPhase(t, trace); !strings.HasPrefix(got, "embed: 2 requests, ") {
		t.Errorf("the record has %q", got)
	}
	tables := f.texts - 1
	if _, _, err := d.ask(t, Question{Text: "q about customers"}); err != nil || f.texts != tables+2 {
		t.Errorf("%d texts more for the second question, %v", f.texts-tables-1, err)
	}
}

// TestVectorsLeaveRoomForThePrompt: vectors take half of a bound at most, and then words find the tables.
func TestVectorsLeaveRoomForThePrompt(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]Config{
		"question": {TokensPerQuestion: 20_000},
		"role":     {TokensPerRole: 20_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &player{tier: model.Full, play: judging([]string{"orders"}, nil, countOrders)}
			f := &flat{each: 500} // the tables take more than half of 20,000: nothing is left for the question's own vector
			cfg.Engine, cfg.Model, cfg.SchemaTokens, cfg.Embedder = EngineModel, m, 1500, f
			_, trace, err := setup(t, cfg).ask(t, Question{Text: "q about orders"})
			if err != nil {
				t.Fatal(err)
			}
			if f.texts <= 20 {
				t.Fatalf("only %d texts", f.texts)
			}
			if got := embedPhase(t, trace); !strings.Contains(got, "so words alone decide") {
				t.Errorf("the record has %q", got)
			}
		})
	}
}

// TestGivenUpIsPaidFor: who cancels while a model works has taken the prompt's tokens.
func TestGivenUpIsPaidFor(t *testing.T) {
	t.Parallel()
	ledger := &memoryLedger{}
	ctx, cancel := context.WithCancel(t.Context())
	m := &leaver{cancel: cancel}
	d := setup(t, Config{Engine: EngineModel, Model: m, TokensPerRole: 1 << 30, Ledger: ledger})
	_, trace, err := d.agent.Ask(ctx, d.pg, Question{ID: NewID(), Text: "q", Datasource: "shop"}, d.runner)
	if Code(err) != CodeCancelled || trace.TokensIn != 4321 {
		t.Errorf("%v, %d tokens in the record", err, trace.TokensIn)
	}
	if total, err := ledger.Add(t.Context(), "demo", time.Now(), 0); err != nil || total != 4321 {
		t.Errorf("the role's day has %d tokens, %v", total, err)
	}
}

// leaver is a model whose user leaves while it works.
type leaver struct {
	scripted
	cancel context.CancelFunc
}

func (m *leaver) Complete(ctx context.Context, _ model.Request) (model.Response, error) {
	m.cancel()
	return model.Response{Requests: 1, TokensIn: 4321}, ctx.Err()
}
