package translate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/panics"
	"github.com/pgask/pgask/translate/borrow"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// state is one step in the work on a question. The agent is a machine of these states:
//
//	intent → freshness → [extract] → recall → link → plan → review → confidence → [clarify]
//	       → synthesize → guard → explain → execute → learn → done
//	guard (invalid), explain, execute → diagnose → plan   (at most MaxAttempts)
//	execute with no rows              → refine → plan     (at most MaxRefinements; still empty: returned)
//	what fails after refine           → learn             (with the empty result, unless it is unsafe or the question has ended)
//	plan, a model asks for more       → link → plan       (twice, for relations that it names; once with all, when it refuses)
//	attempts exhausted                → link → plan       (once, over all tables, when some were shown by name only)
//	attempts exhausted                → clarify: QA001 that lists every failure
//	SQL that a model wrote            → guard → confidence → explain
//	  that fails                      → diagnose → review, when it can be taken apart into a plan (once)
//	a pin, a remembered translation   → guard; a pin that does not hold any more → link
//	a follow-up                       → review, when a rule patches the plan of the last answer; else → link → plan
//	a patched plan                    → synthesize after the review; what fails of it is told and nothing is changed
//	a question about the catalog      → execute, with VALUES of what the snapshot knows
//	lessons, pins, feedback           → execute, with VALUES of what the library knows
//	sql: and explain:                 → execute, with VALUES of the statement and how it came about
//	any                               → an error: refused, failed or cancelled
//
// An answer to a clarification is the same question again with what it settled, so it begins at intent.
type state string

const (
	stIntent     state = "intent"
	stFreshness  state = "freshness"
	stExtract    state = "extract"
	stRecall     state = "recall"
	stLink       state = "link"
	stPlan       state = "plan"
	stReview     state = "review"
	stConfidence state = "confidence"
	stClarify    state = "clarify"
	stSynthesize state = "synthesize"
	stGuard      state = "guard"
	stExplain    state = "explain"
	stExecute    state = "execute"
	stDiagnose   state = "diagnose"
	stRefine     state = "refine"
	stLearn      state = "learn"
	stDone       state = "done"
)

// Agent turns questions into statements that the guard has proven to only read. It is safe for concurrent use.
type Agent struct {
	cfg          Config
	guard        *guard.Guard
	snapshots    *schema.Cache
	translations *translationCache
	shape        string // the parts of the configuration that translations depend on
	recent       *recentCache
	restricted   *restrictedAgents // the agents with a restricted configuration, one per set of policies
	unrestricted *Agent            // the agent without policies; the agent itself when it has none
	told         *toldSecrets      // what Config.Secrets was told
	entered      func(state)       // called at the beginning of each state; for tests
}

// Inquiry is one question while it is worked on. It does not run the statement that the question becomes: Step returns it, whoever has
// the connection runs it, and Ran tells the outcome. An inquiry is not safe for concurrent use.
type Inquiry interface {
	// Step works on the question until it is done, or something is to be run. conn is the caller's connection, which must be idle, is
	// left in the state in which it was, and is used only during the call. If a statement is returned, Ran must be called before the
	// next Step; else the answer is the outcome. Errors for the user are *Error; others are for the operator. A panic is an error, too.
	Step(ctx context.Context, conn *pgconn.PgConn) (run *Statement, done *Answer, err error)
	// Ran tells how the statement that Step has returned ended. The error of a server is a *pgconn.PgError, and the connection is then
	// as usable as before.
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

// Open begins the work on a question. runs says that the statement will be run: else the question is done when it is proven.
func (a *Agent) Open(q Question, runs bool) Inquiry {
	return &inquiry{at: stIntent, w: &work{agent: a, question: q, runs: runs, budget: newBudget(a.cfg)}}
}

// Ask works on one question over the caller's connection, which must be idle and is left in the state in which it was. Without a runner
// it stops before the statement runs. The trace is filled even when Ask fails.
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
	err = w.caught(func() error {
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
		return nil, nil, ended(err)
	case run != nil:
		return run, nil, nil
	}
	return nil, &w.answer, nil
}

// Ran implements Inquiry.
func (i *inquiry) Ran(result Result, err error) { i.w.ran = &outcome{result, err} }

// Trace implements Inquiry.
func (i *inquiry) Trace() Trace { return i.w.trace }

// outcome is what became of the statement that a question became.
type outcome struct {
	result Result
	err    error
}

// loop runs the state machine until the question is done or w.toRun is to be run. It stops when the context ends or a budget is used up,
// in whatever state.
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
		if err != nil && ctx.Err() != nil && sqlState(err) == CodeCancelled {
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
	err = w.caught(func() (err error) { next, err = w.step(ctx, i.at); return err })
	if w.tried.heldEmpty != nil && ctx.Err() == nil && w.acceptsEmpty(i.at, next, err) {
		next, err = w.returnEmpty(), nil
	}
	w.trace.passed(i.at, time.Since(i.began), w.note(i.at, err))
	return next, err
}

// caught calls f, and makes an error for the user of a panic in it.
func (w *work) caught(f func() error) error { return Panicked(w.question.ID, panics.Catch(f)) }

// step calls the method of a state, which returns the next state.
func (w *work) step(ctx context.Context, at state) (state, error) {
	if w.agent.entered != nil {
		w.agent.entered(at)
	}
	switch at {
	case stIntent:
		return w.intent()
	case stFreshness:
		return w.freshness(ctx)
	case stExtract:
		return w.extract(ctx)
	case stRecall:
		return w.recall(ctx)
	case stLink:
		return w.prepare(ctx)
	case stPlan:
		return w.plan(ctx)
	case stReview:
		return w.review(ctx)
	case stConfidence:
		return w.confidence()
	case stClarify:
		return w.clarify()
	case stSynthesize:
		return w.synthesize()
	case stGuard:
		return w.prove(ctx)
	case stExplain:
		return w.explain(ctx)
	case stExecute:
		return w.execute(ctx)
	case stDiagnose:
		return w.diagnose()
	case stRefine:
		return w.refine()
	case stLearn:
		return w.learn()
	}
	return stDone, fmt.Errorf("no such state %q", at)
}

// intent decides, from the words alone, whether the text is a question about this database.
func (w *work) intent() (state, error) {
	if w.question.Ref != "" {
		return stFreshness, w.checkReference()
	}
	if w.followsUp() {
		return w.beginFollowUp()
	}
	if w.showsLast() {
		return w.beginShowLast()
	}
	if w.question.Verb == Pin && w.question.Draft == "" {
		if err := w.readPin(); err != nil {
			return stDone, err
		}
	}
	in, err := readIntent(w.question)
	if err != nil {
		return stDone, err
	}
	w.catalog = in
	return stFreshness, nil
}

// freshness reads the fingerprint of the catalog and the caller's settings in one round trip. If the fingerprint is
// that of a cached snapshot, the snapshot is used.
func (w *work) freshness(ctx context.Context) (state, error) {
	look := w.question.Look
	w.question.Look = nil // a reply asks the question again, later
	if look == nil {
		var err error
		if look, err = w.agent.look(ctx, w.conn); err != nil {
			return stDone, err
		}
	}
	print := look.print
	if w.question.Inline && print.OwnAsk {
		return stDone, ErrOwnFunction
	}
	w.print, w.trace.Acting = print, print.Role
	var bad []Notice
	w.settings, bad = readSettings(print)
	w.answer.Settings = w.settings
	for _, n := range bad {
		w.notify(n)
	}
	if w.question.Verb == Pin {
		if err := w.mayPin(); err != nil {
			return stDone, err
		}
	}
	if err := w.resolveReference(ctx); err != nil {
		return stDone, err
	}
	if err := w.applyPolicies(ctx); err != nil {
		return stDone, err
	}
	if w.remembers() {
		return stRecall, nil
	}
	snap := w.agent.snapshots.Get(w.question.catalog(), print)
	w.agent.cfg.Counters.Snapshots.Count(snap != nil)
	if snap != nil {
		w.facts, w.snapshot, w.answer.snapshot = snap, w.agent.visible(snap), snap
		return stRecall, nil
	}
	return stExtract, nil
}

// extract reads the catalog. If that fails and an older snapshot is cached, planning uses it; the guard refuses what
// no longer exists.
func (w *work) extract(ctx context.Context) (state, error) {
	snap, err := w.readCatalog(ctx, w.print)
	if err != nil {
		return stDone, err
	}
	if snap.Stale {
		w.notify(Notice{Severity: "WARNING", Message: "the catalog could not be read; answering from an older snapshot of it"})
	}
	w.facts, w.snapshot, w.answer.snapshot = snap, w.agent.visible(snap), snap
	return stRecall, nil
}

// recall looks for a pin or a remembered translation. A pinned question, or an equal question over an equal schema,
// needs no new translation.
func (w *work) recall(ctx context.Context) (state, error) {
	switch {
	case w.catalog != nil:
		return stExecute, w.answerFromCatalog()
	case w.isOwnRelation():
		return stExecute, w.answerFromMemory(ctx)
	case w.followsUp():
		return w.followUp(ctx)
	case w.shown != nil:
		return w.lookBack(), nil
	}
	if err := w.remember(ctx); err != nil {
		return stDone, err
	}
	switch {
	case w.question.Draft != "", w.recalled.pin != nil:
		return stGuard, nil
	case w.recalled.translation == nil:
		return stLink, nil
	}
	t := w.recalled.translation
	w.draft = t.draft
	w.answer.Plan, w.answer.Reading, w.answer.Assumptions = t.draft.plan, t.reading, t.assumptions
	w.answer.Confidence, w.answer.Engine = t.confidence, t.engine
	return stGuard, nil
}

// prepare reads what the words of the question may be, if a model is asked next.
func (w *work) prepare(ctx context.Context) (state, error) {
	if err := w.resolveSettled(); err != nil {
		return stDone, err
	}
	if !w.usesModel() || w.engine() != EngineModel {
		return stPlan, nil
	}
	return stPlan, w.link(ctx)
}

// plan makes a draft, with the built-in translator when it is sure, otherwise with the model.
func (w *work) plan(ctx context.Context) (state, error) {
	if err := w.budget.attempt(); err != nil {
		if w.widen() {
			w.budget.attempts = 1
			return stLink, nil
		}
		return stClarify, nil // every attempt failed: clarify lists the failures
	}
	d, unclear, err := w.draftPlan(ctx)
	if errors.Is(err, errMore) {
		w.budget.attempts++ // no draft was made, so no attempt was used
		return stLink, nil
	}
	if err != nil {
		return stDone, err
	}
	if unclear != nil {
		w.unclear = unclear
		return stClarify, nil
	}
	w.draft = d
	w.answer.Engine, w.answer.Plan = d.engine, d.plan
	w.answer.Reading, w.answer.Assumptions = d.reading, d.assumptions
	if d.failure != nil {
		w.failure = d.failure // the model answered, but without a plan
		return stDiagnose, nil
	}
	if d.plan == nil {
		w.draft.unscored = true
		return stGuard, nil // a model wrote SQL
	}
	return stReview, nil
}

// review repairs the plan without a model and records each repair.
func (w *work) review(ctx context.Context) (state, error) {
	reviewed, fixes, err := w.reviewed()
	w.fixes = fixes
	var complaint *plan.Complaint
	if errors.As(err, &complaint) {
		return w.complain(complaint)
	}
	if err != nil {
		w.failure = err
		return stDiagnose, nil
	}
	reviewed, unclear, err := w.takeForGranted(ctx, reviewed)
	if err != nil {
		return stDone, err
	}
	if w.unclear = unclear; unclear != nil {
		return stClarify, nil
	}
	w.draft.plan, w.answer.Plan = reviewed, reviewed
	for _, f := range fixes {
		if f.Kind == plan.FixValue {
			w.answer.Assumptions = append(w.answer.Assumptions, f.What)
		}
	}
	w.answer.Assumptions = append(w.answer.Assumptions, plan.InferredKeys(reviewed, w.snapshot)...)
	if w.answer.Reading == "" {
		w.answer.Reading = plan.Describe(reviewed, w.snapshot)
	}
	if w.draft.engine == enginePatch {
		return stSynthesize, nil
	}
	return stConfidence, nil
}
