package proxy

import (
	"errors"
	"log/slog"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/proxy/wire"
)

// The server itself ends the session.
func TestServerEndsTheSession(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c, other := r.connect(), r.connect()
	c.query("SELECT pg_backend_pid()")
	pid := strings.TrimPrefix(c.turn()[1], "D ")
	other.query("SELECT pg_terminate_backend(" + pid + ")")
	other.turn()
	c.expect("FATAL 57P01 terminating connection due to administrator command", "EOF")
}

// A client that never reads holds no memory but the buffers, and cannot keep the proxy from shutting down.
func TestClientThatNeverReads(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c := r.connect()
	c.query("SELECT repeat('x', 1000) FROM generate_series(1, 1000000)")
	s := r.session()
	written, same := int64(-1), 0
	r.until("rows wait for the client", func() bool {
		if now := s.link.Client.Moved.Load(); now == written && now > 0 {
			same++
		} else {
			written, same = now, 0
		}
		return same > 20 // a write that goes on does not take so long
	})
	r.shutdown(10 * time.Millisecond)
}

// Sessions that come and go in every way leave nothing behind. Not parallel: it counts for the whole process.
func TestNothingIsLeftBehind(t *testing.T) {
	sandboxtest.Server(t)
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT 1") })
	goroutines, files := runtime.NumGoroutine(), descriptors(t)
	var all sync.WaitGroup
	limit := make(chan bool, 20)
	for i := range 2000 {
		limit <- true
		all.Go(func() {
			defer func() { <-limit }()
			c := r.connect()
			defer c.conn.Close()
			switch i % 7 {
			case 0:
				c.query("SELECT 1")
				c.turn()
				c.send(&pgproto3.Terminate{})
			case 1:
				c.query("SELECT pg_sleep(0.01)") // and away
			case 2:
				c.query("ASK anything")
				c.turn()
			case 3:
				c.query("ASK anything") // and away
			case 4:
				c.raw([]byte("Q\x00\x00\x10\x00half"))
			case 5:
				c.query("SELECT repeat('x', 100000)") // and gone without a goodbye to TCP
				_ = c.conn.(*net.TCPConn).SetLinger(0)
			case 6:
				c.query("CREATE TEMP TABLE t (a text); COPY t FROM STDIN")
				c.raw(wire.Message('d', []byte("x\n")))
			}
		})
	}
	all.Wait()
	r.ended()
	r.until("goroutines and descriptors are back", func() bool {
		return runtime.NumGoroutine() <= goroutines+2 && descriptors(t) <= files+2
	})
	if strings.Contains(r.log.String(), "panic") {
		t.Errorf("log:\n%s", r.log)
	}
}

func descriptors(tb testing.TB) int {
	tb.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		tb.Skip("this system does not list a process's descriptors")
	}
	return len(entries)
}

// A panic of ours in a pump ends the session, and no other.
func TestPumpPanics(t *testing.T) {
	t.Parallel()
	s := &session{login: login.Login{Log: slog.New(slog.DiscardHandler)}}
	if err := s.recoverPanic(func() error { panic("in a pump") }); !errors.Is(err, errPanicked) {
		t.Errorf("got %v", err)
	}
}

// A client that closes its side gets what it has asked for, and keeps its session no longer than it reads.
func TestHalfClosedClient(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c := r.connect()
	c.query("SELECT repeat('x', 1000) FROM generate_series(1, 20000)")
	if err := c.conn.(interface{ CloseWrite() error }).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if n, end := drainTurn(t, c); n < 20_000_000 || end != "Z I" {
		t.Errorf("%d bytes, %s", n, end)
	}
	c.expect("EOF")
	c = r.connect()
	c.query("SELECT repeat('x', 1000) FROM generate_series(1, 1000000)")
	c.expect("T")
	c.conn.Close()
	r.ended()
	if log := r.log.String(); strings.Contains(log, "level=WARN") {
		t.Errorf("log:\n%s", log)
	}
}

// What a client sent before its question runs to its end though the client has closed its side; the question does not
// begin.
func TestHalfClosedBeforeAQuestion(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT 1") })
	other := (&rig{tb: t, addr: sandboxtest.Server(t).Addr()}).connect()
	other.query("SELECT pg_advisory_lock(5)")
	other.turn()
	c := r.connect()
	c.send(&pgproto3.Query{String: "SELECT pg_advisory_lock(5), 'done'"}, &pgproto3.Query{String: "ASK anything"})
	if err := c.conn.(interface{ CloseWrite() error }).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	s := r.session()
	r.until("the question waits", s.desk.Busy)
	other.query("SELECT pg_advisory_unlock(5)")
	other.turn()
	c.expect("T", "D  done", "C SELECT 1", "Z I", "ERROR 57014…", "Z I", "EOF")
	r.ended()
}

// A client that leaves while the statement of its question runs takes it along.
func TestClientLeavesWhileItsQuestionRuns(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT pg_sleep(30), 'nobody waits' AS x") })
	watch := (&rig{tb: t, addr: sandboxtest.Server(t).Addr()}).connect()
	runs := func(n string) func() bool {
		return func() bool {
			watch.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%nobody waits%'")
			return watch.turn()[1] == "D "+n
		}
	}
	for _, messages := range [][]pgproto3.FrontendMessage{
		{&pgproto3.Query{String: "ASK anything"}},
		{&pgproto3.Query{String: "SELECT 1; SELECT * FROM ask('anything') t"}},
		{&pgproto3.Parse{Query: "ASK anything"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{}},
	} {
		c := r.connect()
		c.send(messages...)
		r.until("the statement runs", runs("1"))
		c.conn.Close()
		r.until("it has been cancelled", runs("0"))
		r.ended()
	}
}
