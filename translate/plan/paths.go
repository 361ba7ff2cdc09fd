package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pgask/pgask/translate/keys"
	"github.com/pgask/pgask/translate/schema"
)

// maxPaths bounds the number of paths that a search returns.
const maxPaths = 16

// Step goes from one table to another over a foreign key.
type Step struct {
	From, To *schema.Table
	Key      schema.ForeignKey
	Forward  bool // From has the key columns, so each row of From meets at most one row of To
}

// Path leads from one table to another. Each step starts at the table where the previous one ended.
type Path []Step

// Start and End are the tables that the step leads from and to.
func (s Step) Start() *schema.Table { return s.From }

// End returns the table that the step leads to.
func (s Step) End() *schema.Table { return s.To }

// Graph holds the tables of a snapshot and the foreign keys between them, which can be followed in both directions.
// It is immutable.
type Graph struct {
	*keys.Graph[*schema.Table, Step]
}

type graphKey struct{}

// NewGraph returns the graph of a snapshot, made once. It leaves out keys to tables that the role may not read.
func NewGraph(snap *schema.Snapshot) Graph {
	return snap.Derive(graphKey{}, func() any { return newGraph(snap) }).(Graph)
}

func newGraph(snap *schema.Snapshot) Graph {
	g := keys.New[*schema.Table, Step](len(snap.Tables))
	for _, t := range snap.Tables {
		for _, fk := range t.ForeignKeys {
			ref := snap.References(fk)
			if ref == nil || len(fk.Columns) != len(fk.RefColumns) || !Readable(t, fk.Columns) || !Readable(ref, fk.RefColumns) {
				continue
			}
			g.Add(Step{From: t, To: ref, Key: fk, Forward: true})
			g.Add(Step{From: ref, To: t, Key: fk})
		}
	}
	return Graph{g}
}

// Readable reports whether a table has all of these columns and the role may read them.
func Readable(t *schema.Table, columns []string) bool {
	return len(columns) > 0 && !slices.ContainsFunc(columns, func(c string) bool { return t.Column(c) == nil })
}

// Paths returns the shortest paths between two tables through no table of avoided, at most 16 of at most most steps;
// none when no such path exists. From a table to itself these are its self-references.
func (g Graph) Paths(from, to *schema.Table, most int, avoided ...*schema.Table) []Path {
	if from == nil || to == nil || most < 1 {
		return nil
	}
	if from == to {
		return g.selfReferences(from)
	}
	ways := g.Ways(from, to, keys.Search[*schema.Table, Step]{Most: maxPaths, Longest: most, Equal: true,
		Through: func(t *schema.Table) bool { return !slices.Contains(avoided, t) }})
	found := make([]Path, len(ways))
	for i, w := range ways {
		found[i] = w
	}
	return found
}

func (g Graph) selfReferences(t *schema.Table) []Path {
	var found []Path
	for _, s := range g.Steps(t) {
		if s.To == t && s.Forward && len(found) < maxPaths {
			found = append(found, Path{s})
		}
	}
	return found
}

// Pairs returns the pairs of columns that the step compares, From's column first.
func (s Step) Pairs() [][2]string {
	pairs := make([][2]string, len(s.Key.Columns))
	for i := range pairs {
		pairs[i] = [2]string{s.Key.Columns[i], s.Key.RefColumns[i]}
		if !s.Forward {
			pairs[i][0], pairs[i][1] = pairs[i][1], pairs[i][0]
		}
	}
	return pairs
}

// On returns the join condition of the step, given the aliases of its two tables.
func (s Step) On(from, to string) []Expr {
	pairs := s.Pairs()
	on := make([]Expr, len(pairs))
	for i, p := range pairs {
		on[i] = Op("=", Col(from, p[0]), Col(to, p[1]))
	}
	return on
}

// Settles returns the constraints that fix the step as the join of its two tables.
func (s Step) Settles() []Constraint {
	var all []Constraint
	for _, p := range s.Pairs() {
		all = append(all, Constraint{Kind: UseJoin, Schema: s.From.Schema, Table: s.From.Name, Column: p[0],
			RefSchema: s.To.Schema, RefTable: s.To.Name, RefColumn: p[1]})
	}
	return all
}

func (s Step) String() string {
	var conds []string
	for _, p := range s.Pairs() {
		conds = append(conds, s.From.Name+"."+p[0]+" = "+s.To.Name+"."+p[1])
	}
	return strings.Join(conds, " and ")
}

// String lists the conditions of the path for the user.
func (p Path) String() string {
	steps := make([]string, len(p))
	for i, s := range p {
		steps[i] = s.String()
	}
	return strings.Join(steps, ", ")
}

// Confidence returns how certain it is that the keys of the path are keys, 0 to 1; 1 when all are declared.
func (p Path) Confidence() float64 {
	sure := 1.0
	for _, s := range p {
		if s.Key.Inferred {
			sure *= s.Key.Confidence
		}
	}
	return sure
}

// Mark returns a remark about a path with undeclared keys; "" when all are declared.
func (p Path) Mark() string {
	if c := p.Confidence(); c < 1 {
		return fmt.Sprintf(" (inferred, %.2f)", c)
	}
	return ""
}

// Fans reports whether the path goes up to a table and down again, as from customers over their region to the
// region's stores. Every pair of rows with the same upper row is then joined, which a question seldom means.
func (p Path) Fans() bool {
	for i := 1; i < len(p); i++ {
		if p[i-1].Forward && !p[i].Forward {
			return true
		}
	}
	return false
}

// Multiplies reports whether one row of the first table may meet several rows of the last.
func (p Path) Multiplies() bool {
	return slices.ContainsFunc(p, func(s Step) bool { return !s.Forward && !s.To.HasKey(s.Key.Columns) })
}

// DefaultJoinConfidence prefers a declared key to an inferred one of low confidence, but never one declared key to
// another.
const DefaultJoinConfidence = 0.75
