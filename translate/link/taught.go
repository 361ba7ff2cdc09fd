package link

import (
	"slices"

	"github.com/pgask/pgask/translate/wordform"
)

// Taught is what a phrase of the question is, whatever else it could be: a lesson, or what the user chose when asked
// back.
type Taught struct {
	Phrase string
	Links  []Link
}

// Straight returns a question with straight quotes for all others. The words of Split are where they stand in it.
func Straight(question string) string { return straight.Replace(question) }

// told returns what the words of a span were taught to be; nil: nothing.
func (r *reading) told(from, to int) []Link {
	for _, t := range r.taught {
		words := Split(t.Phrase)
		if len(words) != to-from {
			continue
		}
		if !slices.EqualFunc(words, r.lattice.Words[from:to], func(a, b Word) bool {
			return a.Low == b.Low || a.Shape == Plain && b.Shape == Plain && wordform.Stem(a.Low) == wordform.Stem(b.Low)
		}) {
			continue
		}
		out := slices.Clone(t.Links)
		for i := range out {
			out[i].How, out[i].Score = Named, scoreWhole
		}
		return out
	}
	return nil
}
