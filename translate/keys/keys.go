// Package keys is the graph of the keys of a schema: which relations lead to which, and by which ways. The plan's
// review walks it over the tables of a snapshot, the semantic model over relations with roles and confidences; each
// says what a way costs.
package keys

import (
	"container/heap"
	"slices"
)

// Step is a key taken in one direction.
type Step[N comparable] interface {
	Start() N
	End() N
}

// Graph holds keys as ways between relations.
type Graph[N comparable, S Step[N]] struct {
	steps map[N][]S
}

// New returns an empty graph.
func New[N comparable, S Step[N]](relations int) *Graph[N, S] {
	return &Graph[N, S]{make(map[N][]S, relations)}
}

// Add adds a step at its start.
func (g *Graph[N, S]) Add(s S) { g.steps[s.Start()] = append(g.steps[s.Start()], s) }

// Steps returns the steps at a relation, in the order in which they were added.
func (g *Graph[N, S]) Steps(at N) []S { return g.steps[at] }

// Search says which ways are looked for.
type Search[N comparable, S Step[N]] struct {
	Most    int                   // ways
	Longest int                   // steps of a way
	Equal   bool                  // only those of as many steps as the shortest
	Through func(N) bool          // may a way pass through a relation? nil: through all
	Cost    func(way []S) float64 // what ways are compared by, at least 1 a step; nil: their steps
}

// maxWork bounds the beginnings of ways that a search looks at.
const maxWork = 1000

// Ways returns the ways from one relation to another, the cheapest first. No relation is passed twice; each key
// between the same relations makes a way of its own.
func (g *Graph[N, S]) Ways(from, to N, s Search[N, S]) [][]S {
	if s.Cost == nil {
		s.Cost = func(way []S) float64 { return float64(len(way)) }
	}
	left := g.Reach([]N{to}, s.Longest, s.Through)
	if shortest, ok := left[from]; !ok {
		return nil
	} else if s.Equal && from != to {
		s.Longest = shortest
	}
	var out [][]S
	open := &queue[N, S]{all: []partial[N, S]{{end: from}}}
	for work := 0; open.Len() > 0 && len(out) < s.Most && work < maxWork; work++ {
		at := heap.Pop(open).(partial[N, S])
		if at.end == to && len(at.way) > 0 {
			out = append(out, at.way)
			continue
		}
		if len(at.way) > 0 && s.Through != nil && !s.Through(at.end) {
			continue
		}
		for _, step := range g.steps[at.end] {
			end := step.End()
			ahead, reachable := left[end]
			if !reachable || len(at.way)+1+ahead > s.Longest || end != to && at.passes(end) || end == from && to != from {
				continue
			}
			way := append(slices.Clone(at.way), step)
			heap.Push(open, partial[N, S]{way, end, s.Cost(way) + float64(ahead), open.pushed})
		}
	}
	return out
}

// Reach returns how many steps at least lead from the nearest of some relations to each within so many steps, or from
// it to them: every key can be taken in both directions. Ways lead on only through relations that through allows;
// nil: through all.
func (g *Graph[N, S]) Reach(from []N, steps int, through func(N) bool) map[N]int {
	at := map[N]int{}
	for _, n := range from {
		at[n] = 0
	}
	for d, ring := 1, from; d <= steps && len(ring) > 0; d++ {
		var next []N
		for _, n := range ring {
			if d > 1 && through != nil && !through(n) {
				continue
			}
			for _, s := range g.steps[n] {
				if _, seen := at[s.End()]; !seen {
					at[s.End()] = d
					next = append(next, s.End())
				}
			}
		}
		ring = next
	}
	return at
}

// partial is the beginning of a way.
type partial[N comparable, S Step[N]] struct {
	way    []S
	end    N
	cost   float64 // of the beginning, and at least of what is left
	number int     // among those that were put into the queue: of equal ones the first comes first
}

func (p partial[N, S]) passes(n N) bool {
	return slices.ContainsFunc(p.way, func(s S) bool { return s.End() == n })
}

// queue is a heap of beginnings, the cheapest first.
type queue[N comparable, S Step[N]] struct {
	all    []partial[N, S]
	pushed int
}

func (q *queue[N, S]) Len() int { return len(q.all) }
func (q *queue[N, S]) Less(i, j int) bool {
	a, b := q.all[i], q.all[j]
	return a.cost < b.cost || a.cost == b.cost && a.number < b.number
}
func (q *queue[N, S]) Swap(i, j int) { q.all[i], q.all[j] = q.all[j], q.all[i] }

// Push adds a beginning; heap calls it.
func (q *queue[N, S]) Push(x any) {
	q.all = append(q.all, x.(partial[N, S]))
	q.pushed++
}

// Pop takes the last one out; heap calls it.
func (q *queue[N, S]) Pop() any {
	last := q.all[len(q.all)-1]
	q.all = q.all[:len(q.all)-1]
	return last
}
