package integration

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

// majorOf is the major version of a server.
func majorOf(tb testing.TB, server *sandbox.Server) int {
	tb.Helper()
	major, err := server.Major(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return major
}

// journal is an audit log that tests can read.
type journal struct {
	mu      sync.Mutex
	records []audit.Record
	own     []audit.Record // intents of look-ups
	refuse  error          // returned by Intent; see refuseWith
}

// refuseWith lets Intent fail from now on.
func (j *journal) refuseWith(err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.refuse = err
}

func (j *journal) Intent(_ context.Context, r *audit.Record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.refuse != nil {
		return j.refuse
	}
	if r.Own != "" { // the look-ups of a question have tests of their own
		j.own = append(j.own, *r)
		return nil
	}
	j.records = append(j.records, *r)
	return nil
}

func (j *journal) Outcome(_ context.Context, r *audit.Record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.records = append(j.records, *r)
	return nil
}

// all returns what was recorded so far.
func (j *journal) all() []audit.Record {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]audit.Record{}, j.records...)
}

// rig is a proxy in front of the shared server, and what it recorded.
type rig struct {
	tb      testing.TB
	addr    string
	db      string
	journal *journal
	server  *proxy.Server
}

// setup starts a proxy that serves the sample shop; change may adjust its configuration.
func setup(tb testing.TB, change ...func(*proxy.Config, *translate.Config)) *rig {
	tb.Helper()
	return setupOn(tb, sandboxtest.Shop(tb), change...)
}

func setupOn(tb testing.TB, db string, change ...func(*proxy.Config, *translate.Config)) *rig {
	tb.Helper()
	pg := sandboxtest.Server(tb)
	upstream, err := login.ParseUpstream(pg.URL(db, "nobody"))
	if err != nil {
		tb.Fatal(err)
	}
	r := &rig{tb: tb, db: db, journal: &journal{}}
	pc := proxy.Config{Policy: login.Policy{Datasources: map[string]login.Upstream{db: upstream}}, Log: slog.New(slog.NewTextHandler(testLog{tb}, nil)),
		Rules: ask.Rules{Journal: r.journal, ProofAge: time.Hour}} // nor does what is proven again
	tc := translate.Config{ProgressAfter: time.Hour} // no notice depends on how busy the machine is
	for _, c := range change {
		c(&pc, &tc)
	}
	agent, err := translate.New(tc)
	if err != nil {
		tb.Fatal(err)
	}
	if pc.Translator == nil {
		pc.Translator = agent
	}
	if r.server, err = proxy.New(pc); err != nil {
		tb.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	r.addr = l.Addr().String()
	served := make(chan error, 1)
	go func() { served <- r.server.Serve(l) }()
	tb.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = r.server.Shutdown(ctx)
		if err := <-served; err != proxy.ErrServerClosed {
			tb.Errorf("Serve returned %v", err)
		}
	})
	return r
}

type testLog struct{ tb testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	if testing.Verbose() {
		l.tb.Logf("%s", strings.TrimSpace(string(p)))
	}
	return len(p), nil
}

// patience bounds every wait for what must happen: it is a test's way to say that it will not, so no slow machine may
// ever come near it.
const patience = time.Minute

// scriptTime bounds what psql types: a conversation of many questions takes a busy machine more than a minute.
const scriptTime = 5 * time.Minute

// eventually waits until done says so.
func eventually(tb testing.TB, what string, done func() bool) {
	tb.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			tb.Fatal(what)
		}
	}
}

// url is how clients reach the proxy.
func (r *rig) url(role string, params ...string) string {
	u := url.URL{Scheme: "postgres", User: url.User(role), Host: r.addr, Path: r.db}
	q := url.Values{"sslmode": {"disable"}}
	for i := 0; i+1 < len(params); i += 2 {
		q.Set(params[i], params[i+1])
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// connect opens a pgx connection through the proxy.
func (r *rig) connect(params ...string) *pgx.Conn {
	r.tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, r.url("demo", params...))
	if err != nil {
		r.tb.Fatal(err)
	}
	r.tb.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// psql runs psql through the proxy with a script on standard input, and returns what it printed.
func (r *rig) psql(script string, args ...string) (stdout, stderr string) {
	r.tb.Helper()
	path, err := exec.LookPath("psql")
	if err != nil {
		r.tb.Fatal("psql is missing; install postgresql-client")
	}
	var out, errs strings.Builder
	ctx, cancel := context.WithTimeout(context.Background(), scriptTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, append([]string{"-X", r.url("demo")}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(script), &out, &errs
	_ = cmd.Run() // what it printed is what tests look at
	if ctx.Err() != nil {
		r.tb.Errorf("psql did not end within %s; it said\n%s%s", scriptTime, out.String(), errs.String())
	}
	return out.String(), errs.String()
}

// last returns the last record, as JSON for messages.
func (r *rig) last() (audit.Record, string) {
	all := r.journal.all()
	if len(all) == 0 {
		return audit.Record{}, "nothing was recorded"
	}
	text, _ := json.MarshalIndent(all[len(all)-1], "", " ")
	return all[len(all)-1], string(text)
}
