package proxy

import (
	"crypto/tls"
	"strings"
	"testing"
	"time"

	"github.com/pgask/pgask/integration/testca"
	"github.com/pgask/pgask/proxy/login"
)

// What PostgreSQL's ssl_crl_file lets in and what not, at the first handshake and at one that resumes a session.
func TestRevokedCertificates(t *testing.T) {
	t.Parallel()
	root, others := testca.New(t, "root"), testca.New(t, "root") // of one name, but another key
	sub := root.Sub("sub")
	good, bad := root.Issue("postgres"), root.Issue("postgres")
	under := sub.Issue("postgres")
	under.Cert += sub.PEM()
	soon, past := time.Now().Add(30*time.Minute), time.Now().Add(-time.Minute)
	cases := []struct {
		name, lists string
		shown       testca.Issued
		why         string // empty: in
	}{
		{"not in the list", root.Revoke(soon, bad.Cert), good, ""},
		{"in the list", root.Revoke(soon, bad.Cert), bad, "the certificate of CN=postgres is revoked"},
		{"in one of two", root.Revoke(soon) + root.Revoke(soon, bad.Cert), bad, "the certificate of CN=postgres is revoked"},
		{"an old list, but it is in it", root.Revoke(past, bad.Cert), bad, "the certificate of CN=postgres is revoked"},
		{"an old list", root.Revoke(past), good, "the revocation list of CN=root in tls.crl has expired"},
		{"an old list and a new one", root.Revoke(past) + root.Revoke(soon), good, ""},
		{"a list to come", root.Revoke(time.Now().Add(2 * time.Hour)), good, "the revocation list of CN=root in tls.crl is not in force yet"},
		{"somebody else's list", others.Revoke(soon), good, "tls.crl has no revocation list of CN=root"},
		{"a chain", root.Revoke(soon) + sub.Revoke(soon), under, ""},
		{"a chain without the list of its end", root.Revoke(soon), under, "tls.crl has no revocation list of CN=sub"},
		{"a chain without the list of its root", sub.Revoke(soon), under, "tls.crl has no revocation list of CN=root"},
		{"a chain whose middle is revoked", root.Revoke(soon, sub.PEM()) + sub.Revoke(soon), under, "the certificate of CN=sub is revoked"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			revoked := parsed(t, tc.lists)
			r := realServer(t, withTLS(t), func(c *Config) {
				c.TLS = c.TLS.Clone()
				c.TLS.ClientCAs, c.ClientCert, c.Revoked = root.Pool(), login.CertRole, revoked
			})
			for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
				sessions := tls.NewLRUClientSessionCache(1)
				for _, resumed := range []bool{false, true} {
					conn := r.encrypted(shows(tc.shown), func(cfg *tls.Config) {
						cfg.MinVersion, cfg.MaxVersion, cfg.ClientSessionCache, cfg.ServerName = version, version, sessions, "proxy"
					})
					if tc.why != "" {
						_ = conn.Handshake() // with TLS 1.3 the alert comes after it
						if _, err := conn.Read(make([]byte, 1)); err == nil || strings.Contains(err.Error(), "EOF") {
							t.Errorf("no alert: %v", err)
						}
						continue
					}
					c := newClient(t, conn)
					c.raw(packet(3<<16, loginParams))
					c.ready()
					if got := conn.ConnectionState().DidResume; got != resumed {
						t.Errorf("resumed: %v", got)
					}
					conn.Close()
				}
			}
			r.ended()
			if log := r.log.String(); !strings.Contains(log, tc.why) {
				t.Errorf("log:\n%s", log)
			}
		})
	}
}

// A session that was let in before does not help when it is resumed.
func TestRevokedBetweenSessions(t *testing.T) {
	t.Parallel()
	root := testca.New(t, "root")
	mine := root.Issue("postgres")
	soon := time.Now().Add(30 * time.Minute)
	before, after := parsed(t, root.Revoke(soon)), parsed(t, root.Revoke(soon, mine.Cert))
	r := realServer(t, withTLS(t), func(c *Config) {
		c.TLS = c.TLS.Clone()
		c.TLS.ClientCAs, c.Revoked = root.Pool(), before
	})
	sessions := tls.NewLRUClientSessionCache(1)
	dial := func() *tls.Conn {
		return r.encrypted(shows(mine), func(cfg *tls.Config) { cfg.ClientSessionCache, cfg.ServerName = sessions, "proxy" })
	}
	c := newClient(t, dial())
	c.raw(packet(3<<16, loginParams))
	c.ready()
	cfg := *r.server.cfg.Load()
	cfg.Revoked = after
	if err := r.server.Reload(cfg); err != nil {
		t.Fatal(err)
	}
	c.query("SELECT 1") // who is in stays in
	c.expect("T", "D 1", "C SELECT 1", "Z I")
	conn := dial()
	_ = conn.Handshake()
	if _, err := conn.Read(make([]byte, 1)); err == nil || strings.Contains(err.Error(), "EOF") {
		t.Errorf("no alert: %v", err)
	}
}

func parsed(t *testing.T, lists string) *login.Revocations {
	t.Helper()
	r, err := login.ReadRevocations(writeFile(t, lists), "tls.crl")
	if err != nil {
		t.Fatal(err)
	}
	return r
}
