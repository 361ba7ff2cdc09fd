package proxy

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/translate"
)

const lost = "FATAL 08006 the database behind the proxy closed the connection unexpectedly"

// What becomes of a session whose upstream misbehaves in the middle of a query, as the client sees it.
func TestUpstreamFails(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		script func(*conversation) // after the Query
		want   []string
		logged string // in the line of the session; empty: an ordinary end
	}{
		{"closes at once", func(c *conversation) {}, []string{lost, "EOF"}, "EOF"},
		{"closes between rows", func(c *conversation) { c.send(replyRows, row("a")) }, []string{"T", "D a", lost, "EOF"}, "EOF"},
		{"closes within a short row", func(c *conversation) { c.send(replyRows, row("a")); c.raw("D\x00\x00\x00\x20\x00\x01") },
			[]string{"T", "D a", lost, "EOF"}, "EOF"},
		{"closes within a long row", func(c *conversation) {
			c.send(replyRows)
			c.raw("D\x00\x10\x00\x00\x00\x01" + strings.Repeat("x", 100_000))
		}, []string{"T", "EOF"}, "EOF"},
		{"resets", func(c *conversation) { c.send(replyRows); _ = c.conn.SetLinger(0) }, nil, "reset"},
		{"says why", func(c *conversation) { c.send(replyRows, replyFatal) }, []string{"T", "FATAL 57P01 going down", "EOF"}, ""},
		{"says why and stays", func(c *conversation) { c.send(replyFatal); c.conn.SetDeadline(time.Time{}); c.closed() },
			[]string{"FATAL 57P01 going down", "EOF"}, ""},
		{"speaks something else", func(c *conversation) { c.raw("HTTP/1.1 400 Bad Request\r\n\r\n") },
			[]string{"FATAL 08P01 the database behind the proxy does not speak the PostgreSQL protocol", "EOF"}, "invalid message length"},
		{"claims two gigabytes", func(c *conversation) { c.send(replyRows); c.raw("D\x7f\xff\xff\xff\x00\x01") },
			[]string{"T", "FATAL 08P01 the database behind the proxy does not speak the PostgreSQL protocol", "EOF"}, "invalid message length"},
		{"claims less than nothing", func(c *conversation) { c.raw("T\x00\x00\x00\x03") },
			[]string{"FATAL 08P01 the database behind the proxy does not speak the PostgreSQL protocol", "EOF"}, "invalid message length"},
		{"closes in a copy", func(c *conversation) {
			c.send(&pgproto3.CopyOutResponse{}, &pgproto3.CopyData{Data: []byte("1")})
		}, []string{"H", "d 1", lost, "EOF"}, "EOF"},
		{"half closes", func(c *conversation) { c.send(replyRows); _ = c.conn.CloseWrite(); c.closed() }, []string{"T", lost, "EOF"}, "EOF"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f := fakeUpstream(t, func(c *conversation) {
				if c.expect("Q") {
					tc.script(c)
				}
			})
			r := setup(t, f.addr)
			c := r.connect()
			c.query("SELECT x")
			if tc.want == nil {
				for c.line() != "EOF" {
				}
			} else {
				c.expect(tc.want...)
			}
			r.ended()
			log := r.log.String()
			if warned := strings.Contains(log, "level=WARN"); warned != (tc.logged != "") || !strings.Contains(log, tc.logged) {
				t.Errorf("log:\n%s", log)
			}
		})
	}
}

// What is buffered goes to the client before the proxy waits for the rest of a message.
func TestRowsAreNotHeldBack(t *testing.T) {
	t.Parallel()
	for _, size := range []int{10, 1000, 100_000} { // how long the row is that does not come whole
		goOn := make(chan bool)
		f := fakeUpstream(t, func(c *conversation) {
			c.expect("Q")
			c.send(replyRows, row("first"))
			long, _ := row(strings.Repeat("x", size)).Encode(nil)
			c.raw(string(long[:9]))
			<-goOn
			c.raw(string(long[9:]))
			c.send(replyDone, replyReady)
			c.expect("X")
		})
		r := setup(t, f.addr)
		c := r.connect()
		c.query("SELECT x")
		c.expect("T", "D first")
		close(goOn)
		c.expect("D "+strings.Repeat("x", size), "C SELECT 1", "Z I")
		c.send(&pgproto3.Terminate{})
		r.ended()
	}
}

// An upstream that stalls within a message must not hold up the end of the session, whoever ends it.
func TestUpstreamStalls(t *testing.T) {
	t.Parallel()
	ends := map[string]func(*rig, *client){
		"client leaves":   func(_ *rig, c *client) { c.conn.Close() },
		"client misleads": func(_ *rig, c *client) { c.raw([]byte("?\x00\x00\x00\x04")) },
		"client says X":   func(_ *rig, c *client) { c.send(&pgproto3.Terminate{}) },
		"shutdown":        func(r *rig, _ *client) { r.shutdown(0) },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fakeUpstream(t, func(c *conversation) {
				c.expect("Q")
				c.send(replyRows)
				c.raw("D\x00\x10\x00\x00\x00\x01" + strings.Repeat("x", 50_000))
				c.closed()
			})
			r := setup(t, f.addr)
			c := r.connect()
			c.query("SELECT x")
			c.expect("T")
			end(r, c)
			r.ended()
		})
	}
}

// An upstream that says goodbye while the client writes: the client gets to know why.
func TestUpstreamLeavesACopy(t *testing.T) {
	t.Parallel()
	f := fakeUpstream(t, func(c *conversation) {
		c.expect("Q")
		c.send(&pgproto3.CopyInResponse{}, replyFatal)
	})
	r := setup(t, f.addr)
	c := r.connect()
	c.query("COPY t FROM STDIN")
	c.expect("G")
	data := &pgproto3.CopyData{Data: make([]byte, 60_000)}
	for range 100 {
		c.fe.Send(data)
		if c.fe.Flush() != nil {
			break
		}
	}
	c.expect("FATAL 57P01 going down", "EOF")
	r.ended()
	if log := r.log.String(); strings.Contains(log, "level=WARN") {
		t.Errorf("log:\n%s", log)
	}
}

// The upstream dies while the agent reads from it: the client hears of it, the agent does not hang.
func TestUpstreamFailsUnderTheAgent(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		script func(*conversation)
		want   []string
	}{
		{"closes", func(c *conversation) { c.send(replyRows) }, []string{lost}},
		{"says why", func(c *conversation) { c.send(replyFatal) }, []string{"FATAL 57P01 going down"}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f := fakeUpstream(t, func(c *conversation) {
				c.expect("Q")
				tc.script(c)
			})
			asked := make(chan error, 1)
			r := setup(t, f.addr, func(c *Config) {
				c.Translator = translator(func(ctx context.Context, conn *pgconn.PgConn, _ translate.Question) (*translate.Answer, error) {
					_, err := conn.Exec(ctx, "SELECT catalog").ReadAll()
					asked <- err
					return nil, err
				})
			})
			c := r.connect()
			c.query("ASK something")
			var got []string
			for l := c.line(); l != "EOF"; l = c.line() {
				got = append(got, l)
			}
			if !strings.Contains(strings.Join(got, "\n"), tc.want[0]) {
				t.Errorf("got %q", got)
			}
			if err := <-asked; err == nil {
				t.Error("the agent saw no error")
			}
			r.ended()
		})
	}
}

// An agent that leaves the conversation in the middle ends the session, and what the upstream still says does not reach
// the client.
func TestAgentLeavesInTheMiddle(t *testing.T) {
	t.Parallel()
	f := fakeUpstream(t, func(c *conversation) {
		c.expect("Q")
		c.send(replyRows, row("secret"))
		for range 100 {
			if !c.send(row("secret")) {
				return
			}
		}
		c.closed()
	})
	r := setup(t, f.addr, func(c *Config) {
		c.Translator = translator(func(ctx context.Context, conn *pgconn.PgConn, _ translate.Question) (*translate.Answer, error) {
			conn.Exec(ctx, "SELECT secret").NextResult()
			return nil, nil
		})
	})
	c := r.connect()
	c.query("ASK something")
	for l := c.line(); l != "EOF"; l = c.line() {
		if strings.HasPrefix(l, "D") || strings.HasPrefix(l, "T") {
			t.Fatalf("the client got %s", l)
		}
	}
	r.ended()
}

// A server that does not stop a statement that was cancelled cannot keep the session.
func TestUpstreamIsStuck(t *testing.T) {
	t.Parallel()
	for _, leaves := range []bool{false, true} {
		running := make(chan bool, 1)
		f := fakeUpstream(t, func(c *conversation) {
			if _, err := c.be.Receive(); err == nil {
				running <- true
				c.closed()
			}
		})
		r := setup(t, f.addr, func(c *Config) { c.Translator, c.stuckAfter = answering("SELECT 7"), 100*time.Millisecond })
		c := r.connect()
		c.query("ASK anything")
		<-running
		if leaves {
			c.conn.Close()
		} else {
			r.cancel(c.key)
			c.expect("FATAL 08006 the database behind the proxy did not stop a cancelled statement", "EOF")
		}
		r.ended()
		r.until("a cancel request has reached the upstream", func() bool { return len(f.cancels) > 0 })
	}
}
