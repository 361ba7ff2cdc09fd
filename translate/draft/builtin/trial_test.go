package builtin_test

import "testing"

// TestNothingFound: what finds nothing, whichever of the best readings is meant, is answered and is not sure.
func TestNothingFound(t *testing.T) {
	t.Parallel()
	m := open(t)
	for question, sure := range map[string]bool{"paintings with a price over 100": true, "paintings with a price over 100000": false,
		"paintings that are not cubist": true} {
		if r := m.draft(t, question); r.Plan == nil || r.Confidence > 0.6 != sure {
			t.Errorf("%s: %.2f %v", question, r.Confidence, r.Reason)
		}
	}
}
