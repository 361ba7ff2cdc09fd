package translate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/refine"
	"github.com/pgask/pgask/translate/say"
)

// enginePatch is the engine of an answer that was made by patching the plan of the previous answer.
const enginePatch = "patch"

// maxHistory bounds how far back undo goes.
const maxHistory = 50

// andThen separates a question from the changes to it.
const andThen = " — and then: "

// followsUp reports whether the question is about the session's last answer.
func (w *work) followsUp() bool { return w.question.Verb == Refine || w.question.Verb == Patch }

// beginFollowUp checks that there is an answer to follow up on.
func (w *work) beginFollowUp() (state, error) {
	about, text := w.question.About, strings.TrimSpace(w.question.Text)
	switch {
	case about == nil || about.SQL == "":
		return stDone, &Error{Code: CodeForm, Message: "there is no answer in this session to follow up on",
			Hint: "Ask first; then say ask refine: and what to change."}
	case text == "":
		return stDone, &Error{Code: CodeForm, Message: "the follow-up says nothing to change", Hint: followUpHint}
	case len(text) > intent.MaxQuestion:
		return stDone, &Error{Code: CodeTooLong, Message: fmt.Sprintf("the follow-up is %d bytes long, more than %d", len(text), intent.MaxQuestion)}
	}
	w.followed.instruction = text
	return stFreshness, nil
}

const followUpHint = "For example: ask refine: add the email; sort by name; only the top 5; newest first; drop the limit; undo."

// followUp decides how to make a change. If rules can read it, they patch the plan of the last answer. Otherwise a
// model changes the plan or writes a new one.
func (w *work) followUp(ctx context.Context) (state, error) {
	about := w.question.About
	if next, done, err := w.mergedInto(ctx); done || err != nil {
		return next, err
	}
	base := about.plan
	if base == nil {
		base, _ = plan.Lift(about.SQL) // nil: it cannot be lifted
	}
	var steps []refine.Step
	if w.question.Verb == Patch {
		patches, err := plan.ReadPatches(w.followed.instruction)
		if err != nil {
			return stDone, notPatched(err)
		}
		for _, p := range patches {
			steps = append(steps, refine.Step{Patch: p})
		}
	} else {
		var ok bool
		if steps, ok = refine.Read(w.followed.instruction, cmp.Or(base, &plan.Plan{}), w.snapshot); !ok {
			w.followed.unknown = refine.Unknown(w.followed.instruction, base, w.snapshot)
			return w.rewrite(ctx, nil)
		}
	}
	if len(steps) == 1 && steps[0].Patch.Operation == plan.Undo {
		return w.undo(ctx)
	}
	if base == nil {
		return w.rewrite(ctx, &plan.PatchError{Message: "the statement of the last answer cannot be taken apart", Rewrite: true})
	}
	next, err := w.change(ctx, base, steps)
	var refused *plan.PatchError
	switch {
	case errors.As(err, &refused):
		return w.unpatched(ctx, refused)
	case err != nil:
		return stDone, err
	case w.unclear != nil:
		return stClarify, nil
	}
	w.patched(next)
	return stReview, nil
}

// change applies the changes one after the other.
func (w *work) change(ctx context.Context, p *plan.Plan, steps []refine.Step) (*plan.Plan, error) {
	for _, s := range steps {
		var err error
		if s.Filter != "" {
			p, err = w.narrowOrExcept(ctx, p, s)
		} else {
			p, err = plan.Apply(p, w.snapshot, s.Patch)
		}
		if err != nil || w.unclear != nil {
			return nil, err
		}
	}
	return p, nil
}

func (w *work) patched(p *plan.Plan) {
	w.draft = draft{plan: p, engine: enginePatch, confidence: 1}
	w.answer.Engine, w.answer.Plan, w.answer.Confidence = enginePatch, p, 1
}

// narrowOrExcept adds a condition, or excludes the rows that meet it. "Without Spain" may mean either.
func (w *work) narrowOrExcept(ctx context.Context, p *plan.Plan, s refine.Step) (*plan.Plan, error) {
	const without = "without "
	next, err := w.narrow(ctx, p, s.Filter, s.Except)
	var refused *plan.PatchError
	if s.Except || w.unclear != nil || !errors.As(err, &refused) || !strings.HasPrefix(strings.ToLower(s.Filter), without) {
		return next, err
	}
	if other, failed := w.narrow(ctx, p, s.Filter[len(without):], true); failed == nil {
		return other, nil
	}
	return nil, err
}

// narrow lets the built-in translator read a condition as part of a question about each table of the answer, and adds
// the resulting conditions, or with except the opposite of the only one. A reading that needs no other table is
// preferred, the first of several; otherwise the reading about the rows that are shown: "from Berlin", said of the
// customers with the highest revenue, is where they live, not where the stores of their orders are.
func (w *work) narrow(ctx context.Context, p *plan.Plan, phrase string, except bool) (*plan.Plan, error) {
	var best *plan.Plan
	var bestShown bool
	var asks *drafts.Back
	for i, s := range p.Sources() {
		if s.Table == "" || i == 3 {
			break
		}
		next, by, ask, err := w.narrowBy(ctx, p, s, phrase, except)
		if err != nil {
			return nil, err
		}
		if asks == nil {
			asks = ask
		}
		if next == nil {
			continue
		}
		if len(by.Tables()) == 1 {
			return next, nil
		}
		shown := len(p.Select) > 0 && strings.HasPrefix(p.Select[0].Expr.String(), s.Name()+".")
		if best == nil || shown && !bestShown {
			best, bestShown = next, shown
		}
	}
	switch {
	case best != nil:
		return best, nil
	case asks != nil:
		w.unclear = dialogue.FromDraft(asks)
		return nil, nil
	}
	return nil, &plan.PatchError{Message: fmt.Sprintf("the condition %q could not be read", phrase), Rewrite: true}
}

// narrowBy returns p with the conditions that a phrase gives for the rows of a table, and the plan that they come from. Both
// are nil when there are none.
func (w *work) narrowBy(ctx context.Context, p *plan.Plan, of *plan.Source, phrase string, except bool) (next, by *plan.Plan, asks *drafts.Back, err error) {
	for _, way := range []string{phrase, "in " + phrase, "from " + phrase, "with " + phrase} {
		result, err := w.readPhrase(ctx, of, strings.ReplaceAll(of.Table, "_", " "), way)
		if err != nil {
			return nil, nil, nil, err
		}
		if asks == nil {
			asks = result.Ask
		}
		if result.Plan == nil {
			continue
		}
		if by, _, err = plan.Review(result.Plan, w.snapshot, w.known().Settled()); err != nil {
			continue
		}
		if except {
			var ok bool
			if by, ok = plan.Negate(by, w.snapshot); !ok {
				continue
			}
		}
		if next, err = plan.Narrow(p, w.snapshot, by); err == nil {
			return next, by, nil, nil
		}
	}
	return nil, nil, asks, nil
}

// undo returns to the answer before the last change.
func (w *work) undo(ctx context.Context) (state, error) {
	back, err := w.before(ctx, w.question.About)
	if err != nil {
		return stDone, err
	}
	w.followed.undoTarget = back
	w.answer.Reading = back.reading
	if back.plan == nil {
		w.draft = draft{sql: back.SQL, engine: enginePatch, confidence: 1}
		w.answer.Engine, w.answer.Confidence = enginePatch, 1
		return stGuard, nil
	}
	w.patched(back.plan)
	return stReview, nil
}

// unpatched handles a change that rules could not make: it asks which of several columns was meant, passes the
// follow-up to a model, or explains why it cannot be done.
func (w *work) unpatched(ctx context.Context, refused *plan.PatchError) (state, error) {
	if len(refused.Candidates) > 0 && w.question.Verb == Refine {
		w.unclear = &dialogue.Asked{Kind: dialogue.AskColumn, Message: refused.Message, Context: map[string]string{"follow_up": w.followed.instruction}}
		for _, c := range refused.Candidates {
			name := c.Table + "." + c.Column
			w.unclear.Options = append(w.unclear.Options, dialogue.Option{Label: name,
				Rephrased: replaceWord(w.followed.instruction, c.Column, c.Table+" "+c.Column)})
		}
		return stClarify, nil
	}
	if refused.Rewrite && w.question.Verb == Refine {
		return w.rewrite(ctx, refused)
	}
	return stDone, notPatched(refused)
}

// replaceWord replaces a name in a follow-up by the name with its table. In the text, spaces may stand for
// underscores.
func replaceWord(text, name, with string) string {
	for _, as := range []string{name, strings.ReplaceAll(name, "_", " "), strings.ReplaceAll(name, "_", " ") + "s"} {
		if i := strings.Index(strings.ToLower(text), strings.ToLower(as)); i >= 0 && i+len(as) <= len(text) {
			return text[:i] + with + text[i+len(as):]
		}
	}
	return text + " " + with
}

// notPatched returns QA007 for a change that cannot be made.
func notPatched(err error) error {
	e := &Error{Code: CodeForm, Message: "not changed: " + err.Error(), Hint: followUpHint}
	var refused *plan.PatchError
	if errors.As(err, &refused) && len(refused.Candidates) > 0 {
		var names []string
		for _, c := range refused.Candidates {
			names = append(names, c.Table+"."+c.Column)
		}
		e.Detail = "It could be " + strings.Join(names, " or ") + "."
	}
	return e
}

// cannotPatch returns the error for a changed plan that fails.
func (w *work) cannotPatch(cause error) error {
	message := diagnose.Reason(cause)
	var complaint *plan.Complaint
	if errors.As(cause, &complaint) {
		message = complaint.Message
	}
	return notPatched(&plan.PatchError{Message: message})
}

// rewrite passes the follow-up to a model, with the question and the statement that it changes.
func (w *work) rewrite(ctx context.Context, why *plan.PatchError) (state, error) {
	if !w.usesModel() || w.question.Verb == Patch {
		if w.question.Verb == Refine {
			if next, done, err := w.anew(ctx); done || err != nil {
				return next, err
			}
		}
		if why != nil {
			return stDone, notPatched(why)
		}
		message := cmp.Or(w.trace.Builtin.Reason, "this follow-up could not be read without a model")
		if w.followed.unknown != "" {
			message = fmt.Sprintf("not changed: no column here is called “%s”", say.Clip(w.followed.unknown, 100))
		}
		return stDone, &Error{Code: CodeUnanswered, Message: message, Hint: w.workingChanges()}
	}
	about := w.question.About
	w.question.Text = about.Question + andThen + w.followed.instruction
	if _, err := intent.Read(w.followed.instruction, intent.Place{Datasource: w.question.Datasource, Datasources: w.question.Datasources}); err != nil {
		return stDone, err
	}
	sql := about.SQL
	if !w.mayShow(about.Question, sql) {
		sql = plan.Masked(sql)
	}
	w.question.Evidence = strings.TrimSpace(w.question.Evidence + " The question before “and then” was answered by: " + sql +
		" What follows changes that answer: keep all of it that is not changed. If it is a new question, answer that alone.")
	w.tried.consulted = true // the built-in translator does not know the previous answer
	w.recalled.lessons = w.known().Fitting()
	return stLink, nil
}
