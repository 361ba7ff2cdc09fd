package cmd

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestMetricsOfKnownTraffic(t *testing.T) {
	t.Parallel()
	p := startProcess(t, "")
	if code, text := p.get("/healthz"); code != 200 || text != "ok\n" {
		t.Errorf("healthz: %d %s", code, text)
	}
	p.until("it is ready", func() bool { // a server has two seconds to answer, which may be too few
		code, text := p.get("/readyz")
		return code == 200 && text == "ready\n*: reachable\n"
	})
	conn := p.connect()
	for sql, want := range map[string]string{
		"SELECT 1": "1", "SELECT nonsense": "42703", "ASK delete all orders": "QA003", "ASK how many customers are there?": "2400",
	} {
		if got := query(conn, sql); got != want {
			t.Errorf("%s: %s", sql, got)
		}
	}
	if got := query(conn, "ASK how many customers are there?"); got != "2400" {
		t.Error(got)
	}
	for _, want := range []struct {
		name   string
		labels map[string]string
		value  float64
	}{
		{"pgask_sessions", map[string]string{"datasource": "*"}, 1},
		{"pgask_sessions_total", map[string]string{"datasource": "*"}, 1},
		{"pgask_connections", nil, 1},
		{"pgask_turns_total", nil, 6}, // the startup's is one
		{"pgask_errors_total", map[string]string{"sqlstate": "42703", "source": "upstream"}, 1},
		{"pgask_errors_total", map[string]string{"sqlstate": "QA003", "source": "pgask"}, 1},
		{"pgask_questions_total", map[string]string{"outcome": "answered", "engine": "builtin"}, 2},
		{"pgask_questions_total", map[string]string{"outcome": "refused", "engine": "none"}, 1},
		{"pgask_questions_unsafe_total", map[string]string{"rule": "intent"}, 1},
		{"pgask_question_seconds", map[string]string{"phase": "total"}, 3},
		{"pgask_question_seconds", map[string]string{"phase": "execute"}, 2},
		{"pgask_cache_requests_total", map[string]string{"cache": "translation", "result": "hit"}, 1},
		{"pgask_cache_requests_total", map[string]string{"cache": "translation", "result": "miss"}, 1},
		{"pgask_cache_requests_total", map[string]string{"cache": "snapshot", "result": "hit"}, 1},
		{"pgask_audit_failures_total", map[string]string{"event": "intent"}, 0},
		{"pgask_startup_seconds", nil, 1},
	} {
		p.counts(want.name, want.labels, want.value)
	}
	if n := p.value("pgask_bytes_total", map[string]string{"peer": "client", "direction": "received"}); n < 100 || n > 2000 {
		t.Errorf("%v bytes came from the client", n)
	}
	p.signal(syscall.SIGTERM)
	if code := p.end(); code != 0 {
		t.Errorf("exit %d; log:\n%s", code, p.said)
	}
	for _, hidden := range []string{"SELECT", "nonsense", "customers", "delete"} {
		if strings.Contains(p.said.String(), hidden) {
			t.Errorf("%q is in the log:\n%s", hidden, p.said)
		}
	}
}

func TestReloadBySignal(t *testing.T) {
	t.Parallel()
	p := startProcess(t, "log.level: info\n")
	conn := p.connect()
	if got := query(conn, "CREATE TEMP TABLE kept AS SELECT 42; SELECT 1"); got != "" {
		t.Fatal(got)
	}
	if got := query(conn, "ASK how many customers are there?"); got != "2400" {
		t.Fatal(got)
	}

	// Everything that is wrong is named, and nothing changes.
	p.write("max_rows: many\nno_such_key: 1\nguard.denied_tables: [customers]\n")
	p.signal(syscall.SIGHUP)
	p.said.wait(t, `bad setting.*no_such_key`)
	p.said.wait(t, `bad setting.*max_rows`)
	p.said.wait(t, `the old ones stay`)
	p.write("tls: {cert: /no/such/file, key: /no/such/file}\n")
	p.signal(syscall.SIGHUP)
	p.said.wait(t, `bad setting.*tls.cert`)
	if got := query(conn, "ASK how many customers are there?"); got != "2400" {
		t.Errorf("after bad settings: %s", got)
	}
	p.counts("pgask_config_reloads_total", map[string]string{"result": "failed"}, 2)
	p.counts("pgask_config_last_reload_successful", nil, 0)

	// What is denied now cannot be asked for through the connection that is open.
	p.write("guard.denied_tables: [customers]\nlimits.connections_per_datasource: 1\naudit.dir: /elsewhere\nlog.level: error\n")
	p.signal(syscall.SIGHUP)
	p.said.wait(t, `settings need a restart.*audit.dir`)
	if got := query(conn, "ASK how many customers are there?"); !strings.HasPrefix(got, "QA00") {
		t.Errorf("a table that is denied now: %s", got)
	}
	if got := query(conn, "SELECT * FROM kept"); got != "42" {
		t.Errorf("the session lost its table: %s", got)
	}
	_, err := pgconn.Connect(t.Context(), "postgres://demo@"+p.listen+"/shop?sslmode=disable")
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.Code != "53300" {
		t.Errorf("one session more: %v", err)
	}
	p.counts("pgask_config_reloads_total", map[string]string{"result": "ok"}, 1)
	p.counts("pgask_config_reloads_total", map[string]string{"result": "failed"}, 2)
}

// A turn, a transaction and a question that are under way may finish; then the session ends with 57P01. Meanwhile
// nobody new gets in, and the balancer is told.
func TestTermWaitsForWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	p := startProcess(t, "shutdown.timeout: 10m\n")
	idle, turn, transaction := p.connect(), p.connect(), p.connect()
	holder, err := pgconn.Connect(t.Context(), p.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close(context.Background())
	if got := query(holder, "SELECT pg_advisory_lock(7)"); got != "" {
		t.Fatal(got)
	}
	if got := query(transaction, "BEGIN"); got != "" {
		t.Fatal(got)
	}
	slow := make(chan string, 1)
	const waits = "SELECT pg_advisory_lock(7), 8"
	go func() { slow <- query(turn, waits) }()
	busy(t, p.dsn, waits)
	p.signal(syscall.SIGTERM)
	p.said.wait(t, "shutting down")
	p.until("the balancer is told", func() bool {
		code, text := p.get("/readyz")
		return code == 503 && strings.HasPrefix(text, "shutting down\n")
	})
	p.until("the idle session ends", func() bool { return query(idle, "SELECT 1") != "1" })
	if conn, err := net.DialTimeout("tcp", p.listen, 5*time.Second); err == nil {
		conn.Close()
		t.Error("it still listens")
	}
	if got := query(holder, "SELECT pg_advisory_unlock(7)"); got != "t" {
		t.Error(got)
	}
	if got := <-slow; got != "" { // pg_advisory_lock returns void
		t.Errorf("the turn: %s", got)
	}
	if got := query(transaction, "ASK how many customers are there?"); got != "2400" {
		t.Errorf("a question in an open transaction: %s", got)
	}
	_ = query(transaction, "COMMIT")
	if code := p.end(); code != 0 {
		t.Errorf("exit %d; log:\n%s", code, p.said)
	}
	p.said.wait(t, `msg="shut down"`)
	for _, e := range p.records() {
		if e.Outcome == "" && e.Event != "intent" {
			t.Errorf("record %+v", e)
		}
	}
}

// busy waits until the server runs a statement.
func busy(t *testing.T, dsn, sql string) {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if query(conn, "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '"+sql+"%'") != "0" {
			return
		}
	}
	t.Fatalf("%s does not run", sql)
}

func TestTermDuringAQuestion(t *testing.T) {
	t.Parallel()
	thinking, think := make(chan struct{}), make(chan struct{})
	m := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		select {
		case thinking <- struct{}{}:
		default:
		}
		<-think
		http.Error(w, "no", http.StatusBadRequest)
	})}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = m.Serve(l) }()
	defer m.Close()
	p := startProcess(t, "engine: model\nmodel: {base_url: 'http://"+l.Addr().String()+"/v1', name: scripted}\n")
	conn := p.connect()
	answer := make(chan string, 1)
	go func() { answer <- query(conn, "ASK how many customers are there?") }()
	<-thinking
	p.signal(syscall.SIGTERM)
	p.said.wait(t, "shutting down")
	close(think) // the model has thought, and the question ends as it would have
	if got := <-answer; got != "QA004" {
		t.Errorf("the question: %s", got)
	}
	if code := p.end(); code != 0 {
		t.Errorf("exit %d; log:\n%s", code, p.said)
	}
}

// A second signal, or the end of the patience, ends what is under way, in order.
func TestTermWithoutPatience(t *testing.T) {
	t.Parallel()
	for name, settings := range map[string]string{"second signal": "shutdown.timeout: 1h\n", "timeout": "shutdown.timeout: 100ms\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProcess(t, settings)
			conn := p.connect()
			slow := make(chan string, 1)
			sleeps := fmt.Sprintf("SELECT pg_sleep(600), %d", len(name)) // which no other test runs
			go func() { slow <- query(conn, sleeps) }()
			busy(t, p.dsn, sleeps)
			p.signal(syscall.SIGTERM)
			p.said.wait(t, "shutting down")
			if name == "second signal" {
				p.signal(syscall.SIGTERM)
			}
			if got := <-slow; got != "57P01" {
				t.Errorf("the turn: %s", got)
			}
			if code := p.end(); code != 0 {
				t.Errorf("exit %d; log:\n%s", code, p.said)
			}
			p.said.wait(t, "ended before they had finished")
		})
	}
}
