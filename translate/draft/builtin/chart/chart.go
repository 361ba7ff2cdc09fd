// Package chart parses bottom-up over a lattice of words. It knows nothing of what words and rules mean: an edge has
// a symbol, a span, a cost and a meaning that the rule made of those of its parts; the cheapest edges of each cell
// and symbol stay.
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

// Meaning is what an edge stands for. Sum is equal for equal meanings, so that of two derivations of one the cheaper
// stays.
type Meaning interface{ Sum() uint64 }

// Rule makes an edge of Left of edges of Right that stand side by side.
type Rule struct {
	Name  string
	Left  Symbol
	Right []Symbol
	Cost  float64
	// Make returns what the parts mean together and what that costs beside Cost; nil: they do not fit.
	Make func(parts []*Edge) (Meaning, float64)
	// Rebate is the most that Make takes off Cost.
	Rebate float64
}

// Edge is a run of words that a rule, or a link, explains.
type Edge struct {
	Symbol   Symbol
	From, To int
	Cost     float64
	Meaning  Meaning
	Rule     *Rule // nil: of the lattice
	Parts    []*Edge
	number   uint64 // of its symbol and meaning; 0: not asked for
}

// sum is equal for edges of one symbol and meaning.
func (e *Edge) sum() uint64 {
	if e.number == 0 {
		e.number = e.Meaning.Sum()*31 + uint64(e.Symbol)
	}
	return e.number
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
	open  [][]*open // lists of them, from the second on …
	at    []int32   // … and which they are, by end, and by the symbol that is wanted next; 0: there are none
	may   []bool    // by word, and by symbol: whether an edge of it may begin there

	// What is used again and again, and what is made many at a time.
	parts []*Edge
	opens []open
	made  []Edge
	seen  map[uint64]float64
	count []uint8
}

// open is a rule of which a part is found, and those before it.
type open struct {
	rule   *Rule
	before *open // nil: it is the first part
	part   *Edge
	parts  int
	cost   float64
	from   int
}

// edges returns the edges from one word up to another, the cheapest of a symbol first.
func (c *Chart) edges(from, to int) []*Edge { return c.cells[from*(c.Words+1)+to] }

// Parse returns all edges over n words that follow from those of the lattice.
func Parse(g *Grammar, n int, lattice []*Edge) *Chart {
	c := &Chart{Words: n, cells: make([][]*Edge, (n+1)*(n+1)), g: g, open: make([][]*open, 1, 64),
		at: make([]int32, (n+1)*g.symbols), may: make([]bool, (n+1)*g.symbols),
		seen: map[uint64]float64{}, count: make([]uint8, g.symbols)}
	found := make([][]*Edge, (n+1)*(n+1))
	for _, e := range lattice {
		found[e.From*(n+1)+e.To] = append(found[e.From*(n+1)+e.To], e)
		if may := c.may[e.From*g.symbols:]; !may[e.Symbol] {
			for _, s := range g.begun[e.Symbol] {
				may[s] = true
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
	clear(c.seen)
	rounds := 0
	for rounds < maxClosure && len(pending) > 0 {
		fresh := c.best(pending)
		pending = nil
		for _, e := range fresh {
			for _, r := range c.g.by[e.Symbol] {
				if c.Steps >= MaxSteps {
					break
				}
				c.Steps++
				if first := (open{rule: r, part: e, parts: 1, cost: e.Cost, from: from}); len(r.Right) > 1 {
					c.keep(&first, to)
				} else if made := c.finish(&first, to); made != nil {
					pending = append(pending, made)
				}
			}
		}
		kept = append(kept, fresh...)
		rounds++
	}
	if rounds > 1 {
		clear(c.seen)
		kept = c.best(kept)
	}
	c.cells[at] = kept
	for _, e := range kept {
		for _, o := range c.open[c.at[from*c.g.symbols+int(e.Symbol)]] {
			if c.Steps >= MaxSteps {
				break
			}
			c.Steps++
			next := open{rule: o.rule, before: o, part: e, parts: o.parts + 1, cost: o.cost + e.Cost, from: o.from}
			if next.parts < len(o.rule.Right) {
				c.keep(&next, to)
				continue
			}
			cell := &found[o.from*(c.Words+1)+to]
			if !full(*cell, o.rule.Left, next.cost+o.rule.Cost-o.rule.Rebate) {
				if made := c.finish(&next, to); made != nil {
					*cell = append(*cell, made)
				}
			}
		}
	}
}

// keep keeps a rule that wants more, if that may follow and it is among the cheapest of those that stand there.
func (c *Chart) keep(o *open, to int) {
	at := to*c.g.symbols + int(o.rule.Right[o.parts])
	if !c.may[at] {
		return
	}
	if c.at[at] == 0 {
		c.at[at], c.open = int32(len(c.open)), append(c.open, nil)
	}
	all := &c.open[c.at[at]]
	same, worst := 0, -1
	for i, x := range *all {
		if x.rule == o.rule && x.parts == o.parts && x.from == o.from {
			if same++; worst < 0 || x.cost > (*all)[worst].cost {
				worst = i
			}
		}
	}
	switch {
	case same < openBeam:
		*all = append(*all, one(&c.opens, *o))
	case o.cost < (*all)[worst].cost:
		(*all)[worst] = one(&c.opens, *o)
	}
}

// atOnce is how many of a kind are made at once.
const atOnce = 32

// one returns what is kept of what was made at once.
func one[T any](made *[]T, v T) *T {
	if len(*made) == cap(*made) {
		*made = make([]T, 0, atOnce)
	}
	*made = append(*made, v)
	return &(*made)[len(*made)-1]
}

// full reports whether a cell has so many edges of a symbol that one which costs so much at least does not stay.
func full(found []*Edge, s Symbol, cost float64) bool {
	var sums [Beam]uint64
	n := 0
	for _, e := range found {
		if e.Symbol != s || e.Cost > cost || slices.Contains(sums[:n], e.sum()) {
			continue
		}
		if sums[n] = e.sum(); n == Beam-1 {
			return true
		}
		n++
	}
	return false
}

// finish returns the edge of a rule of which the last part is found; nil: the parts do not fit.
func (c *Chart) finish(o *open, to int) *Edge {
	c.parts = slices.Grow(c.parts[:0], o.parts)[:o.parts]
	for x := o; x != nil; x = x.before {
		c.parts[x.parts-1] = x.part
	}
	m, cost := o.rule.Make(c.parts)
	if m == nil {
		return nil
	}
	cost = o.cost + o.rule.Cost + max(cost, -o.rule.Rebate)
	return one(&c.made, Edge{Symbol: o.rule.Left, From: o.from, To: to, Cost: cost, Meaning: m, Rule: o.rule,
		Parts: slices.Clone(c.parts)})
}

// best returns those of the edges that stay: the cheapest of each symbol, each meaning once. Rules of one part are
// made in rounds, of which a later one may make a cheaper edge than those that longer rules brought before: so each
// round has its own, and the cell the best of all.
func (c *Chart) best(fresh []*Edge) []*Edge {
	slices.SortStableFunc(fresh, func(a, b *Edge) int { return cmp.Compare(a.Cost, b.Cost) })
	clear(c.count)
	out := make([]*Edge, 0, len(fresh))
	for _, e := range fresh {
		most := uint8(Beam)
		if e.Rule == nil {
			most = lexical
		}
		k := e.sum()
		if was, seen := c.seen[k]; c.count[e.Symbol] >= most || seen && was <= e.Cost {
			continue
		}
		c.seen[k] = e.Cost
		c.count[e.Symbol]++
		out = append(out, e)
	}
	return out
}
