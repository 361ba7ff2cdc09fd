package translate

import (
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/builtin"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/refine"
)

// silent is QA002 with what was not understood. Its hint is the next step: what people often mean who say such a thing, else
// where to look.
func (w *work) silent(r builtin.Result) error {
	message := r.Reason
	if message == "" {
		message = "this question cannot be answered from this database"
	}
	hint := w.meantAs()
	if hint == "" {
		hint = "ASK which tables are there; shows what can be asked about."
		if w.foreign(r.Unplaced) {
			hint = "Questions are read in English. " + hint
		}
		if w.agent.cfg.Model == nil && w.engine() != EngineBuiltin {
			hint += " With a model configured (model.base_url, model.name) harder questions can be answered."
		}
	}
	e := &Error{Code: CodeUnanswered, Message: message, Hint: hint}
	if len(r.Unplaced) > 0 && !namesAll(message, r.Unplaced) {
		e.Detail = "Words that could not be placed: " + strings.Join(r.Unplaced, ", ") + "."
	}
	return e
}

// namesAll reports whether a message holds all of the words.
func namesAll(message string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(message, w) })
}

// meantAs tells who wrote SQL, or a change to the last answer, how to say that; empty: neither.
func (w *work) meantAs() string {
	words := plainWords(w.question.Text)
	if len(words) > 2 && (words[0] == "select" || words[0] == "with" || words[0] == "explain") && slices.Contains(words, "from") {
		return "If that is SQL, write it without ASK: it passes through as it is."
	}
	about := w.question.About
	if about == nil || w.question.Inline || w.question.Verb != Run || about.SQL == "" {
		return ""
	}
	base := about.plan
	if base == nil {
		base, _ = plan.Lift(about.SQL)
	}
	if _, changes := refine.Read(w.question.Text, base, w.snapshot); !changes {
		return ""
	}
	return "If it is to change the last answer: ASK refine: " + strings.TrimRight(clip(w.question.Text, 200), " ;.") + ";"
}

// foreign reports whether most of a question is words that nothing here is called, as of one in another language.
func (w *work) foreign(unplaced []string) bool {
	return len(unplaced) > 2 && 2*len(unplaced) >= len(plainWords(w.question.Text))
}
