package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
)

// target is one way to the server.
type target struct {
	name    string
	port    int
	process *process                    // of the proxy; nil: there is none
	fresh   func(context.Context) error // forgets server connections that are warm from earlier runs; nil: there are none
}

// Names of targets.
const (
	direct    = "direct"
	pgbouncer = "pgbouncer"
	pgask     = "pgask"
)

// database is the one that everything happens in.
const database = "bench"

func (t *target) dsn() string {
	return fmt.Sprintf("host=127.0.0.1 port=%d user=%s dbname=%s sslmode=disable", t.port, sandbox.Superuser, database)
}

// startTargets starts a server with the tables of the workloads, and the proxies before it.
func startTargets(ctx context.Context, o options) (targets []*target, stop func(), err error) {
	dir, err := os.MkdirTemp("", "pgask-bench-")
	if err != nil {
		return nil, nil, err
	}
	server, err := sandbox.Start(ctx, sandbox.Options{Settings: map[string]string{"max_connections": "300", "shared_buffers": "512MB",
		"max_wal_size": "4GB", "checkpoint_timeout": "1h"}})
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	all := []*target{{name: direct, port: server.Port()}}
	stop = func() {
		for _, t := range all {
			t.process.stop()
		}
		// Nothing of it is needed any more.
		_ = server.Close()
		_ = os.RemoveAll(dir)
	}
	if err := fill(ctx, server, all[0], o); err != nil {
		stop()
		return nil, nil, err
	}
	proxies, err := startProxies(o, dir, server.Port())
	all = append(all, proxies...)
	if err != nil {
		stop()
		return nil, nil, err
	}
	return all, stop, nil
}

// fill makes the tables.
func fill(ctx context.Context, server *sandbox.Server, t *target, o options) error {
	if err := server.CreateDatabase(ctx, database); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, program("pgbench"), "-i", "-q", "-s", "10", t.dsn()).CombinedOutput(); err != nil {
		return fmt.Errorf("pgbench -i: %w: %s", err, out)
	}
	err := server.Exec(ctx, database, fmt.Sprintf(`
CREATE TABLE bulk AS SELECT i, 'some text that is about as long as text is' AS t, date '2026-01-01' + i %% 1000 AS d FROM generate_series(1, %d) i;
CREATE UNLOGGED TABLE filled (i int, t text, d date)`, o.rows))
	if err != nil {
		return err
	}
	return server.Exec(ctx, database, "VACUUM ANALYZE")
}

// startProxies starts PgBouncer, if the machine has it, and pgask, before a server on 127.0.0.1. What it returns beside
// an error runs all the same.
func startProxies(o options, dir string, upstream int) ([]*target, error) {
	var all []*target
	cert, key, err := certificate(dir)
	if err != nil {
		return nil, err
	}
	if program := program("pgbouncer"); program != "" {
		t, err := startPgbouncer(program, dir, upstream, cert, key)
		if err != nil {
			return all, err
		}
		all = append(all, t)
	} else {
		fmt.Fprintln(os.Stderr, "no pgbouncer here: apt-get install pgbouncer")
	}
	t, err := startPgask(o.pgask, dir, upstream, cert, key)
	if err != nil {
		return all, err
	}
	return append(all, t), nil
}

// startPgbouncer starts it with session pooling, everything else as it comes, but room for the clients.
func startPgbouncer(program, dir string, upstream int, cert, key string) (*target, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	users, ini := filepath.Join(dir, "users.txt"), filepath.Join(dir, "pgbouncer.ini")
	text := fmt.Sprintf(`[databases]
* = host=127.0.0.1 port=%d
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = trust
auth_file = %s
admin_users = %s
pool_mode = session
max_client_conn = 10000
default_pool_size = 10000
ignore_startup_parameters = extra_float_digits
client_tls_sslmode = allow
client_tls_cert_file = %s
client_tls_key_file = %s
log_connections = 0
log_disconnections = 0
`, upstream, port, users, sandbox.Superuser, cert, key)
	err = errors.Join(os.WriteFile(users, []byte(`"`+sandbox.Superuser+`" ""`+"\n"), 0o644),
		os.WriteFile(ini, []byte(text), 0o644), os.Chmod(dir, 0o755))
	if err != nil {
		return nil, err
	}
	p, err := startProcess(port, true, program, "-q", ini)
	return &target{pgbouncer, port, p, func(ctx context.Context) error { return reconnect(ctx, port) }}, err
}

// reconnect has PgBouncer close the server connections that it keeps. It hands them out again, and each run would
// find backends whose caches and page tables are warm from the run before, while those of the other targets are new:
// that difference is PostgreSQL's, and larger than what a relay costs.
func reconnect(ctx context.Context, port int) error {
	conn, err := pgconn.Connect(ctx, fmt.Sprintf("host=127.0.0.1 port=%d user=%s dbname=pgbouncer sslmode=disable",
		port, sandbox.Superuser))
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "RECONNECT").ReadAll()
	return errors.Join(err, conn.Close(ctx))
}

// startPgask starts the proxy with its defaults.
func startPgask(program, dir string, upstream int, cert, key string) (*target, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	p, err := startProcess(port, false, program, "serve", "--listen", "127.0.0.1:"+strconv.Itoa(port),
		"--upstream", fmt.Sprintf("postgres://127.0.0.1:%d/%s?sslmode=disable", upstream, database),
		"--set", "tls.cert="+cert, "--set", "tls.key="+key, "--set", "audit.dir="+filepath.Join(dir, "audit"), "--set", "log.level=warn")
	return &target{pgask, port, p, nil}, err
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
