package translate

import "errors"

// budget bounds every loop of the machine. Each field is what is left.
type budget struct {
	steps       int // through states
	attempts    int // drafts
	refinements int // drafts after an empty result
}

// maxSteps is more than any path through the states can take.
const maxSteps = 120

func newBudget(c Config) budget {
	return budget{steps: maxSteps, attempts: c.MaxAttempts, refinements: c.MaxRefinements}
}

// step spends a step.
func (b *budget) step() error {
	if b.steps--; b.steps < 0 {
		return errors.New("the agent went round in circles")
	}
	return nil
}

// errNoAttempts means that the last attempt was spent.
var errNoAttempts = errors.New("no attempts left")

// attempt spends an attempt.
func (b *budget) attempt() error {
	if b.attempts--; b.attempts < 0 {
		return errNoAttempts
	}
	return nil
}
