package proxy

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
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

func TestUpstreamFailsInStartup(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		script func(*conversation)
		want   []string
	}{
		{"closes", func(c *conversation) {}, []string{lost, "EOF"}},
		{"refuses", func(c *conversation) { c.send(replyFatal) }, []string{"FATAL 57P01 going down", "EOF"}},
		{"refuses after the login", func(c *conversation) { c.send(&pgproto3.AuthenticationOk{}, replyFatal) },
			[]string{"*pgproto3.AuthenticationOk", "FATAL 57P01 going down", "EOF"}},
		{"speaks something else", func(c *conversation) { c.raw("SSH-2.0-OpenSSH_9.6\r\n") },
			[]string{"FATAL 08P01 the database behind the proxy does not speak the PostgreSQL protocol", "EOF"}},
		{"sends rows", func(c *conversation) { c.send(row("x")) },
			[]string{"FATAL 08P01 the database behind the proxy sent message type 68 during authentication", "EOF"}},
		{"sends a long message", func(c *conversation) { c.raw("R\x00\x10\x00\x00\x00\x00\x00\x0a" + strings.Repeat("x", 70_000)) },
			[]string{"FATAL 08P01 the database behind the proxy sent an authentication message that is too long", "EOF"}},
		{"sends notices without end", func(c *conversation) {
			for c.send(&pgproto3.NoticeResponse{Severity: "NOTICE", Message: "again"}) {
			}
		}, append(append([]string{}, times(maxAuthRounds, "NOTICE again")...), "FATAL 08P01 too many authentication messages", "EOF")},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			f := fakeServer(t, tc.script)
			r := setup(t, f.addr)
			c := newClient(t, r.dial())
			c.raw(packet(3<<16, login))
			c.expect(tc.want...)
			r.ended()
		})
	}
}

func TestUpstreamHangsInStartup(t *testing.T) {
	t.Parallel()
	for _, said := range []string{"", "R\x00\x00"} {
		impatient(t, func(limit time.Duration) bool {
			hangs := make(chan bool, 1)
			f := fakeServer(t, func(c *conversation) { hangs <- true; c.raw(said); c.closed() })
			r := setup(t, f.addr, func(c *Config) { c.StartupTimeout = limit })
			defer r.ended()
			c := newClient(t, r.dial())
			c.raw(packet(3<<16, login))
			rest, err := io.ReadAll(c.conn)
			if timedOut(err) {
				t.Errorf("after %q: %v", said, err)
			}
			if len(hangs) == 0 {
				return false
			}
			for _, want := range []string{"08006", "the database behind the proxy did not answer in time"} {
				if !bytes.Contains(rest, []byte(want)) {
					t.Errorf("after %q: %q", said, rest)
				}
			}
			return true
		})
	}
}

func times(n int, s string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = s
	}
	return all
}

func TestUpstreamUnreachable(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close() // nobody listens there now
	r := setup(t, l.Addr().String())
	c := newClient(t, r.dial())
	c.raw(packet(3<<16, login))
	m, ok := c.receive().(*pgproto3.ErrorResponse)
	if !ok || m.Severity != "FATAL" || m.Code != "08001" || m.Hint == "" {
		t.Errorf("got %+v", m)
	}
	r.ended()
	if !strings.Contains(r.log.String(), "refused") {
		t.Errorf("the operator is not told: %s", r.log)
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
				c.Translator = translator(func(ctx context.Context, conn *pgconn.PgConn, _ translate.Question, _ translate.Runner) (*translate.Answer, translate.Trace, error) {
					_, err := conn.Exec(ctx, "SELECT catalog").ReadAll()
					asked <- err
					return nil, translate.Trace{}, err
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
		c.Translator = translator(func(ctx context.Context, conn *pgconn.PgConn, _ translate.Question, _ translate.Runner) (*translate.Answer, translate.Trace, error) {
			conn.Exec(ctx, "SELECT secret").NextResult()
			return nil, translate.Trace{}, nil
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

func TestParseUpstream(t *testing.T) {
	t.Parallel()
	u, err := ParseUpstream("postgres://someone:secret@db.example:5433/sales?sslmode=disable")
	if err != nil || u.Database != "sales" || len(u.hosts) != 1 || u.hosts[0].address != "db.example:5433" || u.hosts[0].tls != nil {
		t.Errorf("got %+v, %v", u, err)
	}
	if u, err = ParseUpstream("host=a,b port=1,2 dbname=x sslmode=require"); err != nil || len(u.hosts) != 2 || u.hosts[1].tls == nil {
		t.Errorf("got %+v, %v", u, err)
	}
	if _, err = ParseUpstream("postgres://someone:secret@db.example:port/x"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}

// startTLS takes one byte of answer; what a man in the middle puts behind it must not be read as if it were encrypted.
func TestUpstreamTLS(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"N", "E", "S" + string(message('R', binary.BigEndian.AppendUint32(nil, authOK))), ""} {
		impatient(t, func(limit time.Duration) bool {
			if answer != "" {
				limit = patience
			}
			asked := make(chan bool, 9)
			f := fakeRaw(t, func(conn net.Conn) {
				if p, err := readPacket(conn); err != nil || !bytes.Equal(p, sslRequest) {
					return // a late cancel request for who had this port before
				}
				asked <- true
				_, _ = io.WriteString(conn, answer)
				_, _ = io.Copy(io.Discard, conn)
			})
			r := setup(t, f, func(c *Config) {
				up, err := ParseUpstream("postgres://" + f + "/x?sslmode=require")
				if err != nil {
					t.Error(err)
				}
				c.Datasources = map[string]Upstream{AnyDatabase: up}
				c.StartupTimeout = limit
			})
			c := newClient(t, r.dial())
			c.raw(packet(3<<16, login))
			rest, err := io.ReadAll(c.conn)
			if timedOut(err) {
				t.Errorf("after %q: %v", answer, err)
			}
			if len(asked) == 0 {
				return false
			}
			for _, want := range []string{"08001", "could not connect to the database behind the proxy"} {
				if !bytes.Contains(rest, []byte(want)) {
					t.Errorf("after %q: %q", answer, rest)
				}
			}
			return true
		})
	}
}

// fakeRaw runs the script for each connection to the address that it returns.
func fakeRaw(tb testing.TB, script func(net.Conn)) string {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_ = conn.SetDeadline(time.Now().Add(patience))
				script(conn)
			}()
		}
	}()
	return l.Addr().String()
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
		r := setup(t, f.addr, func(c *Config) { c.Translator = answering("SELECT 7") })
		r.server.stuckAfter = 100 * time.Millisecond
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
