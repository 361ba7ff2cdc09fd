package translate

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/doubt"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/followup"
	"github.com/pgask/pgask/translate/guard"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/readable"
	"github.com/pgask/pgask/translate/say"
)

// The states of an attempt: from a plan to its rows, or to why there are none. Those before are in agent.go.

// confidence scores the plan before its SQL runs. Below the threshold the user is asked. A model's plan that is
// nonsense goes back to it.
func (w *work) confidence(ctx context.Context) (state, error) {
	if w.draft.engine == EngineModel {
		found, assumed, err := w.lookAhead(ctx, w.draft.asPlan(), w.unheld)
		if err != nil {
			return stDone, err
		}
		w.unheld, w.answer.Assumptions = found, append(w.answer.Assumptions, assumed...)
	}
	if err := w.nonsense(w.draft.asPlan()); err != nil {
		w.failure = err
		return stDiagnose, nil
	}
	judged := w.judged(w.question.Text)
	score := judged.Score()
	if w.draft.engine == EngineBuiltin {
		sure := w.draft.confidence
		if w.cut {
			sure = min(sure, unsureUnread)
			judged.Assumptions = append(slices.Clone(judged.Assumptions), unread)
		}
		score = doubt.Sure(sure)
	}
	w.answer.Confidence = score.Total()
	if w.answer.Confidence < w.agent.cfg.AnswerConfidence && !w.question.accepted() {
		if w.unclear = judged.Ask(score); w.draft.between != nil {
			w.unclear = dialogue.FromDraft(w.draft.between)
		}
		w.answer.Statement = Statement{}
		return stClarify, nil
	}
	if w.draft.unscored {
		w.draft.unscored = false
		return stExplain, nil
	}
	return stSynthesize, nil
}

// A reading made without knowing how the database spells the words of the question is told before it is run.
const (
	unsureUnread = 0.4
	unread       = "the words mean what is known of the database without a look at its rows, which took too long"
)

// judged is the draft of a question as it is judged.
func (a *attempt) judged(question string) doubt.Draft {
	return doubt.Draft{Question: question, Plan: a.draft.asPlan(), Fixes: a.fixes, Reading: a.answer.Reading, Assumptions: a.answer.Assumptions,
		ByModel: a.draft.engine != EngineBuiltin, Confidence: a.draft.confidence, Open: a.draft.open}
}

// weigh decides about the readings of a model's proven draft that were open: it returns what to ask, or adds to the
// assumptions what was taken instead.
func (w *work) weigh() *dialogue.Asked {
	if w.question.accepted() || w.draft.engine != EngineModel {
		return nil
	}
	var rivals []dialogue.Rival
	if w.links.lattice != nil {
		rivals = dialogue.Rivals(w.links.lattice, w.verdict.Columns)
	}
	open, assumed := w.judged(w.question.Text).Weigh(rivals, w.known().Settled())
	if open != nil {
		return dialogue.FromModel(model.Draft{Ambiguities: []model.Ambiguity{*open}}, w.snapshot, w.question.Text, w.followed.instruction)
	}
	w.answer.Assumptions = append(w.answer.Assumptions, assumed...)
	return nil
}

// clarify asks the user, or gives up when the user has been asked too often.
func (w *work) clarify() (state, error) {
	if w.unclear == nil {
		w.unclear = w.tried.listFailures(w.trace.Attempts, w.snapshot)
	}
	if w.question.Answered >= w.agent.cfg.MaxCorrections && w.agent.cfg.MaxCorrections > 0 {
		return stDone, w.question.giveUp(w.unclear)
	}
	for _, u := range w.unused() {
		w.notify(Notice{Severity: "NOTICE", Message: u})
	}
	w.unclear.ID = w.question.ID
	c := &Clarification{Asked: *w.unclear, Question: w.question, limit: w.agent.cfg.MaxCorrections}
	if w.question.followsUp() {
		c.Question.Text, c.Question.Evidence = w.followed.instruction, "" // no notes to a model
	}
	w.answer.Clarification = c
	return stDone, nil
}

// synthesize turns the plan into SQL.
func (w *work) synthesize() (state, error) {
	p := w.draft.plan
	if w.question.atTerminal() {
		p, _ = w.readable(p)
	}
	sql, err := plan.Synthesise(p)
	if err != nil {
		w.failure = err
		return stDiagnose, nil
	}
	w.draft.sql = sql
	return stGuard, nil
}

// readable returns a plan as people at a terminal read it, and how many columns that leaves out.
func (w *work) readable(p *plan.Plan) (*plan.Plan, int) {
	return readable.Plan(plan.Rounded(p, w.snapshot), w.meaning(), builtin.Everything(w.question.Text))
}

// prove checks the draft with the guard. Unsafe is final; an invalid draft is diagnosed and replaced by another.
func (w *work) prove(ctx context.Context) (state, error) {
	if err := w.renew(ctx); err != nil {
		return stDone, err
	}
	own := w.ownPath()
	facts, verdict, err := w.reads().Prove(ctx, w.draft.sql, own != "")
	if facts != nil {
		w.answer.snapshot, w.verdict = facts, verdict
		w.trace.judged(w.draft.sql, w.verdict)
	}
	if err != nil {
		return stDone, err
	}
	switch w.verdict.Decision {
	case guard.Allow:
		if w.draft.salvaged && w.verdict.SQL == w.answer.proven {
			return stDiagnose, nil // the server has already refused this statement
		}
		w.answer.proven, w.answer.sent, w.answer.by = w.verdict.SQL, w.verdict.Sent, w.agent
		w.answer.role, w.answer.path = w.print.Role, w.print.SearchPath
		w.checkPin()
		w.answer.Statement = Statement{SQL: w.question.mark(w.verdict.SQL), Sent: w.question.mark(w.verdict.Sent), SearchPath: own, Relations: w.verdict.Relations,
			Engine: w.answer.Engine, Reading: w.answer.Reading, MinNotice: w.settings.MinNotice, renamed: w.verdict.Renamed}
		if w.draft.unscored {
			w.unheld = nil
			if w.draft.takeApart(w.verdict.SQL) {
				return stReview, nil
			}
			return stConfidence, nil
		}
		return stExplain, nil
	case guard.Unsafe:
		return stDone, w.refused(w.verdict)
	}
	w.failure = &diagnose.Invalid{Verdict: w.verdict}
	return stDiagnose, nil
}

// explain finds errors before the statement runs, and compares the estimate with the cost ceiling. It must come after
// the guard, because planning runs stable and immutable functions.
func (w *work) explain(ctx context.Context) (state, error) {
	if w.recalled.translation == nil && w.recalled.pin == nil {
		if w.unclear = w.weigh(); w.unclear != nil {
			w.answer.Statement = Statement{}
			return stClarify, nil
		}
	}
	r := w.reads()
	r.Path = w.answer.Statement.SearchPath // of a statement that is shown only
	est, err := r.Estimate(ctx, w.verdict)
	if err != nil {
		err = w.answer.Statement.Worded(err)
		if diagnose.Retryable(err) {
			w.failure = err
			return stDiagnose, nil
		}
		return stDone, w.final(err)
	}
	w.trace.Cost, w.trace.PlanRows = est.Cost, est.Rows
	if err := est.Check(w.agent.cfg.MaxCost); err != nil {
		return stDone, err
	}
	if w.question.Verb == Pin {
		p, err := w.pin(ctx, w.verdict)
		if err == nil {
			w.answer.Pinned = p
			w.answer.Statement.showPin(p)
		}
		return stExecute, err
	}
	w.answer.Assumptions = append(w.answer.Assumptions, w.tried.heldEmpty.refined(w.verdict.SQL)...)
	w.endFlight(w.made(w.recalled.renames), false)
	w.finishStatement()
	return stExecute, nil
}

// offer makes the statement ready to be run by whoever has the connection, until a time. It reports false when it is
// not to be run.
func (w *work) offer(until time.Time) bool {
	w.toRun = nil
	if !w.runs {
		return false
	}
	st := w.answer.Statement
	st.Trace, st.Until = &w.trace, until
	w.toRun = &st
	return true
}

// execute looks at the outcome of the statement. The user receives nothing before the first row or the end, so that a
// failed attempt stays invisible.
func (w *work) execute(ctx context.Context) (state, error) {
	if !w.runs {
		return stLearn, nil
	}
	ran := w.ran
	w.ran, w.toRun = nil, nil
	ran.err = Statement{renamed: w.verdict.Renamed}.Worded(ran.err)
	w.answer.Result = ran.result
	if ran.err != nil {
		if diagnose.Retryable(ran.err) && !ran.result.Started && !w.tells() {
			w.failure = ran.err
			return stDiagnose, nil
		}
		return stDone, w.final(ran.err)
	}
	if ran.result.Deliver != nil && w.refinable() {
		w.tried.heldEmpty = &emptyResult{w.attempt, w.trace.Cost, w.trace.PlanRows}
		return stRefine, nil
	}
	if ran.result.Deliver != nil {
		return stLearn, w.tellEmpty(ctx, w.draft.asPlan(), w.answer.snapshot)
	}
	return stLearn, nil
}

// diagnose records the error of the last attempt for the next one. If a lesson or a pin led to the attempt, the next
// attempt is made without it.
func (w *work) diagnose() (state, error) {
	if w.recalled.pin != nil {
		return w.unpin()
	}
	if w.question.Draft != "" {
		return stDone, cannotPin(w.failure)
	}
	if w.draft.engine == enginePatch {
		return stDone, followup.Failed(w.failure)
	}
	if w.remap() {
		return stGuard, nil
	}
	if next, ok := w.draft.salvage(w.verdict, w.failure); ok {
		if w.draft.plan != nil {
			w.answer.Plan, w.answer.Statement = w.draft.plan, Statement{}
		}
		return next, nil
	}
	w.failed(w.failure, w.tried.learnFrom(w.failure, w.snapshot))
	w.recalled.translation = nil
	if w.dropLessons() {
		return stPlan, nil
	}
	if !w.usesModel() {
		// The built-in translator would make the same draft again.
		return stDone, cannot(&w.caller, w.failure)
	}
	return stPlan, nil
}

// refinable reports whether another draft may follow an empty result. Only a model can make one, and one that was
// told that no row holds a text of its draft has looked once more already.
func (w *work) refinable() bool {
	return w.usesModel() && w.draft.engine == EngineModel && w.budget.refinements > 0 && w.budget.attempts > 0 && !w.tells() && !w.tried.unheld
}

// errEmpty marks an attempt whose result was empty.
var errEmpty = errors.New("no rows")

// refine makes another draft when a result is empty, because a filter may name a value in another spelling than the
// stored one. An empty result is often correct, so this is done at most MaxRefinements times.
func (w *work) refine() (state, error) {
	w.budget.refinements--
	w.failed(errEmpty, diagnose.Advice{Class: "NO_ROWS", Text: "The statement ran and found no rows. If a filter compares with a value that may be stored differently, or a join may lose rows, mend it; if the question is rightly answered by no rows, repeat the plan."})
	return stPlan, nil
}

// emptyResult is an attempt whose statement ran and found no rows.
type emptyResult struct {
	attempt
	cost, rows float64
}

// acceptsEmpty reports whether the draft after an empty result has failed, so that the empty result becomes the
// answer: the draft is invalid, the server refuses it, or the model returns none or cannot be asked.
func acceptsEmpty(at, next state, err error) bool {
	if err == nil {
		return at == stDiagnose && next == stPlan
	}
	switch say.State(err) {
	case CodeModel, CodeBudget, CodeUnanswered, CodeCancelled: // CodeCancelled: the statement took too long
		return true
	}
	return false
}

// returnEmpty makes the empty result that was held back the answer.
func (w *work) returnEmpty() state {
	e := w.tried.heldEmpty
	w.attempt = e.attempt
	w.trace.judged(e.draft.sql, e.verdict)
	w.trace.Cost, w.trace.PlanRows = e.cost, e.rows
	return stLearn
}

// learn remembers the translation, so that an equal question over an equal schema costs nothing, and the lessons from
// this question.
func (w *work) learn() (state, error) {
	w.keepTranslation()
	w.teach()
	return stDone, nil
}
