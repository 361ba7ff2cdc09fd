package translate

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/say"
)

// Inquiry is one question while it is worked on. It does not run the statement that the question becomes: Step
// returns it, whoever has the connection runs it, and Ran tells the outcome. An inquiry is not safe for concurrent
// use.
type Inquiry interface {
	// Step works on the question until it is done, or something is to be run. conn is the caller's connection, which
	// must be idle, is left in the state in which it was, and is used only during the call. If a statement is
	// returned, Ran must be called before the next Step; else the answer is the outcome. Errors for the user are
	// *Error; others are for the operator. A panic is an error, too.
	Step(ctx context.Context, conn *pgconn.PgConn) (run *Statement, done *Answer, err error)
	// Ran tells how the statement that Step has returned ended. The error of a server is a *pgconn.PgError, and the
	// connection is then as usable as before.
	Ran(result Result, err error)
	// Trace returns what the question has been through so far, for its record.
	Trace() Trace
}

// inquiry implements Inquiry.
type inquiry struct {
	w     *work
	at    state
	began time.Time // when the state was entered
	until time.Time // the caller's own limit (Settings.Timeout); zero: none
}

// Open begins the work on a question. runs says that the statement will be run: else the question is done when it is
// proven.
func (a *Agent) Open(q Question, runs bool) Inquiry {
	return &inquiry{at: stIntent, w: a.work(q, runs)}
}

// work begins the work on a question.
func (a *Agent) work(q Question, runs bool) *work {
	return &work{drafter: drafter{reader: reader{caller: caller{agent: a, question: q, runs: runs}}}, budget: newBudget(a.cfg)}
}

// Ask works on one question over the caller's connection, which must be idle and is left in the state in which it
// was. Without a runner it stops before the statement runs. The trace is filled even when Ask fails.
func (a *Agent) Ask(ctx context.Context, conn *pgconn.PgConn, q Question, run Runner) (*Answer, Trace, error) {
	i := a.Open(q, run != nil)
	for {
		st, answer, err := i.Step(ctx, conn)
		switch {
		case err != nil:
			return nil, i.Trace(), err
		case st != nil:
			ctx, cancel := st.within(ctx)
			i.Ran(run.Run(ctx, *st))
			cancel()
			continue
		case answer.Result.Deliver != nil:
			err = answer.Result.Deliver()
		}
		return answer, i.Trace(), err
	}
}

// Step implements Inquiry.
func (i *inquiry) Step(ctx context.Context, conn *pgconn.PgConn) (run *Statement, answer *Answer, err error) {
	w := i.w
	w.conn = borrow.For(conn, w.question.ID)
	err = caught(w.question.ID, func() error {
		defer func() {
			if run == nil {
				w.endFlight(nil, ctx.Err() != nil)
			}
		}()
		if err := i.loop(ctx); err != nil || i.at != stDone {
			run = w.toRun
			w.completeTrace()
			return err
		}
		w.completeTrace()
		w.keepRecent(ctx)
		return nil
	})
	switch {
	case err != nil:
		return nil, nil, ended(w.unfit(w.withUnused(err)))
	case run != nil:
		return run, nil, nil
	}
	return nil, &w.answer, nil
}

// caught calls f, and makes an error for the user of a panic in it.
func caught(id string, f func() error) error { return Panicked(id, panics.Catch(f)) }

// Ran implements Inquiry.
func (i *inquiry) Ran(result Result, err error) { i.w.ran = &outcome{result, err} }

// Trace implements Inquiry.
func (i *inquiry) Trace() Trace { return i.w.trace }

// outcome is what became of the statement that a question became.
type outcome struct {
	result Result
	err    error
}

// loop runs the state machine until the question is done or w.toRun is to be run. It stops when the context ends or a
// budget is used up, in whatever state.
func (i *inquiry) loop(ctx context.Context) error {
	w := i.w
	if !i.until.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, i.until)
		defer cancel()
	}
	for i.at != stDone {
		if ctx.Err() != nil && w.ran == nil && i.at != stLearn { // what has run has run
			return context.Cause(ctx)
		}
		if w.ran == nil {
			if err := w.budget.step(); err != nil {
				return err
			}
			i.began = time.Now()
			if i.at == stExecute && w.offer(i.until) {
				return nil
			}
		}
		next, err := i.pass(ctx)
		if err != nil && ctx.Err() != nil && say.State(err) == CodeCancelled {
			return context.Cause(ctx) // the cause says more than the server's error for the cancelled query
		}
		if err != nil {
			return err
		}
		if i.at == stFreshness && w.settings.Timeout > 0 {
			i.until = time.Now().Add(w.settings.Timeout)
			var cancel context.CancelFunc
			ctx, cancel = context.WithDeadline(ctx, i.until)
			defer cancel()
		}
		i.at = next
	}
	return nil
}

// pass does the work of the state that the question is in, and returns the next.
func (i *inquiry) pass(ctx context.Context) (next state, err error) {
	w := i.w
	err = caught(w.question.ID, func() (err error) { next, err = w.step(ctx, i.at); return err })
	if w.tried.heldEmpty != nil && ctx.Err() == nil && acceptsEmpty(i.at, next, err) {
		next, err = w.returnEmpty(), nil
	}
	w.trace.passed(i.at, time.Since(i.began), w.note(i.at, err))
	return next, err
}

// ended returns the error that PostgreSQL would give, when err means that the context has ended.
func ended(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: CodeCancelled, Message: "canceling statement due to statement timeout",
			Hint: "The limits are timeout.question and timeout.statement of the proxy, and SET ask.timeout.", Err: err}
	case errors.Is(err, context.Canceled):
		return &Error{Code: CodeCancelled, Message: "canceling statement due to user request", Err: err}
	}
	return err
}
