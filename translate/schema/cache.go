package schema

import (
	"cmp"
	"container/list"
	"context"
	"runtime/debug"
	"sync"
	"time"

	"github.com/pgask/pgask/translate/borrow"
)

// Cache keeps snapshots in memory, by datasource and fingerprint. Sessions with the same fingerprint share one
// snapshot. It is safe for concurrent use. The limits must be set before the first use; zero means the default.
type Cache struct {
	MaxSnapshots int           // default 64
	MaxBytes     int           // of all snapshots, as estimated by Size; default 1 GiB, or half of GOMEMLIMIT. The newest always stays.
	MaxAge       time.Duration // age at which statistics are read again; default 1 h
	Keeper       Keeper        // the second level; nil: none

	mu      sync.Mutex
	entries map[cacheKey]*list.Element // of *cached
	recent  list.List                  // of *cached, the most recently used first
	latest  map[viewKey]cacheKey       // the last snapshot of each view, for use when extraction fails
	flights map[cacheKey]*flight
	bytes   int

	now     func() time.Time
	extract func(context.Context, *borrow.Conn, Print) (*Snapshot, error)
}

type cacheKey struct{ datasource, hash string }

// viewKey identifies a view of a catalog. A snapshot may replace another with an equal key when extraction fails.
type viewKey struct{ datasource, database, role, path string }

type cached struct {
	key      cacheKey
	view     viewKey
	snapshot *Snapshot
	bytes    int
	read     time.Time
	used     time.Time // last
}

// supersededFor is how long a snapshot stays unused beside a newer one of its view: sessions with temporary tables,
// or with DDL that is not committed, see another catalog than the others, and go on with it.
const supersededFor = 5 * time.Minute

// flight is an extraction in progress. snapshot and err are set before done is closed.
type flight struct {
	done     chan struct{}
	snapshot *Snapshot
	err      error
}

// NewCache returns an empty cache with the default limits.
func NewCache() *Cache { return &Cache{} }

// init sets the defaults. The caller must hold the lock.
func (c *Cache) init() {
	if c.entries != nil {
		return
	}
	c.entries = map[cacheKey]*list.Element{}
	c.latest = map[viewKey]cacheKey{}
	c.flights = map[cacheKey]*flight{}
	c.MaxSnapshots = cmp.Or(c.MaxSnapshots, 64)
	c.MaxBytes = cmp.Or(c.MaxBytes, int(min(1<<30, debug.SetMemoryLimit(-1)/2))) // -1: what it is
	c.MaxAge = cmp.Or(c.MaxAge, time.Hour)
	if c.now == nil {
		c.now = time.Now
	}
	if c.extract == nil {
		c.extract = Extract
	}
}

// Get returns the snapshot with the given fingerprint, or nil when there is none or it is older than MaxAge.
func (c *Cache) Get(datasource string, print Print) *Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.init()
	return c.get(cacheKey{datasource, print.Hash})
}

func (c *Cache) get(key cacheKey) *Snapshot {
	e := c.entries[key]
	if e == nil {
		return nil
	}
	item := e.Value.(*cached)
	if c.now().Sub(item.read) >= c.MaxAge {
		return nil
	}
	c.recent.MoveToFront(e)
	item.used = c.now()
	return item.snapshot
}

// Snapshot returns the snapshot with the given fingerprint. If there is none, it extracts one over conn. Concurrent
// calls for the same fingerprint share one extraction; a call whose own context ends returns at once. When extraction
// fails, Snapshot returns the last snapshot of the same role, database and search path with Stale set, and the error
// only if there is no such snapshot.
func (c *Cache) Snapshot(ctx context.Context, conn *borrow.Conn, datasource string, print Print) (*Snapshot, error) {
	key := cacheKey{datasource, print.Hash}
	for {
		c.mu.Lock()
		c.init()
		if s := c.get(key); s != nil {
			c.mu.Unlock()
			return s, nil
		}
		f := c.flights[key]
		if f == nil {
			f = &flight{done: make(chan struct{})}
			c.flights[key] = f
			c.mu.Unlock()
			return c.lead(ctx, conn, key, print, f)
		}
		c.mu.Unlock()

		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-f.done:
			if f.err == nil {
				return f.snapshot, nil
			}
			// The other session's extraction may have failed for reasons of its own, such as a cancel or a lost
			// connection, so try again.
		}
	}
}

// lead loads or extracts the snapshot for all calls that wait for the flight.
func (c *Cache) lead(ctx context.Context, conn *borrow.Conn, key cacheKey, print Print, f *flight) (*Snapshot, error) {
	f.err = context.Canceled // the result for the other calls if extract panics
	defer func() {
		c.mu.Lock()
		delete(c.flights, key)
		c.mu.Unlock()
		close(f.done)
	}()
	whose := view(key.datasource, print)
	if s, read := c.load(ctx, key); s != nil && c.now().Sub(read) < c.MaxAge {
		f.snapshot, f.err = s, nil
		c.put(key, whose, s, read)
		return s, nil
	}
	f.snapshot, f.err = c.extract(ctx, conn, print)
	if f.err == nil {
		named := *f.snapshot
		named.Datasource = key.datasource
		f.snapshot = &named
		c.put(key, whose, f.snapshot, c.now())
		c.keep(key, whose, f.snapshot)
		return f.snapshot, nil
	}
	if ctx.Err() == nil {
		if s := c.stale(ctx, whose, f.err); s != nil {
			return s, nil
		}
	}
	return nil, f.err
}

// Replace replaces the snapshot with the same datasource and fingerprint by one with more data; see Probe. It does
// nothing when there is no such snapshot or s is stale.
func (c *Cache) Replace(s *Snapshot) {
	key := cacheKey{s.Datasource, s.Fingerprint}
	c.mu.Lock()
	e := c.entries[key]
	c.mu.Unlock()
	if e != nil && !s.Stale {
		item := e.Value.(*cached)
		c.put(key, item.view, s, item.read)
	}
}

// put stores a snapshot in memory and evicts those that it has superseded, and the least recently used ones beyond
// the limits. read is the time at which its statistics were read.
func (c *Cache) put(key cacheKey, view viewKey, s *Snapshot, read time.Time) {
	size := s.Size()
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[key]; e != nil {
		c.remove(e)
	}
	c.entries[key] = c.recent.PushFront(&cached{key: key, view: view, snapshot: s, bytes: size, read: read, used: c.now()})
	c.latest[view] = key
	c.bytes += size
	for e := c.recent.Back(); e != nil; {
		item, newer := e.Value.(*cached), e.Prev()
		if item.view == view && item.key != key && c.now().Sub(item.used) >= supersededFor {
			c.remove(e)
		}
		e = newer
	}
	for c.recent.Len() > 1 && (c.recent.Len() > c.MaxSnapshots || c.bytes > c.MaxBytes) {
		c.remove(c.recent.Back())
	}
}

func (c *Cache) remove(e *list.Element) {
	item := c.recent.Remove(e).(*cached)
	delete(c.entries, item.key)
	if c.latest[item.view] == item.key {
		delete(c.latest, item.view)
	}
	c.bytes -= item.bytes
}

// stale returns a copy of the last snapshot of the view with Stale set, or nil when there is none.
func (c *Cache) stale(ctx context.Context, view viewKey, reason error) *Snapshot {
	last := c.lastSeen(view)
	if last == nil {
		last = c.lastKept(ctx, view)
	}
	if last == nil {
		return nil
	}
	s := *last
	s.Stale, s.StaleReason = true, reason
	return &s
}

// lastSeen returns the last snapshot of a view in memory, or nil.
func (c *Cache) lastSeen(view viewKey) *Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[c.latest[view]]; e != nil {
		return e.Value.(*cached).snapshot
	}
	return nil
}
