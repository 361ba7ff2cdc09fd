package chart

import "testing"

type word string

func (w word) Sum() uint64 {
	h := uint64(17)
	for i := range len(w) {
		h = h*31 + uint64(w[i])
	}
	return h
}

// A cheap edge that a rule of one part makes stays, although longer rules have filled the cell before.
func TestCheapEdgeStaysInFullCell(t *testing.T) {
	t.Parallel()
	const rel, noun, val, items = 0, 1, 2, 3
	same := func(p []*Edge) (Meaning, float64) { return p[len(p)-1].Meaning, 0 }
	both := func(p []*Edge) (Meaning, float64) { return p[0].Meaning.(word) + p[1].Meaning.(word), 0 }
	g := NewGrammar(4, []*Rule{
		{Name: "rows", Left: noun, Right: []Symbol{rel}, Make: same},
		{Name: "premodified", Left: noun, Right: []Symbol{val, noun}, Cost: 1, Make: both},
		{Name: "items", Left: items, Right: []Symbol{noun}, Make: same},
	})
	lattice := []*Edge{{Symbol: rel, From: 0, To: 2, Meaning: word("port calls")}, {Symbol: rel, From: 1, To: 2, Meaning: word("calls")}}
	for i := range 2 * Beam {
		lattice = append(lattice, &Edge{Symbol: val, From: 0, To: 1, Cost: 1, Meaning: word(rune('a' + i))})
	}
	for _, e := range Parse(g, 2, lattice).edges(0, 2) {
		if e.Symbol == items {
			if e.Meaning != word("port calls") || e.Cost != 0 {
				t.Errorf("the best edge is %v at %.1f", e.Meaning, e.Cost)
			}
			return
		}
	}
	t.Error("no edge")
}
