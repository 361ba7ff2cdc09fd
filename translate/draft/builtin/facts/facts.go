package facts

import (
	"slices"
	"sync"

	"github.com/pgask/pgask/translate/draft/builtin/form"
	"github.com/pgask/pgask/translate/draft/builtin/wordlist"
	"github.com/pgask/pgask/translate/schema"
	"github.com/pgask/pgask/translate/semantic"
	"github.com/pgask/pgask/translate/wordform"
)

// Model is what questions are about: relations with the ways between them, and what is looked for in all of them.
type Model struct {
	Ways  *form.Ways
	Known func() *Known
}

// Of returns the model that ways are of.
func Of(ways *form.Ways) *Model {
	return &Model{ways, sync.OnceValue(func() *Known { return knownOf(ways.Model()) })}
}

// Known is what is looked for in a whole model, and found once.
type Known struct {
	Stock    *semantic.Column   // how much there is of something now
	Pieces   *semantic.Column   // how many were sold
	Back     []*semantic.Column // money that is given back
	Turnover []Measured
	Paid     []Measured       // what came in, taxes and all
	Times    *semantic.Column // how long something took, of which rows are the record
	Accounts bool             // accounts are rows
	Persons  []*semantic.Relation
	Parties  []*semantic.Relation // whom "who" asks for, persons included
	Kinds    map[Kind][]*semantic.Relation
}

// Kind is what rows of others are of: what a key leads to, and how that is called.
type Kind struct {
	Of    *semantic.Relation
	Label *schema.Column
}

func knownOf(model *semantic.Model) *Known {
	k := &Known{Stock: stockOf(model), Pieces: piecesOf(model), Times: timesOfRows(model)}
	k.Turnover, k.Paid = turnoverOf(model)
	k.Accounts = slices.ContainsFunc(model.Relations, hasAccounts)
	k.Kinds = map[Kind][]*semantic.Relation{}
	for _, r := range model.Relations {
		for _, c := range r.Columns {
			if givesBack(c) {
				k.Back = append(k.Back, c)
			}
		}
		if r.Standing == semantic.Base {
			k.base(r)
		}
	}
	return k
}

// base notes what the rows of a relation are, persons or of kinds.
func (k *Known) base(r *semantic.Relation) {
	if r.People {
		k.Persons = append(k.Persons, r)
	}
	if Party(r) {
		k.Parties = append(k.Parties, r)
	}
	if r.Link {
		return
	}
	for _, c := range r.Columns {
		if c.Lookup == nil || len(c.Lookup.Key.Role) > 0 {
			continue
		}
		if of := (Kind{c.Lookup.Key.To, c.Lookup.Label}); !slices.Contains(k.Kinds[of], r) {
			k.Kinds[of] = append(k.Kinds[of], r)
		}
	}
}

// Party reports whether the rows of a relation are such as "who" asks for.
func Party(r *semantic.Relation) bool {
	ws := r.Name.Bare()
	return r.People || len(ws) > 0 && wordlist.Among("parties", wordform.Singular(ws[len(ws)-1]))
}

// hasAccounts reports whether accounts are rows.
func hasAccounts(r *semantic.Relation) bool { return NamedOf(r.Name.Words, "accounts") }

// farHome is what of the distance counts to an amount that no other place has: revenue is that of payments, however
// far a region is.
const farHome = 0.3

// tellsState reports whether a column tells that some rows may not count: payments that failed, or were refunded.
func tellsState(c *semantic.Column) bool {
	return IsFlag(c) || NamedOf(c.Name.Words, "outcomes")
}

// FarFrom returns how far a figure is from rows that it is shown for.
func (m *Model) FarFrom(figure *form.Item, from, to *semantic.Relation) float64 {
	alone := figure.Measure != nil && len(m.Known().Turnover) == 1
	if alone && !slices.ContainsFunc(figure.Col.Relation.Columns, tellsState) {
		return farHome * m.Far(from, to)
	}
	return m.Far(from, to)
}

// Far is what it costs to relate two relations while it is open how.
func (m *Model) Far(from, to *semantic.Relation) float64 { return m.Ways.Far(from, to) }
