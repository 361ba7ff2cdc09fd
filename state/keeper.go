package state

import (
	"context"
	"database/sql"
	"sync"
	"time"
)

// keeper is the goroutine of a store. It brings a lost database back, and writes what nobody waits for.
type keeper struct {
	later chan Work
	woken chan struct{}
	ctx   context.Context
	end   context.CancelFunc
	done  sync.WaitGroup
}

// Bounds of the keeper.
const (
	retryEvery = 2 * time.Second
	maxLater   = 1000             // writes that wait; more are dropped
	maxBatch   = 100              // of them in one transaction
	lastWrites = 5 * time.Second  // for what is still to be written when the store closes
	sweepEvery = 10 * time.Minute // what has expired is deleted
)

func (k *keeper) start(s *Store) {
	k.later = make(chan Work, maxLater)
	k.woken = make(chan struct{}, 1)
	k.ctx, k.end = context.WithCancel(context.Background())
	k.done.Go(func() { k.run(s) })
}

func (k *keeper) wake() {
	select {
	case k.woken <- struct{}{}:
	default: // it is awake, or was not started yet and looks by itself
	}
}

func (k *keeper) stop() {
	k.end()
	k.done.Wait()
}

// Later writes without anybody waiting for it: counts of use, caches. It is lost when the store is away, when too much
// waits, or when the process is killed first. f may be called after Later has returned.
func (s *Store) Later(f Work) {
	select {
	case s.keeper.later <- f:
	default:
	}
}

func (k *keeper) run(s *Store) {
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	retry := time.NewTicker(retryEvery)
	defer retry.Stop()
	for {
		select {
		case <-k.ctx.Done():
			k.drain(s)
			return
		case f := <-k.later:
			k.batch(context.Background(), s, f) // bounded by the store's timeout; closing does not break it off
		case <-sweep.C:
			k.write(k.ctx, s, sweepExpired)
		case <-k.woken: // at once, for what was only a moment's trouble
			k.recover(s)
		case <-retry.C:
			k.recover(s)
		}
	}
}

func (k *keeper) recover(s *Store) {
	if s.Err() == nil {
		return
	}
	if err := s.prepare(k.ctx, recoverTimeout); err == nil {
		s.back()
	}
}

// batch writes one piece of work and what waits behind it in one transaction: a commit costs a wait for the disk. If one
// fails, each is done by itself.
func (k *keeper) batch(ctx context.Context, s *Store, first Work) {
	all := []Work{first}
	for len(all) < maxBatch {
		select {
		case f := <-k.later:
			all = append(all, f)
			continue
		default:
		}
		break
	}
	err := s.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, f := range all {
			if err := f(ctx, tx); err != nil {
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

func (k *keeper) write(ctx context.Context, s *Store, f Work) {
	if err := s.Write(ctx, f); err != nil && s.Err() == nil && ctx.Err() == nil {
		s.cfg.Logger.Warn("state not written", "error", err)
	}
}

// drain writes what waits when the store closes.
func (k *keeper) drain(s *Store) {
	ctx, cancel := context.WithTimeout(context.Background(), lastWrites)
	defer cancel()
	for {
		select {
		case f := <-k.later:
			k.batch(ctx, s, f)
		default:
			return
		}
	}
}
