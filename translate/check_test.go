package translate

import (
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/lessons"
)

// TestSilencedByLesson: a check of lessons names the question that was answered before one was taught and is not any
// more, and no other.
func TestSilencedByLesson(t *testing.T) {
	t.Parallel()
	l := library(t, lessons.Config{})
	d, _ := crm(t, Config{Lessons: l})
	check := func() []string {
		t.Helper()
		found, err := d.agent.CheckLessons(t.Context(), d.pg, "shop")
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for _, q := range []string{"number of customers per city", "how many orders are there", "orders in 2024"} {
		if a, _, err := d.ask(t, Question{Text: q}); err != nil || a.Clarification != nil {
			t.Fatalf("%s: %+v, %v", q, a, err)
		}
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if all, err := l.Answered(t.Context(), "shop", 10); err == nil && len(all) == 3 {
			break
		} else if time.Now().After(end) {
			t.Fatalf("%q, %v", all, err)
		}
	}
	if found := check(); len(found) > 0 {
		t.Errorf("without lessons: %q", found)
	}
	r, err := d.agent.overCatalog(t.Context(), d.pg, "shop")
	if err != nil {
		t.Fatal(err)
	}
	for means, want := range map[string]int{"crm_customers": 1, "crm_orders": 0} {
		if n, err := r.silences(t.Context(), lessons.Lesson{Kind: lessons.Table, Words: "orders", Means: means, Confidence: 1}); err != nil || n != want {
			t.Errorf("orders are %s: %d silent, %v", means, n, err)
		}
	}
	if err := l.Import(t.Context(), []lessons.Lesson{{Kind: lessons.Table, Words: "orders", Means: "crm_customers", Status: lessons.Approved, Confidence: 1},
		{Kind: lessons.Column, Words: "town", Means: "crm_customers.city", Status: lessons.Approved, Confidence: 1}}); err != nil {
		t.Fatal(err)
	}
	if found := check(); len(found) != 1 || !strings.Contains(found[0], "“orders in 2024” was answered before") ||
		!strings.Contains(found[0], "since orders means") {
		t.Errorf("with lessons: %q", found)
	}
}
