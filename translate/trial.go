package translate

import (
	"context"
	"fmt"

	"github.com/pgask/pgask/translate/assume"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
)

// Drafts are tried before one is chosen: run like an answer, proven, read-only and within bounds, but nobody sees their rows. A model's
// drafts are compared by outcome; the best readings of the built-in translator here.

// onTrial returns a reader with which a draft is tried, so that nothing of it is left in r.
func (r *reader) onTrial() *reader {
	return &reader{caller: caller{agent: r.agent, question: r.question, conn: r.conn, settings: r.settings, print: r.print, facts: r.facts, snapshot: r.snapshot},
		recalled: r.recalled, links: r.links}
}

// proven checks a draft that is tried with the guard.
func (c *caller) proven(ctx context.Context, sql string) (guard.Verdict, error) {
	if err := c.renew(ctx); err != nil {
		return guard.Verdict{}, err
	}
	_, v, err := c.reads().Prove(ctx, sql, c.ownPath() != "")
	return v, err
}

// tryReadings runs plans of readings and tells what they returned; nil where none was run to its end. Nothing is run when the
// statement is only to be shown, and inside the user's own transaction, where reading leaves traces.
func (r *reader) tryReadings(ctx context.Context, plans []*plan.Plan) ([]drafts.Trial, error) {
	if r.conn.InTransaction() || r.question.Verb == SQL || r.question.Verb == Explain {
		return nil, nil
	}
	m := r.meaning()
	trials := make([]drafts.Trial, len(plans))
	var all []guard.Verdict
	var at []int
	for i, p := range plans {
		v, err := r.onTrial().provenPlan(ctx, p)
		if err != nil {
			return nil, err
		}
		if v.Decision == guard.Allow {
			all, at = append(all, v), append(at, i)
		}
	}
	ran, err := r.reads().Trials(ctx, all, EngineBuiltin)
	told := false
	for k, one := range ran {
		one.Empty = one.Empty && assume.Beyond(plans[at[k]], m, day(now())) == nil // that is asked about
		trials[at[k]] = one
		told = told || one.Rows != ""
	}
	if !told {
		trials = nil
	}
	return trials, err
}

// provenPlan returns the proof of a plan as it would be run. What cannot be run is not allowed, for whatever reason.
func (r *reader) provenPlan(ctx context.Context, p *plan.Plan) (guard.Verdict, error) {
	none := guard.Verdict{Decision: guard.Invalid}
	reviewed, _, _, err := r.reviewed(ctx, p, EngineBuiltin)
	if err != nil {
		return none, nil
	}
	reviewed, _, _ = r.granted(reviewed, EngineBuiltin)
	sql, err := plan.Synthesise(reviewed)
	if err != nil {
		return none, nil
	}
	return r.proven(ctx, sql)
}

// outcome returns the result of a model's draft in a form in which drafts are compared: see bymodel.Question.
func (r *reader) outcome(ctx context.Context, d model.Draft) (string, error) {
	sql := d.SQL
	if d.Plan != nil {
		reviewed, _, _, err := r.onTrial().reviewed(ctx, d.Plan, EngineModel)
		if err != nil {
			return "", nil
		}
		if sql, err = plan.Synthesise(reviewed); err != nil {
			return "", nil
		}
	}
	v, err := r.proven(ctx, sql)
	if err != nil || v.Decision != guard.Allow {
		return "", err
	}
	if !r.runs || r.question.Verb == SQL || r.question.Verb == Explain {
		return v.SQL, nil // the statement is not to be run
	}
	return r.reads().Digest(ctx, v, EngineModel)
}

// emptyConditions bounds the conditions of a plan of which one is looked for that left no rows.
const emptyConditions = 4

// tellEmpty tells which condition emptied an answer, when without it, and only without it, there are rows. Inside the user's own
// transaction nothing is read. What fails here is no failure of the answer.
func (w *work) tellEmpty(ctx context.Context) error {
	p := w.draft.asPlan()
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
