package grammar

import (
	"github.com/pgask/pgask/translate/link"
	"github.com/pgask/pgask/translate/wordform"
)

// rowsThere is what it costs to take the whole name of rows for another column: per category is of the categories, and not the kind of an
// address; the highest orders are not those of what is called an order. By another word for the rows that is never meant.
const (
	rowsThere = 0.8
	rowsMeant = 5
)

// otherRows returns what it costs that a chunk which was linked to a column names other rows.
func otherRows(c link.Chunk, k link.Link) float64 {
	if k.Column.Lookup != nil || len(k.Column.Relation.KeyOf(k.Column.Column)) > 0 {
		return 0
	}
	cost := 0.0
	for _, o := range c.Links {
		if o.Kind != link.Relation || o.Relation == k.Column.Relation || o.Score < k.Score {
			continue
		}
		if o.Score >= 0.95 {
			cost = max(cost, rowsThere)
		}
		if k.How >= link.Synonym && wordform.Singular(o.Relation.Name.Phrase()) == wordform.Singular(k.Column.Name.Phrase()) {
			cost = rowsMeant
		}
	}
	return cost
}
