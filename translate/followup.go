package translate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/algebra/lift"
	"github.com/pgask/pgask/translate/assume"
	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/followup"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/plan/edit"
	"github.com/pgask/pgask/translate/say"
)

// enginePatch is the engine of an answer that was made by patching the plan of the previous answer.
const enginePatch = "patch"

// andThen separates a question from the changes to it.
const andThen = " — and then: "

// followsUp reports whether the question is about the session's last answer.
func (q *Question) followsUp() bool { return q.Verb == Refine || q.Verb == Patch }

// changesLast reports whether a question is a fragment that changes the last answer.
func (q *Question) changesLast() bool {
	return q.Verb == Run && !q.Inline && q.Relation == "" && q.Draft == "" && q.Answered == 0 && q.About != nil && q.About.SQL != "" && intent.Fragment(q.Text)
}

// instruction returns the change that a follow-up asks for, in the user's words.
func (q *Question) instruction() (string, error) {
	text := strings.TrimSpace(q.Text)
	switch {
	case q.About == nil || q.About.SQL == "":
		return "", &Error{Code: CodeForm, Message: "there is no answer in this session to follow up on",
			Hint: "Ask first; then say ask refine: and what to change."}
	case text == "":
		return "", &Error{Code: CodeForm, Message: "the follow-up says nothing to change", Hint: followup.Hint}
	case len(text) > intent.MaxQuestion:
		return "", &Error{Code: CodeTooLong, Message: fmt.Sprintf("the follow-up is %d bytes long, more than %d", len(text), intent.MaxQuestion)}
	}
	return text, nil
}

// followUp goes on with what becomes of a change to the last answer.
func (w *work) followUp(ctx context.Context) (state, error) {
	c, err := follower{&w.reader, w.question.About, w.followed}.change(ctx)
	switch {
	case err != nil:
		return stDone, err
	case c.unclear != nil:
		w.unclear = c.unclear
		return stClarify, nil
	case c.undone != nil:
		w.followed.undoTarget = c.undone
		return w.goBackTo(c.undone), nil
	case c.plan != nil:
		w.patched(c.plan)
		return stReview, nil
	case c.read != nil:
		w.question.Text = w.question.About.Question + andThen + w.followed.instruction
		w.followed.turns = c.turns
		w.draft = builtinDraft(*c.read)
		w.answer.Engine, w.answer.Plan, w.answer.Reading, w.answer.Assumptions = EngineBuiltin, c.read.Plan, c.read.Plan.Reading, c.read.Plan.Assumptions
		w.answer.Confidence = c.read.Confidence
		return stReview, nil
	case c.anew != "":
		w.question.Verb, w.question.Text, w.links = Run, c.anew, linked{}
		if w.catalog, err = intent.Read(c.anew, w.question.place()); err != nil {
			return stDone, err
		}
		return w.recall(ctx)
	}
	w.question.Text, w.question.Evidence = w.question.About.Question+andThen+w.followed.instruction, c.told
	w.consulted = true // the built-in translator does not know the previous answer
	w.recalled.lessons = w.known().Fitting()
	return stLink, nil
}

// patched goes on with a plan that rules made of the last answer's.
func (a *attempt) patched(p *plan.Plan) {
	a.draft = draft{plan: p, engine: enginePatch, confidence: 1}
	a.answer.Engine, a.answer.Plan, a.answer.Confidence = enginePatch, p, 1
}

// goBackTo goes on with an earlier answer, changes included. Its statement is checked again, because it may no longer
// be valid.
func (a *attempt) goBackTo(past *Past) state {
	a.answer.Reading = past.reading
	if past.plan != nil {
		a.patched(past.plan)
		return stReview
	}
	a.draft = draft{sql: past.SQL, engine: enginePatch, confidence: 1}
	a.answer.Engine, a.answer.Confidence = enginePatch, 1
	return stGuard
}

// change is what becomes of a follow-up; one of these, and turns with what was read.
type change struct {
	unclear *dialogue.Asked // to be asked back
	undone  *Past           // the answer before the last change
	plan    *plan.Plan      // of the last answer, changed by rules
	read    *drafts.Result  // the change, read with the question that it changes
	turns   []drafts.Turn   // that question, and the changes to it, this one, too
	anew    string          // a question by itself
	told    string          // what a model is told, with the question that it changes
}

// follower finds out how to make a change.
type follower struct {
	*reader
	about *Past
	followed
}

// change decides how to make the change. One in words is read with the question that it changes; else its columns are
// taken by their names. Otherwise a model changes the statement or writes a new one.
func (f follower) change(ctx context.Context) (c change, err error) {
	if followup.Undoes(f.instruction) {
		return f.undo(ctx)
	}
	if f.question.Verb == Patch {
		patches, err := edit.ReadPatches(f.instruction)
		if err != nil {
			return c, followup.NotChanged(err)
		}
		return f.patch(ctx, patches)
	}
	if p := f.hidden(); p != nil {
		return change{plan: p}, nil
	}
	for _, how := range []func(context.Context) (change, bool, error){f.merge, f.plainly} {
		if c, done, err := how(ctx); done || err != nil {
			return c, err
		}
	}
	return f.rewrite(ctx, nil)
}

// undo returns to the answer before the last change.
func (f follower) undo(ctx context.Context) (change, error) {
	back, err := f.before(ctx, f.about)
	return change{undone: back}, err
}

// patch changes the plan of the last answer, whoever made it.
func (f follower) patch(ctx context.Context, patches []edit.Patch) (change, error) {
	if len(patches) == 1 && patches[0].Operation == edit.Undo {
		return f.undo(ctx)
	}
	p, err := f.about.base()
	if err != nil {
		return f.unpatched(ctx, &edit.PatchError{Message: "the statement of the last answer cannot be taken apart", Rewrite: true})
	}
	p, err = followup.Patched(p, f.snapshot, patches)
	var refused *edit.PatchError
	if errors.As(err, &refused) {
		return f.unpatched(ctx, refused)
	}
	return change{plan: p}, err
}

// plainly changes the plan of the last answer by what is said without a question, or of a column by its name. done is
// false where a change is another.
func (f follower) plainly(ctx context.Context) (c change, done bool, err error) {
	changes := builtin.Plainly(f.instruction)
	if changes == nil {
		return c, false, nil
	}
	p, err := f.about.base()
	if err != nil {
		c, err = f.patch(ctx, nil)
		return c, true, err
	}
	p, refused := followup.Plainly(p, f.snapshot, changes)
	if refused != nil {
		refused.Rewrite = true // a model may know what is meant
		c, err = f.unpatched(ctx, refused)
		return c, true, err
	}
	return change{plan: p}, true, nil
}

// hidden returns the plan of the last answer without columns that it shows of its rows: without the customer. Nothing
// else is meant by what is seen there; nil: something else is said.
func (f follower) hidden() *plan.Plan {
	changes := builtin.Plainly(f.instruction)
	if !followup.Hides(f.instruction) || slices.ContainsFunc(changes, func(c builtin.Plain) bool { return c.Remove == "" }) {
		return nil
	}
	p, err := f.about.base()
	if err != nil || p.Grouped() {
		return nil
	}
	if p, refused := followup.Plainly(p, f.snapshot, changes); refused == nil && len(changes) > 0 {
		return p
	}
	return nil
}

// unpatched handles a change that rules could not make: it asks which of several columns was meant, passes the
// follow-up to a model, or explains why it cannot be done.
func (f follower) unpatched(ctx context.Context, refused *edit.PatchError) (change, error) {
	switch {
	case len(refused.Candidates) > 0 && f.question.Verb == Refine:
		return change{unclear: followup.Which(f.instruction, refused)}, nil
	case refused.Rewrite && f.question.Verb == Refine:
		return f.rewrite(ctx, refused)
	}
	return change{}, followup.NotChanged(refused)
}

// rewrite passes the follow-up to a model, with the question and the statement that it changes. Without a model it
// may be a question by itself.
func (f follower) rewrite(ctx context.Context, why *edit.PatchError) (c change, err error) {
	if !f.usesModel() || f.question.Verb == Patch {
		if f.question.Verb == Refine && why == nil {
			if c.anew, err = f.anew(ctx); c.anew != "" || err != nil {
				return c, err
			}
		}
		if why != nil {
			return c, followup.NotChanged(why)
		}
		message := cmp.Or(f.trace.Builtin.Reason, "this follow-up could not be read without a model")
		return c, &Error{Code: CodeUnanswered, Message: message, Hint: f.about.workingChanges()}
	}
	if _, err := intent.Read(f.instruction, f.question.place()); err != nil {
		return c, err
	}
	sql := f.about.SQL
	if !f.mayShow(f.about.Question, sql) {
		sql = plan.Masked(sql)
	}
	c.told = strings.TrimSpace(f.question.Evidence + " The question before “and then” was answered by: " + sql +
		" What follows changes that answer: keep all of it that is not changed. If it is a new question, answer that alone.")
	return c, nil
}

// merge lets the built-in translator change the last answer: what was asked, with the change, is read and ranked as a
// question is. done is false where it cannot.
func (f follower) merge(ctx context.Context) (c change, done bool, err error) {
	turns, err := f.turnsOf(ctx, f.about)
	if turns == nil || err != nil {
		return c, false, err
	}
	if text := assume.Change(f.instruction, f.meaning()).Text; text != "" { // else other rows of what was asked are to count
		turns = append(slices.Clip(turns), drafts.Turn{Text: text})
	}
	last := turns[len(turns)-1]
	q := f.toDraft(last.Text, true, last.Settled...)
	q.After = turns[:len(turns)-1]
	var settled []plan.Constraint
	for _, t := range turns {
		settled = append(settled, t.Settled...)
	}
	q.LinksOf = f.linksAfter(settled)
	q.Try = f.tryReadings
	r, err := f.withoutModel().Draft(ctx, q)
	if err != nil {
		return c, false, err
	}
	f.trace.Builtin = r
	switch {
	case r.Ask != nil:
		return change{unclear: dialogue.FromDraft(r.Ask)}, true, nil
	case r.Plan == nil || r.Confidence < f.agent.cfg.AnswerConfidence:
		return c, false, nil
	}
	return change{read: &r, turns: turns}, true, nil
}

// anew returns what changes nothing of the last answer as a question by itself; "" where it is none.
func (f follower) anew(ctx context.Context) (string, error) {
	text := f.instruction
	narrows := builtin.Narrows(text) // a list of everything is no answer to that
	other, err := f.otherRows(ctx)
	if err != nil {
		return "", err
	}
	if !other && builtin.Depends(text) || narrows && len(f.about.turns) == 0 {
		return "", nil
	}
	is := ""
	for _, as := range []string{text, builtin.Fragment(text)} {
		r, err := f.readText(ctx, as)
		if err != nil {
			return "", err
		}
		if as != "" && r.Plan != nil && r.Confidence >= f.agent.cfg.AnswerConfidence && (!narrows || len(r.Plan.Where) > 0) {
			is = as
			break
		}
	}
	if is == "" && (narrows || !f.bare) {
		return "", nil
	}
	why := "changes nothing of"
	if other {
		why = "cannot take the place of anything in"
	}
	f.notify(Notice{Severity: "NOTICE", Message: fmt.Sprintf("Read as a new question: “%s” %s %s.", say.Clip(text, 80), why, strings.TrimSuffix(f.about.named(), ","))})
	return cmp.Or(is, text), nil
}

// otherRows reports whether the change is the name of other rows: show suppliers instead. These can be shown whatever
// was asked before.
func (f follower) otherRows(ctx context.Context) (bool, error) {
	text := builtin.Fragment(f.instruction)
	if !builtin.Replaces(f.instruction) {
		return false, nil
	}
	found, err := f.linksOf(ctx, text, true, f.known().Settled())
	return err == nil && builtin.NamesRows(found.lattice), err
}

// What changes an answer is read with the question that it changes. A pin, or what a model wrote, was not read from
// words: it is said in them, and read again.

// turnsOf returns how an answer is read again. What was not made of words is said in them, at once or its order and
// limit as changes, and is taken for what is read of them where that asks the same; nil: nothing that can be read
// does.
func (f follower) turnsOf(ctx context.Context, about *Past) ([]drafts.Turn, error) {
	base, err := about.base()
	if len(about.turns) > 0 || err != nil {
		return about.turns, nil
	}
	meant := followup.ColumnsOf(base)
	for _, said := range followup.InWords(about.Question, base, f.snapshot) {
		turns := make([]drafts.Turn, len(said))
		for i, text := range said {
			turns[i] = drafts.Turn{Text: text, Settled: meant}
		}
		last := &turns[len(turns)-1]
		q := f.toDraft(last.Text, true, meant...)
		q.After, q.LinksOf = turns[:len(turns)-1], f.linksAfter(meant)
		read, err := f.withoutModel().Draft(ctx, q)
		if err != nil {
			return nil, err
		}
		if read.Plan == nil || read.Read == "" || read.Confidence < sureAgain {
			continue
		}
		reviewed, _, _, err := f.reviewed(ctx, read.Plan, EngineBuiltin)
		if err != nil {
			continue
		}
		if counted, _ := assume.Counted(reviewed, f.meaning(), assume.Read(said[0], f.meaning())); lift.Same(counted, base, f.snapshot) {
			last.Settled = append(slices.Clip(meant), plan.Constraint{Kind: plan.ReadAs, Value: read.Read})
			return turns, nil
		}
	}
	return nil, nil
}

// sureAgain is how sure the reading of an answer that is said in words must be, to be changed in place of its plan.
const sureAgain = 0.22

// linksAfter returns the links of the texts of a conversation, for which what was settled in it holds.
func (f follower) linksAfter(settled []plan.Constraint) func(ctx context.Context, text string) (*link.Lattice, error) {
	return func(ctx context.Context, text string) (*link.Lattice, error) {
		found, err := f.linksOf(ctx, text, true, append(settled, f.known().Settled()...))
		return found.lattice, err
	}
}

// workingChanges is the hint that says what the last question was, and what can be said to change its answer.
func (p *Past) workingChanges() string {
	return "The last question was " + strings.TrimSuffix(p.named(), ",") + "; it can be changed by: only the top 3; in 2025; per month instead; " +
		"only those from …; without …; also show …; sorted by …; undo."
}
