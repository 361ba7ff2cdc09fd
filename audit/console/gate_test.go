package console

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/audit"
)

func TestNobodyElseMayCarryTheName(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(c *Config) { c.Hosts = []string{"pgask.example", "other.example:8443"} }).signIn()
	for host, want := range map[string]int{
		"evil.example": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "": 421, "other.example": 421, "other.example:80": 421,
		"pgask.example": 200, "PGASK.example.": 200, "pgask.example:6480": 200, "other.example:8443": 200, "localhost:1": 200, "127.0.0.1": 200,
		"[::1]:6480": 200, "192.0.2.9:80": 200,
	} {
		r := httptest.NewRequest(http.MethodGet, "/static/style.css", nil).WithContext(h.localContext())
		r.Host = host
		w := httptest.NewRecorder()
		h.console.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("Host: %q: %d, want %d", host, w.Code, want)
		}
	}
}

func TestOtherSitesMayLinkAndNothingElse(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	for _, tt := range []struct {
		site, mode, dest string
		want             int
	}{
		{"cross-site", "navigate", "document", 200}, {"cross-site", "navigate", "iframe", 403}, {"cross-site", "no-cors", "image", 403},
		{"same-site", "cors", "empty", 403}, {"same-origin", "cors", "empty", 200}, {"none", "navigate", "document", 200}, {"", "", "", 200},
	} {
		r := h.request(http.MethodGet, "/questions", nil)
		for header, value := range map[string]string{"Sec-Fetch-Site": tt.site, "Sec-Fetch-Mode": tt.mode, "Sec-Fetch-Dest": tt.dest} {
			if value != "" {
				r.Header.Set(header, value)
			}
		}
		if got := h.do(r); got.code != tt.want {
			t.Errorf("%+v: %d", tt, got.code)
		}
	}
}

// Methods, paths and sizes that no page of ours sends.
func TestOddRequests(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	h.asked("q1", answered("SELECT 1"))
	for _, tt := range []struct {
		method, path string
		want         []int
	}{
		{"POST", "/questions", []int{405}}, {"PUT", "/questions", []int{405}}, {"DELETE", "/pins/x", []int{405}}, {"PATCH", "/health", []int{405}},
		{"TRACE", "/questions", []int{405}}, {"OPTIONS", "/questions", []int{405}}, {"HEAD", "/questions", []int{200}},
		{"GET", "/lessons/x/approve", []int{404}}, {"GET", "/questions/" + strings.Repeat("x", 1000), []int{404}},
		{"GET", "/questions?q=" + strings.Repeat("x", maxURL), []int{414}}, {"GET", "/static/../console.go", []int{301, 307, 404}}, {"GET", "/static/%2e%2e/page.go", []int{301, 307, 404}},
		{"GET", "/static/..%2fpage.go", []int{404}}, {"GET", "/static/layout.html", []int{404}}, {"GET", "/static/", []int{404}},
		{"GET", "/questions/..%2f..%2fetc%2fpasswd", []int{404}}, {"GET", "/questions/%00", []int{404}}, {"GET", "/questions/%ff%fe", []int{404}},
		{"GET", "/questions?%zz", []int{200}}, {"GET", "/questions?a;b", []int{200}}, {"GET", "/usage?span=%00&role=%ff", []int{200}}, {"GET", "//evil.example/", []int{301, 307, 404}},
	} {
		r := h.request(tt.method, tt.path, nil)
		if got := h.do(r); !slices.Contains(tt.want, got.code) {
			t.Errorf("%s %.60s: %d, want %v", tt.method, tt.path, got.code, tt.want)
		}
	}
	if r := h.submit("/pins", url.Values{"statement": {strings.Repeat("x", maxBody)}}); r.code != http.StatusRequestEntityTooLarge {
		t.Errorf("a form that is too long: %d", r.code)
	}
}

// What is served as a script is what its authors published: htmx.org 4.0.1 in npm.
func TestHtmxIsTheirs(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(h.page("/static/htmx.min.js")))); got != "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130" {
		t.Errorf("SHA-256 %s", got)
	}
	if license := h.page("/static/htmx.LICENSE"); !strings.HasPrefix(license, "Zero-Clause BSD") {
		t.Error(license)
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	for _, path := range []string{"/questions", "/login", "/questions/none", "/static/style.css", "/static/htmx.min.js"} {
		r := h.get(path)
		for header, want := range map[string]string{"Content-Security-Policy": "default-src 'none'; script-src 'self'", "X-Content-Type-Options": "nosniff",
			"Cross-Origin-Opener-Policy": "same-origin", "Referrer-Policy": "same-origin", "Cache-Control": "no-"} {
			if !strings.HasPrefix(r.header.Get(header), want) {
				t.Errorf("%s: %s is %q", path, header, r.header.Get(header))
			}
		}
		if csp := r.header.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s: %s", path, csp)
		}
	}
}

// A mistake in one page is told to nobody outside, and ends nothing.
func TestAPageThatPanics(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(c *Config) { c.Check = func(string) error { panic("a secret question") } }).signIn()
	r := h.submit("/pins", url.Values{"datasource": {"shop"}, "question": {"a"}, "statement": {"SELECT 1"}})
	if r.code != http.StatusInternalServerError || strings.Contains(r.body, "secret") {
		t.Errorf("%d: %s", r.code, r.body)
	}
	h.page("/questions")
}

func TestOnlySoManyRequestsAtATime(t *testing.T) {
	t.Parallel()
	held, entered := make(chan struct{}), make(chan struct{}, requestsAtATime)
	h := openHouse(t, func(c *Config) {
		c.Verify = func() (audit.Report, error) { return audit.Report{}, nil }
		c.Check = func(string) error { entered <- struct{}{}; <-held; return nil }
	}).signIn()
	form := url.Values{"datasource": {"shop"}, "question": {"orders"}, "statement": {"SELECT 1"}, "csrf": {h.csrf()}}
	ended := make(chan struct{})
	for range requestsAtATime {
		go func() { defer func() { ended <- struct{}{} }(); h.post("/pins", form) }()
	}
	for range requestsAtATime {
		<-entered
	}
	if r := h.get("/questions"); r.code != http.StatusServiceUnavailable || r.header.Get("Retry-After") == "" {
		t.Errorf("one more: %d", r.code)
	}
	close(held)
	for range requestsAtATime {
		<-ended
	}
	h.page("/questions")
}
