package translate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/builtin"
	"github.com/pgask/pgask/translate/intent"
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
)

// mergedInto lets the built-in translator change its own last answer: what was asked, with the change, is read and ranked as a question is. done
// is false where it cannot.
func (w *work) mergedInto(ctx context.Context) (next state, done bool, err error) {
	about := w.question.About
	if about == nil || len(about.turns) == 0 || w.question.Verb == Patch || w.engine() == EngineModel {
		return "", false, nil
	}
	q := w.toDraft(w.followed.instruction, true)
	q.After = about.turns
	var settled []plan.Constraint
	for _, t := range about.turns {
		settled = append(settled, t.Settled...)
	}
	q.LinksOf = func(ctx context.Context, text string) (*link.Lattice, error) {
		found, err := w.linksOf(ctx, text, true, append(settled, q.Settled...))
		return found.lattice, err
	}
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
	w.followed.turns = append(slices.Clip(about.turns), drafts.Turn{Text: w.followed.instruction})
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
	for _, as := range []string{text, builtin.Fragment(text)} {
		r, err := w.readText(ctx, as)
		if err != nil {
			return "", false, err
		}
		if done = as != "" && r.Plan != nil && r.Confidence >= w.agent.cfg.AnswerConfidence && (!narrows || len(r.Plan.Where) > 0); done {
			w.notify(Notice{Severity: "NOTICE", Message: fmt.Sprintf("“%s” is read as a new question: it changes nothing of %s", say.Clip(as, 80), w.question.About.named())})
			text = as
			break
		}
	}
	if !done && (narrows || !w.followed.bare) {
		return "", false, nil
	}
	w.question.Verb, w.question.Text, w.links = Run, text, linked{}
	if w.catalog, err = intent.Read(text, intent.Place{Datasource: w.question.Datasource, Datasources: w.question.Datasources}); err != nil {
		return stDone, true, err
	}
	next, err = w.recall(ctx)
	return next, true, err
}

// changesLast reports whether a question is a fragment that changes the last answer.
func (w *work) changesLast() bool {
	q := w.question
	return q.Verb == Run && !q.Inline && q.Relation == "" && q.Draft == "" && q.Answered == 0 && q.About != nil && q.About.SQL != "" && intent.Fragment(q.Text)
}

// workingChanges is the hint that says what the last question was, and what can be said to change its answer.
func (w *work) workingChanges() string {
	return "The last question was " + strings.TrimSuffix(w.question.About.named(), ",") + "; it can be changed by: only the top 3; in 2025; per month instead; " +
		"only those from …; without …; also show …; sorted by …; undo."
}
