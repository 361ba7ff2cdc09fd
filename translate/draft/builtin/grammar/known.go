package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// known is what is looked for in a whole model, and found once.
type known struct {
	stock    *semantic.Column   // how much there is of something now
	pieces   *semantic.Column   // how many were sold
	back     []*semantic.Column // money that is given back
	turnover []Measured
	accounts bool // accounts are rows
}

func knownOf(model *semantic.Model) *known {
	k := &known{stock: stockOf(model), pieces: piecesOf(model), turnover: turnoverOf(model)}
	k.accounts = slices.ContainsFunc(model.Relations, hasAccounts)
	for _, r := range model.Relations {
		for _, c := range r.Columns {
			if givesBack(c) {
				k.back = append(k.back, c)
			}
		}
	}
	return k
}

// leads reports whether a column is a key to rows that are called something else than the word that was said: a supervisor, not the
// region of region_id.
func leads(c *semantic.Column, said string) bool {
	return slices.ContainsFunc(c.Relation.KeyOf(c.Column), func(k *semantic.Key) bool {
		named := wordform.Singular(k.To.Name.Phrase()) == wordform.Singular(said)
		return !named && len(k.Columns) == 1 && len(k.To.Label.Columns) > 0 && !slices.Contains(k.To.Identity.Columns, k.To.Label.Columns[0])
	})
}
