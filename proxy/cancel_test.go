package proxy

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

func TestBucket(t *testing.T) {
	t.Parallel()
	b := bucket{perSecond: unmatchedCancelsPerSecond, burst: unmatchedCancelsBurst}
	start := time.Unix(1000, 0)
	allowed := func(n int, at time.Time) (yes int) {
		for range n {
			if b.allow(at) {
				yes++
			}
		}
		return yes
	}
	steps := []struct {
		after time.Duration
		want  int
	}{
		{0, unmatchedCancelsBurst},
		{0, 0},
		{time.Second, unmatchedCancelsPerSecond},
		{time.Second + time.Second/2, unmatchedCancelsPerSecond / 2},
		{time.Hour, unmatchedCancelsBurst},
		{time.Minute, 0}, // a clock that went back
		{time.Minute + time.Second, unmatchedCancelsPerSecond},
	}
	for _, s := range steps {
		if got := allowed(1000, start.Add(s.after)); got != s.want {
			t.Errorf("after %v: %d, want %d", s.after, got, s.want)
		}
	}
}

// Some clients say goodbye behind a cancel request. They get an end, not a reset.
func TestGoodbyeBehindACancelRequest(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Config){"with room": func(*Config) {}, "without": func(c *Config) { c.MaxConnections = 1 }} {
		r := realServer(t, change)
		c := r.connect()
		c.query(sleeping)
		c.expect("NOTICE asleep")
		conn := r.dial().(*net.TCPConn)
		if _, err := conn.Write(append(cancelRequest(c.key), "X\x00\x00\x00\x04"...)); err != nil {
			t.Fatal(err)
		}
		if rest, err := io.ReadAll(conn); err != nil || len(rest) != 0 {
			t.Errorf("%s: %q, %v", name, rest, err)
		}
		conn.Close()
		c.expect("ERROR 57014 canceling statement due to user request", "Z I")
	}
}

// A cancel request that a balancer takes to another proxy finds its way.
func TestCancelThroughAnotherProxy(t *testing.T) {
	t.Parallel()
	one, other := realServer(t), realServer(t)
	c := one.connect()
	c.query(sleeping)
	c.expect("NOTICE asleep")
	other.cancel(c.key)
	c.expect("ERROR 57014 canceling statement due to user request", "Z I")
}

// Whenever a cancel request comes, it is over when its connection is: what the client sends after that runs.
func TestCancelNeverReachesALaterStatement(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c := r.connect()
	for i := range 100 {
		c.query("SELECT pg_sleep(0.002)")
		time.Sleep(time.Duration(i) * 40 * time.Microsecond) // before, within and after it
		r.cancel(c.key)
		if lines := c.turn(); lines[len(lines)-1] != "Z I" {
			t.Fatalf("%d: %v", i, lines)
		}
		c.query("SELECT 'later'")
		if lines := strings.Join(c.turn(), "; "); lines != "T; D later; C SELECT 1; Z I" {
			t.Fatalf("%d: a later statement was hit: %s", i, lines)
		}
	}
}
