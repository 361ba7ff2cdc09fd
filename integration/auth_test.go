package integration

import (
	"context"
	"crypto/tls"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/testca"
	"github.com/pgask/pgask/integration/testlog"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

var updateAuth = flag.Bool("update-auth", false, "write what works where into docs/authentication.md")

const authDoc = "../docs/authentication.md"

// The password of every role of the strict server.
const thePassword = "right-horse"

// strict is a server that asks for something: a role for each way to log in, and TLS.
type strict struct {
	*sandbox.Server
	ca       *testca.Authority
	own      testca.Issued // the server's certificate
	verifier string        // of the password
	proxyCA  *testca.Authority
	proxy    testca.Issued // the proxy's certificate for clients
	client   testca.Issued // the proxy's certificate for the server, whose name is a role's
	at       string        // where the proxy finds it
}

func newStrict(t *testing.T, change ...func(*sandbox.Options)) *strict {
	t.Helper()
	s := &strict{ca: testca.New(t, "database CA"), proxyCA: testca.New(t, "proxy CA")}
	s.own, s.proxy, s.client = s.ca.Issue("localhost"), s.proxyCA.Issue("localhost"), s.ca.Issue("by_cert")
	o := sandbox.Options{
		HBA: `
local all all trust
host all by_trust samehost trust
host all by_password samehost password
host all by_md5 samehost md5
host all by_scram samehost scram-sha-256
hostssl all only_tls samehost scram-sha-256
hostnossl all only_plain samehost scram-sha-256
host all typist samehost scram-sha-256
host all asker samehost scram-sha-256
hostssl all by_cert samehost cert`,
		Files:    map[string]string{"server.crt": s.own.Cert, "server.key": s.own.Key, "root.crt": s.ca.PEM()},
		Settings: map[string]string{"ssl": "on", "ssl_ca_file": "root.crt", "listen_addresses": "*"},
	}
	for _, c := range change {
		c(&o)
	}
	var err error
	s.Server, err = sandbox.Start(t.Context(), o)
	if err != nil {
		t.Fatalf("the test needs a PostgreSQL server: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	s.at = s.Addr()
	if err := s.Exec(t.Context(), "postgres", strings.ReplaceAll(`
SET password_encryption = md5; CREATE ROLE by_md5 LOGIN PASSWORD 'P';
SET password_encryption = 'scram-sha-256'; CREATE ROLE by_scram LOGIN PASSWORD 'P'; CREATE ROLE by_password LOGIN PASSWORD 'P';
CREATE ROLE only_tls LOGIN PASSWORD 'P'; CREATE ROLE only_plain LOGIN PASSWORD 'P'; CREATE ROLE by_trust LOGIN; CREATE ROLE by_cert LOGIN;
CREATE ROLE asker LOGIN PASSWORD 'asking-horse'; CREATE SCHEMA pgask; GRANT USAGE ON SCHEMA pgask TO asker;
CREATE FUNCTION pgask.verifier(role text) RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
 AS 'SELECT rolpassword FROM pg_authid WHERE rolname = role AND rolcanlogin AND NOT rolsuper';
REVOKE ALL ON FUNCTION pgask.verifier FROM PUBLIC; GRANT EXECUTE ON FUNCTION pgask.verifier TO asker`, "'P'", "'"+thePassword+"'")); err != nil {
		t.Fatal(err)
	}
	s.verifier = s.value(t, "SELECT rolpassword FROM pg_authid WHERE rolname = 'by_scram'")
	return s
}

// value runs a query as the superuser.
func (s *strict) value(t *testing.T, sql string) (v string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), fmt.Sprintf("host='%s' port=%d user=postgres dbname=postgres", s.SocketDir(), s.Port()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), sql).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// upstream is the server as an upstream, with parameters of a URL.
func (s *strict) upstream(t *testing.T, params ...string) login.Upstream {
	t.Helper()
	q := url.Values{}
	for i := 0; i+1 < len(params); i += 2 {
		q.Set(params[i], params[i+1])
	}
	u, err := login.ParseUpstream("postgres://" + s.at + "/postgres?" + q.Encode())
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// withCert are the parameters for the proxy's certificate.
func (s *strict) withCert(t *testing.T) []string {
	cert, key := s.client.Files(t.TempDir())
	return []string{"sslcert", cert, "sslkey", key}
}

// verifierFile holds one verifier for every role.
func (s *strict) verifierFile(t *testing.T, verifier string) *login.VerifierFile {
	t.Helper()
	text := "; for tests\n"
	for _, role := range []string{"by_trust", "by_password", "by_md5", "by_scram", "by_cert", "only_tls", "only_plain"} {
		text += fmt.Sprintf("%q %q\n", role, verifier)
	}
	file, err := login.ReadVerifiers(writeTemp(t, t.TempDir(), "verifiers", text))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// otherHost is an address of this machine that counts as one of another: it is not a loopback address.
func otherHost(t *testing.T) string {
	t.Helper()
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			return n.IP.String()
		}
	}
	t.Fatal("the test needs an address of this machine that is not a loopback address: bring a network interface up")
	return ""
}

// far makes clients seem to come from another host, where most rules hold.
type far struct{ net.Listener }

type farConn struct{ net.Conn }

func (l far) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return farConn{conn}, err
}

func (farConn) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 5} }

// gate is a proxy whose clients come from afar.
type gate struct {
	addr   string
	log    *testlog.Buffer
	server *proxy.Server
	cfg    proxy.Config
	// library is the directory of psql's libpq; "": its own.
	library string
}

// gate starts a proxy in front of an upstream, with TLS for clients.
func (s *strict) gate(t *testing.T, u login.Upstream, change ...func(*proxy.Config)) *gate {
	t.Helper()
	agent, err := translate.New(translate.Config{})
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{log: &testlog.Buffer{}}
	g.cfg = proxy.Config{Rules: ask.Rules{Translator: agent, Journal: &journal{}},
		Policy: login.Policy{Datasources: map[string]login.Upstream{"postgres": u}, TLS: &tls.Config{Certificates: []tls.Certificate{s.proxy.Pair()}}},
		Log:    slog.New(slog.NewTextHandler(g.log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	for _, c := range change {
		c(&g.cfg)
	}
	if g.server, err = proxy.New(g.cfg); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g.addr = l.Addr().String()
	served := make(chan error, 1)
	go func() { served <- g.server.Serve(far{l}) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = g.server.Shutdown(ctx)
		<-served
		for _, secret := range []string{thePassword, "asking-horse", "wrong-horse", "SCRAM-SHA-256$", strings.Split(s.verifier, "$")[2][:20]} {
			if strings.Contains(g.log.String(), secret) {
				t.Errorf("the log holds %q:\n%s", secret, g.log)
			}
		}
	})
	return g
}

// psql logs in by libpq with the settings of a connection string, and returns who it is, or what it was told.
func (g *gate) psql(t *testing.T, role string, settings ...string) (who, told string) {
	t.Helper()
	path, err := exec.LookPath("psql")
	if err != nil {
		t.Error("psql is missing; install postgresql-client")
		return "", ""
	}
	host, port, _ := net.SplitHostPort(g.addr)
	info := fmt.Sprintf("host=%s port=%s user=%s dbname=postgres connect_timeout=20 %s", host, port, role, strings.Join(settings, " "))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out, errs strings.Builder
	cmd := exec.CommandContext(ctx, path, "-XAtw", "-c", "SELECT current_user", info)
	cmd.Env = append(os.Environ(), "PGPASSWORD="+thePassword)
	if g.library != "" {
		cmd.Env = append(cmd.Env, "LD_LIBRARY_PATH="+g.library)
		cmd.Args[len(cmd.Args)-1] += " max_protocol_version=latest" // which the machine's own may not know
	}
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // what it printed tells
	if strings.Contains(errs.String(), thePassword) || strings.Contains(errs.String(), "SCRAM-SHA-256$") {
		t.Errorf("an error holds a secret: %s", errs.String())
	}
	return strings.TrimSpace(out.String()), errs.String()
}

// The table in docs/authentication.md is what psql finds: every cell is tried. A cell is yes, or the letter of a row of
// the table of reasons, which quotes what psql prints.
func TestWhatWorksWhere(t *testing.T) {
	t.Parallel()
	text, got := newStrict(t).whatWorks(t, "")
	if *updateAuth {
		replaceAuthTable(t, text, got)
		return
	}
	if diff := cmp.Diff(strings.Join(authTable(text), "\n")+"\n", got); diff != "" {
		t.Errorf("docs/authentication.md is not what happens (-docs +happens; go test ./integration -run TestWhatWorksWhere -update-auth):\n%s", diff)
	}
}

// whatWorks tries every cell of the table by psql with a libpq of its own or of the directory given, and returns the
// page of the documentation and the rows as they happen.
func (s *strict) whatWorks(t *testing.T, library string) (text, rows string) {
	t.Helper()
	page, err := os.ReadFile(authDoc)
	if err != nil {
		t.Fatal(err)
	}
	reasons := regexp.MustCompile("(?m)^\\| ([a-z]) \\| `([^`]*)` \\|").FindAllStringSubmatch(string(page), -1)
	modes := []login.AuthMode{login.AuthRelay, login.AuthPassword, login.AuthSCRAM}
	gates := map[string]*gate{}
	for leg, sslmode := range map[string]string{"plain": "disable", "TLS": "require", "either": "prefer"} {
		if s.at = s.Addr(); leg == "either" {
			s.at = net.JoinHostPort(otherHost(t), strconv.Itoa(s.Port())) // on this machine nobody reads along
		}
		for _, mode := range modes {
			params := append(s.withCert(t), "sslmode", sslmode)
			gates[leg+string(mode)] = s.gate(t, s.upstream(t, params...), func(c *proxy.Config) {
				c.Auth, c.Verifiers = mode, login.Verifiers{File: s.verifierFile(t, s.verifier)}
			})
			gates[leg+string(mode)].library = library
		}
	}
	all := authRows()
	lines := make([]string, len(all))
	var tried sync.WaitGroup
	for i, row := range all {
		tried.Go(func() { lines[i] = row.try(t, gates, modes, reasons) })
	}
	tried.Wait()
	return string(page), strings.Join(lines, "\n") + "\n"
}

type authRow struct{ client, upstream, method, role string }

func authRows() (rows []authRow) {
	for _, legs := range [][2]string{{"plain", "plain"}, {"plain", "TLS"}, {"plain", "either"}, {"TLS", "plain"}, {"TLS", "TLS"}, {"TLS", "either"}} {
		for _, m := range [][2]string{{"trust", "by_trust"}, {"password", "by_password"}, {"md5", "by_md5"}, {"scram-sha-256", "by_scram"}, {"cert", "by_cert"}} {
			if m[0] != "cert" || legs[1] != "plain" {
				rows = append(rows, authRow{legs[0], legs[1], m[0], m[1]})
			}
		}
	}
	return rows
}

// try is the row of the table, as it happens.
func (r authRow) try(t *testing.T, gates map[string]*gate, modes []login.AuthMode, reasons [][]string) string {
	line := fmt.Sprintf("| %s | %s | %s |", r.client, r.upstream, r.method)
	sslmode := map[string]string{"plain": "disable", "TLS": "require"}[r.client]
	for _, mode := range modes {
		for _, binding := range []string{"disable", "prefer", "require"} {
			who, told := gates[r.upstream+string(mode)].psql(t, r.role, "sslmode="+sslmode, "channel_binding="+binding)
			cell := cellOf(reasons, who == r.role, told)
			if cell == "?" {
				t.Errorf("%s %s %s: no reason says: %s%s", line, mode, binding, who, told)
			}
			line += " " + cell + " |"
		}
	}
	return line
}

func cellOf(reasons [][]string, in bool, told string) string {
	if in {
		return "yes"
	}
	for _, r := range reasons {
		if strings.Contains(told, r[2]) {
			return r[1]
		}
	}
	return "?"
}

const authBegin, authEnd = "<!-- what psql finds -->\n", "<!-- end -->\n"

// authTable are the rows of the table in the documentation, without its head.
func authTable(text string) []string {
	_, after, _ := strings.Cut(text, authBegin)
	table, _, _ := strings.Cut(after, authEnd)
	lines := strings.Split(strings.TrimSpace(table), "\n")
	return lines[min(2, len(lines)):]
}

func replaceAuthTable(t *testing.T, text, rows string) {
	t.Helper()
	before, after, ok := strings.Cut(text, authBegin)
	table, rest, ok2 := strings.Cut(after, authEnd)
	if !ok || !ok2 {
		t.Fatal("no table in the documentation")
	}
	head := strings.Join(strings.Split(strings.TrimLeft(table, "\n"), "\n")[:2], "\n")
	if err := os.WriteFile(authDoc, []byte(before+authBegin+head+"\n"+rows+authEnd+rest), 0o644); err != nil {
		t.Fatal(err)
	}
}

func writeTemp(tb testing.TB, dir, name, text string) string {
	tb.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}
