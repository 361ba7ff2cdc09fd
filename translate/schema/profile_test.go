package schema

import "testing"

// TestCount holds that two values of a small table are two, though statistics tell them as a share of its rows.
func TestCount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ distinct, rows, want float64 }{{2, 15, 2}, {-0.13333334, 15, 2}, {-1, 40, 40}, {0, 15, 0}} {
		if got := (&Profile{Distinct: tt.distinct}).Count(tt.rows); got != tt.want {
			t.Errorf("%v of %v rows: %v, want %v", tt.distinct, tt.rows, got, tt.want)
		}
	}
}
