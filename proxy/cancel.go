package proxy

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/wire"
)

// cancel handles a CancelRequest. One that matches a session of ours acts on what that session is doing now, and never
// on a later statement; one that matches none may belong to another proxy in front of the same databases, so it is
// passed on to every upstream, at a bounded rate. The protocol has no answer.
func (srv *Server) cancel(ctx context.Context, key []byte) error {
	if !wire.ValidKey(key) {
		return nil
	}
	if s := srv.byKey(key); s != nil {
		s.desk.Cancel()
		return nil
	}
	if !srv.unmatchedCancels.allow(time.Now()) {
		return nil
	}
	srv.cfg.Load().CancelEverywhere(ctx, key, srv.log)
	return nil
}

// byKey finds the session of a cancel key. It looks at all of them, so that the time it takes tells nothing.
func (srv *Server) byKey(key []byte) *session {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	var found *session
	for s := range srv.sessions {
		if s.link.HasKey(key) {
			found = s
		}
	}
	return found
}

// bucket lets through a bounded number of events a second.
type bucket struct {
	perSecond, burst float64 // constant

	mu     sync.Mutex
	tokens float64
	last   time.Time
}

// Bounds on cancel requests that match no session of ours, and on lines in the log about connections that say
// something else than a startup packet.
const (
	unmatchedCancelsPerSecond = 20
	unmatchedCancelsBurst     = 40
	strangersPerSecond        = 1
	strangersBurst            = 10
)

func (b *bucket) allow(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last.IsZero() {
		b.tokens = b.burst
	}
	b.tokens = min(b.burst, b.tokens+max(0, now.Sub(b.last).Seconds())*b.perSecond)
	b.last = now
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

// Underway lists the questions that are being worked on, the oldest first.
func (srv *Server) Underway() []ask.Underway {
	srv.mu.Lock()
	var out []ask.Underway
	for s := range srv.sessions {
		out = append(out, s.desk.Underway()...)
	}
	srv.mu.Unlock()
	slices.SortFunc(out, func(a, b ask.Underway) int {
		return cmp.Or(a.Record.Time.Compare(b.Record.Time), cmp.Compare(a.Record.ID, b.Record.ID))
	})
	return out
}

// CancelQuestion stops one question, by the id of its record, and says whether it was being worked on.
func (srv *Server) CancelQuestion(id string) bool {
	srv.mu.Lock()
	var at *session
	for s := range srv.sessions {
		if s.desk.Asks(id) {
			at = s
		}
	}
	srv.mu.Unlock()
	return at != nil && at.desk.CancelQuestion(id)
}
