package translate

import (
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
)

// salvage goes on with SQL of a model that cannot be used as it is, without asking the model again: what PostgreSQL cannot parse
// is put into its words, and the rest is taken apart into a plan, of which the review repairs names, groups and joins as of any
// other. Each is tried once for a draft. A plan that cannot be repaired either fails as the attempt that it is.
func (w *work) salvage() (state, bool) {
	d := &w.draft
	if d.engine != EngineModel || d.plan != nil || d.sql == "" || d.salvaged {
		return "", false
	}
	switch rule := w.verdict.Rule; {
	case w.verdict.Decision == guard.Allow: // the server found the fault
	case rule == guard.RuleBounds, rule == guard.RuleEncoding:
		return "", false // it must not be parsed
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
