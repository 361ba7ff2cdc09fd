package proxy

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"
)

// lend gives the session's upstream connection to use, as a pgconn, so that its queries run as the caller: same role,
// search_path, temporary tables, row-level security and transaction. Nothing may be owed when it is called. The upstream
// pump stays the only reader of the socket and feeds what it reads to the loan.
func (s *session) lend(use func(*pgconn.PgConn) error) error {
	l := &loan{s: s}
	l.cond.L = &l.mu
	// Before drain, which fails once the upstream is gone: whoever ends the session finds the loan, or makes drain fail.
	s.loans.open.Store(l)
	defer s.loans.open.Store(nil)
	defer l.fail(errGivenBack)
	status, err := s.exchange.drain()
	if err != nil {
		return err
	}
	pg, err := pgconn.Construct(&pgconn.HijackedConn{
		Conn: l, TxStatus: status, ParameterStatuses: s.reported.copy(), Config: s.loanConfig(),
	})
	if err != nil {
		return err
	}
	s.loans.fed.Store(l)
	err = use(pg)
	s.exchange.setStatus(pg.TxStatus())
	if pg.IsClosed() || pg.IsBusy() {
		// The conversation was cut in the middle; nobody can say what the next message would answer. What still comes
		// goes into the loan, and not to the client.
		err = errors.Join(errOutOfStep, err)
		l.fail(err)
		s.end(err)
		return err
	}
	s.loans.fed.Store(nil)
	return errors.Join(err, s.tellChanges(l))
}

var errOutOfStep = errors.New("the connection to the upstream is out of step")

// maxAgentMessage bounds one message that the agent reads: the catalog is text that others wrote.
const maxAgentMessage = 64 << 20

func (s *session) loanConfig() *pgconn.Config {
	return &pgconn.Config{
		BuildFrontend: func(r io.Reader, w io.Writer) *pgproto3.Frontend {
			f := pgproto3.NewFrontend(r, w)
			f.SetMaxBodyLen(maxAgentMessage)
			return f
		},
		BuildContextWatcherHandler: func(*pgconn.PgConn) ctxwatch.Handler { return &loanCancel{s: s} },
		// A closed pgconn tries to cancel by itself; the session does that better.
		DialFunc: func(context.Context, string, string) (net.Conn, error) { return nil, errOutOfStep },
	}
}

// stuckAfter bounds the time that a cancelled statement of ours may take to end. Some never do (an XPath, say); then the
// connection is given up.
const stuckAfter = 15 * time.Second

// errStuck ends a session whose cancelled statement did not end within stuckAfter.
var errStuck = &fatal{code: codeTimeout, message: "the database behind the proxy did not stop a cancelled statement",
	hint: "It may still run there. Reconnect."}

// loanCancel stops a query of the agent as a client would, by a CancelRequest, and lets the conversation end in order.
// pgconn's own way would close the connection.
type loanCancel struct {
	s                   *session
	stuck               *time.Timer
	ended, requestsDone chan struct{} // the conversation is over; no request is under way any more
}

// HandleCancel implements ctxwatch.Handler.
func (h *loanCancel) HandleCancel(context.Context) {
	if l := h.s.loans.open.Load(); l != nil {
		h.stuck = time.AfterFunc(h.s.server.stuckAfter, func() { l.fail(errStuck) })
	}
	ended, silent := make(chan struct{}), make(chan struct{})
	h.ended, h.requestsDone = ended, silent
	go func() {
		defer close(silent)
		h.s.cancelUntil(ended)
	}()
}

// HandleUnwatchAfterCancel implements ctxwatch.Handler.
func (h *loanCancel) HandleUnwatchAfterCancel() {
	close(h.ended)
	<-h.requestsDone
	if h.stuck != nil {
		h.stuck.Stop()
	}
}

// loan is the net.Conn under a lent pgconn: what is written goes to the upstream, what the upstream pump reads comes out.
type loan struct {
	s    *session
	mu   sync.Mutex
	cond sync.Cond
	buf  []byte
	err  error
	// settings are the parameters reported during the loan, by name. The client is not told of those that the agent set for
	// its own transactions and that are back to what they were by its end; it is told of the others, which an operator has
	// changed meanwhile.
	settings map[string]string
	returned bool
}

// loans are the loan of a session's upstream connection, as its pumps see it.
type loans struct {
	open atomic.Pointer[loan] // while the agent has the connection
	fed  atomic.Pointer[loan] // while replies are the agent's: open, but nil while its statement runs
}

// maxLoanBuffer bounds the bytes that the upstream pump reads ahead of the agent.
const maxLoanBuffer = 256 << 10

// feed takes bytes that the upstream sent. It blocks while the agent is far behind. What comes after the end of the loan is
// a notice that nobody waits for.
func (l *loan) feed(p []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.buf) > maxLoanBuffer && l.err == nil {
		l.cond.Wait()
	}
	if errors.Is(l.err, errGivenBack) {
		return nil
	}
	if l.err != nil {
		return l.err
	}
	l.buf = append(l.buf, p...)
	l.cond.Broadcast()
	return nil
}

// errGivenBack ends a loan in order, so that nothing that still reads from it waits for good.
var errGivenBack = errors.New("the connection has been given back")

func (l *loan) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
	l.cond.Broadcast()
}

func (l *loan) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.buf) == 0 && l.err == nil {
		l.cond.Wait()
	}
	if len(l.buf) == 0 {
		return 0, l.err
	}
	n := copy(p, l.buf)
	l.buf = l.buf[:copy(l.buf, l.buf[n:])]
	l.cond.Broadcast()
	return n, nil
}

func (l *loan) Write(p []byte) (int, error) {
	if err := l.s.upstream.send(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (l *loan) Close() error {
	l.fail(net.ErrClosed)
	return nil
}

func (l *loan) LocalAddr() net.Addr  { return l.s.upstream.conn.LocalAddr() }
func (l *loan) RemoteAddr() net.Addr { return l.s.upstream.conn.RemoteAddr() }

// Deadlines are not needed: a loan is ended by cancelling, or by fail.
func (l *loan) SetDeadline(time.Time) error      { return nil }
func (l *loan) SetReadDeadline(time.Time) error  { return nil }
func (l *loan) SetWriteDeadline(time.Time) error { return nil }

// endLoan wakes an agent that waits for an upstream that is gone.
func (s *session) endLoan(cause error) {
	if l := s.loans.open.Load(); l != nil {
		l.fail(cause)
	}
}
