package translate

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/guard/cost"
)

// errEmpty marks an attempt whose result was empty.
var errEmpty = errors.New("no rows")

// invalidError is the error for a draft that the guard found invalid. Another draft may avoid the reason.
type invalidError struct{ verdict guard.Verdict }

func (e *invalidError) Error() string { return e.verdict.Why }

func invalid(v guard.Verdict) error { return &invalidError{v} }

// refused returns the final error for an unsafe statement. What the configuration forbids is not named: who may not
// read it need not learn that it exists. The record has the names.
func refused(v guard.Verdict) error {
	if v.Rule == guard.RulePolicy {
		return &Error{Code: CodeUnsafe, Message: "refused: answering this would read what the configuration forbids", Detail: "Rule: " + v.Rule + ".",
			Hint: "Who runs pgask can tell more."}
	}
	return &Error{Code: CodeUnsafe, Message: "refused as unsafe: " + v.Why,
		Detail: "Rule: " + v.Rule + ".", Hint: "pgask only runs statements that are proven to only read. What it allows is in docs/guard.md."}
}

func tooExpensive(cost, ceiling float64) error {
	return &Error{Code: CodeBudget, Message: fmt.Sprintf("the statement is estimated at cost %.0f, more than the %.0f that explain.max_cost allows", cost, ceiling),
		Hint: "Often two tables are joined without a condition. Else narrow the question: a shorter period, fewer tables, a filter. " +
			"A planner setting such as enable_seqscan = off adds to every estimate."}
}

// tooLongLists returns the error for lists that would take too much of the server's memory, which no setting of it bounds.
func tooLongLists(bytes float64) error {
	return &Error{Code: CodeBudget, Message: fmt.Sprintf("the lists in the answer are estimated at %.0f MB of the server's memory, more than the %.0f that they may take",
		bytes/1e6, cost.MaxGathered/1e6),
		Hint: "Ask for rows in place of lists (array_agg, string_agg, json_agg and the like), for the first so many, or narrow the question."}
}

// retryable reports whether another draft may succeed: after a server error of class 21, 22 or 42 (but not a missing
// privilege), or when the guard found the draft invalid.
func retryable(err error) bool {
	var inv *invalidError
	if errors.As(err, &inv) {
		return true
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || len(pg.Code) != 5 || pg.Code == "42501" {
		return false
	}
	switch pg.Code[:2] {
	case "21", "22", "42":
		return true
	}
	return false
}

// ended returns the error that PostgreSQL would give, when err means that the context has ended.
func ended(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: CodeCancelled, Message: "canceling statement due to statement timeout",
			Hint: "The limits are timeout.question and timeout.statement of the proxy, and SET ask.timeout.", Err: err}
	case errors.Is(err, context.Canceled):
		return &Error{Code: CodeCancelled, Message: "canceling statement due to user request", Err: err}
	}
	return err
}
