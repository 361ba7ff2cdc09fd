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
	Loose            // parts beyond the first
	Way              // what its ways cost, at most 6
	Guessed          // keys that nobody declared
	signEnd
)

// Signs are the values of the acceptor's features.
type Signs [signEnd]float64

// Confidence returns how likely the first reading is right, 0 to 1.
func (s *Signs) Confidence() float64 {
	sum := 0.0
	for i, x := range s {
		sum += x * Acceptor[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

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
