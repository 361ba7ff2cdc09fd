package cmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/cmd/cli"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// house is a place for the files of one test.
type house struct {
	t   *testing.T
	dir string
	dsn string // of the shop, as demo
}

func newHouse(t *testing.T) house {
	t.Helper()
	database := sandboxtest.Shop(t)
	return house{t, t.TempDir(), sandboxtest.Server(t).URL(database, "demo")}
}

// pgask runs a command line. Of the environment it sees only where the state is kept.
func (h house) pgask(ctx context.Context, in string, args ...string) (code int, out, errOut string) {
	h.t.Helper()
	var o, e bytes.Buffer
	environ := []string{"STATE_DIRECTORY=" + h.dir, "PGASK_CONFIG=" + h.file("pgask.yaml", "")}
	code = run(ctx, args, environ, strings.NewReader(in), &o, &e)
	return code, o.String(), e.String()
}

func (h house) file(name, text string) string {
	h.t.Helper()
	path := filepath.Join(h.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// records are the audit records of a house, oldest first.
func (h house) records() []audit.Entry {
	h.t.Helper()
	all, err := audit.Tail(filepath.Join(h.dir, "audit"), 1000)
	if err != nil {
		h.t.Fatal(err)
	}
	return answered(all)
}

// answered leaves out the records of readings that were run to choose between them, and of keys that were measured.
func answered(all []audit.Entry) []audit.Entry {
	return slices.DeleteFunc(all, func(e audit.Entry) bool { return e.Trial || e.Own == "join" })
}

func TestAskFormats(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{
		"table":    "^ \\w+ *\n-+\n +2400\n$",
		"csv":      "^\\w+\n2400\n$",
		"markdown": "^\\| \\w+ *\\|\n\\| -+: \\|\n\\| +2400 \\|\n$",
		"json":     "^\\[\n  \\{\"\\w+\": 2400\\}\n\\]\n$",
	} {
		h := newHouse(t)
		code, out, errOut := h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "--format", format, "how many customers are there?")
		if code != cli.OK || !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("%s: exit %d\n%s\n%s", format, code, out, errOut)
		}
		if !regexp.MustCompile(`(?m)^\(1 row, [0-9.]+m?s, builtin\)$`).MatchString(errOut) {
			t.Errorf("%s: no summary in:\n%s", format, errOut)
		}
	}
}

func TestAskIsRecorded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	if code, _, errOut := h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "how many customers are there?"); code != cli.OK {
		t.Fatal(errOut)
	}
	if code, _, errOut := h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "delete all orders"); code != cli.Failed ||
		!strings.Contains(errOut, "(QA003)") {
		t.Errorf("exit %d: %s", code, errOut)
	}
	all := h.records()
	if len(all) != 3 || all[0].Event != audit.Intent || all[0].ID != all[1].ID {
		t.Fatalf("records %+v", all)
	}
	if r := all[1]; r.Outcome != audit.Answered || r.Rows != 1 || r.Role != "demo" || r.Verdict != "allow" || r.Form != "command" ||
		!strings.Contains(r.SQL, "/* pgask "+r.ID+" */") || len(r.States) == 0 {
		t.Errorf("outcome %+v", r)
	}
	if r := all[2]; r.Outcome != audit.Refused || r.SQLState != "QA003" {
		t.Errorf("refusal %+v", r)
	}
	code, out, errOut := h.pgask(t.Context(), "", "audit", "show", all[0].ID)
	if code != cli.OK || strings.Count(out, "\n") < 2 {
		t.Errorf("show: exit %d\n%s%s", code, out, errOut)
	}
	code, out, _ = h.pgask(t.Context(), "", "audit", "tail", "-n", "1")
	var last audit.Entry
	if err := json.Unmarshal([]byte(out), &last); code != cli.OK || err != nil || last.Question != "delete all orders" {
		t.Errorf("tail: exit %d, %v\n%s", code, err, out)
	}
	if code, out, _ := h.pgask(t.Context(), "", "audit", "verify"); code != cli.OK || !regexp.MustCompile(`^ok: \d+ records, \d+ of them not sealed, 0 files of prompts, compared with 1 head; head \d+ `).MatchString(out) {
		t.Errorf("verify: exit %d\n%s", code, out)
	}
	path := filepath.Join(h.dir, "audit", audit.FileName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(data, []byte(`"role":"demo"`), []byte(`"role":"none"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := h.pgask(t.Context(), "", "audit", "verify"); code != cli.Failed || !strings.Contains(out, "line 1: record 1 was changed") {
		t.Errorf("verify after tampering: exit %d\n%s", code, out)
	}
	if code, _, errOut := h.pgask(t.Context(), "", "audit", "show", "nosuch"); code != cli.Failed || !strings.Contains(errOut, `no record with the id "nosuch"`) {
		t.Errorf("show nosuch: exit %d, %s", code, errOut)
	}
}

func TestAskShowsWithoutRunning(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	code, out, errOut := h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "--sql", "how many customers are there?")
	if code != cli.OK || !strings.HasPrefix(out, "SELECT count(*)") || !strings.HasSuffix(out, ";\n") || strings.Contains(out, "/*") {
		t.Errorf("--sql: exit %d\n%s%s", code, out, errOut)
	}
	code, out, errOut = h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "--explain", "--format", "csv", "how many customers are there?")
	if code != cli.OK || !strings.HasPrefix(out, "aspect,detail\nquestion,") || !strings.Contains(out, "\nsql,SELECT count(*)") {
		t.Errorf("--explain: exit %d\n%s%s", code, out, errOut)
	}
	if all := h.records(); all[0].Event != audit.Finished || all[0].Outcome != audit.Prepared || all[0].SQL == "" {
		t.Errorf("record %+v", all[0])
	}
}

// TestAskTakesVerbs: what stands before a question with a colon, as at a prompt of SQL, is no part of it.
func TestAskTakesVerbs(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for typed, want := range map[string]string{
		"ASK prompt: how many customers are there;": "instructions", "ask explain: how many customers are there": "confidence",
		"ASK sql: how many customers are there;": "SELECT count(*)", "chart: orders per month in 2025": "█",
	} {
		if code, out, errOut := h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, typed); code != cli.OK || !strings.Contains(out, want) {
			t.Errorf("%s: %d\n%s%s", typed, code, out, errOut)
		}
	}
}

func TestAskIsAskedBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	code, out, errOut := h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "show returns")
	if code != cli.Unclear || out != "" || !strings.Contains(errOut, "\n  1. ") || !strings.Contains(errOut, "--answer") {
		t.Fatalf("exit %d\n%s%s", code, out, errOut)
	}
	code, _, errOut = h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "--answer", "17", "show returns")
	if code != cli.Failed || !strings.Contains(errOut, `"17" is none of the choices`) {
		t.Errorf("exit %d\n%s", code, errOut)
	}
	code, out, errOut = h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "--answer", "supplier_returns", "show returns")
	if code != cli.OK || !strings.Contains(errOut, "supplier_returns") {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
	// The answer was remembered, so the same question does not ask twice.
	code, out, errOut = h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "Show returns!")
	if code != cli.OK || !strings.Contains(errOut, "supplier_returns") {
		t.Errorf("asked again: exit %d\n%s%s", code, out, errOut)
	}
	// Where there are no choices, words answer.
	code, _, errOut = h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "how many orders of a certain customer")
	if code != cli.Unclear || !strings.Contains(errOut, "Which customer?") || !strings.Contains(errOut, "--answer and words") {
		t.Errorf("exit %d\n%s", code, errOut)
	}
	code, out, errOut = h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "--format", "csv", "--answer", "Priya Popescu Events", "how many orders of a certain customer")
	if code != cli.OK || !strings.HasSuffix(out, "\n96\n") {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
	code, _, errOut = h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "--set", "lessons.apply=false", "show returns")
	if code != cli.Unclear {
		t.Errorf("without lessons: exit %d\n%s", code, errOut)
	}
}

func TestAskStopsAtMaxRows(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	code, out, errOut := h.pgask(t.Context(), "", "ask", "--dsn", h.dsn, "--set", "max_rows=3", "--format", "csv", "show customers")
	if code != cli.OK || strings.Count(out, "\n") != 4 || !strings.Contains(errOut, "(3 rows, ") || !strings.Contains(errOut, "truncated") {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
	if all := h.records(); !all[len(all)-1].Truncated || all[len(all)-1].Rows != 3 {
		t.Errorf("record %+v", all[len(all)-1])
	}
}

func TestAskWithoutAServer(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	code, _, errOut := h.pgask(t.Context(), "", "ask", "--dsn", "postgres://me:hush@"+l.Addr().String()+"/shop", "how many orders")
	if code != cli.Failed || !strings.Contains(errOut, "pgask: connect: ") || strings.Contains(errOut, "hush") {
		t.Errorf("exit %d: %s", code, errOut)
	}
}

func TestEval(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	questions := h.file("questions.jsonl", `{"id": "a", "db": "shop", "question": "how many customers are there?"}
{"id": 2, "db": "shop", "question": "flurbs per wibble"}

{"id": "c", "db": "nosuch", "question": "how many customers are there?"}
{"id": "d", "db": "shop", "question": "show returns", "evidence": "whatever"}
{"id": "e", "db": "shop", "question": "how many products are there?"}
`)
	answers := filepath.Join(h.dir, "answers.jsonl")
	dsn := strings.Replace(h.dsn, "/shop", "/%s", 1)
	code, _, errOut := h.pgask(t.Context(), "", "eval", "--dsn", dsn, "--questions", questions, "--out", answers, "--engine", "builtin")
	data, err := os.ReadFile(answers)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	want := []string{`^\{"id":"a","sql":"SELECT count\(\*\) .*customers`, `^\{"id":2,"sql":null,"sqlstate":"QA002"\}$`, `^\{"id":"c","sql":null,"failure":"connect: .*\}$`,
		`^\{"id":"d","sql":null,"clarify":"“returns” fits more than one table.*\}$`, `^\{"id":"e","sql":"SELECT count\(\*\) .*products`}
	if len(lines) != len(want) {
		t.Fatalf("exit %d\n%s%s", code, data, errOut)
	}
	for i, w := range want {
		if !regexp.MustCompile(w).MatchString(lines[i]) {
			t.Errorf("line %d: %s", i, lines[i])
		}
	}
	if code != cli.Failed || !strings.Contains(errOut, "5 asked: 2 answered, 1 clarified, 1 refused, 1 failed; translation p50 ") {
		t.Errorf("exit %d: %s", code, errOut)
	}
	code, out, errOut := h.pgask(t.Context(), "{\"id\":1,\"db\":\"shop\",\"question\":3}", "eval", "--dsn", dsn, "--questions", "-", "--out", "-")
	if code != cli.Usage || out != "" || !strings.Contains(errOut, "--questions: line 1: ") {
		t.Errorf("bad line: exit %d\n%s%s", code, out, errOut)
	}
}

func TestCheckWithFacts(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	if code, out, errOut := h.pgask(t.Context(), "", "check", "--dsn", h.dsn, "SELECT name FROM customers_that_never_were"); code != cli.Failed ||
		!strings.HasPrefix(out, "reject: invalid (relation): ") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
	if code, out, errOut := h.pgask(t.Context(), "", "check", "--dsn", h.dsn, "SELECT count(*) FROM customers"); code != cli.OK || out != "allow\n" {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx, stop := context.WithCancel(t.Context())
	read, write := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		upstream := "postgres://" + sandboxtest.Server(t).Addr() + "?sslmode=disable"
		environ := []string{"STATE_DIRECTORY=" + h.dir}
		ended <- run(ctx, []string{"serve", "--upstream", upstream, "--listen", "127.0.0.1:0"}, environ, strings.NewReader(""), io.Discard, write)
		write.Close()
	}()
	log := bufio.NewReader(read)
	var m []string
	for m == nil { // a slow machine may warn first that its state store is not there yet
		line, err := log.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		m = regexp.MustCompile(`listen=(\S+) datasource=\*`).FindStringSubmatch(line)
	}
	go io.Copy(io.Discard, log)
	conn, err := pgconn.Connect(t.Context(), "postgres://demo@"+m[1]+"/shop?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := conn.Exec(t.Context(), "ASK how many customers are there?").ReadAll()
	if err != nil || len(rows) != 1 || string(rows[0].Rows[0][0]) != "2400" {
		t.Errorf("rows %v, %v", rows, err)
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Error(err)
	}
	stop()
	select {
	case code := <-ended:
		if code != cli.OK {
			t.Errorf("exit %d", code)
		}
	case <-time.After(patience):
		t.Fatal("serve does not end")
	}
	if all := h.records(); len(all) != 2 || all[1].Outcome != audit.Answered {
		t.Errorf("records %+v", all)
	}
}

func TestDemoOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	code, out, errOut := h.pgask(t.Context(), "", "demo", "--once", "how many customers are there?;")
	if code != cli.OK || !strings.HasSuffix(out, " 2400\n(1 row)\n") || !strings.Contains(errOut, "NOTICE:  SQL: SELECT count(*)") {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
}

func TestDemoServesUntilInterrupted(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	read, write := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"demo", "--listen", "127.0.0.1:0"}, []string{"HOME=" + t.TempDir()}, strings.NewReader(""), write, io.Discard)
		write.Close()
	}()
	var said strings.Builder
	for lines := bufio.NewScanner(read); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if strings.HasPrefix(lines.Text(), "Ctrl-C") {
			break
		}
	}
	go io.Copy(io.Discard, read)
	m := regexp.MustCompile(`psql -h (\S+) -p (\d+) -U demo shop\n(?s:.*)tail -f (\S+)/audit.jsonl`).FindStringSubmatch(said.String())
	if m == nil {
		t.Fatalf("welcome:\n%s", said.String())
	}
	conn, err := pgconn.Connect(t.Context(), "postgres://dba@"+net.JoinHostPort(m[1], m[2])+"/shop?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "ASK how many customers are there?").ReadAll(); err != nil {
		t.Error(err)
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if all, err := audit.Tail(m[3], 100); err != nil || len(answered(slices.Clone(all))) != 2 || all[0].Role != "dba" {
		t.Errorf("records %+v, %v", all, err)
	}
	stop()
	if code := <-ended; code != cli.OK {
		t.Errorf("exit %d", code)
	}
	if _, err := os.Stat(m[3]); !os.IsNotExist(err) {
		t.Errorf("the audit log is still there: %v", err)
	}
}
