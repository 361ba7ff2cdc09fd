// Package chart parses bottom-up over a lattice of words. It knows nothing of what words and rules mean: an edge has a symbol, a span, a
// cost and a meaning that the rule made of those of its parts; the cheapest edges of each cell and symbol stay.
//
//	chart.go   edges, rules, and the parser
//	cover.go   the cheapest ways to cover a question with whole edges
package chart

import (
	"cmp"
	"slices"
)

// Symbol is a category of a grammar, numbered from 0.
type Symbol int

// Meaning is what an edge stands for. Sum is equal for equal meanings, so that of two derivations of one the cheaper stays.
type Meaning interface{ Sum() uint64 }

// Rule makes an edge of Left of edges of Right that stand side by side.
type Rule struct {
	Name  string
	Left  Symbol
	Right []Symbol
	Cost  float64
	// Make returns what the parts mean together and what that costs beside Cost; nil: they do not fit.
	Make func(parts []*Edge) (Meaning, float64)
}

// Edge is a run of words that a rule, or a link, explains.
type Edge struct {
	Symbol   Symbol
	From, To int
	Cost     float64
	Meaning  Meaning
	Rule     *Rule // nil: of the lattice
	Parts    []*Edge
}

// Walk visits an edge and its parts, in order.
func (e *Edge) Walk(visit func(*Edge)) {
	visit(e)
	for _, p := range e.Parts {
		p.Walk(visit)
	}
}

// Grammar is a set of rules, by the first symbol of what they are made of.
type Grammar struct {
	symbols int
	by      [][]*Rule
	begun   [][]Symbol // by a symbol: what an edge of it may be the first part of, itself included
}

// NewGrammar returns a grammar of rules over symbols below n.
func NewGrammar(n int, rules []*Rule) *Grammar {
	g := &Grammar{symbols: n, by: make([][]*Rule, n)}
	for _, r := range rules {
		g.by[r.Right[0]] = append(g.by[r.Right[0]], r)
	}
	g.begun = make([][]Symbol, n)
	for s := range g.begun {
		all := []Symbol{Symbol(s)}
		for i := 0; i < len(all); i++ {
			for _, r := range g.by[all[i]] {
				if !slices.Contains(all, r.Left) {
					all = append(all, r.Left)
				}
			}
		}
		g.begun[s] = all
	}
	return g
}

// Bounds of a parse.
const (
	Beam       = 8      // edges of a cell and symbol that stay
	lexical    = 14     // of those the lattice brings
	openBeam   = 8      // of a cell and a place in a rule
	MaxSteps   = 40_000 // rules tried
	maxClosure = 6      // rules of one part on top of one another
)

// Chart holds the edges of a parse by their spans.
type Chart struct {
	Words int
	Steps int // rules tried; at MaxSteps the parse ended early
	cells [][]*Edge
	g     *Grammar
	open  [][][]*open // by end, and by the symbol that is wanted next
	may   [][]bool    // by word, and by symbol: whether an edge of it may begin there
}

// open is a rule of which a part is found.
type open struct {
	rule  *Rule
	parts []*Edge
	cost  float64
	from  int
}

// edges returns the edges from one word up to another, the cheapest of a symbol first.
func (c *Chart) edges(from, to int) []*Edge { return c.cells[from*(c.Words+1)+to] }

// Parse returns all edges over n words that follow from those of the lattice.
func Parse(g *Grammar, n int, lattice []*Edge) *Chart {
	c := &Chart{Words: n, cells: make([][]*Edge, (n+1)*(n+1)), g: g, open: make([][][]*open, n+1), may: make([][]bool, n+1)}
	for i := range c.open {
		c.open[i], c.may[i] = make([][]*open, g.symbols), make([]bool, g.symbols)
	}
	found := make([][]*Edge, (n+1)*(n+1))
	for _, e := range lattice {
		found[e.From*(n+1)+e.To] = append(found[e.From*(n+1)+e.To], e)
		if !c.may[e.From][e.Symbol] {
			for _, s := range g.begun[e.Symbol] {
				c.may[e.From][s] = true
			}
		}
	}
	for to := 1; to <= n; to++ {
		for from := to - 1; from >= 0; from-- {
			at := from*(n+1) + to
			c.settle(found, at, from, to)
		}
	}
	return c
}

// settle decides which edges of a cell stay, and what they begin and go on with.
func (c *Chart) settle(found [][]*Edge, at, from, to int) {
	pending := found[at]
	if len(pending) == 0 {
		return
	}
	var kept []*Edge
	seen := map[uint64]*Edge{}
	for range maxClosure {
		if len(pending) == 0 {
			break
		}
		fresh := best(pending, seen)
		pending = nil
		for _, e := range fresh {
			for _, r := range c.g.by[e.Symbol] {
				if c.Steps >= MaxSteps {
					break
				}
				c.Steps++
				if len(r.Right) > 1 {
					if place := c.place(r, 1, from, to, e.Cost); place != nil {
						*place = &open{rule: r, parts: []*Edge{e}, cost: e.Cost, from: from}
					}
				} else if made := finish(&open{rule: r, parts: []*Edge{e}, cost: e.Cost, from: from}, to); made != nil {
					pending = append(pending, made)
				}
			}
		}
		kept = append(kept, fresh...)
	}
	kept = best(kept, map[uint64]*Edge{})
	c.cells[at] = kept
	for _, e := range kept {
		for _, o := range c.open[from][e.Symbol] {
			if c.Steps >= MaxSteps {
				break
			}
			c.Steps++
			next, parts := &open{rule: o.rule, cost: o.cost + e.Cost, from: o.from}, len(o.parts)+1
			if parts < len(o.rule.Right) {
				if place := c.place(o.rule, parts, o.from, to, next.cost); place != nil {
					next.parts = append(slices.Clip(o.parts), e)
					*place = next
				}
				continue
			}
			next.parts = append(slices.Clip(o.parts), e)
			if made := finish(next, to); made != nil {
				cell := o.from*(c.Words+1) + to
				found[cell] = append(found[cell], made)
			}
		}
	}
}

// place returns where a rule that wants more is kept, if that may follow and it is among the cheapest of those that
// stand where it does; nil:
// it is not.
func (c *Chart) place(r *Rule, parts, from, to int, cost float64) **open {
	if !c.may[to][r.Right[parts]] {
		return nil
	}
	all := &c.open[to][r.Right[parts]]
	same, worst := 0, -1
	for i, x := range *all {
		if x.rule == r && len(x.parts) == parts && x.from == from {
			if same++; worst < 0 || x.cost > (*all)[worst].cost {
				worst = i
			}
		}
	}
	switch {
	case same < openBeam:
		*all = append(*all, nil)
		return &(*all)[len(*all)-1]
	case cost < (*all)[worst].cost:
		return &(*all)[worst]
	}
	return nil
}

func finish(o *open, to int) *Edge {
	m, cost := o.rule.Make(o.parts)
	if m == nil {
		return nil
	}
	return &Edge{o.rule.Left, o.from, to, o.cost + o.rule.Cost + cost, m, o.rule, o.parts}
}

// best returns those of the edges that stay: the cheapest of each symbol, each meaning once. Rules of one part are made
// in rounds, of which a
// later one may make a cheaper edge than those that longer rules brought before: so each round has its own, and the cell the best of all.
func best(fresh []*Edge, seen map[uint64]*Edge) []*Edge {
	slices.SortStableFunc(fresh, func(a, b *Edge) int { return cmp.Compare(a.Cost, b.Cost) })
	count := map[Symbol]int{}
	var out []*Edge
	for _, e := range fresh {
		most := Beam
		if e.Rule == nil {
			most = lexical
		}
		k := e.Meaning.Sum()*31 + uint64(e.Symbol)
		if count[e.Symbol] >= most || seen[k] != nil && seen[k].Cost <= e.Cost {
			continue
		}
		seen[k] = e
		count[e.Symbol]++
		out = append(out, e)
	}
	return out
}
