package proxy

import (
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/testca"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/wire"
)

const (
	badLayout = "FATAL 08P01 invalid startup packet layout: expected terminator as last byte"
	silence   = "silence"
	noUser    = "FATAL 28000 no PostgreSQL user name specified in startup packet"
)

func TestMalformedStartup(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1")
	sized := func(n uint32, rest string) []byte { return append(binary.BigEndian.AppendUint32(nil, n), rest...) }
	cases := []struct {
		name string
		sent []byte
		want string
	}{
		{"no length", sized(0, "\x00\x03\x00\x00"), silence},
		{"too short", sized(7, "\x00\x03\x00\x00"), silence},
		{"too long", sized(10_004+1, "\x00\x03\x00\x00"), silence},
		{"as long as may be", packet(3<<16, strings.Repeat("x", 10_000-4)), badLayout},
		{"far too long", sized(0xffffffff, "\x00\x03\x00\x00"), silence},
		{"HTTP", []byte("GET / HTTP/1.1\r\n\r\n"), silence},
		{"protocol 2", packet(2<<16, strings.Repeat("\x00", 288)), "EFATAL:  unsupported frontend protocol 2.0: server supports 3.0 to 3.2\n\x00"},
		{"protocol 4", packet(4<<16, loginParams), "FATAL 0A000 unsupported frontend protocol 4.0: server supports 3.0 to 3.2"},
		{"no parameters at all", packet(3<<16, ""), badLayout},
		{"no user", packet(3<<16, "database\x00x\x00\x00"), noUser},
		{"empty user", packet(3<<16, "user\x00\x00\x00"), noUser},
		{"no terminator", packet(3<<16, "user\x00x\x00"), badLayout},
		{"something behind the terminator", packet(3<<16, "user\x00x\x00\x00y"), badLayout},
		{"name without value", packet(3<<16, "user\x00x\x00database\x00"), badLayout},
		{"text without end", packet(3<<16, "user"), badLayout},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client := newClient(t, r.dial())
			client.raw(c.sent)
			switch {
			case c.want == silence:
				client.expect("EOF")
			case strings.HasPrefix(c.want, "EF"): // as before protocol 3
				if got, err := io.ReadAll(client.conn); err != nil || string(got) != c.want {
					t.Errorf("got %q, %v", got, err)
				}
			default:
				client.expect(c.want, "EOF")
			}
		})
	}
}

// Wherever a startup packet is cut, the proxy waits for the rest, and a client that then leaves gets a clean end.
func TestStartupCutAnywhere(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1")
	whole := packet(3<<16, loginParams)
	for n := range whole {
		conn := r.dial().(*net.TCPConn)
		if _, err := conn.Write(whole[:n]); err != nil {
			t.Fatal(err)
		}
		if err := conn.CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if rest, err := io.ReadAll(conn); err != nil || len(rest) != 0 {
			t.Errorf("cut after %d bytes: %q, %v", n, rest, err)
		}
	}
	r.ended()
	if log := r.log.String(); strings.Contains(log, "level=WARN") || strings.Contains(log, "level=ERROR") {
		t.Errorf("log:\n%s", log)
	}
}

func TestSlowClient(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1", withTLS(t), func(c *Config) { c.StartupTimeout = 100 * time.Millisecond })
	for _, sent := range [][]byte{nil, packet(3<<16, loginParams)[:20], packet(codeSSL, ""), append(packet(codeSSL, ""), 0x16, 3, 1),
		packet(codeGSS, ""), {0x16}, {0x16, 3, 1, 0}, {0x16, 3, 1, 0, 100, 1}} {
		conn := r.dial()
		_, _ = conn.Write(sent) // which may find that the time is over already, and so may what follows
		if _, err := io.ReadAll(conn); wire.TimedOut(err) {
			t.Errorf("after %d bytes: %v", len(sent), err)
		}
	}
	r.ended()
}

// Startup packets of any protocol 3 reach the upstream to the letter.
func TestStartupIsVerbatim(t *testing.T) {
	t.Parallel()
	bodies := []string{
		loginParams,
		"user\x00a\x00user\x00b\x00database\x00x\x00options\x00-c search_path=a\\ b\x00\x00",
		"database\x00x\x00_pq_.test_protocol_negotiation\x00on\x00user\x00ü\x00replication\x00\x00\x00",
		"user\x00" + strings.Repeat("long", 2000) + "\x00\x00",
	}
	for _, version := range []uint32{3 << 16, 3<<16 | 2, 3<<16 | 9999} {
		for _, body := range bodies {
			sent := packet(version, body)
			got := make(chan []byte, 1)
			addr := fakeRaw(t, func(conn net.Conn) {
				p, _ := readPacket(conn)
				got <- p
				m, _ := replyFatal.Encode(nil)
				_, _ = conn.Write(m)
			})
			c := newClient(t, setup(t, addr).dial())
			c.raw(sent)
			c.expect("FATAL 57P01 going down", "EOF")
			if p := <-got; !bytes.Equal(p, sent) {
				t.Errorf("sent %q, the upstream got %q", sent, p)
			}
		}
	}
}

func TestGreetings(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	for _, ask := range []uint32{codeSSL, codeGSS} {
		conn := r.dial()
		for range 2 {
			if got := answer(t, conn, ask); got != 'N' {
				t.Errorf("asked %d: %c", ask, got)
			}
			ask = codeSSL + codeGSS - ask // and now the other
		}
		c := newClient(t, conn)
		c.raw(packet(3<<16, loginParams))
		c.ready()
		c.query("SELECT 1")
		c.expect("T", "D 1", "C SELECT 1", "Z I")
	}
	for ask, version := range map[uint32]string{codeSSL: "1234.5679", codeGSS: "1234.5680"} {
		conn := r.dial()
		answer(t, conn, ask)
		c := newClient(t, conn)
		c.raw(packet(ask, ""))
		c.expect("FATAL 0A000 unsupported frontend protocol "+version+": server supports 3.0 to 3.2", "EOF")
	}
}

// Whoever does not wait for the answer to a request for encryption is told so, as by PostgreSQL, and nothing behind
// it is read.
func TestImpatientGreetings(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1")
	for ask, name := range map[uint32]string{codeSSL: "SSL", codeGSS: "GSSAPI encryption"} {
		for _, behind := range [][]byte{packet(codeSSL, ""), packet(3<<16, loginParams), {0}} {
			conn := r.dial()
			c := newClient(t, conn)
			c.raw(append(packet(ask, ""), behind...))
			var no [1]byte
			if _, err := io.ReadFull(conn, no[:]); err != nil || no[0] != 'N' {
				t.Fatalf("%c %v", no[0], err)
			}
			c.expect("FATAL 08P01 received unencrypted data after "+name+" request", "EOF")
		}
	}
}

// answer sends a negotiation packet and reads the one byte that answers it.
func answer(tb testing.TB, conn net.Conn, ask uint32) byte {
	tb.Helper()
	if _, err := conn.Write(packet(ask, "")); err != nil {
		tb.Fatal(err)
	}
	var b [1]byte
	if _, err := io.ReadFull(conn, b[:]); err != nil {
		tb.Fatal(err)
	}
	return b[0]
}

// certificate makes one for tests.
func certificate(tb testing.TB) tls.Certificate {
	tb.Helper()
	return testca.New(tb, "CA").Issue("localhost").Pair()
}

func withTLS(tb testing.TB) func(*Config) {
	cfg := &tls.Config{Certificates: []tls.Certificate{certificate(tb)}}
	return func(c *Config) { c.TLS = cfg }
}

func TestClientTLS(t *testing.T) {
	t.Parallel()
	r := realServer(t, withTLS(t))
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		conn := r.dial()
		if got := answer(t, conn, codeSSL); got != 'S' {
			t.Fatalf("answered %c", got)
		}
		secured := tls.Client(conn, &tls.Config{InsecureSkipVerify: true, MinVersion: version, MaxVersion: version})
		c := newClient(t, secured)
		c.raw(packet(3<<16, loginParams))
		c.ready()
		c.query("SELECT repeat('x', 100000)")
		c.expect("T", "D "+strings.Repeat("x", 100_000), "C SELECT 1", "Z I")

		// A cancel request may come encrypted, too.
		c.query(sleeping)
		c.expect("NOTICE asleep")
		other := r.dial()
		answer(t, other, codeSSL)
		canceller := tls.Client(other, &tls.Config{InsecureSkipVerify: true})
		if _, err := canceller.Write(cancelRequest(c.key)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(canceller); err != nil {
			t.Errorf("cancel over TLS: %v", err)
		}
		c.expect("ERROR 57014 canceling statement due to user request", "Z I")
		c.send(&pgproto3.Terminate{})
		r.ended()
	}
}

func TestOldTLSIsRefused(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1", withTLS(t))
	conn := r.dial()
	answer(t, conn, codeSSL)
	old := tls.Client(conn, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11})
	if err := old.Handshake(); err == nil {
		t.Error("TLS 1.1 was accepted")
	}
}

// Bytes in the clear behind an SSLRequest must not be taken for something that came encrypted (CVE-2021-43766).
func TestBytesBeforeTLS(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1", withTLS(t))
	for _, smuggled := range [][]byte{packet(3<<16, loginParams), packet(codeSSL, ""), []byte("x")} {
		conn := r.dial()
		if _, err := conn.Write(append(packet(codeSSL, ""), smuggled...)); err != nil {
			t.Fatal(err)
		}
		newClient(t, conn).expect("FATAL 08P01 received unencrypted data after SSL request", "EOF")
		r.ended()
	}
	if log := r.log.String(); strings.Contains(log, "role=postgres") {
		t.Errorf("the smuggled startup was read:\n%s", log)
	}
}

func TestDatasources(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) {
		up := c.Datasources[login.AnyDatabase]
		up.Database = "postgres"
		c.Datasources = map[string]login.Upstream{"sales": up}
	})
	dial := func(database string) *client {
		c := newClient(t, r.dial())
		c.raw(packet(3<<16, "user\x00postgres\x00database\x00"+database+"\x00\x00"))
		return c
	}
	c := dial("sales")
	c.ready()
	c.query("SELECT current_database()")
	c.expect("T", "D postgres", "C SELECT 1", "Z I")
	dial("shop").expect(`FATAL 3D000 database "shop" does not exist`, "EOF")
	dial("").expect(`FATAL 3D000 database "postgres" does not exist`, "EOF") // PostgreSQL takes the user's name then

	any := realServer(t)
	c = newClient(t, any.dial())
	c.raw(packet(3<<16, "user\x00postgres\x00database\x00template1\x00\x00"))
	c.ready()
	c.query("SELECT current_database()")
	c.expect("T", "D template1", "C SELECT 1", "Z I")
	c = newClient(t, any.dial())
	c.raw(packet(3<<16, "user\x00postgres\x00database\x00none\x00\x00"))
	c.expect("*pgproto3.AuthenticationOk", `FATAL 3D000 database "none" does not exist`, "EOF")
}
