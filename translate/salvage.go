package translate

import (
	"errors"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
)

// salvage continues with a model's SQL that cannot be used as it is, without asking the model again. SQL that
// PostgreSQL cannot parse is rewritten; other SQL is lifted to a plan, in which the review repairs names, groups and
// joins. Each is tried once per draft. If the plan cannot be repaired either, the attempt has failed.
func (w *work) salvage() (state, bool) {
	d := &w.draft
	if d.engine != EngineModel || d.plan != nil || d.sql == "" || d.salvaged {
		return "", false
	}
	var nonsense *diagnose.Nonsense
	if errors.As(w.failure, &nonsense) {
		return "", false // it was lifted to find that out
	}
	switch rule := w.verdict.Rule; {
	case w.verdict.Decision == guard.Allow: // the guard allowed it, so the server found the fault
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
	w.answer.Plan, w.answer.Statement = lifted, Statement{}
	return stReview, true
}
