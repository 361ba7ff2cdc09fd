package builtin

import (
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// A key may say more of what it leads to than which table that is: preferred_hotel_id leads to a hotel that a guest prefers,
// and guests stay elsewhere, too. Where there is another way, such a key is not what a question means that does not say so.

// unsaid counts the keys on a path whose names say something of the row they lead to that the question does not say.
func (p *parser) unsaid(q path) int {
	n := 0
	for _, e := range q {
		if ws := p.ix.qualifiers(e); len(ws) > 0 && !slices.ContainsFunc(p.toks, func(t token) bool { return slices.Contains(ws, t.stem) }) {
			n++
		}
	}
	return n
}

// qualifiers are the words in the name of a key beside those of the table it leads to and of what is referred to there:
// "prefer" of preferred_hotel_id.
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
		return nil // seller_id leads to users: the role is all that the name says
	}
	return out
}

// onlyKey says whether e is the only key of its rows to the table that it leads to, as home_country is and home_team beside
// away_team is not.
func (ix *index) onlyKey(e edge) bool {
	return !slices.ContainsFunc(ix.graph.edges[e.from], func(o edge) bool { return o.toOne && o.to == e.to && !slices.Equal(o.fromCols, e.fromCols) })
}

// ownWords say of a key no more than that it is the row's own: the home country of a customer is where the customer is from.
var ownWords = wordSet("home own main primary current default")

// otherWay says whether two tables are joined as well without the edges of a path, over rows that belong to one another.
func (p *parser) otherWay(from, to *schema.Table, q path) bool {
	w := &walker{ix: p.ix, to: to, best: 1e9, seen: map[*schema.Table]bool{from: true}, barred: q}
	for w.limit = 1; w.limit <= maxHops; w.limit++ {
		w.steps = 0
		w.walk(from, nil)
	}
	return slices.ContainsFunc(w.found, func(o path) bool { return !o.valley() && p.unsaid(o) == 0 })
}
