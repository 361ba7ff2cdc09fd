package translate

import (
	"context"
	"errors"
	"strings"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/bymodel"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
)

// draft is an unchecked translation.
type draft struct {
	plan        *plan.Plan // nil when a model wrote SQL
	sql         string
	unscored    bool       // SQL by a model whose confidence has not been scored yet
	read        *plan.Plan // what such SQL was taken apart into once it was proven; nil when plans cannot express it
	salvaged    bool       // the plan was lifted from a model's SQL that could not be used as it was
	respelled   bool       // the SQL was in another dialect and has been rewritten for PostgreSQL
	raw         string     // as a model wrote it; empty for the built-in translator
	engine      string
	readAs      string // by what the reading is found again, when the built-in translator made it
	reading     string
	assumptions []string
	confidence  float64           // the engine's own estimate
	open        []model.Ambiguity // what a model that answers all the same finds ambiguous
	between     *drafts.Back      // what to ask when the confidence is too low; nil: whether the reading is right
	failure     error             // the engine answered, but with nothing usable
}

// asPlan returns the plan of the draft, or the one that a model's SQL was taken apart into; nil if plans cannot express it.
func (d draft) asPlan() *plan.Plan {
	if d.plan != nil {
		return d.plan
	}
	return d.read
}

// text returns the draft for the record: SQL, or the model's text when it is no statement.
func (d draft) text() string {
	if d.sql != "" {
		return d.sql
	}
	if d.plan == nil {
		return d.raw
	}
	sql, err := plan.Synthesise(d.plan)
	if err != nil {
		return ""
	}
	return sql
}

// refinable reports whether another draft may follow an empty result. Only a model can make one, and one that was told that no row holds
// a text of its draft has looked once more already.
func (w *work) refinable() bool {
	return w.usesModel() && w.draft.engine == EngineModel && w.budget.refinements > 0 && w.budget.attempts > 0 && !w.tells() && !w.tried.unheld
}

// draftPlan asks the built-in translator, unless it was asked already or the model is required, and then the model.
func (w *work) draftPlan(ctx context.Context) (draft, *dialogue.Asked, error) {
	if w.engine() != EngineModel && !w.tried.consulted {
		w.tried.consulted = true
		if which := w.missing(); which != nil {
			w.answer.Engine = EngineBuiltin
			return draft{}, which, nil
		}
		hints, err := w.readBuiltin(ctx)
		if err != nil {
			return draft{}, nil, err
		}
		switch {
		case hints.Plan != nil && (!w.usesModel() || hints.Confidence >= w.agent.cfg.BuiltinConfidence):
			return builtinDraft(hints), nil, nil
		case hints.Ask != nil:
			w.answer.Engine = EngineBuiltin
			return draft{}, dialogue.FromDraft(hints.Ask), nil
		}
		w.tried.understood = hints
	}
	if !w.usesModel() {
		if p := w.deniedModel(); p != nil && w.engine() == EngineModel {
			return draft{}, nil, w.policyError(p, "may not ask the model")
		}
		if w.engine() == EngineModel {
			return draft{}, nil, &Error{Code: CodeModel, Message: "no model is configured",
				Hint: "Set model.base_url and model.name, or SET ask.engine = 'builtin'."}
		}
		if c := w.instead(w.tried.understood); c != nil && w.question.Verb != Explain {
			w.answer.Engine = EngineBuiltin
			return draft{}, c, nil
		}
		return draft{}, nil, dialogue.Silent(w.question.Text, w.snapshot, w.tried.understood, w.meantAs())
	}
	d, unclear, err := w.draftByModel(ctx)
	if errors.Is(err, model.ErrUnavailable) && w.tried.understood.Plan != nil && len(w.told.Attempts) == 0 {
		return builtinDraft(w.tried.understood), nil, nil // less sure than a model would be, and better than nothing
	}
	if errors.Is(err, model.ErrUnavailable) && w.tried.understood.Reason != "" {
		// The model is down and the built-in translator had no answer: report both.
		return d, nil, &Error{Code: CodeModel, Message: "the model cannot be reached, and without it: " + w.tried.understood.Reason,
			Hint: "Try again later, or ask in words of the database.", Err: err}
	}
	return d, unclear, err
}

// builtinDraft is the draft of the built-in translator.
func builtinDraft(r drafts.Result) draft {
	return draft{plan: r.Plan, engine: EngineBuiltin, readAs: r.Read, reading: r.Plan.Reading, assumptions: r.Plan.Assumptions, confidence: r.Confidence, between: r.Doubtful}
}

// cannot returns QA002 after a failed draft, when no engine can make another.
func (w *work) cannot(cause error) error {
	message := cause.Error()
	var inv *diagnose.Invalid
	if errors.As(cause, &inv) {
		return w.refused(inv.Verdict) // the built-in translator uses only existing names, so the reason is safety
	}
	var complaint *review.Complaint
	if errors.As(cause, &complaint) {
		message = complaint.Message
	}
	return &Error{Code: CodeUnanswered, Message: "this question could not be answered: " + message,
		Hint: "Say it in other words, or name the tables and columns.", Err: cause}
}

// byModel is the model under the caller's settings.
func (w *work) byModel() bymodel.Drafter {
	cfg := &w.agent.cfg
	w.calls.To = &w.trace.Usage
	answers := cfg.Answers
	if w.private() { // it is not known yet what its statement will read
		answers = w.agent.privateAnswers
	}
	return bymodel.Drafter{Model: cfg.Model, Candidates: cfg.Candidates, SchemaTokens: cfg.SchemaTokens, Share: cfg.Share,
		KeepPrompts: cfg.KeepPrompts, Account: w.account(), Answers: answers, Cached: cfg.Counters.ModelAnswers.Count, Calls: &w.calls}
}

// toModel returns the question as a model is asked it. Its words have been linked, or are read without a look at the data.
func (w *work) toModel() bymodel.Question {
	known, meaning := w.known(), w.meaning()
	q := bymodel.Question{Text: w.question.Text, Change: w.followed.instruction, Snapshot: w.snapshot, Meaning: meaning, Index: w.links.index, Links: w.links.lattice,
		Settled: known.Settled(), Hints: w.tried.understood.Matches, Compare: w.outcome}
	if q.Links == nil { // no model was needed: nothing was looked up
		q.Index = link.Of(meaning)
		q.Links = q.Index.Read(q.Text, nil)
	}
	for _, l := range known.Told() {
		q.Notes = append(q.Notes, l.String())
	}
	q.Notes = append(q.Notes, known.DefinedTerms()...)
	if w.question.Evidence != "" {
		q.Notes = append(q.Notes, w.question.Evidence)
	}
	return q
}

// draftByModel makes one model call and returns its answer as a draft.
func (w *work) draftByModel(ctx context.Context) (draft, *dialogue.Asked, error) {
	if err := w.link(ctx); err != nil {
		return draft{}, nil, err
	}
	by := w.byModel()
	defer w.progress(by.Asking(&w.told))()
	got, err := by.Draft(ctx, w.toModel(), &w.told)
	d := draft{engine: EngineModel, confidence: 1, raw: got.Raw, failure: got.Failure}
	switch {
	case err != nil || got.Failure != nil:
		return d, nil, err
	case got.Decision == model.Refuse:
		return d, nil, bymodel.Refused(got.Reason)
	case got.Decision == model.Terminate:
		if c := w.instead(w.tried.understood); c != nil {
			w.answer.Engine = EngineBuiltin
			c.Message = strings.TrimRight(got.Reason, ". ") + ". " + c.Message
			return d, c, nil
		}
		return d, nil, w.told.Silent(got.Reason)
	case got.Ask != nil:
		w.answer.Engine = EngineModel
		return d, got.Ask, nil
	}
	d.sql, d.reading, d.assumptions = got.SQL, got.Reading, got.Assumptions
	d.confidence, d.open = got.Confidence, got.Ambiguities
	return d, nil, nil
}
