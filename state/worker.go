package state

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/pgask/pgask/panics"
)

// worker is the background goroutine of a store. It reconnects to a database that became unavailable, runs the writes
// of WriteAsync, and deletes expired values.
type worker struct {
	queue  chan Work // of WriteAsync
	wakeUp chan struct{}
	ctx    context.Context // ends the goroutine; only start makes it
	end    context.CancelFunc
	done   sync.WaitGroup
}

// Bounds of the worker.
const (
	retryEvery = 2 * time.Second
	maxQueue   = 1000             // writes that wait; more are dropped
	maxBatch   = 100              // of them in one transaction
	lastWrites = 5 * time.Second  // for what is still to be written when the store closes
	sweepEvery = 10 * time.Minute // what has expired is deleted
)

func (k *worker) start(s *Store) {
	k.queue = make(chan Work, maxQueue)
	k.wakeUp = make(chan struct{}, 1)
	k.ctx, k.end = context.WithCancel(context.Background())
	k.done.Go(func() { k.run(s) })
}

func (k *worker) wake() {
	select {
	case k.wakeUp <- struct{}{}:
	default: // it is awake, or was not started yet and looks by itself
	}
}

func (k *worker) stop() {
	k.end()
	k.done.Wait()
}

// WriteAsync queues a write and returns at once: for counts of use and caches. The write is lost when the store is
// unavailable, when maxQueue others wait, or when the process is killed first. f may be called after WriteAsync has
// returned.
func (s *Store) WriteAsync(f Work) {
	select {
	case s.worker.queue <- f:
	default:
	}
}

func (k *worker) run(s *Store) {
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	retry := time.NewTicker(retryEvery)
	defer retry.Stop()
	for {
		select {
		case <-k.ctx.Done():
			k.drain(s)
			return
		case f := <-k.queue:
			k.batch(context.Background(), s, f) // bounded by the store's timeout; closing does not break it off
		case <-sweep.C:
			k.write(k.ctx, s, sweepExpired)
		case <-k.wakeUp: // at once, for what was only a moment's trouble
			k.recover(s)
		case <-retry.C:
			k.recover(s)
		}
	}
}

func (k *worker) recover(s *Store) {
	if s.Err() == nil {
		return
	}
	if err := s.prepare(k.ctx, max(recoverTimeout, s.cfg.Timeout)); err == nil {
		s.markAvailable()
	}
}

// batch writes one piece of work and what waits behind it in one transaction: a commit costs a wait for the disk. If
// one fails, each is done by itself.
func (k *worker) batch(ctx context.Context, s *Store, first Work) {
	all := []Work{first}
	for len(all) < maxBatch {
		select {
		case f := <-k.queue:
			all = append(all, f)
			continue
		default:
		}
		break
	}
	err := s.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, f := range all {
			if err := panics.Catch(func() error { return f(ctx, tx) }); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil || s.Err() != nil {
		return
	}
	for _, f := range all {
		k.write(ctx, s, f)
	}
}

func (k *worker) write(ctx context.Context, s *Store, f Work) {
	caught := func(ctx context.Context, tx *sql.Tx) error { return panics.Catch(func() error { return f(ctx, tx) }) }
	if err := s.Write(ctx, caught); err != nil && s.Err() == nil && ctx.Err() == nil {
		s.cfg.Logger.Warn("state not written", "error", err)
	}
}

// drain writes what waits when the store closes.
func (k *worker) drain(s *Store) {
	ctx, cancel := context.WithTimeout(context.Background(), lastWrites)
	defer cancel()
	for {
		select {
		case f := <-k.queue:
			k.batch(ctx, s, f)
		default:
			return
		}
	}
}
