package translate

import (
	"slices"
	"strings"
	"testing"
)

// An answer without rows says which of its conditions emptied it, when one did.
func TestEmptyAnswerSaysWhy(t *testing.T) {
	t.Parallel()
	d := setup(t, Config{Engine: EngineBuiltin})
	cases := []struct{ question, because string }{
		{"orders with status delivered in 1999", "1999"},
		{"orders with status delivered in 2025 with total amount over 99999999", "99999999"},
		{"orders in 1999", ""}, // all that it asks
		{"orders with status delivered in 1999 with total amount over 99999999", ""},
		{"how many orders with status delivered are there in 1999", ""}, // none is an answer
	}
	for _, tc := range cases {
		var notices []string
		a, _, err := d.ask(t, Question{Text: tc.question, Datasource: "shop", Notify: func(n Notice) { notices = append(notices, n.Message) }})
		if err != nil {
			t.Errorf("%s: %v", tc.question, err)
			continue
		}
		i := slices.IndexFunc(notices, func(n string) bool { return strings.HasPrefix(n, "no rows") })
		if tc.because == "" && i >= 0 || tc.because != "" && (i < 0 || !strings.Contains(notices[i], tc.because)) {
			t.Errorf("%s: %q (%s)", tc.question, notices, a.Statement.SQL)
		}
	}
}
