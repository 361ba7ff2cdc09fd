package proxy

import (
	"bytes"
	"crypto/tls"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/scram"
)

// otherHost is an address of this machine that counts as one of another: it is not a loopback address.
func otherHost(tb testing.TB) string {
	tb.Helper()
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		tb.Fatal(err)
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			return n.IP.String()
		}
	}
	tb.Fatal("the test needs an address of this machine that is not a loopback address: bring a network interface up")
	return ""
}

// twoFaced is an upstream on another host that says one thing in plaintext and another over TLS. It notes what came
// in plaintext.
type twoFaced struct {
	addr string
	seen chan string
}

func newTwoFaced(tb testing.TB, plain, encrypted string, tlsToo bool) *twoFaced {
	tb.Helper()
	l, err := net.Listen("tcp", net.JoinHostPort(otherHost(tb), "0"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { l.Close() })
	u := &twoFaced{addr: l.Addr().String(), seen: make(chan string, 100)}
	cert := certificate(tb)
	talk := func(conn net.Conn, leg, says string) {
		_, _ = io.WriteString(conn, says)
		_ = conn.SetReadDeadline(time.Now().Add(patience))
		m, err := pgproto3.NewBackend(conn, conn).Receive()
		if p, ok := m.(*pgproto3.PasswordMessage); err == nil && ok {
			u.seen <- leg + " " + p.Password
			_, _ = conn.Write(letIn())
			_, _ = io.Copy(io.Discard, conn)
		}
	}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				p, err := readPacket(conn)
				switch {
				case err != nil:
				case bytes.Equal(p, sslRequest) && !tlsToo:
					_, _ = conn.Write([]byte{'N'})
				case bytes.Equal(p, sslRequest):
					_, _ = conn.Write([]byte{'S'})
					secured := tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{cert}})
					if _, err := readPacket(secured); err == nil {
						talk(secured, "TLS", encrypted)
					}
				default:
					talk(conn, "plain", plain)
				}
			}()
		}
	}()
	return u
}

func letIn() []byte {
	out := authentication(authOK, nil)
	for _, m := range []pgproto3.BackendMessage{&pgproto3.BackendKeyData{ProcessID: 1, SecretKey: []byte{1, 2, 3, 4}}, replyReady} {
		out, _ = m.Encode(out)
	}
	return out
}

// A client that came over TLS shows its password to no network, and is let in by nobody's word on one, unless the URL
// says so.
func TestNoBarePasswordBehindTLS(t *testing.T) {
	t.Parallel()
	notice, _ := (&pgproto3.NoticeResponse{Severity: "NOTICE", Message: "hello"}).Encode(nil)
	asks, trusts := demands(authCleartext, ""), string(letIn())
	const refused = "FATAL 28000 the database asks for the password in the clear, or for nothing, over a connection without TLS, and this client came over TLS"
	cases := []struct {
		name             string
		mode             login.AuthMode
		plain, encrypted string
		tlsToo           bool
		sslmode          string
		want             string // what the client is told first
		leg              string // where its password went
	}{
		{"password in the clear", login.AuthRelay, asks, asks, true, "", "*pgproto3.AuthenticationCleartextPassword", "TLS"},
		{"behind a notice", login.AuthRelay, string(notice) + asks, asks, true, "", "*pgproto3.AuthenticationCleartextPassword", "TLS"},
		{"trust in the clear", login.AuthRelay, trusts, asks, true, "prefer", "*pgproto3.AuthenticationCleartextPassword", "TLS"},
		{"no TLS there", login.AuthRelay, asks, "", false, "", refused, ""},
		{"no TLS there, trust", login.AuthRelay, trusts, "", false, "", refused, ""},
		{"no TLS there, trust, mode password", login.AuthPassword, trusts, "", false, "", refused, ""},
		{"told so", login.AuthRelay, asks, asks, true, "disable", "*pgproto3.AuthenticationCleartextPassword", "plain"},
		{"told so by allow", login.AuthRelay, asks, asks, true, "allow", "*pgproto3.AuthenticationCleartextPassword", "plain"},
		{"SCRAM in the clear", login.AuthRelay, string(offer(scram.Mechanism)), asks, true, "", "*pgproto3.AuthenticationSASL", ""},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			u := newTwoFaced(t, tc.plain, tc.encrypted, tc.tlsToo)
			url := "postgres://" + u.addr + "/x"
			if tc.sslmode != "" {
				url += "?sslmode=" + tc.sslmode
			}
			r := setup(t, u.addr, withTLS(t), func(c *Config) {
				up, err := login.ParseUpstream(url)
				if err != nil {
					t.Fatal(err)
				}
				c.Datasources, c.Auth = map[string]login.Upstream{login.AnyDatabase: up}, tc.mode
			})
			if warned := strings.Contains(r.log.String(), "leaves it open"); warned != (tc.sslmode == "" || tc.sslmode == "prefer") {
				t.Errorf("warned: %v", warned)
			}
			c := newClient(t, r.encrypted())
			c.raw(packet(3<<16, loginParams))
			got := c.line()
			if got == "NOTICE hello" {
				got = c.line()
			}
			if got != tc.want {
				t.Fatalf("the client got %s", got)
			}
			if tc.leg == "" {
				return
			}
			c.send(&pgproto3.PasswordMessage{Password: "right-horse"})
			c.ready()
			if seen := <-u.seen; seen != tc.leg+" right-horse" {
				t.Errorf("the upstream got %s", seen)
			}
		})
	}
}

// A client without TLS has asked for nothing: all is as it was.
func TestBarePasswordWithoutTLS(t *testing.T) {
	t.Parallel()
	u := newTwoFaced(t, demands(authCleartext, ""), "", false)
	r := setup(t, u.addr, func(c *Config) {
		up, err := login.ParseUpstream("postgres://" + u.addr + "/x")
		if err != nil {
			t.Fatal(err)
		}
		c.Datasources = map[string]login.Upstream{login.AnyDatabase: up}
	})
	c := newClient(t, r.dial())
	c.raw(packet(3<<16, loginParams))
	c.expect("*pgproto3.AuthenticationCleartextPassword")
	c.send(&pgproto3.PasswordMessage{Password: "right-horse"})
	c.ready()
	if seen := []string{<-u.seen}; !slices.Equal(seen, []string{"plain right-horse"}) {
		t.Error(seen)
	}
}
