package proxy

import (
	"context"
	"errors"
	"fmt"
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
	id     string
	log    *slog.Logger

	conn      net.Conn // to the client; replaced by its TLS wrapping in greet
	clientTLS bool
	start     *startup
	source    string   // datasource
	target    Upstream // of the datasource

	client       *writer
	fromClient   *frames
	upstream     *writer
	fromUpstream *frames
	host         upstreamHost // where upstream was reached
	exchange     *exchange
	loan         atomic.Pointer[loan] // set while the agent has the upstream connection
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
}

// serve takes a client from its first byte to its last: greet → admit → connect → welcome → relay. What goes wrong is
// told to the client where the protocol lets us, and returned for the log.
func (s *session) serve(ctx context.Context) (err error) {
	defer s.conn.Close()
	if err := s.conn.SetDeadline(time.Now().Add(s.server.cfg.StartupTimeout)); err != nil {
		return err
	}
	start, cancelKey, err := s.greet()
	if err != nil {
		return s.tell(err)
	}
	if cancelKey != nil {
		return s.server.cancel(ctx, cancelKey)
	}
	s.start = start
	if err := s.admit(); err != nil {
		return s.tell(err)
	}
	upstream, err := s.connect(ctx)
	if err != nil {
		return s.tell(err)
	}
	defer upstream.Close()
	if err := s.welcome(); err != nil {
		return s.tell(err)
	}
	if err := errors.Join(s.conn.SetDeadline(time.Time{}), upstream.SetDeadline(time.Time{})); err != nil {
		return err
	}
	return s.relay(ctx, upstream)
}

// admit finds the datasource by the database's name.
func (s *session) admit() error {
	name := s.start.database
	target, ok := s.server.cfg.Datasources[name]
	if !ok {
		target, ok = s.server.cfg.Datasources[AnyDatabase]
	}
	if !ok {
		return &fatal{code: codeNoDatabase, message: fmt.Sprintf("database %q does not exist", name)}
	}
	s.source, s.target = name, target
	s.log = s.log.With("database", name, "role", s.start.user)
	return nil
}

// connect dials the upstream and sends it the client's startup message.
func (s *session) connect(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, s.server.cfg.StartupTimeout)
	defer cancel()
	conn, host, err := s.target.dial(ctx, s.clientTLS)
	if err != nil {
		return nil, &fatal{code: codeCannotConnect, message: "could not connect to the database behind the proxy",
			hint: "The proxy is up, its upstream is not reachable. Try again later or tell the operator.", err: err}
	}
	if err := conn.SetDeadline(time.Now().Add(s.server.cfg.StartupTimeout)); err != nil {
		conn.Close()
		return nil, err
	}
	s.host = host
	s.client, s.fromClient = newWriter(s.conn), newFrames(s.conn)
	s.upstream, s.fromUpstream = newWriter(conn), newFrames(conn)
	if err := s.upstream.send(s.start.forDatabase(s.target.Database)); err != nil {
		conn.Close()
		return nil, fmt.Errorf("write upstream: %w", err)
	}
	return conn, nil
}

// relay runs both pumps until the first of them ends, closes both sides and waits for the second.
func (s *session) relay(ctx context.Context, upstream net.Conn) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.server.register(s)
	defer s.server.unregister(s)
	defer s.pending.abandon()
	up := make(chan error, 1)
	down := make(chan error, 1)
	go func() { up <- s.pumpUpstream() }()
	go func() { down <- s.pumpClient(ctx) }()
	var cause error
	select {
	case cause = <-up:
		s.exchange.fail(cause)
		s.endLoan(cause)
		s.turn.cancel()
		cause = s.tell(s.lost(cause))
		s.conn.Close()
		<-down
	case cause = <-down:
		upstream.Close()
		<-up
	case <-ctx.Done():
		cause = s.tell(&fatal{code: codeShutdown, message: "terminating connection due to administrator command"})
		s.conn.Close()
		upstream.Close()
		<-up
		s.exchange.fail(cause)
		s.endLoan(cause)
		<-down
	}
	return cause
}

// tell sends a fatal error to the client, as far as it still listens, and returns the error for the log.
func (s *session) tell(err error) error {
	var f *fatal
	if !errors.As(err, &f) {
		return err
	}
	// A client that does not read must not keep the session.
	if derr := s.conn.SetWriteDeadline(time.Now().Add(tellTimeout)); derr != nil {
		return err
	}
	if s.client != nil {
		_ = s.client.send(f.encode())
	} else {
		_, _ = s.conn.Write(f.encode())
	}
	return err
}

const tellTimeout = 5 * time.Second

// lost is what a client is told when the upstream ends a session. An upstream that said so itself with a FATAL has
// been relayed already.
func (s *session) lost(cause error) error {
	if errors.Is(cause, errUpstreamSaidFatal) {
		return cause
	}
	return &fatal{code: codeConnectionLost, message: "the database behind the proxy closed the connection unexpectedly",
		hint: "Reconnect. If it happens again, the log of the database server has the reason.", err: cause}
}
