// Package rank orders the readings of a question and says how sure the first one is: two log-linear models of few
// features, whose weights stand in weights.go. It knows nothing of words or schemas.
package rank

import "math"

// Feature is something that speaks for or against a reading.
type Feature int

// The features of the ranker. The first six are what a reading costs, by where the cost comes from; the others are
// counts.
const (
	Links      Feature = iota // the links of its words: how they were found
	Syntax                    // its productions and how far apart what they put together is
	Skips                     // the words that it leaves out
	Floats                    // its loose parts
	Assembly                  // putting these together
	Ways                      // the ways between its relations
	Inferred                  // keys on these that nobody declared
	Defaults                  // conditions that go without saying
	Mute                      // verbs that told no way
	Restated                  // words that say again what the reading passes over
	Pivots                    // little words that it leaves out, and that change the meaning: only, both
	Partly                    // words of stored values that nobody said
	Foreign                   // texts that nothing in the database is known to be
	LooseValue                // values that were found by a slip
	LooseName                 // names that were found by a comment, a part, a synonym or a slip
	Unfit                     // figures that are hardly ever meant
	Echoes                    // it shows only what its conditions are about
	Void                      // it was run and returned no row, or nothing but NULL
	featureEnd                // the number of them
)

// Features are the values of the ranker's features.
type Features [featureEnd]float64

// Cost returns what a reading costs in all.
func (f *Features) Cost() float64 { return f.By(&Ranker) }

// By returns what a reading costs by other weights.
func (f *Features) By(weights *Features) float64 {
	sum := 0.0
	for i, x := range f {
		sum += x * weights[i]
	}
	return sum
}

// Sign is something that tells whether the first reading is right.
type Sign int

// The features of the acceptor. Unexplained and Dropped bound the confidence; the others are weighed.
const (
	Bias        Sign = iota
	Odds             // of the first reading and all with its rows against the others: the logarithm, -3 to 4
	Margin           // how much dearer the next reading with another meaning, and with other rows, is, at most 3
	Linked           // what its links cost, at most 6
	Weakest          // the score of its weakest link, 0 to 1
	Pieces           // its parts beyond the first, and what putting them together costs, at most 6
	Way              // what its ways cost, at most 6
	Default          // conditions that go without saying, and keys that nobody declared
	Mutes            // verbs and little words that told nothing
	Vague            // values and names of which only a part was said, or that were found by other words
	Doubt            // what is hardly ever meant
	Rivals           // other columns that hold its values as well
	Size             // of the schema: the logarithm of the number of relations
	Empty            // it returned no row, or nothing but NULL and zero
	Either           // conditions of which one is enough
	Unasked          // it makes groups that no word asks for
	Repeated         // it returned rows more than once
	Unexplained      // words that nothing explains
	Dropped          // numbers, values, negations and comparisons that it leaves out
	signEnd
)

// Signs are the values of the acceptor's features.
type Signs [signEnd]float64

// Confidence returns how likely the first reading is right, 0 to 1. tried says that the best readings were run.
func (s *Signs) Confidence(tried bool) float64 {
	weights := &Blind
	if tried {
		weights = &Acceptor
	}
	sure := s.By(weights)
	if s.Complete() && sure < fresh {
		return max(0, fresh-(fresh-sure)*steeper)
	}
	return sure
}

// The weights are fitted on schemas that the grammar was widened with. On fifteen that nobody had looked at, answers
// that said .5 to .7 were right in 16 of 42 cases, and above that as often as they said: below fresh, what the
// weights say falls so much steeper.
const (
	fresh   = 0.7
	steeper = 1.75
)

// doubtful is the most that a reading may be trusted that leaves something out: it is offered, and not answered.
const doubtful = 0.45

// Complete reports whether a reading explains all that the question says.
func (s *Signs) Complete() bool { return s[Unexplained] == 0 && s[Dropped] == 0 }

// By returns the confidence by other weights. That of a reading which leaves something out is bounded, whatever
// speaks for it.
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

// SignNames and FeatureNames are the names of the signs and of the features, in their order.
var (
	SignNames = [...]string{"Bias", "Odds", "Margin", "Linked", "Weakest", "Pieces", "Way", "Default", "Mutes", "Vague",
		"Doubt", "Rivals", "Size",
		"Empty", "Either", "Unasked", "Repeated", "Unexplained", "Dropped"}
	FeatureNames = [...]string{"Links", "Syntax", "Skips", "Floats", "Assembly", "Ways", "Inferred", "Defaults", "Mute",
		"Restated", "Pivots",
		"Partly", "Foreign", "LooseValue", "LooseName", "Unfit", "Echoes", "Void"}
)

// RankerPrior are the weights of the features before anything is known, set by hand; the fitted ones are pulled
// towards them.
var RankerPrior = Features{Links: 1, Syntax: 1, Skips: 1, Floats: 1, Assembly: 1, Ways: 1, Mute: 0.1, Pivots: 0.2,
	Partly: 0.2, Foreign: 0.2,
	LooseValue: 0.2, LooseName: 0.1, Unfit: 0.8, Echoes: 0.5, Void: 0.5}

// AcceptorPrior are those of the signs.
var AcceptorPrior = Signs{Bias: 0.5, Odds: 0.7, Margin: 0.2, Linked: -0.3, Weakest: 0.8, Pieces: -0.2, Way: -0.2,
	Default: -0.1, Mutes: -0.3,
	Vague: -0.3, Doubt: -0.8, Rivals: -0.2, Size: -0.38, Empty: -1.5, Either: -0.3, Unasked: -0.5, Repeated: -0.3,
	Unexplained: -2.5, Dropped: -6}
