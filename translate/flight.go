package translate

import (
	"context"
)

// flight is a translation in progress. Other sessions with the same question wait for it, for example when a
// dashboard asks the question in several sessions at once.
type flight struct {
	done      chan struct{} // closed when the fields below are set
	result    *translation  // nil: the translation failed
	cancelled bool          // the session that translated was cancelled, so another should translate
}

// joinFlight returns the flight for a key. If first is true, the caller started it, and must translate and call
// endFlight.
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

// endFlight ends the flight of a key and wakes the waiting sessions.
func (m *translationCache) endFlight(key string, t *translation, cut bool) {
	m.mu.Lock()
	f := m.flights[key]
	delete(m.flights, key)
	m.mu.Unlock()
	f.result, f.cancelled = t, cut
	close(f.done)
}

// wait waits for the translation of an equal question by another session and uses it. If there is none, this question
// starts a flight and others wait for it.
func (w *work) wait(ctx context.Context) error {
	for w.recalled.translation == nil {
		f, first := w.agent.translations.joinFlight(w.recalled.key)
		if first {
			w.leadsFlight = true
			return nil
		}
		if locks, err := w.reads().MayLock(ctx); err != nil || locks {
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
			return nil // if the other session failed, this one tries without others waiting
		}
	}
	return nil
}

// endFlight passes the proven translation to the waiting sessions, or nil if there is none. It does nothing for a
// question that started no flight.
func (w *work) endFlight(t *translation, cut bool) {
	if w.leadsFlight {
		w.leadsFlight = false
		w.agent.translations.endFlight(w.recalled.key, t, cut)
	}
}
