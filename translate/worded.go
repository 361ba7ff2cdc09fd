package translate

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/guard"
)

// worded returns a server error about a proven statement with the names that people read in that statement, where it has others as
// it was sent. Only what the server says of the statement itself has them, with a position in it: all else may quote values, and
// stays, and so does the position, by which these are told apart.
func worded(err error, v guard.Verdict) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || mayQuoteRows(pg) || !strings.HasPrefix(pg.Code, "42") || pg.Code == "42601" {
		return err
	}
	told := *pg
	told.Message, told.Detail, told.Hint = v.Renamed.Told(pg.Message), v.Renamed.Told(pg.Detail), v.Renamed.Told(pg.Hint)
	return &told
}
