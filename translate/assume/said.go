package assume

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Said is what a question says about rows that do not count.
type Said struct {
	// Text is the question without the words that have such rows back.
	Text string
	// Back are the words for the rows that are to count: {"deleted"}. All means that every row counts.
	Back []string
	All  bool

	words []string // of the whole question, in the singular
}

var including = regexp.MustCompile(`(?i)[,;(]?\s*\b(?:including|incl\.?|counting|together with)\s+(?:also\s+|the\s+|all\s+|any\s+)*` +
	`(\pL+(?:\s*(?:,|\band\b|\bor\b|&)\s*\pL+)*)(?:\s+(?:rows?|records?|entries|ones?|\pL+))?\s*\)?\s*[?.!;]*\s*$`)

var between = regexp.MustCompile(`(?i)\s*(?:,|&|\band\b|\bor\b)\s*`)

// Read finds what a question says about rows that do not count in the database of a model. The states of rows that
// count anyhow ("orders including shipped") say nothing. Words such as "including taxes", which mean no such rows,
// stay in the text.
func Read(question string, m *semantic.Model) Said {
	s := Said{Text: question}
	for _, w := range strings.FieldsFunc(strings.ToLower(question), func(r rune) bool { return !letter(r) }) {
		s.words = append(s.words, wordform.Singular(w))
	}
	found := including.FindStringSubmatchIndex(question)
	if found == nil {
		return s
	}
	for _, w := range between.Split(strings.ToLower(question[found[2]:found[3]]), -1) {
		switch w = wordform.Singular(w); {
		case w == "everything" || w == "all":
			s.All = true
		case slices.ContainsFunc(m.Relations, func(r *semantic.Relation) bool {
			return slices.ContainsFunc(r.LeftOut, func(x semantic.Rule) bool { return slices.Contains(marks(r, x), w) })
		}):
			s.Back = append(s.Back, w)
		case state(m, w): // nothing leaves them out, so they count anyhow
		default:
			return s
		}
	}
	s.Text = strings.TrimRight(question[:found[0]], " ,;(")
	return s
}

var (
	// begins are words of a change that say nothing by themselves: "and also".
	begins = regexp.MustCompile(`(?i)^\s*(?:(?:and|but|now|so|please|ok(?:ay)?|also)\b[\s,]*)*`)
	// includes asks for rows as a command does, which only a change can: "include deleted ones".
	includes = regexp.MustCompile(`(?i)^include\b`)
)

// Change reads a change of an answer. The text is empty where it says nothing but which rows are to count.
func Change(text string, m *semantic.Model) Said {
	s := Read(includes.ReplaceAllString(begins.ReplaceAllString(text, ""), "including"), m)
	if !s.All && len(s.Back) == 0 {
		s.Text = text
	}
	return s
}

// With returns what is said by a question and by a change of its answer.
func (s Said) With(change Said) Said {
	s.Back, s.words = slices.Concat(s.Back, change.Back), slices.Concat(s.words, change.words)
	s.All = s.All || change.All
	return s
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r > 127 }

// unmarked are words of a mark that do not say what is marked.
var unmarked = []string{"is", "at", "on", "flag", "date", "time", "was", "has", "been", "by", "status", "code", "type", "soft"}

// marks returns the words by which people speak of the rows that a rule leaves out, the best first: "deleted" of
// deleted_at, "cancelled" of the code C.
func marks(r *semantic.Relation, rule semantic.Rule) []string {
	c := r.Column(rule.Column.Name)
	if c == nil {
		return nil
	}
	var out []string
	flag := rule.Op != semantic.Is || rule.Value == c.Yes && c.Yes != ""
	if flag {
		for _, w := range c.Own {
			if w = wordform.Singular(w); len(w) > 2 && !slices.Contains(unmarked, w) {
				out = append(out, w)
			}
		}
	}
	for _, code := range c.Codes {
		if code.Value == rule.Value && (!flag || len(out) == 0) {
			if ws := strings.Fields(strings.ToLower(code.Label)); len(ws) > 0 {
				out = append(out, wordform.Singular(ws[0]))
			}
		}
	}
	if rule.Op == semantic.Is && !flag && len(out) == 0 { // the value says it itself
		if ws := strings.Fields(wordform.Fold(rule.Value)); len(ws) == 1 && len(ws[0]) > 2 && !slices.Contains(r.Name.Words, ws[0]) {
			out = append(out, wordform.Singular(ws[0]))
		}
	}
	return out
}

// state reports whether a word is a state in which rows may be: a flag, or the label of a code.
func state(m *semantic.Model, word string) bool {
	return slices.ContainsFunc(m.Relations, func(r *semantic.Relation) bool {
		return slices.ContainsFunc(r.Columns, func(c *semantic.Column) bool {
			if c.Yes != "" || c.Column.Class == schema.Boolean {
				return len(word) > 2 && !slices.Contains(unmarked, word) &&
					slices.ContainsFunc(c.Own, func(w string) bool { return wordform.Singular(w) == word })
			}
			return slices.ContainsFunc(c.Codes, func(code semantic.Code) bool { return wordform.Singular(wordform.Fold(code.Label)) == word })
		})
	})
}

// back reports whether the question wants the rows of a rule, or speaks of them itself.
func (s Said) back(r *semantic.Relation, rule semantic.Rule) bool {
	all := marks(r, rule)
	if s.All || slices.ContainsFunc(all, func(w string) bool { return slices.Contains(s.Back, w) }) {
		return true
	}
	return slices.ContainsFunc(all, func(w string) bool { return slices.Contains(s.words, w) })
}

// scoped reports whether a rule that holds for one use only, such as turnover, is meant by the question.
func (s Said) scoped(rule semantic.Rule) bool {
	return rule.Scope == "" || slices.Contains(s.words, wordform.Singular(rule.Scope))
}

// known reports whether a column may be used in a condition.
func known(c *schema.Column) bool { return c != nil && !c.Masked }
