package conf

import (
	"testing"

	"github.com/pgask/pgask/integration/mutants"
)

// FuzzReadYAML: whatever a file holds, reading it ends, does not panic, and names a line or a leaf for what it found.
func FuzzReadYAML(tf *testing.F) {
	f := mutants.Of(tf)
	for _, seed := range []string{exampleYAML, "a: &x [*x]", "<<: {a: b}", "[[a]]\nb=1", "a = {b = {c = 1}}", "? [a]\n: b"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		leaves, problems := readYAML("file", data)
		for _, l := range leaves {
			if len(l.path) == 0 || l.line < 1 {
				t.Errorf("leaf without a place: %+v", l)
			}
		}
		for _, p := range problems {
			if p.Reason == "" {
				t.Errorf("problem without a reason: %+v", p)
			}
		}
	})
}
