package lessons

import (
	"context"
	"database/sql"
	"slices"
	"time"
)

// Learns reports whether anything is learned.
func (l *Library) Learns() bool { return l != nil && l.cfg.Store != nil && l.cfg.Learn != Off }

// Learn adds learned lessons, without waiting for the store. The caller sets confidence, source, author and
// datasources; the status follows from the mode. Lessons that are malformed, or that repeat one of a person, are
// dropped. ids has the id of every lesson.
func (l *Library) Learn(found ...Lesson) (ids []string) {
	if !l.Learns() {
		return nil
	}
	var fresh []Lesson
	for _, one := range found {
		one.Status, one.Created = Proposed, time.Now()
		if l.cfg.Learn == Auto {
			one.Status = Approved
		}
		one.identify()
		ids = append(ids, one.ID)
		if one.check() == nil && one.Author != "" && !l.knows(one) {
			fresh = append(fresh, one)
		}
	}
	if len(fresh) == 0 {
		return ids
	}
	l.adopt(fresh)
	l.cfg.Store.WriteAsync(func(ctx context.Context, tx *sql.Tx) error {
		var n int64
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM pgask_lessons`).Scan(&n); err != nil {
			return err
		}
		if n+int64(len(fresh)) > maxKept {
			l.cfg.Logger.Warn("nothing more is learned: there are too many lessons", "lessons", n)
			return nil
		}
		for _, one := range fresh {
			if err := one.insert(ctx, tx); err != nil {
				return err
			}
		}
		return bumpVersion(ctx, tx)
	})
	return ids
}

// adopt adds learned lessons to the view before they are stored: the same question may be asked again right away.
func (l *Library) adopt(fresh []Lesson) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := slices.Clone(l.kept)
	for _, one := range fresh {
		at := slices.IndexFunc(kept, func(o Lesson) bool { return o.ID == one.ID })
		if at >= 0 {
			kept[at].Confidence = max(kept[at].Confidence, one.Confidence) // as the store does
		} else if len(kept) < maxKept {
			kept = append(kept, one)
		}
	}
	l.show(kept)
}

// weigh changes the confidence of learned lessons in the view. The caller changes the store.
func (l *Library) weigh(ids []string, f func(float64) float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept, changed := slices.Clone(l.kept), false
	for i := range kept {
		if kept[i].Author != "" && slices.Contains(ids, kept[i].ID) {
			kept[i].Confidence, changed = f(kept[i].Confidence), true
		}
	}
	if changed {
		l.show(kept)
	}
}

// knows reports whether the same is taught already, by a person or with at least that confidence.
func (l *Library) knows(fresh Lesson) bool {
	for _, one := range l.view.Load().lessons {
		if one.ID == fresh.ID && one.Confidence >= fresh.Confidence {
			return true
		}
		same := one.Kind == fresh.Kind && one.Author == "" && equalFold(one.Words, fresh.Words) && one.Means == fresh.Means
		if same && len(fresh.Datasources) == 1 && one.holds(fresh.Datasources[0], fresh.Author) {
			return true
		}
	}
	return false
}

// How use and feedback move the confidence of what was learned. What people wrote keeps theirs.
const (
	decay   = 0.85 // a draft failed with it
	worse   = 0.3  // ask bad: of a correction nothing is left, so that the question is asked back again
	better  = 0.5  // ask good: goes this far of the way to 1
	longest = 200  // lessons that one answer counts for
)

// RecordUse counts the lessons that had a part in an answer, or in a draft that failed; a failure takes confidence
// from those that were learned.
func (l *Library) RecordUse(ids []string, succeeded bool) {
	if l == nil || l.cfg.Store == nil || len(ids) == 0 {
		return
	}
	ids = ids[:min(len(ids), longest)]
	set, factor := "successes = successes + 1", 1.0
	if !succeeded {
		set, factor = "failures = failures + 1", decay
		l.weigh(ids, func(c float64) float64 { return c * decay })
	}
	l.cfg.Store.WriteAsync(func(ctx context.Context, tx *sql.Tx) error {
		if err := touch(ctx, tx, "uses = uses + 1, last_use = $1, "+set, ids, time.Now().UnixMilli()); err != nil || succeeded {
			return err
		}
		if err := touch(ctx, tx, "confidence = CASE WHEN author = '' THEN confidence ELSE confidence * $1 END", ids, factor); err != nil {
			return err
		}
		return bumpVersion(ctx, tx)
	})
}

// RecordFeedback changes the confidence of the lessons that had a part in an answer, by a user's feedback on it.
func (l *Library) RecordFeedback(ids []string, good bool) {
	if l == nil || l.cfg.Store == nil || len(ids) == 0 {
		return
	}
	ids = ids[:min(len(ids), longest)]
	set, factor := "confidence = CASE WHEN author = '' THEN confidence ELSE confidence + (1 - confidence) * $1 END", better
	l.weigh(ids, func(c float64) float64 {
		if good {
			return c + (1-c)*better
		}
		return c * worse
	})
	if !good {
		set, factor = "confidence = CASE WHEN author = '' THEN confidence ELSE confidence * $1 END", worse
	}
	l.cfg.Store.WriteAsync(func(ctx context.Context, tx *sql.Tx) error {
		if err := touch(ctx, tx, set, ids, factor); err != nil {
			return err
		}
		return bumpVersion(ctx, tx)
	})
}

// touch changes lessons; $1 in set is arg.
func touch(ctx context.Context, tx *sql.Tx, set string, ids []string, arg any) error {
	args := []any{arg}
	for _, id := range ids {
		args = append(args, id)
	}
	_, err := tx.ExecContext(ctx, `UPDATE pgask_lessons SET `+set+` WHERE id IN (`+placeholders(2, len(ids))+`)`, args...)
	return err
}
