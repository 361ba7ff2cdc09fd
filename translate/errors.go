package translate

import "github.com/pgask/pgask/translate/say"

// What users are told has these names for those who ask the agent.
type (
	Error  = say.Error
	Notice = say.Notice
)

// The SQLSTATEs of errors; see package say.
const (
	CodeClarify    = say.CodeClarify
	CodeUnanswered = say.CodeUnanswered
	CodeUnsafe     = say.CodeUnsafe
	CodeModel      = say.CodeModel
	CodeBudget     = say.CodeBudget
	CodeAudit      = say.CodeAudit
	CodeForm       = say.CodeForm
	CodeCancelled  = say.CodeCancelled
	CodeInternal   = say.CodeInternal
	CodePrivilege  = say.CodePrivilege
	CodeMemory     = say.CodeMemory
	CodeTooLong    = say.CodeTooLong
)

// Code returns the SQLSTATE of an Error; XX000 for other errors.
func Code(err error) string { return say.Code(err) }

// Panicked returns the error for the user when err is a panic in the work on a question, and else err itself.
func Panicked(id string, err error) error { return say.Panicked(id, err) }
