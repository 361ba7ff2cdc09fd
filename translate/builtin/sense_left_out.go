package builtin

import (
	"math"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// smallTable is the number of rows up to which the statistics of a table are nearly complete.
const smallTable = 1000

// lacksOne reports whether the statistics of a text column in a small table list all values but one. ANALYZE leaves
// out the only value that it saw just once: it is not a common value, and a histogram needs two.
func lacksOne(t *schema.Table, c *schema.Column) bool {
	p := c.Profile
	distinct := p.Distinct
	if distinct < 0 {
		distinct *= -t.Rows
	}
	return c.Class == schema.Text && !c.Array && t.Rows <= smallTable && !p.Complete && len(p.Values) > 0 && math.Round(distinct) == float64(len(p.Values)+1)
}

// leftOut returns the words that nothing explains, each with the columns of which it may be the one value that is
// missing in the statistics: "cat", where all pets but one are dogs.
func (p *parser) leftOut() []Unseen {
	words := p.unplaced()
	if len(words) == 0 {
		return nil
	}
	columns := p.lacking(p.spokenOf())
	if len(columns) == 0 {
		columns = p.lacking(p.ix.snap.Tables) // no table is named; try all, in case the schema is small
	}
	var out []Unseen
	for _, w := range words {
		low := singular(w)
		if len(low) < 3 || w != strings.ToLower(w) || len(columns) > maxUnseen {
			continue
		}
		for _, f := range columns {
			out = append(out, Unseen{f.table.Schema, f.table.Name, f.column.Name, low, true})
		}
	}
	return out
}

// lacking returns the columns of the tables for which lacksOne holds, at most maxUnseen+1.
func (p *parser) lacking(tables []*schema.Table) []field {
	var out []field
	for _, t := range tables {
		if p.ix.info[t] == nil || t.Kind == schema.View {
			continue
		}
		for _, c := range t.Columns {
			if lacksOne(t, c) && !p.ix.isKey(t, c) && len(out) <= maxUnseen {
				out = append(out, field{t, c})
			}
		}
	}
	return out
}
