package proxy

import (
	"testing"
	"time"
)

func TestBucket(t *testing.T) {
	t.Parallel()
	var b bucket
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
		{0, strangersBurst},
		{0, 0},
		{time.Second, strangersPerSecond},
		{time.Second + time.Second/2, strangersPerSecond / 2},
		{time.Hour, strangersBurst},
		{time.Minute, 0}, // a clock that went back
		{time.Minute + time.Second, strangersPerSecond},
	}
	for _, s := range steps {
		if got := allowed(1000, start.Add(s.after)); got != s.want {
			t.Errorf("after %v: %d, want %d", s.after, got, s.want)
		}
	}
}
