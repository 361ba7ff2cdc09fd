package integration

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/integration/sandbox"
)

// replicating are the settings of a server that can be replicated from.
var replicating = map[string]string{"wal_level": "logical", "max_wal_senders": "10", "max_replication_slots": "10",
	"synchronous_commit": "on"}

// tool runs one of PostgreSQL's programs against addr.
func tool(t *testing.T, addr, name string, args ...string) string {
	t.Helper()
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(binaries(t), name), append([]string{"-h", host, "-p", port, "-U", sandbox.Superuser, "-w"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// superuser opens a pgx connection to a server.
func superuser(t *testing.T, server *sandbox.Server) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), server.URL("postgres", sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func scan(t *testing.T, conn *pgx.Conn, sql string) (value string) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), sql).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

// TestReplication: PostgreSQL's own tools replicate through the proxy.
func TestReplication(t *testing.T) {
	t.Parallel()
	server := ownServer(t, replicating)
	// A proxy that serves one database by name: physical replication names none.
	proxied := inFront(t, server.Addr(), "postgres")
	conn := superuser(t, server)
	streams := func(t *testing.T) { // the machine's tools do so from their own version alone
		t.Helper()
		tools, err := strconv.Atoi(filepath.Base(filepath.Dir(binaries(t))))
		if server := majorOf(t, server); err != nil || tools != server {
			t.Skipf("needs the tools of PostgreSQL %d: %d, %v", server, tools, err)
		}
	}
	const changes = "CREATE TABLE t (a text); INSERT INTO t SELECT 'ask: row ' || i FROM generate_series(1, 1000) i"
	t.Run("base backup", func(t *testing.T) {
		streams(t)
		dir := filepath.Join(t.TempDir(), "backup")
		tool(t, proxied, "pg_basebackup", "-D", dir, "-X", "stream", "--no-sync", "--checkpoint=fast")
		if out, err := exec.CommandContext(t.Context(), filepath.Join(binaries(t), "pg_verifybackup"), dir).CombinedOutput(); err != nil {
			t.Errorf("pg_verifybackup: %v\n%s", err, out)
		}
	})
	t.Run("logical", func(t *testing.T) {
		tool(t, proxied, "pg_recvlogical", "-d", "postgres", "--slot=changes", "--create-slot", "--plugin=test_decoding")
		if _, err := conn.Exec(t.Context(), changes); err != nil {
			t.Fatal(err)
		}
		end := scan(t, conn, "SELECT pg_current_wal_insert_lsn()::text")
		out := tool(t, proxied, "pg_recvlogical", "-d", "postgres", "--slot=changes", "--start", "--endpos="+end, "--no-loop", "-f", "-")
		if n := strings.Count(out, "table public.t: INSERT: a[text]:'ask: row "); n != 1000 {
			t.Errorf("%d changes came through", n)
		}
	})
	t.Run("physical", func(t *testing.T) {
		streams(t)
		if _, err := conn.Exec(t.Context(), "SELECT pg_switch_wal(); SELECT pg_create_physical_replication_slot('log', true)"); err != nil {
			t.Fatal(err)
		}
		file := scan(t, conn, "SELECT pg_walfile_name(pg_current_wal_lsn())")
		if _, err := conn.Exec(t.Context(), "DROP TABLE IF EXISTS t; "+changes); err != nil {
			t.Fatal(err)
		}
		end := scan(t, conn, "SELECT pg_switch_wal()::text")
		dir := t.TempDir()
		tool(t, proxied, "pg_receivewal", "--slot=log", "-D", dir, "--endpos="+end, "--no-loop", "--no-sync")
		got, err := os.ReadFile(filepath.Join(dir, file+".partial"))
		if err != nil {
			if got, err = os.ReadFile(filepath.Join(dir, file)); err != nil {
				t.Fatal(err)
			}
		}
		var want []byte
		if err := conn.QueryRow(t.Context(), "SELECT pg_read_binary_file('pg_wal/' || $1, 0, 65536)", file).Scan(&want); err != nil {
			t.Fatal(err)
		}
		if len(got) < len(want) || string(got[:len(want)]) != string(want) {
			t.Errorf("the log that came through is not the server's: %d bytes", len(got))
		}
	})
	t.Run("by hand", func(t *testing.T) { replicateByHand(t, server, proxied) })
}

// TestShutdownEndsStreams: whoever follows a stream goes on elsewhere, and is not waited for.
func TestShutdownEndsStreams(t *testing.T) {
	t.Parallel()
	server := ownServer(t, replicating)
	r := rigInFront(t, server.Addr(), "postgres")
	conn := superuser(t, server)
	tool(t, r.addr, "pg_recvlogical", "-d", "postgres", "--slot=follow", "--create-slot", "--plugin=test_decoding")
	host, port, err := net.SplitHostPort(r.addr)
	if err != nil {
		t.Fatal(err)
	}
	follower := exec.CommandContext(t.Context(), filepath.Join(binaries(t), "pg_recvlogical"), "-h", host, "-p", port, "-U", sandbox.Superuser, "-w",
		"-d", "postgres", "--slot=follow", "--start", "--no-loop", "-f", "-")
	var said strings.Builder
	follower.Stdout, follower.Stderr = &said, &said
	if err := follower.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "nobody follows", func() bool {
		return scan(t, conn, "SELECT count(*)::text FROM pg_stat_replication WHERE state = 'streaming'") == "1"
	})
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	began := time.Now()
	if err := r.server.Shutdown(ctx); err != nil || time.Since(began) > patience/2 {
		t.Errorf("the shutdown took %v: %v", time.Since(began), err)
	}
	if err := follower.Wait(); err == nil || !strings.Contains(said.String(), "terminating connection due to administrator command") {
		t.Errorf("the follower: %v, %s", err, &said)
	}
}

// replicateByHand plays the messages of replication, with COPY BOTH ended from the client's side.
func replicateByHand(t *testing.T, server *sandbox.Server, proxied string) {
	t.Helper()
	same(t, server, proxied, func(p *peer) {
		p.turn(2, query("SHOW wal_level"), query("NO_SUCH_COMMAND"))
		p.turn(1, query("START_REPLICATION 0/FFFFFF0 TIMELINE 99"))
		p.turn(1, query("TIMELINE_HISTORY 99"))
	}, "user", sandbox.Superuser, "replication", "true")
	same(t, server, proxied, func(p *peer) {
		p.turn(3, query("SELECT 1"), query("ASK anything"), query("CREATE_REPLICATION_SLOT s TEMPORARY LOGICAL test_decoding NOEXPORT_SNAPSHOT"))
		p.send(query("START_REPLICATION SLOT s LOGICAL 0/0"))
		p.until('W', 1)
		p.send(msgDone)
		for { // keepalives come when they like
			typ, _ := p.next()
			if typ == 'd' {
				p.heard = p.heard[:len(p.heard)-1]
			}
			if typ == 'Z' || typ == 0 {
				break
			}
		}
		p.turn(1, query("SELECT 2"))
		p.send(msgBye)
		p.end()
	}, "user", sandbox.Superuser, "database", "postgres", "replication", "database")
}
