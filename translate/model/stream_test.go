package model

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// streams answers in parts, each a line of server-sent events, and ends the stream unless the last part is "cut".
func streams(parts ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		for _, p := range parts {
			if p == "cut" {
				panic(http.ErrAbortHandler)
			}
			fmt.Fprintf(w, "%s\n\n", p)
			w.(http.Flusher).Flush()
		}
		fmt.Fprint(w, "data: [DONE]\n\n")
	}
}

func part(content string) string {
	return fmt.Sprintf(`data: {"model":"scripted-1","choices":[{"index":0,"delta":{"content":%q}}]}`, content)
}

const (
	lastPart  = `data: {"model":"scripted-1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	usagePart = `data: {"model":"scripted-1","choices":[],"usage":{"prompt_tokens":900,"completion_tokens":7,"prompt_tokens_details":{"cached_tokens":800}}}`
)

// TestStream: what comes in parts is one answer.
func TestStream(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		steps    []http.HandlerFunc
		want     Response
		kind     error // nil: it succeeds
		requests int
	}{
		{"in parts", []http.HandlerFunc{streams(part(`{"decision"`), ": still here", part(`:"proceed"}`), lastPart, usagePart)},
			Response{Text: `{"decision":"proceed"}`, Model: "scripted-1", TokensIn: 900, TokensOut: 7, TokensCached: 800, Requests: 1}, nil, 1},
		{"without usage", []http.HandlerFunc{streams(part("hello"), lastPart)},
			Response{Text: "hello", Model: "scripted-1", TokensIn: testRequest.Tokens(), TokensOut: 1, Requests: 1}, nil, 1},
		{"connection lost, then well", []http.HandlerFunc{streams(part("hel"), "cut"), streams(part("hello"), lastPart, usagePart)},
			Response{Text: "hello", Model: "scripted-1", TokensIn: 900 + testRequest.Tokens(), TokensOut: 7 + 1, TokensCached: 800, Requests: 2}, nil, 2},
		{"a call of a function", []http.HandlerFunc{streams(
			`data: {"model":"scripted-1","choices":[{"index":0,"delta":{"content":null,"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"pgask_full","arguments":"{\"decis"}}]}}]}`,
			`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"ion\":1}"}},{"index":1,"function":{"arguments":"no"}}]}}]}`,
			`data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, usagePart)},
			Response{Text: `{"decision":1}`, Model: "scripted-1", TokensIn: 900, TokensOut: 7, TokensCached: 800, Requests: 1}, nil, 1},
		{"ends without a reason", []http.HandlerFunc{streams(part(`{"a":1}`), usagePart)},
			Response{Text: `{"a":1}`, Model: "scripted-1", TokensIn: 900, TokensOut: 7, TokensCached: 800, Requests: 1, Cut: true}, nil, 1},
		{"an error in the stream", []http.HandlerFunc{streams(`data: {"error":{"message":"overloaded","code":"x"}}`)},
			Response{Requests: 3, TokensIn: 3 * testRequest.Tokens()}, ErrUnavailable, 3},
		{"a refusal", []http.HandlerFunc{streams(`data: {"choices":[{"index":0,"delta":{"refusal":"I cannot"},"finish_reason":"stop"}]}`)},
			Response{Model: "scripted", TokensIn: testRequest.Tokens(), Requests: 1}, ErrRefused, 1},
		{"nothing", []http.HandlerFunc{streams()}, Response{Requests: 1}, ErrNonsense, 1},
		{"endless", []http.HandlerFunc{streams(part(strings.Repeat("x", 100_000)), lastPart)}, Response{Requests: 1, TokensIn: testRequest.Tokens()}, ErrNonsense, 1},
		{"endless comments", []http.HandlerFunc{streams(strings.Repeat(": x\n", 30_000))}, Response{Requests: 1, TokensIn: testRequest.Tokens()}, ErrNonsense, 1},
		{"no stream_options", []http.HandlerFunc{fails(400, "unknown field stream_options"), streams(part("hello"), lastPart)},
			Response{Text: "hello", Model: "scripted-1", TokensIn: testRequest.Tokens(), TokensOut: 1, Requests: 2}, nil, 2},
		{"no stream", []http.HandlerFunc{fails(400, "streaming is not supported"), says("hello")},
			Response{Text: "hello", Model: "scripted-1", TokensIn: 123, TokensOut: 45, Requests: 2}, nil, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := serve(t, tt.steps...)
			c, _ := dial(t, e.URL, func(c *Config) { c.MaxResponse = 64 << 10 })
			got, err := c.Complete(t.Context(), testRequest)
			if !errors.Is(err, tt.kind) {
				t.Fatalf("error %v, want %v", err, tt.kind)
			}
			if got != tt.want || len(e.seen()) != tt.requests {
				t.Errorf("got %+v after %d requests, want %+v after %d", got, len(e.seen()), tt.want, tt.requests)
			}
		})
	}
}

// TestStreamIsLearntOnce: an endpoint that rejects streams is not asked for one again.
func TestStreamIsLearntOnce(t *testing.T) {
	t.Parallel()
	e := serve(t, fails(400, "stream must be false"), says("one"), says("two"))
	c, _ := dial(t, e.URL, nil)
	for range 2 {
		if _, err := c.Complete(t.Context(), testRequest); err != nil {
			t.Fatal(err)
		}
	}
	sent := e.seen()
	if len(sent) != 3 || sent[0]["stream"] != true || sent[2]["stream"] == true {
		t.Errorf("%d requests, the last with stream %v", len(sent), sent[len(sent)-1]["stream"])
	}
}

// TestFirstToken: an endpoint that is known to stream has its own, shorter time for the first word, and all of the
// time once it has begun.
func TestFirstToken(t *testing.T) {
	t.Parallel()
	well := streams(part("hello"), lastPart)
	silent := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	e := serve(t, well, silent)
	c, _ := dial(t, e.URL, func(c *Config) { c.FirstToken = 100 * time.Millisecond; c.Timeout = time.Minute })
	if _, err := c.Complete(t.Context(), testRequest); err != nil {
		t.Fatal(err)
	}
	got, err := c.Complete(t.Context(), testRequest)
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "not a word within 100ms") || got.Requests != 1 {
		t.Errorf("got %v after %d requests", err, got.Requests)
	}
}

// TestCancelStopsTheStream: who gives up in the middle of an answer closes the connection, so that the endpoint stops.
func TestCancelStopsTheStream(t *testing.T) {
	t.Parallel()
	begun, stopped := make(chan struct{}), make(chan struct{})
	e := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "%s\n\n", part("hel"))
		w.(http.Flusher).Flush()
		close(begun)
		<-r.Context().Done()
		close(stopped)
	})
	c, _ := dial(t, e.URL, nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	if got, err := c.Complete(ctx, testRequest); !errors.Is(err, context.Canceled) || got.TokensIn != testRequest.Tokens() {
		t.Errorf("error %v; %d tokens counted of a prompt that was worked on", err, got.TokensIn)
	}
	select {
	case <-stopped:
	case <-time.After(time.Minute):
		t.Error("the endpoint goes on")
	}
}
