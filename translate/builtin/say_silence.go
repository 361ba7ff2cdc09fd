package builtin

import (
	"fmt"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// maxFollowing is how many words of the part that was not understood are quoted.
const maxFollowing = 6

// whatFollows returns the part of the question after what was understood, quoted and with a comma before it; empty
// when it is only punctuation.
func (p *parser) whatFollows() string {
	end := min(p.bodyEnd(), p.far+maxFollowing)
	from := p.far
	for from < end && p.toks[from].kind == punct {
		from++
	}
	if from >= end {
		return ""
	}
	more := ""
	if end < p.bodyEnd() {
		more = " …"
	}
	return ", “" + p.text(from, end) + more + "”"
}

// aboutOnly returns the reason of silence when all words are known: which table the question is about, and a question
// about it that could be answered.
func (p *parser) aboutOnly() string {
	var t *schema.Table
	for _, o := range p.ix.snap.Tables {
		if p.ix.info[o] != nil && p.mentioned[o] >= 0.9 && (t == nil || p.mentioned[o] > p.mentioned[t]) {
			t = o
		}
	}
	if t == nil && p.far == 0 {
		return "The question was not understood, from its first word on: say it in other words."
	}
	if t == nil {
		return "Each word of the question is known, but not what they ask for together: say it in other words, with the names of tables and columns."
	}
	rows := plural(p.tableWords(t))
	said := fmt.Sprintf("The question is about %s, but what it asks of them was not understood.", rows)
	for _, c := range t.Columns {
		if c.Class != schema.Text && c.Class != schema.Enum || !sorts(c) || p.ix.isKey(t, c) || p.identifies(field{t, c}) {
			continue
		}
		could := "number of " + rows + " per " + p.columnWords(field{t, c})
		if q := p.beside(findPeriods(tokenize(could))); q.parse() && q.ambiguity() == nil {
			return said + " “" + strings.TrimSpace(could) + "” could be."
		}
	}
	return said
}

// sorts reports whether a column divides the rows into a few kinds, as a status does.
func sorts(c *schema.Column) bool {
	return c.Class == schema.Enum || c.Profile.Distinct >= 1 && c.Profile.Distinct <= 30
}
