package proxy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/translate"
)

// pgx opens a connection by a real driver.
func (r *rig) pgx() *pgx.Conn {
	r.tb.Helper()
	conn, err := pgx.Connect(r.tb.Context(), "postgres://postgres@"+r.addr+"/postgres?sslmode=disable")
	if err != nil {
		r.tb.Fatal(err)
	}
	r.tb.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// resident is the memory of this process in bytes.
func resident(tb testing.TB) int {
	tb.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		tb.Skip("this system does not say how much memory a process uses")
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	if err != nil {
		tb.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// 100 MB go each way without being kept: as rows short and long, as COPY. Not parallel: it looks at the whole process.
func TestLargeTransfersInBoundedMemory(t *testing.T) {
	r := realServer(t)
	c := r.connect()
	runtime.GC()
	before := resident(t)
	for _, sql := range []string{
		"SELECT repeat('x', 1000) FROM generate_series(1, 50000)",
		"SELECT repeat('x', 25000000) FROM generate_series(1, 2)",
		"COPY (SELECT repeat('x', 1000) FROM generate_series(1, 50000)) TO STDOUT",
		"COPY (SELECT repeat('x', 25000000) FROM generate_series(1, 2)) TO STDOUT",
	} {
		c.query(sql)
		if n, end := drainTurn(t, c); n < 50_000_000 || end != "Z I" {
			t.Errorf("%s: %d bytes, %s", sql, n, end)
		}
	}
	c.query("CREATE TEMP TABLE sink (x text); COPY sink FROM STDIN")
	c.expect("C CREATE TABLE", "G")
	line := message('d', append(bytes.Repeat([]byte("x"), 50_000), '\n')) // one for all: the client's own garbage is not measured
	for range 1000 {
		c.raw(line)
	}
	c.send(&pgproto3.CopyDone{})
	c.expect("C COPY 1000", "Z I")
	if grown := resident(t) - before; grown > 64<<20 {
		t.Errorf("resident memory grew by %d MB", grown>>20)
	}
}

// drainTurn reads a turn by its headers alone, as the client itself must not keep it either, and returns the bytes of its
// rows and COPY data.
func drainTurn(tb testing.TB, c *client) (n int, end string) {
	tb.Helper()
	f := newFrames(c.conn, sideUpstream)
	for {
		fr, err := f.next(wantNothing)
		if err != nil {
			tb.Fatal(err)
		}
		switch fr.typ {
		case 'D', 'd':
			n += len(fr.body()) + fr.rest
		case 'Z':
			return n, "Z " + string(fr.body())
		}
		if err := f.discard(); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestLongParameter(t *testing.T) {
	t.Parallel()
	conn := realServer(t).pgx()
	long := strings.Repeat("0123456789", 5<<20)
	var n int
	var got string
	err := conn.QueryRow(t.Context(), "SELECT length($1), right($1, 10) || $2", long, "ask").Scan(&n, &got)
	if err != nil || n != len(long) || got != "0123456789ask" {
		t.Errorf("%d, %q, %v", n, got, err)
	}
}

func TestCopyBothWays(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	conn := r.pgx()
	if _, err := conn.Exec(t.Context(), "CREATE TEMP TABLE t (a int CHECK (a > 0), b text)"); err != nil {
		t.Fatal(err)
	}
	rows := [][]any{{int32(1), "ask: is this a question?"}, {int32(2), nil}}
	if n, err := conn.CopyFrom(t.Context(), pgx.Identifier{"t"}, []string{"a", "b"}, pgx.CopyFromRows(rows)); err != nil || n != 2 {
		t.Errorf("binary: %d, %v", n, err)
	}
	var out bytes.Buffer
	if _, err := conn.PgConn().CopyTo(t.Context(), &out, "COPY t TO STDOUT"); err != nil || out.String() != "1\task: is this a question?\n2\t\\N\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	for _, bad := range []string{"0\tx\n", "x\tx\n", strings.Repeat("1\tx\n", 100_000) + "x\n"} {
		_, err := conn.PgConn().CopyFrom(t.Context(), strings.NewReader(bad), "COPY t FROM STDIN")
		var pg *pgconn.PgError
		if !errors.As(err, &pg) {
			t.Errorf("%.10q: %v", bad, err)
		}
		var n int
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM t").Scan(&n); err != nil || n != 2 {
			t.Errorf("after it: %d rows, %v", n, err)
		}
	}
}

// COPY message by message, with Syncs where libpq and others put them.
func TestCopyMessages(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c := r.connect()
	c.query("CREATE TEMP TABLE t (a int)")
	c.expect("C CREATE TABLE", "Z I")
	parse, bind, execute, sync := &pgproto3.Parse{Query: "COPY t FROM STDIN"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{}
	data, done, fail := &pgproto3.CopyData{Data: []byte("1\n")}, &pgproto3.CopyDone{}, &pgproto3.CopyFail{Message: "enough"}
	bad := &pgproto3.CopyData{Data: []byte("x\n")}
	one := func() {
		t.Helper()
		c.query("SELECT 1")
		c.expect("T", "D 1", "C SELECT 1", "Z I")
		r.until("nothing is owed", func() bool { return r.session().exchange.resting() })
	}
	c.send(parse, bind, execute, sync)
	c.expect("1", "2", "G")
	c.send(data, sync, data, done, sync)
	c.expect("C COPY 2", "Z I")
	one()
	c.send(parse, bind, execute, sync, data, done, sync)
	c.expect("1", "2", "G", "C COPY 1", "Z I")
	one()
	c.send(parse, bind, execute, sync)
	c.expect("1", "2", "G")
	c.send(fail, sync)
	c.expect("ERROR 57014 COPY from stdin failed: enough", "Z I")
	one()
	c.send(parse, bind, execute)
	c.send(&pgproto3.Flush{})
	c.expect("1", "2", "G")
	c.send(bad, data, done, sync)
	c.expect(`ERROR 22P02 invalid input syntax for type integer: "x"`, "Z I")
	one()
	c.query("COPY t FROM STDIN")
	c.expect("G")
	c.send(bad, data, done)
	c.expect(`ERROR 22P02 invalid input syntax for type integer: "x"`, "Z I")
	one()
	c.send(done, fail, data) // out of the blue: the server ignores them
	one()
	c.query("COPY t FROM STDIN; COPY t FROM STDIN; SELECT count(*) FROM t")
	c.expect("G")
	c.send(data, done)
	c.expect("C COPY 1", "G")
	c.send(data, done)
	c.expect("C COPY 1", "T", "D 5", "C SELECT 1", "Z I")
	one()
}

func TestPipelines(t *testing.T) {
	t.Parallel()
	c := realServer(t).connect()
	// 10,000 queries before the first reply is read.
	const n = 10_000
	var batch []byte
	for i := range n {
		for _, m := range []pgproto3.FrontendMessage{&pgproto3.Parse{Query: fmt.Sprintf("SELECT %d", i)}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{}} {
			batch, _ = m.Encode(batch)
		}
	}
	written := make(chan error, 1)
	go func() {
		_, err := c.conn.Write(batch)
		written <- err
	}()
	for i := range n {
		c.expect("1", "2", fmt.Sprintf("D %d", i), "C SELECT 1", "Z I")
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	// An error while more of the pipeline is being sent; a Query in it is skipped as well.
	c.send(&pgproto3.Parse{Query: "SELEC"}, &pgproto3.Flush{})
	c.expect(`ERROR 42601 syntax error at or near "SELEC"`)
	c.send(&pgproto3.Bind{}, &pgproto3.Query{String: "SELECT 1"}, &pgproto3.Execute{}, &pgproto3.Sync{}, &pgproto3.Query{String: "SELECT 2; SELECT 3"})
	c.expect("Z I", "T", "D 2", "C SELECT 1", "T", "D 3", "C SELECT 1", "Z I")
	c.query("SELECT 4; SELEC; SELECT 5")
	c.expect(`ERROR 42601 syntax error at or near "SELEC"`, "Z I")
	c.query("; ;")
	c.expect("I", "Z I")
	c.send(&pgproto3.FunctionCall{Function: 89, ResultFormatCode: 0}) // version()
	c.expect("V 506f…", "Z I")
	c.send(&pgproto3.FunctionCall{Function: 4_000_000})
	c.expect("ERROR 42883…", "Z I")
}

func TestNotificationsReachAnIdleClient(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c, other := r.connect(), r.connect()
	c.query("LISTEN news")
	c.expect("C LISTEN", "Z I")
	other.query("NOTIFY news, 'ask'")
	other.expect("C NOTIFY", "Z I")
	c.expect("A news ask")
	c.query("SET application_name = 'x'")
	c.expect("C SET", "S application_name=x", "Z I")
}

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

func TestInvalidMessages(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	cases := []struct{ sent, want string }{
		{"?\x00\x00\x00\x04", "FATAL 08P01 invalid frontend message type 63"},
		{"R\x00\x00\x00\x08\x00\x00\x00\x00", "FATAL 08P01 invalid frontend message type 82"},
		{"Q\x00\x00\x00\x03", "FATAL 08P01 invalid message length"},
		{"Q\xff\xff\xff\xff", "FATAL 08P01 invalid message length"},
		{"d\x7f\xff\xff\xff", "FATAL 08P01 invalid message length"},
		{"Q\x00\x00\x00\x04", "ERROR 08P01…"}, // the server's own words
		{"B\x00\x00\x00\x04", "ERROR 08P01…"},
		{"Q\x00\x00\x00\x08asked", "ERROR 08P01…"},
	}
	for _, tc := range cases {
		c := r.connect()
		c.raw([]byte(tc.sent))
		c.expect(tc.want)
	}
	r.connect().query("SELECT 1") // the proxy lives on
}

// A client that never reads holds no memory but the buffers, and cannot keep the proxy from shutting down.
func TestClientThatNeverReads(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c := r.connect()
	c.query("SELECT repeat('x', 1000) FROM generate_series(1, 1000000)")
	s := r.session()
	held := 0
	r.until("rows wait for the client", func() bool {
		if s.client.mu.TryLock() {
			s.client.mu.Unlock()
			held = 0
		} else {
			held++
		}
		return held > 20 // a write that goes on does not hold the lock so long
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
				c.raw(message('d', []byte("x\n")))
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

// A panic in a turn, or in a pump, ends that session alone.
func TestPanics(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) {
		c.Translator = translator(func(context.Context, *pgconn.PgConn, translate.Question, translate.Runner) (*translate.Answer, translate.Trace, error) {
			panic("a bug")
		})
	})
	c, other := r.connect(), r.connect()
	c.query("ASK anything")
	c.expect("FATAL XX000 internal error", "EOF")
	other.query("SELECT 1")
	other.expect("T", "D 1", "C SELECT 1", "Z I")
	other.send(&pgproto3.Terminate{})
	r.ended()
	if log := r.log.String(); !strings.Contains(log, "a bug") || !strings.Contains(log, "stack=") {
		t.Errorf("log:\n%s", log)
	}
	s := &session{log: slog.New(slog.DiscardHandler)}
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

// What a client sent before its question runs to its end though the client has closed its side; the question does not begin.
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
	r.until("the question waits", s.turn.active)
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

// The server negotiates the protocol version with the client, the proxy has no opinion.
func TestNegotiation(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	for _, minor := range []uint32{2, 9999} {
		c := newClient(t, r.dial())
		c.raw(packet(3<<16|minor, "_pq_.test_protocol_negotiation\x00on\x00"+login))
		in := newFrames(c.conn, sideUpstream)
		var types []byte
		for len(types) == 0 || types[len(types)-1] != 'Z' {
			fr, err := in.next(func(_ byte, n int) int { return n })
			if err != nil {
				t.Fatal(err)
			}
			types = append(types, fr.typ)
		}
		if n := bytes.Count(types, []byte("v")); n != 1 {
			t.Errorf("3.%d: the server's answer came %d times: %q", minor, n, types)
		}
	}
}

// A statement in the middle of COPY data is an error of the client's; the session ends or goes on as the server likes.
func TestStatementWithinACopy(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c := r.connect()
	c.query("CREATE TEMP TABLE t (a int); COPY t FROM STDIN")
	c.expect("C CREATE TABLE", "G")
	c.query("SELECT 1")
	var last string
	for l := c.line(); l != "EOF" && l != "Z I"; l = c.line() {
		last = l
	}
	if !strings.Contains(last, "08P01") && !strings.Contains(last, "synchronization") {
		t.Errorf("got %s", last)
	}
	c.conn.Close()
	r.ended()
}
