package translate

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
)

// Several drafts of one question are compared by their results. Correct drafts agree, however they are written; wrong
// drafts differ from each other.

// Bounds on the load on the server while drafts are compared.
const (
	electRows    = 10_000 // of each result that are compared
	electTimeout = "5s"   // for one statement
)

// errCompare means that drafts could not be compared because the connection failed. The model is not to blame.
var errCompare = errors.New("compare drafts")

// candidate is one of several drafts.
type candidate struct {
	text    string
	err     error  // of the model's call
	outcome string // its result; equal outcomes count as votes for the same draft
}

// elect asks the model for several drafts at once. It returns the answer with the most votes, the earlier one in a
// tie, and its share of the votes. Drafts that cannot be used have no vote, unless none can be used.
func (w *work) elect(ctx context.Context, m Model, p prompt) (text string, share float64, err error) {
	all := make([]candidate, w.agent.cfg.Candidates)
	var calls panics.Group
	for i := range all {
		calls.Go(func() {
			sample := p
			sample.Sample = i
			all[i].err = w.consult(ctx, m, sample, func(answer string) error {
				all[i].text = answer
				_, err := model.Parse(m.Tier(), answer)
				return err
			})
		})
	}
	calls.Wait()
	votes, valid := map[string]int{}, 0
	for i := range all {
		if all[i].err != nil {
			continue
		}
		if all[i].outcome, err = w.outcome(ctx, m.Tier(), all[i].text); err != nil {
			return "", 0, fmt.Errorf("%w: %w", errCompare, err)
		}
		if all[i].outcome != "" {
			valid++
			votes[all[i].outcome]++
		}
	}
	best := -1
	for i, c := range all {
		if c.outcome != "" && (best < 0 || votes[c.outcome] > votes[all[best].outcome]) {
			best = i
		}
	}
	if best >= 0 {
		return all[best].text, float64(votes[all[best].outcome]) / float64(valid), nil
	}
	for _, c := range all { // no draft can be used: the first one is diagnosed
		if c.err == nil {
			return c.text, 1, nil
		}
	}
	return all[0].text, 1, all[0].err
}

// outcome returns the result of a draft in a comparable form: its rows, or that it asks back or gives up. It returns
// "" when the draft cannot be used. An error means that the connection failed or the context ended.
func (w *work) outcome(ctx context.Context, tier model.Tier, text string) (string, error) {
	got, err := model.Parse(tier, text)
	switch {
	case err != nil:
		return "", nil
	case got.Decision == model.Terminate || got.Decision == model.Clarify:
		return string(got.Decision), nil
	}
	sql := got.SQL
	if got.Plan != nil {
		trial := &work{agent: w.agent, question: w.question, conn: w.conn, settings: w.settings, print: w.print, facts: w.facts,
			snapshot: w.snapshot, recalled: w.recalled, links: w.links, draft: draft{plan: got.Plan, engine: EngineModel}}
		reviewed, _, err := trial.reviewed(ctx, got.Plan)
		if err != nil {
			return "", nil
		}
		if sql, err = plan.Synthesise(reviewed); err != nil {
			return "", nil
		}
	}
	if err := w.renew(ctx); err != nil {
		return "", err
	}
	facts, err := w.agent.current(ctx, w.conn, w.print, w.facts, sql)
	if err != nil {
		return "", err
	}
	v := w.agent.guard.Check(sql, guard.Facts{Snapshot: facts, OwnPath: w.ownPath() != ""})
	if v.Decision != guard.Allow {
		return "", nil
	}
	if err := w.agent.certain(ctx, w.conn, w.print, facts, v.Relations); err != nil {
		return "", err
	}
	if !w.runs || w.question.Verb == SQL || w.question.Verb == Explain {
		return v.SQL, nil // the statement is not to be run
	}
	return w.digest(ctx, v)
}

// digest runs a proven statement, read-only and with bounds, and returns a digest of its rows that ignores their
// order.
func (w *work) digest(ctx context.Context, v guard.Verdict) (string, error) {
	proven := v.Sent
	settings := w.trialSettings(electTimeout, w.ownPath())
	res, err := w.conn.ReadOnly(ctx, settings, borrow.SQL("EXPLAIN (FORMAT JSON) "+proven).As("explain"))
	if err == nil {
		est, bad := readEstimate(res)
		if ceiling := w.agent.cfg.MaxCost; bad != nil || ceiling > 0 && est.cost > ceiling {
			return "", nil
		}
		sql := w.mark(fmt.Sprintf(`SELECT pg_catalog.count(*), pg_catalog.sum(pg_catalog.hashtextextended(pgask_row::pg_catalog.text, 0))
			FROM (SELECT * FROM (%s) AS pgask_all LIMIT %d) AS pgask_row`, proven, electRows))
		if err := w.witnessed(ctx, Statement{SQL: sql, Own: OwnTrial, Relations: v.Relations, Engine: EngineModel}); err != nil {
			return "", err
		}
		res, err = w.conn.ReadOnly(ctx, settings, borrow.SQL(sql))
	}
	var server *pgconn.PgError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &server) && server.Code == CodeCancelled:
		return proven, nil // it runs too long, so only the same statement counts as equal
	case errors.As(err, &server):
		return "", nil
	case err != nil:
		return "", err
	}
	row := res[0].Rows[0]
	return fmt.Sprintf("%s rows, %s", row[0], row[1]), nil
}

// disagreement lowers the confidence in a draft by the share of drafts that agree with it, and records that.
func (w *work) disagreement(d *draft, share float64) {
	if share >= 1 {
		return
	}
	d.confidence *= share
	d.assumptions = append(d.assumptions, fmt.Sprintf("this is what %.0f %% of the drafts come to; the others read the question otherwise", share*100))
}
