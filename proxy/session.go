package proxy

import (
	"context"
	"errors"
	"time"

	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/wire"
)

// session is one client connection, from accept to close. Its fields are grouped by the goroutines that use them and
// when.
type session struct {
	server *Server
	cfg    *Config // in force when the client connected
	id     string
	began  time.Time // accepted

	login login.Login // who the client is; constant once the session relays

	link wire.Link  // the two connections
	down *wire.Pump // from the client; nil until the session relays
	up   *wire.Pump // from the upstream

	desk ask.Desk // answers the questions

	idle   idleState // the sweep's
	ending ending
}

// serve takes a client from its first byte to the relay: greet → admit → connect → welcome → relay. From there on the
// session runs in its pumps, without this goroutine, and ends in teardown (end.go). An error before the relay is sent
// to the client where the protocol allows it, and returned for the log.
func (s *session) serve(ctx context.Context) (err error) {
	defer func() {
		if !s.relays() {
			s.closeConns()
		}
	}()
	if err := s.login.SetDeadline(s.began.Add(s.cfg.StartupTimeout)); err != nil {
		return err
	}
	release := s.server.trackStartup(s.login.Conn)
	defer release()
	cancelKey, err := s.login.Greet()
	if err != nil {
		s.ending.told = errors.Is(err, login.ErrNoStartup) // whoever says something else gets an end, and no reset
		return s.sendFatal(err)
	}
	if cancelKey != nil {
		s.ending.told = true // some clients say goodbye behind it, and must not get a reset for an answer
		return s.server.cancel(ctx, cancelKey)
	}
	if err := s.login.Admit(); err != nil {
		return s.sendFatal(err)
	}
	upstream, err := s.login.Connect(s.server.life.draining)
	if err != nil {
		return s.sendFatal(s.startError(err))
	}
	releaseUpstream := s.server.trackStartup(upstream)
	defer releaseUpstream()
	if err := s.login.Welcome(); err != nil {
		return s.sendFatal(s.startError(err))
	}
	if !release() || !releaseUpstream() {
		return s.sendFatal(wire.ErrShutdown)
	}
	if err := errors.Join(s.login.Conn.SetDeadline(time.Time{}), upstream.SetDeadline(time.Time{})); err != nil {
		return err
	}
	if err := s.server.takeSlot(s); err != nil {
		return s.sendFatal(err)
	}
	s.relay()
	return nil
}

// relay starts both pumps. The first of them to end, a turn that breaks or a shutdown ends the session.
func (s *session) relay() {
	s.login.Conn = s.link.Attach(s.server.poller, s.login.Conn)
	s.link.FromClient.To, s.link.FromUpstream.To = s.link.Upstream, s.link.Client
	s.up = wire.NewPump(s.link.FromUpstream, func() error { return s.recoverPanic(s.pumpUpstream) }, s.upstreamEnded)
	s.down = wire.NewPump(s.link.FromClient, s.takeFromClient, s.clientEnded)
	s.server.register(s)
	s.up.Start()
	s.down.Start()
}

// takeFromClient is the work of the client's pump. A question that is being worked on ends before the pump does.
func (s *session) takeFromClient() error {
	err := s.recoverPanic(s.pumpClient)
	if err != wire.ErrNotReady {
		s.link.FromClient.Leave()
		s.desk.Abandon()
		s.desk.Wait()
	}
	return err
}

// relays reports whether the session has begun to relay.
func (s *session) relays() bool { return s.down != nil }
