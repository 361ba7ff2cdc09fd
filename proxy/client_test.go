package proxy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/wire"
)

// client says what a test tells it to, and reads replies as short lines: the type of the message, and what matters of
// it.
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
	var length [4]byte
	if _, err := io.ReadFull(conn, length[:]); err != nil {
		return nil, err
	}
	p := make([]byte, min(binary.BigEndian.Uint32(length[:]), 1<<20))
	copy(p, length[:])
	_, err := io.ReadFull(conn, p[4:])
	return p, err
}

// Codes of the startup phase and of Authentication messages. PostgreSQL manual, "Message Formats".
const (
	codeCancel = 80877102
	codeSSL    = 80877103
	codeGSS    = 80877104

	authOK           = 0
	authCleartext    = 3
	authMD5          = 5
	authSASL         = 10
	authSASLContinue = 11
	authSASLFinal    = 12

	alpn = "postgresql"
)

var sslRequest = packet(codeSSL, "")

func cancelRequest(key []byte) []byte { return packet(codeCancel, string(key)) }

// authentication is an Authentication message.
func authentication(code int, data []byte) []byte {
	return wire.Message('R', binary.BigEndian.AppendUint32(nil, uint32(code)), data)
}

// offer is an AuthenticationSASL with the names of mechanisms.
func offer(names ...string) []byte {
	return authentication(authSASL, []byte(strings.Join(names, "\x00")+"\x00\x00"))
}

// sleeping is a statement that says when it runs, because a cancel request that comes before is lost.
const sleeping = "DO $$BEGIN RAISE NOTICE 'asleep'; PERFORM pg_sleep(60); END$$"

const loginParams = "user\x00postgres\x00database\x00postgres\x00\x00"

// connect logs in as the superuser.
func (r *rig) connect() *client {
	r.tb.Helper()
	c := newClient(r.tb, r.dial())
	c.raw(packet(3<<16, loginParams))
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

func row(values ...string) *pgproto3.DataRow {
	m := &pgproto3.DataRow{}
	for _, v := range values {
		m.Values = append(m.Values, []byte(v))
	}
	return m
}
