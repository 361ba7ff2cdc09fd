// Package fleet runs several proxies as processes behind a balancer, with a PostgreSQL for state and table, and does
// to them what happens to machines.
package fleet

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pgask/pgask/cmd"
	"github.com/pgask/pgask/integration/sandbox"
)

// TestMain makes the test binary pgask when it is called so.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "pgask" {
		os.Exit(cmd.Main())
	}
	os.Exit(m.Run())
}

// patience bounds every wait for what must happen.
const patience = time.Minute

// whole reports whether all is to be done, as make fleet does, and not the slice of it that CI runs.
func whole() bool { return os.Getenv("PGASK_FLEET") != "" }

// needed leaves a test out where nobody has asked for what needs more than PostgreSQL.
func needed(t *testing.T) {
	t.Helper()
	if os.Getenv("PGASK_INTEGRATION") == "" {
		t.Skip("needs haproxy: make integration or make fleet")
	}
}

const key = "0123456789abcdef0123456789abcdef"

// fleet is some proxies and what they stand between.
type fleet struct {
	t       *testing.T
	dir     string
	server  *sandbox.Server // of what is asked about
	kept    *sandbox.Server // of state and table
	proxies []*edge
	port    int // of the balancer
}

// edge is one proxy.
type edge struct {
	f               *fleet
	name, dir, file string
	listen, metrics int
	kept            *forwarder // the way to state and table
	said            *said
	process         *exec.Cmd
	ended           chan error
}

// newFleet starts n proxies and a balancer before them.
func newFleet(t *testing.T, n int, settings string) *fleet {
	t.Helper()
	return newFleetOf(t, n, settings, self(t))
}

// newFleetOf is newFleet, of a binary.
func newFleetOf(t *testing.T, n int, settings, binary string) *fleet {
	t.Helper()
	needed(t)
	f := &fleet{t: t, dir: t.TempDir()}
	f.server, f.kept = startServer(t), startServer(t)
	for server, db := range map[*sandbox.Server]string{f.server: "shop", f.kept: "kept"} {
		if err := server.CreateDatabase(t.Context(), db); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.server.LoadShop(t.Context(), "shop"); err != nil {
		t.Fatal(err)
	}
	if err := f.server.Exec(t.Context(), "shop", "CREATE ROLE auditor LOGIN"); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		f.proxies = append(f.proxies, f.newEdge(fmt.Sprintf("edge-%d", i+1), settings))
	}
	for _, e := range f.proxies {
		e.run(binary)
	}
	f.balance()
	return f
}

func startServer(t *testing.T) *sandbox.Server {
	t.Helper()
	server, err := sandbox.Start(t.Context(), sandbox.Options{Settings: map[string]string{"max_connections": "300"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server
}

func (f *fleet) newEdge(name, settings string) *edge {
	f.t.Helper()
	e := &edge{f: f, name: name, dir: filepath.Join(f.dir, name), listen: anyPort(f.t), metrics: anyPort(f.t), kept: forward(f.t, f.kept.Addr())}
	if err := os.MkdirAll(e.dir, 0o700); err != nil {
		f.t.Fatal(err)
	}
	kept := fmt.Sprintf("postgres://postgres@%s/kept?sslmode=disable", e.kept.addr())
	e.file = filepath.Join(e.dir, "pgask.yaml")
	text := fmt.Sprintf(`listen: 127.0.0.1:%d
metrics.listen: 127.0.0.1:%d
upstream: postgres://%s?sslmode=disable
proxy_protocol.trusted: [127.0.0.0/8]
state.url: %s
audit:
  proxy: %s
  key: %s
  table_url: %s
  readers: [auditor]
%s`, e.listen, e.metrics, f.server.Addr(), kept, name, key, kept, settings)
	if err := os.WriteFile(e.file, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
	return e
}

// start runs the proxy until it serves.
func (e *edge) start() {
	e.f.t.Helper()
	e.run(self(e.f.t))
}

// run is start, of a binary.
func (e *edge) run(binary string) {
	t := e.f.t
	t.Helper()
	e.said, e.ended = &said{more: make(chan struct{})}, make(chan error, 1)
	e.process = exec.Command(binary)
	e.process.Args = []string{"pgask", "serve", "--config", e.file}
	e.process.Env = []string{"STATE_DIRECTORY=" + e.dir}
	log, err := e.process.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.process.Start(); err != nil {
		t.Fatal(err)
	}
	process, said, ended := e.process, e.said, e.ended
	go func() {
		for r := bufio.NewScanner(log); r.Scan(); {
			said.add(r.Text())
		}
		ended <- process.Wait()
	}()
	t.Cleanup(func() {
		_ = process.Process.Kill() // most have ended by then
	})
	e.said.wait(t, "msg=serving")
}

// end waits until the proxy has ended.
func (e *edge) end() {
	e.f.t.Helper()
	select {
	case <-e.ended:
	case <-time.After(patience):
		e.f.t.Fatalf("%s does not end:\n%s", e.name, e.said)
	}
}

func (e *edge) signal(s os.Signal) {
	e.f.t.Helper()
	if err := e.process.Process.Signal(s); err != nil {
		e.f.t.Fatal(err)
	}
}

// pgask runs a command with the proxy's settings.
func (e *edge) pgask(args ...string) (out string, err error) {
	c := exec.CommandContext(e.f.t.Context(), self(e.f.t))
	c.Args = append([]string{"pgask"}, append(args, "--config", e.file)...)
	c.Env = []string{"STATE_DIRECTORY=" + e.dir}
	text, err := c.CombinedOutput()
	return string(text), err
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// said is what a process has written to its log.
type said struct {
	mu    sync.Mutex
	lines []string
	more  chan struct{} // closed and renewed with every line
}

func (s *said) add(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, line)
	close(s.more)
	s.more = make(chan struct{})
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.lines[max(0, len(s.lines)-50):], "\n")
}

// wait returns when a line has the words.
func (s *said) wait(t *testing.T, words string) {
	t.Helper()
	late := time.After(patience)
	for {
		s.mu.Lock()
		more := s.more
		for _, line := range s.lines {
			if strings.Contains(line, words) {
				s.mu.Unlock()
				return
			}
		}
		s.mu.Unlock()
		select {
		case <-more:
		case <-late:
			t.Fatalf("no line with %q in the log:\n%s", words, s)
		}
	}
}

// balance starts haproxy before the proxies.
func (f *fleet) balance() {
	t := f.t
	t.Helper()
	binary, err := exec.LookPath("haproxy")
	if err != nil {
		if binary = "/usr/sbin/haproxy"; !exists(binary) {
			t.Fatal("haproxy is missing; install haproxy")
		}
	}
	f.port = anyPort(t)
	var text strings.Builder
	fmt.Fprintf(&text, `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  retries 3
  option redispatch 1
listen fleet
  bind 127.0.0.1:%d
  balance roundrobin
  option httpchk GET /readyz?upstreams=ignore
  default-server check inter 300ms fall 2 rise 1 send-proxy-v2
`, f.port)
	for _, e := range f.proxies {
		fmt.Fprintf(&text, "  server %s 127.0.0.1:%d port %d\n", e.name, e.listen, e.metrics)
	}
	config := filepath.Join(f.dir, "haproxy.cfg")
	if err := os.WriteFile(config, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	c := exec.Command(binary, "-db", "-f", config)
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-ended
	})
	eventually(t, "haproxy does not listen", func() bool {
		select {
		case err := <-ended:
			t.Fatalf("haproxy: %v\n%s", err, &out)
		default:
		}
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", f.port))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func anyPort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// eventually waits until done says so.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(what)
		}
	}
}

// within is a context for one step of a client.
func within(d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), d)
}
