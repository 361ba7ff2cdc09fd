package schema

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// drawer is a Keeper in memory.
type drawer struct {
	mu   sync.Mutex
	kept map[string][]byte
}

func (d *drawer) Load(_ context.Context, key string) ([]byte, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	data, ok := d.kept[key]
	return data, ok
}

func (d *drawer) Keep(key string, data []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.kept == nil {
		d.kept = map[string][]byte{}
	}
	d.kept[key] = data
}

// TestKeptSnapshotIsTheSame checks that a snapshot of a real catalog is unchanged in every field after it was kept and
// loaded.
func TestKeptSnapshotIsTheSame(t *testing.T) {
	t.Parallel()
	want := connect(t, sandboxtest.Shop(t), "demo").snapshot()
	data, err := pack(kept{time.Now(), *want})
	if err != nil {
		t.Fatal(err)
	}
	k, err := unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, New(k.Snapshot), cmpopts.IgnoreUnexported(Snapshot{}), cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
	for what, pair := range map[string][2]bool{
		"definitions": {want.Definitions == nil, k.Snapshot.Definitions == nil},
		"shadows":     {want.ShadowsIn == nil, k.Snapshot.ShadowsIn == nil},
		"extensions":  {want.Extensions == nil, k.Snapshot.Extensions == nil},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: unknown %v, was %v", what, pair[1], pair[0])
		}
	}
	t.Logf("%d bytes for %d tables", len(data), len(want.Tables))
	for n := range min(len(data), 300) {
		if _, err := unpack(data[:n]); err == nil {
			t.Fatalf("the first %d bytes are a snapshot", n)
		}
	}
}

// TestCacheSecondLevel checks that a new process finds what another one extracted, until it is too old. When extraction
// then fails, the process serves the last snapshot of the same view as stale.
func TestCacheSecondLevel(t *testing.T) {
	t.Parallel()
	shelf, at := &drawer{}, time.Now()
	extractions := 0
	begin := func(fail bool) *Cache {
		c := scripted(func(ctx context.Context, p Print) (*Snapshot, error) {
			extractions++
			if fail {
				return nil, errors.New("no catalog")
			}
			return snapshotOf(ctx, p)
		})
		c.Keeper, c.now = shelf, func() time.Time { return at }
		return c
	}
	ask := func(c *Cache, hash, role string) (*Snapshot, error) {
		return c.Snapshot(t.Context(), nil, "shop", Print{Hash: hash, Role: role})
	}
	if _, err := ask(begin(false), "1", "a"); err != nil || extractions != 1 {
		t.Fatalf("%d extractions, %v", extractions, err)
	}
	second := begin(true)
	s, err := ask(second, "1", "a")
	if err != nil || extractions != 1 || s.Stale || s.Fingerprint != "1" || s.Datasource != "shop" {
		t.Fatalf("after a restart: %+v, %v after %d extractions", s, err, extractions)
	}
	if second.Get("shop", Print{Hash: "1"}) != s {
		t.Error("it is not in the first level then")
	}
	if s, err = ask(begin(true), "2", "a"); err != nil || !s.Stale || s.Fingerprint != "1" || s.StaleReason == nil {
		t.Errorf("a changed catalog that cannot be read: %+v, %v", s, err)
	}
	if s, err = ask(begin(true), "2", "b"); err == nil {
		t.Errorf("another role gets %+v", s)
	}
	at = at.Add(2 * time.Hour)
	extractions = 0
	if s, err = ask(begin(false), "1", "a"); err != nil || extractions != 1 {
		t.Errorf("statistics of two hours ago serve: %+v, %v", s, err)
	}
	shelf.Keep(cacheKey{"shop", "3"}.kept(), []byte("nonsense"))
	if s, err = ask(begin(false), "3", "a"); err != nil || s.Fingerprint != "3" {
		t.Errorf("nonsense on the shelf: %+v, %v", s, err)
	}
}
