package model

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestComplete(t *testing.T) {
	t.Parallel()
	e := serve(t, says(`{"decision":"proceed"}`))
	c, _ := dial(t, e.URL, nil)
	got, err := c.Complete(t.Context(), testRequest)
	if err != nil {
		t.Fatal(err)
	}
	want := Response{Text: `{"decision":"proceed"}`, Model: "scripted-1", TokensIn: 123, TokensOut: 45, Requests: 1}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	sent := e.seen()[0]
	format := sent["response_format"].(map[string]any)
	schema := format["json_schema"].(map[string]any)
	if format["type"] != "json_schema" || schema["strict"] != true || schema["name"] != "pgask_full" {
		t.Errorf("response_format %v is not the schema, strict", format)
	}
	if temperature, ok := sent["temperature"].(float64); !ok || temperature > 1e-6 {
		t.Errorf("temperature %v is not the lowest", sent["temperature"])
	}
	if e.headers[0].Get("Authorization") != "Bearer "+testKey {
		t.Error("the key was not sent")
	}
}

func TestCompleteFailures(t *testing.T) {
	t.Parallel()
	limited := fails(429, "slow down")
	for _, tt := range []struct {
		name     string
		steps    []http.HandlerFunc
		kind     error // nil: it succeeds
		message  string
		requests int
	}{
		{"busy, then well", []http.HandlerFunc{limited, says("ok")}, nil, "", 2},
		{"server errors, then well", []http.HandlerFunc{fails(500, "oops"), raw(502, "<html>bad gateway"), says("ok")}, nil, "", 3},
		{"busy for good", []http.HandlerFunc{limited}, ErrUnavailable, "HTTP 429: slow down", 3},
		{"down for good", []http.HandlerFunc{raw(503, "")}, ErrUnavailable, "HTTP 503", 3},
		{"key rejected and repeated", []http.HandlerFunc{fails(401, "invalid api key "+testKey)}, ErrUnavailable, "invalid api key redacted", 1},
		{"key in a body that is no JSON", []http.HandlerFunc{raw(403, "<p>"+testKey+"</p>")}, ErrUnavailable, "<p>redacted</p>", 1},
		{"no such model", []http.HandlerFunc{fails(404, "model does not exist")}, ErrUnavailable, "HTTP 404", 1},
		{"not an API", []http.HandlerFunc{raw(200, "<html>welcome</html>")}, ErrUnavailable, "does not speak", 1},
		{"refusal", []http.HandlerFunc{completion(map[string]any{"refusal": "I cannot help with that"}, "stop")}, ErrRefused, "I cannot help", 1},
		{"filter", []http.HandlerFunc{completion(map[string]any{"content": "x"}, "content_filter")}, ErrRefused, "filter", 1},
		{"filter as an error", []http.HandlerFunc{fails(400, "blocked by content management policy of the model")}, ErrRefused, "policy", 1},
		{"empty", []http.HandlerFunc{says("  ")}, ErrNonsense, "empty", 1},
		{"no choices", []http.HandlerFunc{raw(200, `{"choices":[]}`)}, ErrNonsense, "no answer", 1},
		{"all thought", []http.HandlerFunc{completion(map[string]any{"reasoning_content": "hm"}, "length")}, ErrNonsense, "limit", 1},
		{"too long for the model", []http.HandlerFunc{fails(400, "maximum context length is 4096 tokens")}, ErrTooLong, "4096", 1},
		{"huge", []http.HandlerFunc{says(strings.Repeat("x", 100_000))}, ErrNonsense, "larger than 65536", 1},
		{"huge error", []http.HandlerFunc{fails(400, "model: "+strings.Repeat("x", 10_000))}, ErrUnavailable, "…", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := serve(t, tt.steps...)
			c, _ := dial(t, e.URL, func(c *Config) { c.MaxResponse = 64 << 10 })
			got, err := c.Complete(t.Context(), testRequest)
			if !errors.Is(err, tt.kind) {
				t.Fatalf("error %v, want %v", err, tt.kind)
			}
			if err != nil && !strings.Contains(err.Error(), tt.message) {
				t.Errorf("error %q does not say %q", err, tt.message)
			}
			if err != nil && (strings.Contains(err.Error(), testKey) || len(err.Error()) > 400) {
				t.Errorf("error leaks: %q", err)
			}
			if got.Requests != tt.requests || len(e.seen()) != tt.requests {
				t.Errorf("%d requests counted, %d made, want %d", got.Requests, len(e.seen()), tt.requests)
			}
		})
	}
}

// TestCalledFunction: an endpoint that holds a model to a schema by a function has the answer in its arguments.
func TestCalledFunction(t *testing.T) {
	t.Parallel()
	e := serve(t, completion(map[string]any{"content": nil, "tool_calls": []any{map[string]any{"id": "1", "type": "function",
		"function": map[string]any{"name": "pgask_full", "arguments": `{"decision":"proceed"}`}}}}, "tool_calls"))
	c, _ := dial(t, e.URL, nil)
	if got, err := c.Complete(t.Context(), testRequest); err != nil || got.Text != `{"decision":"proceed"}` {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestCutAnswer: what ran into its limit is used only where it is whole all the same, because the beginning of a
// query can pass for another query.
func TestCutAnswer(t *testing.T) {
	t.Parallel()
	for text, whole := range map[string]bool{
		`{"reading": "half`: false, `{"sql": "SELECT 1"`: false, "SELECT a FROM b": false,
		"```sql\nSELECT a": false, "the {plan} is": false, `{"sql": "SELECT 1"}`: true, "Here {it} is: {\"sql\": \"SELECT 1\"} and": true,
	} {
		e := serve(t, completion(map[string]any{"content": text}, "length"))
		c, _ := dial(t, e.URL, nil)
		got, err := c.Complete(t.Context(), testRequest)
		if !got.Cut || whole != (err == nil) || !whole && (!errors.Is(err, ErrNonsense) || !strings.Contains(err.Error(), "limit")) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

func TestHangingEndpoint(t *testing.T) {
	t.Parallel()
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	e := serve(t, hang)
	var got Response
	var err error
	for limit := 50 * time.Millisecond; got.TokensIn == 0 && limit < time.Minute; limit *= 4 { // until the prompt is sent in time
		c, _ := dial(t, e.URL, func(c *Config) { c.Timeout = limit })
		got, err = c.Complete(t.Context(), testRequest)
		if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "no answer within "+limit.String()) || got.Requests != 1 {
			t.Errorf("got %v after %d requests", err, got.Requests)
		}
	}
	if got.TokensIn != testRequest.Tokens() { // the endpoint has the prompt, and charges for it
		t.Errorf("%d tokens counted, want %d", got.TokensIn, testRequest.Tokens())
	}

	ctx, cancel := context.WithCancel(t.Context())
	asked := make(chan struct{})
	e = serve(t, func(_ http.ResponseWriter, r *http.Request) { close(asked); <-r.Context().Done() })
	c, _ := dial(t, e.URL, nil)
	go func() { <-asked; cancel() }()
	if got, err = c.Complete(ctx, testRequest); err != context.Canceled || got.TokensIn != testRequest.Tokens() {
		t.Errorf("a caller that gives up gets %v, and %d tokens are counted", err, got.TokensIn)
	}
}

func TestConnectionRefused(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	c, waits := dial(t, "http://"+l.Addr().String(), nil)
	got, err := c.Complete(t.Context(), testRequest)
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "refused") || got.Requests != 3 || len(*waits) != 2 {
		t.Errorf("got %v after %d requests and waits %v", err, got.Requests, *waits)
	}
}

func TestBackoff(t *testing.T) {
	t.Parallel()
	e := serve(t, fails(503, "x"))
	c, waits := dial(t, e.URL, func(c *Config) { c.Retries = 4 })
	_, _ = c.Complete(t.Context(), testRequest)
	for i, w := range *waits {
		if full := firstBackoff << i; w < full/2 || w > full {
			t.Errorf("wait %d is %s, want between %s and %s", i, w, full/2, full)
		}
	}
	if len(*waits) != 4 {
		t.Errorf("%d waits", len(*waits))
	}

	e = serve(t, fails(429, "x", "Retry-After", "7"), says("ok"))
	c, waits = dial(t, e.URL, nil)
	if _, err := c.Complete(t.Context(), testRequest); err != nil {
		t.Fatal(err)
	}
	if w := (*waits)[0]; w < 7*time.Second || w > 8*time.Second {
		t.Errorf("waited %s where 7s were asked for", w)
	}

	// A wait that the time left cannot hold is not begun.
	c, _ = dial(t, e.URL, func(c *Config) { c.Timeout = time.Minute })
	e.mu.Lock()
	e.steps = []http.HandlerFunc{fails(429, "come back later", "Retry-After", "3600")}
	e.mu.Unlock()
	c.pause = sleep
	if _, err := c.Complete(t.Context(), testRequest); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "later") {
		t.Errorf("got %v", err)
	}
}

func TestRetryAfterDate(t *testing.T) {
	t.Parallel()
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"Sat, 01 Mar 2025 12:00:30 GMT": 30 * time.Second,
		"Sat, 01 Mar 2025 11:00:00 GMT": 0,
		"1.5":                           1500 * time.Millisecond,
		"-4":                            0,
		"soon":                          0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	reached := false
	thief := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	t.Cleanup(thief.Close)
	e := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, thief.URL+"/v1/chat/completions", http.StatusTemporaryRedirect)
	})
	c, _ := dial(t, e.URL, nil)
	if _, err := c.Complete(t.Context(), testRequest); !errors.Is(err, ErrUnavailable) || reached {
		t.Errorf("got %v, other host reached: %v", err, reached)
	}

	e = serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/v2/chat/completions", http.StatusTemporaryRedirect)
	}, says("ok"))
	c, _ = dial(t, e.URL, nil)
	if got, err := c.Complete(t.Context(), testRequest); err != nil || got.Text != "ok" {
		t.Errorf("a redirect within the host: %v", err)
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	e := serve(t, says("ok"))
	c, _ := dial(t, e.URL, func(c *Config) { c.MaxTokens = 4000 })
	in := Input{Question: "how many orders?"}
	if room := c.Room(in); room < 1200 || room > 3000 {
		t.Errorf("room for %d tokens of schema", room)
	}
	in.Schema = strings.Repeat("- name text\n", 4000)
	if _, err := c.Complete(t.Context(), Prompt(in)); !errors.Is(err, ErrTooLong) || len(e.seen()) != 0 {
		t.Errorf("got %v after %d requests", err, len(e.seen()))
	}
}

// TestConcurrentCalls: calls share what one of them learns, and none fails for it.
func TestConcurrentCalls(t *testing.T) {
	t.Parallel()
	e := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.Contains(string(body), "json_schema") {
			fails(400, "response_format is not supported")(w, r)
			return
		}
		says("ok")(w, r)
	})
	c, _ := dial(t, e.URL, nil)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if _, err := c.Complete(t.Context(), testRequest); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if d := c.speaker.current(); d.format != byObject {
		t.Errorf("learnt %+v", d)
	}
}
