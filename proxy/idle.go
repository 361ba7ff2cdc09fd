package proxy

import "time"

// idleState is what a sweep, or a drain, knows of a session.
type idleState struct {
	heard int64     // bytes received from the client at the last check
	since time.Time // when the session was first seen at rest without new bytes; zero: it was busy at the last check
}

// Bounds on the interval between checks. Relaying a message notes nothing for them: a check compares byte counts.
const (
	sweepAtMost  = 5 * time.Second // also how soon a reload that sets the limit is noticed
	sweepAtLeast = 50 * time.Millisecond
)

// sweep ends sessions that have been idle for longer than limits.idle_timeout, until the server drains. It is late by
// two intervals at most, a fifth of the limit.
func (srv *Server) sweep() {
	for {
		limit := srv.cfg.Load().Limits.Idle
		pause := sweepAtMost
		if limit > 0 {
			pause = min(max(limit/10, sweepAtLeast), sweepAtMost)
		}
		wake := time.NewTimer(pause)
		select {
		case <-srv.life.draining.Done():
			wake.Stop()
			return
		case now := <-wake.C:
			if limit > 0 {
				srv.endIdle(now, limit)
			}
		}
	}
}

// endIdle checks every session once.
func (srv *Server) endIdle(now time.Time, limit time.Duration) {
	for _, s := range srv.relaying() {
		heard := s.link.FromClient.Moved.Load()
		switch i := &s.idle; {
		case heard != i.heard || !s.link.Exchange.Resting() || s.desk.Busy():
			i.heard, i.since = heard, time.Time{}
		case i.since.IsZero():
			i.since = now
		case now.Sub(i.since) >= limit:
			s.desk.Retire(errIdle)
		}
	}
}
