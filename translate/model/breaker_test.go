package model

import (
	"errors"
	"strings"
	"testing"
	"time"
)

func TestBreaker(t *testing.T) {
	t.Parallel()
	now := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	b := &breaker{after: 2, pause: time.Minute}
	step := func(what string, want bool) pass {
		t.Helper()
		p, _, _, ok := b.allow(now)
		if ok != want {
			t.Fatalf("%s: allowed %v", what, ok)
		}
		return p
	}
	early := step("closed", true)
	b.settle(step("closed", true), failing, "", now)
	b.settle(step("after one failure", true), healthy, "", now)
	b.settle(step("a success forgets it", true), failing, "", now)
	if !b.settle(step("one again", true), failing, "", now) {
		t.Fatal("two in a row do not open it")
	}
	step("open", false)
	now = now.Add(time.Minute)
	probe := step("half open: the probe", true)
	step("half open: another", false)
	if b.settle(early, failing, "", now) {
		t.Fatal("a call from before opened it while it is probed")
	}
	step("half open: a call from before is no probe", false)
	b.settle(probe, unknown, "", now)
	if !b.settle(step("a probe that was given up frees its place", true), failing, "", now) {
		t.Fatal("a failing probe does not open it again")
	}
	step("open again", false)
	now = now.Add(time.Minute)
	b.settle(step("the next probe", true), healthy, "", now)
	step("closed again", true)
}

func TestClientBreaks(t *testing.T) {
	t.Parallel()
	e := serve(t, fails(503, "down"))
	c, _ := dial(t, e.URL, func(c *Config) { c.BreakAfter, c.Retries = 2, -1 })
	now := time.Now()
	c.now = func() time.Time { return now }
	for range 3 {
		if _, err := c.Complete(t.Context(), testRequest); !errors.Is(err, ErrUnavailable) {
			t.Fatal(err)
		}
	}
	if len(e.seen()) != 2 {
		t.Fatalf("%d requests; the third call should not have made one", len(e.seen()))
	}
	_, err := c.Complete(t.Context(), testRequest)
	if !strings.Contains(err.Error(), "asked again in 30s") || !strings.Contains(err.Error(), "HTTP 503: down") {
		t.Errorf("error %q does not say when and why", err)
	}
	e.mu.Lock()
	e.steps = append(e.steps[:0], says("ok"))
	e.mu.Unlock()
	now = now.Add(31 * time.Second)
	if _, err := c.Complete(t.Context(), testRequest); err != nil {
		t.Errorf("after the pause: %v", err)
	}
}
