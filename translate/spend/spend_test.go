package spend

import (
	"math"
	"testing"
	"time"

	"github.com/pgask/pgask/translate/model"
)

func TestMemoryLedgerBeginsAnewEachDay(t *testing.T) {
	t.Parallel()
	var l MemoryLedger
	evening := time.Date(2026, 3, 1, 23, 59, 0, 0, time.UTC)
	_, _ = l.Add(t.Context(), "a", evening, 5)
	if total, _ := l.Add(t.Context(), "a", evening, 5); total != 10 {
		t.Errorf("%d on the first day", total)
	}
	if total, _ := l.Add(t.Context(), "a", l.Ends(evening), 5); total != 5 {
		t.Errorf("%d on the second", total)
	}
}

func TestPrice(t *testing.T) {
	t.Parallel()
	p := Price{In: 2, Out: 10, Cached: 1}
	got := p.Cost(model.Response{TokensIn: 1000, TokensCached: 400, TokensOut: 100})
	if want := (600*2 + 400*1 + 100*10) / 1e6; math.Abs(got-want) > 1e-12 {
		t.Errorf("cost %v, want %v", got, want)
	}
}
