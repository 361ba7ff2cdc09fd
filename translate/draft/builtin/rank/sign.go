package rank

import (
	"cmp"
	"math"
	"slices"
)

// Candidate is what is known of one reading.
type Candidate struct {
	Features Features
	Own      Signs  // Weakest, Unexplained, Dropped, Rivals, Either, Unasked, Repeated and Size; the others are derived
	Rows     string // equal for equal rows; "": it was not run, or failed
}

// Bounds of what is looked at.
const (
	judged    = 12 // readings that margin and mass are taken from
	maxMargin = 3
)

// Weighed is how candidates stand to one another.
type Weighed struct {
	Order  []int     // of the candidates, the best first
	Costs  []float64 // of each candidate, as they were given
	Shares []float64 // of each candidate, 0 to 1
	Signs  Signs     // of the best one
}

// Weigh orders candidates by what they cost under some weights, and says what speaks for the first.
func Weigh(all []Candidate, weights *Features) Weighed {
	w := Weighed{Costs: make([]float64, len(all)), Shares: make([]float64, len(all))}
	for i := range all {
		w.Order, w.Costs[i] = append(w.Order, i), all[i].Features.By(weights)
	}
	if len(all) == 0 {
		return w
	}
	slices.SortStableFunc(w.Order, func(a, b int) int { return cmp.Compare(w.Costs[a], w.Costs[b]) })
	first, sum, margin := w.Order[0], 0.0, float64(maxMargin)
	for k, i := range w.Order {
		w.Shares[i] = math.Exp(w.Costs[first] - w.Costs[i])
		if k < judged {
			sum += w.Shares[i]
		}
	}
	with := 0.0 // the share of all that say the same
	for _, i := range w.Order {
		w.Shares[i] /= sum
		if i == first || all[i].Rows != "" && all[i].Rows == all[first].Rows {
			with += w.Shares[i]
		} else {
			margin = min(margin, w.Costs[i]-w.Costs[first])
		}
	}
	s := all[first].Own
	s.derive(&all[first].Features)
	s[Bias], s[Margin], s[Odds] = 1, margin, logit(with)
	w.Signs = s
	return w
}

// logit is the logarithm of the odds of a probability, -3 to 4.
func logit(p float64) float64 { return max(-3, min(4, math.Log(p/max(1-p, 1e-9)))) }

// derive fills in the signs that follow from the features of a reading.
func (s *Signs) derive(f *Features) {
	s[Linked] = max(-1, min(f[Links], 6))
	s[Pieces] = min(2*f[Floats]+f[Assembly], 6)
	s[Way] = min(f[Ways], 6)
	s[Default] = min(f[Defaults]+f[Inferred], 3)
	s[Mutes] = min(f[Mute]+f[Pivots]+f[Restated], 4)
	s[Vague] = min(f[Partly]+f[Foreign]+f[LooseValue]+f[LooseName], 4)
	s[Doubt] = min(f[Unfit]+f[Echoes], 3)
	s[Rivals] = min(s[Rivals], 4)
	s[Empty] = f[Void]
}
