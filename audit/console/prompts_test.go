package console

import (
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pgask/pgask/audit"
)

// TestPrompts: a question's page has what models were sent and answered, as far as it is what the record says.
func TestPrompts(t *testing.T) {
	t.Parallel()
	h := openHouse(t).signIn()
	asked := func(id string, calls ...*audit.Exchange) {
		h.asked(id, answered("SELECT 1"), func(r *audit.Record) { r.Exchanges = calls })
	}
	asked("none")
	asked("q1", &audit.Exchange{At: "plan", Model: "m", System: "You plan.", User: "how many orders", Answer: `{"plan": 1}`},
		&audit.Exchange{At: "plan", Model: "m", User: strings.Repeat("ü", maxShownPrompt), Cached: true})
	body := html.UnescapeString(h.page("/questions/q1"))
	for _, want := range []string{"<h2>Prompts</h2>", "You plan.", `{"plan": 1}`, "known from before", "There is more"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(h.page("/questions/none"), "<h2>Prompts</h2>") {
		t.Error("there are no prompts to be shown")
	}
	files, err := filepath.Glob(filepath.Join(h.dir, audit.PromptsDir, "*", "q1-*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, tt := range []struct {
		tamper func() error
		want   string
	}{{func() error { return os.Truncate(files[0], 30) }, "somebody changed it"}, {func() error { return os.Remove(files[0]) }, "were removed"}} {
		if err := tt.tamper(); err != nil {
			t.Fatal(err)
		}
		if body := h.page("/questions/q1"); !strings.Contains(body, tt.want) || strings.Contains(body, "You plan.") {
			t.Errorf("the page does not say that they %s", tt.want)
		}
	}
}
