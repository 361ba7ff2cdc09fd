package builtin

import (
	"context"
	"slices"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin/rank"
	"github.com/pgask/pgask/translate/plan"
)

// Trials is how many of the best readings are worth running.
const Trials = 3

// try runs the best readings, where that may be done. What leaves something out is no answer, whatever it returns.
func (res *Result) try(ctx context.Context, run func(context.Context, []*plan.Plan) ([]draft.Trial, error)) error {
	if run == nil || len(res.Readings) == 0 || !res.Readings[0].complete() {
		return nil
	}
	var plans []*plan.Plan
	for _, r := range res.Readings[:min(Trials, len(res.Readings))] {
		plans = append(plans, r.Plan)
	}
	trials, err := run(ctx, plans)
	if err == nil && trials != nil {
		res.Try(trials)
	}
	return err
}

// Try tells what the first readings returned, in order, and orders all anew. Readings whose rows are those of the
// first speak for it, others against it, and an empty answer is doubtful, unless it is of what is not so: often there
// is none without.
func (res *Result) Try(trials []draft.Trial) {
	if len(res.Readings) == 0 {
		return
	}
	if !slices.ContainsFunc(trials, func(t draft.Trial) bool { return !t.Empty }) {
		// That nothing is found whatever is meant tells no reading from another.
		if first := res.Readings[0]; len(trials) > 0 && !has[*algebra.Not](partsOf(first.Set)) {
			res.Confidence = min(res.Confidence, mostEmpty)
		}
		return
	}
	for i, t := range trials[:min(len(trials), len(res.Readings))] {
		r := res.Readings[i]
		r.Trial, r.Features[rank.Void], r.Signs[rank.Repeated] = &t, flag(t.Empty && !has[*algebra.Not](partsOf(r.Set))), flag(t.Twice)
	}
	was, sure := res.Readings[0], res.Confidence > mostEmpty
	res.tried = true
	res.settle()
	if sure && was.Features[rank.Void] > 0 {
		res.emptied = was
	}
}

// mostEmpty is how sure a reading is at most where nothing is found by it, nor by the next ones. Mostly it is wrong
// then.
const mostEmpty = 0.6

// flag is one for what holds.
func flag(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// settle orders the readings, and says how sure the first is.
func (res *Result) settle() {
	res.Readings = weigh(res.Readings)
	if full := res.fuller(); len(full) < len(res.Readings) {
		res.Readings = weigh(full)
	}
	first := res.Readings[0]
	res.Confidence, res.Unplaced = first.Signs.Confidence(res.tried), first.Skipped
	if first.dearer {
		res.Confidence = min(res.Confidence, mostDearer)
	}
}
