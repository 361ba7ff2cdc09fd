package bymodel

import (
	"context"
	"errors"
	"fmt"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/translate/model"
)

// Several drafts of one question are compared by their results. Correct drafts agree, however they are written; wrong
// drafts differ from each other.

// errCompare means that drafts could not be compared because the connection failed. The model is not to blame.
var errCompare = errors.New("compare drafts")

// candidate is one of several drafts.
type candidate struct {
	text    string
	err     error  // of the model's call
	outcome string // its result; equal outcomes count as votes for the same draft
}

// elect asks the model for several drafts at once. It returns the answer with the most votes, the earlier one in a
// tie, and its share of the votes. Drafts that cannot be used have no vote, unless none can be used.
func (d Drafter) elect(ctx context.Context, q Question, p prompt) (text string, share float64, err error) {
	all := make([]candidate, d.Candidates)
	var calls panics.Group
	for i := range all {
		calls.Go(func() {
			sample := p
			sample.Sample = i
			all[i].err = d.consult(ctx, sample, func(answer string) error {
				all[i].text = answer
				_, err := model.Parse(answer)
				return err
			})
		})
	}
	calls.Wait()
	votes, valid := map[string]int{}, 0
	for i := range all {
		if all[i].err != nil {
			continue
		}
		if all[i].outcome, err = outcome(ctx, q, all[i].text); err != nil {
			return "", 0, fmt.Errorf("%w: %w", errCompare, err)
		}
		if all[i].outcome != "" {
			valid++
			votes[all[i].outcome]++
		}
	}
	best := -1
	for i, c := range all {
		if c.outcome != "" && (best < 0 || votes[c.outcome] > votes[all[best].outcome]) {
			best = i
		}
	}
	if best >= 0 {
		return all[best].text, float64(votes[all[best].outcome]) / float64(valid), nil
	}
	for _, c := range all { // no draft can be used: the first one is diagnosed
		if c.err == nil {
			return c.text, 1, nil
		}
	}
	return all[0].text, 1, all[0].err
}

// outcome returns the result of a draft in a comparable form: its rows, or that it asks back or gives up. It returns
// "" when the draft cannot be used. An error means that the connection failed or the context ended.
func outcome(ctx context.Context, q Question, text string) (string, error) {
	got, err := model.Parse(text)
	switch {
	case err != nil:
		return "", nil
	case got.Decision != model.Proceed:
		return string(got.Decision), nil
	}
	return q.Compare(ctx, got)
}

// disagreement lowers the confidence in a draft by the share of drafts that agree with it, and records that.
func disagreement(d Draft, share float64) Draft {
	if share < 1 {
		d.Confidence *= share
		d.Assumptions = append(d.Assumptions, fmt.Sprintf("this is what %.0f %% of the drafts come to; the others read the question otherwise", share*100))
	}
	return d
}
