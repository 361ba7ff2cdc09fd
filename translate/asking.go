package translate

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/pgask/pgask/translate/dialogue"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
)

// fromModel returns the clarification for several readings by a model. An option that names an existing table or
// column becomes a constraint. Any other option replaces a phrase of the question, or the whole question.
func (w *work) fromModel(d model.Draft) *dialogue.Asked {
	c := &dialogue.Asked{Kind: dialogue.AskFreeText, Message: d.Reason}
	if len(d.Ambiguities) > 0 { // only one at a time
		a := d.Ambiguities[0]
		c.Kind, c.Context = dialogue.Kind(a.Kind), map[string]string{"phrase": a.Phrase}
		if a.Question != "" {
			c.Message = a.Question
		}
		for _, o := range a.Options {
			c.Options = append(c.Options, w.modelOption(a, o))
		}
	}
	if c.Message == "" {
		c.Message = "The question can be read in several ways. Which do you mean?"
	}
	return c
}

func (w *work) modelOption(a model.Ambiguity, o model.Option) dialogue.Option {
	out := dialogue.Option{Label: o.Label, Meaning: o.Meaning}
	t := w.snapshot.Table(o.Schema, o.Table)
	switch {
	case (t == nil || o.Column != "" && t.Column(o.Column) == nil) && dialogue.Kind(a.Kind) != dialogue.AskFilter && a.Phrase != "" && holdsPhrase(w.question.Text, a.Phrase):
		out.Settles = []plan.Constraint{{Kind: plan.UseWords, Phrase: a.Phrase, Value: o.Label}} // what "recent" means
	case t == nil || o.Column != "" && t.Column(o.Column) == nil:
		out.Rephrased = cmp.Or(w.followed.instruction, w.question.Text) + " (" + strings.TrimPrefix(a.Phrase+": ", ": ") + o.Label + ")"
	case o.Value != "":
		out.Settles = []plan.Constraint{{Kind: plan.UseValue, Phrase: a.Phrase, Schema: t.Schema, Table: t.Name, Column: o.Column, Value: o.Value}}
	case o.Column != "":
		out.Settles = []plan.Constraint{{Kind: plan.UseColumn, Phrase: a.Phrase, Schema: t.Schema, Table: t.Name, Column: o.Column}}
	default:
		out.Settles = []plan.Constraint{{Kind: plan.UseTable, Phrase: a.Phrase, Schema: t.Schema, Table: t.Name}}
	}
	return out
}

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

func settledText(c plan.Constraint) string {
	what := c.Table
	switch c.Kind {
	case plan.UseColumn:
		what = c.Table + "." + c.Column
	case plan.UseValue:
		what = c.Value
	case plan.AsOf:
		return "periods counted from " + cmp.Or(c.Value, "today")
	case plan.ReadAs:
		what = c.Phrase
	case plan.AsRead:
		return "read as told"
	case plan.UseWords:
		what = c.Phrase + " as " + c.Value
	case plan.UseJoin:
		what = c.Table + "." + c.Column + " = " + c.RefTable + "." + c.RefColumn
	}
	return string(c.Kind) + " " + what
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
		tried = append(tried, settledText(s))
	}
	return &Error{Code: CodeUnanswered, Message: "this question could not be made clear after " + strconv.Itoa(w.question.Answered) + " answers",
		Detail: "Still open: " + w.unclear.Message + " Settled: " + strings.Join(tried, "; ") + ".", Hint: "Ask it anew in other words."}
}
