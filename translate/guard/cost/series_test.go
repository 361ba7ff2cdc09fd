package cost

import (
	"math"
	"testing"
)

func TestInterval(t *testing.T) {
	t.Parallel()
	const day = 86400
	for text, want := range map[string]float64{
		"1 day": day, "1 day 2 hours": day + 7200, "2h": 7200, "00:00:00.001": 0.001, "1:30": 5400, "1 day 00:00:05": day + 5, "-1:00": 3600,
		"PT0.001S": 0.001, "P1DT2H3M4S": day + 7200 + 180 + 4, "P1M": 30 * day, "PT1M": 60, "p1y2m": 425 * day, "1 ms": 0.001, "60": 60,
		"": 0, "often": 0, "P": 0, "1:2:3:4": 0, "a:b": 0,
	} {
		if got := interval(text); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
