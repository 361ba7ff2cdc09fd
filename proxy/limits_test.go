package proxy

import (
	"crypto/tls"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy/login"
)

func TestConnectionsOfARole(t *testing.T) {
	t.Parallel()
	r := setup(t, strictServer(t).Addr(), func(c *Config) { c.Limits.PerRole = 1 })
	ask := func(role string) *client {
		t.Helper()
		c := newClient(t, r.dial())
		c.raw(packet(3<<16, "user\x00"+role+"\x00database\x00postgres\x00\x00"))
		return c
	}
	say := func(c *client, password string) *client {
		t.Helper()
		c.expect("*pgproto3.AuthenticationCleartextPassword")
		c.send(&pgproto3.PasswordMessage{Password: password})
		return c
	}
	// Strangers who know the name but not the password take none of its seats.
	waiting := ask("by_password")
	for range 3 {
		say(ask("by_password"), "wrong").expect(`FATAL 28P01 password authentication failed for user "by_password"`, "EOF")
	}
	first := say(ask("by_password"), "right")
	first.ready()
	say(waiting, "right").expect("*pgproto3.AuthenticationOk", `FATAL 53300 too many connections for role "by_password"`, "EOF")
	ask("by_trust").ready() // another role has its own

	first.send(&pgproto3.Terminate{})
	r.until("the seat is free", func() bool { return r.server.Stats().Sessions[login.AnyDatabase] == 1 })
	say(ask("by_password"), "right").ready()
	st := r.server.Stats()
	if st.Refused[refusedRole] != 1 || st.Opened[login.AnyDatabase] != 3 || st.Errors[Failure{"53300", false}] != 1 ||
		st.Errors[Failure{"28P01", true}] != 3 {
		t.Errorf("stats %+v", st)
	}
}

func TestConnectionsOfADatasource(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) {
		c.Limits.PerDatasource = 1
		c.Datasources["postgres"] = c.Datasources[login.AnyDatabase]
	})
	r.connect()
	second := newClient(t, r.dial())
	second.raw(packet(3<<16, loginParams))
	second.expect("*pgproto3.AuthenticationOk", `FATAL 53300 too many connections for database "postgres"`, "EOF")
	other := newClient(t, r.dial())
	other.raw(packet(3<<16, "user\x00postgres\x00database\x00template1\x00\x00"))
	other.ready()
	if st := r.server.Stats(); st.Sessions["postgres"] != 1 || st.Sessions[login.AnyDatabase] != 1 || st.Refused[refusedDatasource] != 1 {
		t.Errorf("stats %+v", st)
	}
}

// The limit is for messages of the client; COPY and results go on however long they are.
func TestMessageBytes(t *testing.T) {
	t.Parallel()
	const limit = 20_000
	long := strings.Repeat("x", limit)
	r := realServer(t, func(c *Config) { c.Limits.MessageBytes = limit })
	c := r.connect()
	c.query("SELECT length('" + long[:limit-100] + "')")
	c.expect("T", "D 19900", "C SELECT 1", "Z I")
	c.query("SELECT repeat('x', 100000)")
	c.expect("T", "D "+strings.Repeat("x", 100_000), "C SELECT 1", "Z I")
	c.query("CREATE TEMP TABLE t (x text)")
	c.expect("C CREATE TABLE", "Z I")
	c.query("COPY t FROM STDIN")
	c.expect("G")
	c.send(&pgproto3.CopyData{Data: []byte(long + long + "\n")}, &pgproto3.CopyDone{})
	c.expect("C COPY 1", "Z I")
	for name, m := range map[string]pgproto3.FrontendMessage{
		"Query": &pgproto3.Query{String: "SELECT '" + long + "'"},
		"Parse": &pgproto3.Parse{Query: "SELECT '" + long + "'"},
		"Bind":  &pgproto3.Bind{Parameters: [][]byte{[]byte(long)}},
	} {
		c := r.connect()
		c.send(m)
		if got := c.line(); !strings.HasPrefix(got, "FATAL 54000 a message of 20") {
			t.Errorf("%s: %s", name, got)
		}
		c.expect("EOF")
	}
}

func TestIdleSessionsEnd(t *testing.T) {
	t.Parallel()
	const limit = 300 * time.Millisecond
	r := realServer(t, func(c *Config) { c.Limits.Idle = limit })
	began := time.Now()
	r.connect().expect("FATAL 57P05 terminating connection due to idle-session timeout", "EOF")
	if took := time.Since(began); took < limit {
		t.Errorf("it ended after %v", took)
	}
	if strings.Contains(r.log.String(), "level=WARN") {
		t.Errorf("log:\n%s", r.log)
	}
}

// A long statement is not idleness, and neither is a transaction: that is idle_in_transaction_session_timeout, the
// server's.
func TestBusySessionsAreNotIdle(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	other := (&rig{tb: t, addr: sandboxtest.Server(t).Addr()}).connect()
	other.query("SELECT pg_advisory_lock(6)")
	other.turn()
	inside := r.connect()
	inside.query("BEGIN")
	inside.expect("C BEGIN", "Z T")
	busy := r.connect()
	busy.query("SELECT pg_advisory_lock(6)")
	r.until("the statement has been sent", func() bool { return r.count(func(s *session) bool { return !s.link.Exchange.Idle() }) == 1 })
	now := time.Now()
	look := func() {
		t.Helper()
		for range 3 { // one look notes what was heard, the next the silence, and the last would end it
			now = now.Add(time.Hour)
			r.server.endIdle(now, time.Minute)
		}
	}
	look()
	other.query("SELECT pg_advisory_unlock(6)")
	other.turn()
	busy.expect("T", "D ", "C SELECT 1", "Z I")
	inside.query("COMMIT")
	inside.expect("C COMMIT", "Z I")
	r.until("both are at rest", func() bool { return r.count(func(s *session) bool { return s.link.Exchange.Resting() }) == 2 })
	look()
	for _, c := range []*client{inside, busy} {
		c.expect("FATAL 57P05…", "EOF")
	}
}

// count is how many sessions are as is said.
func (r *rig) count(as func(*session) bool) (n int) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	for s := range r.server.sessions {
		if as(s) {
			n++
		}
	}
	return n
}

// The limit can be set while sessions are open already.
func TestIdleLimitByReload(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	c := r.connect()
	r.server.endIdle(time.Now(), time.Hour)
	r.server.endIdle(time.Now().Add(time.Minute), time.Hour)
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
	r.server.endIdle(time.Now().Add(2*time.Hour), time.Hour) // it has spoken since
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
	r.until("it has become idle", func() bool {
		r.server.endIdle(time.Now(), time.Hour)
		return !r.session().idle.since.IsZero()
	})
	r.server.endIdle(time.Now().Add(2*time.Hour), time.Hour)
	c.expect("FATAL 57P05…", "EOF")
}

func TestFailureLabels(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]string{
		"23505": "23505", "QA003": "QA003", "22003": "22xxx", "P0001": "P0xxx", "ZZ001": "other", "": "other", "2250": "other", "ABCDEF": "other",
	} {
		if got := failureLabel(state); got != want {
			t.Errorf("%q: %s, want %s", state, got, want)
		}
	}
}

func TestTooManyConnections(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.MaxConnections = 1 }, withTLS(t))
	first := r.connect()
	c := newClient(t, r.dial())
	c.raw(packet(3<<16, loginParams))
	c.expect("FATAL 53300 sorry, too many clients already", "EOF")

	conn := r.dial() // over TLS as well
	answer(t, conn, codeSSL)
	c = newClient(t, tls.Client(conn, &tls.Config{InsecureSkipVerify: true}))
	c.raw(packet(3<<16, loginParams))
	c.expect("FATAL 53300 sorry, too many clients already", "EOF")

	first.query(sleeping) // and a cancel request needs no room
	first.expect("NOTICE asleep")
	r.cancel(first.key)
	first.expect("ERROR 57014 canceling statement due to user request", "Z I")
	first.send(&pgproto3.Terminate{})
	r.ended()
	r.connect()
}

func TestFloodOfConnections(t *testing.T) {
	t.Parallel()
	r := setup(t, "127.0.0.1:1", func(c *Config) { c.MaxConnections = 1 })
	for range 1 + maxRefusing {
		r.dial()
	}
	r.until("they are accepted", func() bool {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		return r.server.open == 1+maxRefusing
	})
	if _, err := io.ReadAll(r.dial()); err != nil {
		t.Errorf("one more: %v", err)
	}
}
