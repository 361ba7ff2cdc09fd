package translate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/model"
)

// Answers caches the answers of models. The key covers everything that an answer depends on: the model and the whole
// prompt, and so the schema, the question and the prompt's version. A question that is asked again after a crash, or
// at another proxy, continues without paying twice. When an entry is lost, the model is asked again.
type Answers interface {
	Answer(ctx context.Context, key string) (text string, ok bool)
	Keep(ctx context.Context, key, text string)
}

// answerKey returns the key of a model's answer to a request.
func answerKey(m Model, r model.Request) string {
	h := sha256.New()
	for _, part := range []string{m.Name(), r.System, r.User, string(r.Schema)} {
		sum := sha256.Sum256([]byte(part)) // each part by itself, so that different lists cannot give the same key
		h.Write(sum[:])
	}
	if r.Sample > 0 {
		fmt.Fprintf(h, "%d", r.Sample)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// consult asks a model, or takes its earlier answer to the same prompt, and calls read with the text. Answers for
// which read fails are not cached, so that the model is asked again. It may be called from several goroutines.
func (w *work) consult(ctx context.Context, m Model, p prompt, read func(text string) error) error {
	r := p.Request
	key := answerKey(m, r)
	w.prompted(r)
	kept := w.answers()
	text, ok := kept.Answer(ctx, key)
	ok = ok && read(text) == nil
	w.agent.cfg.Counters.ModelAnswers.Count(ok)
	if ok {
		w.spent(m, model.Response{}, true)
		w.exchanged(p, audit.Exchange{Model: m.Name(), Time: now(), Answer: text, Cached: true}, nil)
		return nil
	}
	reserved := r.Tokens()
	account := w.account()
	if err := account.Reserve(ctx, reserved); err != nil {
		return err
	}
	paid, err := account.ReserveCost(ctx, m.Name(), reserved)
	if err != nil {
		account.Settle(ctx, reserved, model.Response{})
		return err
	}
	began := now()
	resp, err := m.Complete(ctx, r)
	w.exchanged(p, audit.Exchange{Model: m.Name(), Time: began, Took: now().Sub(began), Answer: resp.Text,
		TokensIn: resp.TokensIn, TokensOut: resp.TokensOut}, err)
	account.Settle(ctx, reserved, resp)
	paid(resp)
	w.spent(m, resp, false)
	if err != nil {
		return err
	}
	if err := read(resp.Text); err != nil {
		return err
	}
	kept.Keep(ctx, key, resp.Text)
	return nil
}

// prompted records the prompt that a model is asked, or would be asked.
func (w *work) prompted(r model.Request) {
	hash := r.Hash()
	w.calls.Lock()
	defer w.calls.Unlock()
	w.trace.Prompt = hash
}

// spent adds a call to the counts of the trace.
func (w *work) spent(m Model, resp model.Response, cached bool) {
	w.calls.Lock()
	defer w.calls.Unlock()
	w.trace.Model = m.Name()
	if cached {
		w.trace.CachedCalls++
		return
	}
	w.trace.Calls += max(resp.Requests, 1)
	w.trace.TokensIn += resp.TokensIn
	w.trace.TokensOut += resp.TokensOut
	w.trace.TokensCached += resp.TokensCached
	w.trace.ModelCost += w.agent.cfg.Prices[m.Name()].Cost(resp)
}

// memoryAnswers keeps answers until the process ends, and evicts the oldest.
type memoryAnswers struct{ texts memo }

// Bounds on memoryAnswers.
const (
	maxAnswers     = 5000
	maxAnswerBytes = 32 << 20 // of all answers
	maxAnswerValue = 256 << 10
)

func newMemoryAnswers() *memoryAnswers {
	return &memoryAnswers{memo{entries: maxAnswers, bytes: maxAnswerBytes, maxValue: maxAnswerValue}}
}

// Answer implements Answers.
func (a *memoryAnswers) Answer(_ context.Context, key string) (string, bool) {
	text, ok := a.texts.get(key)
	return string(text), ok
}

// Keep implements Answers.
func (a *memoryAnswers) Keep(_ context.Context, key, text string) { a.texts.put(key, []byte(text)) }
