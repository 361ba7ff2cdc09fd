package translate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/plan"
)

// complain turns a complaint of the review into a clarification, or into a failed attempt when it offers no choice.
func (w *work) complain(c *plan.Complaint) (state, error) {
	if w.dropLessons() {
		return stPlan, nil // retry without the lesson that led to the plan
	}
	if (c.Careless || w.draft.salvaged) && w.draft.engine == EngineModel && w.usesModel() && w.budget.attempts > 0 {
		w.failure = c // the model can say what it meant; the user did not write the plan
		return stDiagnose, nil
	}
	if c.Kind == plan.UnclearValue && w.draft.engine == EngineModel && w.usesModel() && w.budget.attempts > 0 && !w.tried.listed {
		w.tried.listed, w.failure = true, w.listedFor(c)
		return stDiagnose, nil
	}
	if len(c.Candidates) == 0 && w.draft.engine == enginePatch {
		return stDone, w.cannotPatch(c)
	}
	if len(c.Candidates) == 0 && w.usesModel() {
		w.failure = c
		return stDiagnose, nil
	}
	if len(c.Candidates) == 0 {
		return stDone, w.cannot(c)
	}
	w.unclear = &dialogue.Asked{Kind: dialogue.Kind(c.Kind), Message: c.Message, Context: map[string]string{"phrase": c.Phrase}}
	for _, cand := range c.Candidates {
		w.unclear.Options = append(w.unclear.Options, dialogue.Option{Label: cand.Label, Meaning: cand.Meaning, Settles: cand.Settles})
	}
	return stClarify, nil
}

// listFailures returns the clarification after the last failed attempt.
func (w *work) listFailures() *dialogue.Asked {
	c := &dialogue.Asked{Kind: dialogue.AskFailures, Message: "None of the statements that I tried worked."}
	for i, a := range w.trace.Attempts {
		c.Message += fmt.Sprintf(" Attempt %d: %s.", i+1, strings.TrimRight(a.Error, "."))
	}
	if c.Options = w.alternatives(); len(c.Options) > 0 {
		c.Message += " Did you mean one of these? If not, say it in other words."
		return c
	}
	c.Message += " Say it in other words, or name the tables and columns."
	return c
}

// giveUp returns QA002 with the list of all attempts.
func (w *work) giveUp() error {
	var tried []string
	for _, s := range w.question.Settled {
		tried = append(tried, dialogue.SettledText(s))
	}
	return &Error{Code: CodeUnanswered, Message: "this question could not be made clear after " + strconv.Itoa(w.question.Answered) + " answers",
		Detail: "Still open: " + w.unclear.Message + " Settled: " + strings.Join(tried, "; ") + ".", Hint: "Ask it anew in other words."}
}
