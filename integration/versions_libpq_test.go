package integration

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
)

// libpq is a client that is nothing but the C library, of a version that LD_LIBRARY_PATH chooses: it negotiates
// protocol 3.2, encrypts from the first byte and has cancel keys of any length, which no driver of the machine does.
type libpq struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Scanner
	session loginOutcome
}

// loginOutcome is how a login went.
type loginOutcome struct {
	Libpq    int    // 180004
	Error    string // "" when it went well
	Protocol int    // 30002 for 3.2
	TLS      bool
	ALPN     string
}

// latest is the newest release, whose libpq is the client of the tests of this file.
func latest(t *testing.T) sandboxtest.Version {
	all := sandboxtest.Versions(t)
	return all[len(all)-1]
}

// libpqAt logs in at an address.
func libpqAt(t *testing.T, addr, role string, settings ...string) *libpq {
	t.Helper()
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	info := fmt.Sprintf("host=%s port=%s user=%s connect_timeout=20 %s", host, port, role, strings.Join(settings, " "))
	cmd := exec.CommandContext(t.Context(), "python3", "versions/libpq.py", info)
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+latest(t).Library, "PGPASSWORD="+thePassword)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v; install python3", err)
	}
	c := &libpq{t: t, in: in, out: bufio.NewScanner(out)}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait() // it was told to end
		if t.Failed() {
			t.Logf("libpq: %s", &errs)
		}
	})
	c.answer(&c.session)
	return c
}

// answer reads what it printed.
func (c *libpq) answer(to any) {
	c.t.Helper()
	if !c.out.Scan() {
		c.t.Fatalf("the client ended: %v", c.out.Err())
	}
	if err := json.Unmarshal(c.out.Bytes(), to); err != nil {
		c.t.Fatalf("%v: %s", err, c.out.Bytes())
	}
}

// send begins a query.
func (c *libpq) send(sql string) {
	c.t.Helper()
	fmt.Fprintln(c.in, "send "+sql)
	var sent struct{ Sent bool }
	if c.answer(&sent); !sent.Sent {
		c.t.Fatalf("not sent: %s", sql)
	}
}

// results waits for what came of it.
func (c *libpq) results() string {
	c.t.Helper()
	fmt.Fprintln(c.in, "results")
	var r struct{ Results []string }
	c.answer(&r)
	return strings.Join(r.Results, "; ")
}

// query runs one.
func (c *libpq) query(sql string) string {
	c.t.Helper()
	c.send(sql)
	return c.results()
}

// cancel asks to cancel what runs: "cancel" or "cancel-tls".
func (c *libpq) cancel(how string) {
	c.t.Helper()
	fmt.Fprintln(c.in, how)
	var failed struct{ Error string }
	if c.answer(&failed); failed.Error != "" {
		c.t.Errorf("%s: %s", how, failed.Error)
	}
}

// protocols: what libpq and the server agree on by themselves, they agree on through the proxy.
func (v release) protocols(t *testing.T) {
	t.Parallel()
	proxied := inFront(t, v.Addr())
	for _, settings := range []string{"", "max_protocol_version=latest", "min_protocol_version=3.2 max_protocol_version=3.2"} {
		direct := libpqAt(t, v.Addr(), "demo", "dbname=shop sslmode=disable", settings).session
		through := libpqAt(t, proxied, "demo", "dbname=shop sslmode=disable", settings).session
		direct.Error = strings.ReplaceAll(direct.Error, strconv.Itoa(v.Port()), "PORT")
		_, port, _ := net.SplitHostPort(proxied)
		through.Error = strings.ReplaceAll(through.Error, port, "PORT")
		if diff := cmp.Diff(direct, through); diff != "" {
			t.Errorf("%q (-direct +proxied):\n%s", settings, diff)
		}
		want := 30000
		if strings.Contains(settings, "3.2") || strings.Contains(settings, "latest") {
			want = 30002
		}
		if v.Major < 18 {
			want = 30000
		}
		refused := v.Major < 18 && strings.HasPrefix(settings, "min")
		if refused != (through.Error != "") || !refused && through.Protocol != want {
			t.Errorf("%q: %+v, want protocol %d", settings, through, want)
		}
	}
}

// loginWays are the ways through the proxy that differ in who authenticates and what is encrypted.
var loginWays = []struct {
	name     string
	mode     login.AuthMode
	upstream string // sslmode
	client   string // settings of the client
	alpn     string
	since    int // the server's version that can do it
}{
	{"plain, relay", login.AuthRelay, "disable", "sslmode=disable", "", 0},
	{"TLS and plain, relay", login.AuthRelay, "disable", "sslmode=require", "postgresql", 0},
	{"direct TLS and plain, relay", login.AuthRelay, "disable", "sslmode=require sslnegotiation=direct require_auth=scram-sha-256", "postgresql", 0},
	{"plain and TLS, relay", login.AuthRelay, "require", "sslmode=disable", "", 0},
	{"plain and direct TLS, relay", login.AuthRelay, "direct", "sslmode=disable", "", 17},
	{"TLS twice, password", login.AuthPassword, "require", "sslmode=require require_auth=password", "postgresql", 0},
	{"direct TLS twice, password", login.AuthPassword, "direct", "sslmode=require sslnegotiation=direct", "postgresql", 17},
	{"TLS twice, scram", login.AuthSCRAM, "require", "sslmode=require channel_binding=require", "postgresql", 0},
	{"direct TLS twice, scram", login.AuthSCRAM, "direct", "sslmode=require sslnegotiation=direct channel_binding=require", "postgresql", 17},
}

// logins: every way in, by the newest protocol that the server has, and what a session then does: a query, a cancel
// request by either function of libpq, a question.
func (v release) logins(t *testing.T) {
	t.Parallel()
	for _, way := range loginWays {
		if v.Major < way.since {
			continue
		}
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			params := []string{"sslmode", way.upstream}
			if way.upstream == "direct" {
				params = []string{"sslmode", "require", "sslnegotiation", "direct"}
			}
			g := v.gate(t, v.upstream(t, params...), func(c *proxy.Config) {
				c.Auth, c.Verifiers = way.mode, login.Verifiers{File: v.verifierFile(t, v.verifier)}
			})
			c := libpqAt(t, g.addr, "by_scram", "dbname=postgres max_protocol_version=latest", way.client)
			want := loginOutcome{Libpq: 180004, Protocol: 30000, TLS: way.alpn != "", ALPN: way.alpn}
			if v.Major >= 18 {
				want.Protocol = 30002
			}
			if diff := cmp.Diff(want, c.session); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			v.cancels(t, c)
			if got := c.query("SELECT * FROM ask_sql('how many regions are there') t"); !strings.HasPrefix(got, "QA002 ") {
				t.Errorf("a question about what is not there: %s", got)
			}
			if got := c.query("SELECT 'still here'"); got != "still here" {
				t.Errorf("then: %s", got)
			}
		})
	}
}

// cancels has a session cancelled while it sleeps, in both ways, and sees that nothing is cancelled that came later.
func (v release) cancels(t *testing.T, c *libpq) {
	t.Helper()
	pid := c.query("SELECT pg_backend_pid()")
	for _, how := range []string{"cancel", "cancel-tls"} {
		c.send("SELECT pg_sleep(60)")
		v.awaitSleep(t, pid)
		c.cancel(how)
		if got := c.results(); got != "57014 canceling statement due to user request" {
			t.Errorf("%s: %s", how, got)
		}
		c.cancel(how) // nothing runs
		if got := c.query("SELECT 'on'"); got != "on" {
			t.Errorf("after %s: %s", how, got)
		}
	}
}

// awaitSleep waits until a backend sleeps.
func (v release) awaitSleep(t *testing.T, pid string) {
	t.Helper()
	mustExec(t, v.Server, "postgres", `DO $$BEGIN
		FOR i IN 1..4000 LOOP
			EXIT WHEN EXISTS (SELECT FROM pg_stat_activity WHERE pid = `+pid+` AND wait_event = 'PgSleep');
			PERFORM pg_sleep(0.005), pg_stat_clear_snapshot();
		END LOOP;
	END$$`)
}

// questions by libpq: one that is cancelled while the model works, and one that is answered.
func (v release) cancelledQuestion(t *testing.T) {
	t.Parallel()
	began := make(chan struct{}, 1)
	r := v.rig(t, withModel(slow{began: began}))
	c := libpqAt(t, r.addr, "demo", "dbname=shop sslmode=disable max_protocol_version=latest")
	for _, how := range []string{"cancel", "cancel-tls"} {
		c.send("ASK anything")
		awaits(t, began)
		c.cancel(how)
		if got := c.results(); got != "57014 canceling statement due to user request" {
			t.Errorf("%s: %s", how, got)
		}
	}
	if got := c.query("SELECT 'still here'"); got != "still here" {
		t.Errorf("then: %s", got)
	}
}

// keys: libpq 18 can log in by the keys of SCRAM in the password's place, as who passes a login on does.
func (v release) keys(t *testing.T) {
	t.Parallel()
	client, server := scramKeys(t, v.verifier)
	for name, way := range map[string]struct {
		mode              login.AuthMode
		upstream, sslmode string
	}{"relay": {login.AuthRelay, "disable", "disable"}, "scram": {login.AuthSCRAM, "require", "require"}} {
		g := v.gate(t, v.upstream(t, "sslmode", way.upstream), func(c *proxy.Config) {
			c.Auth, c.Verifiers = way.mode, login.Verifiers{File: v.verifierFile(t, v.verifier)}
		})
		for _, key := range []struct{ given, want string }{{client, ""}, {base64.StdEncoding.EncodeToString(make([]byte, 32)), "password authentication failed"}} {
			got := libpqAt(t, g.addr, "by_scram", "dbname=postgres sslmode="+way.sslmode, "scram_client_key="+key.given, "scram_server_key="+server).session
			if got.Error != key.want && !(key.want != "" && strings.Contains(got.Error, key.want)) {
				t.Errorf("%s: %q, want %q", name, got.Error, key.want)
			}
		}
	}
}

// scramKeys makes the client's key of a verifier and the password, and returns it with the server's: RFC 5802,
// section 3.
func scramKeys(t *testing.T, verifier string) (client, server string) {
	t.Helper()
	parts := strings.FieldsFunc(verifier, func(r rune) bool { return r == '$' || r == ':' }) // SCRAM-SHA-256$4096:salt$stored:server
	rounds, err := strconv.Atoi(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	salt, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		t.Fatal(err)
	}
	salted, err := pbkdf2.Key(sha256.New, thePassword, salt, rounds, sha256.Size)
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, salted)
	mac.Write([]byte("Client Key"))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil)), parts[4]
}

// TestVersionAuthentication: the table in docs/authentication.md, which psql 15 made, is what psql finds with the
// newest libpq before the newest server too.
func TestVersionAuthentication(t *testing.T) {
	version := latest(t)
	s := newStrict(t, func(o *sandbox.Options) { o.Programs = version.Programs })
	text, got := s.whatWorks(t, version.Library)
	if diff := cmp.Diff(strings.Join(authTable(text), "\n")+"\n", got); diff != "" {
		t.Errorf("(-docs +PostgreSQL %s):\n%s", version, diff)
	}
}
