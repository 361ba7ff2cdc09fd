package builtin

import (
	"context"

	"github.com/pgask/pgask/translate/algebra"
	"github.com/pgask/pgask/translate/draft"
)

// Engine reads questions as a draft engine.
type Engine struct{}

// compete is how many readings compete for an answer.
const compete = 12

// Draft implements draft.Engine.
func (Engine) Draft(ctx context.Context, q draft.Question) (draft.Result, error) {
	l, err := q.Links(ctx)
	if err != nil {
		return draft.Result{}, err
	}
	read := Of(q.Model).Read(l, compete)
	out := draft.Result{Unplaced: read.Unplaced}
	if len(read.Readings) == 0 {
		out.Reason = "this question could not be read"
		return out, nil
	}
	first := read.Readings[0]
	out.Plan, out.Confidence = first.Plan, read.Confidence
	out.Plan.Reading = algebra.Say(first.Set)
	return out, nil
}
