package proxy

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/wire"
)

func TestUpstreamFailsInStartup(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		script func(*conversation)
		want   []string
	}{
		{"closes", func(c *conversation) {}, []string{"FATAL 57P03 could not connect to the database behind the proxy", "EOF"}},
		{"closes in the authentication", func(c *conversation) { c.send(&pgproto3.NoticeResponse{Severity: "NOTICE", Message: "soon"}) },
			[]string{"NOTICE soon", "FATAL 57P03 the database behind the proxy closed the connection unexpectedly", "EOF"}},
		{"refuses", func(c *conversation) { c.send(replyFatal) }, []string{"FATAL 57P01 going down", "EOF"}},
		{"refuses after the login", func(c *conversation) { c.send(&pgproto3.AuthenticationOk{}, replyFatal) },
			[]string{"*pgproto3.AuthenticationOk", "FATAL 57P01 going down", "EOF"}},
		{"speaks something else", func(c *conversation) { c.raw("SSH-2.0-OpenSSH_9.6\r\n") },
			[]string{"FATAL 08P01 the database behind the proxy does not speak the PostgreSQL protocol", "EOF"}},
		{"sends rows", func(c *conversation) { c.send(row("x")) },
			[]string{"FATAL 08P01 the database behind the proxy sent message type 68 during authentication", "EOF"}},
		{"sends a long message", func(c *conversation) { c.raw("R\x00\x10\x00\x00\x00\x00\x00\x0a" + strings.Repeat("x", 70_000)) },
			[]string{"FATAL 08P01 the database behind the proxy sent an authentication message that is too long", "EOF"}},
		{"sends notices without end", func(c *conversation) {
			for c.send(&pgproto3.NoticeResponse{Severity: "NOTICE", Message: "again"}) {
			}
		}, append(append([]string{}, times(16, "NOTICE again")...), "FATAL 08P01 too many authentication messages", "EOF")},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f := fakeServer(t, tc.script)
			r := setup(t, f.addr)
			c := newClient(t, r.dial())
			c.raw(packet(3<<16, loginParams))
			c.expect(tc.want...)
			r.ended()
		})
	}
}

func TestUpstreamHangsInStartup(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"", "R\x00\x00"} {
		impatient(t, func(limit time.Duration) bool {
			hangs := make(chan bool, 1)
			f := fakeServer(t, func(c *conversation) { hangs <- true; c.raw(said); c.closed() })
			r := setup(t, f.addr, func(c *Config) { c.StartupTimeout = limit })
			defer r.ended()
			c := newClient(t, r.dial())
			c.raw(packet(3<<16, loginParams))
			rest, err := io.ReadAll(c.conn)
			if wire.TimedOut(err) {
				t.Errorf("after %q: %v", said, err)
			}
			if len(hangs) == 0 {
				return false
			}
			for _, want := range []string{"57P03", "could not connect to the database behind the proxy"} {
				if !bytes.Contains(rest, []byte(want)) {
					t.Errorf("after %q: %q", said, rest)
				}
			}
			return true
		})
	}
}

func times(n int, s string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = s
	}
	return all
}

func TestUpstreamUnreachable(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close() // nobody listens there now
	r := setup(t, l.Addr().String())
	c := newClient(t, r.dial())
	c.raw(packet(3<<16, loginParams))
	m, ok := c.receive().(*pgproto3.ErrorResponse)
	if !ok || m.Severity != "FATAL" || m.Code != "57P03" || m.Hint == "" {
		t.Errorf("got %+v", m)
	}
	r.ended()
	if !strings.Contains(r.log.String(), "refused") {
		t.Errorf("the operator is not told: %s", r.log)
	}
}

// startTLS takes one byte of answer; what a man in the middle puts behind it must not be read as if it were encrypted.
func TestUpstreamTLS(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"N", "E", "S" + string(wire.Message('R', binary.BigEndian.AppendUint32(nil, authOK))), ""} {
		impatient(t, func(limit time.Duration) bool {
			if answer != "" {
				limit = patience
			}
			asked := make(chan bool, 9)
			f := fakeRaw(t, func(conn net.Conn) {
				if p, err := readPacket(conn); err != nil || !bytes.Equal(p, sslRequest) {
					return // a late cancel request for who had this port before
				}
				asked <- true
				_, _ = io.WriteString(conn, answer)
				_, _ = io.Copy(io.Discard, conn)
			})
			r := setup(t, f, func(c *Config) {
				up, err := login.ParseUpstream("postgres://" + f + "/x?sslmode=require")
				if err != nil {
					t.Error(err)
				}
				c.Datasources = map[string]login.Upstream{login.AnyDatabase: up}
				c.StartupTimeout = limit
			})
			c := newClient(t, r.dial())
			c.raw(packet(3<<16, loginParams))
			rest, err := io.ReadAll(c.conn)
			if wire.TimedOut(err) {
				t.Errorf("after %q: %v", answer, err)
			}
			if len(asked) == 0 {
				return false
			}
			for _, want := range []string{"57P03", "could not connect to the database behind the proxy"} {
				if !bytes.Contains(rest, []byte(want)) {
					t.Errorf("after %q: %q", answer, rest)
				}
			}
			return true
		})
	}
}

// fakeRaw runs the script for each connection to the address that it returns.
func fakeRaw(tb testing.TB, script func(net.Conn)) string {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_ = conn.SetDeadline(time.Now().Add(patience))
				script(conn)
			}()
		}
	}()
	return l.Addr().String()
}

// An address that hangs leaves time for the next one.
func TestUpstreamWithAHostThatHangs(t *testing.T) {
	t.Parallel()
	hangs := fakeServer(t, func(c *conversation) { c.closed() })
	f := fakeUpstream(t, func(c *conversation) { c.closed() })
	r := setup(t, f.addr, func(c *Config) {
		up, err := login.ParseUpstream("postgres:///x?sslmode=disable&host=127.0.0.1,127.0.0.1&port=" +
			hangs.addr[strings.LastIndex(hangs.addr, ":")+1:] + "," + f.addr[strings.LastIndex(f.addr, ":")+1:])
		if err != nil {
			t.Fatal(err)
		}
		c.Datasources, c.StartupTimeout = map[string]login.Upstream{login.AnyDatabase: up}, 2*time.Second
	})
	r.connect()
}
