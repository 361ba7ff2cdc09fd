package sandbox_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

func TestCloseLeavesNothing(t *testing.T) {
	t.Parallel()
	server, err := sandbox.Start(t.Context(), sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := server.SocketDir()
	conn, err := pgx.Connect(t.Context(), server.URL("postgres", sandbox.Superuser)) // an open session must not hold it up
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	if err := server.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("stat %s: %v, want that it is gone", dir, err)
	}
	if c, err := net.Dial("tcp", server.Addr()); err == nil {
		c.Close()
		t.Errorf("somebody still listens on %s", server.Addr())
	}
}

func TestOptionsReachTheServer(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	server, err := sandbox.Start(t.Context(), sandbox.Options{
		Log:      &log,
		Settings: map[string]string{"max_connections": "7", "superuser_reserved_connections": "1", "cluster_name": "it's a test"},
		HBA:      "host all all 127.0.0.1/32 scram-sha-256",
		Files:    map[string]string{"note.txt": "kept"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	if err := server.Exec(t.Context(), "postgres", "CREATE ROLE guest LOGIN PASSWORD 'secret'"); err != nil {
		t.Fatal(err)
	}
	if err := server.CreateDatabase(t.Context(), "odd name"); err != nil {
		t.Fatal(err)
	}
	_, err = pgx.Connect(t.Context(), server.URL("odd name", "guest"))
	var refused *pgconn.PgError
	if err == nil || errors.As(err, &refused) && refused.Code != "28P01" && refused.Code != "28000" {
		t.Errorf("login without the password: %v, want it refused", err)
	}
	conn, err := pgx.Connect(t.Context(), strings.Replace(server.URL("odd name", "guest"), "guest@", "guest:secret@", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if got := one[string](t, conn, "SHOW max_connections"); got != "7" {
		t.Errorf("max_connections is %s", got)
	}
	if got := one[string](t, conn, "SHOW cluster_name"); got != "it's a test" {
		t.Errorf("cluster_name is %s", got)
	}
	if text, err := os.ReadFile(filepath.Join(server.SocketDir(), "data", "note.txt")); string(text) != "kept" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	server.Close() // nothing writes to the log any more
	if !strings.Contains(log.String(), "ready to accept connections") {
		t.Errorf("log: %s", log.String())
	}
}

func TestFailedStartLeavesNothing(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for name, c := range map[string]struct {
		options sandbox.Options
		want    string
	}{
		"setting": {sandbox.Options{Settings: map[string]string{"shared_buffers": "much"}}, `"shared_buffers": "much"`},
		"port":    {sandbox.Options{Port: taken.Addr().(*net.TCPAddr).Port}, "port is taken"},
		"hba":     {sandbox.Options{HBA: "nonsense"}, "pg_hba.conf"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := privateTemp(t)
			server, err := sandbox.Start(t.Context(), c.options)
			if err == nil {
				server.Close()
				t.Fatal("it started")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q does not mention %q", err, c.want)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

func TestAbandonedStartLeavesNothing(t *testing.T) {
	for name, after := range map[string]time.Duration{"before": 0, "in initdb": 150 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			dir := privateTemp(t)
			ctx, cancel := context.WithTimeout(t.Context(), after)
			defer cancel()
			server, err := sandbox.Start(ctx, sandbox.Options{})
			if err == nil {
				server.Close()
				t.Fatal("it started")
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("error is %v, want that time was up", err)
			}
		})
	}
}

// privateTemp makes os.TempDir a directory of the test's own that other accounts may enter, too.
func privateTemp(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgask-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	return dir
}

// orphan is set in a process that starts a server, says where, and waits to be killed.
const orphan = "PGASK_TEST_ORPHAN"

func TestMain(m *testing.M) {
	if os.Getenv(orphan) == "" {
		os.Exit(m.Run())
	}
	server, err := sandbox.Start(context.Background(), sandbox.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(server.Addr(), server.SocketDir())
	time.Sleep(time.Hour) // until it is killed; a select{} would be found out as a deadlock
}

func TestServerDiesWithItsParent(t *testing.T) {
	t.Parallel()
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), orphan+"=1")
	parent.Stderr = os.Stderr
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	addr, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	parent.Wait() // says that it was killed
	// Nobody can tell us when the orphan is gone, so this has to look now and then.
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		_, err := os.Stat(dir)
		conn, dialErr := net.Dial("tcp", addr)
		if dialErr == nil {
			conn.Close()
		}
		if errors.Is(err, os.ErrNotExist) && dialErr != nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("after the parent's death: directory %v, port %v", err, dialErr)
		}
	}
}

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	t.Parallel()
	mine, other := sandboxtest.OwnShop(t), sandboxtest.OwnShop(t)
	server := sandboxtest.Server(t)
	if err := server.Exec(t.Context(), mine, "TRUNCATE orders CASCADE"); err != nil {
		t.Fatal(err)
	}
	if n := one[int64](t, connect(t, mine, "demo"), "SELECT count(*) FROM orders"); n != 0 {
		t.Errorf("%d orders left in the test's own shop", n)
	}
	if n := one[int64](t, connect(t, other, "demo"), "SELECT count(*) FROM orders"); n == 0 {
		t.Error("the other shop lost its orders")
	}
	err := server.Exec(t.Context(), mine, "SELECT 1/0")
	var failed *pgconn.PgError
	if !errors.As(err, &failed) || failed.Code != "22012" {
		t.Errorf("Exec of a division by zero: %v", err)
	}
}
