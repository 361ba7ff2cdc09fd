package translate

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/schema"
)

// ErrOwnFunction says that the database has a function ask of its own, so calls of it are not questions.
var ErrOwnFunction = errors.New("the database has a function ask of its own")

// OwnsAsk says whether the database has a function ask(text) that the caller would call.
func (a *Agent) OwnsAsk(ctx context.Context, conn *pgconn.PgConn) (bool, error) {
	print, err := schema.Fingerprint(ctx, borrow.New(conn), nil)
	return print.OwnAsk, err
}

// Prove checks a statement of the user's own that answers have been put into: whether all of it only reads. It is judged
// by the catalog that the answer was made from, on the caller's own search_path.
func (a *Agent) Prove(answer *Answer, sql string) (Statement, error) {
	v := a.guard.Check(sql, guard.Facts{Snapshot: answer.snapshot})
	switch v.Decision {
	case guard.Allow:
		return Statement{SQL: v.SQL, Relations: v.Relations, MinNotice: answer.Settings.MinNotice}, nil
	case guard.Unsafe:
		return Statement{}, refused(v)
	}
	return Statement{}, invalid(v)
}
