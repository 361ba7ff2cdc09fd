package refine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/plan/edit"
	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Changer changes the plan of an answer, whoever made it.
type Changer struct {
	Snapshot *schema.Snapshot
	Settled  []plan.Constraint // what holds for the conditions that are added
	// Read returns what a phrase says of the rows of a table, which the subject before it names.
	Read func(ctx context.Context, of *plan.Source, subject, phrase string) (draft.Result, error)
}

// Change applies the changes one after the other. asks is what to ask about a condition that can be read in several ways.
func (c Changer) Change(ctx context.Context, p *plan.Plan, steps []Step) (changed *plan.Plan, asks *draft.Back, err error) {
	for _, s := range steps {
		if s.Filter != "" {
			p, asks, err = c.narrowOrExcept(ctx, p, s)
		} else {
			p, err = edit.Apply(p, c.Snapshot, s.Patch)
		}
		if err != nil || asks != nil {
			return nil, asks, err
		}
	}
	return p, nil, nil
}

// narrowOrExcept adds a condition, or excludes the rows that meet it. "Without Spain" may mean either.
func (c Changer) narrowOrExcept(ctx context.Context, p *plan.Plan, s Step) (*plan.Plan, *draft.Back, error) {
	const without = "without "
	next, asks, err := c.narrow(ctx, p, s.Filter, s.Except)
	var refused *edit.PatchError
	if s.Except || asks != nil || !errors.As(err, &refused) || !strings.HasPrefix(strings.ToLower(s.Filter), without) {
		return next, asks, err
	}
	if other, asks, failed := c.narrow(ctx, p, s.Filter[len(without):], true); failed == nil {
		return other, asks, nil
	}
	return nil, nil, err
}

// narrow lets the built-in translator read a condition as part of a question about each table of the answer, and adds
// the resulting conditions, or with except the opposite of the only one. A reading that needs no other table is
// preferred, the first of several; otherwise the reading about the rows that are shown: "from Berlin", said of the
// customers with the highest revenue, is where they live, not where the stores of their orders are.
func (c Changer) narrow(ctx context.Context, p *plan.Plan, phrase string, except bool) (*plan.Plan, *draft.Back, error) {
	var best *plan.Plan
	var bestShown bool
	var asks *draft.Back
	for i, s := range p.Sources() {
		if s.Table == "" || i == 3 {
			break
		}
		next, by, ask, err := c.narrowBy(ctx, p, s, phrase, except)
		if err != nil {
			return nil, nil, err
		}
		if asks == nil {
			asks = ask
		}
		if next == nil {
			continue
		}
		if len(by.Tables()) == 1 {
			return next, nil, nil
		}
		shown := len(p.Select) > 0 && strings.HasPrefix(p.Select[0].Expr.String(), s.Name()+".")
		if best == nil || shown && !bestShown {
			best, bestShown = next, shown
		}
	}
	switch {
	case best != nil:
		return best, nil, nil
	case asks != nil:
		return nil, asks, nil
	}
	return nil, nil, &edit.PatchError{Message: fmt.Sprintf("the condition %q could not be read", phrase), Rewrite: true}
}

// narrowBy returns p with the conditions that a phrase gives for the rows of a table, and the plan that they come from. Both
// are nil when there are none.
func (c Changer) narrowBy(ctx context.Context, p *plan.Plan, of *plan.Source, phrase string, except bool) (next, by *plan.Plan, asks *draft.Back, err error) {
	for _, way := range []string{phrase, "in " + phrase, "from " + phrase, "with " + phrase} {
		result, err := c.Read(ctx, of, strings.ReplaceAll(of.Table, "_", " "), way)
		if err != nil {
			return nil, nil, nil, err
		}
		if asks == nil {
			asks = result.Ask
		}
		if result.Plan == nil {
			continue
		}
		if by, _, err = review.Plan(result.Plan, c.Snapshot, c.Settled); err != nil {
			continue
		}
		if except {
			var ok bool
			if by, ok = edit.Negate(by, c.Snapshot); !ok {
				continue
			}
		}
		if next, err = edit.Narrow(p, c.Snapshot, by); err == nil {
			return next, by, nil, nil
		}
	}
	return nil, nil, asks, nil
}
