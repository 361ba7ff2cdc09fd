package cmd

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/testlog"
)

var (
	executed = regexp.MustCompile(`LOG:  (?:statement|execute [^:]*): `)
	fetched  = regexp.MustCompile(`LOG:  execute fetch from `)
	marker   = regexp.MustCompile(`/\* pgask ([0-9a-f]{12})( lookup| sample)? \*/`)
)

// executedBy are the statements over users' rows that a server's log says it has executed, by the id of the question
// that each bears.
func executedBy(log string) map[string][]string {
	n := map[string][]string{}
	for entry := range strings.SplitSeq(strings.ReplaceAll(log, "\n\t", " "), "\n") { // a tab continues an entry
		if !executed.MatchString(entry) || fetched.MatchString(entry) {
			continue
		}
		for _, m := range marker.FindAllStringSubmatch(entry, -1) {
			if before := n[m[1]]; len(before) == 0 || !samePortal(before[len(before)-1], entry) {
				n[m[1]] = append(n[m[1]], entry)
			}
		}
	}
	return n
}

// samePortal reports whether two entries are of one portal. The proxy asks for one row more than it wants; of a
// portal that had no row the server logs that as it logged the first Execute, and not as a fetch, although it runs
// nothing again.
func samePortal(a, b string) bool {
	if !strings.Contains(a, " execute pgask_run_") {
		return false
	}
	_, a, _ = strings.Cut(a, "[") // behind the time
	_, b, _ = strings.Cut(b, "[")
	return a == b
}

// own counts the statements that pgask has run for itself, by what they were for.
func own(ran map[string][]string) map[string]int {
	n := map[string]int{}
	for _, sent := range ran {
		for _, entry := range sent {
			if m := marker.FindStringSubmatch(entry); m[2] != "" {
				n[strings.TrimSpace(m[2])]++
			}
		}
	}
	return n
}

var strangers atomic.Int64

// askedForms are ways to ask, each of which a connection repeats until it is lost.
var askedForms = []func(ctx context.Context, c *pgconn.PgConn) error{
	func(ctx context.Context, c *pgconn.PgConn) error {
		return c.Exec(ctx, "ASK how many customers are there?").Close()
	},
	func(ctx context.Context, c *pgconn.PgConn) error {
		return c.Exec(ctx, "SELECT * FROM ask('how many orders') a, ask('how many products') b").Close()
	},
	func(ctx context.Context, c *pgconn.PgConn) error {
		return c.Exec(ctx, "SELECT 1; CREATE TEMP TABLE IF NOT EXISTS x AS SELECT * FROM ask('how many suppliers are there?') a; SELECT 2").Close()
	},
	func(ctx context.Context, c *pgconn.PgConn) error {
		if _, err := c.Prepare(ctx, "p", "SELECT * FROM ask('how many stores are there?') t", nil); err != nil {
			return err
		}
		for range 5 {
			if err := c.ExecPrepared(ctx, "p", nil, nil, nil).Read().Err; err != nil {
				return err
			}
		}
		return c.Deallocate(ctx, "p")
	},
	func(ctx context.Context, c *pgconn.PgConn) error { // a name that pgask looks up, another each time
		err := c.Exec(ctx, fmt.Sprintf("ASK customers named 'Stranger %d'", strangers.Add(1))).Close()
		var answer *pgconn.PgError
		if errors.As(err, &answer) && !c.IsClosed() {
			return nil
		}
		return err
	},
}

// TestKilledProxy kills the proxy with SIGKILL while many ask, again and again, and compares the server's own log
// with the audit log: for every statement of a question that the server has executed there is an intent, in every
// form. PGASK_KILLS says how often; a few times by default. So it is for what pgask reads of tables for itself.
func TestKilledProxy(t *testing.T) {
	t.Parallel()
	rounds, _ := strconv.Atoi(os.Getenv("PGASK_KILLS"))
	if rounds == 0 {
		rounds = 2
	}
	said := &testlog.Buffer{}
	server, err := sandbox.Start(t.Context(), sandbox.Options{Log: said, Settings: map[string]string{"log_statement": "all"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	if err := server.CreateDatabase(t.Context(), "shop"); err != nil {
		t.Fatal(err)
	}
	if err := server.LoadShop(t.Context(), "shop"); err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	file := h.file("pgask.yaml", "listen: 127.0.0.1:0\nmetrics.listen: 127.0.0.1:0\nupstream: postgres://"+server.Addr()+"?sslmode=disable\naudit.key: 0123456789abcdef\n")
	for round := range rounds {
		unknown(t, server, round)
		askUntilKilled(t, h, file, 40+17*(round%5))
	}
	intents := map[string][]string{} // the text that they say will be sent
	lines := 0
	for e, err := range audit.Records(filepath.Join(h.dir, "audit")) {
		if err != nil {
			continue // torn by a kill; the next start accounts for it, and verify holds it to that
		}
		lines++
		if e.Event == audit.Intent {
			sent := cmp.Or(e.Sent, e.SQL)
			intents[e.ID] = append(intents[e.ID], sent)
			if e.About != "" {
				intents[e.About] = append(intents[e.About], sent) // a run of what was prepared, whose marker it bears
			}
		}
	}
	ran, statements := executedBy(said.String()), 0
	for id, sent := range ran {
		statements += len(sent)
		if len(intents[id]) < len(sent) {
			t.Errorf("the server has executed %d statements of question %s, and the log has %d intents: %.3000q", len(sent), id, len(intents[id]), sent)
			continue
		}
		for _, entry := range sent {
			at := slices.IndexFunc(intents[id], func(sql string) bool { return sql != "" && strings.Contains(entry, strings.ReplaceAll(sql, "\n", " ")) })
			if at < 0 {
				t.Errorf("the server has executed %s, and the log has %q", entry, intents[id])
				continue
			}
			intents[id] = slices.Delete(slices.Clone(intents[id]), at, at+1)
		}
	}
	mine := own(ran)
	if mine["lookup"] == 0 || mine["sample"] < rounds {
		t.Errorf("pgask has read too little for itself: %v", mine)
	}
	if len(ran) < 10*rounds {
		t.Errorf("only %d questions were run", len(ran))
	}
	log, err := audit.Open(audit.Config{Dir: filepath.Join(h.dir, "audit"), Key: []byte("0123456789abcdef")}) // accounts for the last torn line
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	report, err := audit.Verify(filepath.Join(h.dir, "audit"), []byte("0123456789abcdef"))
	if err != nil || len(report.Findings) > 0 {
		t.Errorf("verify: %v, %v", report.Findings, err)
	}
	t.Logf("%d kills: the server has executed %d statements of %d questions, %v of them pgask's own, all with an intent that has their text; %d lines in the log", rounds, statements, len(ran), mine, lines)
}

// unknown makes a table without statistics, of which pgask reads a sample.
func unknown(t *testing.T, server *sandbox.Server, round int) {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), server.URL("shop", "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	table := fmt.Sprintf("unknown_%d", round)
	if err := conn.Exec(t.Context(), fmt.Sprintf("CREATE TABLE %s (kind text); INSERT INTO %[1]s VALUES ('a'), ('b'); GRANT SELECT ON %[1]s TO demo", table)).Close(); err != nil {
		t.Fatal(err)
	}
}

// askUntilKilled runs a proxy that eight connections ask, and kills it after some answers.
func askUntilKilled(t *testing.T, h house, file string, answers int) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Args = []string{"pgask", "serve", "--config", file} // the test binary is pgask by that name
	cmd.Env = []string{"STATE_DIRECTORY=" + h.dir}
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := &logLines{more: make(chan struct{})}
	go func() {
		for r := bufio.NewScanner(out); r.Scan(); {
			lines.add(r.Text())
		}
	}()
	listen := lines.wait(t, `msg=serving listen=(\S+)`)[1]
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	defer cancel()
	answered := make(chan error)
	var killed atomic.Bool
	var asking sync.WaitGroup
	for i := range 8 {
		asking.Go(func() {
			conn, err := pgconn.Connect(ctx, fmt.Sprintf("postgres://demo@%s/shop?sslmode=disable", listen))
			if err != nil {
				if !killed.Load() { // others may have got all the answers while this one had not begun
					t.Error(err)
				}
				return
			}
			defer conn.Close(context.Background())
			for {
				if err := askedForms[i%len(askedForms)](ctx, conn); err != nil {
					return // the proxy is gone
				}
				select {
				case answered <- nil:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	for range answers {
		select {
		case <-answered:
		case <-ctx.Done():
			t.Fatalf("too few answers: %s", lines)
		}
	}
	killed.Store(true)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	cancel()
	asking.Wait()
}
