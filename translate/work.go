package translate

import (
	"errors"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan/validate"
)

// work is one question on its way through the states.
type work struct {
	drafter
	attempt
	budget budget
	tried  tried // earlier work on this question

	failure error           // why the last attempt failed
	unclear *dialogue.Asked // the clarification to ask; nil: clarify lists the failures
	shown   *Past           // the answer that ask sql: or ask explain: without a question is about

	toRun *Statement // what Step has returned, or nil
	ran   *outcome   // of that, until execute has looked at it
}

// attempt is a draft and what has become of it.
type attempt struct {
	draft   draft
	fixes   []review.Fix
	verdict guard.Verdict
	unheld  []validate.Finding // texts of the draft that no row holds
	answer  Answer
}

// tried records what the agent has done for one question, so that it does nothing twice, and the results.
type tried struct {
	nonsense  bool         // a model was told that its draft, which could run, is nonsense
	unheld    bool         // it was told why it would find no rows
	listed    bool         // it was told which values a column can hold
	nearby    []string     // existing names that resemble those that failed
	heldEmpty *emptyResult // held back while a better one is sought; nil: none
}

// followed holds the data of a follow-up, a question that changes the last answer.
type followed struct {
	instruction string        // the change, in the user's words
	bare        bool          // it was said as a question by itself is
	turns       []drafts.Turn // what was asked and the changes to it, this one included; nil: it is no change of these
	undoTarget  *Past         // the answer that an undo returns to; nil: no undo
}

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
