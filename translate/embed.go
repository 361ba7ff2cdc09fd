package translate

import (
	"context"
	"fmt"
	"strings"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/model"
)

// Embedder is a model that turns texts into vectors. *model.Embedder is one.
type Embedder interface {
	Name() string // of the model: vectors of two models cannot be compared
	// Embed returns a vector for each text, in order, and the tokens that it took, in errors too.
	Embed(ctx context.Context, texts []string) (vectors [][]float32, tokens int, err error)
}

// embedder is the embedding model as one question has it: what it takes is counted for the question and its role.
type embedder struct {
	*work
	requests, tokens int
}

// embedShare is the part of each bound that vectors may take, as its inverse. The tables of a new schema may be many, and who
// asks first pays for them: past the half they wait for the next question, words find the tables, and the plan can be asked for.
const embedShare = 2

// Name is the model's.
func (e *embedder) Name() string { return e.agent.cfg.Embedder.Name() }

// Embed makes one request. Past the share of a bound it makes none.
func (e *embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	reserved := model.TokensOf(texts)
	if err := e.reserve(ctx, reserved, embedShare); err != nil {
		return nil, err
	}
	paid, err := e.reserveCost(ctx, e.Name(), reserved)
	if err != nil {
		e.settle(ctx, reserved, model.Response{})
		return nil, err
	}
	began := now()
	vectors, tokens, err := e.agent.cfg.Embedder.Embed(ctx, texts)
	sent := prompt{Request: model.Request{User: strings.Join(texts, "\n")}, at: "embed", values: e.sharesValues()}
	e.exchanged(sent, audit.Exchange{Model: e.Name(), Time: began, Took: now().Sub(began), TokensIn: tokens}, err)
	used := model.Response{TokensIn: tokens}
	e.settle(ctx, reserved, used)
	paid(used)
	e.requests++
	e.tokens += tokens
	e.usage.mu.Lock()
	defer e.usage.mu.Unlock()
	e.trace.TokensIn += tokens
	e.trace.ModelCost += e.agent.cfg.Prices[e.Name()].cost(used)
	return vectors, err
}

// note returns the record's note about embeddings, with the error when they failed.
func (e *embedder) note(failed error) string {
	text := fmt.Sprintf("%d requests, %d tokens", e.requests, e.tokens)
	if failed != nil {
		text += ", then it failed, so words alone decide: " + failed.Error()
	}
	return text
}
