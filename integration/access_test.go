package integration

import (
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
)

// Every mode and way to refuse, on one server.
func TestAccess(t *testing.T) {
	t.Parallel()
	s := newStrict(t)
	t.Run("sslmode of the upstream", func(t *testing.T) { t.Parallel(); testUpstreamModes(t, s) })
	t.Run("wrong password", func(t *testing.T) { t.Parallel(); testWrongPassword(t, s) })
	t.Run("unknown roles", func(t *testing.T) { t.Parallel(); testUnknownRoles(t, s) })
	t.Run("auth.query", func(t *testing.T) { t.Parallel(); testAuthQuery(t, s) })
	t.Run("verifier of another password", func(t *testing.T) { t.Parallel(); testOtherVerifier(t, s) })
	t.Run("one certificate", func(t *testing.T) { t.Parallel(); testOneCertificate(t, s) })
	t.Run("channel binding upstream", func(t *testing.T) { t.Parallel(); testUpstreamBinding(t, s) })
	t.Run("negotiate protocol version", func(t *testing.T) { t.Parallel(); testNegotiateVersion(t, s) })
	t.Run("datasources", func(t *testing.T) { t.Parallel(); testModePerDatasource(t, s) })
	t.Run("client certificate", func(t *testing.T) { t.Parallel(); testClientCertificate(t, s) })
	t.Run("other clients", func(t *testing.T) { t.Parallel(); testOtherClients(t, s) })
	t.Run("passwords", func(t *testing.T) { t.Parallel(); testPasswords(t, s) })
	t.Run("cancel", func(t *testing.T) { t.Parallel(); testCancelEncrypted(t, s) })
	t.Run("reload", func(t *testing.T) { t.Parallel(); testReloadAccess(t, s) })
}

const tlsClient, plainClient = "sslmode=require", "sslmode=disable"

// in and out compare what psql says.
func (g *gate) in(t *testing.T, role string, settings ...string) {
	t.Helper()
	if who, told := g.psql(t, role, settings...); who != role {
		t.Errorf("%s %v: got in as %q; %s", role, settings, who, told)
	}
}

func (g *gate) out(t *testing.T, want, role string, settings ...string) {
	t.Helper()
	if who, told := g.psql(t, role, settings...); who != "" || !strings.Contains(told, want) {
		t.Errorf("%s %v: got in as %q, or was told something else than %q: %s", role, settings, who, want, told)
	}
}

// What libpq's sslmode means, for roles that the server lets in with TLS alone, or without it alone.
func testUpstreamModes(t *testing.T, s *strict) {
	dir := t.TempDir()
	right, wrong := writeTemp(t, dir, "right.crt", s.ca.PEM()), writeTemp(t, dir, "wrong.crt", s.proxyCA.PEM())
	const cannot, entry = "could not connect to the database behind the proxy", "no pg_hba.conf entry"
	directTLS, directPlain := cannot, cannot
	if majorOf(t, s.Server) >= 17 { // the first that knows sslnegotiation=direct
		directTLS, directPlain = "", entry
	}
	for _, tc := range []struct {
		params           []string
		onlyTLS, onlyPln string // what is wrong; empty: nothing
	}{
		{[]string{"sslmode", "disable"}, entry, ""},
		{[]string{"sslmode", "allow"}, "", ""},
		{[]string{"sslmode", "prefer"}, "", ""},
		{[]string{"sslmode", "require"}, "", entry},
		{[]string{"sslmode", "require", "sslrootcert", wrong}, cannot, cannot},
		{[]string{"sslmode", "verify-ca", "sslrootcert", right}, "", entry},
		{[]string{"sslmode", "verify-ca", "sslrootcert", wrong}, cannot, cannot},
		{[]string{"sslmode", "verify-full", "sslrootcert", right}, "", entry},
		{[]string{"sslmode", "verify-full", "sslrootcert", wrong}, cannot, cannot},
		{[]string{"sslmode", "require", "sslnegotiation", "direct"}, directTLS, directPlain},
	} {
		for _, client := range []string{plainClient, tlsClient} {
			g := s.gate(t, s.upstream(t, tc.params...))
			for role, want := range map[string]string{"only_tls": tc.onlyTLS, "only_plain": tc.onlyPln} {
				// Relayed SCRAM cannot be bound with TLS on both legs; the table has that.
				if want == "" {
					g.in(t, role, client, "channel_binding=disable")
				} else {
					g.out(t, want, role, client, "channel_binding=disable")
				}
			}
		}
	}
}

// A wrong password is told in PostgreSQL's words, in every mode.
func testWrongPassword(t *testing.T, s *strict) {
	wrong := strings.Replace(s.verifier, "4096:", "4096:AAAA", 1)
	for _, mode := range []login.AuthMode{login.AuthRelay, login.AuthPassword, login.AuthSCRAM} {
		g := s.gate(t, s.upstream(t, "sslmode", "require"), func(c *proxy.Config) {
			c.Auth, c.Verifiers.File = mode, s.verifierFile(t, wrong)
		})
		_, err := pgx.Connect(t.Context(), fmt.Sprintf("postgres://by_scram:wrong-horse@%s/postgres?sslmode=require&channel_binding=disable", g.addr))
		if err == nil || !strings.Contains(err.Error(), `password authentication failed for user "by_scram" (SQLSTATE 28P01)`) {
			t.Errorf("%s: %v", mode, err)
		}
	}
}

// dial begins a session by hand, over TLS, and returns what authenticates next.
func (g *gate) dial(t *testing.T, role string) (*pgproto3.Frontend, net.Conn) {
	t.Helper()
	conn, err := net.Dial("tcp", g.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	fe := pgproto3.NewFrontend(conn, conn)
	fe.Send(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersionNumber, Parameters: map[string]string{"user": role, "database": "postgres"}})
	if err := fe.Flush(); err != nil {
		t.Fatal(err)
	}
	return fe, conn
}

// Neither the shape of the messages nor the salt tells a role that exists from one that does not.
func testUnknownRoles(t *testing.T, s *strict) {
	query := login.NewAuthQuery("SELECT pgask.verifier($1)", "asker", "asking-horse", "")
	for name, v := range map[string]login.Verifiers{"file": {File: s.verifierFile(t, s.verifier)}, "query": {Query: query}} {
		g := s.gate(t, s.upstream(t, "sslmode", "disable"), func(c *proxy.Config) { c.Auth, c.Verifiers = login.AuthSCRAM, v })
		heard := func(role string) (shape []string, salt string) {
			fe, _ := g.dial(t, role)
			for {
				m, err := fe.Receive()
				if err != nil {
					return append(shape, err.Error()), salt
				}
				switch m := m.(type) {
				case *pgproto3.AuthenticationSASL:
					shape = append(shape, fmt.Sprint(m.AuthMechanisms))
					fe.Send(&pgproto3.SASLInitialResponse{AuthMechanism: "SCRAM-SHA-256", Data: []byte("n,,n=,r=abc")})
				case *pgproto3.AuthenticationSASLContinue:
					nonce, rest, _ := strings.Cut(string(m.Data), ",s=")
					salt, rest, _ = strings.Cut(rest, ",")
					shape = append(shape, fmt.Sprint(len(nonce), len(salt), rest))
					fe.Send(&pgproto3.SASLResponse{Data: []byte("c=biws," + nonce + ",p=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")})
				case *pgproto3.ErrorResponse:
					shape = append(shape, strings.ReplaceAll(fmt.Sprint(m.Code, m.Message, m.Hint), role, "ROLE"))
				default:
					t.Fatalf("got %T", m)
				}
				if err := fe.Flush(); err != nil {
					t.Fatal(err)
				}
			}
		}
		// With pg_hba.conf as it is the server refuses strangers at once; all these have an entry.
		known, salt := heard("by_scram")
		for _, role := range []string{"by_md5", "by_trust"} {
			if name == "file" {
				continue // the file of these tests has them
			}
			made, first := heard(role)
			_, again := heard(role)
			if diff := cmp.Diff(known, made); diff != "" || first != again || first == salt {
				t.Errorf("%s: %s is not like by_scram (-by_scram +%s):\n%s\nsalts %s and %s", name, role, role, diff, first, again)
			}
		}
		_, again := heard("by_scram")
		if salt != again || len(known) != 4 || !strings.HasPrefix(known[2], "28P01") {
			t.Errorf("%s: %v, salts %s and %s", name, known, salt, again)
		}
	}
}

func testAuthQuery(t *testing.T, s *strict) {
	with := func(u login.Upstream, sql, role, password string) *gate {
		return s.gate(t, u, func(c *proxy.Config) {
			c.Auth, c.Verifiers.Query = login.AuthSCRAM, login.NewAuthQuery(sql, role, password, "")
		})
	}
	const query = "SELECT pgask.verifier($1)"
	encrypted, plain := s.upstream(t, "sslmode", "require"), s.upstream(t, "sslmode", "disable")
	for _, u := range []login.Upstream{encrypted, plain} {
		g := with(u, query, "asker", "asking-horse")
		g.in(t, "by_scram", tlsClient, "channel_binding=require")
		g.in(t, "by_scram", plainClient)
		g.out(t, `password authentication failed for user "by_md5"`, "by_md5", tlsClient)
		g.out(t, `password authentication failed for user "by_trust"`, "by_trust", tlsClient)
	}
	with(plain, "SELECT rolname, pgask.verifier(rolname) FROM pg_roles WHERE rolname = $1", "asker", "asking-horse").in(t, "by_scram", tlsClient)
	const cannot = "pgask cannot look up who may log in"
	for _, g := range []*gate{
		with(plain, query, "asker", "wrong-horse"),
		with(plain, query, "nobody", ""),
		with(plain, "SELECT rolpassword FROM pg_authid WHERE rolname = $1", "asker", "asking-horse"),
		with(plain, "SELECT rolname FROM pg_roles WHERE rolname > $1", "asker", "asking-horse"),
		with(plain, "SELECT repeat($1, 1000000)", "asker", "asking-horse"),
		with(plain, "SELECT 1; SELECT $1", "asker", "asking-horse"),
	} {
		g.out(t, cannot, "by_scram", tlsClient)
	}
	// What is no verifier is none, and neither is nothing.
	for _, sql := range []string{"SELECT 'hello' || $1", "SELECT NULL WHERE $1 = ''", "SELECT NULL || $1"} {
		with(plain, sql, "asker", "asking-horse").out(t, "password authentication failed", "by_scram", tlsClient)
	}
}

// A verifier of the same password with another salt lets a client in here and not there.
func testOtherVerifier(t *testing.T, s *strict) {
	if err := s.Exec(t.Context(), "postgres", "CREATE ROLE again LOGIN PASSWORD '"+thePassword+"'"); err != nil {
		t.Fatal(err)
	}
	other := s.value(t, "SELECT rolpassword FROM pg_authid WHERE rolname = 'again'")
	g := s.gate(t, s.upstream(t, "sslmode", "require"), func(c *proxy.Config) { c.Auth, c.Verifiers.File = login.AuthSCRAM, s.verifierFile(t, other) })
	g.out(t, "the verifier that pgask has of this role is not the one in the database", "by_scram", tlsClient)
}

// Where the proxy shows the database's own certificate, channel binding holds through it.
func testOneCertificate(t *testing.T, s *strict) {
	g := s.gate(t, s.upstream(t, "sslmode", "require"), func(c *proxy.Config) {
		c.TLS = &tls.Config{Certificates: []tls.Certificate{s.own.Pair()}}
	})
	for _, binding := range []string{"disable", "prefer", "require"} {
		g.in(t, "by_scram", tlsClient, "channel_binding="+binding)
	}
}

// What the upstream's channel_binding demands of logins in the client's place.
func testUpstreamBinding(t *testing.T, s *strict) {
	for _, mode := range []login.AuthMode{login.AuthPassword, login.AuthSCRAM} {
		for _, binding := range []string{"disable", "prefer", "require"} {
			u := s.upstream(t, "sslmode", "require", "channel_binding", binding)
			g := s.gate(t, u, func(c *proxy.Config) { c.Auth, c.Verifiers.File = mode, s.verifierFile(t, s.verifier) })
			g.in(t, "by_scram", tlsClient)
			if binding == "require" && mode == login.AuthPassword {
				g.out(t, "the upstream's channel_binding=require demands", "by_md5", tlsClient)
			}
		}
	}
	u := s.upstream(t, "sslmode", "disable", "channel_binding", "require")
	g := s.gate(t, u, func(c *proxy.Config) { c.Auth = login.AuthPassword })
	g.out(t, "the upstream's channel_binding=require demands", "by_scram", tlsClient)
}

// One datasource may have another mode than the rest.
func testModePerDatasource(t *testing.T, s *strict) {
	g := s.gate(t, s.upstream(t, "sslmode", "require"), func(c *proxy.Config) {
		other := c.Datasources["postgres"]
		other.Auth, other.Database = login.AuthPassword, "postgres"
		c.Datasources["other"] = other
	})
	const url = "postgres://by_scram:" + thePassword + "@%s/%s?sslmode=require&channel_binding=require"
	_, err := pgconn.Connect(t.Context(), fmt.Sprintf(url, g.addr, "postgres"))
	if err == nil || !strings.Contains(err.Error(), "does not pass through two TLS connections") {
		t.Errorf("relay: %v", err)
	}
	conn, err := pgconn.Connect(t.Context(), fmt.Sprintf(strings.TrimSuffix(url, "&channel_binding=require"), g.addr, "other"))
	if err != nil {
		t.Fatalf("password: %v", err)
	}
	conn.Close(t.Context())
}

// A client that proves its role by certificate gets in where the database trusts the proxy.
func testClientCertificate(t *testing.T, s *strict) {
	anna := s.proxyCA.Issue("by_trust")
	dir := t.TempDir()
	cert, key := anna.Files(dir)
	shown := fmt.Sprintf("sslcert=%s sslkey=%s", cert, key)
	g := s.gate(t, s.upstream(t, "sslmode", "disable"), func(c *proxy.Config) {
		c.TLS.ClientCAs, c.ClientCert = s.proxyCA.Pool(), login.CertRole
	})
	root := writeTemp(t, dir, "proxy-ca.crt", s.proxyCA.PEM())
	g.in(t, "by_trust", "sslmode=verify-full host=localhost hostaddr=127.0.0.1", "sslrootcert="+root, shown)
	g.out(t, `certificate authentication failed for user "by_scram"`, "by_scram", tlsClient, shown)
	g.out(t, "connection requires a valid client certificate", "by_trust", tlsClient)
}

// pgx has its own SCRAM and its own TLS, and begins with TLS if it is told to.
func testOtherClients(t *testing.T, s *strict) {
	g := s.gate(t, s.upstream(t, "sslmode", "require"), func(c *proxy.Config) {
		c.Auth, c.Verifiers.File = login.AuthSCRAM, s.verifierFile(t, s.verifier)
	})
	for _, params := range []string{"sslmode=disable", "sslmode=require&channel_binding=require", "sslmode=require&channel_binding=disable",
		"sslmode=require&sslnegotiation=direct&channel_binding=require"} {
		conn, err := pgconn.Connect(t.Context(), fmt.Sprintf("postgres://by_scram:%s@%s/postgres?%s", thePassword, g.addr, params))
		if err != nil {
			t.Errorf("%s: %v", params, err)
			continue
		}
		conn.Close(t.Context())
	}
}

// Passwords beyond ASCII are what PostgreSQL makes of them.
func testPasswords(t *testing.T, s *strict) {
	if err := s.Exec(t.Context(), "postgres", "CREATE ROLE typist LOGIN"); err != nil {
		t.Fatal(err)
	}
	g := s.gate(t, s.upstream(t, "sslmode", "require"), func(c *proxy.Config) { c.Auth = login.AuthPassword })
	for _, set := range []string{"ﬁne\u00a0²", "пароль", "emoji 🐘", "soft\u00adhyphen", "mixed אb1", strings.Repeat("long", 100)} {
		if err := s.Exec(t.Context(), "postgres", "ALTER ROLE typist PASSWORD '"+set+"'"); err != nil {
			t.Fatal(err)
		}
		cfg, err := pgconn.ParseConfig("postgres://typist@" + g.addr + "/postgres?sslmode=require")
		if err != nil {
			t.Fatal(err)
		}
		cfg.Password = set
		conn, err := pgconn.ConnectConfig(t.Context(), cfg)
		if err != nil {
			t.Errorf("password %q: %v", set, err)
			continue
		}
		conn.Close(t.Context())
	}
}
