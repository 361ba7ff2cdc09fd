package lessons

import (
	"context"
	"database/sql"
	"slices"
	"strings"
)

// Withdraw takes back proposals that feedback made before: of the kind, words, author and datasource of l. Who calls
// an answer wrong that he has called right means the last of both. What somebody has approved or disabled since
// stays.
func (l *Library) Withdraw(was Lesson) {
	if !l.Learns() {
		return
	}
	if !l.drop(func(o Lesson) bool {
		return o.Kind == was.Kind && o.Source == FromFeedback && o.Status == Proposed && o.Author == was.Author &&
			strings.EqualFold(o.Words, was.Words) && slices.Equal(o.Datasources, was.Datasources)
	}) {
		return
	}
	l.cfg.Store.WriteAsync(func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM pgask_lessons WHERE kind = $1 AND lower(words) = lower($2) AND author = $3 AND datasource = $4
			AND source = $5 AND status = $6`, string(was.Kind), was.Words, was.Author, strings.Join(was.Datasources, ","), string(FromFeedback), string(Proposed)); err != nil {
			return err
		}
		return bumpVersion(ctx, tx)
	})
}

// drop forgets lessons here at once; the store follows. It reports whether there were any.
func (l *Library) drop(which func(Lesson) bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := slices.DeleteFunc(slices.Clone(l.kept), which)
	if len(kept) == len(l.kept) {
		return false
	}
	l.show(kept)
	return true
}
