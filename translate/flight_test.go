package translate

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/model"
)

// gated is a model that tells that it was asked, and waits until it may answer.
type gated struct {
	*scripted
	asked, answer chan struct{}
}

func (m *gated) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	m.asked <- struct{}{}
	select {
	case <-m.answer:
		return m.scripted.Complete(ctx, r)
	case <-ctx.Done():
		return model.Response{}, ctx.Err()
	}
}

const countedAnswer = `{"decision": "proceed", "reading": "All.", "sql": "SELECT count(*) AS n FROM products p", "confidence": 1}`

// onlyKey is that of the only flight under way.
func onlyKey(t *testing.T, m *memory.Translations) string {
	t.Helper()
	keys := m.UnderWay()
	if len(keys) != 1 {
		t.Fatalf("%d are under way", len(keys))
	}
	return keys[0]
}

// TestFlight: those who ask the same while it is translated get what the first one gets, and no model is asked again.
func TestFlight(t *testing.T) {
	t.Parallel()
	m := &gated{&scripted{answers: []any{countedAnswer}}, make(chan struct{}, 10), make(chan struct{})}
	d := setup(t, Config{Engine: EngineModel, Model: m})
	desks := []*desk{d, setup(t, Config{}), setup(t, Config{}), setup(t, Config{})}
	var all sync.WaitGroup
	statements := make([]string, len(desks))
	for i, one := range desks {
		one.agent = d.agent
		all.Go(func() {
			a, _, err := one.ask(t, Question{Text: "how many things"})
			if err != nil {
				t.Error(err)
				return
			}
			statements[i] = a.proven
		})
	}
	<-m.asked
	close(m.answer)
	all.Wait()
	if n := len(m.prompts); n != 1 {
		t.Errorf("the model was asked %d times", n)
	}
	for _, s := range statements {
		if s != statements[0] || s == "" {
			t.Errorf("got %q and %q", s, statements[0])
		}
	}
	if n := len(d.agent.translations.UnderWay()); n != 0 {
		t.Errorf("%d are still under way", n)
	}
}

// TestFlightCut: when the first one is cancelled another takes its place; and who waits can be cancelled, too.
func TestFlightCut(t *testing.T) {
	t.Parallel()
	m := &gated{&scripted{answers: []any{countedAnswer}}, make(chan struct{}, 10), make(chan struct{})}
	first := setup(t, Config{Engine: EngineModel, Model: m})
	second := setup(t, Config{})
	second.agent = first.agent
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	ask := func(ctx context.Context, d *desk) {
		_, _, err := d.agent.Ask(ctx, d.pg, Question{ID: NewID(), Datasource: "shop", Text: "how many things"}, d.runner)
		ended <- err
	}
	go ask(ctx, first)
	<-m.asked
	// Who waits for a flight is stopped like anybody else.
	w := &reader{caller: caller{agent: first.agent, question: Question{Text: "how many things"}, conn: second.runner.conn}}
	w.recalled.key = onlyKey(t, first.agent.translations)
	over, stop := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	stop(gone)
	if err := w.wait(over); !errors.Is(err, gone) || w.recalled.leads {
		t.Errorf("%v", err)
	}
	go ask(t.Context(), second)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the first: %v", err)
	}
	<-m.asked
	m.answer <- struct{}{}
	if err := <-ended; err != nil {
		t.Errorf("the second: %v", err)
	}
}

// TestFlightFailed: what comes to nothing for one is tried by each of those who waited, and none waits again.
func TestFlightFailed(t *testing.T) {
	t.Parallel()
	m := memory.NewTranslations(nil)
	if _, first := m.Join("key"); !first {
		t.Fatal("not the first")
	}
	w := &reader{caller: caller{agent: &Agent{translations: m, cfg: Config{}.withDefaults()}, conn: setup(t, Config{}).runner.conn}}
	w.recalled.key = "key"
	waited := make(chan error)
	go func() { waited <- w.wait(t.Context()) }()
	m.End("key", nil, false)
	if err := <-waited; err != nil || w.recalled.translation != nil {
		t.Errorf("%v, %+v", err, w)
	}
	w.endFlight(nil, false)
	if n := len(m.UnderWay()); n != 0 {
		t.Errorf("%d are still under way", n)
	}
}

// TestFlightInTransaction: who is in a transaction waits like anybody else, unless it holds a lock that keeps others
// from reading.
func TestFlightInTransaction(t *testing.T) {
	t.Parallel()
	m := memory.NewTranslations(nil)
	m.Join("key")
	d := setup(t, Config{})
	exec := func(sql string) {
		t.Helper()
		if err := d.pg.Exec(t.Context(), sql).Close(); err != nil {
			t.Fatal(err)
		}
	}
	waits := func() *reader {
		w := &reader{caller: caller{agent: &Agent{translations: m, cfg: Config{}.withDefaults()}, conn: borrow.New(d.pg)}}
		w.recalled.key = "key"
		return w
	}
	for sql, locks := range map[string]bool{"SELECT 1": false, "INSERT INTO kept VALUES (1)": false, "ALTER TABLE kept ADD w int": true,
		"LOCK TABLE kept IN ACCESS EXCLUSIVE MODE": true} {
		exec("CREATE TEMP TABLE IF NOT EXISTS kept (v int)")
		exec("BEGIN")
		exec(sql)
		w := waits()
		if got, err := w.reads().MayLock(t.Context()); err != nil || got != locks {
			t.Errorf("%s: may lock: %t, %v", sql, got, err)
		}
		if locks {
			if err := w.wait(t.Context()); err != nil || w.recalled.leads {
				t.Errorf("%s: %v, %t", sql, err, w.recalled.leads)
			}
		}
		exec("ROLLBACK")
	}
	exec("BEGIN")
	w, waited := waits(), make(chan error)
	go func() { waited <- w.wait(t.Context()) }()
	made := &memory.Translation{}
	m.End("key", made, false)
	if err := <-waited; err != nil || w.recalled.translation != made && !w.recalled.leads {
		t.Errorf("%v, %+v", err, w.recalled)
	}
	w.endFlight(nil, false)
}
