package integration

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal is psql, or another program, at a pseudo-terminal, as a person has it. What it prints can be waited for.
type terminal struct {
	tb     testing.TB
	master *os.File
	mu     sync.Mutex
	cond   sync.Cond
	out    strings.Builder
	seen   int // of out: what was waited for already
	closed bool
}

// openTerminal returns both ends of a new pseudo-terminal. See pts(4).
func openTerminal(tb testing.TB) (master, slave *os.File) {
	tb.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		tb.Fatalf("the test needs pseudo-terminals: %v", err)
	}
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		tb.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		tb.Fatal(err)
	}
	// Wide enough that nothing is wrapped.
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 50, Col: 500}); err != nil {
		tb.Fatal(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return os.NewFile(uintptr(fd), "/dev/ptmx"), slave
}

// terminal starts psql and waits for its prompt.
func (r *rig) terminal(args ...string) *terminal {
	r.tb.Helper()
	path, err := exec.LookPath("psql")
	if err != nil {
		r.tb.Fatal("psql is missing; install postgresql-client")
	}
	cmd := exec.Command(path, append([]string{"-X", "-q", "-n", "-P", "pager=off", "-v", "PROMPT1=ready> ", "-v", "PROMPT2=more> ", r.url("demo")}, args...)...)
	cmd.Env = os.Environ()
	return r.atTerminal(cmd)
}

// atTerminal starts a program whose prompt is "ready> ", and waits for it.
func (r *rig) atTerminal(cmd *exec.Cmd) *terminal {
	r.tb.Helper()
	master, slave := openTerminal(r.tb)
	t := &terminal{tb: r.tb, master: master}
	t.cond.L = &t.mu
	cmd.Env = append(cmd.Env, "TERM=dumb", "LC_ALL=C.UTF-8")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		r.tb.Fatal(err)
	}
	slave.Close()
	read := make(chan struct{})
	go func() {
		defer close(read)
		t.collect()
	}()
	r.tb.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		<-read
		master.Close()
	})
	t.wait("ready> ")
	return t
}

// collect reads until psql has ended: the last slave end closes, and the read fails.
func (t *terminal) collect() {
	buf := make([]byte, 4096)
	for {
		n, err := t.master.Read(buf)
		t.mu.Lock()
		t.out.WriteString(strings.ReplaceAll(string(buf[:n]), "\r", ""))
		t.closed = err != nil
		t.cond.Broadcast()
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// wait returns what is printed up to and with text.
func (t *terminal) wait(text string) string {
	t.tb.Helper()
	late := false
	timer := time.AfterFunc(patience, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		late = true
		t.cond.Broadcast()
	})
	defer timer.Stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		rest := t.out.String()[t.seen:]
		if i := strings.Index(rest, text); i >= 0 {
			t.seen += i + len(text)
			return rest[:i+len(text)]
		}
		if late || t.closed {
			t.tb.Fatalf("%q did not appear in %q", text, rest)
		}
		t.cond.Wait()
	}
}

func (t *terminal) typed(text string) {
	t.tb.Helper()
	if _, err := t.master.WriteString(text); err != nil {
		t.tb.Fatal(err)
	}
}

// ask types a line and returns what appears up to the next prompt.
func (t *terminal) ask(line string) string {
	t.tb.Helper()
	t.typed(line + "\n")
	return t.wait("ready> ")
}

const ctrlC = "\x03"

func TestTerminal(t *testing.T) {
	t.Parallel()
	p := setup(t).terminal("-At")
	if got := p.ask("ASK how many products are there;"); !strings.Contains(got, "\n288\n") || !strings.Contains(got, "NOTICE:  SQL: SELECT count(*)") {
		t.Errorf("the answer is %q", got)
	}
	// An odd apostrophe waits for its partner; the forms that take apostrophes do not.
	p.typed("ASK how many of alice's products;\n")
	p.wait("more> ")
	p.ask("';")
	if got := p.ask("/* ask: what's the number of products */;"); !strings.Contains(got, "288") {
		t.Errorf("the comment form gives %q", got)
	}
	if got := p.ask(`\set ask '\\prompt ''ask> '' ask_q \\\\ SELECT * FROM ask(:''ask_q'');'`); strings.Contains(got, "ERROR") {
		t.Errorf("the macro gives %q", got)
	}
	p.typed(":ask\n")
	p.wait("ask> ")
	if got := p.ask("what's the number of products?"); !strings.Contains(got, "288") {
		t.Errorf("the macro gives %q", got)
	}
	if got := p.ask("ASK show returns;"); !strings.Contains(got, "1. order_returns") || strings.Contains(got, "ERROR") {
		t.Errorf("the clarification is %q", got)
	}
	if got := p.ask("ASK count supplier_returns;"); !regexp.MustCompile(`\n\d+\n`).MatchString(got) {
		t.Errorf("another question instead of an answer gives %q", got)
	}
	if got := p.ask(`\d products`); !strings.Contains(got, "price|numeric(10,2)||not null|") {
		t.Errorf(`\d gives %q`, got)
	}
}

// TestTerminalCancel presses Ctrl-C in whatever the session may be doing, and the next statement runs.
func TestTerminalCancel(t *testing.T) {
	t.Parallel()
	began := make(chan struct{}, 1)
	long := scripted{"runs long": "SELECT count(*) AS n FROM order_items a, order_items b, order_items c WHERE a.quantity + b.quantity + c.quantity = 0"}
	ordinary := setup(t, withModel(long))
	thinking := setup(t, withModel(slow{began: began}))
	watch := ordinary.wire()
	var pid string
	running := func(statement string) {
		t.Helper()
		// Only what runs can be cancelled, so it must be seen to run: by this session, and not as what EXPLAIN looks
		// at.
		eventually(t, statement+" never ran", func() bool {
			return watch.value("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid = "+pid+" AND query NOT LIKE 'EXPLAIN%' AND query LIKE '%"+statement+"%'") != "0"
		})
	}
	p := ordinary.terminal("-At")
	if pid = regexp.MustCompile(`\n\d+\n`).FindString(p.ask("SELECT pg_backend_pid();")); pid == "" {
		t.Fatal("no process id")
	}
	p.typed("SELECT pg_sleep(61);\n")
	running("pg_sleep(61)")
	p.typed(ctrlC)
	if got := p.wait("ready> "); !strings.Contains(got, "ERROR:  canceling statement due to user request") {
		t.Errorf("cancelling SQL gives %q", got)
	}
	p.typed("ASK what runs long;\n")
	running("order_items c")
	p.typed(ctrlC)
	if got := p.wait("ready> "); !strings.Contains(got, "ERROR:  ") || !strings.Contains(got, "cancel") {
		t.Errorf("cancelling a statement gives %q", got)
	}
	rec, text := ordinary.last()
	if rec.SQLState != "57014" || rec.Outcome != "cancelled" {
		t.Errorf("recorded %s", text)
	}
	p.ask("BEGIN;")
	p.typed("SELECT * FROM ask('what runs long') t;\n")
	running("order_items c")
	p.typed(ctrlC)
	if got := p.wait("ready> "); !strings.Contains(got, "ERROR:  ") || !strings.Contains(got, "cancel") {
		t.Errorf("cancelling a statement in a transaction gives %q", got)
	}
	if got := p.ask("SELECT 'in a ' || 'failed one';"); !strings.Contains(got, "current transaction is aborted") {
		t.Errorf("in the transaction: %q", got)
	}
	p.ask("ROLLBACK;")
	if got := p.ask("SELECT 'still ' || 'here';"); !strings.Contains(got, "still here") {
		t.Errorf("afterwards: %q", got)
	}

	p = thinking.terminal("-At")
	for range 2 {
		p.typed("ASK anything;\n")
		awaits(t, began)
		p.typed(ctrlC)
		if got := p.wait("ready> "); !strings.Contains(got, "ERROR:  ") || !strings.Contains(got, "cancel") {
			t.Errorf("cancelling the translator gives %q", got)
		}
		if got := p.ask("SELECT 'still ' || 'here';"); !strings.Contains(got, "still here") {
			t.Errorf("afterwards: %q", got)
		}
	}
}
