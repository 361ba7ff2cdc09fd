package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// newcomers passes over the "new" of "new customers per month" and "how many new members did we get last year": with a
// time, the rows that came in it are meant, and the date of a row is when it came. It returns what that assumes.
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
				return toks, nil // New York, or a column that is called so
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

// cameOn is the date on which a row of t came to be: the only one, when it is no date of birth, or that of its beginning.
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

// ofBirth says whether a column of t tells when somebody was born.
func (ix *index) ofBirth(t *schema.Table, c *schema.Column) bool {
	return slices.ContainsFunc(ix.info[t].columns[c], func(w string) bool { return birthWords[w] })
}
