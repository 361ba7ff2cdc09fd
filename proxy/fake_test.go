package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/wire"
)

// fake is an upstream that follows a script; the script gets every connection that has logged in.
type fake struct {
	tb      testing.TB
	addr    string
	cancels chan []byte // keys of the cancel requests that came
	deaf    atomic.Bool // cancel requests are taken, and never answered
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
		if f.deaf.Load() {
			_, _ = io.Copy(io.Discard, conn) // until the proxy gives up
		}
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
	if _, err := io.Copy(io.Discard, c.conn); errors.Is(err, context.DeadlineExceeded) || wire.TimedOut(err) {
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
