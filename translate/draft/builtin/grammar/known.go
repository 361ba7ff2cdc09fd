package grammar

import (
	"slices"

	"github.com/pgask/pgask/translate/semantic"
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
