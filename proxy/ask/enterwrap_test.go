package ask

import (
	"testing"
	"time"
)

// TestOutlived: a proof holds for a second without a Sync, and on behind work that a Sync would end.
func TestOutlived(t *testing.T) {
	t.Parallel()
	made := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	p := &prepared{provenAt: made}
	for _, tt := range []struct {
		unsynced work
		age      time.Duration
		want     bool
	}{
		{workNone, 0, false},
		{workHarmless, time.Second, false},
		{workHarmless, time.Second + time.Millisecond, true},
		{workNone, time.Hour, true},
		{workOther, time.Hour, false},
	} {
		if got := p.outlived(tt.unsynced, made.Add(tt.age), time.Second); got != tt.want {
			t.Errorf("work %d, %v: %v", tt.unsynced, tt.age, got)
		}
	}
}
