package proxy

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/pgask/pgask/proxy/ask"
	"github.com/pgask/pgask/translate"
)

// underway waits for a question at a stage, the only one that is being worked on.
func (r *rig) underway(at ask.Stage) ask.Underway {
	r.tb.Helper()
	var one ask.Underway
	r.until("a question is "+string(at), func() bool {
		all := r.server.Underway()
		if len(all) == 1 {
			one = all[0]
		}
		return len(all) == 1 && one.Stage == at
	})
	return one
}

// Whoever looks sees each question under way, in whatever form it came, and can cancel that one and nothing else.
func TestQuestionsUnderway(t *testing.T) {
	t.Parallel()
	thinking := translator(func(ctx context.Context, _ *pgconn.PgConn, _ translate.Question) (*translate.Answer, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	cases := []struct {
		name  string
		agent translator
		ask   func(*client)
		stage ask.Stage
		sql   string
	}{
		{"translated", thinking, func(c *client) { c.query("ASK how many sheep") }, ask.Translates, ""},
		{"run", answering("SELECT pg_sleep(60)"), func(c *client) { c.query("ASK how many sheep") }, ask.Runs, "SELECT pg_sleep(60)"},
		{"in a statement of the client's", answering("SELECT pg_sleep(60)"), func(c *client) { c.query("SELECT * FROM ask('how many sheep') t") },
			ask.Runs, "SELECT pg_sleep(60)"},
		{"in the extended protocol", answering("SELECT pg_sleep(60)"), func(c *client) {
			c.send(&pgproto3.Parse{Query: "SELECT * FROM ask('how many sheep') t"}, &pgproto3.Bind{}, &pgproto3.Execute{}, &pgproto3.Sync{})
		},
			ask.Runs, "SELECT pg_sleep(60)"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := realServer(t, func(c *Config) { c.Translator = tc.agent })
			other := r.connect()
			other.query("DO $$BEGIN RAISE NOTICE 'asleep'; PERFORM pg_sleep(1); END$$") // a statement is no question
			other.expect("NOTICE asleep")
			c := r.connect()
			tc.ask(c)
			got := r.underway(tc.stage)
			if got.Record.Question != "how many sheep" || got.Record.SQL != tc.sql || got.Record.Role != "postgres" || got.Record.Time.IsZero() {
				t.Errorf("under way is %+v", got)
			}
			if r.server.CancelQuestion("nobody") {
				t.Error("the wrong one was cancelled")
			}
			// In the extended protocol the statement is handed over before the server is told to run it: then there
			// is nothing to cancel yet.
			r.until("it is cancelled", func() bool { return r.server.CancelQuestion(got.Record.ID) })
			// A cancel request that comes before the server has begun is lost, as it always was.
			r.until("it has ended", func() bool { r.server.CancelQuestion(got.Record.ID); return len(r.server.Underway()) == 0 })
			lines := c.turn()
			if last := lines[len(lines)-2]; last != "ERROR 57014 canceling statement due to user request" {
				t.Errorf("the client got %v", lines)
			}
			if r.server.CancelQuestion(got.Record.ID) {
				t.Error("what is over was cancelled")
			}
			c.query("SELECT 'later'")
			c.expect("T", "D later", "C SELECT 1", "Z I")
			other.expect("C DO", "Z I")
		})
	}
}

// A question that waits for its turn is seen to wait, and can be cancelled before it begins.
func TestQuestionsInLineAreUnderway(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator, c.Questions = answering("SELECT pg_sleep(60)"), 1 })
	first, second := r.connect(), r.connect()
	first.query("ASK one")
	one := r.underway(ask.Runs)
	second.query("ASK two")
	r.until("the second one waits", func() bool { all := r.server.Underway(); return len(all) == 2 && all[1].Stage == ask.Waits })
	if !r.server.CancelQuestion(r.server.Underway()[1].Record.ID) {
		t.Error("the second one was not cancelled")
	}
	second.expect("ERROR 57014 canceling statement due to user request", "Z I")
	if got := r.underway(ask.Runs); got.Record.ID != one.Record.ID {
		t.Errorf("%s is left", got.Record.ID)
	}
	r.server.CancelQuestion(one.Record.ID)
	first.expect("ERROR 57014 canceling statement due to user request", "Z I")
}

// What a session leaves behind is not under way.
func TestUnderwayEndsWithItsSession(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) { c.Translator = answering("SELECT pg_sleep(60)") })
	c := r.connect()
	c.query("ASK one")
	r.underway(ask.Runs)
	c.conn.Close()
	r.ended()
	if all := r.server.Underway(); len(all) != 0 {
		t.Errorf("%d are left", len(all))
	}
}
