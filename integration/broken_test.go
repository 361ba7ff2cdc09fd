package integration

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"
)

// breaks makes one statement of a question fail on its way to the server, or closes the connection there.
type breaks struct {
	mu    sync.Mutex
	how   string // see waysToBreak
	agent bool   // one of those that the agent sends for itself; otherwise, one of those that answer the client
	after int    // as many of them pass before; negative: none fails any more
	what  string // the statement that it was
}

// waysToBreak: a statement cannot be parsed, or is an error when it runs (or is bound), or the server is gone.
var waysToBreak = map[string]string{"parse": "pgask_test cannot be parsed", "run": "SELECT 1 FROM pg_catalog.generate_series(1, 2) g WHERE 1 / (g - 2) > 5", "close": ""}

// due says whether this message is the one.
func (b *breaks) due(m pgproto3.FrontendMessage) *pgproto3.Parse {
	p, ok := m.(*pgproto3.Parse)
	if !ok || b.after < 0 || strings.HasPrefix(p.Name, "pgask_agent_") != b.agent {
		return nil
	}
	if b.after--; b.after >= 0 {
		return nil
	}
	b.what = p.Query
	return p
}

func (b *breaks) change(m pgproto3.FrontendMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.how == "close" {
		return
	}
	if p := b.due(m); p != nil {
		p.Query = waysToBreak[b.how]
	}
}

func (b *breaks) cut(m pgproto3.FrontendMessage) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.how == "close" && b.due(m) != nil
}

func (b *breaks) next(how string, agent bool, after int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.how, b.agent, b.after, b.what = how, agent, after, ""
}

// broke returns the statement that failed; empty: the question sends fewer.
func (b *breaks) broke() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.after = -1
	return b.what
}

// TestBrokenSteps breaks every statement of a question: the client gets the whole answer or one error, then one
// ReadyForQuery; where the connection is closed, one error and the end. The next question is answered.
func TestBrokenSteps(t *testing.T) {
	t.Parallel()
	for way, messages := range everyWay("product count") {
		for _, begin := range []string{"", "BEGIN"} {
			t.Run(way+" "+begin, func(t *testing.T) {
				t.Parallel()
				b := &breaks{after: -1}
				r := setup(t, withModel(knows), behind(t, &tap{change: b.change, cut: b.cut}))
				s := &brokenSession{rig: r, wire: r.wire(), breaks: b, begin: begin, messages: messages}
				for range 2 {
					s.answered()
				}
				for how := range waysToBreak {
					s.every(how, false)
					if way == "whole, simple" {
						s.every(how, true)
					}
				}
			})
		}
	}
}

// brokenSession is a session whose questions are broken, one statement after the other.
type brokenSession struct {
	*rig
	*wire
	*breaks
	begin    string
	messages []pgproto3.FrontendMessage
}

func (s *brokenSession) every(how string, agent bool) {
	t := s.rig.tb
	t.Helper()
	for after := 0; ; after++ {
		s.starts()
		s.next(how, agent, after)
		s.send(s.messages...)
		lines, closed := s.replies()
		what := s.broke()
		if what == "" {
			s.ends(lines)
			return
		}
		if wrong := judged(lines, closed, how == "close"); wrong != "" {
			t.Errorf("%s, %s: %s: %q", how, what, wrong, lines)
		}
		if closed {
			s.wire = s.rig.wire()
		} else {
			s.ends(lines)
		}
		s.answered()
	}
}

// judged says what is wrong with the replies to a question that was broken.
func judged(lines []string, closed, mayClose bool) string {
	errors, ready, complete, answered := 0, 0, 0, false
	for _, l := range lines {
		switch l[0] {
		case 'E':
			errors++
		case 'Z':
			ready++
		case 'C':
			complete++
		case 'D':
			answered = strings.Contains(l, "288")
		}
	}
	switch {
	case closed && !mayClose:
		return "the session has ended"
	case errors > 1:
		return "more than one error"
	case errors == 0 && (complete != 1 || !answered):
		return "neither an error nor an answer"
	case closed && (errors != 1 || ready != 0):
		return "no error at the end of the session"
	case !closed && ready != 1:
		return "not one ReadyForQuery"
	case !closed && errors == 1 && complete != 0:
		return "an error behind an answer"
	}
	return ""
}

// replies reads up to ReadyForQuery or the end of the session.
func (s *brokenSession) replies() (lines []string, closed bool) {
	s.rig.tb.Helper()
	if err := s.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		s.rig.tb.Fatal(err)
	}
	for {
		m, err := s.fe.Receive()
		if err != nil {
			return lines, true
		}
		l := backendLine(m)
		if l[0] != 'N' {
			lines = append(lines, l)
		}
		if l[0] == 'Z' {
			return lines, false
		}
	}
}

func (s *brokenSession) starts() {
	if s.begin != "" {
		s.query(s.begin, "C BEGIN", "Z T")
	}
}

// ends ends the transaction of the client, which a question leaves as any statement does.
func (s *brokenSession) ends(lines []string) {
	s.rig.tb.Helper()
	failed := strings.Contains(strings.Join(lines, "\n"), "E ")
	want := map[bool]string{false: "Z T", true: "Z E"}[failed]
	if s.begin == "" {
		want = "Z I"
	}
	if last := lines[len(lines)-1]; last != want {
		s.rig.tb.Errorf("%q ends in %s instead of %s", lines, last, want)
	}
	if s.begin != "" {
		s.query("ROLLBACK", "C ROLLBACK", "Z I")
	}
}

// answered asks once more, without a break.
func (s *brokenSession) answered() {
	s.rig.tb.Helper()
	s.starts()
	s.send(s.messages...)
	lines, closed := s.replies()
	all := strings.Join(lines, ",")
	if closed || strings.Contains(all, "E ") || !strings.Contains(all, "288,C SELECT 1,Z") && !strings.Contains(all, `{"n":288},C SELECT 1,Z`) {
		s.rig.tb.Fatalf("the next question: %q", lines)
	}
	s.ends(lines)
}
