package lessons

import (
	"fmt"
	"strings"
)

// Rule maps names that people use to names of the database, by a prefix or a suffix.
type Rule struct {
	Prefix, Suffix string
}

// IsZero reports whether r is no rule.
func (r Rule) IsZero() bool { return r == Rule{} }

// Apply returns the database's name for a name that people use.
func (r Rule) Apply(name string) string { return r.Prefix + name + r.Suffix }

// String returns the rule as a file and a table hold it: prefix crm_, suffix _t, or both.
func (r Rule) String() string {
	var parts []string
	if r.Prefix != "" {
		parts = append(parts, "prefix "+r.Prefix)
	}
	if r.Suffix != "" {
		parts = append(parts, "suffix "+r.Suffix)
	}
	return strings.Join(parts, " ")
}

// ParseRule reads what String writes; the empty text is no rule.
func ParseRule(text string) (Rule, error) {
	var r Rule
	words := strings.Fields(text)
	for i := 0; i < len(words); i += 2 {
		if i+1 == len(words) {
			return Rule{}, fmt.Errorf("%q is not a rule; write prefix crm_ or suffix _t", text)
		}
		switch words[i] {
		case "prefix":
			r.Prefix = words[i+1]
		case "suffix":
			r.Suffix = words[i+1]
		default:
			return Rule{}, fmt.Errorf("%q is not a rule; write prefix crm_ or suffix _t", text)
		}
	}
	return r, nil
}

// RuleOf returns the rule that makes actual of name, if one does. A single letter or a name without a part of its own
// is chance.
func RuleOf(name, actual string) Rule {
	if name == "" || len(actual) <= len(name) {
		return Rule{}
	}
	if p, ok := strings.CutSuffix(actual, name); ok && len(p) >= 2 {
		return Rule{Prefix: p}
	}
	if s, ok := strings.CutPrefix(actual, name); ok && len(s) >= 2 {
		return Rule{Suffix: s}
	}
	return Rule{}
}
