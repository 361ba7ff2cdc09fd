package dialogue

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/draft"
	"github.com/pgask/pgask/translate/say"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/wordform"
)

// Silent returns QA002 with the part of a question that was not understood. Its hint suggests the next step: what was
// meant, where that is known, else where to look.
func Silent(question string, s *schema.Snapshot, r draft.Result, meant string) error {
	message := r.Reason
	message = cmp.Or(message, "this question cannot be answered from this database")
	hint := meant
	if hint == "" {
		hint = whereToLook(question, s)
		if foreign(question, r.Unplaced) {
			hint = "Questions are read in English. " + hint
		}
	}
	e := &say.Error{Code: say.CodeUnanswered, Message: message, Hint: hint}
	if len(r.Unplaced) > 0 && !namesAll(message, r.Unplaced) {
		e.Detail = "Words that could not be placed: " + strings.Join(r.Unplaced, ", ") + "."
	}
	return e
}

// whereToLook returns the next step for a question that was not understood: the columns of a table that it names, or
// else the list of tables.
func whereToLook(question string, s *schema.Snapshot) string {
	if table := namedTable(question, s); table != "" {
		return "ASK describe " + table + "; shows the columns that can be asked about. ASK which tables are there; shows the tables."
	}
	return "ASK which tables are there; shows what can be asked about."
}

// namedTable returns the first table that the question names, in the singular or the plural; "" when there is none,
// or its name is not plain.
func namedTable(question string, s *schema.Snapshot) string {
	words := wordform.Plain(question)
	for i := range words {
		for _, t := range s.Tables {
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

// foreign reports whether most words of a question are unknown in this database, as in another language.
func foreign(question string, unplaced []string) bool {
	return len(unplaced) > 2 && 2*len(unplaced) >= len(wordform.Plain(question))
}
