package proxy

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/poll"
	"github.com/pgask/pgask/proxy/wire"
)

// Server accepts clients and serves each in a session.
type Server struct {
	cfg              atomic.Pointer[Config] // replaced by Reload
	log              *slog.Logger
	unmatchedCancels bucket // cancel requests that match no session of ours
	strangers        bucket // log lines about connections that begin with something else than a startup packet
	asking           ask.Shared
	tally            tally // guarded by mu, as far as it does not count without a lock
	logins           login.Shared
	readiness        readiness
	leaving          atomic.Bool // balancers are told to send nobody
	sweeping         sync.Once

	mu        sync.Mutex
	listeners map[net.Listener]struct{}
	sessions  map[*session]struct{} // sessions that relay; those that still log in are in open alone
	open      int                   // connections, from accept to close
	slots     slotCounts
	closed    bool // it accepts nobody any more
	retiring  bool // sessions end as soon as they are at rest
	life      lifetime
	wg        sync.WaitGroup // one for each connection

	poller      *poll.Poller // where idle sessions wait; nil: each session has two goroutines
	closePoller sync.Once

	stuckAfter time.Duration // see Config
}

// lifetime holds the contexts of a server's sessions.
type lifetime struct {
	ctx      context.Context    // of every session; ended by stop
	stop     context.CancelFunc // ends every session
	draining context.Context    // of every startup; ended by drain
	drain    context.CancelFunc // ends every startup
}

// New makes a server. It listens nowhere until Serve is called.
func New(cfg Config) (*Server, error) {
	if err := cfg.validate(); err != nil {
		return nil, fmt.Errorf("proxy: %w", err)
	}
	cfg = cfg.withDefaults()
	srv := &Server{log: cfg.Log, stuckAfter: cfg.stuckAfter, listeners: map[net.Listener]struct{}{}, sessions: map[*session]struct{}{}}
	srv.unmatchedCancels = bucket{perSecond: unmatchedCancelsPerSecond, burst: unmatchedCancelsBurst}
	srv.strangers = bucket{perSecond: strangersPerSecond, burst: strangersBurst}
	srv.slots = slotCounts{roles: map[string]int{}, datasources: map[string]int{}}
	srv.tally.counts = counts{sessions: map[string]int64{},
		refused: map[string]int64{refusedTotal: 0, refusedRole: 0, refusedDatasource: 0, refusedGuessing: 0}}
	srv.cfg.Store(&cfg)
	cfg.WarnOfBinding(srv.log)
	cfg.WarnOfPlaintext(srv.log)
	srv.life.ctx, srv.life.stop = context.WithCancel(context.Background())
	srv.life.draining, srv.life.drain = context.WithCancel(srv.life.ctx)
	srv.logins = login.Shared{Draining: srv.life.draining, Interrupt: srv.trackStartup, Took: srv.tally.turns.observe,
		Refused: func() { srv.countRefused(refusedGuessing) }, Failed: func(sqlState string) { srv.tally.failures.count(sqlState, true) }}
	srv.asking = ask.Shared{Current: func() *ask.Rules { return &srv.cfg.Load().Rules },
		Datasources: srv.datasourceNames, Told: srv.tally.failures.count}
	var err error
	if srv.poller, err = poll.New(loops()); err != nil {
		srv.log.Debug("sessions wait in goroutines of their own", "reason", err)
	}
	return srv, nil
}

// loops returns the number of poll loops. Half of the processors do better than all of them: with more loops, each
// finds fewer messages when it wakes up (docs/decisions, event loop).
func loops() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// ErrServerClosed is returned by Serve after Shutdown.
var ErrServerClosed = errors.New("proxy: server closed")

// Serve accepts clients from l until Shutdown, which closes l.
func (srv *Server) Serve(l net.Listener) error {
	srv.mu.Lock()
	if srv.closed {
		srv.mu.Unlock()
		l.Close()
		return ErrServerClosed
	}
	srv.listeners[l] = struct{}{}
	srv.sweeping.Do(func() { srv.wg.Go(srv.sweep) })
	srv.mu.Unlock()
	for {
		conn, err := l.Accept()
		if err != nil {
			srv.mu.Lock()
			closed := srv.closed
			srv.mu.Unlock()
			if closed {
				return ErrServerClosed
			}
			var ne net.Error
			if errors.As(err, &ne) && ne.Timeout() || isTooManyFiles(err) {
				srv.log.Error("accept", "error", err)
				time.Sleep(acceptPause)
				continue
			}
			return fmt.Errorf("accept: %w", err)
		}
		srv.accept(conn)
	}
}

func isTooManyFiles(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// acceptPause is the time before the next accept when the process has no file descriptor left.
const acceptPause = 50 * time.Millisecond

func (srv *Server) accept(conn net.Conn) {
	srv.mu.Lock()
	if srv.retiring {
		srv.mu.Unlock()
		conn.Close()
		return
	}
	cfg := srv.cfg.Load()
	full := srv.open >= cfg.MaxConnections
	if full {
		srv.tally.counts.refused[refusedTotal]++
	}
	if srv.open >= cfg.MaxConnections+maxRefusing {
		srv.mu.Unlock()
		conn.Close()
		return
	}
	srv.open++
	srv.wg.Add(1)
	srv.mu.Unlock()
	go srv.session(conn, cfg, full)
}

// maxRefusing bounds the connections beyond the limit that are told so at a time; more are just closed.
const maxRefusing = 100

// session serves one client up to where it relays, or to its end if that comes before.
func (srv *Server) session(conn net.Conn, cfg *Config, full bool) {
	wire.KeepAlive(conn, cfg.KeepAlive)
	s := &session{server: srv, cfg: cfg, id: newID(), began: time.Now()}
	s.login = login.New(conn, &cfg.Policy, &s.link, &srv.logins, srv.log.With("session", s.id))
	s.link.End, s.link.Cancel, s.link.StuckAfter = s.end, s.login.Cancel, srv.stuckAfter
	s.desk.Open(&s.link, &s.login, &srv.asking, s.id, s.recoverPanic)
	serve := s.serve
	if full {
		serve = s.refuse
	}
	err := s.recoverPanic(func() error { return serve(srv.life.ctx) })
	if !s.relays() {
		srv.logEnd(s, err)
	}
}

// logEnd writes a session's one line into the log. The session is over.
func (srv *Server) logEnd(s *session, err error) {
	switch {
	case errors.Is(err, login.ErrGone), s.login.Start == nil && err == nil:
		s.login.Log.Debug("connection closed before startup")
	case errors.Is(err, login.ErrNoStartup), errors.Is(err, login.ErrProxyHeader):
		if srv.strangers.allow(time.Now()) {
			s.login.Log.Warn("connection is not PostgreSQL's", "error", err)
		}
	case errors.Is(err, login.ErrHandshake):
		s.login.Log.Info("session ended", append(s.summary(), "error", err)...)
	case err != nil && !ordinaryEnd(err):
		s.login.Log.Warn("session ended", append(s.summary(), "error", err)...)
	default:
		s.login.Log.Info("session ended", s.summary()...)
	}
	srv.mu.Lock()
	srv.open--
	srv.mu.Unlock()
	srv.wg.Done()
}

// refuse serves a connection beyond the limit: it reads the startup packet, because many clients do not show an error
// that arrives before they have sent one, and answers 53300. Cancel requests are served as always.
func (s *session) refuse(ctx context.Context) error {
	defer s.closeConns()
	if err := s.login.SetDeadline(time.Now().Add(tellTimeout)); err != nil {
		return err
	}
	cancelKey, err := s.login.Greet()
	if err != nil {
		return s.sendFatal(err)
	}
	if cancelKey != nil {
		s.ending.told = true
		return s.server.cancel(ctx, cancelKey)
	}
	return s.sendFatal(&wire.Fatal{Code: wire.CodeTooMany,
		Message: "sorry, too many clients already", Hint: "The limit is limits.connections of the proxy."})
}

// trackStartup makes a shutdown interrupt reads from conn. release ends that; it returns false if a shutdown has begun.
func (srv *Server) trackStartup(conn net.Conn) (release func() bool) {
	return context.AfterFunc(srv.life.draining, func() {
		_ = conn.SetReadDeadline(time.Unix(1, 0)) // fails when it is closed, which will do too
	})
}

// datasourceNames lists the databases that are served by name.
func (srv *Server) datasourceNames() []string {
	var names []string
	for name := range srv.cfg.Load().Datasources {
		if name != login.AnyDatabase {
			names = append(names, name)
		}
	}
	return names
}

func (srv *Server) register(s *session) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	srv.sessions[s] = struct{}{}
	if srv.retiring {
		srv.wg.Go(s.retire)
	}
	if srv.life.ctx.Err() != nil {
		s.end(wire.ErrShutdown)
	}
}

func (srv *Server) unregister(s *session) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	delete(srv.sessions, s)
	srv.tally.counts.add(s)
}

// newID returns a random name for a session: 12 hexadecimal digits.
func newID() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return hex.EncodeToString(b[:])
}
