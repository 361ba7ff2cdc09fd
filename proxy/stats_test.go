package proxy

import (
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
	"golang.org/x/sys/unix"

	"github.com/pgask/pgask/proxy/login"
)

// What was moved is counted to the byte, while the session lives and after it.
func TestStats(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT 1") })
	c := r.connect()
	before := r.server.Stats()
	c.query("SELECT repeat('x', 100000)")
	c.expect("T", "D "+strings.Repeat("x", 100_000), "C SELECT 1", "Z I")
	c.send(&pgproto3.Parse{Query: "SELECT nonsense"}, &pgproto3.Sync{})
	c.expect("ERROR 42703…", "Z I")
	c.query("ASK anything")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
	c.query("ASK answer: 2") // nothing has been asked back
	c.expect("ERROR QA007…", "Z I")
	r.until("the turns are counted", func() bool { return r.server.Stats().Turns == before.Turns+4 })
	now := r.server.Stats()
	if now.Connections != 1 || now.Sessions[login.AnyDatabase] != 1 || now.Opened[login.AnyDatabase] != 1 || now.Startups.Count != 1 {
		t.Errorf("stats %+v", now)
	}
	// Only plain SQL: of a question the upstream sees several turns, and none of them is the client's.
	if n := now.Took.Count - before.Took.Count; n != 2 || now.Took.Sum <= before.Took.Sum {
		t.Errorf("%d turns were timed: %v", n, now.Took)
	}
	if now.Errors[Failure{"42703", true}] != 1 || now.Errors[Failure{"QA007", false}] != 1 || len(now.Errors) != 2 {
		t.Errorf("errors %v", now.Errors)
	}
	query := int64(len("SELECT repeat('x', 100000)") + 6)
	if n := now.Bytes.FromClients - before.Bytes.FromClients; n < query || n > query+200 {
		t.Errorf("%d bytes came from the client", n)
	}
	for name, n := range map[string]int64{"to the client": now.Bytes.ToClients - before.Bytes.ToClients,
		"from the upstream": now.Bytes.FromUpstreams - before.Bytes.FromUpstreams} {
		if n < 100_000 || n > 102_000 {
			t.Errorf("%d bytes went %s", n, name)
		}
	}
	c.send(&pgproto3.Terminate{})
	r.ended()
	after := r.server.Stats()
	if after.Connections != 0 || after.Sessions[login.AnyDatabase] != 0 || after.Turns != now.Turns || after.Bytes.FromClients != now.Bytes.FromClients+5 {
		t.Errorf("after it: %+v, before: %+v", after, now)
	}
	want := []string{"session ended", "database=postgres", "role=postgres", "turns=5", "questions=1", "bytes_in="}
	for _, w := range want {
		if !strings.Contains(r.log.String(), w) {
			t.Errorf("%q is not in the log:\n%s", w, r.log)
		}
	}
	for _, hidden := range []string{"repeat", "nonsense", "anything"} {
		if strings.Contains(r.log.String(), hidden) {
			t.Errorf("%q is in the log:\n%s", hidden, r.log)
		}
	}
}

func TestHistogram(t *testing.T) {
	t.Parallel()
	var h histogram
	for _, d := range []time.Duration{0, time.Millisecond, time.Millisecond + 1, time.Second, time.Hour} {
		h.observe(d)
	}
	got := h.snapshot()
	if got.Count != 5 || got.Buckets[time.Millisecond] != 2 || got.Buckets[2500*time.Microsecond] != 3 || got.Buckets[time.Second] != 4 ||
		got.Buckets[30*time.Second] != 4 || got.Sum != time.Hour+time.Second+2*time.Millisecond+1 {
		t.Errorf("%+v", got)
	}
}

func TestReady(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	r.until("a server that is up is ready", func() bool { // it has two seconds to say so, which may be too few
		got := r.server.Ready(t.Context())
		return got.Ready() && got.Upstreams[login.AnyDatabase] == nil
	})
	r.shutdown(0)
	if got := r.server.Ready(t.Context()); got.Ready() || !got.Draining {
		t.Errorf("draining: %+v", got)
	}
}

func TestNotReady(t *testing.T) {
	t.Parallel()
	stranger := fakeRaw(t, func(conn net.Conn) { _, _ = conn.Write([]byte("HTTP/1.1 400")) })
	silent := fakeRaw(t, func(conn net.Conn) { _, _ = conn.Read(make([]byte, 100)); _, _ = conn.Read(make([]byte, 100)) })
	for name, addr := range map[string]string{"nobody": "127.0.0.1:1", "another protocol": stranger, "silent": silent} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t, addr)
			began := time.Now()
			if got := r.server.Ready(t.Context()); got.Ready() || got.Upstreams[login.AnyDatabase] == nil {
				t.Errorf("%+v", got)
			}
			if took := time.Since(began); took > readyTimeout+patience/2 {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// The upstreams are asked once in a while however often somebody asks here, and a reload asks anew.
func TestReadyIsRemembered(t *testing.T) {
	t.Parallel()
	asked := make(chan bool, 100)
	r := setup(t, fakeRaw(t, func(conn net.Conn) {
		asked <- true
		_, _ = conn.Write([]byte("N"))
	}))
	ready := func() bool { return r.server.Ready(t.Context()).Ready() }
	r.until("the upstream answers in time", ready)
	r.server.readiness.at = time.Now().Add(time.Hour) // so that no slow machine forgets it
	times := len(asked)
	for range 10 {
		if !r.server.Ready(t.Context()).Ready() {
			t.Error("not ready")
		}
	}
	cfg := *r.server.cfg.Load()
	cfg.Datasources = map[string]login.Upstream{login.AnyDatabase: cfg.Datasources[login.AnyDatabase], "down": mustUpstream(t, "postgres://127.0.0.1:1/?sslmode=disable")}
	if err := r.server.Reload(cfg); err != nil {
		t.Fatal(err)
	}
	if len(asked) != times {
		t.Errorf("the upstream was asked %d times, and then %d times", times, len(asked))
	}
	r.until("one of two answers in time", ready)
	if got := r.server.Ready(t.Context()); got.Upstreams["down"] == nil || len(asked) == times {
		t.Errorf("one of two is down: %+v", got)
	}
}

func mustUpstream(tb testing.TB, url string) login.Upstream {
	tb.Helper()
	u, err := login.ParseUpstream(url)
	if err != nil {
		tb.Fatal(err)
	}
	return u
}

func TestKeepAlive(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) {
		c.KeepAlive = net.KeepAliveConfig{Enable: true, Idle: 77 * time.Second, Interval: 7 * time.Second, Count: 3}
	})
	r.connect()
	s := r.session()
	for name, conn := range map[string]net.Conn{"client": s.login.Conn, "upstream": s.link.Upstream.Conn} {
		err := conn.(interface{ Control(func(uintptr)) error }).Control(func(fd uintptr) {
			on, _ := unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_KEEPALIVE)
			interval, _ := unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_KEEPINTVL)
			count, _ := unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_KEEPCNT)
			if on == 0 || interval != 7 || count != 3 {
				t.Errorf("%s: keepalive %d, every %d s, %d times", name, on, interval, count)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
