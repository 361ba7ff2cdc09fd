package cmd

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// supervised starts a proxy as systemd does: with a socket that listens already, and one that it may say how it is to.
func supervised(t *testing.T, listening *os.File, notify string) *process {
	t.Helper()
	return startProcess(t, "", func(c *exec.Cmd) {
		args := append([]string{"bash", "-c", `export LISTEN_PID=$$; exec -a pgask "$@"`, "bash", c.Path}, c.Args[1:]...)
		c.Path, c.Args = "/bin/bash", args
		c.Env = append(c.Env, "LISTEN_FDS=1", "LISTEN_FDNAMES=pgask.socket", "NOTIFY_SOCKET="+notify)
		c.ExtraFiles = []*os.File{listening} // file descriptor 3
	})
}

// TestSupervised: whoever comes while the proxy is away is served by the next one, and the supervisor hears how it is.
func TestSupervised(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	listening, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer listening.Close()
	dir, err := os.MkdirTemp("", "pgask") // a short path
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	notify := filepath.Join(dir, "notify")
	supervisor, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: notify, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer supervisor.Close()
	told := make(chan string, 100)
	go func() {
		b := make([]byte, 4096)
		for {
			n, err := supervisor.Read(b)
			if err != nil {
				return
			}
			told <- string(b[:n])
		}
	}()
	hears := func(want string) {
		t.Helper()
		select {
		case got := <-told:
			if !slices.Contains(strings.Split(got, "\n"), want) {
				t.Errorf("the supervisor was told %q, not %s", got, want)
			}
		case <-time.After(patience):
			t.Fatalf("the supervisor was not told %s", want)
		}
	}
	first := supervised(t, listening, notify)
	hears("READY=1")
	if first.listen != l.Addr().String() {
		t.Errorf("it listens on %s, and the socket is %s", first.listen, l.Addr())
	}
	first.signal(syscall.SIGHUP)
	hears("RELOADING=1")
	hears("READY=1")
	first.signal(syscall.SIGTERM)
	hears("STOPPING=1")
	if code := first.end(); code != 0 {
		t.Errorf("exit %d; log:\n%s", code, first.said)
	}
	come := make(chan error, 1)
	go func() {
		cfg, err := pgconn.ParseConfig(first.dsn)
		if err == nil {
			var conn *pgconn.PgConn
			if conn, err = pgconn.Connect(t.Context(), "postgres://demo@"+first.listen+"/"+cfg.Database+"?sslmode=disable"); err == nil {
				err = conn.Close(t.Context())
			}
		}
		come <- err
	}()
	second := supervised(t, listening, notify)
	hears("READY=1")
	if err := <-come; err != nil {
		t.Errorf("who came while there was no proxy: %v", err)
	}
	second.signal(syscall.SIGTERM)
	second.end()
}
