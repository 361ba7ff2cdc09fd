package builtin

import (
	"math"
	"strings"

	"github.com/pgask/pgask/translate/schema"
)

// smallTable is a number of rows of which statistics are all but complete.
const smallTable = 1000

// lacksOne says whether the statistics of a small table leave one value of a column out: the only one that ANALYZE saw just once
// is neither a common value nor in a histogram, which takes two.
func lacksOne(t *schema.Table, c *schema.Column) bool {
	p := c.Profile
	distinct := p.Distinct
	if distinct < 0 {
		distinct *= -t.Rows
	}
	return c.Class == schema.Text && !c.Array && t.Rows <= smallTable && !p.Complete && len(p.Values) > 0 && math.Round(distinct) == float64(len(p.Values)+1)
}

// leftOut are words of the question that nothing explains, each with the columns that lack one value of which it may be that: the
// "cat" of pets that are dogs but for one.
func (p *parser) leftOut() []Unseen {
	words := p.unplaced()
	if len(words) == 0 {
		return nil
	}
	columns := p.lacking(p.spokenOf())
	if len(columns) == 0 {
		columns = p.lacking(p.ix.snap.Tables) // no table is named, but the schema may be small
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

// lacking are the columns of some tables that lack one value, one more than may be looked up at most.
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
