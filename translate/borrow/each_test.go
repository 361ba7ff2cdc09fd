package borrow

import (
	"context"
	"errors"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/sandbox"
	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
)

// trips counts how often a connection writes after it has read: round trips.
type trips struct {
	net.Conn
	count   int
	waiting bool // for an answer
}

func (c *trips) Write(p []byte) (int, error) {
	if !c.waiting {
		c.count++
	}
	c.waiting = true
	return c.Conn.Write(p)
}

func (c *trips) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.waiting = c.waiting && n == 0
	return n, err
}

// TestEach: what has nothing to do with one another is read in one round trip, and a failure concerns its statement
// alone.
func TestEach(t *testing.T) {
	t.Parallel()
	db := sandboxtest.Empty(t)
	o, other := connect(t, db), connect(t, db)
	o.do("CREATE TABLE locked (x int); CREATE TABLE open (x int); INSERT INTO open VALUES (7)")
	other.do("BEGIN; LOCK TABLE locked")
	var wire *trips
	config, err := pgconn.ParseConfig(sandboxtest.Server(t).URL(db, sandbox.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	config.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, addr)
		wire = &trips{Conn: c}
		return wire, err
	}
	pg, err := pgconn.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer pg.Close(context.Background())
	counted := &owner{t, pg}
	wire.count = 0
	got, err := New(pg).Each(t.Context(), map[string]string{"lock_timeout": "20ms", "DateStyle": "German"}, time.Minute,
		SQL("SELECT $1::pg_catalog.text", "one"),
		SQL("SELECT 1/0"),
		SQL("SELECT x FROM locked"),
		SQL("SELEC"),
		SQL("SELECT x FROM open"),
		SQL("INSERT INTO open VALUES (8)"),
		SQL("SELECT pg_catalog.current_setting('DateStyle')"),
		SQL("SELECT pg_catalog.count(*) FROM pg_catalog.pg_locks WHERE relation = 'open'::pg_catalog.regclass"),
		SQL("SELECT x FROM (VALUES (1), (2)) AS v (x)"))
	if err != nil {
		t.Fatal(err)
	}
	if wire.count != 1 {
		t.Errorf("%d round trips", wire.count)
	}
	want := []string{"one", "22012", "55P03", "42601", "7", "25006", "German, DMY", "0", "1"}
	var have []string
	for _, one := range got {
		switch {
		case one.Err != nil:
			have = append(have, one.Err.Code)
		default:
			have = append(have, string(one.Result.Rows[0][0]))
		}
	}
	if !slices.Equal(have, want) {
		t.Errorf("%q, want %q", have, want)
	}
	if n := len(got[8].Result.Rows); n != 2 {
		t.Errorf("%d rows of the last", n)
	}
	counted.asBefore('I')
	if got := counted.do("SELECT current_setting('DateStyle') || current_setting('statement_timeout') || (SELECT count(*) FROM open)"); got != "ISO, MDY01" {
		t.Errorf("left behind: %s", got)
	}
}

// TestEachSharesItsTime: what takes too long ends, and what comes behind it has what is left.
func TestEachSharesItsTime(t *testing.T) {
	t.Parallel()
	o := connect(t, sandboxtest.Empty(t))
	got, err := New(o.pg).Each(t.Context(), nil, 300*time.Millisecond,
		SQL("SELECT 1"), SQL("SELECT pg_catalog.pg_sleep(60)"), SQL("SELECT pg_catalog.pg_sleep(60)"))
	if err != nil || len(got) != 3 {
		t.Fatalf("%d outcomes, %v", len(got), err)
	}
	for i, o := range got[1:] {
		if o.Err == nil || o.Err.Code != "57014" {
			t.Errorf("sleep %d: %v", i, o.Err)
		}
	}
	o.asBefore('I')
}

// TestEachStays: in the owner's transaction nothing is done; a call that is given up leaves nothing behind.
func TestEachStays(t *testing.T) {
	t.Parallel()
	db := sandboxtest.Empty(t)
	o, observer := connect(t, db), connect(t, db)
	o.do("BEGIN; SELECT 1")
	if _, err := New(o.pg).Each(t.Context(), nil, time.Minute, SQL("SELECT 1")); !errors.Is(err, ErrInTransaction) {
		t.Errorf("%v", err)
	}
	o.do("ROLLBACK")
	pid := o.do("SELECT pg_backend_pid()")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for observer.do("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = "+pid) == "0" {
		}
		cancel()
	}()
	if _, err := New(o.pg).Each(ctx, nil, 10*time.Minute, SQL("SELECT pg_advisory_lock(1), pg_sleep(600)"), SQL("SELECT 3")); err == nil {
		t.Error("no error")
	}
	if o.pg.IsClosed() {
		t.Fatal("the connection was given up")
	}
	o.asBefore('I')
}
