package translate

import "strings"

// showsLast reports whether the question is only a verb that shows something, and so is about the session's last
// answer.
func (w *work) showsLast() bool {
	return (w.question.Verb == SQL || w.question.Verb == Explain) && strings.TrimSpace(w.question.Text) == ""
}

// beginShowLast checks that there is an answer to show.
func (w *work) beginShowLast() (state, error) {
	about := w.question.About
	if about == nil || about.SQL == "" {
		return stDone, &Error{Code: CodeForm, Message: "there is no answer in this session to show",
			Hint: "Ask first, or say what: ASK " + string(w.question.Verb) + ": how many customers are there;"}
	}
	w.shown, w.question.Text = about, about.Question
	return stFreshness, nil
}

// lookBack takes the last answer, changes included. Its statement is checked again, because it may no longer be
// valid.
func (w *work) lookBack() state {
	about := w.shown
	w.answer.Reading = about.reading
	next := stReview
	if about.plan != nil {
		w.patched(about.plan)
	} else {
		w.draft = draft{sql: about.SQL, engine: enginePatch, confidence: 1}
		w.answer.Confidence = 1
		next = stGuard
	}
	w.answer.Engine = about.Engine
	return next
}
