package proxy

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/translate"
)

func TestQuestionsInLine(t *testing.T) {
	t.Parallel()
	agent := newThinking()
	r := realServer(t, func(c *Config) {
		c.Translator = agent.translator()
		c.Questions, c.QuestionQueue = 1, 1
	})
	first, second, third := r.connect(), r.connect(), r.connect()
	first.query("ASK anything")
	agent.wait(t, agent.began)
	second.query("ASK anything")
	r.until("the second waits", func() bool { return r.server.Stats().Waiting == 1 })
	third.query("ASK anything")
	third.expect("ERROR 53400 too many questions are being worked on", "Z I")
	third.query("SELECT 1") // SQL waits for nobody
	third.expect("T", "D 1", "C SELECT 1", "Z I")
	r.cancel(second.key) // and who waits can be cancelled
	second.expect("ERROR 57014 canceling statement due to user request", "Z I")
	second.query("ASK anything")
	r.cancel(first.key)
	first.expect("ERROR 57014 cancelled", "Z I")
	agent.wait(t, agent.began) // the second has its place
	r.cancel(second.key)
	second.expect("ERROR 57014 cancelled", "Z I")
}

// A panic of the agent gives its place back.
func TestGateAfterAPanic(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) {
		c.Questions = 1
		c.Translator = translator(func(context.Context, *pgconn.PgConn, translate.Question) (*translate.Answer, error) {
			panic(errors.New("a bug"))
		})
	})
	c := r.connect()
	for range 3 {
		c.query("ASK anything")
		c.expect("ERROR XX000 internal error", "Z I")
	}
	if st := r.server.Stats(); st.Asking != 0 {
		t.Errorf("%d places are taken", st.Asking)
	}
}

// Who does not read an answer keeps nobody from asking.
func TestGateOfWhoDoesNotRead(t *testing.T) {
	t.Parallel()
	r := realServer(t, func(c *Config) {
		c.Questions = 1
		c.Translator = answering("SELECT repeat('x', 1000000) FROM generate_series(1, 100)")
	})
	r.connect().query("ASK anything") // and reads nothing of it
	second := r.connect()
	second.query("ASK anything")
	second.expect("T")
}
