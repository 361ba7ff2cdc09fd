package translate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pgask/pgask/display"
	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/model"
	"github.com/pgask/pgask/translate/plan"
)

// Text returns the clarification for people: the question and its numbered choices, a line each.
func (c *Clarification) Text() display.Text {
	lines := []display.Text{display.Line(c.Message)}
	for i, o := range c.Options {
		line := display.Sprintf("  %d. %s", i+1, o.Label)
		if o.Meaning != "" {
			line = display.Sprintf("%s: %s", line, o.Meaning)
		}
		lines = append(lines, line)
	}
	return display.Join(lines, "\n")
}

// asksWhich reports whether a reply in words replaces the phrase that the clarification is about.
func (c *Clarification) asksWhich() bool {
	_, ok := c.Context["noun"]
	return ok && c.Kind == AskFilter
}

// JSON returns the clarification for programs.
func (c *Clarification) JSON() string {
	out := *c
	if out.Options == nil {
		out.Options = []Option{}
	}
	data, err := display.JSON(out)
	if err != nil {
		return "{}"
	}
	return string(data)
}

// Hint explains how to answer, in the session and from a pool that changes sessions. A question that is repeated in
// full with its answer works at any time, for example in a dashboard. The results of earlier answers, and follow-ups
// on an answer, need an id that is kept for an hour.
func (c *Clarification) Hint() string {
	if len(c.Options) == 0 {
		return c.sessionHint()
	}
	return "Answer with ASK 1; or the name of a choice; from another session with SELECT * FROM " + c.again() + "."
}

// sessionHint explains how to answer in the session that was asked.
func (c *Clarification) sessionHint() string {
	switch {
	case c.asksWhich() && len(c.Options) == 0:
		return "Answer with ASK answer: and which one."
	case len(c.Options) == 0:
		return "Ask again in other words, or add some with ASK answer: and what you mean."
	}
	if name := c.Options[0].Label; len(name) <= 40 && !strings.ContainsAny(name, `'";$\`) {
		return "Answer with ASK 1; or by name, ASK " + name + ";"
	}
	return "Answer with ASK 1; or ASK and the name of a choice."
}

// Notice returns the clarification as a notice. At a prompt the user has read the choices and answers in the same
// session, so the detail is short: the type, and the id by which a script can answer from elsewhere.
func (c *Clarification) Notice(atPrompt bool) Notice {
	n := Notice{Severity: "NOTICE", Code: CodeClarify, Message: string(c.Text()), Layout: c.Text(), Detail: c.JSON(), Hint: c.Hint()}
	if atPrompt {
		brief, err := json.Marshal(struct {
			ID   string      `json:"id"`
			Kind ClarifyKind `json:"type"`
		}{c.ID, c.Kind})
		if err == nil {
			n.Detail = string(brief)
		}
		n.Hint = c.sessionHint()
	}
	return n
}

// again returns the call that repeats the question with the first choice as its answer.
func (c *Clarification) again() string {
	q := c.Question
	replies := append(slices.Clone(q.Replies), "1")
	if n := len(replies) - 1; n > 0 && len(c.Options) > 0 {
		replies[n] = c.byName("1")
	}
	all := strings.Join(replies, "; ")
	if q.Verb == Refine || q.Verb == Patch || len(replies) != q.Answered+1 || strings.Count(all, ";") != q.Answered || len(all) > longestAgain {
		return fmt.Sprintf("ask_answer(%s, '1')", quoteLiteral(c.ID))
	}
	return fmt.Sprintf("ask(%s, answer => %s)", quoteLiteral(cmp.Or(q.Said, q.Text)), quoteLiteral(all))
}

// longestAgain bounds, in bytes, a question that is repeated in a message.
const longestAgain = 200

// AsError returns the clarification as an error. Its message explains how to answer, because many programs show only
// the message of an error, and have no session in which to answer.
func (c *Clarification) AsError() *Error {
	text := c.Text()
	if len(c.Options) > 0 && len(c.Question.Text) <= longestAgain {
		text = display.Sprintf("%s\nTo choose the first: SELECT * FROM %s", text, c.again())
	}
	return &Error{Code: CodeClarify, Message: string(text), Layout: text, Detail: c.JSON(), Hint: c.Hint()}
}

// Rows returns the clarification as a statement that returns its choices.
func (c *Clarification) Rows() (Statement, error) {
	rows := make([][]string, len(c.Options))
	for i, o := range c.Options {
		rows[i] = []string{strconv.Itoa(i + 1), o.Label, strings.TrimSpace(o.Meaning)}
	}
	sql, err := values([]column{{"choice", "int4"}, {"answer", "text"}, {"meaning", "text"}}, rows)
	return Statement{SQL: sql, Tells: true}, err
}

// quoteLiteral returns a text as an SQL literal, for hints that people copy.
func quoteLiteral(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// fromDraft returns the clarification that an engine asks for.
func fromDraft(a *drafts.Back) *Clarification {
	c := &Clarification{Kind: ClarifyKind(a.Kind), Message: a.Message, Context: map[string]string{"phrase": a.Phrase}}
	for _, o := range a.Options {
		c.Options = append(c.Options, Option{Label: o.Label, Meaning: o.Meaning, Settles: o.Settles})
	}
	return c
}

// fromModel returns the clarification for several readings by a model. An option that names an existing table or
// column becomes a constraint. Any other option replaces a phrase of the question, or the whole question.
func (w *work) fromModel(d model.Draft) *Clarification {
	c := &Clarification{Kind: AskFreeText, Message: d.Reason}
	if len(d.Ambiguities) > 0 { // only one at a time
		a := d.Ambiguities[0]
		c.Kind, c.Context = ClarifyKind(a.Kind), map[string]string{"phrase": a.Phrase}
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

func (w *work) modelOption(a model.Ambiguity, o model.Option) Option {
	out := Option{Label: o.Label, Meaning: o.Meaning}
	t := w.snapshot.Table(o.Schema, o.Table)
	switch {
	case (t == nil || o.Column != "" && t.Column(o.Column) == nil) && ClarifyKind(a.Kind) != AskFilter && a.Phrase != "" && holdsPhrase(w.question.Text, a.Phrase):
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
	w.unclear = &Clarification{Kind: ClarifyKind(c.Kind), Message: c.Message, Context: map[string]string{"phrase": c.Phrase}}
	for _, cand := range c.Candidates {
		w.unclear.Options = append(w.unclear.Options, Option{Label: cand.Label, Meaning: cand.Meaning, Settles: cand.Settles})
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
func (w *work) listFailures() *Clarification {
	c := &Clarification{Kind: AskFailures, Message: "None of the statements that I tried worked."}
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
