package builtin

import (
	"slices"
	"strings"
)

// opposing are prefixes that negate a word: inactive, unverified, non-smoking.
var opposing = []string{"in", "un", "non", "dis", "im"}

// flagSenses returns, for a word such as "inactive" or "unverified", the boolean column that the rest of the word
// names, as a negated sense.
func (p *parser) flagSenses(i, j int) []sense {
	if j != i+1 || p.toks[i].kind != word {
		return nil
	}
	var out []sense
	for _, o := range opposing {
		rest, ok := strings.CutPrefix(p.toks[i].low, o)
		if !ok || len(rest) < 4 {
			continue
		}
		t := oneWord(rest, p.toks[i].start)
		for _, n := range p.ix.find([]token{t}) {
			if n.column == nil || n.other || n.score < 0.85 || !slices.Contains(p.ix.info[n.table].columns[n.column], t.stem) {
				continue
			}
			if _, ok := truth(field{n.table, n.column}); ok {
				out = append(out, sense{kind: columnSense, table: n.table, field: field{n.table, n.column}, score: n.score * 0.97, denied: true})
			}
		}
	}
	return out
}

// flag returns the condition that the boolean column of s is true, or false when the words negate it. ok is false
// when s is no such column.
func (s sense) flag() (cond, bool) {
	if s.kind != columnSense {
		return cond{}, false
	}
	c, ok := truth(s.field)
	c.not = s.denied
	return c, ok
}

// adjectival reports whether a word has the ending of an adjective. Before rows, as in "fatal crashes", it then does
// not name the column fatalities.
func adjectival(w string) bool {
	return slices.ContainsFunc([]string{"al", "ous", "ful", "ive", "able", "ible", "less", "ic"}, func(s string) bool { return strings.HasSuffix(w, s) && len(w) > len(s)+2 })
}
