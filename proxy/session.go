package proxy

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pgask/pgask/translate"
)

// session is one client connection, accept to close.
type session struct {
	server *Server
	cfg    *Config // as it was when the client came; for questions as it was when the last one came
	id     string
	log    *slog.Logger

	began   time.Time // accepted
	from    origin
	conn    net.Conn  // to the client; replaced by its TLS wrapping in greet
	secured *tls.Conn // that wrapping; nil: plaintext
	start   *startup
	source  string   // datasource: the database as the client named it
	served  string   // the same as configured: it may be AnyDatabase
	target  Upstream // of the datasource, or of one of its routes
	via     string   // that route; empty: none

	// Until the client is let in.
	deadline   time.Time
	proven     bool  // the client has proven to the proxy who it is
	firstReply frame // of the upstream to the startup message
	authRounds int   // messages of the upstream so far
	guessing   *attempt
	refusedBy  string // SQLSTATE with which the upstream ended the authentication

	up         *pump       // from the upstream
	down       *pump       // from the client
	ending     sync.Once   // guards conclude
	terminated atomic.Bool // the client has sent Terminate
	halfClosed atomic.Bool // the client has ended first, and what it left is the upstream's to finish
	fatalSent  bool        // the client has been told of a fatal error, or that it is cancelled, perhaps while it was sending

	client        *writer
	fromClient    *frames
	upstream      *writer
	fromUpstream  *frames
	host          upstreamHost // where upstream was reached
	upstreamFatal bool         // the upstream has sent a fatal error
	exchange      *exchange
	lent          atomic.Pointer[loan] // set while the agent has the upstream connection
	loan          atomic.Pointer[loan] // set while replies are the agent's: not while its statement runs
	run           atomic.Pointer[run]  // set while a statement of a question runs

	reported    parameters             // what ParameterStatus told
	refusedWith atomic.Pointer[[]byte] // the ErrorResponse that takes the place of the next one
	pending     pendings               // questions in statements that the client runs
	quiet       atomic.Bool            // a wrap is open: its settings are not the client's business
	key         atomic.Pointer[[]byte]

	// Only the client pump and the turn that it started touch what follows.
	relaying relaying
	asked    *translate.Clarification // the last one put to this client
	replied  lastReply
	last     *translate.Past // the last answer that feedback can be about

	turn     turnSlot
	turnGate sync.Mutex // held while a cancel request is on its way, so that it cannot hit a later statement
	retired  error      // under turnGate: why nothing may begin any more

	idle      idleState
	questions int    // so far
	leaveGate func() // gives back the place of the last question; see gate
}

// serve takes a client from its first byte to where the server has let it in: greet → admit → connect → welcome → relay.
// The session goes on without this goroutine then, and ends in conclude. What goes wrong before is told to the client where
// the protocol lets us, and returned for the log.
func (s *session) serve(ctx context.Context) (err error) {
	defer func() {
		if !s.relays() {
			s.closeConns()
		}
	}()
	s.deadline = s.began.Add(s.cfg.StartupTimeout)
	if err := s.conn.SetDeadline(s.deadline); err != nil {
		return err
	}
	release := s.server.trackStartup(s.conn)
	defer release()
	if err := s.identify(); err != nil {
		return s.sendFatal(err)
	}
	start, cancelKey, err := s.greet()
	if err != nil {
		return s.sendFatal(err)
	}
	if cancelKey != nil {
		s.fatalSent = true // some clients say goodbye behind it, and must not get a reset for an answer
		return s.server.cancel(ctx, cancelKey)
	}
	s.start = start
	if err := s.admit(); err != nil {
		return s.sendFatal(err)
	}
	upstream, err := s.connect(s.server.draining)
	if err != nil {
		return s.sendFatal(s.endError(err))
	}
	releaseUpstream := s.server.trackStartup(upstream)
	defer releaseUpstream()
	if err := s.welcome(); err != nil {
		return s.sendFatal(s.endError(err))
	}
	if !release() || !releaseUpstream() {
		return s.sendFatal(errShutdown)
	}
	if err := errors.Join(s.conn.SetDeadline(time.Time{}), upstream.SetDeadline(time.Time{})); err != nil {
		return err
	}
	if err := s.server.takeSlot(s); err != nil {
		return s.sendFatal(err)
	}
	s.relay()
	return nil
}

// admit finds the datasource by the database's name, and looks at the client's encryption and certificate.
func (s *session) admit() error {
	name, served := s.start.database, s.start.database
	target, ok := s.cfg.Datasources[name]
	if !ok {
		served = AnyDatabase
		target, ok = s.cfg.Datasources[AnyDatabase]
	}
	if !ok && s.start.physical() && len(s.cfg.Datasources) == 1 {
		for name, target = range s.cfg.Datasources {
			ok = true
		}
	}
	if !ok {
		return &fatal{code: codeNoDatabase, message: fmt.Sprintf("database %q does not exist", name)}
	}
	s.source, s.served = name, served
	s.target, s.via = target.route(s.start.user, s.start.param("application_name"))
	s.log = s.log.With("database", name, "role", s.start.user)
	if s.via != "" {
		s.log = s.log.With("route", s.via)
	}
	return s.checkTLS()
}

// relay starts both pumps. The first of them to end, a turn that breaks or a shutdown ends the session.
func (s *session) relay() {
	s.attachPoller()
	s.fromClient.to, s.fromUpstream.to = s.upstream, s.client
	s.up, s.down = newPump(s, s.fromUpstream, s.pumpUpstream), newPump(s, s.fromClient, s.pumpClient)
	s.server.register(s)
	s.up.start()
	s.down.start()
}

// relays says whether the session has come to relay.
func (s *session) relays() bool { return s.down != nil }

// end ends a session that relays, unless that has begun. The first cause counts.
func (s *session) end(cause error) { s.ending.Do(func() { go s.teardown(cause) }) }

// teardown closes both sides, waits for the pumps and for the turn, and writes what is still to be recorded.
func (s *session) teardown(cause error) {
	err := s.recoverPanic(func() error {
		s.turn.cancel()
		s.exchange.fail(cause)
		s.endLoan(cause)
		cause := s.sendFatal(s.closeUpstream(cause))
		// Free the client pump; the timer sees to it if the pump has just begun to wait anew.
		closing := time.AfterFunc(lingerTimeout, func() { s.conn.Close() })
		defer closing.Stop()
		_ = s.conn.SetReadDeadline(time.Unix(1, 0))
		<-s.down.over
		return cause
	})
	s.pending.abandon(clientLeft(err))
	s.server.unregister(s)
	s.server.releaseSlot(s)
	s.closeConns()
	s.server.logEnd(s, err)
}

// clientEnded is called when the client's pump has. A client that has closed its side, or said goodbye, behind what it
// sent gets what that gives: a server runs what it has got, replies, finds the end behind it and closes, and with that
// the session ends. A question that is asked or runs then is nobody's any more, and is cancelled.
func (s *session) clientEnded() {
	cause := s.down.err
	switch {
	case !clientLeft(cause) || s.exchange.idle():
	case s.pending.any():
		s.cancelUpstream()
	default:
		_ = s.upstream.flush() // when that fails, so does what follows
		s.halfClosed.Store(true)
		if half, ok := s.upstream.conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
			return
		}
	}
	s.end(cause)
}

// upstreamEnded is called when the upstream's pump has.
func (s *session) upstreamEnded() {
	cause := s.up.err
	if s.halfClosed.Load() {
		cause = s.down.err
	}
	s.end(cause)
}

// closeUpstream ends the upstream and its pump, and returns why the session has ended, as the client is to be told.
func (s *session) closeUpstream(cause error) error {
	soon := time.Now().Add(tellTimeout)
	// A client that does not read must not keep the session; what fails here fails again below.
	_ = s.conn.SetWriteDeadline(soon)
	if _, writing := failedAt(cause, sideUpstream); writing {
		// Its parting words may still lie in the socket.
		_ = s.upstream.conn.SetReadDeadline(soon)
	} else {
		s.upstream.conn.Close()
	}
	<-s.up.over
	if errors.Is(s.up.err, errUpstreamSaidFatal) {
		cause = s.up.err
	}
	s.upstream.conn.Close()
	if s.terminated.Load() {
		cause = errTerminate // and no matter in which order the two sides closed
	}
	return s.endError(cause)
}

// lingerTimeout is how long a client may take to read why its session has ended.
const lingerTimeout = time.Second

// closeConns closes both connections. The client's, with unread bytes in it, would take back what was told last, so what a
// client goes on sending, a COPY perhaps, is read until it has noticed.
func (s *session) closeConns() {
	if s.upstream != nil {
		s.upstream.conn.Close()
	}
	defer s.conn.Close()
	half, ok := s.conn.(interface{ CloseWrite() error })
	if !s.fatalSent || !ok || half.CloseWrite() != nil || s.conn.SetReadDeadline(time.Now().Add(lingerTimeout)) != nil {
		return
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(s.conn, maxLinger))
}

// maxLinger is how many bytes a client may go on sending after its session has ended.
const maxLinger = 8 << 20

// sendFatal sends a fatal error to the client, as far as it still listens, and returns the error for the log.
func (s *session) sendFatal(err error) error {
	if s.server.draining.Err() != nil && timedOut(err) {
		err = errShutdown // that is what ended the wait
	}
	var f *fatal
	if !errors.As(err, &f) {
		return err
	}
	// A client that does not read must not keep the session.
	if derr := s.conn.SetWriteDeadline(time.Now().Add(tellTimeout)); derr != nil {
		return err
	}
	s.server.failures.count(f.code, false)
	if s.client != nil {
		_ = s.client.send(f.encode())
	} else {
		_, _ = s.conn.Write(f.encode())
	}
	s.fatalSent = f != errShutdown && f != errIdle // which come when the client says nothing
	return err
}

const tellTimeout = 5 * time.Second
