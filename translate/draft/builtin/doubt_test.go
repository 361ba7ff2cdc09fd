package builtin_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
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

// TestDoubts holds what is hardly ever meant.
func TestDoubts(t *testing.T) {
	t.Parallel()
	m := open(t)
	for question, want := range map[string]float64{
		"maximum title of paintings":        1, // a text has no highest
		"highest price of paintings":        0,
		"styles of cubist paintings":        0,
		"number of paintings per style":     0,
		"average price of paintings per id": 0,
		"cheapest painting":                 0, // that its price is known goes without saying
	} {
		res := m.read(question)
		if len(res.Readings) == 0 {
			t.Errorf("%s: no reading", question)
			continue
		}
		f := res.Readings[0].Features
		if got := f[rank.Unfit] + f[rank.Echoes]; got != want {
			t.Errorf("%s: doubts %.0f, want %.0f: %s", question, got, want, res.Readings[0].Say())
		}
	}
}

// TestCountsFirst holds that nobody asks how many the first one is: all that are as dear may be counted.
func TestCountsFirst(t *testing.T) {
	t.Parallel()
	m := open(t)
	for _, r := range m.read("number of the most expensive painting").Readings {
		show := r.Set.(*algebra.Show)
		if g, ok := show.Of.(*algebra.Group); ok && len(g.By) == 0 && !g.Of.(*algebra.Extreme).Ties {
			t.Errorf("%s: %s", r.Say(), algebra.Key(r.Set))
		}
	}
}

// TestContradiction holds that no reading wants one date in two years.
func TestContradiction(t *testing.T) {
	t.Parallel()
	for _, r := range open(t).read("paintings acquired in 1999 and in 2001").Readings {
		said := r.Say()
		if strings.Contains(said, "is in 1999 and") && strings.Contains(said, "is in 2001") {
			t.Error(said)
		}
	}
}
