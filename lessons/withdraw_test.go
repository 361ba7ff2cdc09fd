package lessons_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/state"
)

// TestWithdraw: feedback that is taken back is gone here at once and elsewhere soon; what others said, or somebody
// approved, stays.
func TestWithdraw(t *testing.T) {
	t.Parallel()
	eachStore(t, func(t *testing.T, open func(lessons.Config) (*lessons.Library, *state.Store)) {
		l, _ := open(lessons.Config{})
		example := func(words, author string) lessons.Lesson {
			return lessons.Lesson{Kind: lessons.Example, Words: words, Means: "SELECT 1", Author: author, Datasources: []string{"shop"},
				Source: lessons.FromFeedback, Confidence: 0.9}
		}
		l.Learn(example("one", "ann"), example("one", "bob"), example("two", "ann"))
		approved := l.Learn(example("three", "ann"))
		kept := func() int {
			all, err := l.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return len(all)
		}
		until(t, "four lessons in the store", func() bool { return kept() == 4 })
		if err := l.SetStatus(t.Context(), approved[0], lessons.Approved, ""); err != nil {
			t.Fatal(err)
		}
		l.Refresh(t.Context())
		l.Withdraw(example("ONE", "ann"))
		l.Withdraw(example("three", "ann"))
		l.Withdraw(example("never said", "ann"))
		for role, want := range map[string]string{"ann": "three two", "bob": "one three"} {
			have := strings.Fields(words(l.For("shop", role)))
			slices.Sort(have)
			if got := strings.Join(have, " "); got != want {
				t.Errorf("%s has %q, want %q", role, got, want)
			}
		}
		until(t, "three lessons in the store", func() bool { return kept() == 3 })
	})
}
