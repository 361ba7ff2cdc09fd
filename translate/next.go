package translate

import (
	"context"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/builtin"
	next "github.com/pgask/pgask/translate/draft/builtin"
)

// nextReadings is how many readings compete for an answer.
const nextReadings = 12

// readNext reads the question by the second design, and tells the result in the words of the first.
func (w *work) readNext(ctx context.Context) (builtin.Result, error) {
	m := w.agent.understand(w.snapshot)
	if err := w.link(ctx); err != nil {
		return builtin.Result{}, err
	}
	read := next.Of(m).Read(w.links.lattice, nextReadings)
	result := builtin.Result{Unplaced: read.Unplaced}
	if len(read.Readings) == 0 {
		result.Reason = "this question could not be read"
	} else {
		first := read.Readings[0]
		result.Plan, result.Confidence = first.Plan, read.Confidence
		result.Plan.Reading = algebra.Say(first.Set)
	}
	w.trace.Builtin = result
	return result, nil
}
