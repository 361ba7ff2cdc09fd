package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// The name of a foreign key may say more than which table it refers to: preferred_hotel_id refers to the hotel that a
// guest prefers, not to the one where the guest stays. When another path exists, such a key is used only if the
// question has the word.

// unsaid returns how many keys on a path have qualifiers of which the question has none.
func (p *parser) unsaid(q path) int {
	n := 0
	for _, e := range q {
		if ws := p.ix.qualifiers(e); len(ws) > 0 && !slices.ContainsFunc(p.toks, func(t token) bool { return slices.Contains(ws, t.stem) }) {
			n++
		}
	}
	return n
}

// qualifiers returns the stems in the name of a foreign key that name neither the table nor the column that it refers
// to: "prefer" for preferred_hotel_id. It returns nil when the name does not contain that of the table.
func (ix *index) qualifiers(e edge) []string {
	if !e.toOne || !slices.ContainsFunc(e.from.ForeignKeys, func(fk schema.ForeignKey) bool { return slices.Equal(fk.Columns, e.fromCols) }) {
		e.from, e.to, e.fromCols, e.toCols = e.to, e.from, e.toCols, e.fromCols
	}
	if len(e.fromCols) != 1 || e.from == e.to {
		return nil
	}
	ref := ix.info[e.to]
	var out []string
	named := false
	for _, w := range stems(expand(unstem(ix.info[e.from], e.from.Column(e.fromCols[0])))) {
		switch {
		case slices.Contains(ref.words, w):
			named = true
		case slices.Contains(ref.columns[e.to.Column(e.toCols[0])], w) || keyTail[w] || linkWord[w] || ownWords[w] && ix.onlyKey(e):
		default:
			out = append(out, w)
		}
	}
	if !named {
		return nil // seller_id, which refers to users, names only the role
	}
	return out
}

// onlyKey reports whether e is the only key of its table to the table that it refers to. home_country is one;
// home_team beside away_team is not.
func (ix *index) onlyKey(e edge) bool {
	return !slices.ContainsFunc(ix.graph.edges[e.from], func(o edge) bool { return o.toOne && o.to == e.to && !slices.Equal(o.fromCols, e.fromCols) })
}

// ownWords holds stems of qualifiers that only say that a key is the row's own: the home country of a customer is the
// country the customer is from.
var ownWords = wordSet("home own main primary current default")

// otherWay reports whether two tables are also joined by a path without the edges of q, without a valley and without
// unsaid keys.
func (p *parser) otherWay(from, to *schema.Table, q path) bool {
	w := &walker{ix: p.ix, to: to, best: 1e9, seen: map[*schema.Table]bool{from: true}, barred: q}
	for w.limit = 1; w.limit <= maxHops; w.limit++ {
		w.steps = 0
		w.walk(from, nil)
	}
	return slices.ContainsFunc(w.found, func(o path) bool { return !o.valley() && p.unsaid(o) == 0 })
}
