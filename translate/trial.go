package translate

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/pgask/pgask/translate/assume"
	"github.com/pgask/pgask/translate/borrow"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
)

// Drafts are tried before one is chosen: run like an answer, proven, read-only and within bounds, but nobody sees their rows. A model's
// drafts are compared in elect.go; the best readings of the built-in translator here.

// Bounds on the load on the server.
const (
	trialRows    = 10_000                  // of each result that are compared
	readingLimit = "1s"                    // for one reading
	readingsTime = 1500 * time.Millisecond // for all of them
)

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
	facts, err := w.agent.current(ctx, w.conn, w.print, w.facts, sql)
	if err != nil {
		return guard.Verdict{}, err
	}
	v := w.agent.guard.Check(sql, guard.Facts{Snapshot: facts, OwnPath: w.ownPath() != ""})
	if v.Decision != guard.Allow {
		return v, nil
	}
	return v, w.agent.certain(ctx, w.conn, w.print, facts, v.Relations)
}

// tooDear reports whether a statement takes more than is allowed, or nobody knows what.
func (w *work) tooDear(v guard.Verdict, explained []borrow.Result) bool {
	est, err := readEstimate(v, w.facts, explained)
	return err != nil || est.check(w.agent.cfg.MaxCost) != nil
}

// compared is the statement that runs a proven one and returns how many rows it has, a digest of them that ignores their order, whether
// there is anything in them but NULL and zero, and how many are different; with what the witness is told of it.
func (w *work) compared(v guard.Verdict, engine string) (borrow.Statement, Statement) {
	stmt := borrow.SQL(fmt.Sprintf(`SELECT pg_catalog.count(*), pg_catalog.sum(pg_catalog.hashtextextended(pgask_row::pg_catalog.text, 0)),
			pg_catalog.bool_and(pg_catalog.btrim(pgask_row::pg_catalog.text, '(0.,)') OPERATOR(pg_catalog.=) ''),
			pg_catalog.count(DISTINCT pgask_row::pg_catalog.text)
			FROM (SELECT * FROM (%s) AS pgask_all LIMIT %d) AS pgask_row`, v.Sent, trialRows)).As(string(OwnTrial))
	return stmt, Statement{SQL: w.conn.Text(stmt), Own: OwnTrial, Relations: v.Relations, Engine: engine}
}

// readTrial reads what such a statement returned. Of rows that are too many only the same statement has equal ones.
func readTrial(v guard.Verdict, res borrow.Result) drafts.Trial {
	if len(res.Rows) != 1 || len(res.Rows[0]) != 4 {
		return drafts.Trial{}
	}
	row := res.Rows[0]
	if string(row[0]) == strconv.Itoa(trialRows) {
		return drafts.Trial{Rows: v.Sent}
	}
	return drafts.Trial{Empty: string(row[2]) != "f", Rows: fmt.Sprintf("%s rows, %s", row[0], row[1]), Twice: string(row[3]) != string(row[0])}
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
	outcomes, err := w.runTrials(ctx, all)
	told := false
	for k, o := range outcomes {
		if o.Err == nil {
			one := readTrial(all[k], o.Result)
			one.Empty = one.Empty && assume.Beyond(plans[at[k]], m, day(now())) == nil // that is asked about
			trials[at[k]] = one
			told = told || trials[at[k]].Rows != ""
		}
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

// runTrials runs proven statements to compare their rows. What is too dear is not run and returns no row.
func (w *work) runTrials(ctx context.Context, all []guard.Verdict) ([]borrow.Outcome, error) {
	settings := w.trialSettings(readingLimit, w.ownPath())
	settings["lock_timeout"] = lookupLock
	outcomes := make([]borrow.Outcome, len(all))
	run, err := w.affordable(ctx, settings, all)
	if err != nil {
		return nil, err
	}
	var stmts []borrow.Statement
	var told []Statement
	for _, i := range run {
		stmt, one := w.compared(all[i], EngineBuiltin)
		stmts, told = append(stmts, stmt), append(told, one)
	}
	if len(stmts) == 0 {
		return outcomes, nil
	}
	if err := w.witnessed(ctx, told...); err != nil {
		return nil, err
	}
	ran, err := w.conn.Each(ctx, settings, readingsTime, stmts...)
	for k, o := range ran {
		outcomes[run[k]] = o
	}
	return outcomes, err
}

// affordable returns which statements are within the ceilings, by their places.
func (w *work) affordable(ctx context.Context, settings map[string]string, all []guard.Verdict) (run []int, err error) {
	var stmts []borrow.Statement
	for i, v := range all {
		stmts, run = append(stmts, explaining(v)), append(run, i)
	}
	lists := slices.ContainsFunc(all, func(v guard.Verdict) bool { return v.Lists })
	if w.agent.cfg.MaxCost <= 0 && !lists || len(all) == 0 {
		return run, nil
	}
	ran, err := w.conn.Each(ctx, settings, readingsTime, stmts...)
	run = slices.DeleteFunc(run, func(i int) bool {
		return i >= len(ran) || ran[i].Err != nil || w.tooDear(all[i], []borrow.Result{ran[i].Result})
	})
	return run, err
}
