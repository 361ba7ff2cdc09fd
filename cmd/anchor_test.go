package cmd

import (
	"os"
	"testing"

	"github.com/pgask/pgask/audit"
)

// TestAnchors: an anchor by interval is a file that reads back, and its seal is in the operator's log.
func TestAnchors(t *testing.T) {
	t.Parallel()
	p := startProcess(t, "audit: {anchor_every: 1s, key: 0123456789abcdef}\n")
	if got := query(p.connect(), "ASK how many customers are there?"); got != "2400" {
		t.Fatal(got)
	}
	told := p.said.wait(t, `msg="audit anchor" file=(\S+) logs=1 seal="?(mac [0-9a-f]{64}|[^"\n]*[0-9a-f]{32,})"?`)
	f, err := os.Open(told[1])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	a, err := audit.ReadAnchor(f, []byte("0123456789abcdef"))
	if err != nil || len(a.Heads) != 1 {
		t.Errorf("the anchor: %+v, %v", a, err)
	}
	for _, h := range a.Heads {
		if h.Seq < 1 {
			t.Errorf("its head is %d", h.Seq)
		}
	}
	if _, err := f.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := audit.ReadAnchor(f, []byte("another key")); err == nil {
		t.Error("it reads with another key")
	}
}
