package console

import (
	"net/netip"
	"sync"
	"time"
)

// How often a wrong token may be given.
const (
	freeTries   = 5                // before a wait
	firstWait   = 2 * time.Second  // doubled with every further failure
	longestWait = time.Minute      // also for all networks together
	forgetAfter = 10 * time.Minute // a network's failures
	maxNetworks = 4096             // that are told apart; of more, all wait together
)

// throttle delays logins from networks that sent wrong tokens. The zero value is ready.
type throttle struct {
	mu       sync.Mutex
	networks map[netip.Prefix]failures
}

// failures are wrong tokens from one network.
type failures struct {
	n    int
	last time.Time
}

// wait returns the time until the next login from a network is admitted; 0: now.
func (t *throttle) wait(from netip.Addr, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.networks[t.place(from)]
	if f.n < freeTries || now.Sub(f.last) >= forgetAfter {
		return 0
	}
	pause := longestWait
	if doublings := f.n - freeTries; doublings < 5 {
		pause = min(firstWait<<doublings, longestWait)
	}
	return max(0, f.last.Add(pause).Sub(now))
}

// failed counts a wrong token.
func (t *throttle) failed(from netip.Addr, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.networks == nil {
		t.networks = map[netip.Prefix]failures{}
	}
	if len(t.networks) >= maxNetworks {
		for at, f := range t.networks {
			if now.Sub(f.last) >= forgetAfter {
				delete(t.networks, at)
			}
		}
	}
	at := t.place(from)
	f := t.networks[at]
	if now.Sub(f.last) >= forgetAfter {
		f.n = 0
	}
	t.networks[at] = failures{f.n + 1, now}
}

// passed forgets a network's failures.
func (t *throttle) passed(from netip.Addr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.networks, network(from))
}

// place returns the network whose failures are counted together.
func (t *throttle) place(from netip.Addr) netip.Prefix {
	at := network(from)
	if _, known := t.networks[at]; !known && len(t.networks) >= maxNetworks {
		return netip.Prefix{}
	}
	return at
}

// network returns the network that an address is counted as: itself, or for IPv6 its /64.
func network(a netip.Addr) netip.Prefix {
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits)
	return p
}
