package integration

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

// foreignTables lets questions read them.
func foreignTables(_ *proxy.Config, c *translate.Config) { c.Guard.ForeignTables = true }

// asked runs a statement, with a question in it or not, and returns its rows: columns joined by a blank, rows by ";
// ", or the SQLSTATE of its error.
func asked(t *testing.T, conn *pgx.Conn, sql string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	results, err := conn.PgConn().Exec(ctx, sql).ReadAll()
	if code := stateOf(err); code != "" {
		return "error " + code
	}
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	var rows []string
	for _, row := range results[len(results)-1].Rows {
		var texts []string
		for _, v := range row {
			texts = append(texts, string(v))
		}
		rows = append(rows, strings.Join(texts, " "))
	}
	return strings.Join(rows, "; ")
}

// answers holds each question to its answer.
func (r *rig) answers(t *testing.T, want map[string]string) {
	t.Helper()
	conn := r.connect()
	for question, rows := range want {
		if got := asked(t, conn, "SELECT * FROM ask($q$"+question+"$q$) t"); got != rows {
			rec, _ := r.last()
			t.Errorf("%s: %q, want %q: %s, %s %s", question, got, rows, rec.Outcome, rec.SQL, rec.Message)
		}
	}
}

// extension makes a database on the shared server and an extension in it.
func extension(t *testing.T, name, needs string) (db string) {
	t.Helper()
	sandboxtest.Shop(t) // makes the role demo
	db = sandboxtest.Empty(t)
	if err := sandboxtest.Server(t).Exec(t.Context(), db, "CREATE EXTENSION "+name); err != nil {
		t.Fatalf("%v; install %s", err, needs)
	}
	return db
}

// mustExec runs SQL as the owner of a server.
func mustExec(t *testing.T, server *sandbox.Server, db, sql string) {
	t.Helper()
	if err := server.Exec(t.Context(), db, sql); err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
}

// supervise runs a server and kills it when nobody holds the other end of file descriptor 3 any more: at the end of
// the test, or when the test is killed.
const supervise = `"$@" 3<&- & server=$!; ( read -r line <&3; kill -9 $server ) >/dev/null 2>&1 & exec 3<&-; wait $server`

// startDaemon starts a server program of somebody else's and waits until something listens on the port. It runs as
// nobody if we are root.
func startDaemon(t *testing.T, needs string, port int, args ...string) {
	t.Helper()
	if _, err := exec.LookPath(args[0]); err != nil {
		t.Fatalf("%v; install %s", err, needs)
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	var said strings.Builder
	exited := make(chan struct{})
	cmd := exec.Command("/bin/sh", append([]string{"-c", supervise, "supervise"}, args...)...)
	cmd.Stdout, cmd.Stderr = &said, &said
	cmd.ExtraFiles = []*os.File{theirs} // file descriptor 3
	cmd.SysProcAttr = unprivileged(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(exited)
		_ = cmd.Wait() // how it ended is in what it said
	}()
	t.Cleanup(func() {
		ours.Close()
		<-exited
	})
	deadline := time.After(time.Minute)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-exited:
			t.Fatalf("%s ended:\n%s", args[0], &said)
		case <-deadline:
			t.Fatalf("nothing listens on port %d", port)
		case <-tick.C:
		}
		if conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			conn.Close()
			return
		}
	}
}

// anyPort is a port of 127.0.0.1 that was free just now.
func anyPort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// connect opens a connection that is closed at the end of the test.
func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// upstreamOf is a database of a server as an upstream.
func upstreamOf(t *testing.T, server *sandbox.Server, db string) login.Upstream {
	t.Helper()
	up, err := login.ParseUpstream(server.URL(db, "nobody"))
	if err != nil {
		t.Fatal(err)
	}
	return up
}
