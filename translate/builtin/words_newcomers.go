package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// newcomers removes "new" from questions such as "new customers per month" and "how many new members did we get last
// year". In a question with a time, new rows are those whose date lies in that time. It returns the tokens, and the
// assumption to tell the user when it removed the word.
func (ix *index) newcomers(toks []token) ([]token, []string) {
	if !slices.ContainsFunc(toks, func(t token) bool { return t.kind == when || t.year || t.kind == word && truncations[t.low] != "" }) {
		return toks, nil
	}
	for i := range toks {
		if toks[i].kind != word || toks[i].low != "new" || len(ix.find(toks[i:i+1])) > 0 {
			continue
		}
		for j := min(len(toks), i+4); j > i+1; j-- {
			if len(ix.findValues(toks[i:j])) > 0 || j-i > 1 && len(ix.find(toks[i:j])) > 0 {
				return toks, nil // "new" is part of a value (New York) or of a name
			}
			for _, n := range ix.find(toks[i+1 : j]) {
				if c := ix.cameOn(n.table); n.column == nil && n.score > 0.9 && c != nil {
					return slices.Delete(slices.Clone(toks), i, i+1), []string{"“new” is read from " + n.table.Name + "." + c.Name}
				}
			}
		}
	}
	return toks, nil
}

// cameOn returns the date on which a row of t was created: its only date, or else the one on which it began. It
// returns nil when there is none, or when that date is a date of birth.
func (ix *index) cameOn(t *schema.Table) *schema.Column {
	c := ix.dateOf(t)
	if c == nil {
		c = ix.begunOf(t)
	}
	if c == nil || ix.ofBirth(t, c) {
		return nil
	}
	return c
}

// ofBirth reports whether the words of a column of t say that it is a date of birth.
func (ix *index) ofBirth(t *schema.Table, c *schema.Column) bool {
	return slices.ContainsFunc(ix.info[t].columns[c], func(w string) bool { return birthWords[w] })
}
