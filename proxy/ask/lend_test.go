package ask

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pgask/pgask/proxy/wire"
)

// An upstream that reports parameters without end during a loan fills nobody's memory.
func TestLoanKeepsFewParameters(t *testing.T) {
	t.Parallel()
	l := &loan{}
	report := func(name, value string) (kept, over bool) { return l.changes([]byte(name + "\x00" + value + "\x00")) }
	for i := range 2 * wire.MaxParameters {
		if kept, over := report(fmt.Sprint("p", i), "v"); kept != (i < wire.MaxParameters) || over {
			t.Fatalf("parameter %d: %v, %v", i, kept, over)
		}
	}
	if kept, _ := report("p0", "w"); !kept || l.settings["p0"] != "w" {
		t.Error("a change of one that is known was not kept")
	}
	if kept, _ := report("p0", strings.Repeat("x", wire.MaxParameter+1)); kept {
		t.Error("a long value was kept")
	}
	if kept, _ := l.changes([]byte("p0")); kept {
		t.Error("half a message was kept")
	}
	l.returned = true
	if kept, over := report("p0", "x"); kept || !over {
		t.Errorf("after the loan: %v, %v", kept, over)
	}
}
