package cmd

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// patience bounds every wait, on machines however slow.
const patience = 2 * time.Minute

// process is pgask serve as operators run it: a process of its own, which gets signals.
type process struct {
	house
	cmd     *exec.Cmd
	listen  string // address of the proxy
	metrics string // URL of the HTTP address
	file    string // of settings
	said    *logLines
	ended   chan error
}

// logLines is the log of a process as it grows.
type logLines struct {
	mu    sync.Mutex
	lines []string
	more  chan struct{} // closed and renewed with every line
}

func (l *logLines) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
	close(l.more)
	l.more = make(chan struct{})
}

// wait returns the first line that matches, once it is there.
func (l *logLines) wait(t *testing.T, pattern string) []string {
	t.Helper()
	re, late := regexp.MustCompile(pattern), time.After(patience)
	for {
		l.mu.Lock()
		more := l.more
		for _, line := range l.lines {
			if m := re.FindStringSubmatch(line); m != nil {
				l.mu.Unlock()
				return m
			}
		}
		l.mu.Unlock()
		select {
		case <-more:
		case <-late:
			t.Fatalf("no line like %s in the log:\n%s", pattern, l)
		}
	}
}

func (l *logLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n")
}

// startProcess runs pgask serve with settings beside those that every test needs, in an environment with nothing in it.
func startProcess(t *testing.T, settings string, change ...func(*exec.Cmd)) *process {
	t.Helper()
	p := &process{house: newHouse(t), said: &logLines{more: make(chan struct{})}, ended: make(chan error, 1)}
	p.write(settings)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd = exec.Command(self)
	p.cmd.Args = []string{"pgask", "serve", "--config", p.file} // the test binary is pgask by that name
	p.cmd.Env = []string{"STATE_DIRECTORY=" + p.dir}
	for _, c := range change {
		c(p.cmd)
	}
	log, err := p.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for r := bufio.NewScanner(log); r.Scan(); {
			p.said.add(r.Text())
		}
		p.ended <- p.cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // most have ended by then
	})
	p.metrics = "http://" + p.said.wait(t, `msg=metrics listen=(\S+)`)[1]
	p.listen = p.said.wait(t, `msg=serving listen=(\S+)`)[1]
	return p
}

// write makes the settings file anew.
func (p *process) write(settings string) {
	p.t.Helper()
	upstream := "postgres://" + sandboxtest.Server(p.t).Addr() + "?sslmode=disable"
	p.file = p.house.file("pgask.yaml", "listen: 127.0.0.1:0\nmetrics.listen: 127.0.0.1:0\nupstream: "+upstream+"\n"+settings)
}

func (p *process) signal(s os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// end waits until the process has ended, and returns its exit code.
func (p *process) end() int {
	p.t.Helper()
	select {
	case <-p.ended:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		p.t.Fatalf("it does not end; log:\n%s", p.said)
	}
	return 0
}

func (p *process) connect() *pgconn.PgConn {
	p.t.Helper()
	cfg, err := pgconn.ParseConfig(p.dsn)
	if err != nil {
		p.t.Fatal(err)
	}
	conn, err := pgconn.Connect(p.t.Context(), "postgres://demo@"+p.listen+"/"+cfg.Database+"?sslmode=disable")
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// query returns the first value of a query, or the SQLSTATE of its error.
func query(conn *pgconn.PgConn, sql string) string {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	results, err := conn.Exec(ctx, sql).ReadAll()
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &pg):
		return pg.Code
	case err != nil:
		return err.Error()
	case len(results) == 0 || len(results[0].Rows) == 0:
		return ""
	}
	return string(results[0].Rows[0][0])
}

// get asks the HTTP address.
func (p *process) get(path string) (int, string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.metrics+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// value scrapes one series, all of whose labels are given.
func (p *process) value(name string, labels map[string]string) float64 {
	p.t.Helper()
	_, text := p.get("/metrics")
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
next:
	for _, m := range families[name].GetMetric() {
		for _, l := range m.GetLabel() {
			if labels[l.GetName()] != l.GetValue() {
				continue next
			}
		}
		if h := m.GetHistogram(); h != nil {
			return float64(h.GetSampleCount())
		}
		return m.GetCounter().GetValue() + m.GetGauge().GetValue()
	}
	return -1
}

// counts waits until a series has a value: what is counted may be when the client has its answer already.
func (p *process) counts(name string, labels map[string]string, want float64) {
	p.t.Helper()
	var got float64
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if got = p.value(name, labels); got == want {
			return
		}
		if got > want || time.Now().After(end) {
			p.t.Errorf("%s%v is %v, want %v", name, labels, got, want)
			return
		}
	}
}

// until waits for what nothing signals.
func (p *process) until(what string, done func() bool) {
	p.t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("waited in vain until %s; log:\n%s", what, p.said)
		}
	}
}
