package translate

import (
	"context"
	"fmt"
	"strings"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/model"
)

// Embedder is a model that turns texts into vectors. *model.Embedder implements it.
type Embedder interface {
	Name() string // of the model: vectors of different models cannot be compared
	// Embed returns a vector for each text, in order, and the tokens used, also with an error.
	Embed(ctx context.Context, texts []string) (vectors [][]float32, tokens int, err error)
}

// embedder is the embedding model for one question. The tokens that it uses are counted for the question and its
// role.
type embedder struct {
	*work
	requests, tokens int
}

// embedShare is the inverse of the part of each bound that vectors may use. A new schema may have many tables, and
// the first question pays for their vectors. Beyond one half, the remaining vectors wait for the next question; words
// alone find the tables, and tokens remain for the plan.
const embedShare = 2

// Name returns the name of the embedding model.
func (e *embedder) Name() string { return e.agent.cfg.Embedder.Name() }

// Embed makes one request, or none beyond the share of a bound.
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

// note returns the record's note about embeddings, with the error if they failed.
func (e *embedder) note(failed error) string {
	text := fmt.Sprintf("%d requests, %d tokens", e.requests, e.tokens)
	if failed != nil {
		text += ", then it failed, so words alone decide: " + failed.Error()
	}
	return text
}
