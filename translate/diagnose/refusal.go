package diagnose

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/guard/cost"
	"github.com/pgask/pgask/translate/plan/validate"
	"github.com/pgask/pgask/translate/say"
)

// Invalid is the error for a draft that the guard found invalid. Another draft may avoid the reason.
type Invalid struct{ Verdict guard.Verdict }

func (e *Invalid) Error() string { return e.Verdict.Why }

// Refused returns the final error for an unsafe statement. What the configuration forbids is not named: who may not
// read it need not learn that it exists. The record has the names.
func Refused(v guard.Verdict) error {
	if v.Rule == guard.RulePolicy {
		return &say.Error{Code: say.CodeUnsafe, Message: "refused: answering this would read what the configuration forbids", Detail: "Rule: " + v.Rule + ".",
			Hint: "Who runs pgask can tell more."}
	}
	return &say.Error{Code: say.CodeUnsafe, Message: "refused as unsafe: " + v.Why,
		Detail: "Rule: " + v.Rule + ".", Hint: "pgask only runs statements that are proven to only read. What it allows is in docs/guard.md."}
}

// TooExpensive returns the error for a statement that is estimated at more than the ceiling.
func TooExpensive(cost, ceiling float64) error {
	return &say.Error{Code: say.CodeBudget, Message: fmt.Sprintf("the statement is estimated at cost %.0f, more than the %.0f that explain.max_cost allows", cost, ceiling),
		Hint: "Often two tables are joined without a condition. Else narrow the question: a shorter period, fewer tables, a filter. " +
			"A planner setting such as enable_seqscan = off adds to every estimate."}
}

// TooLongLists returns the error for lists that would take too much of the server's memory, which no setting of it
// bounds.
func TooLongLists(bytes float64) error {
	return &say.Error{Code: say.CodeBudget, Message: fmt.Sprintf("the lists in the answer are estimated at %.0f MB of the server's memory, more than the %.0f that they may take",
		bytes/1e6, cost.MaxGathered/1e6),
		Hint: "Ask for rows in place of lists (array_agg, string_agg, json_agg and the like), for the first so many, or narrow the question."}
}

// Retryable reports whether another draft may succeed: after a server error of class 21, 22 or 42 (but not a missing
// privilege), or when the guard found the draft invalid.
func Retryable(err error) bool {
	var inv *Invalid
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

// Reason returns why a draft failed, as people read it.
func Reason(err error) string {
	var inv *Invalid
	if errors.As(err, &inv) {
		return inv.Verdict.Why
	}
	return err.Error()
}

// UnheldText is the kind of finding about a text that no row holds.
const UnheldText validate.Kind = "no_such_value"

// Namesakes is the kind of finding about a name that several rows have.
const Namesakes validate.Kind = "namesakes"

// Nonsense is the error for a draft that could run, but whose answer would be wrong or say nothing.
type Nonsense struct{ Found []validate.Finding }

func (e *Nonsense) Error() string {
	var all []string
	for _, f := range e.Found {
		all = append(all, f.Message)
	}
	return strings.Join(all, "; ")
}
