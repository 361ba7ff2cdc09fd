// Package panics turns a panic into an error, and carries it from goroutine to goroutine. A question is made of text
// that others wrote, and a bug that some text finds must cost that question its answer, not the process its sessions:
// whoever works on a question stands below one Catch, and starts goroutines only through a Group.
package panics

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// Error is a panic.
type Error struct {
	Value any
	Stack string // of the goroutine that panicked
}

func (e *Error) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap returns the error that was the value of the panic, if it was one.
func (e *Error) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Of returns the panic in an error, or nil.
func Of(err error) *Error {
	var e *Error
	errors.As(err, &e)
	return e
}

// Catch calls f. It returns the error of f, or an *Error when f panics.
func Catch(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = caught(p)
		}
	}()
	return f()
}

// caught keeps the stack of a panic that was carried here by Group.Wait.
func caught(p any) *Error {
	if e, ok := p.(*Error); ok {
		return e
	}
	return &Error{Value: p, Stack: string(debug.Stack())}
}

// Group is a sync.WaitGroup whose goroutines may panic: Wait then does, in the goroutine of the caller. The zero
// value is ready for use.
type Group struct {
	wg    sync.WaitGroup
	mu    sync.Mutex
	first *Error // of those that panicked
}

// Go calls f in a goroutine.
func (g *Group) Go(f func()) {
	g.wg.Go(func() {
		if p := Of(Catch(func() error { f(); return nil })); p != nil {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.first == nil {
				g.first = p
			}
		}
	})
}

// Wait waits for all goroutines. It panics with an *Error when one has panicked.
func (g *Group) Wait() {
	g.wg.Wait()
	if g.first != nil {
		panic(g.first)
	}
}
