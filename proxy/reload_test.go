package proxy

import (
	"crypto/tls"
	"testing"
)

// A new certificate is for clients that come; a session that is open goes on, and a bad configuration changes nothing.
func TestReload(t *testing.T) {
	t.Parallel()
	first, second := certificate(t), certificate(t)
	with := func(cert tls.Certificate) func(*Config) {
		return func(c *Config) { c.TLS = &tls.Config{Certificates: []tls.Certificate{cert}} }
	}
	r := realServer(t, with(first))
	connect := func(want tls.Certificate) *client {
		t.Helper()
		conn := r.dial()
		answer(t, conn, codeSSL)
		secured := tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
		c := newClient(t, secured)
		c.raw(packet(3<<16, login))
		c.ready()
		if got := secured.ConnectionState().PeerCertificates[0].Raw; string(got) != string(want.Certificate[0]) {
			t.Error("the server showed another certificate")
		}
		return c
	}
	old := connect(first)
	cfg := *r.server.cfg.Load()
	with(second)(&cfg)
	if err := r.server.Reload(cfg); err != nil {
		t.Fatal(err)
	}
	connect(second)
	if err := r.server.Reload(Config{}); err == nil {
		t.Error("a configuration without anything was accepted")
	}
	connect(second)
	old.query("SELECT 1")
	old.expect("T", "D 1", "C SELECT 1", "Z I")
}
