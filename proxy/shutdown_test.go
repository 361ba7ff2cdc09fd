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

// running waits until some session has sent a statement.
func (r *rig) running() {
	r.tb.Helper()
	r.until("a statement runs", func() bool {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		for s := range r.server.sessions {
			if !s.link.Exchange.Idle() {
				return true
			}
		}
		return false
	})
}

func TestShutdown(t *testing.T) {
	t.Parallel()
	agent := newThinking()
	release := make(chan bool)
	r := realServer(t, func(c *Config) {
		c.Translator = translator(func(ctx context.Context, pg *pgconn.PgConn, q translate.Question) (*translate.Answer, error) {
			agent.began <- nil
			<-release
			return answering("SELECT 7")(ctx, pg, q)
		})
	})
	idle, busy, asking, inside, open := r.connect(), r.connect(), r.connect(), r.connect(), r.connect()
	starting := newClient(t, r.dial())
	inside.query("BEGIN")
	inside.expect("C BEGIN", "Z T")
	open.send(&pgproto3.Parse{Query: "SELECT 1"}, &pgproto3.Flush{})
	open.expect("1")
	busy.query("SELECT pg_sleep(0.3)")
	r.running()
	asking.query("ASK anything")
	agent.wait(t, agent.began)

	done := make(chan bool)
	go func() {
		defer close(done)
		r.shutdown(patience)
	}()
	const bye = "FATAL 57P01 terminating connection due to administrator command"
	idle.expect(bye, "EOF")
	starting.expect(bye, "EOF")
	busy.expect("T", "D ", "C SELECT 1", "Z I", bye, "EOF")
	close(release)
	asking.expect("T", "D 7", "C SELECT 1", "Z I", bye, "EOF")
	open.send(&pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{})
	open.expect("2", "D 1", "C SELECT 1", "Z I", bye, "EOF")
	select {
	case <-done:
		t.Error("the shutdown did not wait for the open transaction")
	default:
	}
	inside.query("COMMIT")
	inside.expect("C COMMIT", "Z I", bye, "EOF")
	<-done
	if log := r.log.String(); strings.Contains(log, "level=WARN") {
		t.Errorf("log:\n%s", log)
	}
}

// When the time for a shutdown is over, what is left ends, whatever it does.
func TestShutdownWithoutPatience(t *testing.T) {
	t.Parallel()
	agent := newThinking()
	r := realServer(t, func(c *Config) { c.Translator = agent.translator() })
	busy, asking, inside := r.connect(), r.connect(), r.connect()
	inside.query("BEGIN")
	inside.turn()
	busy.query("SELECT pg_sleep(60)")
	r.running()
	asking.query("ASK anything")
	agent.wait(t, agent.began)
	r.shutdown(50 * time.Millisecond)
	agent.wait(t, agent.stopped)
	const bye = "FATAL 57P01 terminating connection due to administrator command"
	inside.expect(bye, "EOF")
	if lines := busy.turn(); lines[len(lines)-2] != bye {
		t.Errorf("got %q", lines)
	}
	if lines := asking.turn(); !strings.Contains(strings.Join(lines, "\n"), "57") {
		t.Errorf("got %q", lines)
	}
}

// While a server drains, clients go on as they please, and whoever is quiet is sent away.
func TestDrain(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	quietOne, inside, talker := r.connect(), r.connect(), r.connect()
	inside.query("BEGIN")
	inside.expect("C BEGIN", "Z T")
	starting := newClient(t, r.dial())
	r.until("the last one is accepted", func() bool { return r.server.Stats().Connections == 4 })
	done := make(chan bool)
	go func() {
		defer close(done)
		r.server.Drain(t.Context(), patience)
	}()
	r.until("it drains", r.server.Draining)
	starting.send(&pgproto3.StartupMessage{ProtocolVersion: pgproto3.ProtocolVersionNumber, Parameters: map[string]string{"user": "postgres"}})
	starting.ready()
	for began := time.Now(); time.Since(began) < quiet+quiet/2; time.Sleep(quiet / 8) {
		talker.query("SELECT 1")
		talker.expect("T", "D 1", "C SELECT 1", "Z I")
	}
	const bye = "FATAL 57P01 terminating connection due to administrator command"
	quietOne.expect(bye, "EOF")
	starting.expect(bye, "EOF")
	inside.query("COMMIT")
	inside.expect("C COMMIT", "Z I", bye, "EOF")
	select {
	case <-done:
		t.Error("it did not wait for the client that was not quiet")
	default:
	}
	talker.send(&pgproto3.Terminate{})
	<-done
	r.ended()
}

// Until the balancer knows, whoever comes is served.
func TestAwaitBalancer(t *testing.T) {
	t.Parallel()
	r := realServer(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	go func() {
		defer close(done)
		r.server.AwaitBalancer(ctx, patience)
	}()
	r.until("it is not ready", func() bool { return !r.server.Ready(t.Context()).Ready() })
	c := r.connect()
	c.query("SELECT 1")
	c.expect("T", "D 1", "C SELECT 1", "Z I")
	cancel()
	<-done
}
