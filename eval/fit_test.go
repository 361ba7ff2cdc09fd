package eval

import (
	"fmt"
	"math"
	"testing"

	"github.com/pgask/pgask/translate/draft/builtin/rank"
)

func TestRegress(t *testing.T) {
	t.Parallel()
	var all []example
	for i := range 400 { // three of four hold where x is 1, one of four where it is 0
		x := float64(i % 2)
		holds := float64(number(i/2%4 != 3))
		if x == 0 {
			holds = 1 - holds
		}
		all = append(all, example{[]float64{1, x}, holds, 1})
	}
	w := regress(all, []float64{0, 0}, []float64{0.001, 0.001})
	if math.Abs(w[0]+math.Log(3)) > 0.01 || math.Abs(w[1]-2*math.Log(3)) > 0.01 {
		t.Errorf("got %v, want -1.10 and 2.20", w)
	}
	if held := regress(all, []float64{5, 5}, []float64{1e6, 1e6}); math.Abs(held[0]-5) > 0.01 {
		t.Errorf("a strong pull does not hold: %v", held)
	}
}

// TestFit holds that the ranker learns from pairs what tells right from wrong, and that the acceptor believes it.
func TestFit(t *testing.T) {
	t.Parallel()
	var all []Read
	for i := range 60 {
		right, wrong := Try{Right: true, Rows: "a"}, Try{Rows: "b"}
		wrong.Features[rank.Mute] = 1
		right.Features[rank.Links], wrong.Features[rank.Links] = 0.5, 0.3
		all = append(all, Read{DB: fmt.Sprintf("db%d", i%12), Group: fmt.Sprint(i), Readings: 2, Tries: []Try{wrong, right}})
	}
	f := Fitter{Trials: true}
	if before := f.Judge(all, Weights{Ranker: rank.Features{rank.Links: 1}}); before[0].Right != 2 {
		t.Fatalf("right at %d", before[0].Right)
	}
	for _, r := range f.LeftOut(all) {
		if r.Right != 1 || r.Confidence < 0.6 {
			t.Fatalf("right at %d, confidence %.2f", r.Right, r.Confidence)
		}
	}
}
