package ask

import (
	"context"
	"slices"
	"sync"

	"github.com/pgask/pgask/proxy/wire"
	"github.com/pgask/pgask/translate"
)

// gate bounds the questions that are worked on at a time, in all and of one role. Others wait in a bounded line,
// first come, first served, except for roles that have their share already.
type gate struct {
	mu     sync.Mutex
	rules  *Rules // as the last question brought them
	inside int
	roles  map[string]int
	line   []*waiter
}

// waiter is a question in line.
type waiter struct {
	role string
	in   chan struct{} // closed when it has got its place
}

// enter waits for a place and returns how to give it back.
func (g *gate) enter(ctx context.Context, role string, r *Rules) (leave func(), err error) {
	g.mu.Lock()
	g.rules = r
	g.admit() // a reload may have made room
	if g.room(role) && !slices.ContainsFunc(g.line, func(w *waiter) bool { return g.room(w.role) }) {
		g.take(role)
		g.mu.Unlock()
		return func() { g.leave(role) }, nil
	}
	if len(g.line) >= r.QuestionQueue {
		g.mu.Unlock()
		return nil, &translate.Error{Code: wire.CodeLimit, Message: "too many questions are being worked on",
			Hint: "Ask again in a moment. The limits are limits.questions, limits.questions_per_role and limits.question_queue of the proxy."}
	}
	w := &waiter{role: role, in: make(chan struct{})}
	g.line = append(g.line, w)
	g.mu.Unlock()
	select {
	case <-w.in:
		return func() { g.leave(role) }, nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-w.in: // at the last moment, and too late
		g.free(role)
	default:
		g.line = slices.DeleteFunc(g.line, func(other *waiter) bool { return other == w })
	}
	return nil, context.Cause(ctx)
}

// room reports whether a question of the role may begin.
func (g *gate) room(role string) bool {
	return g.inside < g.rules.Questions && (g.rules.QuestionsPerRole == 0 || g.roles[role] < g.rules.QuestionsPerRole)
}

func (g *gate) take(role string) {
	if g.roles == nil {
		g.roles = map[string]int{}
	}
	g.inside++
	g.roles[role]++
}

func (g *gate) leave(role string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.free(role)
}

func (g *gate) free(role string) {
	g.inside--
	if g.roles[role]--; g.roles[role] == 0 {
		delete(g.roles, role) // names come from clients, and would fill the map
	}
	g.admit()
}

// admit lets in from the line whom there is room for.
func (g *gate) admit() {
	g.line = slices.DeleteFunc(g.line, func(w *waiter) bool {
		if !g.room(w.role) {
			return false
		}
		g.take(w.role)
		close(w.in)
		return true
	})
}

// counts returns the numbers of questions that are worked on and that wait.
func (g *gate) counts() (inside, waiting int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inside, len(g.line)
}
