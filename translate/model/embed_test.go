package model

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vectors answers with these vectors, in an order of its own.
func vectors(all ...[]float32) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		var data []any
		for i := len(all) - 1; i >= 0; i-- {
			data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": all[i]})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "model": "e"})
	}
}

func TestEmbed(t *testing.T) {
	t.Parallel()
	want := [][]float32{{1, 2}, {3, 4}}
	tests := []struct {
		name     string
		steps    []http.HandlerFunc
		want     [][]float32
		err      error
		requests int
		tokens   int // 2 as they are estimated
	}{
		{"in order", []http.HandlerFunc{vectors(want...)}, want, nil, 1, 2},
		{"counted", []http.HandlerFunc{raw(200, `{"data": [{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [3, 4]}], "usage": {"prompt_tokens": 77}}`)},
			want, nil, 1, 77},
		{"after 429", []http.HandlerFunc{fails(429, "slow down", "Retry-After", "1"), vectors(want...)}, want, nil, 2, 2},
		{"down", []http.HandlerFunc{fails(503, "overloaded")}, nil, ErrUnavailable, 3, 0},
		{"no such model", []http.HandlerFunc{fails(404, "no such model")}, nil, ErrUnavailable, 1, 0},
		{"too few", []http.HandlerFunc{vectors([]float32{1})}, nil, ErrNonsense, 1, 2},
		{"too many", []http.HandlerFunc{vectors([]float32{1}, []float32{2}, []float32{3})}, nil, ErrNonsense, 1, 2},
		{"empty vector", []http.HandlerFunc{vectors([]float32{1}, nil)}, nil, ErrNonsense, 1, 2},
		{"no JSON", []http.HandlerFunc{raw(200, "<html>")}, nil, ErrUnavailable, 1, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			server := serve(t, tt.steps...)
			c, _ := dial(t, server.URL, nil)
			got, tokens, err := (&Embedder{c}).Embed(t.Context(), []string{"a", "b"})
			if !errors.Is(err, tt.err) || !cmp.Equal(got, tt.want) || tokens != tt.tokens {
				t.Errorf("%v, %d tokens, %v; want %v, %d, %v", got, tokens, err, tt.want, tt.tokens, tt.err)
			}
			if n := len(server.seen()); n != tt.requests {
				t.Errorf("%d requests, want %d", n, tt.requests)
			}
			if auth := server.headers[0].Get("Authorization"); auth != "Bearer "+testKey {
				t.Errorf("authorization %q", auth)
			}
		})
	}
}

func TestEmbedEndsWithItsContext(t *testing.T) {
	t.Parallel()
	server := serve(t, fails(503, "down"))
	c, _ := dial(t, server.URL, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := (&Embedder{c}).Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestEmbedderBreaks: an endpoint that keeps failing is not asked for every question.
func TestEmbedderBreaks(t *testing.T) {
	t.Parallel()
	server := serve(t, fails(503, "down"))
	c, _ := dial(t, server.URL, func(c *Config) { c.BreakAfter, c.Retries = 2, -1 })
	e := &Embedder{c}
	for range 4 {
		if _, _, err := e.Embed(t.Context(), []string{"a"}); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%v", err)
		}
	}
	if n := len(server.seen()); n != 2 {
		t.Errorf("%d requests, want 2", n)
	}
}
