package translate

import (
	"context"
	"errors"
	"strings"

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

// asPlan returns the plan of the draft, or the one that a model's SQL was taken apart into; nil if plans cannot
// express it.
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

// drafter asks the engines for drafts. It knows what they were told and answered, and keeps no draft.
type drafter struct {
	reader
	told       bymodel.Told  // what the model was told
	consulted  bool          // the built-in translator was asked
	understood drafts.Result // its answer; zero before it was asked
	followed   followed      // of a follow-up
}

// draftPlan asks the built-in translator, unless it was asked already or the model is required, and then the model.
func (d *drafter) draftPlan(ctx context.Context) (draft, *dialogue.Asked, error) {
	if d.engine() != EngineModel && !d.consulted {
		d.consulted = true
		if which := d.missing(); which != nil {
			return draft{engine: EngineBuiltin}, which, nil
		}
		hints, err := d.readBuiltin(ctx)
		if err != nil {
			return draft{}, nil, err
		}
		switch {
		case hints.Plan != nil && (!d.usesModel() || hints.Confidence >= d.agent.cfg.BuiltinConfidence):
			return builtinDraft(hints), nil, nil
		case hints.Ask != nil:
			return draft{engine: EngineBuiltin}, dialogue.FromDraft(hints.Ask), nil
		}
		d.understood = hints
	}
	if !d.usesModel() {
		if p := d.deniedModel(); p != nil && d.engine() == EngineModel {
			return draft{}, nil, d.policyError(p, "may not ask the model")
		}
		if d.engine() == EngineModel {
			return draft{}, nil, &Error{Code: CodeModel, Message: "no model is configured",
				Hint: "Set model.base_url and model.name, or SET ask.engine = 'builtin'."}
		}
		if c := d.instead(d.understood); c != nil && d.question.Verb != Explain {
			return draft{engine: EngineBuiltin}, c, nil
		}
		return draft{}, nil, dialogue.Silent(d.question.Text, d.snapshot, d.understood, d.meantAs())
	}
	made, unclear, err := d.draftByModel(ctx)
	if errors.Is(err, model.ErrUnavailable) && d.understood.Plan != nil && len(d.told.Attempts) == 0 {
		return builtinDraft(d.understood), nil, nil // less sure than a model would be, and better than nothing
	}
	if errors.Is(err, model.ErrUnavailable) && d.understood.Reason != "" {
		// The model is down and the built-in translator had no answer: report both.
		return made, nil, &Error{Code: CodeModel, Message: "the model cannot be reached, and without it: " + d.understood.Reason,
			Hint: "Try again later, or ask in words of the database.", Err: err}
	}
	return made, unclear, err
}

// builtinDraft is the draft of the built-in translator.
func builtinDraft(r drafts.Result) draft {
	return draft{plan: r.Plan, engine: EngineBuiltin, readAs: r.Read, reading: r.Plan.Reading,
		assumptions: r.Plan.Assumptions, confidence: r.Confidence, between: r.Doubtful}
}

// byModel is the model under the caller's settings.
func (d *drafter) byModel() bymodel.Drafter {
	cfg := &d.agent.cfg
	d.calls.To = &d.trace.Usage
	answers := cfg.Answers
	if d.private() { // it is not known yet what its statement will read
		answers = d.agent.privateAnswers
	}
	return bymodel.Drafter{Model: cfg.Model, Candidates: cfg.Candidates, SchemaTokens: cfg.SchemaTokens, Share: cfg.Share,
		KeepPrompts: cfg.KeepPrompts, Account: d.account(), Answers: answers, Cached: cfg.Counters.ModelAnswers.Count, Calls: &d.calls}
}

// toModel returns the question as a model is asked it. Its words have been linked, or are read without a look at the
// data.
func (d *drafter) toModel() bymodel.Question {
	known, meaning := d.known(), d.meaning()
	q := bymodel.Question{Text: d.question.Text, Change: d.followed.instruction, Snapshot: d.snapshot, Meaning: meaning,
		Index: d.links.index, Links: d.links.lattice,
		Settled: known.Settled(), Hints: d.understood.Matches, Compare: d.outcome}
	if q.Links == nil { // no model was needed: nothing was looked up
		q.Index = link.Of(meaning)
		q.Links = q.Index.Read(q.Text, nil)
	}
	for _, l := range known.Told() {
		q.Notes = append(q.Notes, l.String())
	}
	q.Notes = append(q.Notes, known.DefinedTerms()...)
	if d.question.Evidence != "" {
		q.Notes = append(q.Notes, d.question.Evidence)
	}
	return q
}

// draftByModel makes one model call and returns its answer as a draft.
func (d *drafter) draftByModel(ctx context.Context) (draft, *dialogue.Asked, error) {
	if err := d.link(ctx); err != nil {
		return draft{}, nil, err
	}
	by := d.byModel()
	defer d.progress(by.Asking(&d.told))()
	got, err := by.Draft(ctx, d.toModel(), &d.told)
	made := draft{engine: EngineModel, confidence: 1, raw: got.Raw, failure: got.Failure}
	switch {
	case err != nil || got.Failure != nil:
		return made, nil, err
	case got.Decision == model.Refuse:
		return made, nil, bymodel.Refused(got.Reason)
	case got.Decision == model.Terminate:
		if c := d.instead(d.understood); c != nil {
			made.engine = EngineBuiltin
			c.Message = strings.TrimRight(got.Reason, ". ") + ". " + c.Message
			return made, c, nil
		}
		return made, nil, d.told.Silent(got.Reason)
	case got.Ask != nil:
		return made, got.Ask, nil
	}
	made.sql, made.reading, made.assumptions = got.SQL, got.Reading, got.Assumptions
	made.confidence, made.open = got.Confidence, got.Ambiguities
	return made, nil, nil
}
