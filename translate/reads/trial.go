package reads

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/say"
)

// Drafts are tried before one is chosen: run like an answer, proven, read-only and within bounds, but nobody sees their
// rows.

// Bounds on the load on the server.
const (
	trialRows    = 10_000                  // of each result that are compared
	readingLimit = "1s"                    // for one reading
	readingsTime = 1500 * time.Millisecond // for all of them
	digestLimit  = "5s"                    // for one draft of a model
	existTime    = time.Second             // for whether there are rows, of all statements
)

// compared is the statement that runs a proven one and returns how many rows it has, a digest of them that ignores
// their order, whether there is anything in them but NULL and zero, and how many are different; with what is told of
// it.
func (r Reader) compared(v guard.Verdict, engine string) (borrow.Statement, Intent) {
	stmt := borrow.SQL(fmt.Sprintf(`SELECT pg_catalog.count(*), pg_catalog.sum(pg_catalog.hashtextextended(pgask_row::pg_catalog.text, 0)),
			pg_catalog.bool_and(pg_catalog.btrim(pgask_row::pg_catalog.text, '(0.,)') OPERATOR(pg_catalog.=) ''),
			pg_catalog.count(DISTINCT pgask_row::pg_catalog.text)
			FROM (SELECT * FROM (%s) AS pgask_all LIMIT %d) AS pgask_row`, v.Sent, trialRows)).As(string(Trial))
	return stmt, Intent{SQL: r.Conn.Text(stmt), Own: Trial, Relations: v.Relations, Engine: engine}
}

// readTrial reads what such a statement returned. Of rows that are too many only the same statement has equal ones.
func readTrial(v guard.Verdict, res borrow.Result) draft.Trial {
	if len(res.Rows) != 1 || len(res.Rows[0]) != 4 {
		return draft.Trial{}
	}
	row := res.Rows[0]
	if string(row[0]) == strconv.Itoa(trialRows) {
		return draft.Trial{Rows: v.Sent}
	}
	n, _ := strconv.Atoi(string(row[0])) // a count is a number
	return draft.Trial{Count: n, Empty: string(row[2]) != "f", Rows: fmt.Sprintf("%s rows, %s", row[0], row[1]),
		Twice: string(row[3]) != string(row[0])}
}

// Trials runs proven statements to compare their rows. One that is too dear, or is not run to its end, has the zero
// value.
func (r Reader) Trials(ctx context.Context, all []guard.Verdict, engine string) ([]draft.Trial, error) {
	settings := r.settings(readingLimit)
	settings["lock_timeout"] = lookupLock
	trials := make([]draft.Trial, len(all))
	run, err := r.affordable(ctx, settings, all)
	if err != nil || len(run) == 0 {
		return trials, err
	}
	var stmts []borrow.Statement
	var intents []Intent
	for _, i := range run {
		stmt, one := r.compared(all[i], engine)
		stmts, intents = append(stmts, stmt), append(intents, one)
	}
	if err := r.Tell(ctx, intents...); err != nil {
		return trials, err
	}
	ran, err := r.Conn.Each(ctx, settings, readingsTime, stmts...)
	for k, o := range ran {
		if o.Err == nil {
			trials[run[k]] = readTrial(all[run[k]], o.Result)
		}
	}
	return trials, err
}

// affordable returns which statements are within the ceilings, by their places.
func (r Reader) affordable(ctx context.Context, settings map[string]string, all []guard.Verdict) (run []int, err error) {
	var stmts []borrow.Statement
	for i, v := range all {
		stmts, run = append(stmts, explaining(v)), append(run, i)
	}
	lists := slices.ContainsFunc(all, func(v guard.Verdict) bool { return v.Lists })
	if r.MaxCost <= 0 && !lists || len(all) == 0 {
		return run, nil
	}
	ran, err := r.Conn.Each(ctx, settings, readingsTime, stmts...)
	run = slices.DeleteFunc(run, func(i int) bool {
		return i >= len(ran) || ran[i].Err != nil || r.dear(all[i], []borrow.Result{ran[i].Result})
	})
	return run, err
}

// Digest runs a proven statement, read-only and with bounds, and returns a digest of its rows that ignores their order;
// nothing where it is too dear or fails.
func (r Reader) Digest(ctx context.Context, v guard.Verdict, engine string) (string, error) {
	settings := r.settings(digestLimit)
	res, err := r.Conn.ReadOnly(ctx, settings, explaining(v))
	if err == nil {
		if r.dear(v, res) {
			return "", nil
		}
		stmt, intent := r.compared(v, engine)
		if err := r.Tell(ctx, intent); err != nil {
			return "", err
		}
		res, err = r.Conn.ReadOnly(ctx, settings, stmt)
	}
	var server *pgconn.PgError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &server) && server.Code == say.CodeCancelled:
		return v.Sent, nil // it runs too long, so only the same statement counts as equal
	case errors.As(err, &server):
		return "", nil
	case err != nil:
		return "", err
	}
	return readTrial(v, res[0]).Rows, nil
}

// HaveRows reports which of some proven statements have rows; nil where that takes too long to say, or must not be
// read.
func (r Reader) HaveRows(ctx context.Context, all []guard.Verdict) ([]bool, error) {
	var stmts []borrow.Statement
	var intents []Intent
	for _, v := range all {
		stmt := borrow.SQL("SELECT EXISTS (" + v.Sent + ")").As(string(Trial))
		stmts = append(stmts, stmt)
		intents = append(intents, Intent{SQL: r.Conn.Text(stmt), Own: Trial, Relations: v.Relations})
	}
	if r.Tell(ctx, intents...) != nil {
		return nil, nil // not recorded, so not run
	}
	results, err := r.Conn.Each(ctx, r.settings(readingLimit), existTime, stmts...)
	if err != nil {
		return nil, err
	}
	have := make([]bool, len(all))
	for i, one := range results {
		if one.Err != nil || len(one.Result.Rows) != 1 {
			return nil, nil
		}
		have[i] = string(one.Result.Rows[0][0]) == "t"
	}
	return have, nil
}
