package proxy

import (
	"context"
	"time"

	"github.com/pgask/pgask/proxy/wire"
)

// How a server ends, so that nobody who comes through a balancer notices:
//
//	AwaitBalancer   not ready, and accepting: whoever was sent here before the balancer knew is served
//	Drain           accepting nobody; sessions end when their clients leave, or have been quiet for a while
//	Shutdown        sessions end as soon as they are at rest, and at last whatever they do

// AwaitBalancer says that the server is not ready any more, and goes on as before until ctx ends or a time is over.
func (srv *Server) AwaitBalancer(ctx context.Context, d time.Duration) {
	srv.leaving.Store(true)
	pause(ctx, d)
}

func pause(ctx context.Context, d time.Duration) {
	wake := time.NewTimer(d)
	defer wake.Stop()
	select {
	case <-wake.C:
	case <-ctx.Done():
	}
}

// quiet is how long a client has said nothing, at rest, when Drain ends its session. Pools that ask before they lend
// a connection do so when it was not used for a second (pgx) or half of one (HikariCP); before that they would meet
// the end with a statement.
const quiet = 2 * time.Second

// drainLook is the time between two looks at the sessions.
const drainLook = 100 * time.Millisecond

// Drain stops accepting, and for a time lets sessions go on: one ends when its client has been quiet for two seconds,
// outside a transaction, and streams of replication at once. It returns when no session is left, when the time is
// over or ctx ends.
func (srv *Server) Drain(ctx context.Context, d time.Duration) {
	srv.leaving.Store(true)
	srv.stopAccepting()
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	seen := map[*session]idleState{}
	for ctx.Err() == nil {
		all := srv.relaying()
		if len(all) == 0 && srv.Stats().Connections == 0 {
			return
		}
		srv.endQuiet(all, seen, time.Now())
		pause(ctx, drainLook)
	}
}

// endQuiet ends the sessions among all whose clients have been quiet, as far as seen knows.
func (srv *Server) endQuiet(all []*session, seen map[*session]idleState, now time.Time) {
	for _, s := range all {
		heard, i := s.link.FromClient.Moved.Load(), seen[s]
		switch {
		case s.link.Exchange.Streams():
			s.end(wire.ErrShutdown)
		case heard != i.heard || !s.link.Exchange.Resting() || s.desk.Busy():
			i.heard, i.since = heard, time.Time{}
		case i.since.IsZero():
			i.since = now
		case now.Sub(i.since) >= quiet:
			s.desk.Retire(wire.ErrShutdown)
		}
		seen[s] = i
	}
}

// stopAccepting closes what the server listens on.
func (srv *Server) stopAccepting() {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.closed = true
	for l := range srv.listeners {
		l.Close()
	}
}

// relaying lists the sessions that relay.
func (srv *Server) relaying() []*session {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	all := make([]*session, 0, len(srv.sessions))
	for s := range srv.sessions {
		all = append(all, s)
	}
	return all
}

// Shutdown stops accepting and ends sessions with 57P01: those that do nothing and streams of replication at once,
// others when their turn or transaction is over, and all that are left when ctx is over. It returns when the last one
// has ended.
func (srv *Server) Shutdown(ctx context.Context) error {
	srv.mu.Lock()
	if !srv.retiring {
		for s := range srv.sessions {
			srv.wg.Go(s.retire)
		}
	}
	srv.retiring = true
	srv.mu.Unlock()
	srv.stopAccepting()
	srv.life.drain()
	done := make(chan struct{})
	go func() {
		srv.wg.Wait()
		close(done)
	}()
	var err error
	select {
	case <-done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	srv.life.stop()
	srv.mu.Lock()
	for s := range srv.sessions {
		s.end(wire.ErrShutdown)
	}
	srv.mu.Unlock()
	<-done
	if srv.poller != nil {
		srv.closePoller.Do(srv.poller.Close)
	}
	return err
}

// Close stops accepting and ends every session at once, with 57P01. It returns when the last one has ended. After
// Shutdown it does nothing.
func (srv *Server) Close() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = srv.Shutdown(ctx) // which says that it did not wait
}
