package model

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// endpoint is a scripted model server: each request takes the next step; the last one repeats.
type endpoint struct {
	*httptest.Server
	mu       sync.Mutex
	steps    []http.HandlerFunc
	requests []map[string]any
	headers  []http.Header
}

func serve(t *testing.T, steps ...http.HandlerFunc) *endpoint {
	t.Helper()
	e := &endpoint{steps: steps}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var parsed map[string]any
		_ = json.Unmarshal(body, &parsed)
		r.Body = io.NopCloser(bytes.NewReader(body))
		e.mu.Lock()
		e.requests, e.headers = append(e.requests, parsed), append(e.headers, r.Header.Clone())
		step := e.steps[min(len(e.requests), len(e.steps))-1]
		e.mu.Unlock()
		step(w, r)
	}))
	t.Cleanup(e.Close)
	return e
}

func (e *endpoint) seen() []map[string]any {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.requests
}

// says answers with a message.
func says(text string) http.HandlerFunc {
	return completion(map[string]any{"role": "assistant", "content": text}, "stop")
}

func completion(message map[string]any, reason string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"model":   "scripted-1",
			"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": reason}},
			"usage":   map[string]any{"prompt_tokens": 123, "completion_tokens": 45},
		})
	}
}

// fails answers with an error as OpenAI writes it.
func fails(status int, message string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": message, "type": "x"}})
	}
}

func raw(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

const testKey = "sk-test-0123456789"

// dial makes a client that does not wait between requests, and the list of waits that it would have made.
func dial(t *testing.T, url string, change func(*Config)) (*Client, *[]time.Duration) {
	t.Helper()
	conf := Config{BaseURL: url + "/v1", Name: "scripted", Key: NewSecret(testKey), Timeout: time.Minute}
	if change != nil {
		change(&conf)
	}
	c, err := NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	waits := new([]time.Duration)
	c.pause = func(_ context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return nil
	}
	return c, waits
}

var testRequest = Request{System: "be good", User: "count", Name: "pgask_full", Schema: json.RawMessage(`{"type":"object"}`)}
