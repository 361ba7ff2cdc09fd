package model

import (
	"net/http"
	"testing"
)

// TestDialects holds endpoints that understand less, each by what it says of what it does not know. A client learns
// once.
func TestDialects(t *testing.T) {
	t.Parallel()
	has := func(key string) func(map[string]any) bool {
		return func(m map[string]any) bool { _, ok := m[key]; return ok }
	}
	format := func(kind string) func(map[string]any) bool {
		return func(m map[string]any) bool {
			f, _ := m["response_format"].(map[string]any)
			return f["type"] == kind
		}
	}
	for _, tt := range []struct {
		name    string
		rejects func(map[string]any) bool
		with    http.HandlerFunc
		// the dialect afterwards
		format                          string
		newLimit, noLimit, noSampling   bool
		firstCallRequests, nextRequests int
	}{
		{"knows it all", func(map[string]any) bool { return false }, nil, "json_schema", false, false, false, 1, 2},
		{"json_object only", format("json_schema"), fails(400, "response_format.type must be text or json_object"),
			"json_object", false, false, false, 2, 3},
		{"no response_format", has("response_format"), fails(400, "Unknown field: response_format"), "none", false, false, false, 3, 4},
		{"no response_format, by 422", has("response_format"), raw(422, `{"detail":[{"loc":["body","response_format"]}]}`),
			"none", false, false, false, 3, 4},
		{"no response_format, says nothing", has("response_format"), raw(400, "Bad Request"), "none", false, false, false, 3, 4},
		{"grammar that cannot be built", format("json_schema"), fails(500, "failed to parse grammar"), "json_object", false, false, false, 2, 3},
		{"new name of the limit", has("max_tokens"), fails(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
			"json_schema", true, false, false, 2, 3},
		{"no limit that large", func(m map[string]any) bool { return m["max_tokens"] != nil || m["max_completion_tokens"] != nil },
			fails(400, "'max_tokens' or 'max_completion_tokens' is too large"), "json_schema", true, true, false, 3, 4},
		{"no temperature", has("temperature"), fails(400, "Unsupported value: 'temperature' does not support 0"), "json_schema", false, false, true, 2, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var e *endpoint
			e = serve(t, func(w http.ResponseWriter, r *http.Request) {
				seen := e.seen()
				if tt.rejects(seen[len(seen)-1]) {
					tt.with(w, r)
					return
				}
				says("ok")(w, r)
			})
			c, waits := dial(t, e.URL, nil)
			for _, want := range []int{tt.firstCallRequests, tt.nextRequests} {
				if _, err := c.Complete(t.Context(), testRequest); err != nil {
					t.Fatal(err)
				}
				if len(e.seen()) != want {
					t.Errorf("%d requests so far, want %d", len(e.seen()), want)
				}
			}
			d := c.speaker.current()
			if d.format.String() != tt.format || d.newLimit != tt.newLimit || d.noLimit != tt.noLimit || d.noSampling != tt.noSampling {
				t.Errorf("learnt %+v", d)
			}
			if len(*waits) != 0 {
				t.Error("a simpler request needs no pause")
			}
		})
	}
}

// TestKnownModels: go-openai itself rejects parameters that some models do not take; nothing is sent for those.
func TestKnownModels(t *testing.T) {
	t.Parallel()
	e := serve(t, says("ok"))
	c, _ := dial(t, e.URL, func(c *Config) { c.Name = "gpt-5-mini" })
	got, err := c.Complete(t.Context(), testRequest)
	if err != nil || got.Requests != 1 {
		t.Fatalf("%v after %d requests", err, got.Requests)
	}
	sent := e.seen()[0]
	if sent["max_completion_tokens"] == nil || sent["temperature"] != nil {
		t.Errorf("sent %v", sent)
	}
}

// TestNothingIsLearntFromFailure: a request that fails in every dialect leaves the first one in place.
func TestNothingIsLearntFromFailure(t *testing.T) {
	t.Parallel()
	e := serve(t, raw(400, "no"))
	c, _ := dial(t, e.URL, nil)
	got, err := c.Complete(t.Context(), testRequest)
	if err == nil || got.Requests > 1+maxSimpler || c.speaker.current() != (dialect{}) {
		t.Errorf("%v after %d requests, learnt %+v", err, got.Requests, c.speaker.current())
	}
}
