package console

import (
	"context"
	"errors"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/lessons"
)

// lessonsOf are the words of the lessons of a standing.
func lessonsOf(t *testing.T, h *house, status lessons.Status) []string {
	t.Helper()
	all, err := h.library.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, l := range all {
		if l.Status == status {
			words = append(words, l.Words)
		}
	}
	slices.Sort(words)
	return words
}

func TestLessonsAreApprovedAndDisabled(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	teach(h)
	body := h.page("/lessons") // what waits comes first
	if !strings.Contains(body, "turnover") || strings.Contains(body, "EMEA") || !strings.Contains(body, `Waiting <span class="dim">3</span>`) {
		t.Fatalf("what waits is not listed: %s", body)
	}
	id := firstLesson(t, h, "proposed")
	r := h.submit("/lessons/"+id+"/approve", nil)
	if r.code != http.StatusSeeOther || !strings.Contains(h.page(r.header.Get("Location")), "Approved. It is used from the next question on.") {
		t.Fatalf("approve: %d", r.code)
	}
	if got := lessonsOf(t, h, lessons.Approved); len(got) != 2 || !slices.Contains(got, "turnover") {
		t.Errorf("approved are %v", got)
	}
	if got := h.library.For("shop", "somebody"); len(got) != 2 {
		t.Errorf("%d lessons hold for everybody", len(got))
	}
	if r := h.submit("/lessons/"+id+"/disable", nil); r.code != http.StatusSeeOther {
		t.Fatal(r.code)
	}
	if got := lessonsOf(t, h, lessons.Disabled); !slices.Contains(got, "turnover") {
		t.Errorf("disabled are %v", got)
	}
	if r := h.submit("/lessons/none/approve", nil); r.code != http.StatusNotFound {
		t.Errorf("a lesson that is not there: %d", r.code)
	}
	if r := h.submit("/lessons/"+id+"/forget", nil); r.code != http.StatusNotFound {
		t.Errorf("an action that is none: %d", r.code)
	}
}

func TestSeveralLessonsAtOnce(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	teach(h)
	all, err := h.library.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	form := url.Values{"do": {"approve"}, "status": {"proposed"}, "id": {"none"}}
	for _, l := range all {
		if l.Words != "clients" {
			form.Add("id", l.ID) // those that are not proposed as well
		}
	}
	if r := h.submit("/lessons", form); r.code != http.StatusSeeOther || r.header.Get("Location") != "/lessons?status=proposed&done=approved" {
		t.Fatalf("%d to %s", r.code, r.header.Get("Location"))
	}
	if got := lessonsOf(t, h, lessons.Proposed); len(got) != 1 || got[0] != "clients" {
		t.Errorf("still proposed are %v", got)
	}
	form.Set("do", "disable")
	if r := h.submit("/lessons", form); r.code != http.StatusSeeOther {
		t.Fatal(r.code)
	}
	if got := lessonsOf(t, h, lessons.Disabled); len(got) != 4 {
		t.Errorf("disabled are %v", got)
	}
}

func TestALessonIsChanged(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	teach(h)
	id := firstLesson(t, h, "proposed")
	if body := h.page("/lessons/" + id); !strings.Contains(body, "turnover</textarea>") {
		t.Fatal(body)
	}
	form := url.Values{"words": {"turnover"}, "means": {""}, "datasources": {"shop, warehouse"}, "note": {"as the board counts"}}
	r := h.submit("/lessons/"+id+"/change", form)
	if r.code != http.StatusUnprocessableEntity || !strings.Contains(r.body, "means is missing") || !strings.Contains(r.body, "as the board counts") {
		t.Fatalf("a lesson without meaning: %d: %s", r.code, r.body)
	}
	form.Set("means", "sum(invoices.amount)")
	if r := h.submit("/lessons/"+id+"/change", form); r.code != http.StatusSeeOther {
		t.Fatalf("%d: %s", r.code, r.body)
	}
	i := slices.IndexFunc(h.library.For("warehouse", "somebody"), func(l lessons.Lesson) bool {
		return l.Words == "turnover" && l.Means == "sum(invoices.amount)" && l.Author == "" && l.Confidence == 1 && l.Note == "as the board counts"
	})
	if i < 0 {
		t.Errorf("it does not hold: %+v", h.library.For("warehouse", "somebody"))
	}
	if got := lessonsOf(t, h, lessons.Proposed); slices.Contains(got, "turnover") {
		t.Error("the old one is still there")
	}
	// Another window still has the old one.
	if r := h.submit("/lessons/"+id+"/change", form); r.code != http.StatusNotFound {
		t.Errorf("changed twice: %d", r.code)
	}
}

func TestPinsAreMadeChangedAndRemoved(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(c *Config) {
		c.Check = func(sql string) error {
			if strings.Contains(sql, "pg_sleep") {
				return errors.New("pg_sleep has effects")
			}
			return nil
		}
	}).signIn()
	teach(h)
	body := h.page("/pins")
	if !strings.Contains(body, "which products have never been ordered") || !strings.Contains(body, "5 times") {
		t.Fatalf("nothing is suggested: %s", body)
	}
	_, rest, _ := strings.Cut(body, `href="/pins/new?from=`)
	from, _, _ := strings.Cut(rest, `"`)
	if form := h.page("/pins/new?from=" + from); !strings.Contains(form, `value="shop"`) || !strings.Contains(form, "FROM public.") {
		t.Fatalf("a suggestion is not taken over: %s", form)
	}
	form := url.Values{"datasource": {"shop"}, "question": {"orders in 2024"}, "statement": {"SELECT pg_sleep(2024)"}}
	for _, wrong := range []func(){
		func() {}, func() { form.Set("statement", "SELECT 'unclosed") }, func() { form.Set("question", "") }, func() { form.Set("datasource", " ") },
	} {
		wrong()
		if r := h.submit("/pins", form); r.code != http.StatusUnprocessableEntity || !strings.Contains(r.body, `role="alert"`) {
			t.Errorf("%v: %d", form, r.code)
		}
	}
	form = url.Values{"datasource": {"shop"}, "question": {"orders in 2024"}, "statement": {"SELECT count(*) FROM orders WHERE extract(year FROM placed_on) = 2024;"}}
	if r := h.submit("/pins", form); r.code != http.StatusSeeOther {
		t.Fatalf("%d: %s", r.code, r.body)
	}
	p, sql, ok := h.library.Pinned("shop", "orders in 2023")
	if !ok || !strings.Contains(sql, "2023") {
		t.Fatalf("it is not used: %q", sql)
	}
	form.Set("id", p.ID)
	form.Set("question", "all orders in 2024")
	if r := h.submit("/pins", form); r.code != http.StatusSeeOther {
		t.Fatalf("%d: %s", r.code, r.body)
	}
	if _, _, ok := h.library.Pinned("shop", "orders in 2023"); ok {
		t.Error("the pin that was changed still serves its old question")
	}
	p, _, ok = h.library.Pinned("shop", "all orders in 2023")
	if !ok {
		t.Fatal("the pin that was changed does not serve its new question")
	}
	for _, action := range []string{"disable", "approve", "remove"} {
		if r := h.submit("/pins/"+p.ID+"/"+action, nil); r.code != http.StatusSeeOther {
			t.Fatalf("%s: %d", action, r.code)
		}
		if _, _, ok := h.library.Pinned("shop", "all orders in 2023"); ok != (action == "approve") {
			t.Errorf("after %s it serves: %v", action, ok)
		}
	}
	if r := h.get("/pins/" + p.ID); r.code != http.StatusNotFound {
		t.Errorf("a pin that was removed: %d", r.code)
	}
}

// Every change is in the log before it is made, with who made it.
func TestChangesAreRecorded(t *testing.T) {
	t.Parallel()
	var noted []string
	var broken error
	h := openHouse(t, func(c *Config) {
		c.Record = func(_ context.Context, text string) error { noted = append(noted, text); return broken }
	}).signIn()
	teach(h)
	id := firstLesson(t, h, "proposed")
	broken = errors.New("the disk is full")
	for _, path := range []string{"/lessons/" + id + "/approve", "/lessons/" + id + "/disable", "/lessons/" + id + "/change"} {
		if r := h.submit(path, url.Values{"words": {"a"}, "means": {"b"}}); r.code != http.StatusServiceUnavailable || strings.Contains(r.body, "disk") {
			t.Errorf("%s: %d", path, r.code)
		}
	}
	form := url.Values{"datasource": {"shop"}, "question": {"all orders"}, "statement": {"SELECT 1"}}
	if r := h.submit("/pins", form); r.code != http.StatusServiceUnavailable {
		t.Errorf("a pin: %d", r.code)
	}
	if got := lessonsOf(t, h, lessons.Proposed); len(got) != 3 {
		t.Errorf("what could not be recorded was done: %v", got)
	}
	broken, noted = nil, nil
	h.submit("/lessons/"+id+"/approve", nil)
	h.submit("/pins", form)
	if len(noted) != 2 || noted[0] != `console: lesson approved "`+id+`" by "token"` || !strings.HasPrefix(noted[1], `console: question pinned "`) {
		t.Errorf("recorded is %q", noted)
	}
}

func TestReadOnlyChangesNothing(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(c *Config) { c.ReadOnly = true }).signIn()
	teach(h)
	for _, path := range []string{"/lessons", "/pins"} {
		if body := h.page(path); strings.Contains(body, "<button>Disable") || strings.Contains(body, "Approve</button>") || strings.Contains(body, "/pins/new") {
			t.Errorf("%s offers changes", path)
		}
	}
	all, err := h.library.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/lessons/" + all[0].ID + "/approve", "/lessons/" + all[0].ID + "/change", "/lessons", "/pins", "/pins/x/remove"} {
		if r := h.submit(path, nil); r.code != http.StatusForbidden || !strings.Contains(r.body, "read_only") {
			t.Errorf("%s: %d", path, r.code)
		}
	}
}

func TestPolicies(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(c *Config) {
		c.Policies = func() []Policy {
			return []Policy{{Name: "salaries & more", Whom: []string{"all but hr_*"}, Takes: []string{"tables hr.*", "columns x"}, Hint: "Ask them."}, {Name: "idle"}}
		}
	}).signIn()
	for _, id := range []string{"q1", "q2"} {
		h.asked(id, ended(audit.Refused, "QA003", "no"), func(r *audit.Record) { r.Policy, r.Rule = "salaries & more", "policy" })
	}
	body := h.page("/policies")
	for _, want := range []string{"<strong>salaries &amp; more</strong>", "“Ask them.”", "all but hr_*", "tables hr.*", "columns x", "everybody", ">2</a>"} {
		if !strings.Contains(body, want) {
			t.Errorf("policies do not hold %q", want)
		}
	}
	_, rest, _ := strings.Cut(body, `<a href="/questions?from=`)
	link, _, _ := strings.Cut(rest, `"`)
	wantIDs(t, h.page("/questions?from="+html.UnescapeString(link)), "q2", "q1")
	if r := openHouse(t).signIn().get("/policies"); r.code != http.StatusNotFound || strings.Contains(r.body, ">Policies<") {
		t.Errorf("where none are shown: %d", r.code)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	h := openHouse(t, func(c *Config) {
		c.Verify = func() (audit.Report, error) {
			<-held
			return audit.Report{Records: 7, Seq: 7, Head: "abc", Findings: []audit.Finding{{File: audit.FileName, Line: 3, What: "record 3 was changed"}}}, nil
		}
	}).signIn()
	h.asked("q1", answered("SELECT 1"))
	if body := h.page("/health"); !strings.Contains(body, "Nothing is wrong.") || !strings.Contains(body, "<td class=\"value\">2, 2026-03-12 11:00:00 UTC</td>") {
		t.Fatalf("health: %s", body)
	}
	for range 3 { // one at a time, however often it is asked for
		if r := h.submit("/health/verify", nil); r.code != http.StatusSeeOther {
			t.Fatal(r.code)
		}
	}
	if body := h.page("/health"); !strings.Contains(body, "The log is being verified.") || !strings.Contains(body, "<button disabled>") {
		t.Error("that it is being verified is not said")
	}
	close(held)
	h.console.verified.done.Wait()
	body := h.page("/health")
	for _, want := range []string{"The log was not as it was written: 1 finding,", "begun by token.", "line 3: record 3 was changed", "7 records", "<code>abc</code>", "Something is wrong."} {
		if !strings.Contains(body, want) {
			t.Errorf("health does not hold %q", want)
		}
	}
}

func TestHealthOfALogThatIsGone(t *testing.T) {
	t.Parallel()
	h := openHouse(t, func(c *Config) { c.AuditDir += "/gone"; c.Health = nil }).signIn()
	if body := h.page("/health?seen"); !strings.Contains(body, "no: the operator&#39;s log says why") || strings.Contains(body, "<html") {
		t.Error(body)
	}
}

// kept is a keeper in memory.
type kept struct {
	mu   sync.Mutex
	text []byte
	err  error
}

func (k *kept) Load(context.Context) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text, k.err
}

func (k *kept) Keep(_ context.Context, text []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.text = text
	return k.err
}

// How the last verification ended, when, and who began it, is shown after a restart, too.
func TestVerificationOutlivesARestart(t *testing.T) {
	t.Parallel()
	k := &kept{err: errors.New("away")}
	with := func(c *Config) {
		c.Verified = k
		c.Verify = func() (audit.Report, error) { return audit.Report{Records: 7, Seq: 7, Head: "abc", Heads: 1}, nil }
	}
	h := openHouse(t, with).signIn()
	if body := h.page("/health"); strings.Contains(body, "Last verification") {
		t.Error("there was one before the first")
	}
	k.err = nil
	h.submit("/health/verify", nil)
	h.console.verified.done.Wait()
	before := h.page("/health")
	after := openHouse(t, with).signIn().page("/health")
	for _, body := range []string{before, after} {
		if want := "The log was as it was written, at 2026-03-12 12:00:00 UTC, in –, begun by token."; !strings.Contains(body, want) {
			t.Errorf("health does not hold %q", want)
		}
	}
	k.text = []byte("{")
	if body := openHouse(t, with).signIn().page("/health"); strings.Contains(body, "Last verification") {
		t.Error("what cannot be read is shown")
	}
}
