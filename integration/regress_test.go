package integration

import (
	"context"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

// suite is the directory that regress/fetch has made; without one the test is skipped.
func suite(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("PGASK_REGRESS")
	if dir == "" {
		t.Skip("PostgreSQL's own tests take a minute and its sources: make regress")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

// ordinary are settings of a server as it comes: what the regression suite expects, where the sandbox is set otherwise.
var ordinary = map[string]string{"wal_level": "replica", "max_wal_senders": "10", "shared_buffers": "128MB", "autovacuum": "on",
	"max_connections": "100"}

// ownServer starts a server of the test's own.
func ownServer(t *testing.T, settings map[string]string) *sandbox.Server {
	t.Helper()
	server, err := sandbox.Start(t.Context(), sandbox.Options{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// inFront starts a proxy in front of any server, for the databases of these names, or for every one.
func inFront(t *testing.T, addr string, names ...string) string {
	t.Helper()
	return rigInFront(t, addr, names...).addr
}

func rigInFront(t *testing.T, addr string, names ...string) *rig {
	t.Helper()
	upstream, err := login.ParseUpstream("postgres://" + addr + "/?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	upstream.Database = ""
	return setup(t, func(c *proxy.Config, _ *translate.Config) {
		c.Datasources = map[string]login.Upstream{}
		for _, name := range append(names, login.AnyDatabase)[:max(1, len(names))] {
			c.Datasources[name] = upstream
		}
		c.Log = slog.New(slog.DiscardHandler)
	})
}

// TestRegressionSuite runs PostgreSQL's regression suite against a fresh server, directly and through the proxy. What
// psql printed in each of its tests must be the same to the byte.
func TestRegressionSuite(t *testing.T) {
	dir := suite(t)
	direct, want := regress(t, dir, false)
	proxied, got := regress(t, dir, true)
	t.Logf("direct:  %s", direct)
	t.Logf("proxied: %s", proxied)
	if direct != proxied {
		t.Errorf("direct: %s; through the proxy: %s", direct, proxied)
	}
	if len(want) < 200 {
		t.Fatalf("only %d tests ran", len(want))
	}
	for name, text := range want {
		if diff := cmp.Diff(strings.Split(text, "\n"), strings.Split(got[name], "\n")); diff != "" {
			t.Errorf("%s (-direct +proxied):\n%.4000s", name, diff)
		}
	}
}

// regress runs the suite once and returns its last line and what each test printed.
func regress(t *testing.T, suite string, proxied bool) (summary string, results map[string]string) {
	t.Helper()
	server := ownServer(t, ordinary)
	addr := server.Addr()
	if proxied {
		addr = inFront(t, addr)
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	// The server reads and writes files there, under an account of its own.
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(dir, os.DirFS(suite)); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"regress/results", "regress/testtablespace", "out", "out/results", "out/sql", "out/expected"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, d), 0o777); err != nil { // whatever the umask is
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	bin := binaries(t)
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "../lib/pgxs/src/test/regress/pg_regress"), "--host="+host, "--port="+port,
		"--user="+sandbox.Superuser, "--dbname=regression", "--inputdir="+dir+"/regress", "--outputdir="+dir+"/out", "--dlpath="+dir+"/dl",
		"--bindir="+bin, "--schedule="+dir+"/regress/parallel_schedule", "--max-connections=10")
	out, err := cmd.CombinedOutput()
	last := regexp.MustCompile(`(?m)^.*\d+ .*tests? (passed|failed).*$`).FindString(string(out))
	if last == "" {
		t.Fatalf("pg_regress: %v\n%s", err, out)
	}
	if err != nil {
		diffs, _ := os.ReadFile(filepath.Join(dir, "out/regression.diffs"))
		t.Logf("pg_regress, proxied %v: %v\n%s\n%.20000s", proxied, err, out, diffs)
	}
	return strings.Trim(last, "= "), printedIn(t, filepath.Join(dir, "out/results"), dir)
}

// printedIn reads the output of each test, with the directory's own name taken out.
func printedIn(t *testing.T, results, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	files, err := filepath.Glob(results + "/*.out")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(file)] = strings.ReplaceAll(string(text), dir, "DIR")
	}
	return all
}

// binaries is where PostgreSQL's programs are.
func binaries(t *testing.T) string {
	t.Helper()
	dirs, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	switch {
	case len(dirs) == 0 && (os.Getenv("CI") != "" || os.Getenv("PGASK_REGRESS") != ""):
		t.Fatal("PostgreSQL's programs are not in /usr/lib/postgresql; .ci/run installs them")
	case err != nil || len(dirs) == 0:
		t.Skip("PostgreSQL's programs are not in /usr/lib/postgresql; install postgresql")
	}
	return dirs[len(dirs)-1]
}

// TestLibpqPipeline runs the tests that libpq has for its pipeline mode, directly and through the proxy. The messages
// that it sends and gets are written to a file, and must be the same wherever they do not depend on who is faster.
func TestLibpqPipeline(t *testing.T) {
	program := filepath.Join(suite(t), "bin/libpq_pipeline")
	server := ownServer(t, ordinary)
	list, err := exec.CommandContext(t.Context(), program, "tests").Output()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(string(list))
	if len(names) < 8 {
		t.Fatalf("only %q", names)
	}
	// Each way has a database of its own, because tests leave tables behind.
	ways := []struct{ database, addr string }{{"direct", server.Addr()}, {"proxied", inFront(t, server.Addr())}}
	for _, w := range ways {
		if err := server.CreateDatabase(t.Context(), w.database); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			var traces []string
			for _, w := range ways {
				trace := filepath.Join(t.TempDir(), "trace")
				url := "postgres://" + sandbox.Superuser + "@" + w.addr + "/" + w.database + "?sslmode=disable"
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				if out, err := exec.CommandContext(ctx, program, "-t", trace, name, url).CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", w.database, err, out)
				}
				text, err := os.ReadFile(trace)
				if err != nil {
					t.Fatal(err)
				}
				traces = append(traces, string(text))
			}
			if traces[0] == "" {
				t.Error("nothing was traced")
			}
			if name == "pipelined_insert" || name == "uniqviol" {
				return // how much is sent before the first reply is read depends on the machine
			}
			if diff := cmp.Diff(strings.Split(traces[0], "\n"), strings.Split(traces[1], "\n")); diff != "" {
				t.Errorf("messages (-direct +proxied):\n%.4000s", diff)
			}
		})
	}
}
