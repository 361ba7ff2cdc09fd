package diagnose

import (
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/guard/normal"
)

// Worded returns a server error about a proven statement with the names that people read in that statement, where it
// has others as it was sent. Only what the server says of the statement itself has them, with a position in it: all
// else may quote values, and stays, and so does the position, by which these are told apart.
func Worded(pg *pgconn.PgError, renamed normal.Renames) *pgconn.PgError {
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
