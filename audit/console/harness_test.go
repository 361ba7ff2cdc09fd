package console

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/state"
)

const testToken = "a token that is long enough"

// noon is when it is in tests.
var noon = time.Date(2026, 3, 12, 12, 0, 0, 0, time.UTC)

// house is a console over a log and a library of its own.
type house struct {
	*httptest.Server
	t       testing.TB
	dir     string
	log     *audit.Log
	store   *state.Store
	library *lessons.Library
	console *Console
	client  *http.Client
}

// open makes a house; with changes what it is made of.
func openHouse(t testing.TB, with ...func(*Config)) *house {
	t.Helper()
	h := &house{t: t, dir: t.TempDir()}
	quiet := slog.New(slog.DiscardHandler)
	var err error
	if h.log, err = audit.Open(audit.Config{Dir: h.dir, Prompts: audit.PromptsFull, Logger: quiet}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.log.Close() })
	h.store, err = state.Open(t.Context(), state.Config{Dir: t.TempDir(), Timeout: time.Minute, Logger: quiet,
		Tables: []state.Tables{{Owner: "lessons", Migrations: lessons.Migrations()}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.store.Close() })
	if h.library, err = lessons.Open(t.Context(), lessons.Config{Store: h.store, Every: -1, Logger: quiet}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.library.Close)
	cfg := Config{AuditDir: h.dir, Token: testToken, Location: time.UTC, Lessons: func() Lessons { return h.library },
		now: func() time.Time { return noon }}
	for _, w := range with {
		w(&cfg)
	}
	if h.console, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	h.Server = httptest.NewServer(h.console)
	t.Cleanup(h.Server.Close)
	h.client = h.visitor()
	return h
}

// visitor is somebody with cookies of their own, who follows no redirection.
func (h *house) visitor() *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// signIn begins a session.
func (h *house) signIn() *house {
	h.t.Helper()
	r := h.post("/login", url.Values{"token": {testToken}})
	if r.code != http.StatusSeeOther {
		h.t.Fatalf("sign in: %d: %s", r.code, r.body)
	}
	return h
}

// reply is what came back.
type reply struct {
	code   int
	header http.Header
	body   string
}

func (h *house) do(r *http.Request) reply {
	h.t.Helper()
	resp, err := h.client.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return reply{resp.StatusCode, resp.Header, string(body)}
}

func (h *house) request(method, path string, body io.Reader) *http.Request {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.URL+path, body)
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

func (h *house) get(path string) reply {
	h.t.Helper()
	return h.do(h.request(http.MethodGet, path, nil))
}

// page is a page that must be there.
func (h *house) page(path string) string {
	h.t.Helper()
	r := h.get(path)
	if r.code != http.StatusOK {
		h.t.Fatalf("%s: %d: %s", path, r.code, r.body)
	}
	return r.body
}

func (h *house) post(path string, form url.Values) reply {
	h.t.Helper()
	r := h.request(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return h.do(r)
}

var csrfField = regexp.MustCompile(`name="csrf" value="([0-9a-f]+)"`)

// csrf is the secret of the forms of this session.
func (h *house) csrf() string {
	h.t.Helper()
	m := csrfField.FindStringSubmatch(h.page("/questions"))
	if m == nil {
		h.t.Fatal("no form has a CSRF token")
	}
	return m[1]
}

// submit sends a form as a page of ours would.
func (h *house) submit(path string, form url.Values) reply {
	h.t.Helper()
	if form == nil {
		form = url.Values{}
	}
	form.Set("csrf", h.csrf())
	return h.post(path, form)
}

// asked records a question; change makes it what the test is about.
func (h *house) asked(id string, change ...func(*audit.Record)) {
	h.t.Helper()
	r := &audit.Record{ID: id, Time: noon.Add(-time.Hour), Datasource: "shop", Role: "ann", Question: "how many orders", Engine: "builtin"}
	for _, c := range change {
		c(r)
	}
	if r.Outcome != audit.Refused && r.Outcome != audit.Clarified {
		if err := h.log.Intent(context.Background(), r); err != nil {
			h.t.Fatal(err)
		}
	}
	if r.Outcome == "" {
		return
	}
	if err := h.log.Outcome(context.Background(), r); err != nil {
		h.t.Fatal(err)
	}
}

// answered ends a question well.
func answered(sql string, relations ...string) func(*audit.Record) {
	return func(r *audit.Record) {
		r.Outcome, r.SQL, r.Relations, r.Verdict, r.Rows = audit.Answered, sql, relations, "allow", 3
		r.Translate, r.Total = 3*time.Millisecond, 12*time.Millisecond
	}
}

func ended(o audit.Outcome, sqlstate, message string) func(*audit.Record) {
	return func(r *audit.Record) {
		r.Outcome, r.SQLState, r.Message, r.Total = o, sqlstate, message, time.Millisecond
	}
}

func asking(question string) func(*audit.Record) {
	return func(r *audit.Record) { r.Question = question }
}

func by(role, datasource string) func(*audit.Record) {
	return func(r *audit.Record) { r.Role, r.Datasource = role, datasource }
}

func ago(d time.Duration) func(*audit.Record) { return func(r *audit.Record) { r.Time = noon.Add(-d) } }

// ids are the questions of a list, in its order.
func ids(body string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`<tr role="row" id="q-([^"]*)"`).FindAllStringSubmatch(body, -1) {
		out = append(out, m[1])
	}
	return out
}

func wantIDs(t *testing.T, body string, want ...string) {
	t.Helper()
	if got := ids(body); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("listed %v, want %v", got, want)
	}
}

// localContext is that of a request that came to the house by its loopback address.
func (h *house) localContext() context.Context {
	return context.WithValue(h.t.Context(), http.LocalAddrContextKey, h.Listener.Addr())
}

// firstLesson is the first of a standing.
func firstLesson(t *testing.T, h *house, status string) string {
	t.Helper()
	m := regexp.MustCompile(`href="/lessons/([0-9a-f]+)"`).FindStringSubmatch(h.page("/lessons?status=" + status))
	if m == nil {
		t.Fatalf("no lesson is %s", status)
	}
	return m[1]
}
