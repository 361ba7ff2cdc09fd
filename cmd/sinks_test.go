package cmd

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestADeadReaderOfStandardOutput: who reads the copy of the log on standard output may go away; questions go on, and
// metrics tell.
func TestADeadReaderOfStandardOutput(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := startProcess(t, "audit.stdout: true\n", func(cmd *exec.Cmd) { cmd.Stdout = w })
	_ = w.Close()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	conn := p.connect()
	ask := func() {
		t.Helper()
		if got := query(conn, "ASK how many customers are there?"); got != "2400" {
			t.Fatal(got)
		}
	}
	ask()
	p.said.wait(t, `audit sink fails.*broken pipe`)
	ask()
	sink := map[string]string{"sink": "stdout"}
	for deadline := time.Now().Add(patience); p.value("pgask_audit_sink_failures_total", sink) < 1 || p.value("pgask_audit_sink_behind_records", sink) < 4; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%v failures, %v behind", p.value("pgask_audit_sink_failures_total", sink), p.value("pgask_audit_sink_behind_records", sink))
		}
	}
	if failures := p.value("pgask_audit_failures_total", map[string]string{"event": "intent"}); failures != 0 {
		t.Errorf("%v intents not written", failures)
	}
}
