package builtin

import (
	"strings"
	"testing"
)

// Every group has at least two members, each of them lower case, and no phrase is longer than is looked for.
func TestThesaurus(t *testing.T) {
	t.Parallel()
	for _, g := range synonymGroups {
		if ws := strings.Fields(g); len(ws) < 2 || strings.ToLower(g) != g {
			t.Errorf("group %q", g)
		}
	}
	for _, g := range phraseGroups {
		ps := strings.Split(strings.TrimSpace(g), "/")
		if len(ps) < 2 {
			t.Errorf("group %q", g)
		}
		for _, p := range ps {
			if n := len(strings.Fields(p)); n == 0 || n > maxSynonymWords {
				t.Errorf("%q has %d words", p, n)
			}
		}
	}
}
