package console

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/lessons"
)

// withBrowser lets a test through that needs what only "make integration" has.
func withBrowser(t *testing.T) {
	t.Helper()
	if os.Getenv("PGASK_INTEGRATION") == "" {
		t.Skip("needs Chromium, which is not everywhere: make integration")
	}
}

// enter signs in as a person does.
func (w *window) enter(h *house) {
	w.t.Helper()
	w.open(h.URL + "/questions")
	w.wait("document.activeElement.id === 'token'")
	w.write(testToken)
	w.key("Enter", 13)
	w.wait("location.pathname === '/questions' && document.querySelector('h1').innerText === 'Questions'")
}

// visit opens a page and waits for it.
func (w *window) visit(h *house, path string) {
	w.t.Helper()
	w.open(h.URL + path)
	w.wait("document.readyState === 'complete' && document.querySelector('h1')")
}

// clean checks that no page so far asked for anything that the console does not serve, broke its own policy, met an
// error or opened a dialog.
func (w *window) clean(h *house) {
	w.t.Helper()
	for _, e := range w.events("Network.requestWillBeSent") {
		var sent struct{ Request struct{ URL string } }
		if err := json.Unmarshal(e, &sent); err != nil {
			w.t.Fatal(err)
		}
		// The browser's own controls have pictures in addresses that hold them.
		if u := sent.Request.URL; !strings.HasPrefix(u, h.URL+"/") && !strings.HasPrefix(u, "data:image/svg+xml") {
			w.t.Errorf("asked for %s", u)
		}
	}
	for _, e := range w.events("Log.entryAdded") {
		var logged struct {
			Entry struct{ Source, Level, Text, URL string }
		}
		if err := json.Unmarshal(e, &logged); err != nil {
			w.t.Fatal(err)
		}
		// A page that is not there says so by its status, and that is logged as well.
		if l := logged.Entry; l.Level == "error" && !strings.Contains(l.Text, "status of 404") {
			w.t.Errorf("%s: %s (%s)", l.Source, l.Text, l.URL)
		}
	}
	for _, method := range []string{"Runtime.exceptionThrown", "Page.javascriptDialogOpening", "Runtime.consoleAPICalled"} {
		for _, e := range w.events(method) {
			w.t.Errorf("%s: %.400s", method, e)
		}
	}
}

// axe is the source of a checker for what keeps people out who see, hear or move otherwise.
func axe(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/node/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("axe is missing; get it by: make integration-deps (%v)", err)
	}
	return string(text)
}

// What of a page axe looks at.
const (
	everyRule = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"
	contrast  = "['color-contrast']"
)

// accessible tells what axe finds on a page.
func (w *window) accessible(checker, rules, where string) {
	w.t.Helper()
	w.eval(checker + "; 0")
	found := w.eval(`axe.run(document, {resultTypes: ['violations'], runOnly: ` + rules + `})
		.then(r => r.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | ')))`)
	list, ok := found.([]any)
	if !ok {
		w.t.Fatalf("%s: axe said %v", where, found)
	}
	for _, v := range list {
		w.t.Errorf("%s: %v", where, v)
	}
}

// every is every page of a furnished house, by the name of its picture.
func every(h *house) map[string]string {
	h.t.Helper()
	all, err := h.library.All(h.t.Context())
	if err != nil || len(all) == 0 {
		h.t.Fatal(err)
	}
	return map[string]string{"questions": "/questions", "search": "/questions?q=salaries&role=ben&outcome=refused", "nothing": "/questions?q=xyzzy&from=never",
		"counted": "/questions?engine=model&count=on",
		"story":   "/questions/c0ffee000001", "refused": "/questions/c0ffee000002", "open": "/questions/c0ffee000003",
		"usage": "/usage?span=30d", "day": "/usage?span=24h", "lessons": "/lessons", "approved": "/lessons?status=approved", "lesson": "/lessons/" + all[len(all)-1].ID,
		"pins": "/pins", "pin": "/pins/new", "policies": "/policies", "health": "/health", "now": "/now", "zone": "/questions?zone=Asia/Kolkata", "missing": "/questions/none"}
}

// Every page, wide and narrow, light and dark: it fits, keeps to its policy, and keeps nobody out.
func TestBrowserShowsEveryPage(t *testing.T) {
	withBrowser(t)
	t.Parallel()
	h := openHouse(t, func(c *Config) {
		c.Health = func(context.Context) []Group { return someHealth() }
		c.Policies = somePolicies
		c.Verify = func() (audit.Report, error) { return audit.Report{}, nil }
		c.Verified = &kept{text: []byte(`{"at": "2026-03-11T04:00:00Z", "by": "ann@dba.example", "records": 812, "heads": 1, "seq": 812, "head": "9f86"}`)}
		c.Underway, c.Cancel = atWork().list, func(string) bool { return false }
		c.Quotas = func(context.Context) (Quotas, error) { return someQuotas(), nil }
	})
	furnish(h)
	teach(h)
	w, checker := startChromium(t).window(true), axe(t)
	look := func(name, path string) {
		w.visit(h, path)
		for _, view := range []struct {
			width  int
			scheme string
			rules  string
		}{{1280, "light", everyRule}, {1280, "dark", contrast}, {400, "light", everyRule}, {400, "dark", ""}} {
			w.size(view.width, 800, view.scheme)
			where := fmt.Sprintf("%s-%d-%s", name, view.width, view.scheme)
			w.picture(where)
			if over := w.eval(fmt.Sprintf("document.documentElement.scrollWidth - %d", view.width)); over.(float64) > 0 {
				t.Errorf("%s is %v too wide", where, over)
			}
			if view.rules != "" {
				w.accessible(checker, view.rules, where)
			}
		}
	}
	look("login", "/login")
	w.enter(h)
	for name, path := range every(h) {
		look(name, path)
	}
	w.visit(h, "/questions/c0ffee000001")
	w.eval("document.querySelectorAll('details').forEach(d => d.open = true); 0")
	w.accessible(checker, everyRule, "the story, unfolded")
	w.clean(h)
}

// A question that comes in appears by itself, and who was somewhere on the page stays there.
func TestBrowserIsLive(t *testing.T) {
	withBrowser(t)
	t.Parallel()
	h := openHouse(t)
	h.asked("q1", asking("the first"), answered("SELECT 1"))
	w := startChromium(t).window(true)
	w.enter(h)
	w.eval("document.querySelector('#q-q1 a').focus(); document.querySelector('#q').value = 'half a wor'; 0")
	h.asked("q2", asking("the second"))
	w.wait("document.querySelector('#q-q2')")
	h.asked("q3", asking("the third"), answered("SELECT 3"))
	w.wait("document.querySelector('#q-q3')")
	if got := w.eval("[...document.querySelectorAll('#list tr[id^=q-]')].map(r => r.id).join(' ')"); got != "q-q3 q-q2 q-q1" {
		t.Errorf("the list holds %v", got)
	}
	if got := w.eval("document.activeElement.closest('tr')?.id"); got != "q-q1" {
		t.Errorf("the focus went to %v", got)
	}
	if got := w.eval("document.querySelector('#q').value"); got != "half a wor" {
		t.Errorf("what was being typed is %v", got)
	}
	// Its end is shown in its place.
	h.asked("q2", asking("the second"), answered("SELECT 2"))
	w.wait("document.querySelector('#q-q2 .badge').innerText === 'answered'")
	// A session that is over leads to the way in.
	h.console.sessions.mu.Lock()
	clear(h.console.sessions.end)
	h.console.sessions.mu.Unlock()
	w.wait("location.pathname === '/login'")
}

// All is done without a mouse.
func TestBrowserByKeyboard(t *testing.T) {
	withBrowser(t)
	t.Parallel()
	h := openHouse(t)
	furnish(h)
	teach(h)
	w := startChromium(t).window(true)
	w.enter(h)
	w.key("Tab", 9)
	if got := w.eval("document.activeElement.innerText"); got != "Skip to the content" {
		t.Errorf("the first stop is %v", got)
	}
	if got := w.eval("document.activeElement.getBoundingClientRect().left >= 0"); got != true {
		t.Error("it cannot be seen")
	}
	w.key("Enter", 13)
	// The browser moves the focus after the address, when it next lays the page out.
	w.wait("location.hash === '#main' && document.activeElement.id === 'main'")
	w.eval("document.querySelector('#q').focus(); 0")
	w.write("whole support team")
	w.wait("document.querySelector('#q').value === 'whole support team'")
	w.key("Enter", 13)
	w.wait("new URL(location).searchParams.get('q') === 'whole support team' && document.querySelectorAll('#list tr[id^=q-]').length === 1")
	w.eval("document.querySelector('.what a').focus(); 0")
	w.key("Enter", 13)
	w.wait("location.pathname === '/questions/c0ffee000002'")
	w.visit(h, "/questions")
	w.eval("document.querySelector('details > summary').focus(); 0")
	w.key("Enter", 13)
	w.wait("document.querySelector('.filter details').open")
	w.eval("document.querySelector('#engine').focus(); 0")
	w.write("model")
	w.key("Enter", 13)
	w.wait("new URL(location).searchParams.get('engine') === 'model' && document.querySelector('.filter details').open")
	w.eval("document.querySelector('.whole a').focus(); 0")
	w.key("Enter", 13)
	w.wait("/questions fit, counted at/.test(document.querySelector('.whole').innerText)")
	w.visit(h, "/lessons")
	w.wait("document.querySelectorAll('.card').length === 3")
	w.eval("document.querySelector('.card button').focus(); 0")
	w.key("Enter", 13)
	w.wait("document.querySelector('.notice')?.innerText.startsWith('Approved') && document.querySelectorAll('.card').length === 2")
	if got := lessonsOf(t, h, lessons.Approved); len(got) != 2 {
		t.Errorf("approved are %v", got)
	}
	w.clean(h)
}

// Reading, searching and approving need no JavaScript.
func TestBrowserWithoutScripts(t *testing.T) {
	withBrowser(t)
	t.Parallel()
	h := openHouse(t)
	furnish(h)
	teach(h)
	w := startChromium(t).window(false)
	w.visit(h, "/login")
	w.eval("document.querySelector('#token').focus(); 0")
	w.write(testToken)
	w.key("Enter", 13)
	w.wait("location.pathname === '/questions' && document.querySelectorAll('#list tr[id^=q-]').length === 50")
	if got := w.eval("typeof htmx"); got != "undefined" {
		t.Fatalf("scripts run: htmx is %v", got)
	}
	w.visit(h, "/questions/c0ffee000001")
	if got := w.eval("document.querySelector('.sql').innerText"); !strings.Contains(fmt.Sprint(got), "GROUP BY c.id, c.name") {
		t.Errorf("the statement is %v", got)
	}
	w.visit(h, "/usage?span=30d")
	if got := w.eval("document.querySelectorAll('.chart rect.answered').length > 20"); got != true {
		t.Error("the charts are not drawn")
	}
	w.visit(h, "/lessons")
	w.eval("document.querySelector('.card button').focus(); 0")
	w.key("Enter", 13)
	w.wait("document.querySelector('.notice')?.innerText.startsWith('Approved')")
	w.clean(h)
}

// What runs now comes and goes by itself; it is cancelled, and times are shown elsewhere, by the keyboard and without
// scripts.
func TestBrowserCancels(t *testing.T) {
	withBrowser(t)
	t.Parallel()
	for _, scripts := range []bool{true, false} {
		at := atWork()
		h := openHouse(t, func(c *Config) { c.Underway, c.Cancel = at.list, at.cancel })
		w := startChromium(t).window(scripts)
		w.visit(h, "/login")
		w.eval("document.querySelector('#token').focus(); 0")
		w.write(testToken)
		w.key("Enter", 13)
		w.wait("location.pathname === '/questions'")
		w.visit(h, "/now")
		if scripts {
			w.eval("document.querySelector('#n-aaa000000001 button').focus(); 0")
			at.cancel("aaa000000003")
			w.wait("document.querySelectorAll('tr[id^=n-]').length === 2")
			if got := w.eval("document.activeElement.closest('tr')?.id"); got != "n-aaa000000001" {
				t.Errorf("the focus went to %v", got)
			}
		}
		w.eval("document.querySelector('#n-aaa000000001 button').focus(); 0")
		w.key("Enter", 13)
		w.wait("document.querySelector('.notice')?.innerText === 'Cancelled.' && !document.querySelector('#n-aaa000000001')")
		w.eval("document.querySelector('#zone').select(); 0")
		w.write("Europe/Berlin")
		w.key("Enter", 13)
		w.wait("/times are CET/.test(document.querySelector('footer').innerText) && location.pathname === '/now'")
		w.wait("/12:59:58 CET/.test(document.querySelector('#n-aaa000000002').innerText)")
		w.clean(h)
	}
}

// Hostile texts do nothing in a browser that runs scripts.
func TestBrowserTakesTextForText(t *testing.T) {
	withBrowser(t)
	t.Parallel()
	h, paths := tainted(t)
	w := startChromium(t).window(true)
	w.enter(h)
	for _, path := range paths {
		w.open(h.URL + path)
		w.wait("document.readyState === 'complete' && document.querySelector('h1')")
		if got := w.eval("document.querySelectorAll('script:not([src=\"/static/htmx.min.js\"]), main img, main iframe, base, [onerror], [onload], [onclick], [onmouseover], [style]').length"); got != 0.0 {
			t.Errorf("%s holds %v elements that are none of ours", path, got)
		}
		if got := w.eval("[...document.querySelectorAll('a[href], form[action]')].map(e => e.href || e.action).filter(u => !u.startsWith(location.origin + '/')).join(' ')"); got != "" {
			t.Errorf("%s leads to %v", path, got)
		}
	}
	w.visit(h, "/questions?"+url.Values{"q": {hostile[0]}}.Encode())
	if got := w.eval("document.querySelector('#q').value"); got != hostile[0] {
		t.Errorf("what was looked for is %v", got)
	}
	w.clean(h)
}
