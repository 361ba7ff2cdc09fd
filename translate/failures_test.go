package translate

import (
	"strings"
	"testing"
)

// TestFailuresOfferAlternatives: when no attempt works, the question back lists each failure and offers what exists;
// the choice is kept, and the question is answered.
func TestFailuresOfferAlternatives(t *testing.T) {
	t.Parallel()
	const bad = `{"reading": "r", "ambiguities": [], "decision": "proceed", "reason": "", "assumptions": [], "confidence": 0.9, "sql": "SELECT max(o.custmer_id) AS n FROM orders o, generate_series(1, 1) r"}`
	const good = `{"reading": "r", "ambiguities": [], "decision": "proceed", "reason": "", "assumptions": [], "confidence": 0.9, "sql": "SELECT count(*) AS n FROM orders o"}`
	m := &scripted{answers: []any{bad, bad, bad, good}}
	d := setup(t, Config{Engine: EngineModel, Model: m, MaxAttempts: 3})
	answer, trace, err := d.ask(t, Question{Text: "what is the highest custmer_id of orders"})
	if err != nil {
		t.Fatal(err)
	}
	c := answer.Clarification
	if c == nil || len(trace.Attempts) != 3 || !strings.Contains(string(c.Text()), "Attempt 3") {
		t.Fatalf("clarification %+v after %d attempts", c, len(trace.Attempts))
	}
	if !strings.Contains(m.prompts[2].User, "custmer_id") {
		t.Errorf("the third prompt does not show the attempts before:\n%s", m.prompts[2].User)
	}
	if len(c.Options) == 0 {
		t.Fatalf("nothing is offered: %s; attempts %+v", c.Text(), trace.Attempts)
	}
	settled, err := c.Settle("1")
	if err != nil {
		t.Fatal(err)
	}
	if again, _, err := d.ask(t, settled); err != nil || again.Clarification != nil {
		t.Errorf("after the choice: %+v, %v", again, err)
	}
}
