package translate

import (
	"slices"

	"github.com/pgask/pgask/lessons"
	"github.com/pgask/pgask/translate/about"
	"github.com/pgask/pgask/translate/schema"
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

// tellable returns a text of the database's own, a comment for instance, or nothing if it is about what may not be known.
func (a *Agent) tellable(s *schema.Snapshot, text string) string {
	if !a.guard.MayTell(s, text) {
		return ""
	}
	return text
}
