package grammar

import (
	"slices"
	"sync"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// model is what questions are about: relations with the ways between them, and what is looked for in all of them.
type model struct {
	Ways  *form.Ways
	Known func() *known
}

// modelOf returns the model that ways are of.
func modelOf(ways *form.Ways) *model {
	return &model{ways, sync.OnceValue(func() *known { return knownOf(ways.Model()) })}
}

// known is what is looked for in a whole model, and found once.
type known struct {
	Stock    *semantic.Column   // how much there is of something now
	pieces   *semantic.Column   // how many were sold
	back     []*semantic.Column // money that is given back
	turnover []Measured
	paid     []Measured       // what came in, taxes and all
	times    *semantic.Column // how long something took, of which rows are the record
	accounts bool             // accounts are rows
	persons  []*semantic.Relation
	parties  []*semantic.Relation // whom "who" asks for, persons included
	kinds    map[kind][]*semantic.Relation
}

// kind is what rows of others are of: what a key leads to, and how that is called.
type kind struct {
	of    *semantic.Relation
	label *schema.Column
}

func knownOf(model *semantic.Model) *known {
	k := &known{Stock: stockOf(model), pieces: piecesOf(model), times: timesOfRows(model)}
	k.turnover, k.paid = turnoverOf(model)
	k.accounts = slices.ContainsFunc(model.Relations, hasAccounts)
	k.kinds = map[kind][]*semantic.Relation{}
	for _, r := range model.Relations {
		for _, c := range r.Columns {
			if givesBack(c) {
				k.back = append(k.back, c)
			}
		}
		if r.Standing == semantic.Base {
			k.base(r)
		}
	}
	return k
}

// base notes what the rows of a relation are, persons or of kinds.
func (k *known) base(r *semantic.Relation) {
	if r.People {
		k.persons = append(k.persons, r)
	}
	if Party(r) {
		k.parties = append(k.parties, r)
	}
	if r.Link {
		return
	}
	for _, c := range r.Columns {
		if c.Lookup == nil || len(c.Lookup.Key.Role) > 0 {
			continue
		}
		if of := (kind{c.Lookup.Key.To, c.Lookup.Label}); !slices.Contains(k.kinds[of], r) {
			k.kinds[of] = append(k.kinds[of], r)
		}
	}
}

// leads reports whether a column is a key to rows that are called something else than the word that was said: a
// supervisor, not the region of region_id.
func leads(c *semantic.Column, said string) bool {
	return slices.ContainsFunc(c.Relation.KeyOf(c.Column), func(k *semantic.Key) bool {
		named := wordform.Singular(k.To.Name.Phrase()) == wordform.Singular(said)
		return !named && len(k.Columns) == 1 && len(k.To.Label.Columns) > 0 && !slices.Contains(k.To.Identity.Columns, k.To.Label.Columns[0])
	})
}

// Additive reports whether amounts of a column add up over rows.
func Additive(c *semantic.Column) bool {
	if !form.Class(c).Numeric() || c.IsKey() || c.Yes != "" {
		return false
	}
	return !slices.ContainsFunc(c.Name.Words, func(w string) bool { return wordlist.Among("levels", w) })
}

// Tongue reports whether a column says in which language something is.
func Tongue(c *semantic.Column) bool { return namedOf(c.Name.Words, "tongues") }
