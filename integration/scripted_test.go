package integration

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/translate"
	"github.com/pgask/pgask/translate/model"
)

// scripted is a model that knows questions and their SQL by heart: the value belongs to the question that contains the
// key. A key that begins with "?" is answered with a question back.
type scripted map[string]string

func (scripted) Name() string         { return "scripted" }
func (scripted) Room(model.Input) int { return 1 << 20 }

func (m scripted) Complete(_ context.Context, r model.Request) (model.Response, error) {
	// The question stands last in a prompt, behind a schema that has words of its own.
	question := r.User[max(strings.LastIndex(r.User, "The question:\n"), 0):]
	question = strings.Join(strings.Fields(question), " ") // it may go over several lines
	for words, sql := range m {
		if strings.Contains(question, words) {
			text, err := json.Marshal(map[string]any{"decision": "proceed", "reading": "Read as " + words + ".", "sql": sql, "confidence": 1})
			return model.Response{Text: string(text), Requests: 1}, err
		}
	}
	return model.Response{Text: `{"decision": "terminate", "reason": "not in the script"}`, Requests: 1}, nil
}

// slow is a model that waits until its caller gives up, and tells when it began to.
type slow struct {
	scripted
	began chan struct{}
}

func (m slow) Complete(ctx context.Context, _ model.Request) (model.Response, error) {
	select {
	case m.began <- struct{}{}:
	case <-ctx.Done():
	}
	<-ctx.Done()
	return model.Response{Requests: 1}, ctx.Err()
}

// withModel makes every question go to a model.
func withModel(m translate.Model) func(*proxy.Config, *translate.Config) {
	return func(_ *proxy.Config, c *translate.Config) {
		c.Engine, c.Model = translate.EngineModel, m
		c.MaxAttempts = 1
	}
}

// awaits waits for a signal of what is under test.
func awaits(tb testing.TB, signal <-chan struct{}) {
	tb.Helper()
	select {
	case <-signal:
	case <-time.After(patience):
		tb.Fatal("what the test waits for did not happen")
	}
}
