package translate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/plan/edit"
	"github.com/pgask/pgask/translate/plan/review"

	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
)

// enginePatch is the engine of an answer that was made by patching the plan of the previous answer.
const enginePatch = "patch"

// maxHistory bounds how far back undo goes.
const maxHistory = 50

// andThen separates a question from the changes to it.
const andThen = " — and then: "

// followsUp reports whether the question is about the session's last answer.
func (q *Question) followsUp() bool { return q.Verb == Refine || q.Verb == Patch }

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

// undoing takes the last change back.
var undoing = regexp.MustCompile(`(?i)^(?:undo(?: (?:that|this|it|the last (?:change|step|one)))?|go back|back|step back|revert(?: (?:that|this|it))?|take (?:that|it) back)(?:,? please)?[ .!]*$`)

// followUp decides how to make a change. One in words is read with the question that it changes; else its
// columns are taken by their names. Otherwise a model changes the statement or writes a new one.
func (w *work) followUp(ctx context.Context) (state, error) {
	if undoing.MatchString(w.followed.instruction) {
		return w.undo(ctx)
	}
	if w.question.Verb == Patch {
		patches, err := edit.ReadPatches(w.followed.instruction)
		if err != nil {
			return stDone, notPatched(err)
		}
		return w.patch(ctx, patches)
	}
	if next, done, err := w.mergedInto(ctx); done || err != nil {
		return next, err
	}
	if next, done, err := w.plainly(ctx); done || err != nil {
		return next, err
	}
	return w.rewrite(ctx, nil)
}

// patch changes the plan of the last answer, whoever made it.
func (w *work) patch(ctx context.Context, patches []edit.Patch) (state, error) {
	if len(patches) == 1 && patches[0].Operation == edit.Undo {
		return w.undo(ctx)
	}
	p, err := w.question.About.base()
	if err != nil {
		return w.unpatched(ctx, &edit.PatchError{Message: "the statement of the last answer cannot be taken apart", Rewrite: true})
	}
	for _, change := range patches {
		if p, err = edit.Apply(p, w.snapshot, change); err != nil {
			var refused *edit.PatchError
			if errors.As(err, &refused) {
				return w.unpatched(ctx, refused)
			}
			return stDone, err
		}
	}
	w.patched(p)
	return stReview, nil
}

// plainly changes the plan of the last answer by what is said without a question, or of a column by its name. done is false where a change
// is another.
func (w *work) plainly(ctx context.Context) (next state, done bool, err error) {
	changes := builtin.Plainly(w.followed.instruction)
	if changes == nil {
		return "", false, nil
	}
	p, err := w.question.About.base()
	if err != nil {
		next, err = w.patch(ctx, nil)
		return next, true, err
	}
	for _, c := range changes {
		var refused *edit.PatchError // of the whole words as a name, or what to ask
		for _, patch := range patchesOf(c, w.snapshot) {
			again, err := edit.Apply(p, w.snapshot, patch)
			if err == nil {
				p, refused = again, nil
				break
			}
			if why := (*edit.PatchError)(nil); errors.As(err, &why) && (refused == nil || len(why.Candidates) > 0) {
				refused = why
			}
		}
		if refused != nil {
			refused.Rewrite = true // a model may know what is meant
			next, err = w.unpatched(ctx, refused)
			return next, true, err
		}
	}
	w.patched(p)
	return stReview, true, nil
}

// patchesOf returns the patches that a change may be, the likeliest first.
func patchesOf(c builtin.Plain, snap *schema.Snapshot) (out []edit.Patch) {
	switch t := c.Turn; {
	case t == nil:
	case t.Cut.N > 0 && t.Cut.Desc:
		return []edit.Patch{{Operation: edit.ModifyLimit, Limit: &t.Cut.N}}
	case t.All:
		return []edit.Patch{{Operation: edit.ModifyLimit}}
	case t.Sorted == "none":
		return []edit.Patch{{Operation: edit.ModifyOrderBy}}
	case t.Free:
		return []edit.Patch{{Operation: edit.DropFilter}}
	case t.Count:
		return []edit.Patch{{Operation: edit.CountRows}}
	default:
		return []edit.Patch{{}}
	}
	for _, at := range placesOf(c.Add+c.Remove+c.Sort, snap) {
		p := edit.Patch{Operation: edit.AddColumn, Table: at[0], Column: at[1]}
		switch {
		case c.Remove != "":
			p.Operation = edit.RemoveColumn
		case c.Sort != "" && c.Desc:
			p = edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: []edit.SortKey{{Table: at[0], Column: at[1], Direction: "desc"}}}
		case c.Sort != "":
			p = edit.Patch{Operation: edit.ModifyOrderBy, OrderBy: []edit.SortKey{{Table: at[0], Column: at[1]}}}
		}
		out = append(out, p)
	}
	return out
}

// placesOf returns the tables and columns that words may name: a column, with its table before it or without, a table for its name, or
// the key to its rows.
func placesOf(phrase string, snap *schema.Snapshot) (out [][2]string) {
	words := strings.Fields(strings.ToLower(phrase))
	for i := range words {
		out = append(out, [2]string{tableCalled(words[:i], snap), strings.Join(words[i:], "_")})
	}
	return append(out, [2]string{tableCalled(words, snap), "name"}, [2]string{"", strings.Join(words, "_") + "_id"})
}

// tableCalled returns the name of the table that words name, in singular or plural.
func tableCalled(words []string, snap *schema.Snapshot) string {
	name := strings.Join(words, "_")
	for _, t := range snap.Tables {
		if plan.Singular(t.Name) == plan.Singular(name) {
			return t.Name
		}
	}
	return name
}

func (w *work) patched(p *plan.Plan) {
	w.draft = draft{plan: p, engine: enginePatch, confidence: 1}
	w.answer.Engine, w.answer.Plan, w.answer.Confidence = enginePatch, p, 1
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
func (w *work) unpatched(ctx context.Context, refused *edit.PatchError) (state, error) {
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
	var refused *edit.PatchError
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
func cannotPatch(cause error) error {
	message := diagnose.Reason(cause)
	var complaint *review.Complaint
	if errors.As(cause, &complaint) {
		message = complaint.Message
	}
	return notPatched(&edit.PatchError{Message: message})
}

// rewrite passes the follow-up to a model, with the question and the statement that it changes.
func (w *work) rewrite(ctx context.Context, why *edit.PatchError) (state, error) {
	if !w.usesModel() || w.question.Verb == Patch {
		if w.question.Verb == Refine && why == nil {
			if next, done, err := w.anew(ctx); done || err != nil {
				return next, err
			}
		}
		if why != nil {
			return stDone, notPatched(why)
		}
		message := cmp.Or(w.trace.Builtin.Reason, "this follow-up could not be read without a model")
		return stDone, &Error{Code: CodeUnanswered, Message: message, Hint: w.question.About.workingChanges()}
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

// mergedInto lets the built-in translator change the last answer: what was asked, with the change, is read and ranked as a question is. done
// is false where it cannot.
func (w *work) mergedInto(ctx context.Context) (next state, done bool, err error) {
	about := w.question.About
	turns, err := w.turnsOf(ctx, about)
	if turns == nil || err != nil {
		return stDone, err != nil, err
	}
	q := w.toDraft(w.followed.instruction, true)
	q.After = turns
	var settled []plan.Constraint
	for _, t := range turns {
		settled = append(settled, t.Settled...)
	}
	q.LinksOf = w.linksAfter(settled)
	q.Try = w.tryReadings
	r, err := w.withoutModel().Draft(ctx, q)
	if err != nil {
		return stDone, true, err
	}
	w.trace.Builtin = r
	switch {
	case r.Ask != nil:
		w.unclear = dialogue.FromDraft(r.Ask)
		return stClarify, true, nil
	case r.Plan == nil || r.Confidence < w.agent.cfg.AnswerConfidence:
		return "", false, nil
	}
	w.question.Text = about.Question + andThen + w.followed.instruction
	w.followed.turns = append(slices.Clip(turns), drafts.Turn{Text: w.followed.instruction})
	w.draft = builtinDraft(r)
	w.answer.Engine, w.answer.Plan, w.answer.Reading, w.answer.Assumptions = EngineBuiltin, r.Plan, r.Plan.Reading, r.Plan.Assumptions
	w.answer.Confidence = r.Confidence
	return stReview, true, nil
}

// turns returns how the answer is read again, for changes to it; nil where that cannot be.
func (w *work) turns() []drafts.Turn {
	if w.draft.readAs == "" || w.draft.engine != EngineBuiltin {
		return nil
	}
	settled := append(slices.Clip(w.question.Settled), plan.Constraint{Kind: plan.ReadAs, Value: w.draft.readAs})
	if n := len(w.followed.turns); n > 0 {
		all := slices.Clone(w.followed.turns)
		all[n-1].Settled = settled
		return all
	}
	return []drafts.Turn{{Text: w.said().Text, Settled: settled}}
}

// anew asks what changes nothing of the last answer as a question by itself, if it is one. done is false where it is none.
func (w *work) anew(ctx context.Context) (next state, done bool, err error) {
	text := w.followed.instruction
	narrows := builtin.Narrows(text) // a list of everything is no answer to that
	if builtin.Depends(text) || narrows && len(w.question.About.turns) == 0 {
		return "", false, nil
	}
	told := Notice{Severity: "NOTICE", Message: fmt.Sprintf("Read as a new question: “%s” changes nothing of %s.", say.Clip(text, 80), strings.TrimSuffix(w.question.About.named(), ","))}
	for _, as := range []string{text, builtin.Fragment(text)} {
		r, err := w.readText(ctx, as)
		if err != nil {
			return "", false, err
		}
		if done = as != "" && r.Plan != nil && r.Confidence >= w.agent.cfg.AnswerConfidence && (!narrows || len(r.Plan.Where) > 0); done {
			text = as
			break
		}
	}
	if !done && (narrows || !w.followed.bare) {
		return "", false, nil
	}
	w.notify(told)
	w.question.Verb, w.question.Text, w.links = Run, text, linked{}
	if w.catalog, err = intent.Read(text, intent.Place{Datasource: w.question.Datasource, Datasources: w.question.Datasources}); err != nil {
		return stDone, true, err
	}
	next, err = w.recall(ctx)
	return next, true, err
}

// changesLast reports whether a question is a fragment that changes the last answer.
func (q *Question) changesLast() bool {
	return q.Verb == Run && !q.Inline && q.Relation == "" && q.Draft == "" && q.Answered == 0 && q.About != nil && q.About.SQL != "" && intent.Fragment(q.Text)
}

// workingChanges is the hint that says what the last question was, and what can be said to change its answer.
func (p *Past) workingChanges() string {
	return "The last question was " + strings.TrimSuffix(p.named(), ",") + "; it can be changed by: only the top 3; in 2025; per month instead; " +
		"only those from …; without …; also show …; sorted by …; undo."
}
