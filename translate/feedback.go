package translate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/amend"
	"github.com/pgask/pgask/translate/memory"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
)

// applyFeedback records the user's opinion on the last answer, and returns a message about the effect.
func (r *reader) applyFeedback(ctx context.Context) (string, error) {
	about := r.question.About
	if about == nil || about.SQL == "" {
		return "", &Error{Code: CodeForm, Message: "there is no answer in this session that this could be about",
			Hint: "Ask first; then say ask good: or ask bad: why."}
	}
	library := r.agent.cfg.Lessons
	example := lessons.Lesson{Kind: lessons.Example, Words: say.Clip(about.Question, 900), Means: about.SQL,
		Note: "ask good: " + say.Clip(r.question.Text, 300)}
	mistake := lessons.Lesson{Kind: lessons.Mistake}
	if masked := plan.Masked(about.SQL); masked != "" {
		mistake.Words = say.Clip("answering “"+about.Question+"” by "+masked, 1900)
	}
	if r.question.Verb == Good {
		library.RecordFeedback(about.Lessons, true)
		library.Withdraw(r.feedbackOn(about, mistake))
		if r.mayShow(about.Question, about.SQL) && about.Engine != "pin" && !r.private() {
			library.Learn(r.feedbackOn(about, example))
		}
		return "noted: the answer to " + about.named() + " was right", nil
	}
	library.RecordFeedback(about.Lessons, false)
	library.Withdraw(r.feedbackOn(about, example))
	r.agent.translations.Forget(about.key)
	reason := strings.TrimSpace(r.question.Text)
	if mistake.Words != "" && !r.private() {
		mistake.Means = say.Clip(strings.TrimSuffix(calledWrong+reason, ": "), 900)
		mistake.Note = say.Clip(about.Question, 500)
		library.Learn(r.feedbackOn(about, mistake))
	}
	r.takeAdvice(ctx, about, reason)
	return "noted: the answer to " + about.named() + " was wrong", nil
}

// calledWrong begins what is kept of an answer that was called wrong; the reason follows.
const calledWrong = "it was called wrong: "

// complaints returns why answers to a question were called wrong, where a reason was given: a few of them.
func (c *caller) complaints(question string) (reasons []string) {
	if !c.usesLessons() {
		return nil
	}
	for _, l := range c.agent.cfg.Lessons.Alike(c.question.Datasource, c.print.Role, lessons.Words(question), 1) {
		reason, called := strings.CutPrefix(l.Means, calledWrong)
		if called && l.Source == lessons.FromFeedback && strings.EqualFold(l.Note, question) &&
			len(reasons) < maxRemembered && c.mayHear(l) && !c.taught(reason) {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}

// taught reports whether a reason said what a word means, so that there is a lesson about it.
func (c *caller) taught(reason string) bool {
	return slices.ContainsFunc(c.agent.cfg.Lessons.For(c.question.Datasource, c.print.Role), func(l lessons.Lesson) bool {
		return l.Kind == lessons.Column && l.Note == becauseOf(reason)
	})
}

// becauseOf notes with a lesson the reason of feedback that taught it.
func becauseOf(reason string) string { return say.Clip("ask bad: "+reason, 500) }

// complained returns notices that the answer to the question was called wrong before, and why.
func (c *caller) complained(engine string) (told []Notice) {
	if engine != EngineBuiltin || c.question.Answered > 0 || c.question.followsUp() {
		return nil
	}
	for _, reason := range c.complaints(c.question.Text) {
		told = append(told, Notice{Severity: "NOTICE",
			Message: fmt.Sprintf("An answer to this question was called wrong before: “%s”", say.Clip(reason, 200))})
	}
	return told
}

// otherReading tells of the reading that is taken from now on because of the reason of feedback, if there is one.
func (r *reader) otherReading(ctx context.Context, about *Past, reason string) bool {
	q := r.toDraft(about.Question, true)
	q.Complaints = []string{reason}
	result, err := r.withoutModel().Draft(ctx, q)
	if err != nil || result.Plan == nil {
		return false
	}
	if sql, err := plan.Synthesise(result.Plan); err != nil || about.plan == nil || sql == synthesised(about.plan) {
		return false
	}
	r.notify(Notice{Severity: "NOTICE", Message: fmt.Sprintf("From now on it is read as: %s", result.Plan.Reading),
		Hint: "Ask again to get the answer."})
	return true
}

// synthesised returns the statement of a plan; "" where there is none.
func synthesised(p *plan.Plan) string {
	sql, _ := plan.Synthesise(p)
	return sql
}

// takeAdvice learns what the reason of feedback says a word means, and tells it; where the reason says something that
// is not understood, how it could be said. Where the reason may be kept nowhere, nothing is learned of it.
func (r *reader) takeAdvice(ctx context.Context, about *Past, reason string) {
	if reason == "" || !r.usesLessons() || !r.agent.cfg.Lessons.Learns() || r.private() {
		return
	}
	if r.snapshot != nil {
		base, _ := about.base()
		m, ok := amend.Read(reason, about.Question, base, r.meaning())
		l := r.feedbackOn(about, lessons.Lesson{Kind: lessons.Column, Words: m.Words, Means: m.Means, Note: becauseOf(reason)})
		if ok && r.mayHear(l) {
			r.agent.cfg.Lessons.Withdraw(l)
			r.agent.cfg.Lessons.Learn(l)
			told := Notice{Severity: "NOTICE", Message: fmt.Sprintf("From now on “%s” means %s.", m.Words, m.Means),
				Hint: "Ask again to get the answer."}
			if !r.changesAnswer(ctx, about.Question, l) {
				told.Message = fmt.Sprintf("It is noted that “%s” means %s, but this question is still read otherwise.", m.Words, m.Means)
				told.Hint = "Other questions may be."
			}
			r.notify(told)
			r.tellSilenced(ctx, l)
			return
		}
	}
	if r.snapshot != nil && r.otherReading(ctx, about, reason) {
		return
	}
	r.notify(Notice{Severity: "NOTICE", Message: "Noted. What should change? The reason names no other reading of the question.",
		Hint: "Say what a word means, as in ASK bad: revenue is sum(orders.amount - orders.discount); or change the answer with ASK refine: …;"})
}

// tellSilenced tells how many questions that were answered are not any more because of a lesson that was just learned.
func (r *reader) tellSilenced(ctx context.Context, l lessons.Lesson) {
	n, err := r.silences(ctx, l)
	if err != nil || n == 0 {
		return // what was learned is no worse for it
	}
	some := "a question"
	if n > 1 {
		some = fmt.Sprintf("%d questions", n)
	}
	r.notify(Notice{Severity: "NOTICE", Message: fmt.Sprintf("With that, %s asked before with “%s” would no longer be answered.", some, l.Words),
		Hint: "pgask lessons check --dsn … lists them."})
}

// changesAnswer reports whether a question is answered in another way with a lesson: by the built-in translator, or
// by the model, which is told of it.
func (r *reader) changesAnswer(ctx context.Context, question string, l lessons.Lesson) bool {
	was := r.recalled.lessons
	defer func() { r.recalled.lessons = was }()
	read := func() string {
		result, err := r.readText(ctx, question)
		if err != nil || result.Plan == nil {
			return ""
		}
		sql, _ := plan.Synthesise(result.Plan) // "" for none
		return sql
	}
	without := read()
	r.recalled.lessons = append([]lessons.Lesson{l}, was...)
	with := read()
	return with != without || with == "" && r.usesModel()
}

// advises reports whether feedback may say what a word means, or which other reading was meant.
func (q *Question) advises() bool { return q.Verb == Bad && strings.TrimSpace(q.Text) != "" }

// feedbackOn returns a lesson from the caller's feedback on an earlier answer.
func (c *caller) feedbackOn(about *Past, l lessons.Lesson) lessons.Lesson {
	l.Datasources, l.Author = []string{about.Datasource}, c.print.Role
	l.Source, l.Confidence = lessons.FromFeedback, memory.SureOfFeedback
	return l
}

// mayShow reports whether a statement may be used as an example in prompts: all its texts come from the question, or
// models may see values.
func (c *caller) mayShow(question, sql string) bool {
	texts, ok := plan.Texts(sql)
	if !ok || c.agent.cfg.Share.Level == schema.Values {
		return ok
	}
	return !slices.ContainsFunc(texts, func(t string) bool {
		return !strings.Contains(strings.ToLower(question), strings.ToLower(strings.Trim(t, "%")))
	})
}
