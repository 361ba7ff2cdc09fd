package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/integration/testlog"
	"github.com/pgask/pgask/translate"
)

// patience bounds every wait of the tests, whole conversations among them, on machines however slow.
const patience = 2 * time.Minute

// impatient tries something with longer and longer limits of the proxy, until the proxy came as far as it should before the
// limit ended it: try says whether it did, and judges only then.
func impatient(tb testing.TB, try func(limit time.Duration) (came bool)) {
	tb.Helper()
	for limit := 200 * time.Millisecond; !try(limit); limit *= 4 {
		if limit > patience {
			tb.Fatal("no limit is long enough")
		}
	}
}

// translator is an agent that does what a test says.
type translator func(ctx context.Context, conn *pgconn.PgConn, q translate.Question, run translate.Runner) (*translate.Answer, translate.Trace, error)

func (f translator) Ask(ctx context.Context, conn *pgconn.PgConn, q translate.Question, run translate.Runner) (*translate.Answer, translate.Trace, error) {
	if f == nil {
		return nil, translate.Trace{}, errors.New("no questions in this test")
	}
	return f(ctx, conn, q, run)
}

func (translator) Prove(*translate.Answer, string) (translate.Statement, error) {
	return translate.Statement{}, errors.New("not proven")
}

func (translator) Reprove(context.Context, *pgconn.PgConn, string, []*translate.Answer) error {
	return nil
}

func (translator) Again(*translate.Answer, string) {}

func (translator) OwnsAsk(context.Context, *pgconn.PgConn) (bool, error) { return false, nil }

// answering is an agent that answers every question with one statement.
func answering(sql string) translator {
	return func(ctx context.Context, _ *pgconn.PgConn, _ translate.Question, run translate.Runner) (*translate.Answer, translate.Trace, error) {
		a := &translate.Answer{Statement: translate.Statement{SQL: sql, MinNotice: "notice"}}
		if run == nil {
			return a, translate.Trace{}, nil
		}
		var err error
		if a.Result, err = run.Run(ctx, a.Statement); err == nil && a.Result.Deliver != nil {
			err = a.Result.Deliver()
		}
		return a, translate.Trace{}, err
	}
}

type noJournal struct{}

func (noJournal) Intent(context.Context, *audit.Record) error  { return nil }
func (noJournal) Outcome(context.Context, *audit.Record) error { return nil }

// rig is a proxy under test.
type rig struct {
	tb     testing.TB
	server *Server
	addr   string
	log    *testlog.Buffer
	served chan error
}

// setup starts a proxy in front of the server at addr, for any database name.
func setup(tb testing.TB, addr string, change ...func(*Config)) *rig {
	tb.Helper()
	upstream, err := ParseUpstream("postgres://" + addr + "/?sslmode=disable")
	if err != nil {
		tb.Fatal(err)
	}
	upstream.Database = ""
	r := &rig{tb: tb, log: &testlog.Buffer{}, served: make(chan error, 1)}
	cfg := Config{Datasources: map[string]Upstream{AnyDatabase: upstream}, Translator: translator(nil), Journal: noJournal{},
		Log: slog.New(slog.NewTextHandler(r.log, nil))}
	for _, c := range change {
		c(&cfg)
	}
	if r.server, err = New(cfg); err != nil {
		tb.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	r.addr = l.Addr().String()
	go func() { r.served <- r.server.Serve(l) }()
	tb.Cleanup(func() { r.shutdown(0) })
	return r
}

// shutdown ends the proxy and checks that it ends in time.
func (r *rig) shutdown(grace time.Duration) {
	r.tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- r.server.Shutdown(ctx) }()
	select {
	case <-done:
	case <-time.After(patience):
		r.tb.Fatalf("shutdown hangs; log:\n%s", r.log)
	}
	select {
	case err := <-r.served:
		if !errors.Is(err, ErrServerClosed) {
			r.tb.Errorf("Serve returned %v", err)
		}
	default: // a second shutdown
	}
}

// realServer starts a proxy in front of a real server.
func realServer(tb testing.TB, change ...func(*Config)) *rig {
	tb.Helper()
	return setup(tb, sandboxtest.Server(tb).Addr(), change...)
}

// ended waits until no session relays any more.
func (r *rig) ended() {
	r.tb.Helper()
	r.until("every session has ended", func() bool {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		return r.server.open == 0
	})
}

// until waits for what nothing signals.
func (r *rig) until(what string, done func() bool) {
	r.tb.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			r.tb.Fatalf("waited in vain until %s; log:\n%s", what, r.log)
		}
	}
}

// session returns the only session that relays.
func (r *rig) session() *session {
	r.tb.Helper()
	var only *session
	r.until("a session relays", func() bool {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		for s := range r.server.sessions {
			only = s
		}
		return len(r.server.sessions) == 1
	})
	return only
}

// client says what a test tells it to, and reads replies as short lines: the type of the message, and what matters of it.
type client struct {
	tb   testing.TB
	conn net.Conn
	fe   *pgproto3.Frontend
	key  []byte
}

func (r *rig) dial() net.Conn {
	r.tb.Helper()
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.tb.Fatal(err)
	}
	r.tb.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		r.tb.Fatal(err)
	}
	return conn
}

// packet is a packet of the startup phase.
func packet(code uint32, body string) []byte {
	n := 8 + len(body)
	p := []byte{0, 0, byte(n >> 8), byte(n), byte(code >> 24), byte(code >> 16), byte(code >> 8), byte(code)}
	return append(p, body...)
}

// readPacket reads one packet of the startup phase.
func readPacket(conn net.Conn) ([]byte, error) {
	length, err := readLength(conn)
	if err != nil {
		return nil, err
	}
	return readRest(conn, length)
}

// sleeping is a statement that says when it runs, because a cancel request that comes before is lost.
const sleeping = "DO $$BEGIN RAISE NOTICE 'asleep'; PERFORM pg_sleep(60); END$$"

const login = "user\x00postgres\x00database\x00postgres\x00\x00"

// connect logs in as the superuser.
func (r *rig) connect() *client {
	r.tb.Helper()
	c := newClient(r.tb, r.dial())
	c.raw(packet(3<<16, login))
	c.ready()
	return c
}

func newClient(tb testing.TB, conn net.Conn) *client {
	return &client{tb: tb, conn: conn, fe: pgproto3.NewFrontend(conn, conn)}
}

func (c *client) raw(p []byte) {
	c.tb.Helper()
	if _, err := c.conn.Write(p); err != nil {
		c.tb.Fatalf("write: %v", err)
	}
}

// ready reads up to the first ReadyForQuery.
func (c *client) ready() {
	c.tb.Helper()
	for {
		switch m := c.receive().(type) {
		case *pgproto3.ReadyForQuery:
			return
		case *pgproto3.BackendKeyData:
			c.key = append(binary32(m.ProcessID), m.SecretKey...)
		case *pgproto3.ErrorResponse:
			c.tb.Fatalf("startup: %s %s", m.Code, m.Message)
		}
	}
}

func binary32(n uint32) []byte { return []byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)} }

func (c *client) send(messages ...pgproto3.FrontendMessage) {
	c.tb.Helper()
	for _, m := range messages {
		c.fe.Send(m)
	}
	if err := c.fe.Flush(); err != nil {
		c.tb.Fatalf("write: %v", err)
	}
}

func (c *client) query(sql string) { c.tb.Helper(); c.send(&pgproto3.Query{String: sql}) }

func (c *client) receive() pgproto3.BackendMessage {
	c.tb.Helper()
	m, err := c.fe.Receive()
	if err != nil {
		c.tb.Fatalf("read: %v", err)
	}
	return m
}

// line is the next reply; EOF when the connection was closed.
func (c *client) line() string {
	c.tb.Helper()
	m, err := c.fe.Receive()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		c.conn.Close() // as clients do
		return "EOF"
	}
	if err != nil {
		c.tb.Fatalf("read: %v", err)
	}
	return brief(m)
}

// expect compares the next replies. A wanted line that ends in … is a prefix.
func (c *client) expect(want ...string) {
	c.tb.Helper()
	var got []string
	for _, w := range want {
		l := c.line()
		if p, ok := strings.CutSuffix(w, "…"); ok && strings.HasPrefix(l, p) {
			l = w
		}
		if got = append(got, l); l != w {
			break
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		c.tb.Fatalf("replies (-want +got):\n%s", diff)
	}
}

// turn reads up to a ReadyForQuery.
func (c *client) turn() []string {
	c.tb.Helper()
	for lines := []string{}; ; {
		l := c.line()
		if lines = append(lines, l); strings.HasPrefix(l, "Z") || l == "EOF" {
			return lines
		}
	}
}

func brief(m pgproto3.BackendMessage) string {
	switch m := m.(type) {
	case *pgproto3.ParseComplete:
		return "1"
	case *pgproto3.BindComplete:
		return "2"
	case *pgproto3.CloseComplete:
		return "3"
	case *pgproto3.NoData:
		return "n"
	case *pgproto3.PortalSuspended:
		return "s"
	case *pgproto3.EmptyQueryResponse:
		return "I"
	case *pgproto3.RowDescription:
		return "T"
	case *pgproto3.CopyInResponse:
		return "G"
	case *pgproto3.CopyOutResponse:
		return "H"
	case *pgproto3.CopyData:
		return "d " + string(m.Data)
	case *pgproto3.CopyDone:
		return "c"
	case *pgproto3.DataRow:
		return fmt.Sprintf("D %s", bytes.Join(m.Values, []byte(" ")))
	case *pgproto3.CommandComplete:
		return "C " + string(m.CommandTag)
	case *pgproto3.ReadyForQuery:
		return "Z " + string(m.TxStatus)
	case *pgproto3.ErrorResponse:
		return strings.TrimSpace(m.Severity + " " + m.Code + " " + m.Message)
	case *pgproto3.NoticeResponse:
		return strings.TrimSpace(m.Severity + " " + m.Message)
	case *pgproto3.NotificationResponse:
		return "A " + m.Channel + " " + m.Payload
	case *pgproto3.ParameterStatus:
		return "S " + m.Name + "=" + m.Value
	case *pgproto3.FunctionCallResponse:
		return fmt.Sprintf("V %x", m.Result)
	}
	return fmt.Sprintf("%T", m)
}

// cancel sends a cancel request and waits until the proxy has dealt with it.
func (r *rig) cancel(key []byte) {
	r.tb.Helper()
	conn := r.dial()
	if _, err := conn.Write(cancelRequest(key)); err != nil {
		r.tb.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, conn); err != nil {
		r.tb.Fatalf("cancel request: %v", err)
	}
}

// fake is an upstream that follows a script; the script gets every connection that has logged in.
type fake struct {
	tb      testing.TB
	addr    string
	cancels chan []byte // keys of the cancel requests that came
	scripts sync.WaitGroup
}

// fakeKey is the cancel key of every session with a fake.
var fakeKey = []byte{0, 0, 1, 2, 3, 4, 5, 6}

// conversation is one connection to a fake.
type conversation struct {
	tb   testing.TB
	conn *net.TCPConn
	be   *pgproto3.Backend
}

// fakeUpstream listens for the proxy and runs the script for each session.
func fakeUpstream(tb testing.TB, script func(*conversation)) *fake {
	tb.Helper()
	return fakeServer(tb, func(c *conversation) {
		if c.login() {
			script(c)
		}
	})
}

// fakeServer runs the script for each connection, from its first byte, unless it is a cancel request.
func fakeServer(tb testing.TB, script func(*conversation)) *fake {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	f := &fake{tb: tb, addr: l.Addr().String(), cancels: make(chan []byte, 1000)}
	f.scripts.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			f.scripts.Go(func() { f.serve(conn.(*net.TCPConn), script) })
		}
	})
	tb.Cleanup(func() {
		l.Close()
		f.scripts.Wait()
	})
	return f
}

func (f *fake) serve(conn *net.TCPConn, script func(*conversation)) {
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		f.tb.Error(err)
	}
	p, err := readPacket(conn)
	if err != nil {
		return
	}
	if bytes.Equal(p[4:8], []byte{4, 210, 22, 46}) {
		f.cancels <- p[8:]
		return
	}
	script(&conversation{tb: f.tb, conn: conn, be: pgproto3.NewBackend(conn, conn)})
}

// login lets the proxy in.
func (c *conversation) login() bool {
	return c.send(&pgproto3.AuthenticationOk{}, &pgproto3.ParameterStatus{Name: "client_encoding", Value: "UTF8"},
		&pgproto3.BackendKeyData{ProcessID: 258, SecretKey: fakeKey[4:]}, &pgproto3.ReadyForQuery{TxStatus: 'I'})
}

func (c *conversation) send(messages ...pgproto3.BackendMessage) bool {
	for _, m := range messages {
		c.be.Send(m)
	}
	return c.be.Flush() == nil
}

func (c *conversation) raw(p string) { _, _ = c.conn.Write([]byte(p)) } // the proxy may have gone

// expect reads messages and compares their types with letters.
func (c *conversation) expect(types string) bool {
	for _, want := range types {
		m, err := c.be.Receive()
		if err != nil {
			c.tb.Errorf("fake upstream waits for %c: %v", want, err)
			return false
		}
		if got := letter(m); got != want {
			c.tb.Errorf("fake upstream got %T, wants %c", m, want)
			return false
		}
	}
	return true
}

// closed waits until the proxy has closed the connection.
func (c *conversation) closed() {
	if _, err := io.Copy(io.Discard, c.conn); errors.Is(err, context.DeadlineExceeded) || timedOut(err) {
		c.tb.Error("the proxy keeps the connection to the upstream")
	}
}

func letter(m pgproto3.FrontendMessage) rune {
	b, err := m.Encode(nil)
	if err != nil {
		return 0
	}
	return rune(b[0])
}

// Replies of a fake.
var (
	replyReady = &pgproto3.ReadyForQuery{TxStatus: 'I'}
	replyRows  = &pgproto3.RowDescription{Fields: []pgproto3.FieldDescription{{Name: []byte("x"), DataTypeOID: 25, DataTypeSize: -1, TypeModifier: -1}}}
	replyDone  = &pgproto3.CommandComplete{CommandTag: []byte("SELECT 1")}
	replyFatal = &pgproto3.ErrorResponse{Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: "57P01", Message: "going down"}
)

func row(values ...string) *pgproto3.DataRow {
	m := &pgproto3.DataRow{}
	for _, v := range values {
		m.Values = append(m.Values, []byte(v))
	}
	return m
}
