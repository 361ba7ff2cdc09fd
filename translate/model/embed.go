package model

import (
	"context"
	"errors"
	"fmt"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Embedder turns texts into vectors at the endpoint's /embeddings. It is safe for concurrent use.
type Embedder struct {
	client *Client
}

// NewEmbedder checks the settings, of which Name is the embedding model's, and makes an embedder. It sends nothing.
func NewEmbedder(c Config) (*Embedder, error) {
	client, err := NewClient(c)
	if err != nil {
		return nil, err
	}
	return &Embedder{client}, nil
}

// Name is the configured name of the model.
func (e *Embedder) Name() string { return e.client.conf.Name }

// Embed returns a vector for each text, in order. It makes requests until one is answered, or fails for good, or the retries
// or twice the timeout are spent. Errors are ErrUnavailable, ErrNonsense, ErrTooLong, or ctx's own.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	c := e.client
	within, cancel := context.WithTimeout(ctx, 2*c.conf.Timeout)
	defer cancel()
	for failures := 0; ; {
		vectors, delay, err := e.once(within, texts)
		if err == nil || ctx.Err() != nil {
			return vectors, errors.Join(err, ctx.Err())
		}
		var own *Error
		if errors.As(err, &own) {
			return nil, err
		}
		failure, passing := c.classify(err)
		failures++
		if !passing || failures > c.conf.Retries || c.pause(within, c.backoff(failures, delay)) != nil {
			return nil, failure
		}
	}
}

// once makes one request. delay is what the endpoint asks for before the next.
func (e *Embedder) once(ctx context.Context, texts []string) ([][]float32, time.Duration, error) {
	c := e.client
	ctx, cancel := context.WithTimeout(ctx, c.conf.Timeout)
	defer cancel()
	ctx, x := withExchange(ctx)
	got, err := c.api.CreateEmbeddings(ctx, openai.EmbeddingRequestStrings{
		Input: texts, Model: openai.EmbeddingModel(c.conf.Name), EncodingFormat: openai.EmbeddingEncodingFormatFloat})
	if err != nil {
		return nil, x.retryAfter, err
	}
	vectors := make([][]float32, len(texts))
	for _, one := range got.Data {
		if one.Index < 0 || one.Index >= len(texts) || vectors[one.Index] != nil || len(one.Embedding) == 0 {
			return nil, 0, nonsense(fmt.Sprintf("the endpoint returned a vector for text %d of %d, or an empty one", one.Index+1, len(texts)))
		}
		vectors[one.Index] = one.Embedding
	}
	if len(got.Data) != len(texts) {
		return nil, 0, nonsense(fmt.Sprintf("%d vectors for %d texts", len(got.Data), len(texts)))
	}
	return vectors, 0, nil
}
