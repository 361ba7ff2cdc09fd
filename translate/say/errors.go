package say

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/display"
	"github.com/pgask/pgask/panics"
)

// The proxy's own SQLSTATEs, in a class (QA) that no PostgreSQL release uses. They are documented in docs/errors.md.
const (
	CodeClarify    = "QA001" // clarification needed
	CodeUnanswered = "QA002" // cannot be answered from this database
	CodeUnsafe     = "QA003" // refused as unsafe; final, never retried
	CodeModel      = "QA004" // model unavailable
	CodeBudget     = "QA005" // over a budget: cost, time, rows, tokens
	CodeAudit      = "QA006" // audit log unavailable
	CodeForm       = "QA007" // this form cannot be used here; the hint names one that can
	CodeCancelled  = "57014" // query_canceled
	CodeInternal   = "XX000" // internal_error
	CodePrivilege  = "42501" // insufficient_privilege
	CodeMemory     = "58000" // system_error: the state store does not answer
	CodeTooLong    = "54000" // program_limit_exceeded
)

// Error is a failure that the user is told about. Message, Detail and Hint are for the user; Err is for the operator
// and is never shown.
type Error struct {
	Code    string // SQLSTATE
	Message string
	Layout  display.Text // the message with pgask's own line ends; empty: it has none
	Detail  string
	Hint    string
	Err     error
}

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.Err)
	}
	return e.Code + ": " + e.Message
}

// Text returns the message as it may be printed.
func (e *Error) Text() display.Text {
	if e.Layout != "" {
		return e.Layout
	}
	return display.Line(e.Message)
}

func (e *Error) Unwrap() error { return e.Err }

// Panicked returns the error for the user when err is a panic in the work on a question, and else err itself.
func Panicked(id string, err error) error {
	var told *Error
	if panics.Of(err) == nil || errors.As(err, &told) {
		return err
	}
	return &Error{Code: CodeInternal, Message: "internal error", Hint: "Question " + id +
		" in the log of the proxy has the details.", Err: err}
}

// Code returns the SQLSTATE of an Error; XX000 for other errors.
func Code(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return CodeInternal
}

// State returns the SQLSTATE of an Error or of a server error; "" for other errors.
func State(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
