package translate

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/plan/review"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/pgask/pgask/audit"
	"github.com/pgask/pgask/translate/diagnose"
	"github.com/pgask/pgask/translate/dialogue"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/draft/bymodel"
	"github.com/pgask/pgask/translate/followup"
	"github.com/pgask/pgask/translate/offer"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// complain turns a complaint of the review into a clarification, or into a failed attempt when it offers no choice.
func (w *work) complain(c *review.Complaint) (state, error) {
	if w.dropLessons() {
		return stPlan, nil // retry without the lesson that led to the plan
	}
	if (c.Careless || w.draft.salvaged) && w.draft.engine == EngineModel && w.usesModel() && w.budget.attempts > 0 {
		w.failure = c // the model can say what it meant; the user did not write the plan
		return stDiagnose, nil
	}
	if c.Kind == review.UnclearValue && w.draft.engine == EngineModel && w.usesModel() && w.budget.attempts > 0 && !w.tried.listed {
		w.tried.listed, w.failure = true, bymodel.Listed(c, w.snapshot, w.agent.cfg.Share)
		return stDiagnose, nil
	}
	if len(c.Candidates) == 0 && w.draft.engine == enginePatch {
		return stDone, followup.Failed(c)
	}
	if len(c.Candidates) == 0 && w.usesModel() {
		w.failure = c
		return stDiagnose, nil
	}
	if len(c.Candidates) == 0 {
		return stDone, cannot(&w.caller, c)
	}
	w.unclear = &dialogue.Asked{Kind: dialogue.Kind(c.Kind), Message: c.Message, Context: map[string]string{"phrase": c.Phrase}}
	for _, cand := range c.Candidates {
		w.unclear.Options = append(w.unclear.Options, dialogue.Option{Label: cand.Label, Meaning: cand.Meaning, Settles: cand.Settles})
	}
	return stClarify, nil
}

// listFailures returns the clarification after the last failed attempt.
func (t *tried) listFailures(attempts []audit.Attempt, s *schema.Snapshot) *dialogue.Asked {
	c := &dialogue.Asked{Kind: dialogue.AskFailures, Message: "None of the statements that I tried worked."}
	for i, a := range attempts {
		c.Message += fmt.Sprintf(" Attempt %d: %s.", i+1, strings.TrimRight(a.Error, "."))
	}
	if c.Options = dialogue.Alternatives(t.nearby, s); len(c.Options) > 0 {
		c.Message += " Did you mean one of these? If not, say it in other words."
		return c
	}
	c.Message += " Say it in other words, or name the tables and columns."
	return c
}

// cannot returns QA002 after a failed draft, when no engine can make another.
func cannot(c *caller, cause error) error {
	message := cause.Error()
	var inv *diagnose.Invalid
	if errors.As(cause, &inv) {
		return c.refused(inv.Verdict) // the built-in translator uses only existing names, so the reason is safety
	}
	var complaint *review.Complaint
	if errors.As(cause, &complaint) {
		message = complaint.Message
	}
	return &Error{Code: CodeUnanswered, Message: "this question could not be answered: " + message,
		Hint: "Say it in other words, or name the tables and columns.", Err: cause}
}

// giveUp returns QA002 with the list of all attempts.
func (q *Question) giveUp(open *dialogue.Asked) error {
	var tried []string
	for _, s := range q.Settled {
		tried = append(tried, dialogue.SettledText(s))
	}
	return &Error{Code: CodeUnanswered, Message: "this question could not be made clear after " + strconv.Itoa(q.Answered) + " answers",
		Detail: "Still open: " + open.Message + " Settled: " + strings.Join(tried, "; ") + ".", Hint: "Ask it anew in other words."}
}

// learnFrom is what is advised about an error. It also collects the similar names, to offer them when every attempt
// fails.
func (t *tried) learnFrom(err error, s *schema.Snapshot) diagnose.Advice {
	a := diagnose.Advise(err, s)
	for _, name := range a.Near {
		if !slices.Contains(t.nearby, name) {
			t.nearby = append(t.nearby, name)
		}
	}
	return a
}

// final records a server's error that no other draft would avoid, with its class, and returns it.
func (w *work) final(err error) error {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && !w.isOwnRelation() {
		w.failed(err, diagnose.Advise(err, w.snapshot))
	}
	return err
}

func (r *reader) offered(unplaced []string) offer.Asked {
	return offer.Asked{Question: r.question.Text, Snapshot: r.snapshot, Unplaced: unplaced, Read: r.readPlan}
}

// readPlan returns the plan of a text other than the question; nil when there is none that would be answered without
// asking once more.
func (r *reader) readPlan(question string, settled ...plan.Constraint) *plan.Plan {
	again := r.readAgain(question, settled...)
	if again.Confidence < r.agent.cfg.AnswerConfidence {
		return nil
	}
	return again.Plan
}

// missing returns a clarification for a question that says "a certain customer" without naming one. Any engine would
// answer it for all customers.
func (r *reader) missing() *dialogue.Asked { return dialogue.FromOffer(offer.Filter(r.offered(nil))) }

// instead returns a clarification that asks for what an unreadable question leaves out, or which table an unknown
// word means; nil when there is neither.
func (d *drafter) instead(r drafts.Result) *dialogue.Asked {
	if r.Reason == "" || d.question.followsUp() {
		return nil
	}
	if o := offer.Metric(d.offered(nil)); o != nil {
		return dialogue.FromOffer(o)
	}
	if d.meantAs() != "" {
		return nil // the hint of the silence says what was meant
	}
	asked := d.offered(r.Unplaced)
	asked.Unfit = r.Unfit
	return dialogue.FromOffer(offer.Near(asked))
}

// meantAs returns advice for a user who wrote SQL, or a change to the last answer; "" for other questions.
func (d *drafter) meantAs() string {
	words := wordform.Plain(d.question.Text)
	if len(words) > 2 && (words[0] == "select" || words[0] == "with" || words[0] == "explain") && slices.Contains(words, "from") {
		return "If that is SQL, write it without ASK: it passes through as it is."
	}
	if d.followed.bare {
		return d.question.About.workingChanges()
	}
	return ""
}
