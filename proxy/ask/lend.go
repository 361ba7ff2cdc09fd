package ask

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	pgproto "github.com/jackc/pgproto3/v2"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/proxy/wire"
)

// lend gives the session's upstream connection to use, as a pgconn, so that its queries run as the caller: same role,
// search_path, temporary tables, row-level security and transaction. Nothing may be owed when it is called. The
// upstream pump stays the only reader of the socket and feeds what it reads to the loan.
func (d *Desk) lend(use func(*pgconn.PgConn) error) error {
	l := &loan{d: d}
	l.cond.L = &l.mu
	// Before drain, which fails once the upstream is gone: whoever ends the session finds the loan, or makes drain
	// fail.
	d.loans.open.Store(l)
	defer d.loans.open.Store(nil)
	defer l.fail(errGivenBack)
	status, err := d.link.Exchange.Drain()
	if err != nil {
		return err
	}
	pg, err := pgconn.Construct(&pgconn.HijackedConn{
		Conn: l, TxStatus: status, ParameterStatuses: d.link.Reported.Copy(), Config: d.loanConfig(),
	})
	if err != nil {
		return err
	}
	d.loans.fed.Store(l)
	err = panics.Catch(func() error { return use(pg) })
	d.link.Exchange.SetStatus(pg.TxStatus())
	if pg.IsClosed() || pg.IsBusy() {
		// The conversation was cut in the middle; nobody can say what the next message would answer. What still comes
		// goes into the loan, and not to the client.
		err = errors.Join(ErrOutOfStep, l.failure(), err)
		l.fail(err)
		d.link.Exchange.Fail(err) // the client is told of that alone
		d.link.End(err)
		return err
	}
	d.loans.fed.Store(nil)
	if panics.Of(err) != nil && status == 'I' && d.link.Exchange.LastStatus() != 'I' {
		err = errors.Join(err, d.undoOurs())
	}
	return errors.Join(err, d.tellChanges(l))
}

// undoOurs rolls back a transaction that an agent has begun and left open.
func (d *Desk) undoOurs() error {
	var b wire.Batch
	wrapOutside.undo(&b)
	b.Sync(wire.ToNobody)
	_, err := d.link.Tidy(&b)
	return err
}

// ErrOutOfStep ends a session whose upstream may still answer what nobody waits for.
var ErrOutOfStep = errors.New("the connection to the upstream is out of step")

// maxAgentMessage bounds one message that the agent reads: the catalog is text that others wrote.
const maxAgentMessage = 64 << 20

func (d *Desk) loanConfig() *pgconn.Config {
	return &pgconn.Config{
		BuildFrontend: func(r io.Reader, w io.Writer) *pgproto3.Frontend {
			f := pgproto3.NewFrontend(r, w)
			f.SetMaxBodyLen(maxAgentMessage)
			return f
		},
		BuildContextWatcherHandler: func(*pgconn.PgConn) ctxwatch.Handler { return &loanCancel{d: d} },
		// A closed pgconn tries to cancel by itself; the session does that better.
		DialFunc: func(context.Context, string, string) (net.Conn, error) { return nil, ErrOutOfStep },
	}
}

// loanCancel stops a query of the agent as a client would, by a CancelRequest, and lets the conversation end in order.
// pgconn's own way would close the connection.
type loanCancel struct {
	d       *Desk
	release func()
}

// HandleCancel implements ctxwatch.Handler.
func (h *loanCancel) HandleCancel(context.Context) {
	h.release = h.d.link.Interrupt(func() { h.d.endLoan(wire.ErrStuck) })
}

// HandleUnwatchAfterCancel implements ctxwatch.Handler.
func (h *loanCancel) HandleUnwatchAfterCancel() { h.release() }

// loan is the net.Conn under a lent pgconn: what is written goes to the upstream, what the upstream pump reads comes
// out.
type loan struct {
	d    *Desk
	mu   sync.Mutex
	cond sync.Cond
	buf  []byte
	err  error
	// settings are the parameters reported during the loan, by name. The client is not told of those that the agent
	// set for its own transactions and that are back to what they were by its end; it is told of the others, which an
	// operator has changed meanwhile.
	settings map[string]string
	returned bool
}

// loans are the loan of a session's upstream connection, as its pumps see it.
type loans struct {
	open atomic.Pointer[loan] // while the agent waits for the connection or has it
	fed  atomic.Pointer[loan] // while replies are the agent's
}

// maxLoanBuffer bounds the bytes that the upstream pump reads ahead of the agent.
const maxLoanBuffer = 256 << 10

// feed takes bytes that the upstream sent. It blocks while the agent is far behind. What comes after the end of the
// loan is a notice that nobody waits for.
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

// failure returns why the loan has ended; nil: it has not.
func (l *loan) failure() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
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
	if err := l.d.link.Upstream.Send(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (l *loan) Close() error {
	l.fail(net.ErrClosed)
	return nil
}

func (l *loan) LocalAddr() net.Addr  { return l.d.link.Upstream.Conn.LocalAddr() }
func (l *loan) RemoteAddr() net.Addr { return l.d.link.Upstream.Conn.RemoteAddr() }

// Deadlines are not needed: a loan is ended by cancelling, or by fail.
func (l *loan) SetDeadline(time.Time) error      { return nil }
func (l *loan) SetReadDeadline(time.Time) error  { return nil }
func (l *loan) SetWriteDeadline(time.Time) error { return nil }

// endLoan wakes an agent that waits for an upstream that is gone.
func (d *Desk) endLoan(cause error) {
	if l := d.loans.open.Load(); l != nil {
		l.fail(cause)
	}
}

// changes keeps the value of a ParameterStatus until the loan ends. over is true when it has ended; kept is false for
// values beyond the bounds, which the agent must not get either, because its pgconn would keep them.
func (l *loan) changes(body []byte) (kept, over bool) {
	name, value, ok := wire.NameValue(body)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.returned {
		return false, true
	}
	if _, known := l.settings[name]; !ok || len(value) > wire.MaxParameter || !known && len(l.settings) >= wire.MaxParameters {
		return false, false
	}
	if l.settings == nil {
		l.settings = map[string]string{}
	}
	l.settings[name] = value
	return true, false
}

// tellChanges ends the collection of settings during a loan, and sends the client those that have another value than
// before.
func (d *Desk) tellChanges(l *loan) error {
	l.mu.Lock()
	l.returned = true
	l.mu.Unlock()
	for name, value := range l.settings { // nobody writes to it any more
		if d.link.Reported.Get(name) == value {
			continue
		}
		if err := d.link.TellParameter(wire.Encode(nil, &pgproto.ParameterStatus{Name: name, Value: value})); err != nil {
			return err
		}
	}
	return nil
}

// ownSetting reports whether a ParameterStatus is about a setting that the proxy makes local to its own transactions.
func ownSetting(body []byte) bool {
	name, _, ok := wire.NameValue(body)
	if !ok {
		return false
	}
	switch name {
	case "search_path", "transaction_read_only", "client_encoding", "DateStyle", "IntervalStyle", "TimeZone":
		return true
	}
	return false
}
