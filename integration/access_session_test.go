package integration

import (
	"crypto/tls"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
)

// A minor version and an option that the server does not know are negotiated before the authentication, in every mode.
func testNegotiateVersion(t *testing.T, s *strict) {
	newest := byte(0) // the minor version
	if majorOf(t, s.Server) >= 18 {
		newest = 2
	}
	for _, mode := range []login.AuthMode{login.AuthRelay, login.AuthPassword, login.AuthSCRAM} {
		g := s.gate(t, s.upstream(t, "sslmode", "disable"), func(c *proxy.Config) {
			c.AllowTrust, c.Auth, c.Verifiers.File = true, mode, s.verifierFile(t, s.verifier)
		})
		conn, err := tls.Dial("tcp", g.addr, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"postgresql"}})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
			t.Fatal(err)
		}
		body := "user\x00by_scram\x00database\x00postgres\x00_pq_.test_protocol_negotiation\x00\x00\x00"
		sent := binary.BigEndian.AppendUint32(nil, uint32(8+len(body)))
		sent = append(binary.BigEndian.AppendUint32(sent, 3<<16|9999), body...)
		if _, err := conn.Write(sent); err != nil {
			t.Fatal(err)
		}
		var header [5]byte
		if _, err := io.ReadFull(conn, header[:]); err != nil {
			t.Fatal(err)
		}
		reply := make([]byte, binary.BigEndian.Uint32(header[1:])-4)
		if _, err := io.ReadFull(conn, reply); err != nil {
			t.Fatal(err)
		}
		want := append([]byte{0, 3, 0, newest, 0, 0, 0, 1}, "_pq_.test_protocol_negotiation\x00"...)
		if diff := cmp.Diff(want, reply); header[0] != 'v' || diff != "" {
			t.Errorf("%s: %c (-want +got):\n%s", mode, header[0], diff)
		}
		if _, err := io.ReadFull(conn, header[:]); err != nil || header[0] != 'R' {
			t.Errorf("%s: then %c, %v", mode, header[0], err)
		}
	}
}

// Certificates and verifiers change for clients that come, and nothing does when they are not right.
func testReloadAccess(t *testing.T, s *strict) {
	g := s.gate(t, s.upstream(t, "sslmode", "require"), func(c *proxy.Config) {
		c.Auth, c.Verifiers.File = login.AuthSCRAM, s.verifierFile(t, strings.Replace(s.verifier, "$4096:", "$4096:AAAA", 1))
	})
	root := "sslrootcert=" + writeTemp(t, t.TempDir(), "database-ca.crt", s.ca.PEM())
	g.out(t, "password authentication failed", "by_scram", tlsClient)
	g.out(t, "certificate verify failed", "by_scram", "sslmode=verify-ca", root)
	g.cfg.Verifiers.File = s.verifierFile(t, s.verifier)
	g.cfg.TLS = &tls.Config{Certificates: []tls.Certificate{s.own.Pair()}}
	if err := g.server.Reload(g.cfg); err != nil {
		t.Fatal(err)
	}
	g.in(t, "by_scram", "sslmode=verify-ca", root)
	bad := g.cfg
	bad.Verifiers = login.Verifiers{}
	if err := g.server.Reload(bad); err == nil {
		t.Error("mode scram without verifiers was accepted")
	}
	g.in(t, "by_scram", "sslmode=verify-ca", root)
}

// A cancel request goes the way that the session went, with TLS, and through another proxy if a balancer says so.
func testCancelEncrypted(t *testing.T, s *strict) {
	with := func(c *proxy.Config) { c.Auth = login.AuthPassword }
	one, other := s.gate(t, s.upstream(t, "sslmode", "require"), with), s.gate(t, s.upstream(t, "sslmode", "require"), with)
	for _, to := range []*gate{one, other} {
		asleep := make(chan bool, 1)
		cfg, err := pgconn.ParseConfig("postgres://by_scram:" + thePassword + "@" + one.addr + "/postgres?sslmode=require")
		if err != nil {
			t.Fatal(err)
		}
		cfg.OnNotice = func(*pgconn.PgConn, *pgconn.Notice) { asleep <- true }
		conn, err := pgconn.ConnectConfig(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- conn.Exec(t.Context(), "DO $$BEGIN RAISE NOTICE 'asleep'; PERFORM pg_sleep(60); END$$").Close()
		}()
		<-asleep
		canceller, err := tls.Dial("tcp", to.addr, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"postgresql"}})
		if err != nil {
			t.Fatal(err)
		}
		request := (&pgproto3.CancelRequest{ProcessID: conn.PID(), SecretKey: conn.SecretKey()})
		if _, err := canceller.Write(encoded(t, request)); err != nil {
			t.Fatal(err)
		}
		_, _ = io.ReadAll(canceller)
		canceller.Close()
		if err := <-ended; err == nil || !strings.Contains(err.Error(), "57014") {
			t.Errorf("not cancelled: %v", err)
		}
	}
}

func encoded(t *testing.T, m pgproto3.FrontendMessage) []byte {
	t.Helper()
	p, err := m.Encode(nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
