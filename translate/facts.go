package translate

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/schema"
)

// current returns facts that a proof may rely on. A snapshot that is behind the catalog serves for a plan, never for a
// proof: what the draft names is read again, as the caller, in one round trip. When even that fails, the stale snapshot
// is returned, by which the guard refuses. An error means that the connection failed or the context ended.
func (a *Agent) current(ctx context.Context, conn *borrow.Conn, print schema.Print, snap *schema.Snapshot, draft string) (*schema.Snapshot, error) {
	if !snap.Stale {
		return snap, nil
	}
	fresh, err := schema.Reread(ctx, conn, print, a.guard.Named(draft))
	var refused *pgconn.PgError
	switch {
	case err == nil:
		fresh.Datasource = snap.Datasource
		return fresh, nil
	case errors.As(err, &refused) && ctx.Err() == nil:
		return snap, nil
	}
	return nil, fmt.Errorf("read about what the statement names: %w", err)
}
