package translate

import (
	"slices"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/draft/bymodel"
)

// What people have written about a database, lessons, pins, comments and descriptions, may name what a caller must not know of. All
// that goes to a prompt or to a person asks here.

// mayTell reports whether the caller may read all of these texts.
func (w *work) mayTell(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !w.agent.guard.MayTell(w.facts, text) })
}

// mayHear reports whether the caller may read a lesson, and a prompt for it may hold it.
func (w *work) mayHear(l lessons.Lesson) bool {
	return w.mayTell(about.LessonTexts(l)...)
}

// Private reports whether the text of a question may be kept nowhere but in this process, as little as in the audit log: whose it is, and which
// columns the statement reads that it became; proven is false as long as there is no proven one.
type Private func(role string, columns []string, proven bool) bool

// private reports whether the words of the question, and what was made of them, may be kept nowhere but in this process. What a person
// chooses to keep, a pin or a lesson of a file, is not asked for here.
func (w *work) private() bool {
	is := w.agent.cfg.Private
	return is != nil && is(w.print.SessionRole, w.trace.Columns, w.trace.Verdict == "allow")
}

// answers returns where the answers of models are kept to prompts of the question. It is not known yet what its statement will read.
func (w *work) answers() bymodel.Answers {
	if w.private() {
		return w.agent.privateAnswers
	}
	return w.agent.cfg.Answers
}
