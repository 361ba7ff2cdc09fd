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
}

// NewGrammar returns a grammar of rules over symbols below n.
func NewGrammar(n int, rules []*Rule) *Grammar {
	g := &Grammar{symbols: n, by: make([][]*Rule, n)}
	for _, r := range rules {
		g.by[r.Right[0]] = append(g.by[r.Right[0]], r)
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
	open  [][]*open // by end
}

// open is a rule of which a part is found.
type open struct {
	rule  *Rule
	parts []*Edge
	cost  float64
	from  int
}

// Edges returns the edges from one word up to another, the cheapest of a symbol first.
func (c *Chart) Edges(from, to int) []*Edge { return c.cells[from*(c.Words+1)+to] }

// Parse returns all edges over n words that follow from those of the lattice.
func Parse(g *Grammar, n int, lattice []*Edge) *Chart {
	c := &Chart{Words: n, cells: make([][]*Edge, (n+1)*(n+1)), g: g, open: make([][]*open, n+1)}
	found := make([][]*Edge, (n+1)*(n+1))
	for _, e := range lattice {
		found[e.From*(n+1)+e.To] = append(found[e.From*(n+1)+e.To], e)
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
	var kept []*Edge
	seen := map[uint64]*Edge{}
	for range maxClosure {
		if len(pending) == 0 {
			break
		}
		fresh := c.best(kept, pending, seen)
		pending = nil
		for _, e := range fresh {
			for _, r := range c.g.by[e.Symbol] {
				if c.Steps >= MaxSteps {
					break
				}
				c.Steps++
				o := &open{rule: r, parts: []*Edge{e}, cost: e.Cost, from: from}
				if len(r.Right) > 1 {
					c.wait(o, to)
				} else if made := finish(o, to); made != nil {
					pending = append(pending, made)
				}
			}
		}
		kept = append(kept, fresh...)
	}
	c.cells[at] = kept
	for _, e := range kept {
		for _, o := range c.open[from] {
			if o.rule.Right[len(o.parts)] != e.Symbol || c.Steps >= MaxSteps {
				continue
			}
			c.Steps++
			next := &open{rule: o.rule, parts: append(slices.Clip(o.parts), e), cost: o.cost + e.Cost, from: o.from}
			if len(next.parts) < len(o.rule.Right) {
				c.wait(next, to)
			} else if made := finish(next, to); made != nil {
				cell := o.from*(c.Words+1) + to
				found[cell] = append(found[cell], made)
			}
		}
	}
}

// wait keeps a rule that wants more, if it is among the cheapest at its place.
func (c *Chart) wait(o *open, to int) {
	same, worst := 0, -1
	for i, x := range c.open[to] {
		if x.rule == o.rule && len(x.parts) == len(o.parts) && x.from == o.from {
			if same++; worst < 0 || x.cost > c.open[to][worst].cost {
				worst = i
			}
		}
	}
	switch {
	case same < openBeam:
		c.open[to] = append(c.open[to], o)
	case o.cost < c.open[to][worst].cost:
		c.open[to][worst] = o
	}
}

func finish(o *open, to int) *Edge {
	m, cost := o.rule.Make(o.parts)
	if m == nil {
		return nil
	}
	return &Edge{o.rule.Left, o.from, to, o.cost + o.rule.Cost + cost, m, o.rule, o.parts}
}

// best returns those of the new edges that stay beside the kept ones: the cheapest of each symbol, each meaning once.
func (c *Chart) best(kept, fresh []*Edge, seen map[uint64]*Edge) []*Edge {
	slices.SortStableFunc(fresh, func(a, b *Edge) int { return cmp.Compare(a.Cost, b.Cost) })
	count := map[Symbol]int{}
	for _, e := range kept {
		count[e.Symbol]++
	}
	var out []*Edge
	for _, e := range fresh {
		most := Beam
		if e.Rule == nil {
			most = lexical
		}
		k := e.Meaning.Sum()*31 + uint64(e.Symbol)
		if count[e.Symbol] >= most || seen[k] != nil {
			continue
		}
		seen[k] = e
		count[e.Symbol]++
		out = append(out, e)
	}
	return out
}
