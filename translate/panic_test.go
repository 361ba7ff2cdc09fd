package translate

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/translate/model"
)

// panicky is a model that panics on one of the samples.
type panicky struct {
	scripted
	sample int
}

func (m *panicky) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	if r.Sample == m.sample {
		panic("a model's text")
	}
	return m.scripted.Complete(ctx, r)
}

// internal fails unless an error tells the user no more than the question's id, and the operator of the panic.
func internal(t *testing.T, id string, err error) {
	t.Helper()
	told, ok := err.(*Error)
	if !ok || told.Code != CodeInternal || told.Message != "internal error" || !strings.Contains(told.Hint, id) {
		t.Fatalf("got %v", err)
	}
	if p := panics.Of(err); p == nil || !strings.Contains(p.Stack, "translate") {
		t.Errorf("the operator is not told of the panic: %v", p)
	}
}

// A panic in any state costs the question its answer and nothing else: the connection and its transaction are as they
// were, and the same question can be asked again.
func TestPanicInEachState(t *testing.T) {
	t.Parallel()
	answers := func() []any { return []any{wrote(badCast), wrote(noOrders), wrote(countOrders)} }
	begun := "intent freshness extract recall link plan review confidence synthesize guard explain execute diagnose refine learn"
	for _, at := range strings.Fields(begun + " clarify") {
		for _, transaction := range []bool{false, true} {
			t.Run(at, func(t *testing.T) {
				t.Parallel()
				m := &scripted{answers: answers()}
				cfg, q := Config{Engine: EngineModel, Model: m, MaxAttempts: 5}, Question{ID: NewID(), Text: "q"}
				if at == "clarify" {
					cfg, q.Text = Config{Engine: EngineBuiltin}, "show returns"
				}
				d := setup(t, cfg)
				exec := func(sql string) string {
					t.Helper()
					res, err := d.pg.Exec(t.Context(), sql).ReadAll()
					if err != nil {
						t.Fatal(err)
					}
					return string(res[len(res)-1].Rows[0][0])
				}
				status := byte('I')
				if status = 'I'; transaction {
					status = 'T'
					exec("BEGIN; CREATE TEMP TABLE kept AS SELECT 42 AS n; SELECT 1")
				}
				d.agent.entered = func(s state) {
					if string(s) == at {
						panic("in " + at)
					}
				}
				_, trace, err := d.ask(t, q)
				internal(t, q.ID, err)
				if last := trace.States[len(trace.States)-1]; last.Name != at || last.Note != "error XX000" {
					t.Errorf("the trace ends with %+v", last)
				}
				if got := d.pg.TxStatus(); got != status {
					t.Errorf("transaction status %c", got)
				}
				if transaction && exec("SELECT n FROM kept") != "42" {
					t.Error("the transaction is not as it was")
				}
				if got := exec("SELECT count(*) FROM pg_prepared_statements"); got != "0" {
					t.Errorf("%s statements are left", got)
				}
				d.agent.entered, m.answers = nil, answers()
				if _, _, err := d.ask(t, q); err != nil {
					t.Errorf("asked again: %v", err)
				}
			})
		}
	}
}

// A panic of the session that translates wakes those that wait for it, and each of them tries by itself.
func TestPanicInFlight(t *testing.T) {
	t.Parallel()
	m := &gated{&scripted{answers: []any{countedAnswer, countedAnswer, countedAnswer}}, make(chan struct{}, 10), make(chan struct{})}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	var first atomic.Bool
	d.agent.entered = func(s state) {
		if s == stGuard && first.CompareAndSwap(false, true) {
			panic("the first")
		}
	}
	desks := []*desk{d, setup(t, Config{}), setup(t, Config{}), setup(t, Config{})}
	var all sync.WaitGroup
	var failed atomic.Int32
	for _, one := range desks {
		one.agent = d.agent
		all.Go(func() {
			if _, _, err := one.ask(t, Question{Text: "how many things"}); err != nil {
				failed.Add(1)
			}
		})
	}
	<-m.asked
	time.Sleep(100 * time.Millisecond) // the others have most likely begun to wait; if not, the test sees less
	close(m.answer)
	all.Wait()
	if failed.Load() != 1 {
		t.Errorf("%d failed", failed.Load())
	}
	if n := len(d.agent.translations.UnderWay()); n != 0 {
		t.Errorf("%d are still under way", n)
	}
}

// A panic in the goroutine of one of several drafts is the question's.
func TestPanicInCandidate(t *testing.T) {
	t.Parallel()
	m := &panicky{scripted{answers: []any{wrote(countOrders), wrote(countOrders)}}, 1}
	d := setup(t, Config{Engine: EngineModel, Model: m, Candidates: 3})
	q := Question{ID: NewID(), Text: "how many are there"}
	_, _, err := d.ask(t, q)
	internal(t, q.ID, err)
	m.sample, m.answers = -1, []any{wrote(countOrders), wrote(countOrders), wrote(countOrders)}
	if _, _, err := d.ask(t, q); err != nil {
		t.Error(err)
	}
}

// A panic in a notice about progress, which a timer sends, is the question's.
func TestPanicInProgress(t *testing.T) {
	t.Parallel()
	m := &gated{&scripted{answers: []any{countedAnswer}}, make(chan struct{}, 10), make(chan struct{})}
	d := setup(t, Config{Engine: EngineModel, Model: m, ProgressAfter: time.Millisecond})
	q := Question{ID: NewID(), Text: "how many things"}
	told := make(chan struct{})
	q.Notify = func(Notice) { close(told); panic("a notice") }
	go func() { <-told; close(m.answer) }()
	_, _, err := d.ask(t, q)
	internal(t, q.ID, err)
}
