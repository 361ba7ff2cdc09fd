package login

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func newClock() *clock { return &clock{t: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)} }

func hostAt(a string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(a), Port: 1} }

func TestLoginThrottle(t *testing.T) {
	t.Parallel()
	c := newClock()
	g := &Throttle{Now: c.now}
	try := func(from net.Addr, role string, wrong bool) bool {
		t.Helper()
		a, err := g.begin(t.Context(), from, role, 3)
		if err != nil && !errors.Is(err, errTooManyFailures) {
			t.Fatal(err)
		}
		g.end(a, wrong)
		return err == nil
	}
	want := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v", what, got)
		}
	}
	a, b := hostAt("192.0.2.1"), hostAt("192.0.2.2")
	for range 3 {
		for range 10 {
			want("a right one", try(a, "anna", false), true)
		}
		want("a wrong one", try(a, "anna", true), true)
	}
	want("the fourth", try(a, "anna", false), false)
	want("another role", try(a, "bert", false), true)
	want("another host", try(b, "anna", false), true)
	c.pass(19 * time.Second)
	want("too early", try(a, "anna", false), false)
	c.pass(2 * time.Second)
	want("a third of a minute later", try(a, "anna", true), true)
	want("and no more", try(a, "anna", false), false)
	c.pass(time.Hour)
	for range 3 {
		want("an hour later", try(a, "anna", true), true)
	}
	want("no more than before", try(a, "anna", true), false)
	c.pass(time.Hour)
	c.pass(-time.Hour) // a clock that is set back forgives nothing
	want("set back", try(a, "anna", true), false)

	for i := range 30 { // whoever tries one password on many roles
		want("spraying", try(b, fmt.Sprint("role", i), true), true)
	}
	want("one more role", try(b, "carl", false), false)
	want("the address beside it", try(hostAt("192.0.2.3"), "carl", false), true)

	for range 3 {
		try(hostAt("2001:db8::1"), "anna", true)
	}
	want("the same network of a customer", try(hostAt("2001:db8::ffff:1"), "anna", false), false)
	want("the next one", try(hostAt("2001:db8:0:1::1"), "anna", false), true)
	want("IPv4 as IPv6", try(hostAt("::ffff:192.0.2.2"), "carl", false), false)
	if a, err := g.begin(t.Context(), a, "anna", 0); a != nil || err != nil {
		t.Errorf("without a limit: %v, %v", a, err)
	}
}

// Whoever comes with many guesses at once has no more of them than one by one; whoever knows the password only waits.
func TestGuessesAtOnce(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]bool{"guesses": true, "a pool": false} {
		synctest.Test(t, func(t *testing.T) {
			g := &Throttle{Now: newClock().now}
			var all sync.WaitGroup
			var mu sync.Mutex
			in := 0
			for range 200 {
				all.Go(func() {
					a, err := g.begin(t.Context(), hostAt("192.0.2.1"), "anna", 5)
					if err != nil {
						return
					}
					time.Sleep(time.Second) // of the bubble: the check takes its time
					g.end(a, wrong)
					mu.Lock()
					defer mu.Unlock()
					in++
				})
			}
			all.Wait()
			if wrong && in > 10 || !wrong && in != 200 {
				t.Errorf("%s: %d were checked", name, in)
			}
		})
	}
}

// A login that waits for its turn waits no longer than it may, and leaves its place.
func TestGuessWaits(t *testing.T) {
	t.Parallel()
	g := &Throttle{Now: newClock().now}
	a, err := g.begin(t.Context(), hostAt("192.0.2.1"), "anna", 1)
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.begin(gone, hostAt("192.0.2.1"), "anna", 1); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	g.end(a, false)
	if a, err = g.begin(t.Context(), hostAt("192.0.2.1"), "anna", 1); err != nil {
		t.Fatal(err)
	}
	g.end(a, false)
	g.forget()
	if len(g.of) != 0 {
		t.Errorf("%d are remembered", len(g.of))
	}
}

// Addresses and roles are a stranger's to choose, so no more than so many are remembered, and nobody who is in is
// forgotten.
func TestGuessersAreBounded(t *testing.T) {
	t.Parallel()
	g := &Throttle{Now: newClock().now}
	in, err := g.begin(t.Context(), hostAt("192.0.2.1"), "anna", 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range maxThrottled {
		a, err := g.begin(t.Context(), &net.TCPAddr{IP: net.IPv4(10, byte(i>>16), byte(i>>8), byte(i))}, "anna", 1)
		if err != nil {
			t.Fatal(err)
		}
		g.end(a, true)
	}
	if len(g.of) > maxThrottled {
		t.Errorf("%d are remembered", len(g.of))
	}
	if g.of[throttleKey{addressBlock(hostAt("192.0.2.1")), "anna"}] != in.role {
		t.Error("one that is in was forgotten")
	}
	g.end(in, true)
}
