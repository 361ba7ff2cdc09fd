package model

import (
	"sync"
	"time"
)

// breaker stops calls to an endpoint that fails, so that questions fail at once instead of each waiting for its
// timeouts.
//
//	closed ──n failures in a row──▶ open ──after a while──▶ half open ──success──▶ closed
//	                                  ▲                        │
//	                                  └────────failure─────────┘
//
// Half open, one call is let through and the others are still turned away.
type breaker struct {
	after int
	pause time.Duration

	mu       sync.Mutex
	failures int       // consecutive failures
	until    time.Time // open until then; zero: closed
	probing  bool      // half open, and its one call is under way
	cause    string    // of the last failure, for the error of refused calls
}

// pass is the permission to make one call.
type pass struct{ probe bool }

// allow reports whether a call may be made. If not, it returns how long to wait and the cause of the last failure.
// The caller must call settle once for each allowed call, with its pass.
func (b *breaker) allow(now time.Time) (p pass, wait time.Duration, cause string, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.until.IsZero():
		return pass{}, 0, "", true
	case now.Before(b.until):
		return pass{}, b.until.Sub(now), b.cause, false
	case b.probing:
		return pass{}, b.pause, b.cause, false
	}
	b.probing = true
	return pass{probe: true}, 0, "", true
}

// verdict is what the result of a call says about the endpoint's health.
type verdict int

const (
	healthy verdict = iota
	failing
	unknown // the caller gave up before anything was learned
)

// settle records how an allowed call ended, and reports whether it opened the breaker. cause is shown to callers that
// are refused later. A call that began before the breaker opened may end while the breaker is half open: its result
// does not end the probe.
func (b *breaker) settle(p pass, v verdict, cause string, now time.Time) (opened bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p.probe {
		b.probing = false
	}
	switch v {
	case healthy:
		b.failures, b.until = 0, time.Time{}
	case failing:
		b.failures++
		b.cause = cause
		if p.probe || b.failures >= b.after && !b.probing {
			opened = b.until.IsZero() || p.probe
			b.until = now.Add(b.pause)
		}
	}
	return opened
}
