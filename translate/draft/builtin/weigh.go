package builtin

import (
	"math"

	"github.com/pgask/pgask/translate/draft/builtin/rank"
)

// weigh orders readings, and fills in what tells whether the first is right.
func weigh(all []*Reading) []*Reading {
	sorted := weighed(all)
	cheapest := math.Inf(1)
	for _, one := range sorted {
		one.dearer = false
		cheapest = min(cheapest, one.Cost)
	}
	if len(sorted) == 0 || sorted[0].complete() {
		return sorted
	}
	var whole, parts []*Reading
	for _, one := range sorted {
		if one.complete() && one.Cost <= cheapest+wholeGap {
			whole = append(whole, one)
		} else {
			parts = append(parts, one)
		}
	}
	if len(whole) == 0 {
		return sorted
	}
	sorted = append(weighed(whole), parts...)
	sorted[0].dearer = sorted[0].Cost > cheapest+hardlyDearer
	return sorted
}

// wholeGap is by how much a reading that explains all of a question may be dearer than one that leaves something out,
// and still be the better.
const wholeGap = 2.0

// hardlyDearer is by how much it may be dearer and be trusted as any other.
const hardlyDearer = 0.2

// mostDearer is the most that such a reading is trusted: it is offered, and not answered.
const mostDearer = 0.45

// weighed returns readings by their costs, and the signs of the first.
func weighed(all []*Reading) []*Reading {
	candidates := make([]rank.Candidate, len(all))
	for i, one := range all {
		candidates[i] = rank.Candidate{Features: one.Features, Own: one.Signs}
		if one.Trial != nil {
			candidates[i].Rows = one.Trial.Rows
		}
	}
	w := rank.Weigh(candidates, &rank.Ranker)
	sorted := make([]*Reading, len(all))
	for k, i := range w.Order {
		sorted[k] = all[i]
		all[i].Cost, all[i].Share = w.Costs[i], w.Shares[i]
	}
	if len(sorted) > 0 {
		sorted[0].Signs = w.Signs
	}
	return sorted
}
