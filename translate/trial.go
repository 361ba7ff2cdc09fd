package translate

import (
	"context"

	"github.com/pgask/pgask/translate/assume"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
)

// Drafts are tried before one is chosen: run like an answer, proven, read-only and within bounds, but nobody sees their rows. A model's
// drafts are compared by outcome; the best readings of the built-in translator here.

// onTrial returns work with which a draft of an engine is tried, so that nothing of it is left in w.
func (w *work) onTrial(engine string) *work {
	return &work{agent: w.agent, question: w.question, conn: w.conn, settings: w.settings, print: w.print, facts: w.facts,
		snapshot: w.snapshot, recalled: w.recalled, links: w.links, draft: draft{engine: engine}}
}

// proven checks a draft that is tried with the guard.
func (w *work) proven(ctx context.Context, sql string) (guard.Verdict, error) {
	if err := w.renew(ctx); err != nil {
		return guard.Verdict{}, err
	}
	_, v, err := w.reads().Prove(ctx, sql, w.ownPath() != "")
	return v, err
}

// tryReadings runs plans of readings and tells what they returned; nil where none was run to its end. Nothing is run when the statement is only
// to be shown, and inside the user's own transaction, where reading leaves traces.
func (w *work) tryReadings(ctx context.Context, plans []*plan.Plan) ([]drafts.Trial, error) {
	if w.conn.InTransaction() || w.question.Verb == SQL || w.question.Verb == Explain {
		return nil, nil
	}
	m := w.agent.understand(w.snapshot)
	trials := make([]drafts.Trial, len(plans))
	var all []guard.Verdict
	var at []int
	for i, p := range plans {
		v, err := w.onTrial(EngineBuiltin).provenPlan(ctx, p)
		if err != nil {
			return nil, err
		}
		if v.Decision == guard.Allow {
			all, at = append(all, v), append(at, i)
		}
	}
	ran, err := w.reads().Trials(ctx, all, EngineBuiltin)
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
func (w *work) provenPlan(ctx context.Context, p *plan.Plan) (guard.Verdict, error) {
	none := guard.Verdict{Decision: guard.Invalid}
	reviewed, _, err := w.reviewed(ctx, p)
	if err != nil {
		return none, nil
	}
	reviewed, _, _ = w.granted(reviewed)
	sql, err := plan.Synthesise(reviewed)
	if err != nil {
		return none, nil
	}
	return w.proven(ctx, sql)
}

// outcome returns the result of a model's draft in a form in which drafts are compared: see bymodel.Question.
func (w *work) outcome(ctx context.Context, d model.Draft) (string, error) {
	sql := d.SQL
	if d.Plan != nil {
		reviewed, _, err := w.onTrial(EngineModel).reviewed(ctx, d.Plan)
		if err != nil {
			return "", nil
		}
		if sql, err = plan.Synthesise(reviewed); err != nil {
			return "", nil
		}
	}
	v, err := w.proven(ctx, sql)
	if err != nil || v.Decision != guard.Allow {
		return "", err
	}
	if !w.runs || w.question.Verb == SQL || w.question.Verb == Explain {
		return v.SQL, nil // the statement is not to be run
	}
	return w.reads().Digest(ctx, v, EngineModel)
}
