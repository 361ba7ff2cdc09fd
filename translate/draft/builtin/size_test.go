package builtin_test

import (
	"runtime"
	"testing"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
)

// TestSizeOfSnapshots: what is kept of a catalog is about as large as it is taken for, with all that is derived from
// it. It runs alone.
func TestSizeOfSnapshots(t *testing.T) {
	heap := func() int {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	one := open(t)
	one.read("number of paintings of each artist") // what all share is made
	var all [20]*schema.Snapshot
	before := heap()
	for i := range all {
		all[i] = schema.New(*one.model.Snapshot)
		m := museum{model: semantic.Of(all[i], true)}
		m.read("number of paintings of each artist")
	}
	is, estimate := (heap()-before)/len(all), all[0].Size()
	if is > 2*estimate || is < estimate/3 {
		t.Errorf("takes %d bytes and is taken for %d", is, estimate)
	}
	t.Logf("takes %d bytes and is taken for %d", is, estimate)
}
