package translate

import (
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/say"
)

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

// Worded returns an error about the statement with the names that people read, where it has others as it was sent.
func (s Statement) Worded(err error) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	if told := s.WordedServer(pg); told != pg {
		return told
	}
	return err
}

// WordedServer is Worded for an error of the server, which it returns as it is where no name is another.
func (s Statement) WordedServer(pg *pgconn.PgError) *pgconn.PgError {
	return diagnose.Worded(pg, s.renamed)
}

// Holds notes that the answers stand in the statement, which is the user's own: an error may be about names of theirs that it does
// not have.
func (s *Statement) Holds(answers []*Answer) {
	for _, a := range answers {
		for _, r := range a.Statement.renamed {
			if !strings.Contains(s.SQL, r.Form) {
				s.renamed = append(s.renamed, r)
			}
		}
	}
	s.renamed = slices.Clip(s.renamed)
}
