package semantic

import (
	"container/heap"
	"slices"
)

// Graph holds the keys of a model as ways between relations.
type Graph struct {
	steps map[*Relation][]Step
}

// Step is a key taken in one direction.
type Step struct {
	*Key
	Back bool // from the relation that is referred to back to those that refer to it
}

// Start and End are the relations that the step leads from and to.
func (s Step) Start() *Relation {
	if s.Back {
		return s.To
	}
	return s.From
}

// End returns the relation that the step leads to.
func (s Step) End() *Relation {
	if s.Back {
		return s.From
	}
	return s.To
}

// ToOne reports whether each row at the start has at most one at the end.
func (s Step) ToOne() bool {
	if s.Back {
		return s.OneToOne
	}
	return !s.ManyTo
}

// Cost is what a step costs when paths are compared: 1 for a declared key, more for others.
func (s Step) Cost() float64 {
	if s.Declared {
		return 1
	}
	return 1.3 + (1 - s.Why.Confidence)
}

// Path is a way from one relation to another, no relation twice.
type Path []Step

// Cost is the sum of the costs of the steps, and more where the way goes down to many rows and up again: those it
// joins share a detail, they do not belong together.
func (p Path) Cost() float64 {
	sum := 0.0
	for i, s := range p {
		sum += s.Cost()
		if i > 0 && p[i-1].ToOne() && !s.ToOne() && !s.Start().Link {
			sum += 0.7
		}
	}
	return sum
}

// ToOne reports whether each row at the start has at most one at the end.
func (p Path) ToOne() bool { return !slices.ContainsFunc(p, func(s Step) bool { return !s.ToOne() }) }

// Roles returns the words of the roles on the way.
func (p Path) Roles() []string {
	var out []string
	for _, s := range p {
		out = append(out, s.Role...)
	}
	return out
}

func newGraph(m *Model) *Graph {
	g := &Graph{steps: make(map[*Relation][]Step, len(m.Relations))}
	for _, r := range m.Relations {
		for _, k := range r.Keys {
			g.steps[r] = append(g.steps[r], Step{k, false})
			if k.To != r {
				g.steps[k.To] = append(g.steps[k.To], Step{k, true})
			} else {
				g.steps[r] = append(g.steps[r], Step{k, true})
			}
		}
	}
	return g
}

// Steps returns the keys at a relation, those that it refers with first.
func (g *Graph) Steps(r *Relation) []Step { return g.steps[r] }

// Bounds of a search for paths.
const (
	maxPathSteps = 5
	maxPathWork  = 1000 // partial paths looked at
)

// Paths returns the ways from one relation to another, the cheapest first, at most n of at most five keys. Each key
// between the same relations makes a way of its own, so the roles of rivals tell them apart. Copies and views are not
// passed through.
func (g *Graph) Paths(from, to *Relation, n int) []Path {
	var out []Path
	left := g.distances(to)
	open := &pathQueue{{end: from, cost: float64(left[from])}}
	for work := 0; open.Len() > 0 && len(out) < n && work < maxPathWork; work++ {
		at := heap.Pop(open).(partial)
		if at.end == to && at.depth() > 0 {
			out = append(out, at.path)
			continue
		}
		if at.depth() > 0 && at.end.Standing > Subset {
			continue
		}
		for _, s := range g.steps[at.end] {
			end := s.End()
			keys, reachable := left[end]
			if !reachable || at.depth()+1+keys > maxPathSteps || end != to && at.passes(end) || end == from && to != from {
				continue
			}
			path := append(slices.Clone(at.path), s)
			heap.Push(open, partial{path, end, path.Cost() + float64(keys)})
		}
	}
	return out
}

// distances returns how many keys at least lead from a relation to to, for those within maxPathSteps.
func (g *Graph) distances(to *Relation) map[*Relation]int {
	left := map[*Relation]int{to: 0}
	ring := []*Relation{to}
	for d := 1; d <= maxPathSteps; d++ {
		var next []*Relation
		for _, at := range ring {
			if d > 1 && at.Standing > Subset {
				continue
			}
			for _, s := range g.steps[at] {
				if _, seen := left[s.End()]; !seen {
					left[s.End()] = d
					next = append(next, s.End())
				}
			}
		}
		ring = next
	}
	return left
}

// Near returns the relations within n keys of r, r itself not among them, the nearest first.
func (g *Graph) Near(r *Relation, n int) []*Relation {
	seen := map[*Relation]bool{r: true}
	var out []*Relation
	ring := []*Relation{r}
	for range n {
		var next []*Relation
		for _, at := range ring {
			for _, s := range g.steps[at] {
				if end := s.End(); !seen[end] {
					seen[end] = true
					next = append(next, end)
				}
			}
		}
		out, ring = append(out, next...), next
	}
	return out
}

// partial is the beginning of a path.
type partial struct {
	path Path
	end  *Relation
	cost float64 // of the path, and at least of what is left
}

func (p partial) depth() int { return len(p.path) }

func (p partial) passes(r *Relation) bool {
	return slices.ContainsFunc(p.path, func(s Step) bool { return s.End() == r })
}

// pathQueue is a heap of partial paths, the cheapest first.
type pathQueue []partial

func (q pathQueue) Len() int           { return len(q) }
func (q pathQueue) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q pathQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push adds a partial path; heap calls it.
func (q *pathQueue) Push(x any) { *q = append(*q, x.(partial)) }

// Pop takes the last one out; heap calls it.
func (q *pathQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
