package proxy

import (
	"errors"
	"fmt"
	"time"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/proxy/wire"
)

// pumpClient reads messages from the client and brings each to the desk.
func (s *session) pumpClient() error {
	for {
		f, err := s.link.FromClient.Next(s.desk.Want)
		switch {
		case err == wire.ErrNotReady:
			return err
		case err != nil:
			return fmt.Errorf("read client: %w", err)
		}
		if err := s.oversized(f); err != nil {
			return err
		}
		if f.Type == 'X' {
			s.ending.terminated.Store(true)
			s.desk.Abandon()
		}
		if err := s.desk.Take(s.server.life.ctx, f); err != nil {
			return err
		}
		if err := s.link.FromClient.Discard(); err != nil {
			return fmt.Errorf("read client: %w", err)
		}
	}
}

// oversized returns a fatal error for a message that is longer than limits.message_bytes. The rest of the message is
// not read.
func (s *session) oversized(f wire.Frame) error {
	most := s.cfg.Limits.MessageBytes
	n := len(f.Bytes) + f.Rest - wire.HeaderLen
	if most == 0 || n <= most || f.Type == 'd' {
		return nil
	}
	return &wire.Fatal{Code: wire.CodeTooLong, Message: fmt.Sprintf("a message of %d bytes is longer than the %d that are allowed", n, most),
		Hint: "The limit is limits.message_bytes of the proxy. COPY has none."}
}

// pumpUpstream reads messages from the upstream and has the desk deliver each.
func (s *session) pumpUpstream() error {
	for {
		f, err := s.link.FromUpstream.Next(wantOfUpstream)
		switch {
		case err == wire.ErrNotReady:
			return err
		case err != nil && s.ending.upstreamFatal:
			return wire.ErrUpstreamFatal
		case err != nil:
			return fmt.Errorf("read upstream: %w", err)
		}
		if f.Type == 'E' && wire.IsFatal(f.Body()) {
			s.ending.upstreamFatal = true
			if err := s.passFatal(f); err != nil {
				return err
			}
			continue
		}
		if err := s.desk.Deliver(f); err != nil {
			return err
		}
		if err := s.link.FromUpstream.Discard(); err != nil {
			return fmt.Errorf("read upstream: %w", err)
		}
		if f.Type == 'Z' {
			s.link.Exchange.Settled()
		}
	}
}

// wantOfUpstream returns the number of bytes of a reply that must be buffered before it is handled: all of the small
// ones, which may be held back or replaced.
func wantOfUpstream(typ byte, n int) int {
	switch typ {
	case 'D', 'd', 'V':
		return 0
	}
	return min(n, wire.MaxCapture)
}

// passFatal sends the client the error with which the upstream ends the session, whatever reply is due. An upstream
// that leaves the connection open after it is not waited for.
func (s *session) passFatal(f wire.Frame) error {
	s.link.FromUpstream.Leave()
	if err := s.link.Upstream.Conn.SetReadDeadline(time.Now().Add(tellTimeout)); err != nil {
		return err
	}
	s.ending.told = true
	s.server.tally.failures.count(wire.ErrorCode(f.Body()), true)
	if err := s.link.DeliverOne(f); err != nil {
		return err
	}
	return nil
}

// recoverPanic turns a panic into an error of the session: a bug in one must not take the others with it.
func (s *session) recoverPanic(f func() error) error {
	err := panics.Catch(f)
	if err == wire.ErrNotReady { // as after each message; to look for a panic in it costs more than all else here
		return err
	}
	if p := panics.Of(err); p != nil {
		s.login.Log.Error("session panicked", "panic", p.Value, "stack", p.Stack)
		return errPanicked
	}
	return err
}

// errPanicked ends a session in which a bug of ours has panicked.
var errPanicked = errors.New("panic")
