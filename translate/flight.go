package translate

import (
	"context"
	"fmt"

	"github.com/pgask/pgask/translate/borrow"
)

// flight is a translation under way that other sessions with the same question wait for, as a dashboard asks it in each of its
// sessions at once.
type flight struct {
	done      chan struct{} // closed when the fields below are set
	result    *translation  // nil: it came to nothing
	cancelled bool          // whoever made it was cancelled, so another should
}

// joinFlight returns the flight for a key. first says that the caller made it, so that it must translate and call endFlight.
func (m *translationCache) joinFlight(key string) (f *flight, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.flights[key]; f != nil {
		return f, false
	}
	f = &flight{done: make(chan struct{})}
	m.flights[key] = f
	return f, true
}

// endFlight ends the flight of a key and wakes those who wait.
func (m *translationCache) endFlight(key string, t *translation, cut bool) {
	m.mu.Lock()
	f := m.flights[key]
	delete(m.flights, key)
	m.mu.Unlock()
	f.result, f.cancelled = t, cut
	close(f.done)
}

// wait takes over the translation of an equal question that another session is working on. When there is none, this question
// leads the flight, and others wait for it.
func (w *work) wait(ctx context.Context) error {
	for w.recalled.translation == nil {
		f, first := w.agent.translations.joinFlight(w.recalled.key)
		if first {
			w.leadsFlight = true
			return nil
		}
		if locks, err := w.mayLock(ctx); err != nil || locks {
			return err
		}
		stop := w.progress("waiting for the same question, which another session has asked")
		select {
		case <-f.done:
		case <-ctx.Done():
		}
		stop()
		w.factsAge = -1
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if w.recalled.translation = f.result; !f.cancelled {
			return nil // what came to nothing for another is tried here too, without others waiting
		}
	}
	return nil
}

// mayLock reports whether the caller's transaction may hold what the other session waits for, so that neither would ever go
// on: only one kind of lock keeps others from reading.
func (w *work) mayLock(ctx context.Context) (bool, error) {
	if !w.conn.InTransaction() {
		return false, nil
	}
	res, err := w.conn.Query(ctx, borrow.SQL(`SELECT NOT EXISTS (SELECT FROM pg_catalog.pg_locks
		WHERE pid = pg_catalog.pg_backend_pid() AND locktype = 'relation' AND mode = 'AccessExclusiveLock')`).As("locks"))
	if err != nil {
		return false, fmt.Errorf("look at the transaction: %w", err)
	}
	return len(res) != 1 || len(res[0].Rows) != 1 || string(res[0].Rows[0][0]) != "t", nil
}

// endFlight hands the proven translation to those who wait, or nil when there is none. A question that leads no flight does
// nothing.
func (w *work) endFlight(t *translation, cut bool) {
	if w.leadsFlight {
		w.leadsFlight = false
		w.agent.translations.endFlight(w.recalled.key, t, cut)
	}
}
