package translate

import (
	"errors"
	"strings"
	"testing"
)

// TestSilenceLeadsOn: what is told to who was not understood names the next step, and that step leads to an answer.
func TestSilenceLeadsOn(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{Engine: EngineBuiltin})
	for question, next := range map[string]string{
		"the frobnicated customer addresses": "describe customer_addresses",
		"flurb":                              "which tables are there",
	} {
		_, _, err := d.ask(t, Question{Text: question})
		var refused *Error
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", question, err)
			continue
		}
		if refused.Code != CodeUnanswered || !strings.HasPrefix(refused.Hint, "ASK "+next+";") {
			t.Errorf("%s: %v, hint %q", question, err, refused.Hint)
			continue
		}
		if a, _, err := d.ask(t, Question{Text: next}); err != nil || a.Clarification != nil {
			t.Errorf("%s: the next step %q: %v", question, next, err)
		}
	}
}
