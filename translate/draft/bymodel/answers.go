package bymodel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/model"
)

// Model is a language model. *model.Client implements it; tests use a scripted one.
type Model interface {
	Name() string
	// Room returns the number of tokens of schema that fit into the prompt of in.
	Room(in model.Input) int
	Complete(ctx context.Context, r model.Request) (model.Response, error)
}

// Answers caches the answers of models. The key covers everything that an answer depends on: the model and the whole
// prompt, and so the schema, the question and the prompt's version. A question that is asked again after a crash, or
// at another proxy, continues without paying twice. When an entry is lost, the model is asked again.
type Answers interface {
	Answer(ctx context.Context, key string) (text string, ok bool)
	Keep(ctx context.Context, key, text string)
}

// Usage is what the calls of models for one question came to.
type Usage struct {
	Model string
	Calls int // of the model
	// CachedCalls is the number of calls answered from an earlier answer to the same prompt.
	CachedCalls int
	TokensIn    int
	TokensOut   int
	// TokensCached is the part of TokensIn that the endpoint had cached, as it reports.
	TokensCached int
	ModelCost    float64 // of these calls, by their prices
	Prompt       string  // hash of the last prompt
	// Exchanges are the calls themselves, if they are kept.
	Exchanges []*audit.Exchange
}

// Join adds what earlier work on the same question used before this.
func (u *Usage) Join(before Usage) {
	u.Exchanges = append(before.Exchanges[:len(before.Exchanges):len(before.Exchanges)], u.Exchanges...)
	u.Calls, u.CachedCalls = u.Calls+before.Calls, u.CachedCalls+before.CachedCalls
	u.TokensIn, u.TokensOut, u.TokensCached = u.TokensIn+before.TokensIn, u.TokensOut+before.TokensOut, u.TokensCached+before.TokensCached
	u.ModelCost += before.ModelCost
	if u.Model == "" {
		u.Model, u.Prompt = before.Model, before.Prompt
	}
}

// Calls counts calls of models, which may run at once.
type Calls struct {
	mu sync.Mutex
	To *Usage // what they come to; set before the first
}

// note changes the usage.
func (c *Calls) note(change func(*Usage)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(c.To)
}

// prompt is a request to a model, with what the audit log needs to keep it.
type prompt struct {
	model.Request
	at     string        // its purpose; see audit.Exchange
	plain  func() string // User without texts of users and values; nil: not kept
	values bool          // User may contain stored values
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

// consult asks the model, or takes its earlier answer to the same prompt, and calls read with the text. Answers for
// which read fails are not cached, so that the model is asked again. It may be called from several goroutines.
func (d Drafter) consult(ctx context.Context, p prompt, read func(text string) error) error {
	m, r := d.Model, p.Request
	key := answerKey(m, r)
	hash := r.Hash()
	d.Calls.note(func(u *Usage) { u.Prompt = hash })
	text, ok := d.Answers.Answer(ctx, key)
	ok = ok && read(text) == nil
	d.Cached(ok)
	if ok {
		d.Calls.note(func(u *Usage) { u.Model = m.Name(); u.CachedCalls++ })
		d.exchanged(p, audit.Exchange{Model: m.Name(), Time: time.Now(), Answer: text, Cached: true}, nil)
		return nil
	}
	account := d.Account
	if refused := account.Refused; refused != nil {
		account.Refused = func(rule, policy string) { d.Calls.note(func(*Usage) { refused(rule, policy) }) }
	}
	reserved := r.Tokens()
	if err := account.Reserve(ctx, reserved); err != nil {
		return err
	}
	paid, err := account.ReserveCost(ctx, m.Name(), reserved)
	if err != nil {
		account.Settle(ctx, reserved, model.Response{})
		return err
	}
	began := time.Now()
	resp, err := m.Complete(ctx, r)
	d.exchanged(p, audit.Exchange{Model: m.Name(), Time: began, Took: time.Since(began), Answer: resp.Text,
		TokensIn: resp.TokensIn, TokensOut: resp.TokensOut}, err)
	account.Settle(ctx, reserved, resp)
	paid(resp)
	d.Calls.note(func(u *Usage) {
		u.Model = m.Name()
		u.Calls += max(resp.Requests, 1)
		u.TokensIn += resp.TokensIn
		u.TokensOut += resp.TokensOut
		u.TokensCached += resp.TokensCached
		u.ModelCost += account.Prices[m.Name()].Cost(resp)
	})
	if err != nil {
		return err
	}
	if err := read(resp.Text); err != nil {
		return err
	}
	d.Answers.Keep(ctx, key, resp.Text)
	return nil
}

// exchanged records a call for the audit log if it keeps them, at most as much as the log keeps. It may be called
// from several goroutines.
func (d Drafter) exchanged(p prompt, x audit.Exchange, failed error) {
	if !d.KeepPrompts {
		return
	}
	x.At, x.Time, x.Sample, x.System, x.User, x.Schema = p.at, x.Time.UTC(), p.Sample, p.System, p.User, string(p.Schema)
	x.Plain, x.Values = p.plain, p.values
	if failed != nil {
		x.Error = failed.Error()
	}
	d.Calls.note(func(u *Usage) {
		if len(u.Exchanges) >= audit.MaxPromptCalls {
			x = audit.Exchange{At: x.At} // only counted
		}
		u.Exchanges = append(u.Exchanges, &x)
	})
}

// InMemory keeps answers until the process ends, and evicts the oldest.
type InMemory struct{ texts memory.Memo }

// Bounds on InMemory.
const (
	maxAnswers     = 5000
	maxAnswerBytes = 32 << 20 // of all answers
	maxAnswerValue = 256 << 10
)

// NewInMemory returns an empty one.
func NewInMemory() *InMemory {
	return &InMemory{memory.Memo{Entries: maxAnswers, Bytes: maxAnswerBytes, MaxValue: maxAnswerValue}}
}

// Answer implements Answers.
func (a *InMemory) Answer(_ context.Context, key string) (string, bool) {
	text, ok := a.texts.Get(key)
	return string(text), ok
}

// Keep implements Answers.
func (a *InMemory) Keep(_ context.Context, key, text string) { a.texts.Put(key, []byte(text)) }
