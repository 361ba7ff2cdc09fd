package builtin

import (
	"math"
	"slices"

	"github.com/pgask/pgask/translate/schema"
)

// path is a chain of edges from one table to another.
type path []edge

// cost returns the sum of the costs of the edges.
func (p path) cost() float64 {
	c := 0.0
	for _, e := range p {
		c += e.cost
	}
	return c
}

// toOne reports whether each row at the start has at most one row at the end.
func (p path) toOne() bool {
	for _, e := range p {
		if !e.toOne {
			return false
		}
	}
	return true
}

// maxHops is the length of the longest path that is looked for, in edges.
const maxHops = 4

// valley reports whether a path goes to a parent and from there to other children. Questions seldom mean to join rows
// that only share a parent.
func (p path) valley() bool {
	for i := 1; i < len(p); i++ {
		if p[i-1].toOne && !p[i].toOne {
			return true
		}
	}
	return false
}

// paths returns the result of index.paths, which it keeps for the question.
func (p *parser) paths(from, to *schema.Table) []path {
	key := [2]*schema.Table{from, to}
	ps, ok := p.known[key]
	if !ok {
		ps = p.ix.paths(from, to)
		p.known[key] = ps
	}
	return ps
}

// paths returns the cheapest paths from one table to another: all whose cost is within sameCost of the lowest. See
// pathCost.
func (ix *index) paths(from, to *schema.Table) []path {
	if from == to {
		return []path{{}}
	}
	w := &walker{ix: ix, to: to, best: math.Inf(1), seen: map[*schema.Table]bool{from: true}}
	for w.limit = 1; w.limit <= maxHops; w.limit++ {
		// A path of this length costs at least this, so no longer one can be cheaper.
		if float64(w.limit)*cheapestHop > w.best {
			break
		}
		w.steps = 0
		w.walk(from, nil)
	}
	var out []path
	for _, p := range w.found {
		if ix.pathCost(p) <= w.best+sameCost {
			out = append(out, p)
		}
	}
	return out
}

const (
	cheapestHop = 0.7
	sameCost    = 0.01
	maxSearch   = 20000 // how many edges are followed for paths of one length
)

// walker finds the paths of limit edges to a table. It is run for each length, shortest first.
type walker struct {
	ix    *index
	to    *schema.Table
	limit int
	steps int
	best  float64 // the lowest cost so far
	seen  map[*schema.Table]bool
	found []path
	// barred holds edges that no path may use.
	barred path
}

// walk extends the path p, which ends at the table at, and adds the paths of w.limit edges that reach w.to to
// w.found.
func (w *walker) walk(at *schema.Table, p path) {
	for _, e := range w.ix.graph.edges[at] {
		if w.steps++; w.steps > maxSearch {
			return
		}
		if w.seen[e.to] || slices.ContainsFunc(w.barred, e.same) {
			continue
		}
		q := append(p[:len(p):len(p)], e)
		if e.to == w.to {
			if c := w.ix.pathCost(q); len(q) == w.limit && c <= w.best+sameCost {
				w.best = min(w.best, c)
				w.found = append(w.found, q)
			}
			continue
		}
		if len(q) < w.limit {
			w.seen[e.to] = true
			w.walk(e.to, q)
			w.seen[e.to] = false
		}
	}
}

// pathCost returns the cost of a path. A path through a link table costs a little less than one through a table with
// data of its own, and a valley costs more.
func (ix *index) pathCost(p path) float64 {
	c := p.cost()
	for i, e := range p {
		if i < len(p)-1 && ix.info[e.to].link {
			c -= 0.3
		}
		// A valley joins rows that only share a parent.
		if i > 0 && p[i-1].toOne && !e.toOne {
			c += 0.8
		}
	}
	return c
}
