package translate

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// Model is a language model. *model.Client implements it; tests use a scripted one.
type Model interface {
	Name() string
	Tier() model.Tier
	// Room returns the number of tokens of schema that fit into the prompt of in.
	Room(in model.Input) int
	Complete(ctx context.Context, r model.Request) (model.Response, error)
}

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
	confidence  float64 // the engine's own estimate
	ambiguities int
	open        []model.Ambiguity // what a model that answers all the same finds ambiguous
	between     *drafts.Back      // what to ask when the confidence is too low; nil: whether the reading is right
	failure     error             // the engine answered, but with nothing usable
}

// text returns the draft for the record: SQL, or the model's text when it is neither SQL nor a plan.
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

// engine returns the engine to use: the caller's setting, else the configured one.
func (w *work) engine() string {
	if w.settings.Engine != "" {
		return w.settings.Engine
	}
	return w.agent.cfg.Engine
}

// usesModel reports whether a model may be asked.
func (w *work) usesModel() bool {
	return w.agent.cfg.Model != nil && w.engine() != EngineBuiltin
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
			return draft{}, c, nil
		}
		return draft{}, nil, dialogue.Silent(w.question.Text, w.snapshot, w.tried.understood, w.meantAs())
	}
	d, unclear, err := w.draftByModel(ctx)
	if errors.Is(err, model.ErrUnavailable) && w.tried.understood.Plan != nil && len(w.tried.failedDrafts) == 0 {
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
	var complaint *plan.Complaint
	if errors.As(cause, &complaint) {
		message = complaint.Message
	}
	return &Error{Code: CodeUnanswered, Message: "this question could not be answered: " + message,
		Hint: "Say it in other words, or name the tables and columns.", Err: cause}
}

// draftByModel makes one model call and returns its answer as a draft.
func (w *work) draftByModel(ctx context.Context) (draft, *dialogue.Asked, error) {
	m := w.agent.cfg.Model
	in := w.input()
	if err := w.ground(ctx, in); err != nil {
		return draft{}, nil, err
	}
	in.Schema, in.Facts = w.grounded.Schema, w.grounded.Notes
	p := w.planPrompt(in)
	defer w.progress(w.asking())()
	d := draft{engine: EngineModel, confidence: 1}
	var text string
	if w.agent.cfg.Candidates > 1 && len(w.tried.failedDrafts) == 0 {
		elected, share, err := w.elect(ctx, m, p)
		if errors.Is(err, errCompare) {
			return d, nil, err
		}
		if err != nil && elected == "" {
			return w.noDraft(d, err)
		}
		d, unclear, err := w.readDraft(d, m.Tier(), elected)
		w.disagreement(&d, share)
		return d, unclear, err
	}
	err := w.consult(ctx, m, p, func(answer string) error {
		text = answer
		_, err := model.Parse(m.Tier(), answer)
		return err
	})
	if text != "" {
		return w.readDraft(d, m.Tier(), text)
	}
	return w.noDraft(d, err)
}

// noDraft handles a call that returned no text: it is a failed attempt, or ends the question.
func (w *work) noDraft(d draft, err error) (draft, *dialogue.Asked, error) {
	if errors.Is(err, model.ErrNonsense) || errors.Is(err, model.ErrRefused) {
		d.failure = err
		return d, nil, nil
	}
	return d, nil, modelError(err)
}

// readDraft parses the model's answer: a plan, a clarification, or the statement that the question cannot be
// answered.
func (w *work) readDraft(d draft, tier model.Tier, text string) (draft, *dialogue.Asked, error) {
	got, err := model.Parse(tier, text)
	d.raw = got.Raw
	if err != nil {
		d.failure = err
		return d, nil, nil
	}
	if len(got.Missing) > 0 && w.wants(got.Missing) {
		return d, nil, errMore
	}
	switch got.Decision {
	case model.Terminate:
		if w.widen() {
			return d, nil, errMore // it may have missed what was shown by name only
		}
		if c := w.instead(w.tried.understood); c != nil {
			c.Message = strings.TrimRight(got.Reason, ". ") + ". " + c.Message
			return d, c, nil
		}
		from := "this database"
		if len(w.grounded.Named) > 0 {
			from = "what of this database a prompt has room for"
		}
		return d, nil, &Error{Code: CodeUnanswered, Message: "this question cannot be answered from " + from + ": " + got.Reason,
			Hint: "ASK which tables are there; shows what can be asked about."}
	case model.Clarify:
		open := w.unsettled(got.Ambiguities)
		if len(open) == 0 && len(got.Ambiguities) > 0 {
			d.failure = errAskedAgain
			return d, nil, nil
		}
		got.Ambiguities, w.answer.Engine = open, EngineModel
		return d, dialogue.FromModel(got, w.snapshot, w.question.Text, w.followed.instruction), nil
	}
	d.plan, d.sql = got.Plan, got.SQL
	d.reading, d.assumptions = got.Reading, got.Assumptions
	d.confidence, d.open = got.Confidence, w.unsettled(got.Ambiguities)
	d.ambiguities = len(d.open)
	return d, nil, nil
}

// errAskedAgain is the error for a model's clarification about what the user has already settled.
var errAskedAgain = errors.New("the user has settled this, as the rules marked MANDATORY say: do not ask again, write the plan")

// The hints from the built-in translator about a question that it could not answer, for the model: only those of
// which it is nearly sure, and few.
const (
	maxHints = 12
	sureHint = 0.8
)

// input returns the material of the prompt, except the schema.
func (w *work) input() model.Input {
	in := model.Input{Tier: model.Tier(w.agent.cfg.Tier), Question: w.question.Text, Settled: w.known().Settled(), Now: now()}
	if m := w.agent.cfg.Model; m != nil {
		in.Tier = m.Tier()
	}
	in.Evidence = w.evidence()
	in.Attempts = w.tried.failedDrafts
	return in
}

// evidence returns facts for the prompt beside the schema: lessons about the question's words, an expert's notes, and
// what the built-in translator is nearly sure of.
func (w *work) evidence() []string {
	var all []string
	for _, l := range w.known().Told() {
		all = append(all, l.String())
	}
	all = append(all, w.known().DefinedTerms()...)
	if w.question.Evidence != "" {
		all = append(all, w.question.Evidence)
	}
	for i, m := range w.tried.understood.Matches {
		// A hint may name a stored value that the question only resembles.
		if i < maxHints && m.Score >= sureHint && w.agent.cfg.Share.Level == schema.Values {
			all = append(all, fmt.Sprintf("%q probably means %s", m.Phrase, m.Meaning))
		}
	}
	return all
}

// modelError returns an error of the model as an error for the user.
func modelError(err error) error {
	var ours *Error
	if errors.As(err, &ours) {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{Code: CodeModel, Message: "the model did not answer in time", Hint: "The limit is model.timeout. SET ask.engine = 'builtin' asks without it.", Err: err}
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, model.ErrTooLong) {
		return &Error{Code: CodeBudget, Message: "the prompt would be longer than model.max_tokens allows", Err: err}
	}
	return &Error{Code: CodeModel, Message: "the model is unavailable",
		Hint: "Try again later, or SET ask.engine = 'builtin'.", Err: err}
}
