package integration

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

// startPgBouncer starts one before a port of 127.0.0.1, with two connections for all clients: whatever one of them
// leaves behind, another one finds.
func startPgBouncer(t *testing.T, to int, db, mode string) (port int) {
	t.Helper()
	dir := sharedDir(t)
	port = anyPort(t)
	users, ini := filepath.Join(dir, "users.txt"), filepath.Join(dir, "pgbouncer.ini")
	text := fmt.Sprintf(`[databases]
%s = host=127.0.0.1 port=%d
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = trust
auth_file = %s
pool_mode = %s
default_pool_size = 2
ignore_startup_parameters = extra_float_digits
`, db, to, port, users, mode)
	for path, content := range map[string]string{users: "\"demo\" \"\"\n", ini: text} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	startDaemon(t, "pgbouncer", port, "/usr/sbin/pgbouncer", "-q", ini)
	return port
}

// pooled is the URL of the shop behind a proxy and a PgBouncer, in this order or the other one.
func pooled(t *testing.T, pgbouncerBefore bool, mode string) string {
	t.Helper()
	shop := sandboxtest.Shop(t)
	if pgbouncerBefore {
		_, port, err := net.SplitHostPort(setup(t).addr)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(port)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("postgres://demo@127.0.0.1:%d/%s?sslmode=disable", startPgBouncer(t, n, shop, mode), shop)
	}
	bouncer := startPgBouncer(t, sandboxtest.Server(t).Port(), shop, mode)
	return setup(t, func(pc *proxy.Config, _ *translate.Config) {
		up, err := login.ParseUpstream(fmt.Sprintf("postgres://nobody@127.0.0.1:%d/%s?sslmode=disable", bouncer, shop))
		if err != nil {
			t.Fatal(err)
		}
		pc.Datasources[shop] = up
	}).url("demo")
}

// pooledForms are what one client says, one after the other, and what it hears.
var pooledForms = []struct{ sql, want string }{
	{"ASK how many products are there", "288"},
	{"SELECT * FROM ask('how many products are there') t", "288"},
	{"BEGIN", ""},
	{"CREATE TEMP TABLE gadgets (id int) ON COMMIT DROP", ""},
	{"ASK how many gadgets are there", "0"},
	{"ASK delete all products", "error QA003"},
	{"SELECT 1", "error 25P02"},
	{"ROLLBACK", ""},
	{"SELECT count(*) FROM ask('show returns', answer => '2') t", "260"},
	{"SELECT t.id FROM ask('show products') t ORDER BY t.id LIMIT 3", "1; 2; 3"},
	{"BEGIN; SET LOCAL ask.clarify = 'rows'", ""},
	{"SELECT count(*) FROM ask('show regions') t", "6"},
	{"ASK show returns", "1 order_returns Goods that customers sent back.; 2 supplier_returns Goods that we sent back to their supplier."},
	{"COMMIT", ""},
	{"SHOW ask.clarify", ""},
	{"SELECT * FROM ask('show returns') t", "error QA001"},
}

// TestEnginePgBouncer puts one before the proxy and behind it, with session and with transaction pooling.
func TestEnginePgBouncer(t *testing.T) {
	everyClient(t)
	t.Parallel()
	for name, before := range map[string]bool{"before": true, "behind": false} {
		for _, mode := range []string{"session", "transaction"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				url := pooled(t, before, mode)
				conn := connect(t, url)
				pooledCancel(t, conn)
				for _, f := range pooledForms {
					if got := asked(t, conn, f.sql); got != f.want {
						t.Errorf("%s: %q, want %q", f.sql, got, f.want)
					}
				}
				if mode == "session" {
					if got := asked(t, conn, "SELECT count(*) FROM ask_answer('1') t"); got != "1425" {
						t.Errorf("the answer in the same session: %q", got)
					}
					pooledPrepared(t, conn)
					return
				}
				if err := conn.Close(t.Context()); err != nil {
					t.Error(err)
				}
				var wg sync.WaitGroup
				for i := range 6 { // more clients than connections
					wg.Go(func() { pooledClient(t, url, i) })
				}
				wg.Wait()
			})
		}
	}
}

// pooledCancel cancels a statement with a question in it, through both.
func pooledCancel(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	done := make(chan struct{})
	var cancelling sync.WaitGroup
	cancelling.Go(func() {
		tick := time.NewTicker(200 * time.Millisecond) // the first try may come before the statement
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				_ = conn.PgConn().CancelRequest(t.Context()) // an error shows in what is cancelled
			}
		}
	})
	got := asked(t, conn, "SELECT count(*) FROM ask('show order items') AS a, order_items b, order_items c WHERE a.quantity + b.quantity + c.quantity = 0")
	close(done)
	cancelling.Wait()
	if got != "error 57014" {
		t.Errorf("cancelled: %q", got)
	}
	after := asked(t, conn, "SELECT 1")
	if after == "error 57014" { // PgBouncer may be late with the last try
		after = asked(t, conn, "SELECT 1")
	}
	if after != "1" {
		t.Errorf("after it was cancelled: %q", after)
	}
}

// pooledPrepared runs a statement by name.
func pooledPrepared(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	for floor := range 3 {
		var n int64
		err := conn.QueryRow(t.Context(), "SELECT t.n FROM ask('how many products are there') AS t(n) WHERE t.n > $1", floor).Scan(&n)
		if err != nil || n != 288 {
			t.Errorf("prepared: %d, %v", n, err)
		}
	}
}

// pooledClient asks in all ways that transaction pooling leaves: by simple Query, in one batch, in a transaction.
func pooledClient(t *testing.T, url string, number int) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close(ctx)
	questions := []string{"how many products are there", "how many regions are there"}
	counts := []int64{288, 6}
	for i := range 20 {
		which := (i + number) % 2
		var got int64
		switch i % 3 {
		case 0:
			err = conn.QueryRow(ctx, "ASK "+questions[which], pgx.QueryExecModeSimpleProtocol).Scan(&got)
		case 1:
			err = conn.QueryRow(ctx, "SELECT t.n FROM ask('"+questions[which]+"') AS t(n) WHERE t.n > $1", pgx.QueryExecModeExec, 1).Scan(&got)
		case 2:
			err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
				first := tx.QueryRow(ctx, "SELECT * FROM ask($1) t", pgx.QueryExecModeExec, questions[which]).Scan(&got)
				var again int64
				second := tx.QueryRow(ctx, "ASK "+questions[which], pgx.QueryExecModeSimpleProtocol).Scan(&again)
				if again != got {
					return fmt.Errorf("%d, then %d", got, again)
				}
				return errors.Join(first, second)
			})
		}
		if err != nil || got != counts[which] {
			t.Errorf("client %d, question %d: %d, %v", number, i, got, err)
		}
	}
}
