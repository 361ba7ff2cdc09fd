package lessons

import (
	"context"
	"database/sql"
	"time"
)

// Tidy removes what nobody has chosen to keep and nobody has used since a time: questions that were asked often, and
// lessons that were learned and not approved. Pins, and what people have taught or approved, stay.
func Tidy(ctx context.Context, store Store, since time.Time) error {
	return store.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM pgask_asked WHERE last_use < $1`, since.UnixMilli()); err != nil {
			return err
		}
		gone, err := tx.ExecContext(ctx, `DELETE FROM pgask_lessons WHERE status = $1 AND author <> '' AND created < $2 AND last_use < $2`,
			string(Proposed), since.UnixMilli())
		if err != nil {
			return err
		}
		if n, err := gone.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return bumpVersion(ctx, tx)
	})
}
