package proxy

import (
	"context"
	"encoding/binary"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/proxy/wire"
)

// strict is a server with a role for each way to log in.
var strict = sync.OnceValues(func() (*sandbox.Server, error) {
	ctx := context.Background()
	server, err := sandbox.Start(ctx, sandbox.Options{HBA: `
host all by_md5 127.0.0.1/32 md5
host all by_scram 127.0.0.1/32 scram-sha-256
host all by_password 127.0.0.1/32 password
host all nobody 127.0.0.1/32 reject
host all by_trust 127.0.0.1/32 trust`})
	if err != nil {
		return nil, err
	}
	return server, server.Exec(ctx, "postgres", `
SET password_encryption = md5; CREATE ROLE by_md5 LOGIN PASSWORD 'right';
SET password_encryption = 'scram-sha-256'; CREATE ROLE by_scram LOGIN PASSWORD 'right';
CREATE ROLE by_password LOGIN PASSWORD 'right'; CREATE ROLE by_trust LOGIN; CREATE ROLE nobody LOGIN`)
})

func strictServer(tb testing.TB) *sandbox.Server {
	tb.Helper()
	server, err := strict()
	if err != nil {
		tb.Fatalf("the tests need a PostgreSQL server: %v", err)
	}
	return server
}

// Every way to prove oneself goes through, and the proxy does not learn the password, nor does its log.
func TestAuthenticationIsRelayed(t *testing.T) {
	t.Parallel()
	for name, tls := range map[string]bool{"plain": false, "over TLS": true} {
		r := setup(t, strictServer(t).Addr(), withTLS(t))
		mode := "disable"
		if tls {
			mode = "require"
		}
		for _, role := range []string{"by_md5", "by_scram", "by_password", "by_trust"} {
			conn, err := pgx.Connect(t.Context(), "postgres://"+role+":right@"+r.addr+"/postgres?sslmode="+mode)
			if err != nil {
				t.Errorf("%s %s: %v", role, name, err)
				continue
			}
			var who string
			if err := conn.QueryRow(t.Context(), "SELECT current_user").Scan(&who); err != nil || who != role {
				t.Errorf("%s %s: %s, %v", role, name, who, err)
			}
			conn.Close(t.Context())
			if role == "by_trust" {
				continue
			}
			_, err = pgx.Connect(t.Context(), "postgres://"+role+":wrong@"+r.addr+"/postgres?sslmode="+mode)
			var pg *pgconn.PgError
			if !errors.As(err, &pg) || pg.Code != "28P01" {
				t.Errorf("%s %s with a wrong password: %v", role, name, err)
			}
		}
		_, err := pgx.Connect(t.Context(), "postgres://nobody@"+r.addr+"/postgres?sslmode="+mode)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "28000" {
			t.Errorf("nobody %s: %v", name, err)
		}
		r.ended()
		if log := r.log.String(); strings.Contains(log, "level=WARN") || strings.Contains(log, "wrong") {
			t.Errorf("log:\n%s", log)
		}
	}
}

// far is a listener whose clients seem to come from another host.
type far struct{ net.Listener }

type farConn struct{ net.Conn }

func (l far) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return farConn{conn}, err
}

func (farConn) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 5} }

func TestTrustIsForThisHost(t *testing.T) {
	t.Parallel()
	for _, allow := range []bool{false, true} {
		r := setup(t, strictServer(t).Addr(), func(c *Config) { c.AllowTrust = allow })
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		served := make(chan error, 1)
		go func() { served <- r.server.Serve(far{l}) }()
		r.addr = l.Addr().String()
		dial := func(role string) *client {
			c := newClient(t, r.dial())
			c.raw(packet(3<<16, "user\x00"+role+"\x00database\x00postgres\x00\x00"))
			return c
		}
		c := dial("by_trust")
		if allow {
			c.ready()
			c.query("SELECT 1")
			c.expect("T", "D 1", "C SELECT 1", "Z I")
			c.conn.Close()
		} else {
			c.expect("FATAL 28000 the database lets the proxy in without a password, so pgask refuses clients from other hosts", "EOF")
		}
		c = dial("by_password") // who has to prove something may come from anywhere
		c.expect("*pgproto3.AuthenticationCleartextPassword")
		c.send(&pgproto3.PasswordMessage{Password: "right"})
		c.ready()
		c.conn.Close()
		r.shutdown(0)
		if err := <-served; !errors.Is(err, ErrServerClosed) {
			t.Errorf("Serve returned %v", err)
		}
	}
}

// A client that answers a demand for its password with something else.
func TestProofThatIsNone(t *testing.T) {
	t.Parallel()
	addr := strictServer(t).Addr()
	cases := []struct{ sent, want string }{
		{"Q\x00\x00\x00\x0dSELECT 1\x00", "FATAL 08P01 expected password response, got message type 81"},
		{"p\x00\x00\x00\x03", "FATAL 08P01 invalid message length"},
		{string(wire.Message('p', make([]byte, (64<<10)+1))), "FATAL 08P01 password response too long"},
		{"p\x00\x00\x00\x05x", "FATAL 08P01…"}, // the server's own words
	}
	for _, tc := range cases {
		r := setup(t, addr)
		c := newClient(t, r.dial())
		c.raw(packet(3<<16, "user\x00by_password\x00database\x00postgres\x00\x00"))
		c.expect("*pgproto3.AuthenticationCleartextPassword")
		c.raw([]byte(tc.sent))
		if got := c.line(); !strings.HasPrefix(got, strings.TrimSuffix(tc.want, "…")) {
			t.Errorf("%.20q: got %s", tc.sent, got)
		}
	}
}

// Servers without cancel keys, and with the long ones of protocol 3.2.
func TestCancelKeys(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, 4, 32, 256, 300} {
		f := fakeServer(t, func(c *conversation) {
			ok, _ := (&pgproto3.AuthenticationOk{}).Encode(nil)
			if n >= 0 {
				ok = append(ok, wire.Message('K', append(binary.BigEndian.AppendUint32(nil, 7), make([]byte, n)...))...)
			}
			ready, _ := replyReady.Encode(nil)
			c.raw(string(append(ok, ready...)))
			c.expect("Q")
			c.closed()
		})
		r := setup(t, f.addr)
		conn := r.dial()
		c := newClient(t, conn)
		c.raw(packet(3<<16|2, loginParams))
		in := wire.NewFrames(conn, wire.SideUpstream)
		var got []byte
		for typ := byte(0); typ != 'Z'; {
			fr, err := in.Next(func(_ byte, n int) int { return n })
			if err != nil {
				t.Fatal(err)
			}
			if typ = fr.Type; typ == 'K' {
				got = append([]byte{}, fr.Body()...)
			}
		}
		if n >= 0 && len(got) != n+4 || n < 0 && got != nil {
			t.Errorf("key of %d: the client got %d bytes", n, len(got))
		}
		c.query("SELECT 1")
		r.running()
		r.cancel(got)
		if want := n >= 4 && n <= 256; (len(f.cancels) == 1) != want {
			t.Errorf("key of %d: %d cancel requests came", n, len(f.cancels))
		}
		c.conn.Close()
		r.ended()
	}
}
