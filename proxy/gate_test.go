package proxy

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/integration/testlog"
	"github.com/pgask/pgask/translate"
)

// line is a gate whose questions wait in the background.
type line struct {
	t *testing.T
	g gate
	l Limits
}

// ask puts a question of a role in line, and returns once it stands there or is in.
func (l *line) ask(ctx context.Context, role string) <-chan func() {
	l.t.Helper()
	in := make(chan func(), 1)
	inside, waiting := l.g.counts()
	go func() {
		leave, err := l.g.enter(ctx, role, l.l)
		if err != nil {
			leave = nil
		}
		in <- leave
	}()
	r := rig{tb: l.t, log: &testlog.Buffer{}}
	r.until("the question stands in line", func() bool {
		i, w := l.g.counts()
		return i+w > inside+waiting
	})
	return in
}

func TestGate(t *testing.T) {
	t.Parallel()
	l := line{t: t, l: Limits{Questions: 2, QuestionsPerRole: 1, QuestionQueue: 3}}
	a := <-l.ask(t.Context(), "a")
	a2 := l.ask(t.Context(), "a") // a has its share
	b := <-l.ask(t.Context(), "b")
	c := l.ask(t.Context(), "c") // no place at all
	ctx, cancel := context.WithCancel(t.Context())
	gone := l.ask(ctx, "d")
	if _, err := l.g.enter(t.Context(), "e", l.l); translate.Code(err) != "53400" {
		t.Errorf("a full line: %v", err)
	}
	cancel()
	if <-gone != nil {
		t.Error("who gave up got in")
	}
	b() // c gets in, although a stands before it
	leaveC := <-c
	select {
	case <-a2:
		t.Error("a got more than its share")
	default:
	}
	a()
	(<-a2)()
	leaveC()
	if inside, waiting := l.g.counts(); inside != 0 || waiting != 0 || len(l.g.roles) != 0 {
		t.Errorf("%d inside, %d waiting, roles %v", inside, waiting, l.g.roles)
	}
}

// A reload that widens the gate lets in who waits, at the next question.
func TestGateWidens(t *testing.T) {
	t.Parallel()
	l := line{t: t, l: Limits{Questions: 1, QuestionQueue: 10}}
	<-l.ask(t.Context(), "a")
	b := l.ask(t.Context(), "b")
	l.l.Questions = 3
	<-l.ask(t.Context(), "c")
	<-b
}

func TestQuestionsInLine(t *testing.T) {
	t.Parallel()
	agent := newThinking()
	r := realServer(t, func(c *Config) {
		c.Translator = agent.translator()
		c.Limits.Questions, c.Limits.QuestionQueue = 1, 1
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
		c.Limits.Questions = 1
		c.Translator = translator(func(context.Context, *pgconn.PgConn, translate.Question, translate.Runner) (*translate.Answer, translate.Trace, error) {
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
		c.Limits.Questions = 1
		c.Translator = answering("SELECT repeat('x', 1000000) FROM generate_series(1, 100)")
	})
	r.connect().query("ASK anything") // and reads nothing of it
	second := r.connect()
	second.query("ASK anything")
	second.expect("T")
}
