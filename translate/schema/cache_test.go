package schema

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pgask/pgask/translate/borrow"
)

// scripted returns a cache that extracts by calling a function.
func scripted(f func(context.Context, Print) (*Snapshot, error)) *Cache {
	c := NewCache()
	c.extract = func(ctx context.Context, _ *borrow.Conn, p Print) (*Snapshot, error) { return f(ctx, p) }
	return c
}

func snapshotOf(_ context.Context, p Print) (*Snapshot, error) {
	return New(Snapshot{Fingerprint: p.Hash, Role: p.Role}), nil
}

func TestCacheServesByDatasourceAndFingerprint(t *testing.T) {
	t.Parallel()
	extractions := 0
	c := scripted(func(ctx context.Context, p Print) (*Snapshot, error) {
		extractions++
		return snapshotOf(ctx, p)
	})
	for _, step := range []struct {
		datasource, hash string
		want             int
	}{{"shop", "1", 1}, {"shop", "1", 1}, {"shop", "2", 2}, {"hr", "1", 3}, {"shop", "1", 3}, {"hr", "1", 3}} {
		s, err := c.Snapshot(t.Context(), nil, step.datasource, Print{Hash: step.hash})
		if err != nil {
			t.Fatal(err)
		}
		if extractions != step.want || s.Datasource != step.datasource || s.Fingerprint != step.hash {
			t.Errorf("%v: %d extractions, snapshot of %s %s", step, extractions, s.Datasource, s.Fingerprint)
		}
		if c.Get(step.datasource, Print{Hash: step.hash}) != s {
			t.Errorf("%v: Get returns another", step)
		}
	}
	if c.Get("shop", Print{Hash: "3"}) != nil {
		t.Error("Get returns what is not there")
	}
}

func TestCacheIsBounded(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		snapshots, bytes int
		size             int // of a comment in each snapshot, in bytes
		values           int // of its column
	}{
		"by count":           {snapshots: 3, size: 10},
		"by bytes":           {bytes: 3*derivedBytes + 500_000, size: 100_000},
		"by what is derived": {bytes: 3*derivedBytes + 500_000, values: 80},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := scripted(func(_ context.Context, p Print) (*Snapshot, error) {
				column := &Column{Profile: Profile{Values: make([]string, test.values)}}
				table := &Table{Name: p.Hash, Comment: string(make([]byte, test.size)), Columns: []*Column{column}}
				return New(Snapshot{Fingerprint: p.Hash, Tables: []*Table{table}}), nil
			})
			c.MaxSnapshots, c.MaxBytes = test.snapshots, test.bytes
			for _, hash := range []string{"a", "b", "a", "c", "a", "d", "a", "e"} {
				if _, err := c.Snapshot(t.Context(), nil, "", Print{Hash: hash}); err != nil {
					t.Fatal(err)
				}
			}
			held := ""
			for _, hash := range []string{"a", "b", "c", "d", "e"} {
				if c.Get("", Print{Hash: hash}) != nil {
					held += hash
				}
			}
			if held != "ade" { // a was used again and again
				t.Errorf("holds %s", held)
			}
		})
	}
}

// TestCacheDropsTheSuperseded: after DDL nobody sees the catalog as it was, and the snapshot of it goes, but not one
// that is still used.
func TestCacheDropsTheSuperseded(t *testing.T) {
	t.Parallel()
	c, now := scripted(snapshotOf), time.Now()
	c.now = func() time.Time { return now }
	ask := func(role, hash string) {
		t.Helper()
		if _, err := c.Snapshot(t.Context(), nil, "", Print{Hash: hash, Role: role}); err != nil {
			t.Fatal(err)
		}
	}
	ask("bob", "b1")
	ask("ann", "before")
	ask("ann", "temporary tables of a session")
	now = now.Add(supersededFor / 2)
	ask("ann", "temporary tables of a session")
	now = now.Add(supersededFor / 2)
	ask("ann", "after")
	for hash, want := range map[string]bool{"b1": true, "before": false, "temporary tables of a session": true, "after": true} {
		if got := c.Get("", Print{Hash: hash}) != nil; got != want {
			t.Errorf("%s is held: %v", hash, got)
		}
	}
}

func TestCacheExtractsOnceForAll(t *testing.T) {
	t.Parallel()
	var extractions atomic.Int32
	started, release := make(chan struct{}), make(chan struct{})
	c := scripted(func(ctx context.Context, p Print) (*Snapshot, error) {
		if extractions.Add(1) == 1 {
			close(started)
		}
		<-release
		return snapshotOf(ctx, p)
	})
	var all sync.WaitGroup
	results := make([]*Snapshot, 20)
	ask := func(i int) {
		all.Go(func() {
			s, err := c.Snapshot(t.Context(), nil, "", Print{Hash: "h"})
			if err != nil {
				t.Error(err)
			}
			results[i] = s
		})
	}
	ask(0)
	<-started
	for i := 1; i < len(results); i++ {
		ask(i)
	}
	// A caller whose context ends returns at once, while the extraction goes on.
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Snapshot(gone, nil, "", Print{Hash: "h"}); !errors.Is(err, context.Canceled) {
		t.Errorf("after giving up: %v", err)
	}
	close(release)
	all.Wait()
	if n := extractions.Load(); n != 1 {
		t.Errorf("%d extractions", n)
	}
	for i, s := range results {
		if s == nil || s != results[0] {
			t.Fatalf("caller %d got another snapshot", i)
		}
	}
}

// When the extracting caller is cancelled, one of those waiting takes over.
func TestCacheOutlivesItsLeader(t *testing.T) {
	t.Parallel()
	started := make(chan struct{})
	var calls atomic.Int32
	c := scripted(func(ctx context.Context, p Print) (*Snapshot, error) {
		if calls.Add(1) > 1 {
			return snapshotOf(ctx, p)
		}
		close(started)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	leader, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := c.Snapshot(leader, nil, "", Print{Hash: "h"})
		failed <- err
	}()
	<-started
	served := make(chan error)
	go func() {
		_, err := c.Snapshot(t.Context(), nil, "", Print{Hash: "h"})
		served <- err
	}()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("the leader: %v", err)
	}
	if err := <-served; err != nil {
		t.Errorf("the follower: %v", err)
	}
}

func TestCacheServesStale(t *testing.T) {
	t.Parallel()
	broken := errors.New("catalog on fire")
	fail := false
	c := scripted(func(ctx context.Context, p Print) (*Snapshot, error) {
		if fail {
			return nil, broken
		}
		return snapshotOf(ctx, p)
	})
	path := []string{"pg_catalog", "public"}
	first, err := c.Snapshot(t.Context(), nil, "shop", Print{Hash: "1", Role: "ada", SearchPath: path})
	if err != nil || first.Stale {
		t.Fatal(err, first)
	}
	fail = true
	s, err := c.Snapshot(t.Context(), nil, "shop", Print{Hash: "2", Role: "ada", SearchPath: path})
	if err != nil || !s.Stale || s.StaleReason != broken || s.Fingerprint != "1" {
		t.Errorf("got %+v, %v", s, err)
	}
	if first.Stale {
		t.Error("the cached snapshot itself was marked")
	}
	for name, p := range map[string]Print{
		"another role": {Hash: "2", Role: "bob", SearchPath: path},
		"another path": {Hash: "2", Role: "ada", SearchPath: path[:1]},
	} {
		if _, err := c.Snapshot(t.Context(), nil, "shop", p); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Snapshot(gone, nil, "shop", Print{Hash: "2", Role: "ada", SearchPath: path}); err == nil {
		t.Error("a cancelled caller was served")
	}
	fail = false
	if s, err := c.Snapshot(t.Context(), nil, "shop", Print{Hash: "2", Role: "ada", SearchPath: path}); err != nil || s.Stale {
		t.Errorf("after recovery: %+v, %v", s, err)
	}
}

func TestCacheAges(t *testing.T) {
	t.Parallel()
	now := time.Unix(1e9, 0)
	c := scripted(snapshotOf)
	c.now, c.MaxAge = func() time.Time { return now }, time.Minute
	first, _ := c.Snapshot(t.Context(), nil, "", Print{Hash: "1"})
	now = now.Add(59 * time.Second)
	if s, _ := c.Snapshot(t.Context(), nil, "", Print{Hash: "1"}); s != first {
		t.Error("read again too early")
	}
	now = now.Add(time.Second)
	if c.Get("", Print{Hash: "1"}) != nil {
		t.Error("Get returns what is too old")
	}
	if s, _ := c.Snapshot(t.Context(), nil, "", Print{Hash: "1"}); s == first {
		t.Error("not read again")
	}
}

func TestCacheReplace(t *testing.T) {
	t.Parallel()
	c := scripted(snapshotOf)
	s, _ := c.Snapshot(t.Context(), nil, "shop", Print{Hash: "1"})
	more := *s
	more.Tables = []*Table{{Name: "t"}}
	c.Replace(&more)
	if got := c.Get("shop", Print{Hash: "1"}); got != &more {
		t.Error("not replaced")
	}
	c.Replace(New(Snapshot{Datasource: "shop", Fingerprint: "2"}))
	if c.Get("shop", Print{Hash: "2"}) != nil {
		t.Error("a snapshot that nobody had was put in")
	}
}

// Many goroutines may ask for the same snapshot at once; run with -race.
func TestCacheUnderConcurrency(t *testing.T) {
	t.Parallel()
	c := scripted(snapshotOf)
	c.MaxSnapshots = 4
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 200 {
				hash := fmt.Sprint((worker + i) % 7)
				s, err := c.Snapshot(t.Context(), nil, "", Print{Hash: hash})
				if err != nil || s.Fingerprint != hash {
					t.Errorf("got %v, %v", s, err)
					return
				}
				c.Replace(s)
			}
		})
	}
	all.Wait()
	if n := c.recent.Len(); n != 4 || len(c.entries) != n || len(c.flights) != 0 {
		t.Errorf("%d snapshots, %d entries, %d flights", n, len(c.entries), len(c.flights))
	}
}

func TestDeriveBuildsOnce(t *testing.T) {
	t.Parallel()
	type key struct{}
	var built atomic.Int32
	s := New(Snapshot{})
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			if got := s.Derive(key{}, func() any { return built.Add(1) }); got != int32(1) {
				t.Errorf("got %v", got)
			}
		})
	}
	all.Wait()
}
