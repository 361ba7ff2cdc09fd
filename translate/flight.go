package translate

import (
	"context"
	"fmt"

	"github.com/pgask/pgask/translate/borrow"
)

// flight is a translation that is being made, which others who ask the same wait for: a dashboard asks it in every session at
// once.
type flight struct {
	done chan struct{}
	made *translation // nil: it came to nothing
	cut  bool         // whoever made it was cancelled, so another should
}

// board says whether the caller is the first to translate the question of that key. Who is not waits for the flight that is
// under way.
func (m *memory) board(key string) (f *flight, first bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.under[key]; f != nil {
		return f, false
	}
	f = &flight{done: make(chan struct{})}
	m.under[key] = f
	return f, true
}

// land ends a flight with what came of it.
func (m *memory) land(key string, t *translation, cut bool) {
	m.mu.Lock()
	f := m.under[key]
	delete(m.under, key)
	m.mu.Unlock()
	f.made, f.cut = t, cut
	close(f.done)
}

// wait is for an equal question that is being translated in another session. Without a flight under way the question is the one
// that others wait for.
func (w *work) wait(ctx context.Context) error {
	for w.recalled.translation == nil {
		f, first := w.agent.memory.board(w.recalled.key)
		if first {
			w.flying = true
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
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if w.recalled.translation = f.made; !f.cut {
			return nil // what came to nothing for another is tried here too, without others waiting
		}
	}
	return nil
}

// mayLock says whether the caller's transaction may hold what the other session waits for, so that neither would ever go on: only one
// kind of lock keeps others from reading.
func (w *work) mayLock(ctx context.Context) (bool, error) {
	if !w.conn.InTransaction() {
		return false, nil
	}
	res, err := w.conn.Query(ctx, borrow.SQL(`SELECT NOT EXISTS (SELECT FROM pg_catalog.pg_locks
		WHERE pid = pg_catalog.pg_backend_pid() AND locktype = 'relation' AND mode = 'AccessExclusiveLock')`))
	if err != nil {
		return false, fmt.Errorf("look at the transaction: %w", err)
	}
	return len(res) != 1 || len(res[0].Rows) != 1 || string(res[0].Rows[0][0]) != "t", nil
}

// lands tells those who wait that the statement is proven, what becomes of it being each one's own affair, or that there is none.
func (w *work) lands(t *translation, cut bool) {
	if w.flying {
		w.flying = false
		w.agent.memory.land(w.recalled.key, t, cut)
	}
}
