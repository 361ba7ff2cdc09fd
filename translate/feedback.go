package translate

import (
	"context"
	"fmt"
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/amend"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
)

// applyFeedback records the user's opinion on the last answer, and returns a message about the effect.
func (w *work) applyFeedback(ctx context.Context) (string, error) {
	about := w.question.About
	if about == nil || about.SQL == "" {
		return "", &Error{Code: CodeForm, Message: "there is no answer in this session that this could be about",
			Hint: "Ask first; then say ask good: or ask bad: why."}
	}
	library := w.agent.cfg.Lessons
	example := lessons.Lesson{Kind: lessons.Example, Words: say.Clip(about.Question, 900), Means: about.SQL, Note: "ask good: " + say.Clip(w.question.Text, 300)}
	mistake := lessons.Lesson{Kind: lessons.Mistake}
	if masked := plan.Masked(about.SQL); masked != "" {
		mistake.Words = say.Clip("answering “"+about.Question+"” by "+masked, 1900)
	}
	if w.question.Verb == Good {
		library.RecordFeedback(about.Lessons, true)
		library.Withdraw(w.feedbackOn(about, mistake))
		if w.mayShow(about.Question, about.SQL) && about.Engine != "pin" && !w.private() {
			library.Learn(w.feedbackOn(about, example))
		}
		return "noted: the answer to " + about.named() + " was right", nil
	}
	library.RecordFeedback(about.Lessons, false)
	library.Withdraw(w.feedbackOn(about, example))
	w.agent.translations.Forget(about.key)
	reason := strings.TrimSpace(w.question.Text)
	if mistake.Words != "" && !w.private() {
		mistake.Means = say.Clip(strings.TrimSuffix("it was called wrong: "+reason, ": "), 900)
		mistake.Note = say.Clip(about.Question, 500)
		library.Learn(w.feedbackOn(about, mistake))
	}
	w.takeAdvice(ctx, about, reason)
	return "noted: the answer to " + about.named() + " was wrong", nil
}

// takeAdvice learns what the reason of feedback says a word means, and tells it; where the reason says something that is not
// understood, how it could be said. Where the reason may be kept nowhere, nothing is learned of it.
func (w *work) takeAdvice(ctx context.Context, about *Past, reason string) {
	if reason == "" || !w.usesLessons() || !w.agent.cfg.Lessons.Learns() || w.private() {
		return
	}
	if w.snapshot != nil {
		base := about.plan
		if base == nil {
			base, _ = plan.Lift(about.SQL)
		}
		m, ok := amend.Read(reason, about.Question, base, w.agent.understand(w.snapshot))
		l := w.feedbackOn(about, lessons.Lesson{Kind: lessons.Column, Words: m.Words, Means: m.Means, Note: say.Clip("ask bad: "+reason, 500)})
		if ok && w.mayHear(l) {
			w.agent.cfg.Lessons.Withdraw(l)
			w.agent.cfg.Lessons.Learn(l)
			told := Notice{Severity: "NOTICE", Message: fmt.Sprintf("From now on “%s” means %s.", m.Words, m.Means), Hint: "Ask again to get the answer."}
			if !w.changesAnswer(ctx, about.Question, l) {
				told.Message = fmt.Sprintf("It is noted that “%s” means %s, but this question is still read otherwise.", m.Words, m.Means)
				told.Hint = "Other questions may be."
			}
			w.notify(told)
			return
		}
	}
	w.notify(Notice{Severity: "NOTICE", Message: "Noted, but nothing will be computed in another way because of it.",
		Hint: "What should change? Say what a word means, as in ASK bad: revenue is sum(orders.amount - orders.discount); or change the answer with ASK refine: …;"})
}

// changesAnswer reports whether a question is answered in another way with a lesson: by the built-in translator, or by the model,
// which is told of it.
func (w *work) changesAnswer(ctx context.Context, question string, l lessons.Lesson) bool {
	was := w.recalled.lessons
	defer func() { w.recalled.lessons = was }()
	read := func() string {
		result, err := w.readText(ctx, question)
		if err != nil || result.Plan == nil {
			return ""
		}
		sql, _ := plan.Synthesise(result.Plan) // "" for none
		return sql
	}
	without := read()
	w.recalled.lessons = append([]lessons.Lesson{l}, was...)
	with := read()
	return with != without || with == "" && w.usesModel()
}

// advises reports whether feedback may say what a word means.
func (q *Question) advises() bool { return q.Verb == Bad && amend.Looks(q.Text) }

// feedbackOn returns a lesson from the caller's feedback on an earlier answer.
func (w *work) feedbackOn(about *Past, l lessons.Lesson) lessons.Lesson {
	l.Datasources, l.Author = []string{about.Datasource}, w.print.Role
	l.Source, l.Confidence = lessons.FromFeedback, memory.SureOfFeedback
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
