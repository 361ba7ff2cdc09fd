package proxy

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/wire"
)

// ending is the state of a session that is about to end.
type ending struct {
	once          sync.Once   // guards teardown
	terminated    atomic.Bool // the client has sent Terminate
	halfClosed    atomic.Bool // the client has closed its side, and the upstream finishes what was sent before
	told          bool        // the client was sent an error, perhaps while it was still sending: see closeConns
	upstreamFatal bool        // the upstream has sent an error of severity FATAL or PANIC
}

// end ends a session that relays, unless that has begun. The first cause counts.
func (s *session) end(cause error) { s.ending.once.Do(func() { go s.teardown(cause) }) }

// teardown closes both sides, waits for the pumps and for the turn, and writes what is still to be recorded.
func (s *session) teardown(cause error) {
	err := s.recoverPanic(func() error {
		s.desk.Stop(cause)
		cause := s.sendFatal(s.closeUpstream(cause))
		// Free the client pump; the timer sees to it if the pump has just begun to wait anew.
		closing := time.AfterFunc(lingerTimeout, func() { s.login.Conn.Close() })
		defer closing.Stop()
		_ = s.login.Conn.SetReadDeadline(time.Unix(1, 0))
		<-s.down.Over
		return cause
	})
	s.desk.Finish(clientLeft(err))
	s.server.unregister(s)
	s.server.releaseSlot(s)
	s.closeConns()
	s.server.logEnd(s, err)
}

// clientEnded is called when the client's pump has ended. If the client closed its side, or sent Terminate, while
// replies are owed, the upstream gets the end of the stream too: it runs what it has received, replies and closes,
// which ends the session. A question that is being asked or run is cancelled, because nobody waits for it.
func (s *session) clientEnded() {
	cause := s.down.Err
	switch {
	case !clientLeft(cause) || s.link.Exchange.Idle():
	case s.desk.Runs():
		s.link.CancelUpstream()
	default:
		_ = s.link.Upstream.Flush() // when that fails, so does what follows
		s.ending.halfClosed.Store(true)
		if half, ok := s.link.Upstream.Conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
			return
		}
	}
	s.end(cause)
}

// upstreamEnded is called when the upstream's pump has ended.
func (s *session) upstreamEnded() {
	cause := s.up.Err
	if s.ending.halfClosed.Load() {
		cause = s.down.Err
	}
	s.end(cause)
}

// closeUpstream ends the upstream and its pump, and returns why the session has ended, as the client is to be told.
func (s *session) closeUpstream(cause error) error {
	soon := time.Now().Add(tellTimeout)
	// A client that does not read must not keep the session; what fails here fails again below.
	_ = s.login.Conn.SetWriteDeadline(soon)
	if _, writing := wire.FailedAt(cause, wire.SideUpstream); writing {
		// Its last error may still lie in the socket.
		_ = s.link.Upstream.Conn.SetReadDeadline(soon)
	} else {
		s.link.Upstream.Conn.Close()
	}
	<-s.up.Over
	if errors.Is(s.up.Err, wire.ErrUpstreamFatal) {
		cause = s.up.Err
	}
	s.link.Upstream.Conn.Close()
	if s.ending.terminated.Load() {
		cause = ask.ErrTerminate // in whichever order the two sides closed
	}
	return s.endError(cause)
}

// lingerTimeout is the time that a client has to read why its session has ended.
const lingerTimeout = time.Second

// closeConns closes both connections. Closing the client's with unread bytes in it would send a reset, which may
// discard the error that was sent last. So what the client goes on sending, such as COPY data, is read and dropped
// until it closes or lingerTimeout.
func (s *session) closeConns() {
	if s.link.Upstream != nil {
		s.link.Upstream.Conn.Close()
	}
	defer s.login.Conn.Close()
	half, ok := s.login.Conn.(interface{ CloseWrite() error })
	if !s.ending.told || !ok || half.CloseWrite() != nil || s.login.Conn.SetReadDeadline(time.Now().Add(lingerTimeout)) != nil {
		return
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(s.login.Conn, maxLinger))
}

// maxLinger bounds the bytes that are read and dropped from a client whose session has ended.
const maxLinger = 8 << 20

// sendFatal sends a fatal error to the client, as far as it still listens, and returns the error for the log.
func (s *session) sendFatal(err error) error {
	if s.server.life.draining.Err() != nil && wire.TimedOut(err) {
		err = wire.ErrShutdown // that is what ended the wait
	}
	var f *wire.Fatal
	if !errors.As(err, &f) {
		return err
	}
	// A client that does not read must not keep the session.
	if derr := s.login.Conn.SetWriteDeadline(time.Now().Add(tellTimeout)); derr != nil {
		return err
	}
	s.server.tally.failures.count(f.Code, false)
	if s.link.Client != nil {
		_ = s.link.Client.Send(f.Encode())
	} else {
		_, _ = s.login.Conn.Write(f.Encode())
	}
	s.ending.told = f != wire.ErrShutdown && f != errIdle // these are sent when the client sends nothing
	return err
}

const tellTimeout = 5 * time.Second

// retire ends the session as soon as it is at rest: no turn under way, no transaction open. A stream of replication
// never is, and whoever follows it goes on elsewhere where it was: it is ended.
func (s *session) retire() {
	for {
		s.desk.Wait()
		switch err := s.link.Exchange.Rest(); {
		case errors.Is(err, wire.ErrStreams):
			s.end(wire.ErrShutdown)
			return
		case err != nil || s.desk.Retire(wire.ErrShutdown):
			return
		}
	}
}
