package proxy

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

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
	line := wire.Message('d', append(bytes.Repeat([]byte("x"), 50_000), '\n')) // one for all: the client's own garbage is not measured
	for range 1000 {
		c.raw(line)
	}
	c.send(&pgproto3.CopyDone{})
	c.expect("C COPY 1000", "Z I")
	if grown := resident(t) - before; grown > 64<<20 {
		t.Errorf("resident memory grew by %d MB", grown>>20)
	}
}

// drainTurn reads a turn by its headers alone, as the client itself must not keep it either, and returns the bytes of
// its rows and COPY data.
func drainTurn(tb testing.TB, c *client) (n int, end string) {
	tb.Helper()
	f := wire.NewFrames(c.conn, wire.SideUpstream)
	for {
		fr, err := f.Next(wiretest.Nothing)
		if err != nil {
			tb.Fatal(err)
		}
		switch fr.Type {
		case 'D', 'd':
			n += len(fr.Body()) + fr.Rest
		case 'Z':
			return n, "Z " + string(fr.Body())
		}
		if err := f.Discard(); err != nil {
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
		r.until("nothing is owed", func() bool { return r.session().link.Exchange.Resting() })
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
