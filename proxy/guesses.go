package proxy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"sync"
	"time"
)

// guesses bounds how fast passwords can be guessed. PostgreSQL has auth_delay for this, and tells its log the address of
// whoever fails; behind a proxy that address is the proxy's, so it is for the proxy to look at it. Failures drain away at the
// rate of the limit, so a role is never locked for longer than a guesser goes on.
type guesses struct {
	now func() time.Time
	mu  sync.Mutex
	of  map[guesser]*tries
}

// guesser is the subject of a count: one role at one address, or with no role all roles there.
type guesser struct {
	from netip.Prefix
	role string
}

// tries are the logins of a guesser that are under way or failed.
type tries struct {
	limit  int           // of failures in a minute
	places chan struct{} // one for each login under way: as many as might fail; more wait
	users  int           // that hold a place or wait for one; under the lock of guesses
	failed float64       // failures that have not drained away; likewise
	at     time.Time     // when failed was true
}

const (
	guessWindow = time.Minute
	rolesFactor = 10     // all roles of an address may fail this many times as often as one
	maxGuessers = 50_000 // that are remembered; the others' failures are forgotten
)

// errGuessing means that too many logins have failed.
var errGuessing = errors.New("too many failed logins")

// attempt is one login that is being checked.
type attempt struct{ role, all *tries }

// begin takes a login whose proof is about to be checked. It waits while as many are under way as might fail yet, and says no
// where that many have failed. Without a limit there is no attempt.
func (g *guesses) begin(ctx context.Context, from net.Addr, role string, limit int) (*attempt, error) {
	if limit <= 0 {
		return nil, nil
	}
	where := neighbourhood(from)
	a := &attempt{}
	for _, of := range []struct {
		who   guesser
		limit int
		in    **tries
	}{{guesser{where, role}, limit, &a.role}, {guesser{from: where}, limit * rolesFactor, &a.all}} {
		t := g.enter(of.who, of.limit)
		select {
		case t.places <- struct{}{}:
			*of.in = t
		case <-ctx.Done():
			g.leave(t)
			g.end(a, false)
			return nil, ctx.Err()
		}
	}
	if g.full(a.role) || g.full(a.all) {
		g.end(a, false)
		return nil, errGuessing
	}
	return a, nil
}

// end is called once for an attempt, when it is known whether the proof was wrong.
func (g *guesses) end(a *attempt, failed bool) {
	if a == nil {
		return
	}
	for _, t := range []*tries{a.role, a.all} {
		if t == nil {
			continue
		}
		if failed {
			g.fail(t)
		}
		<-t.places
		g.leave(t)
	}
}

// enter finds or makes the tries of a guesser, who must leave again. A limit that has changed holds once nobody is in.
func (g *guesses) enter(who guesser, limit int) *tries {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := g.of[who]
	if t != nil && t.users == 0 && t.limit != limit {
		t.limit, t.places = limit, make(chan struct{}, limit)
	}
	if t == nil {
		if len(g.of) >= maxGuessers {
			g.forget()
		}
		if g.of == nil {
			g.of = map[guesser]*tries{}
		}
		t = &tries{limit: limit, places: make(chan struct{}, limit), at: g.now()}
		g.of[who] = t
	}
	t.users++
	return t
}

func (g *guesses) leave(t *tries) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t.users--
}

// fail counts a failure. There are never more than twice the limit: no more than the limit were under way.
func (g *guesses) fail(t *tries) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t.drain(g.now())
	t.failed++
}

// full reports whether a guesser may not try again yet.
func (g *guesses) full(t *tries) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	t.drain(g.now())
	return t.failed+1 > float64(t.limit)
}

func (t *tries) drain(now time.Time) {
	t.failed = max(0, t.failed-max(0, now.Sub(t.at).Minutes())*float64(t.limit))
	t.at = now
}

// forget makes room: everybody whose failures have drained away goes, and if that is not enough, so do all who are not in.
func (g *guesses) forget() {
	now := g.now()
	maps.DeleteFunc(g.of, func(_ guesser, t *tries) bool {
		t.drain(now)
		return t.users == 0 && t.failed == 0
	})
	if len(g.of) >= maxGuessers {
		maps.DeleteFunc(g.of, func(_ guesser, t *tries) bool { return t.users == 0 })
	}
}

// neighbourhood returns the network that counts as one address: of IPv6 the 64 bits that one customer gets. Unix sockets are
// one network.
func neighbourhood(from net.Addr) netip.Prefix {
	tcp, ok := from.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	p, _ := ip.Prefix(bits) // fails for no address alone
	return p
}

// guess registers that a proof of the client is about to be checked, by the proxy or by the upstream, and waits or fails at
// the limit.
func (s *session) guess() error {
	if s.login.attempt != nil {
		return nil
	}
	ctx, cancel := context.WithDeadline(s.server.draining, s.login.deadline)
	defer cancel()
	var err error
	if s.login.attempt, err = s.server.guesses.begin(ctx, s.from.addr, s.start.user, s.cfg.MaxFailures); err == nil {
		return nil
	}
	if s.server.draining.Err() != nil {
		return errShutdown
	}
	s.server.countRefused(refusedGuessing)
	return &fatal{code: codeTooMany, message: fmt.Sprintf("too many failed logins as role %q from this address", s.start.user),
		hint: "The limit is auth.max_failures of the proxy, a minute. Try again in a minute, with the right password.", err: err}
}

// guessed ends what guess began. Only a wrong proof counts as a failure: not an upstream that is full, or gone.
func (s *session) guessed(err error) {
	var f *fatal
	wrong := s.login.refusedBy == codeWrongPassword || s.login.refusedBy == codeBadAuth || errors.As(err, &f) && f.code == codeWrongPassword
	s.server.guesses.end(s.login.attempt, err != nil && wrong)
	s.login.attempt = nil
}
