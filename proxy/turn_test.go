package proxy

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/integration/sandbox/sandboxtest"
	"github.com/pgask/pgask/proxy/login"
	"github.com/pgask/pgask/translate"
)

// thinking is an agent whose model thinks until the context ends; it tells when it begins and why it stopped.
type thinking struct{ began, stopped chan error }

func newThinking() thinking { return thinking{make(chan error, 10), make(chan error, 10)} }

func (a thinking) translator() translator {
	return func(ctx context.Context, _ *pgconn.PgConn, _ translate.Question) (*translate.Answer, error) {
		a.began <- nil
		<-ctx.Done()
		a.stopped <- context.Cause(ctx)
		return nil, &translate.Error{Code: translate.CodeCancelled, Message: "cancelled"}
	}
}

func (a thinking) wait(tb testing.TB, what chan error) error {
	tb.Helper()
	select {
	case err := <-what:
		return err
	case <-time.After(patience):
		tb.Fatal("the agent is not told")
	}
	return nil
}

// A client that leaves while the model thinks stops the agent, in whatever way it leaves and whatever it had sent
// before.
func TestClientLeavesWhileTheModelThinks(t *testing.T) {
	t.Parallel()
	simple := []pgproto3.FrontendMessage{&pgproto3.Query{String: "ASK anything"}}
	extended := []pgproto3.FrontendMessage{&pgproto3.Parse{Query: "ASK anything"}, &pgproto3.Bind{}, &pgproto3.Describe{ObjectType: 'P'},
		&pgproto3.Execute{}, &pgproto3.Sync{}}
	long := append(append([]pgproto3.FrontendMessage{}, extended[:1]...), &pgproto3.Bind{Parameters: [][]byte{make([]byte, 5000)}}, &pgproto3.Sync{})
	piled := append(append([]pgproto3.FrontendMessage{}, simple...), &pgproto3.Query{String: "SELECT '" + strings.Repeat("x", 170_000) + "'"})
	leave := map[string]func(*client){
		"close":     func(c *client) { c.conn.Close() },
		"reset":     func(c *client) { _ = c.conn.(*net.TCPConn).SetLinger(0); c.conn.Close() },
		"terminate": func(c *client) { c.send(&pgproto3.Terminate{}); c.conn.Close() },
	}
	for how, leaves := range leave {
		for name, messages := range map[string][]pgproto3.FrontendMessage{"simple": simple, "extended": extended, "long": long, "piled": piled} {
			t.Run(how+" "+name, func(t *testing.T) {
				t.Parallel()
				agent := newThinking()
				r := realServer(t, func(c *Config) { c.Translator = agent.translator() })
				c := r.connect()
				c.send(messages...)
				agent.wait(t, agent.began)
				leaves(c)
				agent.wait(t, agent.stopped)
				r.ended()
				if log := r.log.String(); strings.Contains(log, "level=WARN") {
					t.Errorf("log:\n%s", log)
				}
			})
		}
	}
}

// A client that waits is served to the end although the proxy reads ahead of it, over TLS as well.
func TestMessagesBehindAQuestion(t *testing.T) {
	t.Parallel()
	for _, secured := range []bool{false, true} {
		messagesBehindAQuestion(t, secured)
	}
}

func messagesBehindAQuestion(t *testing.T, secured bool) {
	t.Helper()
	release := make(chan bool)
	r := realServer(t, withTLS(t), func(c *Config) {
		c.Translator = translator(func(ctx context.Context, pg *pgconn.PgConn, q translate.Question) (*translate.Answer, error) {
			<-release
			return answering("SELECT 7")(ctx, pg, q)
		})
	})
	conn := r.dial()
	if secured {
		answer(t, conn, codeSSL)
		conn = tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
	}
	c := newClient(t, conn)
	c.raw(packet(3<<16, loginParams))
	c.ready()
	parameter := strings.Repeat("x", 40_000)
	c.query("ASK anything")
	sent := make(chan bool)
	go func() {
		defer close(sent)
		c.send(&pgproto3.Parse{Query: "SELECT length($1)"}, &pgproto3.Bind{Parameters: [][]byte{[]byte(parameter)}}, &pgproto3.Execute{}, &pgproto3.Sync{},
			&pgproto3.Query{String: "SELECT 8"})
		close(release)
	}()
	c.expect("T", "D 7", "C SELECT 1", "Z I", "1", "2", "D 40000", "C SELECT 1", "Z I", "T", "D 8", "C SELECT 1", "Z I")
	<-sent
}

// A cancel request stops the agent, and nothing else: the next statement runs.
func TestCancelWhileTheModelThinks(t *testing.T) {
	t.Parallel()
	agent := newThinking()
	r := realServer(t, func(c *Config) { c.Translator = agent.translator() })
	c := r.connect()
	for range 3 {
		c.query("ASK anything")
		agent.wait(t, agent.began)
		r.cancel(c.key)
		agent.wait(t, agent.stopped)
		c.expect("ERROR 57014 cancelled", "Z I")
		c.query("SELECT pg_sleep(0.05)")
		c.expect("T", "D ", "C SELECT 1", "Z I")
	}
}

// A cancel request stops what the agent runs on the server, and its connection stays in step.
func TestCancelWhileTheAgentReads(t *testing.T) {
	t.Parallel()
	began := make(chan error, 1)
	r := realServer(t, func(c *Config) {
		c.Translator = translator(func(ctx context.Context, pg *pgconn.PgConn, _ translate.Question) (*translate.Answer, error) {
			began <- nil
			_, err := pg.Exec(ctx, "SELECT 'of the agent', pg_sleep(60)").ReadAll()
			return nil, err
		})
	})
	c := r.connect()
	c.query("ASK anything")
	<-began
	watch := (&rig{tb: t, addr: sandboxtest.Server(t).Addr()}).connect()
	r.until("the agent's query runs", func() bool {
		watch.query("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT ''of the agent''%'")
		return watch.turn()[1] == "D 1"
	})
	r.cancel(c.key)
	if got := c.line(); !strings.HasPrefix(got, "ERROR") {
		t.Errorf("got %s", got)
	}
	c.expect("Z I")
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
}

// A cancel request stops the statement of a question.
func TestCancelWhileTheStatementRuns(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT pg_temp.sleep()") })
	c := r.connect()
	c.query("CREATE FUNCTION pg_temp.sleep() RETURNS int LANGUAGE plpgsql AS $$BEGIN RAISE NOTICE 'asleep'; PERFORM pg_sleep(60); END$$")
	c.expect("C CREATE FUNCTION", "Z I")
	c.query("ASK anything")
	c.expect("NOTICE The database says: asleep")
	r.cancel(c.key)
	if got := c.line(); !strings.HasPrefix(got, "ERROR") {
		t.Errorf("got %s", got)
	}
	c.expect("Z I")
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
}

// At idle a cancel request goes nowhere, so it cannot meet a later statement.
func TestCancelAtIdle(t *testing.T) {
	t.Parallel()
	f := fakeUpstream(t, func(c *conversation) {
		c.expect("Q")
		c.send(replyRows, replyDone, replyReady)
		c.expect("X")
	})
	r := setup(t, f.addr)
	c := r.connect()
	r.until("nothing is owed", func() bool { return r.session().link.Exchange.Resting() })
	r.cancel(c.key)
	c.query("SELECT 1")
	c.expect("T", "C SELECT 1", "Z I")
	c.send(&pgproto3.Terminate{})
	r.ended()
	if n := len(f.cancels); n != 0 {
		t.Errorf("%d cancel requests reached the upstream", n)
	}
}

// While a cancel request is on its way nothing new begins, not a statement and not a question.
func TestCancelHoldsTheNextTurn(t *testing.T) {
	t.Parallel()
	for _, next := range []string{"SELECT 2", "ASK anything"} {
		f := fakeUpstream(t, func(c *conversation) {
			if next == "SELECT 2" && c.expect("Q") {
				c.send(replyDone, replyReady)
			}
			c.closed()
		})
		asked := make(chan bool, 1)
		r := setup(t, f.addr, func(c *Config) {
			c.Translator = translator(func(context.Context, *pgconn.PgConn, translate.Question) (*translate.Answer, error) {
				asked <- true
				return nil, errors.New("not in this test")
			})
		})
		c := r.connect()
		s := r.session()
		resume := s.desk.Pause() // as a cancel request does while it is sent
		sent := make(chan bool)
		go func() {
			defer close(sent)
			c.query(next)
		}()
		<-sent
		select {
		case <-asked:
			t.Errorf("%s: the question began", next)
		case <-time.After(30 * time.Millisecond): // nothing can signal that something does not happen
		}
		if !s.link.Exchange.Idle() {
			t.Errorf("%s: the statement was sent", next)
		}
		resume()
		if next == "SELECT 2" {
			c.expect("C SELECT 1", "Z I")
		} else {
			c.expect("ERROR XX000 internal error", "Z I")
		}
		c.conn.Close()
		r.ended()
	}
}

// A key that no session has goes to every upstream, once each, at a bounded rate; one that is too short goes nowhere.
func TestCancelOfStrangers(t *testing.T) {
	t.Parallel()
	one, two := fakeUpstream(t, func(*conversation) {}), fakeUpstream(t, func(*conversation) {})
	source := func(addr string) login.Upstream {
		up, err := login.ParseUpstream("postgres://" + addr + "/x?sslmode=prefer") // the fakes have no TLS
		if err != nil {
			t.Fatal(err)
		}
		return up
	}
	r := setup(t, one.addr, func(c *Config) {
		c.Datasources = map[string]login.Upstream{"a": source(one.addr), "b": source(one.addr), "c": source(two.addr)}
	})
	r.cancel([]byte("strange!"))
	if len(one.cancels) != 1 || len(two.cancels) != 1 || string(<-one.cancels) != "strange!" || string(<-two.cancels) != "strange!" {
		t.Errorf("%d and %d cancel requests came", len(one.cancels), len(two.cancels))
	}
	began := time.Now()
	for range 2 * unmatchedCancelsBurst {
		r.cancel([]byte("strange!"))
	}
	refilled := int(time.Since(began).Seconds()*unmatchedCancelsPerSecond) + 1
	if n := len(two.cancels); n < unmatchedCancelsBurst-1 || n > unmatchedCancelsBurst+refilled {
		t.Errorf("%d of %d went on in %v", n, 2*unmatchedCancelsBurst, time.Since(began))
	}
	before := len(one.cancels)
	for _, key := range []string{"", "1234567", strings.Repeat("x", 300)} {
		r.cancel([]byte(key))
	}
	if n := len(one.cancels); n != before {
		t.Errorf("keys of impossible lengths went on")
	}
}

// Notices longer than what the proxy holds of a message are cut within a question's run, and leave it in step.
func TestLongNoticeInAQuestion(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT pg_temp.loud()") })
	c := r.connect()
	c.query("CREATE FUNCTION pg_temp.loud() RETURNS int LANGUAGE plpgsql AS $$BEGIN RAISE NOTICE '%', repeat('x', 3000000); RETURN 1; END$$")
	c.expect("C CREATE FUNCTION", "Z I")
	c.query("ASK anything")
	c.expect("NOTICE The database says more than can be shown here", "T", "D 1", "C SELECT 1", "Z I")
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
}

// A question waits for the statements before it; who cancels meanwhile stops the one that runs. It goes on when the
// client leaves, as in a server, and can be cancelled still.
func TestStatementBeforeAQuestion(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT 7") })
	c := r.connect()
	wait := func() {
		c.send(&pgproto3.Query{String: sleeping}, &pgproto3.Query{String: "ASK anything"})
		c.expect("NOTICE asleep")
		r.until("the question waits", func() bool { return r.session().desk.Busy() })
	}
	wait()
	r.cancel(c.key)
	c.expect("ERROR 57014 canceling statement due to user request", "Z I")
	if lines := c.turn(); !strings.Contains(lines[0], "57014") && !strings.HasPrefix(lines[0], "T") {
		t.Errorf("the question: %q", lines)
	}
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
	wait()
	c.conn.Close()
	r.cancel(c.key)
	r.ended()
}

// Behind an error a question is skipped like anything else up to the Sync, also when a Query that was skipped stands
// between.
func TestQuestionBehindAnError(t *testing.T) {
	t.Parallel()
	c := realServer(t, func(c *Config) { c.Translator = answering("SELECT 7") }).connect()
	ask := &pgproto3.Query{String: "ASK anything"}
	for _, between := range []string{"SELECT 1", "ASK anything", strings.Repeat(" ", 70_000) + "ASK anything"} {
		c.send(&pgproto3.Parse{Query: "SELEC"}, &pgproto3.Query{String: between}, ask, &pgproto3.Query{String: strings.Repeat("ASK ", 20_000)}, &pgproto3.Sync{}, ask)
		c.expect(`ERROR 42601 syntax error at or near "SELEC"`, "Z I", "T", "D 7", "C SELECT 1", "Z I")
	}
}
