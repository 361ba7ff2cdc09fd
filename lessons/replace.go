package lessons

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// ErrMalformed means that a lesson is not valid; the error that wraps it says why.
var ErrMalformed = errors.New("not a lesson")

// Replace puts a lesson that a person wrote in the place of one of the store. It is approved from then on, keeps what
// was counted of the old one, and takes its confidence from the person. ErrNone if the old one is gone, ErrMalformed
// if the new one cannot be.
func (l *Library) Replace(ctx context.Context, id string, by Lesson) error {
	by.Source, by.Author, by.Status, by.Confidence, by.line = FromCommand, "", Approved, 1, 0
	by.identify()
	if err := by.check(); err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return l.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := requireChange(tx.ExecContext(ctx, `DELETE FROM pgask_lessons WHERE id = $1`, id)); err != nil {
			return err
		}
		// The same may be there already, as a lesson of somebody else's.
		if _, err := tx.ExecContext(ctx, `DELETE FROM pgask_lessons WHERE id = $1`, by.ID); err != nil {
			return err
		}
		if by.Created.IsZero() {
			by.Created = time.Now()
		}
		return by.insert(ctx, tx)
	})
}
