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
	target  Upstream // of the datasource

	// Until the client is let in.
	deadline   time.Time
	proven     bool  // the client has proven to the proxy who it is
	firstReply frame // of the upstream to the startup message
	authRounds int   // messages of the upstream so far

	broken  chan error  // what else ends the session: a turn, or a shutdown
	leaving atomic.Bool // the client has said goodbye
	told    bool        // the client has been told of a fatal error, or that it is cancelled, perhaps while it was sending

	client       *writer
	fromClient   *frames
	upstream     *writer
	fromUpstream *frames
	host         upstreamHost // where upstream was reached
	exchange     *exchange
	lent         atomic.Pointer[loan] // set while the agent has the upstream connection
	loan         atomic.Pointer[loan] // set while replies are the agent's: not while its statement runs
	run          atomic.Pointer[run]  // set while a statement of a question runs

	reported    parameters             // what ParameterStatus told
	refusedWith atomic.Pointer[[]byte] // the ErrorResponse that takes the place of the next one
	pending     pendings               // questions in statements that the client runs
	quiet       atomic.Bool            // a wrap is open: its settings are not the client's business
	key         atomic.Pointer[[]byte]

	// Only the client pump and the turn that it started touch what follows.
	relaying relaying
	asked    *translate.Clarification // the last one put to this client

	turn     turnSlot
	turnGate sync.Mutex // held while a cancel request is on its way, so that it cannot hit a later statement
	retired  error      // under turnGate: why nothing may begin any more

	idle      idleness
	questions int // so far
}

// serve takes a client from its first byte to its last: greet → admit → connect → welcome → relay. What goes wrong is
// told to the client where the protocol lets us, and returned for the log.
func (s *session) serve(ctx context.Context) (err error) {
	defer s.hangUp()
	s.deadline = s.began.Add(s.cfg.StartupTimeout)
	if err := s.conn.SetDeadline(s.deadline); err != nil {
		return err
	}
	release := s.server.startingOn(s.conn)
	defer release()
	if err := s.identify(); err != nil {
		return s.tell(err)
	}
	start, cancelKey, err := s.greet()
	if err != nil {
		return s.tell(err)
	}
	if cancelKey != nil {
		s.told = true // some clients say goodbye behind it, and must not get a reset for an answer
		return s.server.cancel(ctx, cancelKey)
	}
	s.start = start
	if err := s.admit(); err != nil {
		return s.tell(err)
	}
	upstream, err := s.connect(s.server.draining)
	if err != nil {
		return s.tell(s.lost(err))
	}
	defer upstream.Close()
	releaseUpstream := s.server.startingOn(upstream)
	defer releaseUpstream()
	if err := s.welcome(); err != nil {
		return s.tell(s.lost(err))
	}
	if !release() || !releaseUpstream() {
		return s.tell(errShutdown)
	}
	if err := errors.Join(s.conn.SetDeadline(time.Time{}), upstream.SetDeadline(time.Time{})); err != nil {
		return err
	}
	if err := s.server.seat(s); err != nil {
		return s.tell(err)
	}
	defer s.server.unseat(s)
	return s.relay(ctx, upstream)
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
	s.source, s.served, s.target = name, served, target
	s.log = s.log.With("database", name, "role", s.start.user)
	return s.checkTLS()
}

// relay runs both pumps until one of them ends, a turn breaks or the server shuts down; then it closes both sides and
// waits for the rest.
func (s *session) relay(ctx context.Context, upstream net.Conn) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.broken = make(chan error, 1)
	s.fromClient.waiting, s.fromUpstream.waiting = s.upstream.flush, s.client.flush
	s.server.register(s)
	defer s.server.unregister(s)
	defer s.pending.abandon()
	up := make(chan error, 1)
	down := make(chan error, 1)
	go func() { up <- s.guarded(s.pumpUpstream) }()
	go func() { down <- s.guarded(func() error { return s.pumpClient(ctx) }) }()
	var cause error
	select {
	case cause = <-up:
		up <- cause // to be found below
	case cause = <-down:
		down <- cause
		if s.leaveWork(cause, upstream) {
			select {
			case err := <-up:
				up <- err
			case <-s.broken:
			case <-ctx.Done():
				cause = errShutdown
			}
		}
	case cause = <-s.broken:
	case <-ctx.Done():
		cause = errShutdown
	}
	s.turn.cancel()
	s.exchange.fail(cause)
	s.endLoan(cause)
	cause = s.tell(s.part(cause, upstream, up))
	// Free the client pump; the timer sees to it if the pump has just begun to wait anew.
	closing := time.AfterFunc(lingerTimeout, func() { s.conn.Close() })
	defer closing.Stop()
	_ = s.conn.SetReadDeadline(time.Unix(1, 0))
	<-down
	return cause
}

// leaveWork tells the upstream that a client has closed its side, or said goodbye, behind what it sent. It says whether that is
// to be waited for: a server runs what it has got, replies, finds the end behind it and closes, and a client that only
// listens any more gets all of it. A question that is asked or runs then is nobody's any more, and is cancelled.
func (s *session) leaveWork(cause error, upstream net.Conn) bool {
	if !departed(cause) || s.exchange.idle() {
		return false
	}
	if s.pending.any() {
		s.cancelUpstream()
		return false
	}
	_ = s.upstream.flush() // when that fails, so does what follows
	half, ok := upstream.(interface{ CloseWrite() error })
	return ok && half.CloseWrite() == nil
}

// part ends the upstream and its pump, and returns why the session has ended, as the client is to be told.
func (s *session) part(cause error, upstream net.Conn, up <-chan error) error {
	soon := time.Now().Add(tellTimeout)
	// A client that does not read must not keep the session; what fails here fails again below.
	_ = s.conn.SetWriteDeadline(soon)
	if _, writing := failedAt(cause, sideUpstream); writing {
		// Its parting words may still lie in the socket.
		_ = upstream.SetReadDeadline(soon)
	} else {
		upstream.Close()
	}
	if err := <-up; errors.Is(err, errUpstreamSaidFatal) {
		cause = err
	}
	upstream.Close()
	if s.leaving.Load() {
		cause = errTerminate // and no matter in which order the two sides closed
	}
	return s.lost(cause)
}

// lingerTimeout is how long a client may take to read why its session has ended.
const lingerTimeout = time.Second

// hangUp closes the client's connection. One with unread bytes in it would take back what was told last, so what a
// client goes on sending, a COPY perhaps, is read until it has noticed.
func (s *session) hangUp() {
	defer s.conn.Close()
	half, ok := s.conn.(interface{ CloseWrite() error })
	if !s.told || !ok || half.CloseWrite() != nil || s.conn.SetReadDeadline(time.Now().Add(lingerTimeout)) != nil {
		return
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(s.conn, maxLinger))
}

// maxLinger is how many bytes a client may go on sending after its session has ended.
const maxLinger = 8 << 20

// tell sends a fatal error to the client, as far as it still listens, and returns the error for the log.
func (s *session) tell(err error) error {
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
	s.told = f != errShutdown && f != errIdle // which come when the client says nothing
	return err
}

const tellTimeout = 5 * time.Second
