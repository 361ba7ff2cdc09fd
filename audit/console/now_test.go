package console

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pgask/pgask/audit"
)

// works is a proxy that works on questions until they are cancelled.
type works struct {
	mu        sync.Mutex
	on        []Underway
	cancelled []string
}

func (w *works) list() []Underway {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.on
}

func (w *works) cancel(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cancelled = append(w.cancelled, id)
	for i, u := range w.on {
		if u.ID == id {
			w.on = append(w.on[:i:i], w.on[i+1:]...)
			return true
		}
	}
	return false
}

// atWork is what a proxy works on.
func atWork() *works {
	one := func(id, stage, question, sql string, since time.Duration) Underway {
		return Underway{Stage: stage, Record: audit.Record{ID: id, Time: noon.Add(-since), Role: "ann", Datasource: "shop", Question: question, SQL: sql,
			Application: "psql", Client: "192.0.2.17:50112", Session: "5e551011", Engine: "builtin"}}
	}
	return &works{on: []Underway{
		one("aaa000000001", "running", "how many orders of all times and all places", "SELECT count(*) FROM public.orders", 83*time.Second),
		one("aaa000000002", "translating", "what <b>then</b>", "", 2*time.Second),
		one("aaa000000003", "waiting", "and what else", "", time.Second),
	}}
}

func workingHouse(t *testing.T, change ...func(*Config)) (*house, *works) {
	t.Helper()
	at := atWork()
	h := openHouse(t, append(change, func(c *Config) { c.Underway, c.Cancel = at.list, at.cancel })...)
	return h.signIn(), at
}

// What runs now is listed with who asks, since when, how far it is and its statement, and one of it is cancelled:
// that is recorded.
func TestWhatRunsNow(t *testing.T) {
	t.Parallel()
	noted := ""
	h, at := workingHouse(t, func(c *Config) { c.Record = func(_ context.Context, text string) error { noted += text; return nil } })
	for _, path := range []string{"/now", "/now?seen"} {
		body := h.page(path)
		for _, want := range []string{"how many orders of all times and all places", "SELECT count(*) FROM public.orders", "1 min 23 s", "11:58:37 UTC", "192.0.2.17:50112",
			"translating", "waiting", "what &lt;b&gt;then", `action="/now/aaa000000002/cancel"`} {
			if !strings.Contains(body, want) {
				t.Errorf("%s does not hold %q", path, want)
			}
		}
	}
	if r := h.submit("/now/aaa000000002/cancel", nil); r.code != http.StatusSeeOther || r.header.Get("Location") != "/now?done=stopped" {
		t.Fatalf("%d to %s", r.code, r.header.Get("Location"))
	}
	if want := `console: question cancelled "aaa000000002" by "token"`; noted != want {
		t.Errorf("recorded is %s", noted)
	}
	if body := h.page("/now?done=stopped"); strings.Contains(body, "aaa000000002") || !strings.Contains(body, "Cancelled.") {
		t.Error("it is still listed, or nothing is said")
	}
	// What is not there is not recorded, whatever it is called.
	if r := h.submit("/now/nobody/cancel", nil); r.header.Get("Location") != "/now?done=over" || len(at.cancelled) != 1 || strings.Contains(noted, "nobody") {
		t.Errorf("to %s; cancelled %v; recorded %s", r.header.Get("Location"), at.cancelled, noted)
	}
}

// Nobody cancels who may only look, from another site, without the session's secret, or when it cannot be recorded.
func TestWhoMayCancel(t *testing.T) {
	t.Parallel()
	reader, at := workingHouse(t, func(c *Config) { c.ReadOnly = true })
	if body := reader.page("/now"); strings.Contains(body, "/cancel") || !strings.Contains(body, "SELECT count(*) FROM public.orders") {
		t.Error("a reader is offered to cancel, or sees nothing")
	}
	if r := reader.submit("/now/aaa000000001/cancel", nil); r.code != http.StatusForbidden {
		t.Errorf("a reader: %d", r.code)
	}
	h, other := workingHouse(t, func(c *Config) { c.Record = func(context.Context, string) error { return errors.New("disk full") } })
	if r := h.post("/now/aaa000000001/cancel", url.Values{"csrf": {"guess"}}); r.code != http.StatusForbidden {
		t.Errorf("without the secret: %d", r.code)
	}
	if r := h.submit("/now/aaa000000001/cancel", nil); r.code != http.StatusServiceUnavailable {
		t.Errorf("unrecorded: %d", r.code)
	}
	h.client = h.visitor()
	if r := h.post("/now/aaa000000001/cancel", nil); r.code != http.StatusUnauthorized {
		t.Errorf("a stranger: %d", r.code)
	}
	if n := len(at.cancelled) + len(other.cancelled); n > 0 {
		t.Errorf("%d were cancelled", n)
	}
	if r := openHouse(t).signIn().get("/now"); r.code != http.StatusNotFound {
		t.Errorf("without a proxy: %d", r.code)
	}
}

// A crowd in line is not listed as a whole.
func TestACrowdIsCut(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(c *Config) {
		c.Underway = func() []Underway { return make([]Underway, 2000) }
	}).signIn()
	if body := h.page("/now"); strings.Count(body, `<tr role="row" id="n-`) != maxUnderway || !strings.Contains(body, "the 200 oldest of 2,000") {
		t.Error("it is not")
	}
}

// What roles have used of their quotas is on the page of policies, what is nearest to its end first.
func TestQuotasAreShown(t *testing.T) {
	t.Parallel()
	failing := false
	h := openHouse(t, func(c *Config) {
		c.Policies = somePolicies
		c.Quotas = func(context.Context) (Quotas, error) {
			if failing {
				return Quotas{}, errors.New("away")
			}
			return someQuotas(), nil
		}
	}).signIn()
	body := h.page("/policies")
	for _, want := range []string{"Quotas used today", "until 2026-03-13 00:00:00 UTC", "48 of 50", "interns", "1,234", "0.0314 of 2.5000"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
	if strings.Index(body, "intern_7") > strings.Index(body, "metabase") {
		t.Error("who has most left comes first")
	}
	failing = true
	if body := h.page("/policies"); !strings.Contains(body, "They cannot be read now") || strings.Contains(body, "Nothing was used") {
		t.Error("that they cannot be read is not said")
	}
}

func someQuotas() Quotas {
	return Quotas{Ends: noon.Add(12 * time.Hour), Roles: []RoleQuota{
		{Role: "metabase", Questions: Use{Used: 12, Most: 500, Policy: "everybody"}, Tokens: Use{Used: 1234}, Cost: Use{Used: 0.0314, Most: 2.5, Policy: "everybody"}},
		{Role: "intern_7", Questions: Use{Used: 48, Most: 50, Policy: "interns"}},
	}}
}
