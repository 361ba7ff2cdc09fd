package conf

import (
	"testing"

	"github.com/pgask/pgask/integration/mutants"
)

// FuzzReaders: whatever a file holds, reading it ends, does not panic, and names a line or a leaf for what it found.
func FuzzReaders(tf *testing.F) {
	f := mutants.Of(tf)
	for _, seed := range []string{exampleYAML, exampleTOML, "a: &x [*x]", "<<: {a: b}", "[[a]]\nb=1", "a = {b = {c = 1}}", "? [a]\n: b"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range []func(string, []byte) ([]leaf, Problems){readYAML, readTOML} {
			leaves, problems := read("file", data)
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
		}
	})
}
