package proxy

import (
	"crypto/tls"
	"strings"
	"testing"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy/login"
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
		c.raw(packet(3<<16, loginParams))
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

func TestReloadWhileSessionsGoOn(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT 1 AS old") })
	c := r.connect()
	c.query("CREATE TEMP TABLE kept AS SELECT 7 AS n")
	c.expect("C SELECT 1", "Z I")
	c.query("ASK anything")
	c.expect("T", "D 1", "C SELECT 1", "Z I")

	next := *r.server.cfg.Load()
	next.Translator = answering("SELECT 2 AS new")
	next.MaxQuestionBytes = 20_000
	withTLS(t)(&next)
	if err := r.server.Reload(next); err != nil {
		t.Fatal(err)
	}
	c.query("SELECT n FROM kept") // the same session
	c.expect("T", "D 7", "C SELECT 1", "Z I")
	c.query("ASK anything")
	c.expect("T", "D 2", "C SELECT 1", "Z I")
	c.query("ASK " + strings.Repeat("long ", 5000))
	c.expect("ERROR 54000 a text with a question in it may have 20000 bytes at most", "Z I")
	if got := answer(t, r.dial(), codeSSL); got != 'S' { // there is TLS for those who come now
		t.Errorf("SSLRequest is answered %c", got)
	}

	bad := next
	bad.Datasources, bad.MaxQuestionBytes = nil, -1
	err := r.server.Reload(bad)
	if err == nil || !strings.Contains(err.Error(), "no datasource is given") || !strings.Contains(err.Error(), "MaxQuestionBytes") {
		t.Errorf("a bad configuration: %v", err)
	}
	c.query("ASK anything")
	c.expect("T", "D 2", "C SELECT 1", "Z I")
}

func TestReloadOfDatasources(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1")
	c := newClient(t, r.dial())
	c.raw(packet(3<<16, loginParams))
	c.expect("FATAL 57P03 could not connect to the database behind the proxy", "EOF")
	next := *r.server.cfg.Load()
	up, err := login.ParseUpstream("postgres://" + sandboxtest.Server(t).Addr() + "/?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	next.Datasources = map[string]login.Upstream{"postgres": up}
	if err := r.server.Reload(next); err != nil {
		t.Fatal(err)
	}
	r.connect()
}
