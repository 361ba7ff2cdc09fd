package translate

import (
	"context"
	"fmt"
	"slices"

	"github.com/pgask/pgask/translate/assume"
	"github.com/pgask/pgask/translate/diagnose"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/preview"
	"github.com/pgask/pgask/translate/schema"
)

// Drafts are tried before one is chosen: run like an answer, proven, read-only and within bounds, but nobody sees
// their rows. A model's drafts are compared by outcome; the best readings of the built-in translator here.

// onTrial returns a reader with which a draft is tried, so that nothing of it is left in r.
func (r *reader) onTrial() *reader {
	return &reader{caller: caller{agent: r.agent, question: r.question, conn: r.conn, settings: r.settings,
		print: r.print, facts: r.facts, snapshot: r.snapshot},
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

// tryReadings runs plans of readings and tells what they returned; nil where none was run to its end. Nothing is run
// when the statement is only to be shown, and inside the user's own transaction, where reading leaves traces.
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
	v, err := r.proven(ctx, d.SQL)
	if err != nil || v.Decision != guard.Allow {
		return "", err
	}
	if !r.runs || r.question.Verb == SQL || r.question.Verb == Explain {
		return v.SQL, nil // the statement is not to be run
	}
	return r.reads().Digest(ctx, v, EngineModel)
}

// rows is what tells which plans have rows, by the proof that prove gives.
func (r *reader) rows(prove func(ctx context.Context, sql string) (guard.Verdict, error)) preview.Rows {
	return preview.Rows{Snapshot: r.snapshot, Meaning: r.meaning(), Prove: prove, HaveRows: r.reads().HaveRows}
}

// tellEmpty tells which condition emptied an answer, when without it, and only without it, there are rows. Inside the
// user's own transaction nothing is read. catalog is that of the answer.
func (r *reader) tellEmpty(ctx context.Context, p *plan.Plan, catalog *schema.Snapshot) error {
	if p == nil || catalog == nil || r.conn.InTransaction() || r.question.Notify == nil {
		return nil
	}
	said, err := r.rows(func(_ context.Context, sql string) (guard.Verdict, error) {
		return r.agent.guard.Check(sql, guard.Facts{Snapshot: catalog, OwnPath: r.ownPath() != ""}), nil
	}).Emptied(ctx, p)
	if said != "" {
		r.notify(Notice{Severity: "NOTICE", Message: fmt.Sprintf("no rows: there would be some, if it were not for “%s”", said)})
	}
	return err
}

// lookAhead adds what a look at the rows finds wrong with a model's draft to what is wrong with its texts: not inside
// the user's own transaction, nor when the statement is only shown. Whether several rows have a name was read from
// rows, so the model is told only where values may be shared; otherwise the user is, by what is assumed.
func (r *reader) lookAhead(ctx context.Context, p *plan.Plan,
	unheld []validate.Finding) (found []validate.Finding, assumed []string, err error) {
	if p == nil || !r.runs || r.conn.InTransaction() || r.question.accepted() {
		return unheld, nil, nil
	}
	if len(unheld) == 0 {
		if unheld, err = r.rows(r.proven).OfNothing(ctx, p); err != nil {
			return nil, nil, err
		}
	}
	t, message, err := r.rows(r.proven).Namesakes(ctx, p)
	switch {
	case err != nil || t == nil:
		return unheld, nil, err
	case r.agent.cfg.Share.Level != schema.Values || t.RowSecurity:
		return unheld, []string{message}, nil
	}
	return append(slices.Clip(unheld), validate.Finding{Kind: diagnose.Namesakes, Message: message}), nil, nil
}
