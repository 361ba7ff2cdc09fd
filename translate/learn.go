package translate

import (
	"slices"

	"github.com/pgask/pgask/lessons"
)

// teach passes to the library what this question taught: which lessons helped, what the user settled, and what
// differs between a failed attempt and the one that worked.
func (w *work) teach() {
	library := w.agent.cfg.Lessons
	used := idsOf(w.applied())
	switch {
	case w.shown != nil:
		return // the last answer stays unchanged
	case !w.tells() && w.question.Verb != Pin:
		w.answer.past = w.pastOf(used)
	}
	if w.tells() || !w.usesLessons() || w.question.Verb != Run || w.recalled.dropped != nil && w.tried.heldEmpty != nil {
		return
	}
	if p := w.recalled.pin; p != nil {
		library.RecordPinUse(p.ID)
		return
	}
	library.RecordUse(used, true)
	if w.private() {
		return
	}
	library.Asked(w.question.Datasource, w.question.Text, w.answer.proven)
	if library.Learns() && w.tried.heldEmpty == nil {
		corrections := w.known().Corrections()
		learned := library.Learn(append(corrections, w.mended()...)...)
		// Negative feedback on the answer then also covers the lessons from it, so that the clarification is asked
		// again.
		w.answer.past.Lessons = append(slices.Clone(used), learned[:min(len(corrections), len(learned))]...)
		w.rememberSettled(len(corrections))
	}
}

// rememberSettled keeps the translation for the question as it will be asked next: without the answers to
// clarifications, and with the n lessons made from them. If not all answers became lessons, the next question will
// differ, and nothing is kept.
func (w *work) rememberSettled(n int) {
	settled, fitting := w.question.Settled, w.recalled.fitting
	if n == 0 || n != len(settled) || !w.rememberable() || w.draft.sql == "" {
		return
	}
	w.question.Settled, w.recalled.fitting = nil, w.known().Fitting()
	key := w.key()
	w.question.Settled, w.recalled.fitting = settled, fitting
	w.agent.translations.Keep(key, w.made(), w.private())
}

// mended returns lessons from the differences between the last attempt that failed and the one that worked.
func (w *work) mended() []lessons.Lesson {
	n := len(w.trace.Attempts)
	if n == 0 || w.draft.engine != EngineModel {
		return nil
	}
	return w.known().Mended(w.trace.Attempts[n-1], w.answer.proven)
}
