package translate

import (
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/guard/normal"
)

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
func (s Statement) WordedServer(pg *pgconn.PgError) *pgconn.PgError { return worded(pg, s.renamed) }

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

// worded returns a server error about a proven statement with the names that people read in that statement, where it has others as
// it was sent. Only what the server says of the statement itself has them, with a position in it: all else may quote values, and
// stays, and so does the position, by which these are told apart.
func worded(pg *pgconn.PgError, renamed normal.Renames) *pgconn.PgError {
	if mayQuoteRows(pg) || !strings.HasPrefix(pg.Code, "42") || pg.Code == "42601" {
		return pg
	}
	told := *pg
	told.Message, told.Detail, told.Hint = renamed.Told(pg.Message), renamed.Told(pg.Detail), renamed.Told(pg.Hint)
	if told.Message == pg.Message && told.Detail == pg.Detail && told.Hint == pg.Hint {
		return pg
	}
	return &told
}
