package translate

import "errors"

// budget bounds every loop of the state machine. Each field is the number that remains.
type budget struct {
	steps       int // states to pass
	attempts    int // drafts
	refinements int // drafts after an empty result
}

// maxSteps is more than any path through the states can take.
const maxSteps = 120

func newBudget(c Config) budget {
	return budget{steps: maxSteps, attempts: c.MaxAttempts, refinements: c.MaxRefinements}
}

// step uses one step. It returns an error when none is left.
func (b *budget) step() error {
	if b.steps--; b.steps < 0 {
		return errors.New("the agent went round in circles")
	}
	return nil
}

// errNoAttempts means that no attempt is left.
var errNoAttempts = errors.New("no attempts left")

// attempt uses one attempt. It returns errNoAttempts when none is left.
func (b *budget) attempt() error {
	if b.attempts--; b.attempts < 0 {
		return errNoAttempts
	}
	return nil
}
