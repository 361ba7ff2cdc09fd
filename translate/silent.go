package translate

import (
	"slices"
	"strings"

	drafts "github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/plan"
	"github.com/pgask/pgask/translate/refine"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/wordform"
)

// silent returns QA002 with the part that was not understood. Its hint suggests the next step: what people often mean
// by such words, else where to look.
func (w *work) silent(r drafts.Result) error {
	message := r.Reason
	if message == "" {
		message = "this question cannot be answered from this database"
	}
	hint := w.meantAs()
	if hint == "" {
		hint = w.whereToLook()
		if w.foreign(r.Unplaced) {
			hint = "Questions are read in English. " + hint
		}
	}
	e := &Error{Code: CodeUnanswered, Message: message, Hint: hint}
	if len(r.Unplaced) > 0 && !namesAll(message, r.Unplaced) {
		e.Detail = "Words that could not be placed: " + strings.Join(r.Unplaced, ", ") + "."
	}
	return e
}

// whereToLook returns the next step for a question that was not understood: the columns of a table that it names, or else the list of tables.
func (w *work) whereToLook() string {
	if table := w.namedTable(); table != "" {
		return "ASK describe " + table + "; shows the columns that can be asked about. ASK which tables are there; shows the tables."
	}
	return "ASK which tables are there; shows what can be asked about."
}

// namedTable returns the first table that the question names, in the singular or the plural; "" when there is none,
// or its name is not plain.
func (w *work) namedTable() string {
	words := wordform.Plain(w.question.Text)
	for i := range words {
		for _, t := range w.snapshot.Tables {
			name := wordform.Plain(strings.ReplaceAll(t.Name, "_", " "))
			if !t.Visible || len(name) == 0 || i+len(name) > len(words) || strings.ToLower(t.Name) != t.Name {
				continue
			}
			if slices.EqualFunc(name, words[i:i+len(name)], sameNoun) || strings.EqualFold(t.Name, words[i]) {
				return t.Name
			}
		}
	}
	return ""
}

// sameNoun reports whether two words are equal apart from a plural ending.
func sameNoun(a, b string) bool {
	return strings.TrimSuffix(a, "s") == strings.TrimSuffix(b, "s")
}

// namesAll reports whether a message contains all of the words.
func namesAll(message string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(message, w) })
}

// meantAs returns advice for a user who wrote SQL, or a change to the last answer; "" for other questions.
func (w *work) meantAs() string {
	words := wordform.Plain(w.question.Text)
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
	return "If it is to change the last answer: ASK refine: " + strings.TrimRight(say.Clip(w.question.Text, 200), " ;.") + ";"
}

// foreign reports whether most words of a question are unknown in this database, as in another language.
func (w *work) foreign(unplaced []string) bool {
	return len(unplaced) > 2 && 2*len(unplaced) >= len(wordform.Plain(w.question.Text))
}
