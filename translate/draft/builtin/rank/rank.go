// Package rank orders the readings of a question and says how sure the first one is: two log-linear models of few features, whose weights stand in
// weights.go. It knows nothing of words or schemas.
package rank

import (
	"cmp"
	"math"
	"slices"
)

// Feature is something that speaks for or against a reading.
type Feature int

// The features of the ranker: what a reading costs, by where the cost comes from.
const (
	Links     Feature = iota // the links of its words: how they were found
	Syntax                   // its productions and how far apart what they put together is
	Skips                    // the words that it leaves out
	Floats                   // its loose parts
	Assembly                 // putting these together
	Ways                     // the ways between its relations
	Doubtful                 // what a validator doubts
	rankerEnd                // the number of them
)

// Features are the values of the ranker's features.
type Features [rankerEnd]float64

// Cost returns what a reading costs in all.
func (f *Features) Cost() float64 {
	sum := 0.0
	for i, x := range f {
		sum += x * Ranker[i]
	}
	return sum
}

// Sign is something that tells whether the first reading is right.
type Sign int

// The features of the acceptor.
const (
	Bias        Sign = iota
	Margin           // how much dearer the next reading with another meaning is, at most 3
	Mass             // share of the first reading among all, 0 to 1
	Total            // what it costs, at most 12
	Weakest          // the score of its weakest link, 0 to 1
	Unexplained      // words that nothing explains
	Dropped          // numbers, values, negations and comparisons that it leaves out
	Loose            // parts beyond the first
	Way              // what its ways cost, at most 6
	Guessed          // keys that nobody declared
	Defaults         // conditions that go without saying
	signEnd
)

// Signs are the values of the acceptor's features.
type Signs [signEnd]float64

// Confidence returns how likely the first reading is right, 0 to 1.
func (s *Signs) Confidence() float64 { return s.By(&Acceptor) }

// doubtful is the most that a reading may be trusted that leaves something out: it is offered, and not answered.
const doubtful = 0.45

// Complete reports whether a reading explains all that the question says.
func (s *Signs) Complete() bool { return s[Unexplained] == 0 && s[Dropped] == 0 }

// By returns the confidence by other weights. That of a reading which leaves something out is bounded, whatever speaks for it.
func (s *Signs) By(weights *Signs) float64 {
	sum := 0.0
	for i, x := range s {
		sum += x * weights[i]
	}
	sure := 1 / (1 + math.Exp(-sum))
	if !s.Complete() {
		return doubtful * sure
	}
	return sure
}

// SignNames are the names of the signs, in their order.
var SignNames = [...]string{"Bias", "Margin", "Mass", "Total", "Weakest", "Unexplained", "Dropped", "Loose", "Way", "Guessed", "Defaults"}

// Order sorts the indexes of readings by their costs, and returns the margin of the first and its share.
func Order(costs []float64) (order []int, margin, mass float64) {
	for i := range costs {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
	if len(order) == 0 {
		return nil, 0, 0
	}
	margin = maxMargin
	sum := 0.0
	for k, i := range order {
		if k == 1 {
			margin = min(maxMargin, costs[i]-costs[order[0]])
		}
		sum += math.Exp(costs[order[0]] - costs[i])
	}
	return order, margin, 1 / sum
}

const maxMargin = 3

// Ranker weighs the features of readings; a prior that was set by hand.
var Ranker = Features{Links: 1, Syntax: 1, Skips: 1, Floats: 1, Assembly: 1, Ways: 1, Doubtful: 1}

// Prior are the weights of the acceptor before anything is known, set by hand; the fitted ones are pulled towards them.
var Prior = Signs{Bias: 0.5, Margin: 0.7, Mass: 1.5, Total: -0.35, Weakest: 1.0, Unexplained: -2.5, Dropped: -6, Loose: -0.3, Way: -0.3, Guessed: -0.3,
	Defaults: -0.3}
