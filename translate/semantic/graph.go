package semantic

import (
	"slices"

	"github.com/pgask/pgask/translate/keys"
)

// Graph holds the keys of a model as ways between relations.
type Graph struct {
	*keys.Graph[*Relation, Step]
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

// Cost is what a step costs when paths are compared: 1 for a declared key, more for others, and more where another
// key says what belongs to what.
func (s Step) Cost() float64 {
	cost := 1.0
	if !s.Declared {
		cost = 2.3 - s.Why.Confidence
	}
	if s.Aside {
		cost += 0.7
	}
	return cost
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
			if crowd(s) {
				sum += crowded
			}
		}
	}
	return sum
}

// crowded is what it costs more to join all that belongs to one of a few rows, and mostBeside how many rows may
// belong to one of them before it does: of the same country, currency or branch of the firm is nobody's neighbour.
const crowded, mostBeside = 2.0, 50

func crowd(s Step) bool {
	few, many := s.Start().Table.Rows, s.End().Table.Rows
	return few > 0 && many > mostBeside*few && !s.End().Link
}

// ToOne reports whether each row at the start has at most one at the end.
func (p Path) ToOne() bool { return !slices.ContainsFunc(p, func(s Step) bool { return !s.ToOne() }) }

func newGraph(m *making) *Graph {
	g := keys.New[*Relation, Step](len(m.Relations))
	for _, r := range m.Relations {
		m.pace.Step()
		for _, k := range r.Keys {
			if !k.Declared && repeats(k.From, k.To) {
				continue // a view beside its base are the same rows twice
			}
			g.Add(Step{k, false})
			g.Add(Step{k, true})
		}
	}
	return &Graph{g}
}

// repeats reports whether one of two relations repeats the other, or both repeat a third.
func repeats(a, b *Relation) bool {
	return a != b && (a.Of == b || b.Of == a || a.Of != nil && a.Of == b.Of)
}

// maxPathSteps bounds the keys of a path.
const maxPathSteps = 5

// Paths returns the ways from one relation to another, the cheapest first, at most n of at most five keys. Each key
// between the same relations makes a way of its own, so the roles of rivals tell them apart. Copies and views are not
// passed through.
func (g *Graph) Paths(from, to *Relation, n int) []Path {
	ways := g.Ways(from, to, keys.Search[*Relation, Step]{Most: n, Longest: maxPathSteps, Through: ownRows,
		Cost: func(way []Step) float64 { return Path(way).Cost() }})
	out := make([]Path, len(ways))
	for i, w := range ways {
		out[i] = w
	}
	return out
}

// ownRows reports whether a relation is no copy or view of another, which ways do not pass through.
func ownRows(r *Relation) bool { return r.Standing <= Subset }
