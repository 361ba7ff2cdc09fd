package console

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/pgask/pgask/audit"
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

// every is every page of a furnished house, by the name of its picture.
func every(h *house) map[string]string {
	h.t.Helper()
	all, err := h.library.All(h.t.Context())
	if err != nil || len(all) == 0 {
		h.t.Fatal(err)
	}
	return map[string]string{"questions": "/questions", "search": "/questions?q=salaries&role=ben&outcome=refused", "nothing": "/questions?q=xyzzy",
		"story": "/questions/c0ffee000001", "refused": "/questions/c0ffee000002", "open": "/questions/c0ffee000003",
		"usage": "/usage?span=30d", "day": "/usage?span=24h", "lessons": "/lessons", "approved": "/lessons?status=approved", "lesson": "/lessons/" + all[len(all)-1].ID,
		"pins": "/pins", "pin": "/pins/new", "health": "/health", "missing": "/questions/none"}
}

// No page asks for anything that the console does not serve, breaks its own policy, or is wider than the screen.
func TestBrowserShowsEveryPage(t *testing.T) {
	withBrowser(t)
	t.Parallel()
	h := openHouse(t, func(c *Config) {
		c.Health = func(context.Context) []Group { return someHealth() }
		c.Verify = func() (audit.Report, error) { return audit.Report{}, nil }
	})
	furnish(h)
	teach(h)
	w := startChromium(t).window(true)
	w.open(h.URL + "/login")
	for _, scheme := range []string{"light", "dark"} {
		w.size(400, 800, scheme)
		w.picture(fmt.Sprintf("login-400-%s", scheme))
	}
	w.enter(h)
	for name, path := range every(h) {
		w.open(h.URL + path)
		w.wait("document.readyState === 'complete' && document.querySelector('h1')")
		for _, width := range []int{1280, 400} {
			for _, scheme := range []string{"light", "dark"} {
				w.size(width, 800, scheme)
				w.picture(fmt.Sprintf("%s-%d-%s", name, width, scheme))
				if over := w.eval(fmt.Sprintf("document.documentElement.scrollWidth - %d", width)); over.(float64) > 0 {
					t.Errorf("%s is %v wider than the screen of %d", path, over, width)
				}
			}
		}
	}
}
