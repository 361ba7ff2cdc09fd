package translate

import (
	"context"
	"fmt"

	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
)

// emptyConditions bounds the conditions of a plan of which one is looked for that left no rows.
const emptyConditions = 4

// tellEmpty tells which condition emptied an answer, when without it, and only without it, there are rows. Inside the user's own
// transaction nothing is read. What fails here is no failure of the answer.
func (w *work) tellEmpty(ctx context.Context) error {
	p := w.drafted()
	if p == nil || w.conn.InTransaction() || w.question.Notify == nil || len(p.Combine) > 0 {
		return nil
	}
	conditions := plan.Conditions(p, w.snapshot)
	if len(conditions) < 2 || len(conditions) > emptyConditions {
		return nil // the only condition is the answer's own
	}
	var all []guard.Verdict
	for _, c := range conditions {
		v, ok := w.provenWithout(p, c)
		if !ok {
			return nil
		}
		all = append(all, v)
	}
	have, err := w.reads().HaveRows(ctx, all)
	if err != nil {
		return err
	}
	culprit := -1
	for i, has := range have {
		if has && culprit >= 0 {
			return nil // either alone would do
		}
		if has {
			culprit = i
		}
	}
	if culprit >= 0 {
		w.notify(Notice{Severity: "NOTICE", Message: fmt.Sprintf("no rows: there would be some, if it were not for “%s”", say.Clip(conditions[culprit].Says, 200))})
	}
	return nil
}

// provenWithout returns the proof of a plan without one of its conditions.
func (w *work) provenWithout(p *plan.Plan, c plan.Condition) (guard.Verdict, bool) {
	sql, err := plan.Synthesise(p.Without(c))
	if err != nil || w.answer.snapshot == nil {
		return guard.Verdict{}, false
	}
	v := w.agent.guard.Check(sql, guard.Facts{Snapshot: w.answer.snapshot, OwnPath: w.ownPath() != ""})
	return v, v.Decision == guard.Allow
}
