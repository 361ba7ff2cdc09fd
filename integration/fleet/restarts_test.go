package fleet

import (
	"syscall"
	"testing"
	"time"
)

// TestRollingRestarts restarts one proxy after the other under churn, and nobody notices.
func TestRollingRestarts(t *testing.T) {
	t.Parallel()
	restarts := 3
	if whole() {
		restarts = 20
	}
	f := newFleet(t, 3, "shutdown: {delay: 1500ms, drain: 8s, timeout: 5s}\n")
	l := f.churn(4)
	f.hold(l, 4, 4*time.Second)
	var took time.Duration
	for i := range restarts {
		e := f.proxies[i%len(f.proxies)]
		began := time.Now()
		e.signal(syscall.SIGTERM)
		e.end()
		took += time.Since(began)
		e.start()
		time.Sleep(time.Second) // until the balancer knows
	}
	l.stop()
	t.Logf("%d restarts, %v each until the old one had ended: %s", restarts, (took / time.Duration(restarts)).Round(time.Millisecond), l)
	if l.turned.Load() > 0 || l.broke.Load() > 0 {
		t.Errorf("failed: %s", l)
	}
	if l.transactions.Load() < 20*int64(restarts) {
		t.Errorf("only %d transactions", l.transactions.Load())
	}
	f.agree(t, l)
}
