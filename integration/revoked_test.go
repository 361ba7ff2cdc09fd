package integration

import (
	"crypto/tls"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/testca"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
)

// tls.crl lets in whom the server's own ssl_crl_file would, for the same lists and the same certificates.
func TestRevokedAsByServer(t *testing.T) {
	t.Parallel()
	s := newStrict(t, func(o *sandbox.Options) {
		o.HBA = "local all all trust\nhostnossl all by_cert 127.0.0.1/32 trust\nhostssl all by_cert 127.0.0.1/32 cert"
	})
	others := testca.New(t, "database CA") // of the same name, with another key
	sub := s.ca.Sub("sub")
	good, bad, under := s.ca.Issue("by_cert"), s.ca.Issue("by_cert"), sub.Issue("by_cert")
	under.Cert += sub.PEM()
	soon, past := time.Now().Add(30*time.Minute), time.Now().Add(-time.Minute)
	cases := []struct {
		name, lists string
		shown       testca.Issued
		in          bool
	}{
		{"not in the list", s.ca.Revoke(soon, bad.Cert), good, true},
		{"in the list", s.ca.Revoke(soon, bad.Cert), bad, false},
		{"an old list with it", s.ca.Revoke(past, bad.Cert), bad, false},
		{"an old list", s.ca.Revoke(past), good, false},
		{"a list to come", s.ca.Revoke(time.Now().Add(2 * time.Hour)), good, false},
		{"somebody else's list", others.Revoke(soon), good, false},
		{"the list of another authority", sub.Revoke(soon), good, false},
		{"a chain", s.ca.Revoke(soon) + sub.Revoke(soon), under, true},
		{"a chain without the list of its end", s.ca.Revoke(soon), under, false},
		{"a chain without the list of its root", sub.Revoke(soon), under, false},
		{"a chain whose middle is revoked", s.ca.Revoke(soon, sub.PEM()) + sub.Revoke(soon), under, false},
		{"a chain whose end is revoked", s.ca.Revoke(soon) + sub.Revoke(soon, under.Cert), under, false},
	}
	g := s.gate(t, s.upstream(t, "sslmode", "disable"), func(c *proxy.Config) {
		c.TLS.ClientCAs, c.ClientCert = s.ca.Pool(), login.CertRole
	})
	dir := serverReadable(t)
	for i, tc := range cases {
		file := filepath.Join(dir, fmt.Sprintf("%d.crl", i))
		if err := os.WriteFile(file, []byte(tc.lists), 0o644); err != nil {
			t.Fatal(err)
		}
		s.useRevocations(t, file)
		var err error
		if g.cfg.Revoked, err = login.ReadRevocations(file, "tls.crl"); err != nil {
			t.Fatal(err)
		}
		if err := g.server.Reload(g.cfg); err != nil {
			t.Fatal(err)
		}
		for who, addr := range map[string]string{"PostgreSQL": s.Addr(), "pgask": g.addr} {
			if err := loginByCertificate(t, addr, tc.shown); (err == nil) != tc.in {
				t.Errorf("%s: %s: in is %v, want %v: %v", tc.name, who, err == nil, tc.in, err)
			}
		}
	}
}

// serverReadable is a directory that the server may read, whoever runs it.
func serverReadable(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgask-crl-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// useRevocations has the server read another ssl_crl_file. It reads it before it takes the next client.
func (s *strict) useRevocations(t *testing.T, file string) {
	t.Helper()
	for _, sql := range []string{"ALTER SYSTEM SET ssl_crl_file = '" + file + "'", "SELECT pg_reload_conf()"} {
		if err := s.Exec(t.Context(), "postgres", sql); err != nil {
			t.Fatal(err)
		}
	}
	for s.value(t, "SHOW ssl_crl_file") != file {
		if t.Context().Err() != nil {
			t.Fatal("the server does not reload")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// loginByCertificate connects and says a word: with TLS 1.3 a client learns only then that its certificate was refused.
func loginByCertificate(t *testing.T, addr string, shown testca.Issued) error {
	t.Helper()
	host, port, _ := strings.Cut(addr, ":")
	cfg, err := pgconn.ParseConfig(fmt.Sprintf("host=%s port=%s user=by_cert dbname=postgres sslmode=require", host, port))
	if err != nil {
		t.Fatal(err)
	}
	cfg.TLSConfig = &tls.Config{InsecureSkipVerify: true, Certificates: []tls.Certificate{shown.Pair()}}
	conn, err := pgconn.ConnectConfig(t.Context(), cfg)
	if err != nil {
		return err
	}
	defer conn.Close(t.Context())
	return conn.Ping(t.Context())
}
