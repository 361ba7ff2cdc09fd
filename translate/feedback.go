package translate

import (
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/schema"
)

// applyFeedback records the user's opinion on the last answer, and returns a message about the effect.
func (w *work) applyFeedback() (string, error) {
	about := w.question.About
	if about == nil || about.SQL == "" {
		return "", &Error{Code: CodeForm, Message: "there is no answer in this session that this could be about",
			Hint: "Ask first; then say ask good: or ask bad: why."}
	}
	library := w.agent.cfg.Lessons
	example := lessons.Lesson{Kind: lessons.Example, Words: clip(about.Question, 900), Means: about.SQL, Note: "ask good: " + clip(w.question.Text, 300)}
	mistake := lessons.Lesson{Kind: lessons.Mistake}
	if masked := plan.Masked(about.SQL); masked != "" {
		mistake.Words = clip("answering “"+about.Question+"” by "+masked, 1900)
	}
	if w.question.Verb == Good {
		library.RecordFeedback(about.Lessons, true)
		library.Withdraw(w.feedbackOn(about, mistake))
		if w.mayShow(about.Question, about.SQL) && about.Engine != "pin" {
			library.Learn(w.feedbackOn(about, example))
		}
		return "noted: the answer to " + about.named() + " was right", nil
	}
	library.RecordFeedback(about.Lessons, false)
	library.Withdraw(w.feedbackOn(about, example))
	w.agent.translations.forget(about.key)
	reason := strings.TrimSpace(w.question.Text)
	if mistake.Words != "" {
		mistake.Means = clip(strings.TrimSuffix("it was called wrong: "+reason, ": "), 900)
		mistake.Note = clip(about.Question, 500)
		library.Learn(w.feedbackOn(about, mistake))
	}
	return "noted: the answer to " + about.named() + " was wrong", nil
}

// feedbackOn returns a lesson from the caller's feedback on an earlier answer.
func (w *work) feedbackOn(about *Past, l lessons.Lesson) lessons.Lesson {
	l.Datasources, l.Author = []string{about.Datasource}, w.print.Role
	l.Source, l.Confidence = lessons.FromFeedback, sureOfFeedback
	return l
}

// mayShow reports whether a statement may be used as an example in prompts: all its texts come from the question, or
// models may see values.
func (w *work) mayShow(question, sql string) bool {
	texts, ok := plan.Texts(sql)
	if !ok || w.agent.cfg.Share.Level == schema.Values {
		return ok
	}
	for _, t := range texts {
		if !strings.Contains(strings.ToLower(question), strings.ToLower(strings.Trim(t, "%"))) {
			return false
		}
	}
	return true
}
