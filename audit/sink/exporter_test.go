package sink

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestExporterEnvironment sends as the variables of OpenTelemetry say.
func TestExporterEnvironment(t *testing.T) {
	t.Parallel()
	var got *http.Request
	var body []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		if z, err := gzip.NewReader(r.Body); err == nil {
			body, _ = io.ReadAll(z)
		}
		if r.URL.Path == "/refuses" {
			http.Error(w, "no such token", http.StatusUnauthorized)
		}
	}))
	defer server.Close()
	x, err := exporterOf(environment(map[string]string{"HEADERS": "authorization=Bearer%20abc, x-team = one", "COMPRESSION": "gzip", "TIMEOUT": "5000"}))
	if err != nil {
		t.Fatal(err)
	}
	if err := x.post(t.Context(), server.URL+"/v1/traces", []byte("spans")); err != nil {
		t.Fatal(err)
	}
	if got.Header.Get("Authorization") != "Bearer abc" || got.Header.Get("X-Team") != "one" || string(body) != "spans" {
		t.Errorf("sent %v and %q", got.Header, body)
	}
	if err := x.post(t.Context(), server.URL+"/refuses", nil); err == nil || !strings.Contains(err.Error(), "401 Unauthorized: no such token") {
		t.Errorf("a refusal is %v", err)
	}
	for name, value := range map[string]string{"HEADERS": "a secret", "COMPRESSION": "zstd", "TIMEOUT": "soon", "CERTIFICATE": "/nowhere", "CLIENT_KEY": "/nowhere"} {
		if _, err := exporterOf(environment(map[string]string{name: value})); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s=%s gives %v", name, value, err)
		}
	}
}

func environment(of map[string]string) func(string) string {
	return func(name string) string { return of[name] }
}
