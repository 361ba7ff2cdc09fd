package cmd

import (
	"crypto/tls"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/integration/testca"
)

// verifierOf has the server make a verifier of a password.
func verifierOf(t *testing.T, password string) string {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), sandboxtest.Server(t).URL("postgres", "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	results, err := conn.Exec(t.Context(), "SET password_encryption = 'scram-sha-256'; BEGIN; CREATE ROLE lent_verifier PASSWORD '"+password+"';"+
		"SELECT rolpassword FROM pg_authid WHERE rolname = 'lent_verifier'; ROLLBACK").ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return string(results[3].Rows[0][0])
}

// A process takes up a new certificate, new verifiers and a new rule on SIGHUP, and keeps the sessions that it has.
func TestAccessIsReloaded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	first, second := testca.New(t, "first"), testca.New(t, "second")
	first.Issue("localhost").Files(h.dir)
	h.file("verifiers", `"demo" "`+verifierOf(t, "first-horse")+`"`)
	settings := fmt.Sprintf("tls: {cert: %[1]s/tls.crt, key: %[1]s/tls.key}\nauth: {mode: scram, verifiers: %[1]s/verifiers}\n", h.dir)
	p := startProcess(t, settings)
	connect := func(password string, trusted *testca.Authority) (*pgconn.PgConn, error) {
		cfg, err := pgconn.ParseConfig("postgres://demo@" + p.listen + "/shop?sslmode=require&channel_binding=require")
		if err != nil {
			t.Fatal(err)
		}
		cfg.Password, cfg.TLSConfig = password, &tls.Config{RootCAs: trusted.Pool(), ServerName: "localhost"}
		return pgconn.ConnectConfig(t.Context(), cfg)
	}
	old, err := connect("first-horse", first)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close(t.Context())
	if _, err := connect("second-horse", first); err == nil || !strings.Contains(err.Error(), "28P01") {
		t.Errorf("a password that is not yet: %v", err)
	}

	second.Issue("localhost").Files(h.dir)
	h.file("verifiers", `"demo" "`+verifierOf(t, "second-horse")+`"`)
	p.write(settings + "tls.require: true\n")
	p.signal(syscall.SIGHUP)
	p.said.wait(t, "settings reloaded")
	if _, err := connect("second-horse", first); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("the certificate that was: %v", err)
	}
	if _, err := connect("first-horse", second); err == nil || !strings.Contains(err.Error(), "28P01") {
		t.Errorf("the password that was: %v", err)
	}
	now, err := connect("second-horse", second)
	if err != nil {
		t.Fatal(err)
	}
	defer now.Close(t.Context())
	if _, err := pgconn.Connect(t.Context(), "postgres://demo:second-horse@"+p.listen+"/shop?sslmode=disable"); err == nil || !strings.Contains(err.Error(), "over TLS only") {
		t.Errorf("without TLS: %v", err)
	}
	if got := query(old, "SELECT 42"); got != "42" {
		t.Errorf("the session that was open: %s", got)
	}
	for _, hidden := range []string{"first-horse", "second-horse", "SCRAM-SHA-256$"} {
		if strings.Contains(p.said.String(), hidden) {
			t.Errorf("%q is in the log:\n%s", hidden, p.said)
		}
	}
}
