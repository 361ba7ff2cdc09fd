package proxy

import (
	"crypto/tls"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/testca"
	"github.com/pgask/pgask/proxy/login"
)

// direct begins with TLS at once.
func (r *rig) direct(change ...func(*tls.Config)) *tls.Conn {
	cfg := &tls.Config{InsecureSkipVerify: true, NextProtos: []string{alpn}}
	for _, c := range change {
		c(cfg)
	}
	return tls.Client(r.dial(), cfg)
}

// encrypted asks for TLS, as clients before PostgreSQL 17 do.
func (r *rig) encrypted(change ...func(*tls.Config)) *tls.Conn {
	r.tb.Helper()
	conn := r.dial()
	if got := answer(r.tb, conn, codeSSL); got != 'S' {
		r.tb.Fatalf("answered %c", got)
	}
	cfg := &tls.Config{InsecureSkipVerify: true}
	for _, c := range change {
		c(cfg)
	}
	return tls.Client(conn, cfg)
}

func TestDirectTLS(t *testing.T) {
	t.Parallel()
	r := realServer(t, withTLS(t))
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		c := newClient(t, r.direct(func(cfg *tls.Config) { cfg.MinVersion, cfg.MaxVersion = version, version }))
		c.raw(packet(3<<16, loginParams))
		c.ready()
		c.query(sleeping)
		c.expect("NOTICE asleep")
		canceller := r.direct()
		if _, err := canceller.Write(cancelRequest(c.key)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(canceller); err != nil {
			t.Errorf("cancel over direct TLS: %v", err)
		}
		c.expect("ERROR 57014 canceling statement due to user request", "Z I")
		c.send(&pgproto3.Terminate{})
		r.ended()
	}
	c := newClient(t, r.direct(func(cfg *tls.Config) { cfg.NextProtos = nil }))
	c.expect("FATAL 08P01 direct TLS connection without the ALPN protocol name postgresql", "EOF")
	if err := r.direct(func(cfg *tls.Config) { cfg.NextProtos = []string{"http/1.1"} }).Handshake(); err == nil {
		t.Error("another protocol was accepted")
	}
	// Asking again inside TLS gets an N, as PostgreSQL has it no other way.
	inside := r.direct()
	if got := answer(t, inside, codeSSL); got != 'N' {
		t.Errorf("SSLRequest inside TLS: %c", got)
	}
}

// Without a certificate of its own the proxy has nothing to say to a client that begins with TLS.
func TestDirectTLSUnconfigured(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1")
	if err := r.direct().Handshake(); err == nil {
		t.Error("a handshake without a certificate")
	}
	r.ended()
	if log := r.log.String(); strings.Contains(log, "level=WARN") || !strings.Contains(log, "tls.cert is not set") {
		t.Errorf("log:\n%s", log)
	}
}

// A direct client that is cut off anywhere in its hello leaves nothing behind.
func TestDirectTLSCutAnywhere(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1", withTLS(t))
	for _, sent := range []string{"\x16", "\x16\x03\x01", "\x16\x03\x01\x00", "\x16\x03\x01\x00\x05hello", "\x16\xff\xff\xff\xff", "\x16\x03\x01\xff\xff" + strings.Repeat("x", 70_000)} {
		conn := r.dial().(*net.TCPConn)
		_, _ = conn.Write([]byte(sent)) // the proxy may have gone
		_ = conn.CloseWrite()
		_, _ = io.ReadAll(conn)
	}
	r.ended()
}

func TestMinVersion(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1", withTLS(t), func(c *Config) {
		c.TLS = c.TLS.Clone()
		c.TLS.MinVersion = tls.VersionTLS13
	})
	if err := r.encrypted(func(cfg *tls.Config) { cfg.MaxVersion = tls.VersionTLS12 }).Handshake(); err == nil {
		t.Error("TLS 1.2 was accepted")
	}
	if err := r.encrypted().Handshake(); err != nil {
		t.Error(err)
	}
}

func TestRequireTLS(t *testing.T) {
	t.Parallel()
	r := realServer(t, withTLS(t), func(c *Config) { c.RequireTLS = true })
	c := newClient(t, r.dial())
	c.raw(packet(3<<16, loginParams))
	c.expect("FATAL 28000 pgask takes connections over TLS only", "EOF")
	c = newClient(t, r.encrypted())
	c.raw(packet(3<<16, loginParams))
	c.ready()
	c.query(sleeping)
	c.expect("NOTICE asleep")
	r.cancel(c.key) // in the clear, as psql does it
	c.expect("ERROR 57014 canceling statement due to user request", "Z I")
}

// shows has a client show a certificate, whatever authorities the server names.
func shows(i testca.Issued) func(*tls.Config) {
	pair := i.Pair()
	return func(cfg *tls.Config) {
		cfg.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &pair, nil }
	}
}

func TestClientCertificates(t *testing.T) {
	t.Parallel()
	ours, others := testca.New(t, "ours"), testca.New(t, "others")
	pool := ours.Pool()
	nothing := func(*tls.Config) {}
	const (
		in      = "in"
		needed  = "FATAL 28000 connection requires a valid client certificate"
		another = `FATAL 28000 certificate authentication failed for user "postgres"`
		alert   = "alert"
	)
	cases := []struct {
		name   string
		demand login.ClientCert
		shown  func(*tls.Config)
		want   string
	}{
		{"none, optional", login.CertOptional, nothing, in},
		{"none, required", login.CertRequired, nothing, needed},
		{"none, the role's", login.CertRole, nothing, needed},
		{"good, optional", login.CertOptional, shows(ours.Issue("somebody")), in},
		{"good, required", login.CertRequired, shows(ours.Issue("somebody")), in},
		{"somebody's, the role's", login.CertRole, shows(ours.Issue("somebody")), another},
		{"the role's", login.CertRole, shows(ours.Issue("postgres")), in},
		{"of other case", login.CertRole, shows(ours.Issue("Postgres")), another},
		{"others', optional", login.CertOptional, shows(others.Issue("postgres")), alert},
		{"others', the role's", login.CertRole, shows(others.Issue("postgres")), alert},
		{"expired", login.CertRole, shows(ours.IssueUntil("postgres", time.Now().Add(-time.Minute))), alert},
	}
	for _, tc := range cases {
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			r := realServer(t, withTLS(t), func(c *Config) {
				c.TLS = c.TLS.Clone()
				c.TLS.ClientCAs, c.ClientCert = pool, tc.demand
			})
			conn := r.encrypted(tc.shown, func(cfg *tls.Config) { cfg.MinVersion, cfg.MaxVersion = version, version })
			if tc.want == alert {
				_ = conn.Handshake() // with TLS 1.3 the alert comes after it
				if _, err := conn.Read(make([]byte, 1)); err == nil || strings.Contains(err.Error(), "EOF") {
					t.Errorf("%s: no alert: %v", tc.name, err)
				}
				continue
			}
			c := newClient(t, conn)
			c.raw(packet(3<<16, loginParams))
			if tc.want == in {
				c.ready()
				continue
			}
			c.expect(tc.want, "EOF")
		}
	}
	r := realServer(t, withTLS(t), func(c *Config) {
		c.TLS = c.TLS.Clone()
		c.TLS.ClientCAs, c.ClientCert = pool, login.CertRequired
	})
	c := newClient(t, r.dial()) // nor can one do without by doing without TLS
	c.raw(packet(3<<16, loginParams))
	c.expect(needed, "EOF")
}

// One proxy behind the other, with TLS from the first byte between them.
func TestUpstreamDirectTLS(t *testing.T) {
	t.Parallel()
	back := realServer(t, withTLS(t))
	front := setup(t, back.addr, func(c *Config) {
		u, err := login.ParseUpstream("postgres://" + back.addr + "/?sslmode=require&sslnegotiation=direct")
		if err != nil {
			t.Fatal(err)
		}
		u.Database = ""
		c.Datasources = map[string]login.Upstream{login.AnyDatabase: u}
	})
	c := front.connect()
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
	if !back.session().login.Secured() {
		t.Error("the connection between them is not encrypted")
	}
	c.query(sleeping)
	c.expect("NOTICE asleep")
	front.cancel(c.key)
	c.expect("ERROR 57014 canceling statement due to user request", "Z I")
}

// What is wrong with what is demanded of clients is said at the start.
func TestAccessIsValidated(t *testing.T) {
	t.Parallel()
	good := *realServer(t).server.cfg.Load()
	for want, change := range map[string]func(*Config){
		"ClientCert":                 func(c *Config) { c.ClientCert = login.CertRequired },
		`ClientCert: "x"`:            func(c *Config) { c.ClientCert = "x" },
		"RequireTLS":                 func(c *Config) { c.RequireTLS = true },
		`Auth: "x" is unknown`:       func(c *Config) { c.Auth = "x" },
		"Auth: scram needs Verifier": func(c *Config) { c.Auth = login.AuthSCRAM },
	} {
		cfg := good
		change(&cfg)
		if _, err := New(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
