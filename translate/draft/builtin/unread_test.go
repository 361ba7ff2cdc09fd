package builtin_test

import (
	"slices"
	"testing"
)

// TestUnread holds that a question of which something is not read is not answered, and which word that is.
func TestUnread(t *testing.T) {
	t.Parallel()
	m := open(t)
	for question, word := range map[string]string{
		"what is the highest price, and who": "who",
		"delete the cubist paintings":        "delete",
		"could you please remove artists":    "remove",
		"how many is the title of paintings": "how",
		"when is the name of cities":         "when",
		"names of artists ordered by flurbs": "flurbs",
		"artists from Lisbon and when":       "when",
		"ratio of paintings":                 "ratio",
		"artists who can fly":                "fly",
		"is the average price going up":      "going",
		"which artists are still together":   "together",
		"heights over 100 in total":          "total",
		"the flurb and price of paintings":   "flurb",
	} {
		res := m.read(question)
		if len(res.Readings) > 0 && (!slices.Contains(res.Readings[0].Skipped, word) || res.Confidence > 0.45) {
			t.Errorf("%s: confidence %.2f, unread %v: %s", question, res.Confidence, res.Readings[0].Skipped, res.Readings[0].Say())
		}
	}
}
