package translate

import (
	"strings"

	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
)

// nonsenseError is the error for a draft that could run, but whose answer would be wrong or say nothing.
type nonsenseError struct{ found []validate.Finding }

func (e *nonsenseError) Error() string {
	var all []string
	for _, f := range e.found {
		all = append(all, f.Message)
	}
	return strings.Join(all, "; ")
}

// nonsense returns what is wrong with a model's draft, the first time that anything is: the model is told, and writes another. What it
// then insists on may be what was asked for, so it runs, and the finding is said as an assumption.
func (w *work) nonsense(p *plan.Plan) error {
	if p == nil || w.draft.engine != EngineModel || w.accepted() {
		return nil
	}
	found := append(validate.Draft(p, w.snapshot), w.unheld...)
	if len(found) == 0 {
		return nil
	}
	err := &nonsenseError{found}
	if w.tried.nonsense || w.budget.attempts == 0 {
		w.answer.Assumptions = append(w.answer.Assumptions, err.Error())
		return nil
	}
	w.tried.nonsense, w.tried.unheld = true, len(w.unheld) > 0
	return err
}
