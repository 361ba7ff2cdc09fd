// Package bymodel drafts questions by a language model: what it is told of the database and of earlier attempts, its
// answers, and which of several drafts is taken. What comes back is unchecked.
//
//	drafter.go    a question in, a draft out
//	ground.go     what of the database the model is told
//	prompt.go     what it is sent
//	answers.go    asking it, and its earlier answers
//	elect.go      several drafts of one question, compared by their results
//	texts.go      texts of a draft as they are stored, or not
package bymodel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/grounding"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/spend"
	"github.com/pgask/pgask/translate/wordform"
)

// Drafter asks a model under the settings of a caller.
type Drafter struct {
	Model        Model        // nil: none may be asked; prompts can be shown all the same
	Candidates   int          // drafts that are compared; 1: no comparison
	SchemaTokens int          // that the schema may take in a prompt
	Share        schema.Share // which parts of it a model may see
	KeepPrompts  bool         // Calls holds prompts and answers
	Account      spend.Account
	Answers      Answers
	Cached       func(hit bool) // counts whether an earlier answer was there
	Calls        *Calls         // for the record
}

// Question is what is to be drafted.
type Question struct {
	Text     string
	Change   string           // the change to an earlier answer that Text ends with; empty: none
	Snapshot *schema.Snapshot // the database as the caller may see it
	Meaning  *semantic.Model
	Index    *link.Index
	Links    *link.Lattice // what the words of Text may be
	Settled  []plan.Constraint
	Notes    []string      // what lessons and experts say of it
	Hints    []draft.Match // what the built-in translator took its words to mean
	// Compare returns the result of a draft in a comparable form; "" for one that cannot be used. An error means that
	// the connection failed or the context ended.
	Compare func(ctx context.Context, d model.Draft) (string, error)
}

// Told is what a model has been told for one question, from its first draft on.
type Told struct {
	Schema   grounding.Grounding  // the part of the database that it was told last; zero before it was asked
	Attempts []model.Attempt      // that failed, oldest first, in the form that a model may see
	more     []*semantic.Relation // that it asked for
	asked    int                  // how often it did
	widened  bool                 // the whole schema was shown, after every attempt had failed or the model had refused
}

// Draft is an unchecked translation by a model, or why there is none.
type Draft struct {
	model.Draft
	Failure error           // it answered, but with nothing usable
	Ask     *dialogue.Asked // what it asks back
}

// ErrMore means that the model needs more of the schema before it can make a draft.
var ErrMore = errors.New("the model asked for more of the schema")

// errAskedAgain is the error for a model's clarification about what the user has already settled.
var errAskedAgain = errors.New("the user has settled this, as the rules marked MANDATORY say: do not ask again, write the statement")

// Draft makes a draft by one call of the model, or by the best of several.
func (d Drafter) Draft(ctx context.Context, q Question, told *Told) (Draft, error) {
	in := d.input(q, told)
	told.Schema = d.ground(q, told, in, d.Share)
	tell(&in, told.Schema)
	p := d.planPrompt(q, told, in)
	if d.Candidates > 1 && len(told.Attempts) == 0 {
		elected, share, err := d.elect(ctx, q, p)
		if errors.Is(err, errCompare) {
			return Draft{}, err
		}
		if err != nil && elected == "" {
			return noDraft(err)
		}
		got, err := d.read(q, told, elected)
		return disagreement(got, share), err
	}
	var text string
	err := d.consult(ctx, p, func(answer string) error {
		text = answer
		_, err := model.Parse(answer)
		return err
	})
	if text != "" {
		return d.read(q, told, text)
	}
	return noDraft(err)
}

// noDraft handles a call that returned no text: it is a failed attempt, or ends the question.
func noDraft(err error) (Draft, error) {
	if errors.Is(err, model.ErrNonsense) || errors.Is(err, model.ErrRefused) {
		return Draft{Failure: err}, nil
	}
	return Draft{}, modelError(err)
}

// read parses the model's answer: a statement, a clarification, or the statement that the question cannot be answered.
func (d Drafter) read(q Question, told *Told, text string) (Draft, error) {
	parsed, err := model.Parse(text)
	got := Draft{Draft: parsed}
	if err != nil {
		return Draft{Draft: model.Draft{Raw: parsed.Raw}, Failure: err}, nil
	}
	if len(got.Missing) > 0 && told.wants(q, got.Missing) {
		return got, ErrMore
	}
	open := unsettled(q, got.Ambiguities)
	switch got.Decision {
	case model.Terminate:
		if told.Widen() {
			return got, ErrMore // it may have missed what was shown by name only
		}
	case model.Clarify:
		if len(open) == 0 && len(got.Ambiguities) > 0 {
			return Draft{Draft: model.Draft{Raw: parsed.Raw}, Failure: errAskedAgain}, nil
		}
		got.Ambiguities = open
		got.Ask = dialogue.FromModel(got.Draft, q.Snapshot, q.Text, q.Change)
	}
	got.Ambiguities = open
	return got, nil
}

// Silent returns the error for a question that a model cannot answer.
func (t *Told) Silent(reason string) error {
	from := "this database"
	if len(t.Schema.Named) > 0 {
		from = "what of this database a prompt has room for"
	}
	return &say.Error{Code: say.CodeUnanswered, Message: "this question cannot be answered from " + from + ": " + reason,
		Hint: "ASK which tables are there; shows what can be asked about."}
}

// Refused returns the error for a question that asks for a change or a secret, as the model says.
func Refused(reason string) error {
	return &say.Error{Code: say.CodeUnsafe, Message: "refused: " + cmp.Or(reason, "this asks for a change or a secret"),
		Hint: "pgask only reads, and not what is secret. Write the SQL yourself; ordinary SQL passes through the proxy untouched."}
}

// unsettled returns the ambiguities that a model found and the user has not settled yet, so that the user is not
// asked twice.
func unsettled(q Question, all []model.Ambiguity) []model.Ambiguity {
	return slices.DeleteFunc(slices.Clone(all), func(a model.Ambiguity) bool {
		return slices.ContainsFunc(q.Settled, func(c plan.Constraint) bool {
			if c.Kind == plan.UseTable && slices.ContainsFunc(a.Options, func(o model.Option) bool {
				return o.Column == "" && q.Snapshot.CalledIn(o.Schema, o.Table) == q.Snapshot.CalledIn(c.Schema, c.Table)
			}) {
				return true
			}
			return c.Phrase != "" && a.Phrase != "" && (wordform.Holds(c.Phrase, a.Phrase) || wordform.Holds(a.Phrase, c.Phrase))
		})
	})
}

// The hints from the built-in translator about a question that it could not answer, for the model: only those of
// which it is nearly sure, and few.
const (
	maxHints = 12
	sureHint = 0.8
)

// input returns the material of the prompt, except the schema.
func (d Drafter) input(q Question, told *Told) model.Input {
	return model.Input{Question: q.Text, Settled: q.Settled, Now: time.Now(), Evidence: d.evidence(q), Attempts: told.Attempts}
}

// evidence returns facts for the prompt beside the schema: lessons about the question's words, an expert's notes, and
// what the built-in translator is nearly sure of.
func (d Drafter) evidence(q Question) []string {
	all := slices.Clone(q.Notes)
	for i, m := range q.Hints {
		// A hint may name a stored value that the question only resembles.
		if i < maxHints && m.Score >= sureHint && d.Share.Level == schema.Values {
			all = append(all, fmt.Sprintf("%q probably means %s", m.Phrase, m.Meaning))
		}
	}
	return all
}

// Asking returns a text that names the model, and the reason when it is asked again.
func (d Drafter) Asking(told *Told) string {
	message := "asking the model " + d.Model.Name()
	if n := len(told.Attempts); n > 0 {
		message += fmt.Sprintf(" again, attempt %d, after %s", n+1, told.Attempts[n-1].Class)
	}
	return message
}

// modelError returns an error of the model as an error for the user.
func modelError(err error) error {
	var ours *say.Error
	if errors.As(err, &ours) {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &say.Error{Code: say.CodeModel, Message: "the model did not answer in time",
			Hint: "The limit is model.timeout. SET ask.engine = 'builtin' asks without it.", Err: err}
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, model.ErrTooLong) {
		return &say.Error{Code: say.CodeBudget, Message: "the prompt would be longer than model.max_tokens allows", Err: err}
	}
	return &say.Error{Code: say.CodeModel, Message: "the model is unavailable",
		Hint: "Try again later, or SET ask.engine = 'builtin'.", Err: err}
}
