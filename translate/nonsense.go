package translate

import (
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
)

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
	err := &diagnose.Nonsense{Found: found}
	if w.tried.nonsense || w.budget.attempts == 0 {
		w.answer.Assumptions = append(w.answer.Assumptions, err.Error())
		return nil
	}
	w.tried.nonsense, w.tried.unheld = true, len(w.unheld) > 0
	return err
}
