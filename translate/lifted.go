package translate

import (
	"context"
	"errors"
	"slices"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/draft/bymodel"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/say"
)

// A model's SQL is proven first, which bounds it and makes its names exact. Then it is taken apart into a plan, so
// that the same review and the same checks judge it as judge a plan. The statement stays as the model wrote it unless
// the review repairs a text or a join of it.

// takeApart takes the proven statement of a model apart. It reports false when plans cannot express it.
func (d *draft) takeApart(proven string) bool {
	d.read = nil
	read, err := plan.Lift(proven)
	if err != nil || plan.Reviewable(read) != nil {
		return false
	}
	d.read = read
	return true
}

// reviewSQL reviews what a model's SQL was taken apart into.
func (w *work) reviewSQL(ctx context.Context) (state, error) {
	read := w.draft.read
	reviewed, fixes, unheld, err := w.reviewed(ctx, read, w.draft.engine)
	w.unheld = unheld
	var complaint *review.Complaint
	switch {
	case errors.Is(err, bymodel.ErrLookUp):
		return stDone, err
	case errors.As(err, &complaint) && len(complaint.Candidates) > 0 &&
		(complaint.Kind == review.UnclearValue || complaint.Kind == review.UnclearJoin):
		return w.complain(complaint)
	case err != nil: // the server can read what the review cannot
		reviewed, fixes = read, nil
	}
	changed := slices.ContainsFunc(fixes, func(f review.Fix) bool { return f.Kind == review.FixValue || f.Kind == review.FixJoin })
	if !changed {
		reviewed, fixes = read, nil
	}
	granted, err := w.takeForGranted(ctx, reviewed)
	if err != nil {
		return stDone, err
	}
	if w.unclear != nil {
		w.answer.Statement = Statement{}
		return stClarify, nil
	}
	w.fixes = fixes
	for _, f := range fixes {
		if f.Kind == review.FixValue || f.Kind == review.FixJoin {
			w.answer.Assumptions = append(w.answer.Assumptions, f.What)
		}
	}
	w.answer.Assumptions = append(w.answer.Assumptions, plan.InferredKeys(granted, w.snapshot)...)
	if w.answer.Reading == "" {
		w.answer.Reading = lift.Say(granted, w.snapshot, w.meaning().Called)
	}
	w.draft.read = granted
	if changed || granted != reviewed {
		w.draft.plan, w.draft.sql, w.draft.unscored = granted, "", false
		w.answer.Plan, w.answer.Statement = granted, Statement{}
	}
	return stConfidence, nil
}

// nonsense returns what is wrong with a model's draft, the first time that anything is: the model is told, and writes
// another. What it then insists on may be what was asked for, so it runs, and the finding is said as an assumption.
func (w *work) nonsense(p *plan.Plan) error {
	if p == nil || w.draft.engine != EngineModel || w.question.accepted() {
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
	w.tried.nonsense = true
	w.tried.unheld = len(w.unheld) > 0 || slices.ContainsFunc(found,
		func(f validate.Finding) bool { return f.Kind == validate.Contradiction })
	return err
}

// refined says that the answer is the second one, because the first found no rows.
func (e *emptyResult) refined(sql string) []string {
	if e == nil || e.verdict.SQL == sql {
		return nil
	}
	return []string{"the question was read otherwise first, and that found no rows: " + say.Clip(e.verdict.SQL, 300)}
}

// salvage continues with a model's SQL that cannot be used as it is, without asking the model again. SQL that
// PostgreSQL cannot parse is rewritten; other SQL is lifted to a plan, in which the review repairs names, groups and
// joins. Each is tried once per draft. If the plan cannot be repaired either, the attempt has failed.
func (d *draft) salvage(v guard.Verdict, failure error) (state, bool) {
	if d.engine != EngineModel || d.plan != nil || d.sql == "" || d.salvaged {
		return "", false
	}
	var nonsense *diagnose.Nonsense
	if errors.As(failure, &nonsense) {
		return "", false // it was lifted to find that out
	}
	switch rule := v.Rule; {
	case v.Decision == guard.Allow: // the guard allowed it, so the server found the fault
	case rule == guard.RuleBounds, rule == guard.RuleEncoding:
		return "", false // it is unsafe to parse
	case rule == guard.RuleSyntax:
		sql := model.Postgres(d.sql)
		if d.respelled || sql == d.sql {
			return "", false
		}
		d.sql, d.respelled = sql, true
		return stGuard, true
	}
	lifted, err := plan.Lift(d.sql)
	if err != nil {
		return "", false
	}
	d.plan, d.sql, d.unscored, d.salvaged = lifted, "", false, true
	return stReview, true
}
