package model

import (
	"context"
	"errors"
	"fmt"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Embedder turns texts into vectors, using the endpoint's /embeddings. It is safe for concurrent use.
type Embedder struct {
	client *Client
}

// NewEmbedder checks the settings and returns an embedder. Name in the settings is the embedding model. It sends
// nothing.
func NewEmbedder(c Config) (*Embedder, error) {
	client, err := NewClient(c)
	if err != nil {
		return nil, err
	}
	return &Embedder{client}, nil
}

// Name returns the configured name of the model.
func (e *Embedder) Name() string { return e.client.conf.Name }

// Embed returns a vector for each text, in order, and the tokens used, as the endpoint counts them or as estimated.
// It retries like Client.Complete. Errors are ErrUnavailable, ErrNonsense, ErrTooLong, or ctx's own.
func (e *Embedder) Embed(ctx context.Context, texts []string) (vectors [][]float32, tokens int, err error) {
	err = e.client.guarded(ctx, func(ctx context.Context) error {
		vectors, tokens, err = e.persist(ctx, texts)
		return err
	})
	return vectors, tokens, err
}

// persist makes requests until one succeeds, one fails permanently, the retries are used up, or twice the timeout has
// passed.
func (e *Embedder) persist(ctx context.Context, texts []string) ([][]float32, int, error) {
	c := e.client
	ctx, cancel := context.WithTimeout(ctx, 2*c.conf.Timeout)
	defer cancel()
	spent := 0
	for failures := 0; ; {
		vectors, tokens, delay, err := e.once(ctx, texts)
		spent += tokens
		var own *Error
		if err == nil || errors.As(err, &own) {
			return vectors, spent, err
		}
		failure, passing := c.classify(err)
		failures++
		if !passing || failures > c.conf.Retries || c.pause(ctx, c.backoff(failures, delay)) != nil {
			return nil, spent, failure
		}
	}
}

// once makes one request. delay is how long the endpoint asks to wait before the next one.
func (e *Embedder) once(ctx context.Context, texts []string) (vectors [][]float32, tokens int, delay time.Duration, err error) {
	c := e.client
	ctx, cancel := context.WithTimeout(ctx, c.conf.Timeout)
	defer cancel()
	ctx, x := withExchange(ctx)
	got, err := c.api.CreateEmbeddings(ctx, openai.EmbeddingRequestStrings{
		Input: texts, Model: openai.EmbeddingModel(c.conf.Name), EncodingFormat: openai.EmbeddingEncodingFormatFloat})
	if tokens = got.Usage.PromptTokens; tokens <= 0 && (err == nil || x.worked(ctx)) {
		tokens = TokensOf(texts)
	}
	if err != nil {
		return nil, tokens, x.retryAfter, err
	}
	vectors = make([][]float32, len(texts))
	for _, one := range got.Data {
		if one.Index < 0 || one.Index >= len(texts) || vectors[one.Index] != nil || len(one.Embedding) == 0 {
			return nil, tokens, 0, nonsense(fmt.Sprintf("the endpoint returned a vector for text %d of %d, or an empty one", one.Index+1, len(texts)))
		}
		vectors[one.Index] = one.Embedding
	}
	if len(got.Data) != len(texts) {
		return nil, tokens, 0, nonsense(fmt.Sprintf("%d vectors for %d texts", len(got.Data), len(texts)))
	}
	return vectors, tokens, 0, nil
}

// TokensOf estimates the tokens of several texts.
func TokensOf(texts []string) int {
	n := 0
	for _, t := range texts {
		n += Tokens(t)
	}
	return n
}
