package translate

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/draft/bymodel"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/reads"
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
//	a model's draft whose words have two readings, and which it doubts: explain → clarify
//	SQL that a model wrote            → guard → review → confidence → explain  (without review when plans cannot express it)
//	  that the review repaired        → guard → review → confidence → synthesize → guard → explain
//	  that fails                      → diagnose → review, when it can be taken apart into a plan (once)
//	a pin, a remembered translation   → guard; a pin that does not hold any more → link
//	a follow-up                       → review, when a rule patches the plan of the last answer; else → link → plan
//	a patched plan                    → synthesize after the review; what fails of it is told and nothing is changed
//	a question about the catalog      → execute, with VALUES of what the snapshot knows
//	lessons, pins, feedback           → execute, with VALUES of what the library knows
//	sql: and explain:                 → execute, with VALUES of the statement and how it came about
//	prompt:                           link → execute, with VALUES of what a model would be sent
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
	looks        *schema.Looks
	translations *memory.Translations
	shape        string // the parts of the configuration that translations depend on
	recent       *memory.LastHour
	// privateAnswers are answers of models that nothing beyond this process may keep.
	privateAnswers *bymodel.InMemory
	restricted     *restrictedAgents // the agents with a restricted configuration, one per set of policies
	unrestricted   *Agent            // the agent without policies; the agent itself when it has none
	told           *toldSecrets      // what Config.Secrets was told
	checked        *sync.Map         // datasources whose names in policies were looked at, with a sync.Once each
	unusedTold     *sync.Map         // what Config.Unused was told
	joins          *reads.Joins      // measured joins that the schema does not declare
	entered        func(state)       // called at the beginning of each state; for tests
}

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
		return w.confidence(ctx)
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
		return stFreshness, w.question.checkReference()
	}
	if w.question.changesLast() {
		w.question.Verb, w.followed.bare = Refine, true
	}
	q := &w.question
	var err error
	switch {
	case q.followsUp():
		w.followed.instruction, err = q.instruction()
		return stFreshness, err
	case q.showsLast():
		w.shown, err = q.shown()
		return stFreshness, err
	case q.Verb == Pin && q.Draft == "":
		err = q.readPin()
	}
	if err != nil || q.Relation != "" || q.Draft != "" || q.Verb == Good || q.Verb == Bad {
		return stFreshness, err
	}
	place := q.place()
	place.Replied = q.Answered > 0
	w.catalog, err = intent.Read(q.Text, place)
	return stFreshness, err
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
	if w.question.Ref != "" {
		if err := w.resolveReference(ctx); err != nil {
			return stDone, err
		}
		if _, err := w.intent(); err != nil {
			return stDone, err
		}
	}
	if err := w.applyPolicies(ctx, w.followed.instruction); err != nil {
		return stDone, err
	}
	if w.remembers() {
		return stRecall, nil
	}
	snap := w.agent.snapshots.Get(w.question.catalog(), print)
	w.agent.cfg.Counters.Snapshots.Count(snap != nil)
	if snap != nil {
		w.answer.snapshot = snap
		if err := w.takeSnapshot(ctx, snap); err != nil {
			return stDone, err
		}
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
	w.answer.snapshot = snap
	return stRecall, w.takeSnapshot(ctx, snap)
}

// recall looks for a pin or a remembered translation. A pinned question, or an equal question over an equal schema,
// needs no new translation.
func (w *work) recall(ctx context.Context) (state, error) {
	switch {
	case w.isOwnRelation():
		return stExecute, w.answerOwn(ctx)
	case w.question.followsUp():
		return w.followUp(ctx)
	case w.shown != nil:
		next := w.goBackTo(w.shown)
		w.answer.Engine = w.shown.Engine
		return next, nil
	case w.question.Verb == Prompt:
		w.recalled.lessons = w.known().Fitting()
		return stLink, nil
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
	w.take(w.recalled.translation)
	w.recalled.renames = w.known().Among(w.recalled.translation.Renamed)
	return stGuard, nil
}

// prepare reads what the words of the question may be, if a model is asked next.
func (w *work) prepare(ctx context.Context) (state, error) {
	settled, out, err := dialogue.Resolve(w.question.Settled, w.snapshot)
	if err != nil {
		return stDone, err
	}
	w.question.Settled = settled
	if len(out) > 0 { // no engine sees what was excluded
		w.snapshot = w.snapshot.Without(out)
	}
	if w.question.Verb == Prompt {
		return w.showPrompt(ctx)
	}
	if !w.usesModel() || w.engine() != EngineModel {
		return stPlan, nil
	}
	return stPlan, w.link(ctx)
}

// plan makes a draft, with the built-in translator when it is sure, otherwise with the model.
func (w *work) plan(ctx context.Context) (state, error) {
	if err := w.budget.attempt(); err != nil {
		if w.told.Widen() {
			w.budget.attempts = 1
			return stLink, nil
		}
		return stClarify, nil // every attempt failed: clarify lists the failures
	}
	d, unclear, err := w.draftPlan(ctx)
	if errors.Is(err, bymodel.ErrMore) {
		w.budget.attempts++ // no draft was made, so no attempt was used
		return stLink, nil
	}
	if err != nil && w.explainsSilence(err) {
		return stExecute, nil
	}
	if err != nil {
		return stDone, err
	}
	if unclear != nil {
		w.unclear, w.answer.Engine = unclear, d.engine
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
	if w.draft.unscored {
		return w.reviewSQL(ctx)
	}
	reviewed, fixes, unheld, err := w.reviewed(ctx, w.draft.plan, w.draft.engine)
	w.fixes, w.unheld = fixes, unheld
	var complaint *review.Complaint
	if errors.As(err, &complaint) {
		return w.complain(complaint)
	}
	if errors.Is(err, bymodel.ErrLookUp) {
		return stDone, err
	}
	if err != nil {
		w.failure = err
		return stDiagnose, nil
	}
	reviewed, err = w.takeForGranted(ctx, reviewed)
	if err != nil {
		return stDone, err
	}
	if w.unclear != nil {
		return stClarify, nil
	}
	w.draft.plan, w.answer.Plan = reviewed, reviewed
	for _, f := range fixes {
		if f.Kind == review.FixValue {
			w.answer.Assumptions = append(w.answer.Assumptions, f.What)
		}
	}
	w.answer.Assumptions = append(w.answer.Assumptions, plan.InferredKeys(reviewed, w.snapshot)...)
	if w.answer.Reading == "" {
		w.answer.Reading = lift.Say(reviewed, w.snapshot, w.meaning().Called)
	}
	if w.draft.engine == enginePatch || len(w.followed.turns) > 0 {
		return stSynthesize, nil
	}
	return stConfidence, nil
}
