package fleet

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sys/unix"
)

// TestScenario: whatever becomes of one proxy of three, the others answer, and the log that an auditor reads through
// the balancer is whole and the same whoever is asked.
func TestScenario(t *testing.T) {
	t.Parallel()
	f := newFleet(t, 3, "")
	do := func(name string, during time.Duration, happens func(*testing.T, *load)) {
		if !t.Run(name, func(t *testing.T) {
			l := f.churn(4)
			time.Sleep(during)
			happens(t, l)
			time.Sleep(during)
			l.stop()
			t.Log(l)
			f.agree(t, l)
		}) {
			t.FailNow()
		}
	}
	some := time.Second
	if whole() {
		some = 20 * time.Second
	}
	do("all is well", some, func(t *testing.T, l *load) {})
	do("kill -9", some, f.killOne)
	do("hang", some, f.hangOne)
	do("partition", some, f.cutOneOff)
	do("disk full", some, f.fillOnesDisk)
	eventually(t, "the copies verify", func() bool {
		out, err := f.proxies[0].pgask("audit", "verify", "--table", "--strict")
		if err == nil && strings.Count(out, "ok: log") != 3 || time.Now().Second()%10 == 0 && err != nil {
			t.Logf("verify: %v\n%s", err, out)
		}
		return err == nil && strings.Count(out, "ok: log") == 3
	})
	for _, e := range f.proxies {
		if out, err := e.pgask("audit", "verify", "--strict"); err != nil {
			t.Errorf("%s: %v\n%s", e.name, err, out)
		}
	}
}

func (f *fleet) killOne(t *testing.T, l *load) {
	e := f.proxies[1]
	e.signal(syscall.SIGKILL)
	e.end()
	before := l.answered.Load()
	eventually(t, "the others do not answer", func() bool { return l.answered.Load() > before+20 })
	e.start()
}

func (f *fleet) hangOne(t *testing.T, l *load) {
	e := f.proxies[0]
	e.signal(syscall.SIGSTOP)
	defer e.signal(syscall.SIGCONT)
	time.Sleep(2 * time.Second) // until the balancer knows
	before := l.answered.Load()
	for range 5 {
		f.visit(l)
	}
	if got := l.answered.Load() - before; got < 15 {
		t.Errorf("the others answered %d of 15 questions", got)
	}
}

func (f *fleet) cutOneOff(t *testing.T, l *load) {
	e := f.proxies[2]
	e.kept.stop()
	defer e.kept.goOn()
	time.Sleep(3 * time.Second)
	var ok, refused int
	for try := 0; try < 30 && (ok < 4 || refused == 0); try++ { // it answers, too; the log of all it cannot read, and says so
		ctx, cancel := within(20 * time.Second)
		conn, err := pgconn.Connect(ctx, f.url("auditor"))
		if err != nil {
			t.Error(err)
		} else {
			_, err = number(ctx, conn, answered(l.began))
			switch {
			case err == nil:
				ok++
			case strings.Contains(err.Error(), "QA006"):
				refused++
			default:
				t.Errorf("the auditor heard %v", err)
			}
			_ = conn.Close(ctx)
		}
		cancel()
	}
	if ok < 4 || refused == 0 {
		t.Errorf("%d auditors got the log, and %d were told that it cannot be read", ok, refused)
	}
	if broke := l.broke.Load(); broke > 0 {
		t.Errorf("without state and table a proxy failed %d questions: %s", broke, l.why())
	}
}

// fillOnesDisk lets no file of a proxy grow.
func (f *fleet) fillOnesDisk(t *testing.T, l *load) {
	e := f.proxies[0]
	log, err := os.Stat(filepath.Join(e.dir, "audit", "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	limit := func(bytes uint64) {
		t.Helper()
		if err := unix.Prlimit(e.process.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}, nil); err != nil {
			t.Fatal(err)
		}
	}
	limit(uint64(log.Size()) + 2000)
	defer limit(unix.RLIM_INFINITY)
	eventually(t, "no question is refused", func() bool { return strings.Contains(l.why(), "QA006") })
	before := l.answered.Load()
	eventually(t, "the others do not answer", func() bool { return l.answered.Load() > before+20 })
}
