package translate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	statestore "github.com/pgask/pgask/state"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/spend"
)

// TestTokensPerQuestion: a question that would take more than it may ends with QA005, and the call is not made.
func TestTokensPerQuestion(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote(countOrders)}}
	d := setup(t, Config{Engine: EngineModel, Model: m, TokensPerQuestion: 100})
	_, trace, err := d.ask(t, Question{Text: "how many orders"})
	if Code(err) != CodeBudget || !strings.Contains(err.Error(), "100") || len(m.prompts) != 0 || trace.Calls != 0 {
		t.Errorf("got %v after %d calls", err, len(m.prompts))
	}
}

// TestTokensPerRole: what a role takes on a day is counted over agents that share a store, and over restarts; beyond
// it a question is refused with the time when the count begins anew, and what is remembered is answered all the same.
func TestTokensPerRole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := func() *statestore.Store {
		store, err := statestore.Open(t.Context(), statestore.Config{Dir: dir, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		return store
	}
	desk := func(store *statestore.Store) (*desk, *scripted) {
		m := &scripted{answers: []any{wrote(countOrders), wrote(countOrders)}}
		// A prompt of the shop is some thousands of tokens as it is estimated, and the script says that it was 110.
		return setup(t, Config{Engine: EngineModel, Model: m, TokensPerRole: 20_000, Ledger: store.Counter("model_tokens", 24*time.Hour)}), m
	}
	store := open()
	first, _ := desk(store)
	if _, _, err := first.ask(t, Question{Text: "how many orders"}); err != nil {
		t.Fatal(err)
	}
	counter := store.Counter("model_tokens", 24*time.Hour)
	if total, err := counter.Total(t.Context(), "demo", time.Now()); err != nil || total != 110 {
		t.Errorf("counted %d, %v; want the 110 that the endpoint told", total, err)
	}
	if _, err := counter.Add(t.Context(), "demo", time.Now(), 19_000); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}

	store = open()
	defer store.Close()
	second, m := desk(store)
	_, _, err := second.ask(t, Question{Text: "how many orders"})
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeBudget || !strings.Contains(e.Message, `"demo" has taken 19110 of the 20000`) ||
		!strings.Contains(e.Hint, "begins anew at") || len(m.prompts) != 0 {
		t.Errorf("got %v after %d calls", err, len(m.prompts))
	}
	if total, err := store.Counter("model_tokens", 24*time.Hour).Total(t.Context(), "demo", time.Now()); err != nil || total != 19_110 {
		t.Errorf("counted %d, %v after a refusal", total, err)
	}
}

// TestTokensOverProxies: proxies that share a PostgreSQL for their state count together, also when they ask at the
// same time, so that a role takes no more of two than it may of one.
func TestTokensOverProxies(t *testing.T) {
	t.Parallel()
	url := sandboxtest.Server(t).URL(sandboxtest.Empty(t), "postgres")
	const each, may = 10_000, 3 // tokens of a question, as the scripts tell, and questions of a day
	type proxy struct {
		*desk
		asked *dear
	}
	var proxies []proxy
	for range 2 {
		store, err := statestore.Open(t.Context(), statestore.Config{URL: url, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = store.Close() })
		m := &dear{tokens: each}
		proxies = append(proxies, proxy{setup(t, Config{Engine: EngineModel, Model: m, TokensPerRole: may*each + each/2,
			Ledger: store.Counter("model_tokens", 24*time.Hour)}), m})
	}
	var answered, refused atomic.Int32
	var all sync.WaitGroup
	for i, p := range proxies {
		all.Go(func() {
			for n := range 4 {
				_, _, err := p.ask(t, Question{Text: fmt.Sprintf("question %d of proxy %d", n, i)})
				switch {
				case err == nil:
					answered.Add(1)
				case Code(err) == CodeBudget:
					refused.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	// A prompt is reserved by its estimate, which is less than what is told in the end, so one call more may slip in.
	if n := answered.Load(); n < may || n > may+1 || n+refused.Load() != 8 {
		t.Errorf("%d answered and %d refused, want %d answered", n, refused.Load(), may)
	}
	for i, p := range proxies {
		calls := p.asked.calls
		if _, _, err := p.ask(t, Question{Text: "one more"}); Code(err) != CodeBudget || p.asked.calls != calls {
			t.Errorf("proxy %d: %v after %d calls more", i, err, p.asked.calls-calls)
		}
	}
}

// dear is a model that tells of many tokens.
type dear struct {
	scripted
	tokens, calls int
}

func (m *dear) Complete(context.Context, model.Request) (model.Response, error) {
	m.calls++
	return model.Response{Text: wrote(countOrders), TokensIn: m.tokens - 10, TokensOut: 10, Requests: 1}, nil
}

// brokenLedger counts nothing.
type brokenLedger struct{ spend.MemoryLedger }

func (*brokenLedger) Add(context.Context, string, time.Time, int64) (int64, error) {
	return 0, errors.New("the store is away")
}

func TestTokensThatCannotBeCountedAreNotSpent(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote(countOrders)}}
	d := setup(t, Config{Engine: EngineModel, Model: m, TokensPerRole: 1 << 40, Ledger: &brokenLedger{}})
	if _, _, err := d.ask(t, Question{Text: "how many orders"}); Code(err) != CodeBudget || len(m.prompts) != 0 {
		t.Errorf("got %v after %d calls", err, len(m.prompts))
	}
}

func TestModelCost(t *testing.T) {
	t.Parallel()
	m := &scripted{answers: []any{wrote(countOrders)}}
	d := setup(t, Config{Engine: EngineModel, Model: m, Prices: map[string]spend.Price{"scripted": {In: 1, Out: 1}}})
	_, trace, err := d.ask(t, Question{Text: "how many orders"})
	if err != nil || trace.Calls != 1 || trace.TokensIn != 100 || trace.TokensOut != 10 || math.Abs(trace.ModelCost-110e-6) > 1e-12 {
		t.Errorf("%d calls, %d in, %d out, cost %v, %v", trace.Calls, trace.TokensIn, trace.TokensOut, trace.ModelCost, err)
	}
}

// slow is a model that answers when the user has been told that it is asked.
type slow struct {
	scripted
	told chan string
	seen []string
}

func (m *slow) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	select {
	case s := <-m.told:
		m.seen = append(m.seen, s)
	case <-ctx.Done():
		return model.Response{}, ctx.Err()
	}
	return m.scripted.Complete(ctx, r)
}

// TestProgress: who waits for a model is told so, once for each time that it is asked, and who does not wait is told
// nothing.
func TestProgress(t *testing.T) {
	t.Parallel()
	m := &slow{told: make(chan string, 10)}
	m.answers = []any{"nonsense", wrote(countOrders)}
	d := setup(t, Config{Engine: EngineModel, Model: m, ProgressAfter: time.Millisecond})
	if _, _, err := d.ask(t, Question{Text: "q", Notify: func(n Notice) { m.told <- n.Message }}); err != nil {
		t.Fatal(err)
	}
	want := []string{"asking the model scripted", "asking the model scripted again, attempt 2, after INVALID_PLAN"}
	if len(m.seen) != 2 || m.seen[0] != want[0] || m.seen[1] != want[1] || len(m.told) != 0 {
		t.Errorf("told %q, want %q", m.seen, want)
	}

	var told []string
	quick := setup(t, Config{Engine: EngineModel, Model: &scripted{answers: []any{wrote(countOrders)}}, ProgressAfter: time.Hour})
	if _, _, err := quick.ask(t, Question{Text: "q", Notify: func(n Notice) { told = append(told, n.Message) }}); err != nil || len(told) > 0 {
		t.Errorf("told %q, %v", told, err)
	}
}

// TestGivenUpIsPaidFor: who cancels while a model works has taken the prompt's tokens.
func TestGivenUpIsPaidFor(t *testing.T) {
	t.Parallel()
	ledger := &spend.MemoryLedger{}
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
