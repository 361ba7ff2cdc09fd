package ask

import (
	"context"
	"testing"
	"time"

	"github.com/pgask/pgask/translate"
)

// line is a gate whose questions wait in the background.
type line struct {
	t *testing.T
	g gate
	l Rules
}

// ask puts a question of a role in line, and returns once it stands there or is in.
func (l *line) ask(ctx context.Context, role string) <-chan func() {
	l.t.Helper()
	in := make(chan func(), 1)
	inside, waiting := l.g.counts()
	go func() {
		leave, err := l.g.enter(ctx, role, &l.l)
		if err != nil {
			leave = nil
		}
		in <- leave
	}()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Millisecond) { // nothing signals it
		if i, w := l.g.counts(); i+w > inside+waiting {
			return in
		}
		if time.Now().After(end) {
			l.t.Fatal("the question does not stand in line")
		}
	}
}

func TestGate(t *testing.T) {
	t.Parallel()
	l := line{t: t, l: Rules{Questions: 2, QuestionsPerRole: 1, QuestionQueue: 3}}
	a := <-l.ask(t.Context(), "a")
	a2 := l.ask(t.Context(), "a") // a has its share
	b := <-l.ask(t.Context(), "b")
	c := l.ask(t.Context(), "c") // no place at all
	ctx, cancel := context.WithCancel(t.Context())
	gone := l.ask(ctx, "d")
	if _, err := l.g.enter(t.Context(), "e", &l.l); translate.Code(err) != "53400" {
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
	l := line{t: t, l: Rules{Questions: 1, QuestionQueue: 10}}
	<-l.ask(t.Context(), "a")
	b := l.ask(t.Context(), "b")
	l.l.Questions = 3
	<-l.ask(t.Context(), "c")
	<-b
}
