package login

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/pgask/pgask/proxy/wire"
)

// Throttle bounds how fast passwords can be guessed. PostgreSQL has auth_delay for this, and logs the address of
// failed logins; behind a proxy that address is the proxy's, so the proxy has to count. The counts decay at the rate
// of the limit, so a role is locked out only while the guessing goes on.
type Throttle struct {
	Now func() time.Time // nil: time.Now
	mu  sync.Mutex
	of  map[throttleKey]*failureCount
}

// throttleKey is the subject of a count: one role at one address or, with no role, all roles there.
type throttleKey struct {
	from netip.Prefix
	role string
}

// failureCount counts the logins of a key that are under way or have failed.
type failureCount struct {
	limit  int           // of failures in a minute
	places chan struct{} // one for each login under way: as many as might fail; more wait
	users  int           // logins that hold a place or wait for one; guarded by loginThrottle.mu, as is what follows
	failed float64       // failures that have not decayed
	at     time.Time     // when failed was last brought up to date
}

const (
	rolesFactor  = 10     // all roles of an address may fail this many times as often as one
	maxThrottled = 50_000 // keys with a count; beyond it counts are dropped
)

// errTooManyFailures means that too many logins have failed.
var errTooManyFailures = errors.New("too many failed logins")

// attempt is one login that is being checked.
type attempt struct{ role, all *failureCount }

// begin registers a login whose proof is about to be checked. It waits while limit logins of the key are being
// checked, because each may fail, and returns errTooManyFailures when that many have failed already. With a limit of
// 0 it returns a nil attempt.
func (g *Throttle) begin(ctx context.Context, from net.Addr, role string, limit int) (*attempt, error) {
	if limit <= 0 {
		return nil, nil
	}
	where := addressBlock(from)
	a := &attempt{}
	for _, of := range []struct {
		who   throttleKey
		limit int
		in    **failureCount
	}{{throttleKey{where, role}, limit, &a.role}, {throttleKey{from: where}, limit * rolesFactor, &a.all}} {
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
		return nil, errTooManyFailures
	}
	return a, nil
}

// end is called once for an attempt, when it is known whether the proof was wrong.
func (g *Throttle) end(a *attempt, failed bool) {
	if a == nil {
		return
	}
	for _, t := range []*failureCount{a.role, a.all} {
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

// enter finds or makes the count of a key; leave must follow. A limit that has changed holds once nobody is in.
func (g *Throttle) enter(who throttleKey, limit int) *failureCount {
	g.mu.Lock()
	defer g.mu.Unlock()
	t := g.of[who]
	if t != nil && t.users == 0 && t.limit != limit {
		t.limit, t.places = limit, make(chan struct{}, limit)
	}
	if t == nil {
		if len(g.of) >= maxThrottled {
			g.forget()
		}
		if g.of == nil {
			g.of = map[throttleKey]*failureCount{}
		}
		t = &failureCount{limit: limit, places: make(chan struct{}, limit), at: g.time()}
		g.of[who] = t
	}
	t.users++
	return t
}

func (g *Throttle) leave(t *failureCount) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t.users--
}

// fail counts a failure. There are never more than twice the limit: no more than the limit were under way.
func (g *Throttle) fail(t *failureCount) {
	g.mu.Lock()
	defer g.mu.Unlock()
	t.drain(g.time())
	t.failed++
}

// full reports whether no further attempt is allowed yet.
func (g *Throttle) full(t *failureCount) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	t.drain(g.time())
	return t.failed+1 > float64(t.limit)
}

func (t *failureCount) drain(now time.Time) {
	t.failed = max(0, t.failed-max(0, now.Sub(t.at).Minutes())*float64(t.limit))
	t.at = now
}

// forget makes room: it drops counts whose failures have decayed and, if that is not enough, all that no login uses
// now.
func (g *Throttle) forget() {
	now := g.time()
	maps.DeleteFunc(g.of, func(_ throttleKey, t *failureCount) bool {
		t.drain(now)
		return t.users == 0 && t.failed == 0
	})
	if len(g.of) >= maxThrottled {
		maps.DeleteFunc(g.of, func(_ throttleKey, t *failureCount) bool { return t.users == 0 })
	}
}

// addressBlock returns the network that counts as one address: a /64 of IPv6, as that is what one customer gets. All
// Unix sockets together are the zero prefix.
func addressBlock(from net.Addr) netip.Prefix {
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

// beginAttempt registers that a proof of the client is about to be checked, by the proxy or by the upstream, and
// waits or fails at the limit.
func (l *Login) beginAttempt() error {
	if l.attempt != nil {
		return nil
	}
	ctx, cancel := context.WithDeadline(l.shared.Draining, l.deadline)
	defer cancel()
	var err error
	if l.attempt, err = l.shared.Throttle.begin(ctx, l.From.Addr, l.Start.User, l.cfg.MaxFailures); err == nil {
		return nil
	}
	if l.shared.Draining.Err() != nil {
		return wire.ErrShutdown
	}
	l.shared.Refused()
	return &wire.Fatal{Code: wire.CodeTooMany, Message: fmt.Sprintf("too many failed logins as role %q from this address", l.Start.User),
		Hint: "The limit is auth.max_failures of the proxy, a minute. Try again in a minute, with the right password.", Err: err}
}

// endAttempt ends what beginAttempt began. Only a wrong proof counts as a failure: not an upstream that is full, or
// gone.
func (l *Login) endAttempt(err error) {
	var f *wire.Fatal
	wrong := l.refusedBy == wire.CodeWrongPassword || l.refusedBy == wire.CodeBadAuth || errors.As(err, &f) &&
		f.Code == wire.CodeWrongPassword
	l.shared.Throttle.end(l.attempt, err != nil && wrong)
	l.attempt = nil
}

func (g *Throttle) time() time.Time {
	if g.Now != nil {
		return g.Now()
	}
	return time.Now()
}
