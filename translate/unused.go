package translate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/semantic"
)

// unused returns sentences about words of the question that people have defined by what the caller cannot see. They are the same whether
// that exists or not, and name nothing but what the caller said; the operator is told the rest.
func (w *work) unused() (told []string) {
	if w.snapshot == nil || w.tells() || w.shown != nil || w.question.Draft != "" || w.recalled.pin != nil {
		return nil
	}
	text := w.question.Text
	if w.question.followsUp() {
		text = w.followed.instruction
	}
	for _, u := range w.known().Unused(text) {
		if len(told) == maxRemembered || u.Elsewhere && !w.unexplained(u) {
			continue
		}
		why := "it cannot be part of a question"
		if u.Absent {
			why = "not all that it names is here"
		}
		told = append(told, fmt.Sprintf("“%s” has a definition, which is not used: %s.", say.Clip(u.Phrase, 100), why))
		w.agent.tellUnused(w.question.Datasource, w.print.Role, u.Why)
	}
	return told
}

// unexplained reports whether nothing else explains the words of a definition.
func (w *work) unexplained(u semantic.Unused) bool {
	return !slices.ContainsFunc(link.Split(u.Phrase), func(word link.Word) bool {
		return !slices.ContainsFunc(w.understood.Unplaced, func(o string) bool { return strings.EqualFold(o, word.Text) })
	})
}

// withUnused adds to the error of a question that was not understood which definitions could not be used for it.
func (w *work) withUnused(err error) error {
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeUnanswered {
		return err
	}
	if told := w.unused(); len(told) > 0 {
		one := *e
		one.Detail = strings.TrimSpace(strings.Join(append(told, one.Detail), " "))
		return &one
	}
	return err
}

// tellUnused tells the operator of a definition that could not be used, once.
func (a *Agent) tellUnused(datasource, role, what string) {
	if a.cfg.Unused == nil {
		return
	}
	if _, known := a.unusedTold.LoadOrStore([3]string{datasource, role, what}, true); !known {
		a.cfg.Unused(datasource, role, what)
	}
}
