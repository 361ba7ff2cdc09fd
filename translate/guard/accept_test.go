package guard

import (
	"math/rand/v2"
	"testing"
)

// TestMutantsAreAccepted keeps FuzzOracle honest: enough of what it makes must reach the server.
func TestMutantsAreAccepted(t *testing.T) {
	t.Parallel()
	m := newMutator(t)
	g := mustNew(t, Policy{ExtensionSets: Sets(), ExtensionSchemas: []string{"public"}})
	known := facts()
	r := rand.New(rand.NewPCG(1, 2))
	accepted, changed := 0, 0
	const tries = 2000
	for range tries {
		edits := make([]byte, 4*(1+r.IntN(3)))
		for i := range edits {
			edits[i] = byte(r.Uint32())
		}
		which := uint16(r.Uint32())
		sql := m.mutate(which, edits)
		if g.Check(sql, known).Decision == Allow {
			accepted++
			if sql != m.mutate(which, nil) {
				changed++
			}
		}
	}
	t.Logf("%d of %d accepted, %d of them changed", accepted, tries, changed)
	if changed < tries/50 {
		t.Errorf("only %d of %d mutants are accepted", changed, tries)
	}
}
