package proxy

import (
	"bytes"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/proxy/wire/wiretest"
)

// Sessions share loops. Whatever one of them waits for, the others go on.
func TestSessionThatWaitsDelaysNoOther(t *testing.T) {
	t.Parallel()
	waits := map[string]func(tb testing.TB, s *session, c *client) (free func()){
		"for a client that does not read": func(_ testing.TB, _ *session, c *client) func() {
			c.query("SELECT repeat('x', 1000) FROM generate_series(1, 50000)")
			return func() {
				if n, end := drainTurn(c.tb, c); n < 50_000_000 || end != "Z I" {
					c.tb.Errorf("%d bytes, %s", n, end)
				}
			}
		},
		"for a cancel request on its way": func(_ testing.TB, s *session, c *client) func() {
			resume := s.desk.Pause()
			c.query("SELECT 1")
			return func() {
				resume()
				c.expect("T", "D 1", "C SELECT 1", "Z I")
			}
		},
		"for the writer to the client": func(tb testing.TB, s *session, c *client) func() {
			far, near := net.Pipe() // half of a message came from it, so the writer waits for the rest and lets nothing between
			tb.Cleanup(func() { far.Close() })
			half := wire.Message('A', make([]byte, 4), []byte("channel\x00"), bytes.Repeat([]byte("x"), 100_000), []byte{0})
			from := wire.NewFrames(near, wire.SideUpstream)
			go func() { _, _ = far.Write(half[:wire.HeaderLen]) }()
			begun, err := from.Next(wiretest.Nothing)
			if err != nil {
				tb.Fatal(err)
			}
			go func() { _ = s.link.Client.Forward(begun, from) }()
			if _, err := far.Write(half[wire.HeaderLen:1000]); err != nil {
				tb.Fatal(err)
			}
			c.query("SELECT 1")
			return func() {
				if _, err := far.Write(half[1000:]); err != nil {
					tb.Error(err)
				}
				c.expect("A channel x…", "T", "D 1", "C SELECT 1", "Z I")
			}
		},
		"for the end of a long message": func(_ testing.TB, _ *session, c *client) func() {
			long := wire.Message('Q', append(make([]byte, 0, 300_000), "SELECT length('"...))
			body := make([]byte, 300_000)
			for i := range body {
				body[i] = 'x'
			}
			long = append(append(long, body...), "')\x00"...)
			wire.PutLength(long)
			c.raw(long[:200_000])
			return func() {
				c.raw(long[200_000:])
				c.expect("T", "D 300000", "C SELECT 1", "Z I")
			}
		},
		"for the rest of a small message": func(_ testing.TB, _ *session, c *client) func() {
			m := wire.Message('Q', []byte("SELECT 1\x00"))
			c.raw(m[:7])
			return func() {
				c.raw(m[7:])
				c.expect("T", "D 1", "C SELECT 1", "Z I")
			}
		},
	}
	for name, wait := range waits {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := realServer(t)
			one := r.connect()
			free := wait(t, r.session(), one)
			for range 4 * max(1, loops()) { // on every loop
				other := r.connect()
				for range 20 {
					other.query("SELECT 1")
					other.expect("T", "D 1", "C SELECT 1", "Z I")
				}
				other.send(&pgproto3.Terminate{})
			}
			free()
		})
	}
}

// A session at rest costs no goroutine and no buffer, where the system lets it.
func TestRestingSession(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	if r.server.poller == nil {
		t.Skip("sessions wait in goroutines of their own here")
	}
	c := r.connect()
	c.query("SELECT repeat('x', 1000) FROM generate_series(1, 1000)")
	if _, end := drainTurn(t, c); end != "Z I" {
		t.Fatal(end)
	}
	s := r.session()
	r.until("the session rests", func() bool { return s.link.Exchange.Resting() })
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
	// The pumps touch what is theirs only while they run; their connections say when that is over.
	for _, f := range []*wire.Frames{s.link.FromClient, s.link.FromUpstream} {
		r.until("the pump is parked", f.Parked)
		if n := len(f.Held()); n > 0 {
			t.Errorf("a buffer of %d bytes is kept", n)
		}
	}
	for _, w := range []*wire.Writer{s.link.Client, s.link.Upstream} {
		if n := len(w.Held()); n > 512 {
			t.Errorf("%d bytes are kept to write", n)
		}
	}
}
